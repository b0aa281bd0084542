"""The JSON Schemas of every format, and what they find wrong in a sentence.

Schemas stand in ``schema/`` of the data folder, one file a format, under stable ids below `BASE`.  They are looked
up by name in that folder alone; nothing is ever fetched.  `problems` answers an empty list at once where a value is
valid (`accept`); otherwise it puts each error the way a person would (`wording`).
"""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from . import accept
from .data import home

if TYPE_CHECKING:
    from referencing import Resource

BASE: Final = "https://heartspec.github.io/schema/"
SUFFIX: Final = ".schema.json"

Problem = tuple[tuple[str | int, ...], str]
"""Where (keys from the root) and what, in a sentence."""


def names() -> list[str]:
    """Return the names of all schemas."""
    return sorted(file.name.removesuffix(SUFFIX) for file in (home("hearts_spec") / "schema").glob(f"*{SUFFIX}"))


@cache
def schema(name: str) -> dict[str, Any]:
    """Return the schema called *name*; raise `LookupError` where there is none."""
    file = home("hearts_spec") / "schema" / f"{name}{SUFFIX}"
    try:
        content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise LookupError(f"there is no schema {name!r}") from None
    return content


def problems(value: Any, name: str) -> list[Problem]:
    """Return what is wrong with *value* by the schema called *name*, an empty list if nothing is.

    *name* may go on with a fragment: ``common#/$defs/options``.
    """
    acceptor = _acceptor(name)
    if acceptor is not None and acceptor(value):
        return []
    from . import wording

    return wording.explain(validator(name).iter_errors(value))


@cache
def validator(name: str) -> Any:
    """Return the jsonschema validator of the schema called *name*, which knows the other schemas by their ids."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend
    from referencing import Registry

    checker = Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
    strict: Any = extend(Draft202012Validator, type_checker=checker)  # type: ignore[no-untyped-call]
    registry: Registry[Any] = Registry(retrieve=_retrieve)  # type: ignore[call-arg]
    return strict(_referring(name), registry=registry)


@cache
def _acceptor(name: str) -> accept.Check | None:
    try:
        found = _referring(name)
        return accept.Compiler(_lookup).compile(found, found.get("$id", BASE))
    except accept.Unknown:
        return None


def _referring(name: str) -> dict[str, Any]:
    file, _, fragment = name.partition("#")
    return {"$ref": f"{BASE}{file}{SUFFIX}#{fragment}"} if fragment else schema(name)


def _lookup(reference: str, base: str) -> tuple[dict[str, Any], str]:
    """Resolve a reference of the kinds that the schemas use: to a file, to a pointer in a file, or within."""
    file, _, pointer = reference.partition("#")
    uri = file if file.startswith(BASE) else BASE + file if file else base
    found: Any = schema(uri.removeprefix(BASE).removesuffix(SUFFIX))
    for part in pointer.split("/")[1:]:
        found = found[part.replace("~1", "/").replace("~0", "~")]
    return found, uri


def _retrieve(uri: str) -> Resource[Any]:
    from referencing import Resource
    from referencing.exceptions import NoSuchResource

    name = uri.removeprefix(BASE).removesuffix(SUFFIX)
    if not uri.startswith(BASE) or "/" in name:
        raise NoSuchResource(ref=uri)  # type: ignore[call-arg]
    return Resource.from_contents(schema(name))


def _is_integer(checker: Any, value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
