"""Games that are wrong in a known way, for fuzzing to find."""

from __future__ import annotations

import contextlib
import os
from typing import ClassVar

from hearts_conformance.implementation import Description, Implementation, Observation, Refused
from hearts_conformance.reference_target import Reference
from hearts_reference import READINGS, Match
from hearts_spec.cards import HEARTS, QUEEN
from hearts_spec.rules import Rules


def _no_queen_points(card, rules):
    return 0


def _dealer_stays(dealer, rules):
    return dealer


class TwoMistakes(Reference):
    """The queen of spades scores nothing, and the same seat deals every round."""

    def __init__(self):
        super().__init__({**READINGS, "score.queen": _no_queen_points, "deal.dealer-rotates": _dealer_stays})


class BansHeartsOnly(Reference):
    """The first trick bars no queen of spades."""

    def __init__(self):
        super().__init__({**READINGS, "first-trick.no-queen": lambda cards, at: cards})


class TakesAnything(Reference):
    """Whatever is played is taken."""

    def play(self, seat, card):
        with contextlib.suppress(Refused):
            super().play(seat, card)


class FallsOverMoons(Reference):
    """It fails when somebody has shot the moon."""

    def observe(self):
        if any(pile & (HEARTS | QUEEN) == HEARTS | QUEEN for pile in self._match().captured):
            raise ZeroDivisionError("no one left to blame")
        return super().observe()


class DiesOfQueens(Reference):
    """It ends its process when the queen of spades is played."""

    def play(self, seat, card):
        if card == "QS":
            os._exit(3)
        super().play(seat, card)


class StuckOnQueens(Reference):
    """It never answers when the queen of spades is played."""

    def play(self, seat, card):
        while card == "QS":
            pass
        super().play(seat, card)


class Least(Implementation):
    """The least that is worth judging: one round, nothing refused, three things to see; or the same with a mistake."""

    readings: ClassVar = READINGS

    def __init__(self):
        self.inner = Reference(self.readings)

    def describe(self):
        return Description("least", "1", frozenset({4}), frozenset({"legal"}), sheets=("qdan",))

    def start(self, setup):
        self.inner.start(setup)

    def deal(self, deal):
        self.inner.deal(deal)
        match = self.inner._match()
        if match.phase == "pass":
            rules = Rules.from_options({**match.rules.options, "pass.cycle": ["hold"]})
            self.inner.match = Match(rules, self.readings, dealer=match.dealer, round_number=match.round_number)
            self.inner.deal(deal)

    def play(self, seat, card):
        self.inner.play(seat, card)

    def observe(self):
        seen = self.inner.observe()
        return Observation(turn=seen.turn, legal=seen.legal, round_points=seen.round_points)


class LeastWrong(Least):
    """The least, counting nothing for the queen of spades."""

    readings: ClassVar = {**READINGS, "score.queen": _no_queen_points}
