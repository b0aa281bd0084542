"""A verdict put into lines: what was expected, what was seen, where, and under which rule.

The terminal report, the pytest plugin and whatever else speaks to people show the same lines, see
`hearts_conformance.draw`.  Labels and rules come in the reader's language; the sentence of a difference is the
runner's, in English.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from hearts_conformance import draw
from hearts_conformance.draw import Line
from hearts_conformance.verdict import Difference, Kind, Verdict
from hearts_spec.cards import CARDS
from hearts_spec.texts import CHAPTERS

STDERR_FIRST = 3
"""How many of the first lines of standard error are shown."""
STDERR_LAST = 9
"""How many of the last ones are."""
BROKEN = frozenset({Kind.CRASH, Kind.HANG, Kind.PROTOCOL_FAULT, Kind.NOT_RUN, Kind.SUITE_BUG})
"""The kinds that say nothing about a rule."""
MOST_RULES = 3
"""How many rules are told in full; the others are named."""
MOST_MISREADINGS = 2
"""How many misreadings of rules are told; the others are counted."""
SEAT = frozenset({"takes", "turn", "dealer"})
"""What is seen as one seat."""
SEATS = frozenset({"winners"})
"""What is seen as a list of seats."""
BY_SEAT = frozenset({"points", "totals", "places", "sizes"})
"""What is seen as one number a seat."""


class Words(Protocol):
    """What is asked of `hearts_spec.texts.in_language`."""

    def rule(self, rule: str, /) -> str:
        """Return the sentence of a rule."""

    def message(self, key: str, /, **fields: Any) -> str:
        """Return a fixed phrase."""


def heading(verdict: Verdict) -> str:
    """Return what names a verdict: the case, the sheet and the number of players."""
    return f"{verdict.id} · {verdict.sheet} · {verdict.players} players"


def explain(verdict: Verdict, words: Words, width: int = draw.WIDTH) -> list[Line]:
    """Return everything that a person needs to see why a verdict is what it is, the heading left out."""
    lines: list[Line] = [[(each, "bold")] for each in textwrap.wrap(verdict.title, width)]
    if verdict.detail and not verdict.first:
        lines += wrapped(verdict.detail, width)
    if verdict.options:
        lines += behind("with", options_text(verdict.options), width)
    if verdict.first:
        lines += _first(verdict.first, words, width)
        for difference in verdict.differences[1:]:
            lines += behind("also", difference.sentence, width)
        if verdict.detail != verdict.first.sentence:
            lines += behind("also", verdict.detail, width)
    if verdict.behaves_as:
        lines += behind("behaves as if", as_if(verdict.behaves_as), width)
    for each in verdict.misread_as[:MOST_MISREADINGS]:
        lines += behind("behaves as if", str(each), width)
    if verdict.misread_as[MOST_MISREADINGS:]:
        lines += behind("", f"or as {len(verdict.misread_as) - MOST_MISREADINGS} other misreadings have it", width)
    if verdict.kind not in BROKEN:
        lines += _rules(ruled(verdict), words, width)
    if verdict.reason:
        lines += behind("known", verdict.reason, width)
    if verdict.link:
        lines.append(draw.labelled("see", [(verdict.link, "")]))
    for phrase in verdict.unobserved:
        lines += behind("not seen", phrase, width)
    lines += _stderr(verdict.stderr)
    if verdict.rerun:
        lines.append(draw.labelled("rerun", [(verdict.rerun, "bold")]))
    return lines


def alike(verdict: Verdict) -> tuple[str, ...]:
    """Return what failures that are told together share: the rules they turn on, or how the target broke."""
    if verdict.kind in BROKEN:
        return str(verdict.kind), verdict.detail.partition(" (after ")[0]
    return str(verdict.kind), *ruled(verdict)


def ruled(verdict: Verdict) -> tuple[str, ...]:
    """Return the rules that a failure turns on: those of its first difference, otherwise those the case decides."""
    if verdict.first and verdict.first.rules:
        return verdict.first.rules
    return verdict.rules


def reading_order(chapter: str) -> tuple[int, str]:
    """Return what sorts chapters as a reader meets them; those of a stranger's scenarios come last."""
    return (CHAPTERS.index(chapter) if chapter in CHAPTERS else len(CHAPTERS)), chapter


def _first(difference: Difference, words: Words, width: int) -> list[Line]:
    """Return what differs, where, what was expected and what was seen."""
    what = difference.what
    lines: list[Line] = [] if what == "legal" else wrapped(difference.sentence, width)
    if difference.position:
        lines += draw.seat_view(difference.position)
    lines += behind_line("moves", draw.history(difference.history), width)
    for label, value, other in (
        ("report.expected", difference.expected, difference.seen),
        ("report.seen", difference.seen, difference.expected),
    ):
        lines += behind_line(words.message(label).lower(), say(what, value, other), width)
    if what == "legal" and _are_cards(difference.expected) and _are_cards(difference.seen):
        lines += _too_many("may not", difference.seen, difference.expected, width)
        lines += _too_many("may", difference.expected, difference.seen, width)
    return lines


