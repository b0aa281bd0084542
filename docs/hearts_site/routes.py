"""Where each thing has its page, and how one page links to another.

A page is named by the path of its Markdown file below the folder of its language, the same in every language.
Anchors are ids of the data and never numbers or translated words.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from html import escape
from typing import Final

HOME: Final = "index.md"
LEARN: Final = "learn/index.md"
SHEETS: Final = "sheets/index.md"
COMPARE: Final = "sheets/compare.md"
RULES: Final = "rules/index.md"
FIND: Final = "rules/find.md"
OPTIONS: Final = "options.md"
COMPOSER: Final = "compose.md"
GLOSSARY: Final = "glossary.md"
DECISIONS: Final = "decisions/index.md"
STATEMENTS: Final = "statements/index.md"
SCENARIOS: Final = "scenarios/index.md"
FORMATS: Final = "build/formats/index.md"
API: Final = "build/api/index.md"
MATRIX: Final = "results/index.md"
MUTANTS: Final = "results/mutants.md"
PERFT: Final = "results/perft.md"


@dataclass(frozen=True)
class Route:
    """A page, and the place on it: an id, or empty for its top."""

    path: str
    anchor: str = ""


def rule(rule: str) -> Route:
    """Return where a rule has its own page."""
    return Route(f"rules/{rule}.md")


def chapter(chapter: str, rule: str = "") -> Route:
    """Return where the rules of a chapter stand together, and one of them among them."""
    return Route(f"rules/{chapter}.md", rule)


def sheet(sheet: str, anchor: str = "") -> Route:
    """Return where a sheet is printed in full."""
    return Route(f"sheets/{sheet}.md", anchor)


def option(axis: str) -> Route:
    """Return where an option is explained."""
    return Route(OPTIONS, axis)


def term(term: str) -> Route:
    """Return where a term is explained."""
    return Route(GLOSSARY, term)


def decision(decision: str) -> Route:
    """Return where a decision on the sources is told."""
    return Route(f"decisions/{decision}.md")


def statements(source: str, statement: str = "") -> Route:
    """Return where the statements of a source stand, and one of them among them."""
    return Route(f"statements/{source}.md", statement and f"s{statement}")


def case(case: str) -> Route:
    """Return where a case is played through: on the page of its file."""
    file, _, name = case.rpartition("/")
    return Route(f"scenarios/{file}.md", name)


def scenario(scenario: str) -> Route:
    """Return where all cases of a scenario file are played through."""
    return Route(f"scenarios/{scenario}.md")


def format(name: str) -> Route:  # noqa: A001 (the word of the field)
    """Return where a format is described."""
    return Route(f"build/formats/{name}.md")


def api(module: str) -> Route:
    """Return where a module is described."""
    return Route(f"build/api/{module}.md")


@dataclass(frozen=True)
class Here:
    """A page that links to others."""

    path: str

    def url(self, route: Route | str) -> str:
        """Return the address of *route* as seen from the built page, for use in raw HTML."""
        wanted = Route(route) if isinstance(route, str) else route
        found = posixpath.relpath(_folder(wanted.path), _folder(self.path))
        base = "" if wanted.path == self.path else "./" if found == "." else f"{found}/"
        return f"{base}#{wanted.anchor}" if wanted.anchor else base or "./"

    def asset(self, name: str) -> str:
        """Return the address of a file of the language's folder as seen from the built page."""
        return posixpath.relpath(name, _folder(self.path))

    def markdown(self, route: Route | str) -> str:
        """Return the address of *route* as a Markdown page names it: the file, relative to this one."""
        wanted = Route(route) if isinstance(route, str) else route
        found = posixpath.relpath(wanted.path, posixpath.dirname(self.path) or ".")
        return f"{found}#{wanted.anchor}" if wanted.anchor else found

    def link(self, route: Route | str, text: str, kind: str = "") -> str:
        """Return a link as raw HTML; *text* is plain."""
        return self.wrap(route, escape(text), kind)

    def wrap(self, route: Route | str, inner: str, kind: str = "", spoken: str = "") -> str:
        """Return a link as raw HTML around HTML; *spoken* says where it leads when the inside does not."""
        mark = f' class="{kind}"' if kind else ""
        mark += f' title="{escape(spoken)}" aria-label="{escape(spoken)}"' if spoken else ""
        return f'<a{mark} href="{escape(self.url(route))}">{inner}</a>'


def _folder(path: str) -> str:
    """Return the folder at which a page is served: that of ``rules/x.md`` is ``rules/x``."""
    stem = path.removesuffix(".md")
    return posixpath.dirname(stem) or "." if posixpath.basename(stem) == "index" else stem
