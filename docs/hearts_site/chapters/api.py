"""The Python interface: what the docstrings say, read from the source without importing it."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from hearts_site import markup, routes
from hearts_site.book import Book
from hearts_site.chapters import formats
from hearts_site.routes import Here
from hearts_site.words import Words

INTERFACE: Final[dict[str, frozenset[str]]] = {
    "hearts_spec": frozenset(),
    "hearts_reference": frozenset(),
    "hearts_conformance": frozenset(
        {"implementation", "scenario", "script", "runner", "verdict", "session", "registry", "moment", "table"}
    ),
}
"""What others build on: packages, and those of their modules that are meant for others (none named: all)."""
_CODE: Final = re.compile(r"``(.+?)``|`(.+?)`")
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """A module as its source has it."""

    name: str
    doc: str
    body: tuple[ast.stmt, ...]

    @property
    def definitions(self) -> list[Definition]:
        """Return its public classes and functions."""
        return [each for each in self.body if isinstance(each, Definition) and not each.name.startswith("_")]


@cache
def modules() -> tuple[Module, ...]:
    """Return the public modules that say what they are for and define something."""
    found = []
    for package, meant in INTERFACE.items():
        spec = importlib.util.find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        root = Path(spec.origin).parent
        for file in sorted(root.rglob("*.py")):
            parts = file.relative_to(root.parent).with_suffix("").parts
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            inside = ".".join(parts[1:])
            if (meant and inside not in meant) or any(part.startswith("_") for part in parts):
                continue
            tree = ast.parse(file.read_text(encoding="utf-8"))
            module = Module(".".join(parts), ast.get_docstring(tree) or "", tuple(tree.body))
            if module.doc and module.definitions:
                found.append(module)
    return tuple(found)


def pages(book: Book, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the list of modules and a page for each."""
    here = Here(routes.API)
    rows = [
        (here.link(routes.api(module.name), module.name), _english(module.doc.partition("\n\n")[0], words))
        for module in modules()
    ]
    table = markup.table([words("api.column-module"), words("api.column-text")], rows, kind=markup.STACKED)
    lead = [markup.paragraph(escape(words("api.lead"))), *formats.in_english(words)]
    yield routes.API, markup.page(words("api.title"), [*lead, table])
    for module in modules():
        yield routes.api(module.name).path, _page(module, words)


def _page(module: Module, words: Words) -> str:
    here = Here(routes.api(module.name).path)
    above = markup.paragraph(here.link(routes.API, words("api.title")), "hs-eyebrow")
    parts = [above, *formats.in_english(words), *_doc(module.doc, words)]
    for each in module.definitions:
        parts.append(markup.heading(2, each.name, each.name))
        parts.append(_signature(each))
        parts += _doc(ast.get_docstring(each) or "", words)
        if isinstance(each, ast.ClassDef):
            parts += _members(each, words)
    return markup.page(module.name, parts)


def _members(owner: ast.ClassDef, words: Words) -> Iterator[str]:
    for each in owner.body:
        if isinstance(each, Definition) and not each.name.startswith("_") and ast.get_docstring(each):
            yield markup.heading(3, f"{owner.name}.{each.name}", f"{owner.name}.{each.name}")
            yield _signature(each)
            yield from _doc(ast.get_docstring(each) or "", words)


def _signature(each: Definition) -> str:
    if isinstance(each, ast.ClassDef):
        bases = ", ".join(map(ast.unparse, each.bases))
        return _code(f"class {each.name}({bases})" if bases else f"class {each.name}")
    decorators = {ast.unparse(decorator) for decorator in each.decorator_list}
    result = f" -> {ast.unparse(each.returns)}" if each.returns else ""
    if decorators & {"property", "cached_property"}:
        return _code(f"{each.name}{result.replace(' -> ', ': ')}")
    return _code(f"{each.name}({ast.unparse(each.args)}){result}")


def _code(text: str) -> str:
    return f'<pre class="hs-signature"><code>{escape(text)}</code></pre>'


def _doc(text: str, words: Words) -> list[str]:
    """Return a docstring as paragraphs; what stands indented stays as it is."""
    parts = []
    for block in filter(None, text.split("\n\n")):
        if block.startswith(("    ", ">>> ")):
            parts.append(_code(re.sub("^    ", "", block, flags=re.MULTILINE)))
        elif block.lstrip().startswith("- "):
            lines = re.split(r"^- ", block, flags=re.MULTILINE)
            parts.append(markup.items(_english(line, words) for line in lines if line.strip()))
        else:
            parts.append(markup.paragraph(_english(block, words)))
    return parts


def _english(text: str, words: Words) -> str:
    shown = _CODE.sub(lambda found: f"<code>{found[1] or found[2]}</code>", escape(text.strip(), quote=False))
    return shown if words.language == "en" else f'<span lang="en">{shown}</span>'