def _too_many(label: str, names: Sequence[str], than: Sequence[str], width: int) -> list[Line]:
    extra = [name for name in names if name not in than]
    return behind_line(label, _cards(extra), width) if extra else []


def say(what: str, value: Any, other: Any = None) -> Line:
    """Return a value as people read it, by *what* it is the value of; where *other* differs, it stands out."""
    if value is None:
        return [("none", "dim")]
    if isinstance(value, bool):
        return [("yes" if value else "no", "")]
    if what in SEAT and isinstance(value, int):
        return [(f"seat {value}", "")]
    if what in SEATS and isinstance(value, Sequence) and value:
        return [(f"seat{'s' if len(value) > 1 else ''} {', '.join(map(str, value))}", "")]
    if what in BY_SEAT and isinstance(value, Sequence):
        return _by_seat(value, other)
    if isinstance(value, str):
        return [draw.one(value)]
    if _are_cards(value):
        return _cards(value)
    if _are_piles(value):
        return [piece for seat, cards in value for piece in ((f"seat {seat}: ", "dim"), *_cards(cards), ("  ", ""))][
            :-1
        ]
    return [(json.dumps(value, ensure_ascii=False), "")]


def _by_seat(values: Sequence[Any], other: Any) -> Line:
    others = other if isinstance(other, Sequence) and len(other) == len(values) else values
    line: Line = [("by seat ", "dim")]
    for value, its in zip(values, others, strict=True):
        width = max(len(str(value)), len(str(its)))
        line += [("  ", ""), (str(value).rjust(width), "" if value == its else "bold")]
    return line


def _are_cards(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(each, str) and each in CARDS for each in value)


def _are_piles(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(
        isinstance(each, list | tuple) and len(each) == 2 and isinstance(each[0], int) and _are_cards(each[1])
        for each in value
    )


def _cards(names: Iterable[str]) -> Line:
    in_order = sorted(names, key=lambda each: (CARDS[each] // 13, -CARDS[each]))
    return draw.cards(in_order) if in_order else [("no card", "dim")]


def _rules(rules: Sequence[str], words: Words, width: int) -> list[Line]:
    lines: list[Line] = []
    for rule in rules[:MOST_RULES]:
        lines += _rule(rule, words, width)
    if rules[MOST_RULES:]:
        lines += behind("", f"and {', '.join(rules[MOST_RULES:])}", width)
    return lines


def _rule(rule: str, words: Words, width: int) -> list[Line]:
    return behind(words.message("report.rule").lower(), f"{rule}: {words.rule(rule)}", width)


def as_if(found: Sequence[tuple[str, Any]]) -> str:
    """Return options under which what was seen would be right, as a sentence goes on after *behaves as if*."""
    return ", or ".join(f"{axis} were {options_text({axis: value}).partition('=')[2]}" for axis, value in found)


def options_text(options: Mapping[str, Any]) -> str:
    """Return options as a command line sets them."""
    return ", ".join(
        f"{axis}={json.dumps(value, ensure_ascii=False).strip(chr(34))}" for axis, value in options.items()
    )


def _stderr(text: str) -> list[Line]:
    """Return the first and the last lines of what was written to standard error."""
    if not text.strip():
        return []
    rows = [f"| {each}" for each in text.rstrip().splitlines()]
    left = len(rows) - STDERR_FIRST - STDERR_LAST
    if left > 0:
        rows[STDERR_FIRST:-STDERR_LAST] = [f"… {left} lines, then"]
    return [draw.labelled("stderr", [(each, "dim")]) for each in rows]


def wrapped(text: str, width: int, indent: int = 0) -> list[Line]:
    """Return a text in lines of at most *width* characters."""
    return [[(each, "")] for each in textwrap.wrap(text, width - indent, break_long_words=False)]


def behind(label: str, text: str, width: int) -> list[Line]:
    """Return a text in lines behind a label."""
    first, *rest = textwrap.wrap(text, width - draw.LABEL, break_long_words=False) or [""]
    return [draw.labelled(label, [(first, "")]), *(draw.labelled("", [(each, "")]) for each in rest)]


def behind_line(label: str, line: Line, width: int) -> list[Line]:
    """Return a drawn line behind a label, broken between its pieces where it is too long."""
    rows: list[Line] = [[]]
    used = 0
    for word in _words(line):
        length = sum(len(text) for text, _ in word)
        if rows[-1] and used + length > width - draw.LABEL:
            rows.append([])
            used = 0
        rows[-1] += word if rows[-1] else word[word[0][0].isspace() :]
        used += length
    return [draw.labelled("" if number else label, row) for number, row in enumerate(rows)]


def _words(line: Line) -> Iterator[Line]:
    """Yield the parts of a line that stay together, each with the space before it."""
    part: Line = []
    for piece in line:
        if piece[0].isspace() and part:
            yield part
            part = []
        part.append(piece)
    if part:
        yield part
