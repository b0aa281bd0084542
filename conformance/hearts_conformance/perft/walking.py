"""Two who play the same position, and the first move at which they part.

Where the counts of both differ, some legal set below differs, or somebody takes a trick or scores otherwise.  `walk`
goes down from the top: while both see the same cards legal, it takes the first card below which their counts differ,
until they see different things at one and the same moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from hearts_conformance.script import to_mask
from hearts_conformance.table import Table
from hearts_conformance.verdict import Position
from hearts_reference import Match
from hearts_spec.cards import CARDS, Mask, names

from . import counting
from .counting import Counts
from .positions import Start


class Side(Protocol):
    """Somebody who plays a position, one card after the other, and takes cards back."""

    def turn(self) -> int | None:
        """Return the seat whose turn it is; None when the round is over."""

    def legal(self) -> Mask:
        """Return the cards that it may play, a set in an integer."""

    def play(self, card: str) -> None:
        """Let that seat play a card."""

    def undo(self) -> None:
        """Take back the last card."""

    def count(self, depth: int) -> Counts:
        """Count the continuations of up to *depth* cards."""


class Engine:
    """The reference engine as one side."""

    def __init__(self, match: Match) -> None:
        self.match = match

    def turn(self) -> int | None:
        """Return the seat whose turn it is."""
        return self.match.turn

    def legal(self) -> Mask:
        """Return the cards that it may play."""
        return self.match.legal_mask

    def play(self, card: str) -> None:
        """Let that seat play a card."""
        counting.play(self.match, CARDS[card])

    def undo(self) -> None:
        """Take back the last card."""
        self.match.undo()

    def count(self, depth: int) -> Counts:
        """Count the continuations of up to *depth* cards, or fewer where the round ends before."""
        return counting.count(self.match, min(depth, counting.cards_left(self.match)))


def moves_and_table(start: Start, path: Sequence[str]) -> tuple[tuple[str, ...], Table]:
    """Return every card played in the round as a scenario writes moves, and the table after the last.

    *path* are the cards since the position.
    """
    table = Table(
        [to_mask(hand) for hand in start.hands], to_mask(start.kitty), start.leader, start.dealer, start.round
    )
    moves = []
    for name in (*start.played, *path):
        assert table.turn is not None
        moves.append(f"{table.turn}: {name}")
        table.play(table.turn, CARDS[name])
    return tuple(moves), table


@dataclass(frozen=True)
class Parting:
    """Where two sides part: the cards played to get there, and what each sees."""

    start: Start
    path: tuple[str, ...]
    """The cards played since the position."""
    turns: tuple[int | None, int | None]
    legal: tuple[tuple[str, ...], tuple[str, ...]]
    counts: tuple[Counts, Counts]
    """What each counts from there, to the depth at which they were compared."""

    @property
    def what(self) -> str:
        """What differs: ``turn``, ``legal``, or ``points``."""
        if self.turns[0] != self.turns[1]:
            return "turn"
        return "legal" if self.legal[0] != self.legal[1] else "points"

    @property
    def moves(self) -> tuple[str, ...]:
        """Every card played in the round, as a scenario writes moves."""
        return moves_and_table(self.start, self.path)[0]

    def position(self) -> Position:
        """Return what lies on the table there."""
        return replace(moves_and_table(self.start, self.path)[1].position(), turn=self.turns[0])

    def sentence(self, first: str, second: str) -> str:
        """Return what differs in a sentence that calls the sides by their names."""
        after = f"after {' '.join(self.path)}" if self.path else "at once"
        if self.what == "turn":
            turns = [("the round is over" if each is None else f"it is the turn of seat {each}") for each in self.turns]
            return f"{after}: by {first} {turns[0]}, by {second} {turns[1]}"
        if self.what == "points":
            scored = [" ".join(map(str, each.points or ())) for each in self.counts]
            return f"{after}: the points are {scored[0]} by {first}, {scored[1]} by {second}"
        mine, theirs = self.legal
        more = [card for card in theirs if card not in mine]
        less = [card for card in mine if card not in theirs]
        parts = [f"{' '.join(more)} may be played by {second} only"] if more else []
        parts += [f"{' '.join(less)} may be played by {first} only"] if less else []
        return f"{after}: {' and '.join(parts)}; {first} counts {len(mine)} legal cards, {second} {len(theirs)}"


def differ(a: Counts, b: Counts) -> bool:
    """Tell whether two counts differ in what both can see."""
    return a.by_depth != b.by_depth or (a.points is not None and b.points is not None and a.points != b.points)


def walk(start: Start, a: Side, b: Side, depth: int) -> Parting | None:
    """Return where two sides part within *depth* cards, None where they do not; both are left as they were."""
    path: list[str] = []
    try:
        while True:
            left = depth - len(path)
            if a.turn() != b.turn() or a.legal() != b.legal():
                return _parting(start, path, a, b, left)
            card = _next(a, b, left)
            if card is None:
                counts = a.count(left), b.count(left)
                return _parting(start, path, a, b, left) if differ(*counts) else None
            for side in (a, b):
                side.play(card)
            path.append(card)
    finally:
        for _ in path:
            a.undo()
            b.undo()


def _next(a: Side, b: Side, left: int) -> str | None:
    """Return the first card below which the two differ."""
    if not left:
        return None
    for card in names(a.legal()):
        a.play(card)
        b.play(card)
        parts = a.turn() != b.turn() or a.legal() != b.legal() or differ(a.count(left - 1), b.count(left - 1))
        a.undo()
        b.undo()
        if parts:
            return card
    return None


def _parting(start: Start, path: list[str], a: Side, b: Side, left: int) -> Parting:
    counts = a.count(left), b.count(left)
    legal = tuple(names(a.legal())), tuple(names(b.legal()))
    return Parting(start, tuple(path), (a.turn(), b.turn()), legal, counts)
