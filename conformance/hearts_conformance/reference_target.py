"""The reference engine as one more implementation: what the suite judges to prove that it is consistent.

It declares everything.  Given other *readings* than the engine's own it is a mutant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import hearts_reference
from hearts_reference import READINGS, Match
from hearts_spec.cards import CARDS, NAMES, Mask, names
from hearts_spec.rules import PLAYERS, Rules

from . import __version__
from .implementation import CAPABILITIES, Deal, Description, Implementation, Observation, Refused, Setup, TrickCard
from .script import to_mask


class Reference(Implementation):
    """`hearts_reference.Match` behind the interface.

    *readings* replaces how single rules are read; *transform* changes the rules before a match is made.
    """

    def __init__(
        self,
        readings: hearts_reference.Readings = READINGS,
        transform: Callable[[Rules], Rules] | None = None,
    ) -> None:
        self.readings = readings
        self.transform = transform
        self.match: Match | None = None

    def describe(self) -> Description:
        """Declare every capability, axis and number of players."""
        return Description(
            name="heartspec reference engine",
            version=__version__,
            players=frozenset(PLAYERS),
            can=frozenset(CAPABILITIES),
            options={},
        )

    def start(self, setup: Setup) -> None:
        """Make a match under the options of *setup*."""
        rules = Rules.from_options(setup.options)
        self.match = Match(
            self.transform(rules) if self.transform else rules,
            self.readings,
            dealer=setup.dealer,
            round_number=setup.round,
            totals=setup.totals or None,
            limit_reached=setup.limit_reached,
        )

    def deal(self, deal: Deal) -> None:
        """Deal the next round."""
        self._do(lambda match: match.deal([to_mask(hand) for hand in deal.hands], to_mask(deal.kitty)))

    def pass_cards(self, seat: int, cards: Sequence[str]) -> None:
        """Select cards to pass."""
        self._do(lambda match: match.pass_cards(seat, [CARDS[name] for name in cards]))

    def play(self, seat: int, card: str) -> None:
        """Play a card."""
        self._do(lambda match: match.play(seat, CARDS[card]))

    def choose_moon(self, seat: int, choice: str) -> None:
        """Settle a moon."""
        self._do(lambda match: match.choose_moon(seat, choice))

    def _do(self, action: Callable[[Match], None]) -> None:
        try:
            action(self._match())
        except hearts_reference.Refused as refusal:
            raise Refused(refusal.rule) from None

    def _match(self) -> Match:
        if self.match is None:
            raise RuntimeError("no match has been started")
        return self.match

    def observe(self) -> Observation:
        """Tell all that can be seen at an open table."""
        match = self._match()
        trick = match.trick
        return Observation(
            phase=match.phase,
            turn=match.turn,
            legal=names(match.legal_mask) if match.phase == "play" else None,
            hands=[_names(hand) for hand in match.hands],
            trick=None if trick is None else [TrickCard(seat=seat, card=NAMES[card]) for seat, card in trick],
            trick_winner=match.trick_winner,
            captured=[_names(pile) for pile in match.captured],
            kitty=None if match.kitty_seen is None else names(match.kitty_seen),
            broken=match.broken,
            round=match.round_number,
            dealer=match.dealer,
            direction=match.direction,
            round_points=_list(match.round_points),
            totals=list(match.totals),
            over=match.over,
            winners=_list(match.winners),
            places=_list(match.places),
        )

    def close(self) -> None:
        """Let go of the match."""
        self.match = None


@lru_cache(maxsize=1 << 10)
def _names(cards: Mask) -> tuple[str, ...]:
    """Name the cards of a set; a card changes one hand, and the others are named as they were before."""
    return tuple(names(cards))


def _list(values: Sequence[int] | None) -> list[Any] | None:
    return None if values is None else list(values)
