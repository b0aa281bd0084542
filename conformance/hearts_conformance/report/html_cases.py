"""A verdict as HTML: the position drawn, what was expected and what was seen, the rule, and how to see it again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from hearts_conformance import translated
from hearts_conformance.draw import Line, cards
from hearts_conformance.verdict import Difference, Misreading, Position, Verdict
from hearts_spec.cards import CARDS
from hearts_spec.rules import DIRECTIONS
from hearts_spec.texts import ENGLISH, Texts

from . import html_cards
from .markup import cut, shown, visible
from .words import BROKEN, BY_SEAT, MOST_MISREADINGS, MOST_RULES, SEAT, SEATS, options_text, ruled, say

LONGEST: Final = 2_000
"""How many characters of a sentence are shown."""
LONGEST_STDERR: Final = 4_000
MOST_MOVES: Final = 16
"""How many of the last moves are shown."""
NAMED: Final = {"phase": ("deal", "pass", "play", "moon", "over"), "direction": DIRECTIONS}
"""What is seen as one of a few words, which every language has."""
STYLES: Final = {"red": "red", "bold": "strong", "dim": "dim"}
"""The class of each style of a drawn line."""


def told(verdict: Verdict, words: Texts, rule: str = "") -> str:
    """Return everything that a person needs to see why a verdict is what it is.

    The sentence of *rule* is left out, for a place where it stands already.
    """
    first = verdict.first
    drawn = _drawn(first, words) if first else ""
    ways = [_as_if(*each, words) for each in verdict.behaves_as]
    ways += [_misread_as(each, words) for each in verdict.misread_as[:MOST_MISREADINGS]]
    as_if = "".join(f'<p class="as-if">{each}</p>' for each in ways)
    rows = "".join(_row(label, list(html)) for label, html in groupby(_rows(verdict, words, rule), key=itemgetter(0)))
    listed = f"<dl>{rows}</dl>" if rows else ""
    return f'<div class="case">{heading(verdict, words)}{drawn}{as_if}{listed}{rerun(verdict, words)}</div>\n'


def _row(label: str, said: Iterable[tuple[str, str]]) -> str:
    return f"<dt>{escape(label)}</dt>" + "".join(f"<dd>{html}</dd>" for _, html in said)


def named(verdicts: Iterable[Verdict], words: Texts) -> str:
    """Return cases as nothing but the commands that judge each of them alone."""
    commands = "\n".join(shown(each.rerun or f"{each.id} {each.sheet} {each.players}", LONGEST) for each in verdicts)
    return _command(commands, words)


def heading(verdict: Verdict, words: Texts) -> str:
    """Return the title of a case and what names it."""
    players = words.counted("number.players", verdict.players)
    parts = [f"<code>{breakable(verdict.id)}</code>", breakable(verdict.sheet), escape(players)]
    if verdict.options:
        parts.append(f"<code>{breakable(options_text(verdict.options))}</code>")
    name = title(verdict, words)
    shown_title = f'<p class="title">{name}</p>' if name else ""
    return f'{shown_title}<p class="where">{" · ".join(parts)}</p>'


def title(verdict: Verdict, words: Texts) -> str:
    """Return the title of a case: in the language of the page where the suite has it, otherwise in English."""
    own = translated.title(verdict.id, words.language)
    return escape(own) if own else english(shown(verdict.title, LONGEST), words)


def english(html: str, words: Texts) -> str:
    """Return text that is English whatever the language of the page, marked as such."""
    return html if words.language == ENGLISH else f'<span lang="en">{html}</span>'


def breakable(name: str) -> str:
    """Return a name as markup that may be broken behind its separators."""
    return shown(name, LONGEST).replace("/", "/<wbr>").replace(".", ".<wbr>")


def rerun(verdict: Verdict, words: Texts) -> str:
    """Return the command that judges this case alone."""
    return _command(shown(verdict.rerun, LONGEST), words) if verdict.rerun else ""


def _command(command: str, words: Texts) -> str:
    label = escape(words.message("report.rerun"))
    return f'<div class="rerun"><small>{label}</small><pre>{command}</pre></div>'


# The rows.


def _rows(verdict: Verdict, words: Texts, rule: str) -> Iterator[tuple[str, str]]:
    first = verdict.first
    if first is None or first.what != "legal":
        sentence = first.sentence if first else verdict.detail
        if sentence:
            yield words.message("report.page.found"), english(shown(sentence, LONGEST), words)
    if first:
        yield from _first(first, words)
    for each in verdict.differences[1:]:
        yield words.message("report.page.also"), english(shown(each.sentence, LONGEST), words)
    if first and verdict.detail != first.sentence:
        yield words.message("report.page.also"), english(shown(verdict.detail, LONGEST), words)
    if verdict.kind not in BROKEN:
        yield from _rules([each for each in ruled(verdict) if each != rule], words)
    for phrase in verdict.unobserved:
        yield words.message("verdict.unobserved"), english(shown(phrase, LONGEST), words)
    if verdict.stderr.strip():
        end = escape(visible(cut(verdict.stderr.rstrip(), LONGEST_STDERR, ends=True)))
        yield words.message("report.page.stderr"), f"<pre>{end}</pre>"


def _first(difference: Difference, words: Texts) -> Iterator[tuple[str, str]]:
    what = difference.what
    expected, seen = difference.expected, difference.seen
    yield words.message("report.expected"), value(what, expected, seen, words)
    yield words.message("report.seen"), value(what, seen, expected, words)
    for mark, names in (("wrong", _extra(difference)), ("barred", _missing(difference))):
        if names and what == "legal":
            yield words.message(f"report.page.{mark}"), f'<i class="swatch {mark}"></i>{_line(say(what, names))}'
    if difference.history:
        yield words.message("report.page.moves"), _moves(difference.history)


def _moves(history: Sequence[str]) -> str:
    """Return the last moves, each with the seat that made it."""
    left_out = '<span class="move">…</span> ' if history[MOST_MOVES:] else ""
    moves = (move.partition(": ") for move in history[-MOST_MOVES:])
    return left_out + " ".join(
        f'<span class="move"><span class="dim">{shown(who)}</span> {_line(cards(what.split()))}</span>'
        for who, _, what in moves
    )


def value(what: str, seen: Any, other: Any, words: Texts) -> str:
    """Return a value as people read it, by *what* it is the value of; where *other* differs, it stands out."""
    if seen is None or seen == []:
        return escape(words.message("value.none"))
    if what in NAMED and seen in NAMED[what]:
        return escape(words.message(f"{what}.{seen}"))
    if isinstance(seen, bool):
        return escape(words.message("value.yes" if seen else "value.no"))
    if what in SEAT and isinstance(seen, int):
        return escape(words.message("position.seat", number=seen))
    if what in SEATS and isinstance(seen, Sequence) and not isinstance(seen, str):
        return shown(words.listed([words.message("position.seat", number=seat) for seat in seen]), LONGEST)
    if what in BY_SEAT and isinstance(seen, Sequence) and not isinstance(seen, str):
        return _by_seat(seen, other, words)
    return _line(say(what, seen, other))


def _by_seat(values: Sequence[Any], other: Any, words: Texts) -> str:
    others = other if isinstance(other, Sequence) and len(other) == len(values) else values
    cells = []
    for seat, (mine, its) in enumerate(zip(values, others, strict=True)):
        style = "" if mine == its else ' class="strong"'
        number = f"<b{style}>{shown(str(mine), LONGEST)}</b>"
        cells.append(f"<span>{escape(words.message('position.seat', number=seat))} {number}</span>")
    return f'<span class="by-seat">{"".join(cells)}</span>'


def _line(line: Line) -> str:
    """Return a drawn line as spans, its texts cut so that no value is endless."""
    pieces = []
    for text, style in line:
        html = shown(text, LONGEST)
        pieces.append(f'<span class="{STYLES[style]}">{html}</span>' if style in STYLES and text.strip() else html)
    return "".join(pieces)


def _as_if(axis: str, value: Any, words: Texts) -> str:
    try:
        said = words.message(
            "report.behaves-as-if", axis=f"“{words.option(axis).title}”", value=f"“{words.value(axis, value)}”"
        )
    except LookupError:
        said = words.message("report.behaves-as-if", axis=axis, value=json.dumps(value))
    return f"{shown(said)} <code>{breakable(options_text({axis: value}))}</code>"


def _misread_as(found: Misreading, words: Texts) -> str:
    said = shown(words.message("report.misread-as", rule=found.rule))
    own = translated.misreading(found.mutant, words.language)
    return f"{said} {escape(own) if own else english(shown(found.misreading, LONGEST), words)}"


def _rules(rules: Sequence[str], words: Texts) -> Iterator[tuple[str, str]]:
    for rule in rules[:MOST_RULES]:
        yield words.message("report.rule"), f"{rule_text(rule, words)} <code>{breakable(rule)}</code>"
    if rules[MOST_RULES:]:
        others = " ".join(f"<code>{breakable(rule)}</code>" for rule in rules[MOST_RULES:])
        yield words.message("report.rule"), others


def rule_text(rule: str, words: Texts) -> str:
    """Return the sentence of a rule; its id where a scenario of one's own names one that is not ours."""
    try:
        return escape(words.rule(rule))
    except LookupError:
        return breakable(rule)


