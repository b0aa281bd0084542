"""Counts legal continuations on the reference engine, through nothing but ``play``, ``undo`` and ``legal_mask``.

A continuation of depth *d* is a sequence of *d* cards, each legal when it is played.  It ends with the round at the
latest, so that depth never exceeds the cards that are held.  Beside their number goes the sum of the points at their
ends, by seat: the points of the round where a continuation ends it (raw card points while a moon choice is open),
and otherwise the values of the cards captured in tricks so far.  The numbers tell which cards are legal; the points
tell who takes tricks, what cards are worth and what a moon does.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hearts_reference import Match
from hearts_spec.cards import NAMES, Card, Mask, members

ALL_THERE_ARE: Final = sys.maxsize


@dataclass(frozen=True)
class Counts:
    """What there is below a position."""

    by_depth: tuple[int, ...]
    """The number of continuations of one card, of two, and so on."""
    points: tuple[int, ...] | None
    """By seat the sum of the points at the ends of the longest; None where they cannot be seen."""

    @property
    def depth(self) -> int:
        """How many cards the longest have."""
        return len(self.by_depth)

    @property
    def nodes(self) -> int:
        """How many of the longest there are; 1, the position itself, at depth 0."""
        return self.by_depth[-1] if self.by_depth else 1


class TooDeep(ValueError):
    """More cards were to be played than are held; ``str`` is one sentence."""

    def __init__(self, depth: int, left: int, position: str = "") -> None:
        where = f"{position}: " if position else ""
        super().__init__(f"{where}there is no depth {depth}, since only {left} cards are left to play")
        self.depth = depth
        self.left = left


class Exceeded(Exception):
    """There are more continuations than were expected."""


def cards_left(match: Match) -> int:
    """Return how many cards are left to play in the round."""
    return sum(hand.bit_count() for hand in match.hands) if match.phase == "play" else 0


def count(match: Match, depth: int, most: Sequence[int] = ()) -> Counts:
    """Count the continuations of up to *depth* cards; the match is left as it was.

    Raises `TooDeep` for a depth beyond the end of the round, and `Exceeded`, which spares the rest, as soon as there
    are more than the *most* that were expected of a depth.
    """
    left = cards_left(match)
    if not 0 <= depth <= left:
        raise TooDeep(depth, left)
    counter = _Counter(match, depth, most or (ALL_THERE_ARE,) * depth)
    if depth:
        counter.below(0, len(match.trick or ()), counter.worth())
    else:
        counter.add(1, counter.worth())
    return Counts(tuple(counter.nodes), tuple(counter.points))


def divide(match: Match, depth: int) -> dict[str, Counts]:
    """Return, by each legal card, what there is below it at *depth* less one; the sum is `count` less its root."""
    if not 1 <= depth <= cards_left(match):
        raise TooDeep(depth, cards_left(match))
    parts = {}
    for card in members(match.legal_mask):
        play(match, card)
        parts[NAMES[card]] = count(match, depth - 1)
        match.undo()
    return parts


def play(match: Match, card: Card) -> None:
    """Let the seat whose turn it is play *card*."""
    assert match.turn is not None
    match.play(match.turn, card)


class _Counter:
    """One search: what it has counted so far."""

    def __init__(self, match: Match, depth: int, most: Sequence[int]) -> None:
        self.match = match
        self.depth = depth
        self.most = most
        self.players = match.rules.players
        self.worths = _worths(match)
        self.nodes = [0] * depth
        self.points = [0] * self.players

    def worth(self) -> tuple[int, ...]:
        """Return the points of each seat where the match stands."""
        match = self.match
        if match.turn is None:
            assert match.round_points is not None
            return match.round_points
        points = []
        for pile in match.captured:
            total = 0
            for value, cards in self.worths:
                total += value * (pile & cards).bit_count()
            points.append(total)
        return tuple(points)

    def add(self, times: int, worth: tuple[int, ...]) -> None:
        """Enter so many ends that are *worth* the same points."""
        for seat, each in enumerate(worth):
            if each:
                self.points[seat] += times * each

    def below(self, level: int, table: int, worth: tuple[int, ...]) -> None:
        """Count below the match as it stands, *level* cards down, with *table* cards in the trick.

        *worth* are the points so far; they change only where a trick is complete, and only there have the last cards
        really to be played.
        """
        match = self.match
        legal: Mask = match.legal_mask
        self.nodes[level] += legal.bit_count()
        if self.nodes[level] > self.most[level]:
            raise Exceeded
        completes = table + 1 == self.players
        last = level + 1 == self.depth
        if last and not completes:
            self.add(legal.bit_count(), worth)
            return
        turn = match.turn
        assert turn is not None
        while legal:
            bit = legal & -legal
            legal ^= bit
            match.play(turn, bit.bit_length() - 1)
            now = self.worth() if completes and (last or match.turn is not None) else worth
            try:
                if last:
                    self.add(1, now)
                else:
                    self.below(level + 1, 0 if completes else table + 1, now)
            finally:
                match.undo()


def _worths(match: Match) -> list[tuple[int, Mask]]:
    """Return the cards that are worth points as a set for each value; the kitty is no part of a trick."""
    found: dict[int, Mask] = {}
    for card in members(match.rules.pack & ~match.kitty):
        value = match.rules.values[card]
        found[value] = found.get(value, 0) | 1 << card
    return [(value, cards) for value, cards in found.items() if value]
