"""Checks of files as they lie there: readable, of the right form, in the right place, editors told the schema."""

from __future__ import annotations

import json
import os.path
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hearts_spec import schemas
from hearts_spec.data import Document
from hearts_spec.rules import AXES

from .finding import Finding
from .graph import Folder, Graph

_MODELINE: Final = re.compile(r"# yaml-language-server: \$schema=(\S+)\s*$")


def readable(graph: Graph) -> Iterator[Finding]:
    """Every data file is there, can be read, and is as its schema says."""
    for _, finding in graph.faults:
        yield finding


def places(graph: Graph) -> Iterator[Finding]:
    """Every data file stands where files of its kind belong."""
    for folder in graph.folders:
        if folder.path in (graph.spec, graph.scenarios) or (graph.own and folder.area == "scenarios"):
            yield from _strays(folder)
    yield from _misnamed(graph)


def _strays(folder: Folder) -> Iterator[Finding]:
    for file in folder.files():
        if folder.schema(file) is None:
            wanted = ", ".join(folder.places)
            yield Finding(file, None, "", f"no data file of this name belongs here; {folder.path.name}/ holds {wanted}")


def _misnamed(graph: Graph) -> Iterator[Finding]:
    for key, schema in (("chapter", "rules"), ("source", "statements")):
        for document in graph.of(schema):
            yield from _named(document, key, document.path.stem)
    for document in [each for schema in graph.documents for each in graph.of(schema) if "language" in each.value]:
        if document.path.parent.parent.name == "locales":
            yield from _named(document, "language", document.path.parent.name)


def _named(document: Document, key: str, expected: str) -> Iterator[Finding]:
    value = document.value[key]
    if value != expected:
        yield Finding(document.path, document.line(key), key, f"{value} stands in a file whose name says {expected}")


def first_lines(graph: Graph) -> Iterator[Finding]:
    """Every data file begins with the line that tells editors its schema."""
    for schema, documents in graph.documents.items():
        for document in documents:
            if not graph.own and not document.path.is_relative_to(graph.spec):
                continue
            wanted = _schema_path(graph, document.path, schema)
            with document.path.open(encoding="utf-8") as file:
                found = _MODELINE.match(file.readline())
            if found is None or not _leads_there(graph, document.path, found[1], wanted):
                line = f"# yaml-language-server: $schema={wanted}"
                yield Finding(document.path, 1, "", f"the first line does not name the schema; it should be {line}")


def _leads_there(graph: Graph, file: Path, found: str, wanted: str) -> bool:
    """Tell whether a schema's path is the one wanted; of a file of another installed package only the name counts."""
    elsewhere = not any(file.is_relative_to(home) for home in (graph.spec, graph.scenarios.parent.parent))
    return found == wanted or (elsewhere and Path(found).name == Path(wanted).name)


def _schema_path(graph: Graph, file: Path, schema: str) -> str:
    """Return the path of a schema relative to a file, as they are laid out in a checkout."""
    name = f"{schema}{schemas.SUFFIX}"
    if file.is_relative_to(graph.spec):
        return Path(os.path.relpath(graph.spec / "schema" / name, file.parent)).as_posix()
    root = graph.scenarios.parent.parent
    return Path(os.path.relpath(root / "spec" / "schema" / name, file.parent)).as_posix()


def schema_files(graph: Graph) -> Iterator[Finding]:
    """Every schema is one, stands under its own id, and lists the axes that the code knows."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    for file in sorted((graph.spec / "schema").glob("*")):
        if not file.name.endswith(schemas.SUFFIX):
            yield Finding(file, None, "", f"only files named …{schemas.SUFFIX} belong here")
            continue
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
            Draft202012Validator.check_schema(content)
        except json.JSONDecodeError as error:
            yield Finding(file, error.lineno, "", f"this is not JSON: {error.msg}")
        except UnicodeDecodeError:
            yield Finding(file, None, "", "this file is not UTF-8")
        except SchemaError as error:
            yield Finding(file, None, "/".join(map(str, error.absolute_path)), f"this is no schema: {error.message}")
        else:
            yield from _schema(file, content)


def _schema(file: Path, content: Any) -> Iterator[Finding]:
    expected = schemas.BASE + file.name
    if content.get("$id") != expected:
        yield Finding(
            file, None, "$id", f"the id is {content.get('$id')}, but the name of the file asks for {expected}"
        )
    axes = content.get("$defs", {}).get("axis", {}).get("enum")
    if axes is not None and axes != list(AXES):
        yield Finding(file, None, "$defs/axis/enum", "the axes are not those of hearts_spec.rules, in their order")
