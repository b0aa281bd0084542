"""Results: what the suite found in real implementations, whether it notices mistakes, and exact counts of legal play.

All three are read from the files in which the commands leave them.  A result that has not been made has no page.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from hearts_site import markup, routes
from hearts_site.book import Book
from hearts_site.routes import Here
from hearts_site.words import Words
from hearts_spec import data

Json = Mapping[str, Any]
FAULTS: Final = ("deviates", "hang", "crash", "protocol-fault")
"""The verdicts that speak against an implementation."""


def home() -> Path:
    """Return the folder in which results are left."""
    return data.home("hearts_conformance") / "results"


@cache
def result(name: str) -> Json | None:
    """Return a result by its name, None where it has not been made."""
    file = home() / f"{name}.json"
    found: Json | None = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None
    return found


def pages(book: Book, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the pages for which there is a result."""
    matrix, mutants = result("matrix"), result("mutants")
    if matrix:
        yield routes.MATRIX, _matrix(matrix, book, words)
    if mutants:
        yield routes.MUTANTS, _mutants(mutants, book, words)
    if tables():
        yield routes.PERFT, _perft(words)


def misreadings() -> dict[str, list[Json]]:
    """Return for each rule the ways to misread it that the suite is measured by."""
    found: dict[str, list[Json]] = defaultdict(list)
    for mutant in (result("mutants") or {}).get("mutants", ()):
        found[mutant["rule"]].append(mutant)
    return found


def wrong() -> dict[str, list[Json]]:
    """Return for each rule the implementations that were found not to keep it."""
    found: dict[str, list[Json]] = defaultdict(list)
    for each in (result("matrix") or {}).get("implementations", ()):
        for rule in each.get("rules", ()):
            found[rule].append(each)
    return found


# Real implementations.


def _matrix(matrix: Json, book: Book, words: Words) -> str:
    here = Here(routes.MATRIX)
    found = matrix["implementations"]
    rows = []
    for each in found:
        counts = each["counts"]
        against = sum(counts.get(kind, 0) for kind in FAULTS) + counts.get("known", 0)
        told = f"{escape(each['name'])} {escape(str(each['version']))}"
        link = f'<a href="{escape(each["url"])}">{told}</a>' if each.get("url") else told
        rows.append((link, escape(", ".join(each.get("sheets", ()))), str(counts.get("conforms", 0)), str(against)))
    columns = [words(f"matrix.column-{each}") for each in ("implementation", "sheets", "conforms", "deviates")]
    parts = [
        markup.paragraph(escape(words("matrix.lead", date=matrix["date"], version=matrix["suite"]["version"]))),
        markup.table(columns, rows, caption=words("matrix.title")),
    ]
    for each in found:
        lines = (
            f"{here.link(routes.rule(rule), rule, 'hs-rule')} {escape(words.texts.rule(rule))}"
            for rule in each.get("rules", ())
            if rule in book.source.rules
        )
        listed = markup.items(lines)
        anchor = "".join(char if char.isalnum() else "-" for char in each["name"].lower())
        parts.append(markup.heading(2, f"{each['name']} {each['version']}", anchor))
        parts.append(listed or markup.paragraph(escape(words("matrix.sound"))))
    return markup.page(words("matrix.title"), parts)


# Mistakes made on purpose.


def _mutants(mutants: Json, book: Book, words: Words) -> str:
    here = Here(routes.MUTANTS)
    counts = mutants["counts"]
    told = words(
        "mutants.lead", number=len(mutants["mutants"]), version=mutants["suite"]["version"], killed=counts["killed"]
    )
    rows = []
    for mutant in mutants["mutants"]:
        cases = [each for each in mutant["killed-by"] if each in book.cases][:2]
        links = "<br>".join(here.link(routes.case(each), each, "hs-rule") for each in cases) or "–"
        rule = mutant["rule"]
        shown = here.link(routes.rule(rule), rule, "hs-rule") if rule in book.source.rules else escape(rule)
        verdict = escape(words(f"mutants.{mutant['verdict']}"))
        rows.append((shown, markup.english(mutant["misreading"], words.language), verdict, links))
    columns = [words(f"mutants.column-{each}") for each in ("rule", "misreading", "verdict", "cases")]
    parts = [markup.paragraph(escape(told))]
    if words.language != "en":
        parts.append(markup.paragraph(escape(words("mutants.english"))))
    return markup.page(
        words("mutants.title"),
        [*parts, markup.table(columns, rows, caption=words("mutants.title"), kind=markup.STACKED)],
        search=False,
    )


# Exact counts.


@cache
def tables() -> tuple[Json, ...]:
    """Return the tables of counts, one for each sheet."""
    folder = data.home("hearts_conformance") / "perft"
    return tuple(json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.perft.json")))


def _perft(words: Words) -> str:
    parts = [markup.paragraph(escape(words("perft.lead")))]
    columns = [words("perft.column-position"), words("perft.column-counts")]
    for table in tables():
        sheet = table["sheet"]
        title = words.texts.sheet(sheet).title if sheet in words.texts.source.sheets else sheet
        parts.append(markup.heading(2, title, sheet))
        for players, found in table["players"].items():
            rows = [
                (f"<code>{escape(name)}</code>", " · ".join(map(str, position["counts"])))
                for name, position in found["positions"].items()
            ]
            caption = words("number.players.other", number=players)
            parts.append(markup.table(columns, rows, caption=f"{caption} ({found['hash']})"))
    return markup.page(words("perft.title"), parts, search=False)
