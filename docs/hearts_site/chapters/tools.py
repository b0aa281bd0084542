"""Pages that a script fills: the composer of house rules, the finder of rules, two sheets side by side.

The scripts read one file, ``assets/data.json``, which `data` makes in the language of the page; they hold no rule,
no text and no list of their own.  Where there are no scripts, each page says where the same can be read.

``data.json``::

    language   the code
    words      phrases that the scripts show, by key
    chapters   [{id, title}] in reading order
    rules      [{id, chapter, text, when, url}]: ``when`` is a condition as in the specification (null: always)
    options    [{id, title, text, chapter, type, menu: [{value, label}], needs, effective, url}]: ``menu`` is what to
               choose from; ``effective`` is the condition under which the option changes anything (null: always)
    sheets     [{id, title, summary, url, options: {"4": {axis: value}}}]: every option resolved, by number of players
    conflicts  [{a, b, players}]: two settings ``[axis, value]`` that cannot stand together; ``players`` is the
               number of players for which that is so, null where it is so for any
    unordered  the options whose lists are sets
    labels     {axis: {JSON of a value: label}} for every value that a sheet or a menu has
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from html import escape
from itertools import combinations
from typing import Any, Final

from hearts_site import markup, routes
from hearts_site.book import Book
from hearts_site.routes import Here
from hearts_site.words import Words
from hearts_spec import sheets
from hearts_spec.conditions import UNORDERED
from hearts_spec.rules import AXES, PLAYERS, Impossible, OptionError, Rules
from hearts_spec.sheets import EFFECTIVE

DATA: Final = "assets/data.json"
SPAN: Final[dict[str, tuple[Any, ...]]] = {
    "bonus.value": (-10, -5),
    "match.limit": (50, 75, 100, 150),
    "match.rounds": ("none", 4, 8, 12),
    "moon.amount": ("total",),
    "pass.count": (1, 2, 3, 4),
    "table.turn-limit": ("none", 30, 60),
}
"""What the menus of options with endlessly many values offer besides what sheets use."""
SCRIPTED: Final = {"compose": routes.COMPOSER, "find": routes.FIND, "compare": routes.COMPARE}
"""The pages that scripts fill, by the name that their element and their phrases share."""
INSTEAD: Final = {"compose": routes.OPTIONS, "find": routes.RULES, "compare": routes.SHEETS}
"""Where the same can be read without scripts."""
SPOKEN: Final = ("tool.", "viewer.", "number.players.", "kind.")
"""The beginnings of the keys of phrases that scripts show."""


def pages(book: Book, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the pages that scripts fill."""
    for name, path in SCRIPTED.items():
        here = Here(path)
        instead = here.link(INSTEAD[name], words(f"tool.{name}.instead"))
        element = (
            f'<div id="hs-{name}" class="hs-tool" data-src="{here.asset(DATA)}" data-home="{here.url(routes.HOME)}">'
            f"<noscript><p>{escape(words('tool.noscript'))} {instead}</p></noscript></div>"
        )
        parts = [markup.paragraph(escape(words(f"tool.{name}.lead")), "hs-tool-lead"), element]
        yield path, markup.page(words(f"tool.{name}.title"), parts)


def data(book: Book, words: Words) -> str:
    """Return what the scripts read, as JSON; addresses in it are relative to the front page."""
    here, texts = Here(routes.HOME), words.texts
    content = {
        "language": words.language,
        "words": words.starting(SPOKEN),
        "chapters": [{"id": each, "title": texts.chapter(each)} for each in book.source.chapters],
        "rules": [
            {
                "id": rule.id,
                "chapter": rule.chapter,
                "text": texts.rule(rule.id),
                "when": rule.when,
                "url": here.url(routes.rule(rule.id)),
            }
            for rule in book.source.rules.values()
        ],
        "options": [_option(axis, words, here) for axis in AXES if axis != "players"],
        "sheets": [
            {
                "id": sheet.id,
                "title": words.sheet(sheet).title,
                "summary": words.sheet(sheet).summary,
                "url": here.url(routes.sheet(sheet.id)),
                "options": {str(count): sheet.resolve(count).to_json() for count in sheet.players},
            }
            for sheet in book.sheets
        ],
        "conflicts": conflicts(),
        "unordered": sorted(UNORDERED),
        "labels": _labels(book, words),
    }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def _option(axis: str, words: Words, here: Here) -> dict[str, Any]:
    option = words.texts.option(axis)
    return {
        "id": axis,
        "title": option.title,
        "text": option.text,
        "chapter": option.chapter,
        "type": option.type,
        "menu": [{"value": value, "label": words.texts.value(axis, value)} for value in menus()[axis]],
        "needs": option.needs,
        "effective": EFFECTIVE.get(axis),
        "url": here.url(routes.option(axis)),
    }


def _labels(book: Book, words: Words) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {axis: {} for axis in AXES if axis != "players"}
    resolved = [sheet.resolve(count).options for sheet in book.sheets for count in sheet.players]
    for axis, labels in found.items():
        for value in [*menus()[axis], *(options[axis] for options in resolved)]:
            key = json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"))
            if key not in labels:
                labels[key] = words.texts.value(axis, value)
    return found


@cache
def menus() -> dict[str, list[Any]]:
    """Return for each axis what to choose from: its named values, what sheets use, and a few usual numbers."""
    from hearts_spec.texts import catalogue

    ours = [sheets.load(name) for name in sheets.ids()]
    resolved = [sheet.resolve(count).to_json() for sheet in ours for count in sheet.players]
    found: dict[str, list[Any]] = {}
    for axis in AXES:
        if axis == "players":
            continue
        option = catalogue().options[axis]
        named = [] if option.type in ("set", "cycle") else list(option.values)
        values = [*named, *SPAN.get(axis, ()), option.default, *(options[axis] for options in resolved)]
        if option.type == "set":
            values += [[], *([each] for each in option.values), list(option.values)]
        distinct = {json.dumps(value): value for value in map(_plain, values) if not sheets.by_count(value)}
        found[axis] = list(distinct.values())
    return found


@cache
def conflicts() -> list[dict[str, Any]]:
    """Return the settings that cannot stand together, found by asking for the rules of each pair."""
    base = {count: _usual(count) for count in PLAYERS}
    settings = [(axis, value) for axis, values in menus().items() for value in values]
    found: list[dict[str, Any]] = []
    for count in PLAYERS:
        for axis, value in settings:
            if _clash({**base[count], axis: value}) == {axis, "players"}:
                found.append({"a": [axis, value], "b": None, "players": count})
    for (one, value), (other, another) in combinations(settings, 2):
        if one != other and _clash({**base[4], one: value, other: another}) == {one, other}:
            found.append({"a": [one, value], "b": [other, another], "players": None})
    return found


def _usual(count: int) -> dict[str, Any]:
    """Return sound options for a number of players: those of the first of our sheets that is for it."""
    sheet = next(each for name in ("qdan", "cohen") if count in (each := sheets.load(name)).players)
    return sheet.resolve(count).to_json()


def _clash(options: dict[str, Any]) -> set[str]:
    try:
        Rules.from_options(options)
    except Impossible as problem:
        return set(problem.axes)
    except OptionError:
        return set()
    return set()


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return list(value)
    return dict(value) if isinstance(value, dict) else value
