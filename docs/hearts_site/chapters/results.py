"""Results: what the suite found in real implementations, whether it notices mistakes, and exact counts of legal play.

All three are read from the files in which the commands leave them.  A result that has not been made has no page.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from hearts_site import cards, markup, routes
from hearts_site.book import Book
from hearts_site.routes import Here, Route
from hearts_site.words import Words
from hearts_spec import data

Json = Mapping[str, Any]
FAULTS: Final = ("deviates", "known", "hang", "crash", "protocol-fault")
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


def wrong() -> dict[str, list[tuple[Json, Json]]]:
    """Return for each rule the implementations that were found not to keep it, each with how it deviates."""
    found: dict[str, list[tuple[Json, Json]]] = defaultdict(list)
    for each in (result("matrix") or {}).get("implementations", ()):
        for deviation in each["deviations"]:
            found[deviation["rule"]].append((each, deviation))
    return found


def place(implementation: Json) -> Route:
    """Return where an implementation stands on the page of real implementations."""
    return Route(routes.MATRIX, str(implementation["target"]))


# Real implementations.


def _matrix(matrix: Json, book: Book, words: Words) -> str:
    here = Here(routes.MATRIX)
    found = matrix["implementations"]
    date = str(matrix["date"])
    lead = escape(words("matrix.lead", date=date, version=matrix["suite"]["version"]))
    parts = [
        markup.paragraph(lead.replace(date, f"<time>{date}</time>")),
        markup.table(
            [words(f"matrix.column-{each}") for each in ("implementation", "sheets", *COUNTED)],
            [_row(each, book, words, here) for each in found],
            label=words("matrix.title"),
            kind=markup.STACKED,
        ),
        _by_chapter(found, book, words),
    ]
    for each in found:
        parts.append(markup.heading(2, f"{each['name']} {each['version']}", each["target"]))
        behaves = _behaves(each, book, words, here)
        parts.append(markup.paragraph(f"{escape(words('matrix.behaves'))} {behaves}."))
        rows = [_deviation(deviation, book, words, here) for deviation in each["deviations"]]
        columns = [words(f"matrix.column-{name}") for name in ("rule", "cases", "reason")]
        parts.append(
            markup.table(columns, rows, caption=words("matrix.deviations"), kind=markup.STACKED)
            if rows
            else markup.paragraph(escape(words("matrix.sound")))
        )
    return markup.page(words("matrix.title"), parts, contents=False)


COUNTED: Final = ("conforms", "deviates", "unobserved", "unsupported")


def _counted(counts: Json) -> tuple[int, ...]:
    """Return how many cases are kept, not kept, not seen, and not supported."""
    against = sum(counts.get(kind, 0) for kind in FAULTS)
    return counts.get("conforms", 0), against, counts.get("unobserved", 0), counts.get("unsupported", 0)


def _row(each: Json, book: Book, words: Words, here: Here) -> list[str]:
    name = here.link(place(each), f"{each['name']} {each['version']}")
    source = f' (<a href="{escape(each["url"])}">{escape(words("matrix.source"))}</a>)' if each.get("url") else ""
    sheets = ", ".join(_sheet(sheet, book, words, here) for sheet in each["sheets"])
    return [name + source, sheets, *map(str, _counted(each["counts"]))]


def _sheet(sheet: str, book: Book, words: Words, here: Here) -> str:
    found = book.published(sheet)
    return here.link(routes.sheet(sheet), words.sheet(found).title) if found else f"<code>{escape(sheet)}</code>"


def _behaves(each: Json, book: Book, words: Words, here: Here) -> str:
    """Return the sheet that an implementation plays by in fact, or the one that comes nearest, and how it differs."""
    behaves = each.get("behaves-as") or {}
    if behaves.get("sheets"):
        return ", ".join(_sheet(sheet, book, words, here) for sheet in behaves["sheets"])
    nearest = next(iter(behaves.get("nearest", ())), None)
    if nearest is None:
        return "–"
    differences = words("list.clauses").join(
        f"{words.texts.option(axis).title}: {words.texts.value(axis, difference['seen'])}"
        for axis, difference in nearest["differences"].items()
        if axis in book.source.options
    )
    return f"{_sheet(nearest['sheet'], book, words, here)}, {escape(words('matrix.but'))} {cards.signs(differences)}"


def _by_chapter(found: Sequence[Json], book: Book, words: Words) -> str:
    rows = []
    for chapter in book.source.chapters:
        cells = []
        for each in found:
            kept, against, *_ = _counted(each["chapters"].get(chapter, {}))
            cells.append(f"{kept} · <strong class='hs-against'>{against}</strong>" if against else str(kept or "–"))
        rows.append([escape(words.texts.chapter(chapter)), *cells])
    columns = [words("matrix.column-chapter"), *(each["name"] for each in found)]
    return markup.table(columns, rows, caption=words("matrix.by-chapter"))


def _deviation(deviation: Json, book: Book, words: Words, here: Here) -> tuple[str, str, str]:
    rule = deviation["rule"]
    told = escape(rule)
    if rule in book.source.rules:
        told = f"{here.link(routes.rule(rule), rule, 'hs-rule')} {cards.signs(words.texts.rule(rule))}"
    known = [case for case in deviation["cases"] if case in book.cases]
    cases = "<br>".join(here.link(routes.case(case), case, "hs-rule") for case in known)
    reason = markup.english(deviation.get("reason") or "–", words.language)
    return told, cases, f"{reason}<br><code>{escape(deviation['rerun'])}</code>"


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
        if "proof" in mutant:
            verdict += f"<br>{_told(words.proof(mutant['id']), mutant['proof'], words)}"
        rows.append((shown, misreading(mutant, words), verdict, links))
    columns = [words(f"mutants.column-{each}") for each in ("rule", "misreading", "verdict", "cases")]
    table = markup.table(columns, rows, label=words("mutants.title"), kind=markup.STACKED)
    return markup.page(
        words("mutants.title"),
        [markup.paragraph(escape(told)), table],
        search=False,
        contents=False,
    )


def misreading(mutant: Json, words: Words) -> str:
    """Return what a rule is taken to say under a mutant, in the language of the page where it is translated."""
    return _told(words.misreading(mutant["id"]), mutant["misreading"], words)


def _told(translated: str | None, english: str, words: Words) -> str:
    return cards.signs(translated) if translated else markup.english(english, words.language)


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
