"""Games that are wrong in a known way, for fuzzing to find."""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from typing import ClassVar

from hearts_conformance.implementation import Description, Implementation, Observation, Refused
from hearts_conformance.reference_target import Reference
from hearts_reference import READINGS, Match
from hearts_reference.legality import LEADING
from hearts_spec.cards import HEARTS, QUEEN, SUIT_OF
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


def _bans_stand(kept, before, rule, at):
    return kept if rule.startswith(("first-trick", "hearts")) else kept or before


class BansStand(Reference):
    """No ban is lifted: a hand of point cards has no card on the first trick, and one of hearts none to lead."""

    def __init__(self):
        super().__init__({**READINGS, "play.always-a-card": _bans_stand})


class EndsAtTies(Reference):
    """A tie ends the match, and so nothing is kept of a limit that has been reached."""

    def __init__(self):
        super().__init__({**READINGS, "match.tie-continues": lambda winners, rules: False})

    def start(self, setup):
        super().start(replace(setup, limit_reached=False))


class LooksTooSoon(Reference):
    """The limit is looked at before a moon is settled; and a tie may end the match."""

    def __init__(self, **also):
        def settled(raw, shooter, amount):
            self.raw = raw
            return READINGS["moon.add"](raw, shooter, amount)

        def added_up(totals, points):
            self.looked_at = [total + point for total, point in zip(totals, self.raw or points, strict=True)]
            self.raw = None
            return READINGS["score.cumulative"](totals, points)

        def limit_reached(totals, limit, reached):
            looked_at, self.looked_at = self.looked_at or totals, None
            return any(reached(total, limit) for total in looked_at)

        self.raw = self.looked_at = None
        super().__init__(
            {
                **READINGS,
                "moon.add": settled,
                "score.cumulative": added_up,
                "match.limit": limit_reached,
                **also,
            }
        )


class LooksTooSoonAndEndsAtTies(LooksTooSoon):
    """The limit is looked at before a moon is settled, and a tie ends the match."""

    def __init__(self):
        super().__init__(**{"match.tie-continues": lambda winners, rules: False})

    def start(self, setup):
        super().start(replace(setup, limit_reached=False))


class ClearsLate(Reference):
    """A trick lies on the table until the next card, and whoever leads that is told to follow suit."""

    def __init__(self):
        def leads(winner, at):
            self.led = at.led
            return winner

        def follows(cards, at):
            return cards & SUIT_OF[self.led if at.led is None else at.led]

        def filters(situation, rules):
            return (("play.follow-suit",),) if situation == LEADING else READINGS["play.precedence"](situation, rules)

        changed = {"trick.winner-leads": leads, "play.follow-suit": follows, "play.precedence": filters}
        super().__init__({**READINGS, **changed})


class BreaksTheNextRound(Reference):
    """A heart that is the last card of a round breaks hearts for the next one."""

    def __init__(self):
        super().__init__({**READINGS, "hearts.break-per-round": lambda broken, rules: self.last_is_heart})
        self.last_is_heart = False

    def play(self, seat, card):
        super().play(seat, card)
        self.last_is_heart = card.endswith("H")

    def start(self, setup):
        self.last_is_heart = False
        super().start(setup)


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
