"""A game as it was played on the reference: what to do, and what must then be seen.

The whole game is played on the reference before the target hears of it.  So the end can be bent before the
beginning: the totals with which a match starts are chosen when the points of its last round are known, and so it
ends in a tie, or just at the limit.  And a target that takes many moves in one request can be sent them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from hearts_conformance.implementation import Setup
from hearts_reference import Match, Readings, Refused
from hearts_spec.cards import Card, Mask
from hearts_spec.rules import Rules

from .believing import NOTHING, Belief

FIELDS: Final = (
    "phase",
    "turn",
    "legal",
    "hands",
    "trick",
    "trick_winner",
    "captured",
    "kitty",
    "broken",
    "round",
    "dealer",
    "direction",
    "round_points",
    "totals",
    "over",
    "winners",
    "places",
)
"""What is compared after every move: the fields of an observation."""

View = tuple[Any, ...]
"""The values of `FIELDS`, sets of cards as integers, lists as tuples: the form of `sight.Sight`."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal a round.  ``plain`` are the hands at the first lead, for whoever does not play the pass."""

    hands: tuple[Mask, ...]
    kitty: Mask = 0

    def do(self, match: Match) -> None:
        """Make this move."""
        match.deal(self.hands, self.kitty)


@dataclass(frozen=True, slots=True)
class Pass:
    """Select cards to pass."""

    seat: int
    cards: tuple[Card, ...]

    def do(self, match: Match) -> None:
        """Make this move."""
        match.pass_cards(self.seat, self.cards)


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card."""

    seat: int
    card: Card

    def do(self, match: Match) -> None:
        """Make this move."""
        match.play(self.seat, self.card)


@dataclass(frozen=True, slots=True)
class Choose:
    """Settle a moon."""

    seat: int
    choice: str

    def do(self, match: Match) -> None:
        """Make this move."""
        match.choose_moon(self.seat, self.choice)


Move = Deal | Pass | Play | Choose


@dataclass(frozen=True, slots=True)
class Probe:
    """A move against the rules, thrown in: it must be refused by ``rule``, and change nothing."""

    move: Move
    rule: str | None


@dataclass(frozen=True)
class Game:
    """A match, or part of one: how it starts, what is done, and what the reference shows after each move."""

    rules: Rules
    dealer: int
    round: int = 1
    totals: tuple[int, ...] = ()
    limit_reached: bool = False
    moves: tuple[Move | Probe, ...] = ()
    views: tuple[View, ...] = ()
    corners: tuple[str, ...] = field(default=(), compare=False)
    """For each round the corner it was built for."""
    belief: Belief = NOTHING
    """How the target is known to play otherwise: the views are those of a reference that plays so too."""

    @property
    def rounds(self) -> int:
        """How many rounds are dealt."""
        return sum(isinstance(move, Deal) for move in self.moves)

    def setup(self, options: Mapping[str, Any] | None = None) -> Setup:
        """Return what a target is told at the start."""
        return Setup(
            self.rules.to_json() if options is None else options,
            self.rules.players,
            self.dealer,
            self.round,
            self.totals or (0,) * self.rules.players,
            self.limit_reached,
        )

    def match(self, rules: Rules | None = None, readings: Readings | None = None) -> Match:
        """Return a match at the start of this game, under other rules or readings where they are given."""
        return Match(
            self.belief.rules(self.rules) if rules is None else rules,
            self.belief.readings() if readings is None else readings,
            dealer=self.dealer,
            round_number=self.round,
            totals=self.totals or None,
            limit_reached=self.limit_reached,
        )

    def upto(self, index: int) -> Game:
        """Return the game cut off after the move *index*."""
        return replace(self, moves=self.moves[: index + 1], views=self.views[: index + 1])

    def with_moves(self, moves: Sequence[Move | Probe]) -> Game | None:
        """Return this game with other moves; None where the reference does not accept them all."""
        views = replay(self.match(), moves)
        return None if views is None else replace(self, moves=tuple(moves), views=tuple(views))


def replay(match: Match, moves: Sequence[Move | Probe]) -> list[View] | None:
    """Make *moves* and return what is seen after each; None where one is refused, or a probe is not."""
    views: list[View] = []
    try:
        for move in moves:
            if isinstance(move, Probe):
                if refusal(match, move.move) is None:
                    return None
            else:
                move.do(match)
            views.append(view(match))
    except (Refused, ValueError):
        return None
    return views


def refusal(match: Match, move: Move) -> str | None:
    """Return the rule by which a move is refused; None where it is not, and then it has not been made either."""
    if isinstance(move, Play):
        return match.refusal(move.seat, move.card)
    try:
        move.do(match)
    except Refused as refused:
        return refused.rule
    match.undo()
    return None


def view(match: Match) -> View:
    """Return what can be seen of a match, in the order of `FIELDS`."""
    phase = match.phase
    if phase == "play":  # nearly always, and then the last fields need not be asked for
        return (
            phase,
            match.turn,
            match.legal_mask,
            match.hands,
            match.trick,
            match.trick_winner,
            match.captured,
            match.kitty_seen,
            match.broken,
            match.round_number,
            match.dealer,
            match.direction,
            None,
            match.totals,
            False,
            None,
            None,
        )
    return (
        phase,
        match.turn,
        None,
        match.hands,
        match.trick,
        match.trick_winner,
        match.captured,
        match.kitty_seen,
        match.broken,
        match.round_number,
        match.dealer,
        match.direction,
        match.round_points,
        match.totals,
        phase == "over",
        match.winners,
        match.places,
    )
