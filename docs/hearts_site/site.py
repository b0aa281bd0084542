"""The whole site as pure functions: the pages of a language, and the way in which they are arranged.

Nothing here knows MkDocs.  `plugin` gives what stands here to MkDocs, `export` writes it as files for any other
generator.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from . import routes
from .book import Book
from .book import make as make_book
from .chapters import api, formats, front, results, rules, scenarios, sheets, terms, tools
from .words import Words

MAKERS: Final = (front.pages, sheets.pages, rules.pages, terms.pages, scenarios.pages, tools.pages)
"""One function for each kind of pages about rules."""
PROGRAMMERS: Final = (formats.pages, api.pages, results.pages)
"""One function for each kind of pages that only the project's own site has."""
Navigation = list[dict[str, Any]]


@dataclass(frozen=True)
class Made:
    """What is generated for a language: pages and other files by path, and the menu."""

    pages: dict[str, str]
    files: dict[str, str]
    navigation: Navigation
    schemas: bool
    """Whether the schemas are published too, under the addresses that their ids name."""


def make(language: str, sheets: Sequence[str], folder: Path, by_hand: Collection[str]) -> Made:
    """Return everything for a language; *by_hand* are the pages that somebody wrote.

    Raises `hearts_spec.data.DataError` for a sheet or a language that there is not.
    """
    book = make_book(sheets, folder, by_hand)
    made = pages(language, book)
    return Made(made, files(language, book), navigation(language, book, by_hand, made), schemas=book.own)


def pages(language: str, book: Book) -> dict[str, str]:
    """Return the generated pages of a language: path below the language's folder, and Markdown."""
    words = Words(language)
    makers = (*MAKERS, *(PROGRAMMERS if book.own else ()))
    return {path: text for make in makers for path, text in make(book, words)}


def files(language: str, book: Book) -> dict[str, str]:
    """Return the other generated files of a language: path and content."""
    return {tools.DATA: tools.data(book, Words(language))}


def navigation(language: str, book: Book, written: Collection[str], made: Collection[str]) -> Navigation:
    """Return the tree of pages as MkDocs takes it.

    *written* are the pages written by hand, *made* the generated ones.  Pages that a list on another page leads to are
    left out: a menu with hundreds of lines helps nobody, and would stand on every page.
    """
    words = Words(language)
    found: Navigation = []
    for key, paths in SECTIONS:
        entries: list[Any] = [each for path in paths for each in _named(path, written, made)]
        if key == "nav.sheets":
            entries += [{words.sheet(each).title: routes.sheet(each.id).path} for each in book.sheets]
        if key == "nav.rules":
            entries += [routes.chapter(each).path for each in book.source.chapters]
        if entries:
            found.append({words(key): entries})
    return found


def _named(path: str, written: Collection[str], made: Collection[str]) -> list[str]:
    """Return the pages that an entry of `SECTIONS` names: itself, or those written by hand in a folder."""
    if path.endswith("/"):
        return [each for each in written if each.startswith(path)]
    return [path] if path in made else []


SECTIONS: Final = (
    ("nav.home", (routes.HOME,)),
    ("nav.learn", ("learn/",)),
    ("nav.sheets", (routes.SHEETS, routes.COMPARE)),
    ("nav.rules", (routes.RULES, routes.FIND)),
    ("nav.examples", (routes.SCENARIOS,)),
    ("nav.sources", (routes.DECISIONS, routes.STATEMENTS)),
    ("nav.words", (routes.OPTIONS, routes.COMPOSER, routes.GLOSSARY)),
    ("nav.build", ("build/", routes.FORMATS, routes.API)),
    ("nav.results", (routes.MATRIX, routes.MUTANTS, routes.PERFT)),
)
"""The parts of the site in the order of the menu: pages, and folders of pages written by hand."""


LISTED: Final = (
    *("/rules/*.*.md", "/scenarios/**", "/decisions/**", "/statements/**", "/sheets/*.md"),
    *("/build/formats/**", "/build/api/**"),
)
"""The pages that no menu names, as patterns of paths."""


def overrides() -> Path:
    """Return the folder with the theme's own templates that this site replaces."""
    return Path(__file__).parent / "overrides"


def assets() -> Path:
    """Return the folder with the style sheet and the scripts."""
    return Path(__file__).parent / "assets"
