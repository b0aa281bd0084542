"""A plan: one set of rules under one table of readings, settled before the first card.

Everything that the options and the readings settle once and for all is settled here: which reading answers which
question, which filters apply in which situation, what each card scores, which cards break hearts.  In play nothing
looks up an option or a rule id.  Plans by the book are kept, so that a second match under the same `Rules` does not
pay for its plan again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hearts_spec.cards import Card, Mask
from hearts_spec.rules import Rules

from . import ending, passing, scoring, tricks
from .legality import FIRST, FREE_OPENING, LATER, LEADING, OPENING, Chain, OnlyLed, once_broken, only_points
from .readings import CARDWISE, READINGS, Reading, Readings


class Plan:
    """What a match looks things up in: readings, and tables made with readings.

    A few are None where the reading is the book's own: the match then does on the spot what the book says, and saves
    a call for every trick.
    """

    def __init__(self, rules: Rules, readings: Readings) -> None:
        self.rules = rules
        self.by_the_book = readings is READINGS
        self._settle_legality(rules, readings)
        self._settle_passing(rules, readings)
        self._settle_tricks(rules, readings)
        self._settle_scoring(rules, readings)
        self._settle_ending(rules, readings)

    def _settle_legality(self, rules: Rules, readings: Readings) -> None:
        self.in_phase = readings["round.phase"]
        self.in_turn = readings["turn.in-order"]
        self.holds = readings["turn.own-card"]
        self.reason = readings["play.refusal-reason"]
        self.opening = Chain(FREE_OPENING if rules.opening == "any" else OPENING, rules, readings)
        self.leading = Chain(LEADING, rules, readings)
        self.first = Chain(FIRST, rules, readings)
        self.later = Chain(LATER, rules, readings)
        self.releases_points: Reading | None = None
        """The release from the one filter of a lead that has to be asked while hearts are unbroken."""
        self.lead_masks: tuple[Mask, ...] | None = None
        """The masks of a lead, lifted once hearts are broken; None where a reading has to look at the position."""
        filters = self.leading.filters
        if not filters or (len(filters) == 1 and once_broken in filters[0].releases):
            self.lead_masks = self.leading.plain_masks(None, once_broken, only_points)
        if filters and only_points in filters[0].releases:
            self.releases_points = only_points

    def _settle_passing(self, rules: Rules, readings: Readings) -> None:
        self.direction = readings["pass.direction-from-round"]
        self.selects = readings["pass.hold-no-selection"]
        self.checks = tuple((passing.REFUSALS.get(rule, rule), readings[rule]) for rule in passing.CHECKS)
        self.all_selected = readings["pass.simultaneous"]
        self.exchanged = readings["pass.atomic"]
        steps = passing.STEPS | {"across": readings["pass.across-even-only"](rules), passing.HOLD: 0}
        clockwise = readings["table.seats-clockwise"]
        self.receivers: dict[str | None, tuple[int, ...]] = {
            direction: tuple(clockwise(seat, step, rules) for seat in range(rules.players))
            for direction, step in steps.items()
        }
        """For each direction who receives the cards of each seat."""

    def _settle_tricks(self, rules: Rules, readings: Readings) -> None:
        self.hands_that_open = readings["open.after-pass"]
        opening_card = tricks.rule_of_opening_card(rules)
        self.opening_card = None if opening_card is None else readings[opening_card]
        self.holder = readings["open.lowest-club"]
        self.left_of_dealer = readings["open.left-of-dealer"]

        self.trick_size: int = readings["trick.complete"](rules)
        self.orders = tuple(
            _order(seat, self.trick_size, readings["turn.clockwise"], rules) for seat in range(rules.players)
        )
        """For each leader the seats of a trick in the order in which they play."""
        self.winning = _winning(readings)
        self.captor = readings["trick.winner-captures"]
        self.leader = readings["trick.winner-leads"]
        self.winner_takes = self.captor is tricks.winner_captures and self.leader is tricks.winner_leads
        """Whether captor and next leader are the winner, so that neither has to be asked for."""
        self.ends_round = _ends_round(readings)

        self.broken_at_start = readings["hearts.break-per-round"]
        self.breaks = tuple(readings[tricks.rule_of_breaking(card, rules)] for card in range(52))
        """For each card the reading that says whether it breaks hearts."""
        lead = OnlyLed(rules, None)
        self.may_break: Mask = sum(
            1 << card for card, breaks in enumerate(self.breaks) if breaks not in CARDWISE or breaks(card, lead)
        )
        """The cards about which that reading has to be asked."""

        self.takes_kitty = readings["kitty.first-trick-takes"]
        self.kitty_breaks = readings["kitty.never-breaks"]
        self.shows_kitty = readings["kitty.visibility"]
        self.shows_captured = readings["kitty.face-down"]

    def _settle_scoring(self, rules: Rules, readings: Readings) -> None:
        self.weights = scoring.weights(rules, readings)
        self.kitty_scores = readings["kitty.points-count"]
        self.kitty_in_moon = readings["kitty.in-moon"]
        self.moon_cards: Mask = readings["bonus.not-penalty"](readings[scoring.rule_of_moon(rules)](rules), rules)
        self.captured_all = readings["moon.fails"]
        self.whatever_tricks = readings["moon.tricks-irrelevant"]
        self.worth: int = readings["moon.amount"](rules)
        self.settle = {way: readings[rule] for way, rule in scoring.SETTLEMENTS.items()}
        self.may_choose = readings["moon.choice"]
        self.decides = readings["moon.auto"]
        self.bonus = readings["bonus.value"]
        self.with_bonus = readings["bonus.after-moon"]
        self.added_up = readings["score.cumulative"]
        self.total = _unless(readings["score.negative"], scoring.any_total)
        self.totals_shown = readings["score.after-round"]

    def _settle_ending(self, rules: Rules, readings: Readings) -> None:
        self.reaches = readings[ending.rule_of_reaching(rules)]
        self.limit_reached = readings["match.limit"]
        self.latched = readings["match.tie-latched"]
        self.rounds_played = readings["match.rounds"]
        self.tie_goes_on = readings[ending.rule_of_ties(rules)]
        self.may_win = readings["match.tie-open"]
        self.lowest = readings["match.lowest-wins"]
        self.places = readings["match.rank-shared"]
        self.next_round = readings["match.tie-cycle"]
        self.first_dealer = readings["deal.first-dealer"]
        self.next_dealer = readings["deal.dealer-rotates"]


def _unless(asked: Reading, book: Reading) -> Reading | None:
    return None if asked is book else asked


def _order(leader: int, size: int, after: Reading, rules: Rules) -> tuple[int, ...]:
    """Return the seats of a trick in the order in which they play."""
    seats = [leader]
    while len(seats) < size:
        seats.append(after(seats[-1], rules))
    return tuple(seats)


def _winning(readings: Readings) -> Callable[[Mask, Card], Card] | None:
    """Return the function from the cards on the table and the card led to the card that wins.

    None where it is the highest of the suit led.
    """
    contenders, highest = readings["trick.offsuit-loses"], readings["trick.highest-led"]
    if contenders is tricks.contenders and highest is tricks.highest:
        return None

    def winning(table: Mask, led: Card) -> Card:
        card: Card = highest(contenders(table, led), led)
        return card

    return winning


def _ends_round(readings: Readings) -> Reading | None:
    """Return the question whether a round is over after a trick, or None where it is: are the hands empty?"""
    empty, stops = readings["round.end"], readings["match.whole-round"]
    if empty is tricks.hands_empty and stops is tricks.stops_within_round:
        return None
    return lambda hands, at: empty(hands, at) or stops(at)


@lru_cache(maxsize=256)
def _plan_by_the_book(rules: Rules) -> Plan:
    return Plan(rules, READINGS)


def plan(rules: Rules, readings: Readings = READINGS) -> Plan:
    """Return the plan of *rules* under *readings*."""
    return _plan_by_the_book(rules) if readings is READINGS else Plan(rules, readings)