# The drawing.


def drawable(difference: Difference) -> bool:
    """Tell whether there is a trick or a hand to draw."""
    return bool(difference.position and (difference.position.trick or _hand(difference.position)))


def _hand(position: Position) -> tuple[str, ...]:
    """Return the hand of the seat whose turn it is."""
    turn = position.turn
    return () if turn is None or turn >= len(position.hands) else position.hands[turn]


def _drawn(difference: Difference, words: Texts) -> str:
    """Return the trick on the table and the hand that is concerned, the cards in question marked."""
    position = difference.position
    if position is None:
        return ""
    rows = []
    if position.trick:
        rows.append((words.message("report.page.table"), html_cards.trick(position.trick, words)))
    if held := _hand(position):
        drawn = html_cards.hand(held, words, _marks(difference, held))
        rows.append((words.message("position.seat", number=position.turn), drawn))
    drawings = "".join(f"<div><b>{escape(label)}</b>{drawn}</div>" for label, drawn in rows)
    return f'<div class="table">{drawings}</div>' if rows else ""


def _marks(difference: Difference, held: Iterable[str]) -> dict[str, str]:
    """Return the class of each card that is wrongly playable or wrongly not, and of those that rightly are not."""
    marks: dict[str, str] = {}
    if difference.what == "legal":
        marks |= {name: "back" for name in held if name not in _cards(difference.expected)}
    if difference.what in ("legal", "accept"):
        marks |= dict.fromkeys(_extra(difference), "wrong") | dict.fromkeys(_missing(difference), "barred")
    return marks


def _extra(difference: Difference) -> list[str]:
    """Return the cards that are playable and should not be, where all that should be are known."""
    if difference.what != "legal":
        return []
    return [name for name in _cards(difference.seen) if name not in _cards(difference.expected)]


def _missing(difference: Difference) -> list[str]:
    return [name for name in _cards(difference.expected) if name not in _cards(difference.seen)]


def _cards(value: Any) -> Iterable[str]:
    values = [value] if isinstance(value, str) else value if isinstance(value, list | tuple) else []
    return [each for each in values if isinstance(each, str) and each in CARDS]
