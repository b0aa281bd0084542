"""A verdict put into lines: what was expected, what was seen, where, and under which rule.

The terminal report, the pytest plugin and whatever else speaks to people show the same lines, see
`hearts_conformance.draw`.  Labels and rules come in the reader's language; the sentence of a difference is the
runner's, in English.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from hearts_conformance import draw
from hearts_conformance.draw import Line
from hearts_conformance.verdict import Difference, Kind, Verdict
from hearts_spec.cards import CARDS

STDERR_LINES = 12


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
    lines: list[Line] = [[(verdict.title, "bold")]] if verdict.title else []
    told = verdict.first.sentence if verdict.first else ""
    for sentence in dict.fromkeys(each for each in (told, verdict.detail) if each):
        lines += wrapped(sentence, width)
    if verdict.options:
        lines.append(draw.labelled("with", [(_options(verdict.options), "")]))
    for number, difference in enumerate(verdict.differences):
        lines += _difference(difference, words, width, first=number == 0)
    for rule in ruled(verdict):
        lines += _rule(rule, words, width)
    if verdict.reason:
        lines += behind("reason", verdict.reason, width)
    if verdict.link:
        lines.append(draw.labelled("link", [(verdict.link, "")]))
    for phrase in verdict.unobserved:
        lines += behind("not seen", phrase, width)
    lines += _stderr(verdict.stderr)
    if verdict.rerun:
        lines.append(draw.labelled("alone", [(verdict.rerun, "bold")]))
    return lines


def ruled(verdict: Verdict) -> tuple[str, ...]:
    """Return the rules that a failure turns on: those of its first difference, otherwise those the case decides."""
    if verdict.first and verdict.first.rules:
        return verdict.first.rules
    return verdict.rules


def _difference(difference: Difference, words: Words, width: int, *, first: bool) -> list[Line]:
    lines: list[Line] = []
    if first:
        if difference.position:
            lines += draw.seat_view(difference.position)
        lines.append(draw.labelled("moves", draw.history(difference.history)))
    elif difference.sentence:
        lines += behind("also", difference.sentence, width)
    lines += [
        draw.labelled(words.message("report.expected").lower(), say(difference.expected, difference.seen)),
        draw.labelled(words.message("report.seen").lower(), say(difference.seen, difference.expected)),
    ]
    return lines


def say(value: Any, other: Any = None) -> Line:
    """Return a value as people read it; cards that *other* lacks stand out."""
    if value is None:
        return [("none", "dim")]
    if isinstance(value, bool):
        return [("yes" if value else "no", "")]
    if isinstance(value, str):
        return [draw.one(value)]
    if _are_cards(value):
        return _cards(value, other if _are_cards(other) else value)
    if isinstance(value, Mapping):
        return _joined(f"{key}: {_plainly(each)}" for key, each in value.items())
    if isinstance(value, Sequence):
        return _joined(f"seat {seat}: {_plainly(each)}" for seat, each in enumerate(value))
    return [(str(value), "")]


def _joined(parts: Iterable[str]) -> Line:
    return [(" · ".join(parts), "")]


def _plainly(value: Any) -> str:
    if isinstance(value, str):
        return draw.one(value)[0]
    if _are_cards(value):
        return draw.plain([draw.cards(value)]) if value else draw.VOID
    return json.dumps(value, ensure_ascii=False)


def _are_cards(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(each, str) and each in CARDS for each in value)


def _cards(names: Sequence[str], other: Sequence[str]) -> Line:
    if not names:
        return [("no card", "dim")]
    line: Line = []
    for name in sorted(names, key=lambda each: (CARDS[each] // 13, -CARDS[each])):
        text, style = draw.one(name)
        line += [(text, style if name in other else f"{style} bold underline".strip()), (" ", "")]
    return line[:-1]


def _rule(rule: str, words: Words, width: int) -> list[Line]:
    return behind(words.message("report.rule").lower(), f"{rule}: {words.rule(rule)}", width)


def _options(options: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{axis}={json.dumps(value, ensure_ascii=False).strip(chr(34))}" for axis, value in options.items()
    )


def _stderr(text: str) -> list[Line]:
    if not text.strip():
        return []
    all_lines = text.rstrip().splitlines()
    shown = all_lines[-STDERR_LINES:]
    left = len(all_lines) - len(shown)
    lines: list[Line] = [draw.labelled("stderr", [(f"… {left} lines, then", "dim")])] if left else []
    return lines + [draw.labelled("stderr", [("| " + each, "dim")]) for each in shown]


def wrapped(text: str, width: int, indent: int = 0) -> list[Line]:
    """Return a text in lines of at most *width* characters."""
    return [[(each, "")] for each in textwrap.wrap(text, width - indent, break_long_words=False)]


def behind(label: str, text: str, width: int) -> list[Line]:
    """Return a text in lines behind a label."""
    first, *rest = textwrap.wrap(text, width - draw.LABEL, break_long_words=False) or [""]
    return [draw.labelled(label, [(first, "")]), *(draw.labelled("", [(each, "")]) for each in rest)]


def summary(kinds: Mapping[Kind, int]) -> str:
    """Return counts in one phrase: ``12 conforms, 1 deviates``."""
    return ", ".join(f"{kinds[kind]} {kind}" for kind in Kind if kinds.get(kind)) or "nothing"
