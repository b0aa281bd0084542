"""Differences in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hearts_conformance.draw import WIDTH, Line
from hearts_conformance.report.words import behind
from hearts_conformance.runner import LABELS
from hearts_spec.cards import NAMES, names

from .findings import Finding, Outcome
from .game import Choose, Deal, Move, Pass, Play, Probe
from .lockstep import ACCEPT, REASON, REFUSE, Clash

WORDS: Final = {
    "round_points": LABELS["points"],
    "trick_winner": LABELS["takes"],
}
"""What a sentence calls a field, where that is not how the scenario calls it."""
SETS: Final = ("legal", "kitty")
PILES: Final = ("hands", "captured")


def sentence(clash: Clash) -> str:
    """Return a difference in one sentence."""
    text = _sentence(clash)
    return text[:1].upper() + text[1:]


def _sentence(clash: Clash) -> str:
    when = after(clash.move)
    if clash.faulty:
        return f"{when} the target fails: {clash.sentence}"
    if clash.what == ACCEPT:
        return f"{act(clash.move)} is refused, which the rules allow"
    if clash.what == REFUSE:
        return f"{act(clash.move)} is accepted, against {clash.expected}"
    if clash.what == REASON:
        return f"{act(clash.move)} is refused by {clash.expected}, but the target names {clash.seen}"
    label = WORDS.get(clash.what, LABELS.get(clash.what, clash.what))
    if clash.what in PILES:
        seat = next(seat for seat, mine in enumerate(clash.expected) if mine != clash.seen[seat])
        mine, theirs = cards(clash.expected[seat]), cards(clash.seen[seat])
        return f"{when} {label} of seat {seat} should be {mine}, not {theirs}"
    return f"{when} {label} should be {shown(clash.what, clash.expected)}, not {shown(clash.what, clash.seen)}"


def after(move: Move | Probe) -> str:
    """Return when a difference was seen: after which move."""
    return f"after {act(move)}"


def act(move: Move | Probe) -> str:
    """Return a move in words."""
    if isinstance(move, Probe):
        return act(move.move)
    if isinstance(move, Play):
        return f"{NAMES[move.card]} by seat {move.seat}"
    if isinstance(move, Pass):
        return f"the selection {' '.join(NAMES[card] for card in move.cards)} of seat {move.seat}"
    if isinstance(move, Choose):
        return f"the choice to {move.choice} of seat {move.seat}"
    assert isinstance(move, Deal)
    return "the deal"


def cards(value: int | None) -> str:
    """Return a set of cards in words."""
    return "none" if value is None else " ".join(names(value)) or "no card"


def shown(field: str, value: Any) -> str:
    """Return the value of a field in words."""
    if field in SETS:
        return cards(value)
    if isinstance(value, tuple | list):
        return " ".join(map(str, value)) or "none"
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return str(value)


def lines(outcome: Outcome) -> Iterator[Line]:
    """Yield what a run found, for a person: each finding, then what was met and what never was."""
    for number, finding in enumerate(outcome.findings, start=1):
        yield from _finding(number, finding)
    counted = ", ".join(f"{each.sheet} with {each.players}" for each in outcome.settings)
    yield [(f"{outcome.rounds:,} rounds, {outcome.moves:,} moves", "bold"), (f" of {counted}; seed {outcome.seed}", "")]
    found = len(outcome.findings)
    yield [("0 differences", "bold green")] if not found else [(f"{found} finding{'s' * (found > 1)}", "bold red")]
    if outcome.stopped:
        yield from behind("ended early", outcome.stopped, WIDTH)
    met = len(outcome.watched) - len(outcome.never)
    yield [(f"{met} of {len(outcome.watched)} rules in force have decided something", "")]
    if outcome.never:
        yield from behind("never met", ", ".join(outcome.never), WIDTH)
    if outcome.seldom:
        seldom = ", ".join(f"{rule} {times}" for rule, times in outcome.seldom.items())
        yield from behind("seldom", seldom, WIDTH)


def _finding(number: int, finding: Finding) -> Iterator[Line]:
    yield [(f"{number}. ", "bold"), (finding.sentence, "bold red")]
    setting = finding.setting
    yield from behind("under", f"{setting.sheet}, {setting.players} players", WIDTH)
    if finding.rules:
        yield from behind("rules", ", ".join(finding.rules), WIDTH)
    if finding.behaves_as_if:
        yield from behind("behaves as if", finding.behaves_as_if, WIDTH)
    yield from behind("seen", f"{finding.sightings} times, first in piece {finding.piece}", WIDTH)
    if finding.path:
        yield from behind("scenario", finding.path, WIDTH)
    elif finding.written:
        yield []
        yield from ([(f"  {line}", "dim")] for line in finding.written.text.splitlines())
    else:
        yield from behind("scenario", "none could be written that fails alone", WIDTH)
    yield []
