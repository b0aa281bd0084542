"""A plan: one set of rules under one table of readings, settled before the first card.

Everything that the options and the readings decide once and for all is decided here: which reading answers which
question, which filters apply in which situation, what each card scores, which cards break hearts.  In play nothing
looks up an option or a rule id.  Plans by the book are kept, so that a match made for the same `Rules` costs
nothing twice.
"""

from __future__ import annotations

from functools import lru_cache

from hearts_spec.cards import QUEEN, Card, Mask
from hearts_spec.rules import Rules

from . import ending, legality, passing, scoring, tricks
from .legality import FIRST, FREE_OPENING, LATER, LEADING, OPENING, Chain, Lead
from .readings import CARDWISE, READINGS, Reading, Readings


def rule_of_breaking(card: Card, rules: Rules) -> str:
    """Return the id of the rule that says whether *card* breaks hearts."""
    if not 1 << card & QUEEN:
        return "hearts.break"
    return "hearts.queen-breaks" if (rules.breakers or 0) & QUEEN else "hearts.queen-keeps"


def _unless(asked: Reading, book: Reading) -> Reading | None:
    """Return the reading to be asked, or None where it is the book's, which a round has written out for speed."""
    return None if asked is book else asked


class Plan:
    """What a match looks things up in.  The attributes are readings, or tables made with them."""

    def __init__(self, rules: Rules, readings: Readings) -> None:
        seats = range(rules.players)
        by = readings.__getitem__
        self.rules = rules
        self.by_the_book = readings is READINGS

        # The action itself
        self.in_phase: Reading = by("round.phase")
        self.in_turn: Reading = by("turn.in-order")
        self.holds: Reading = by("turn.own-card")
        self.reason: Reading = by("play.refusal-reason")

        # Legal cards, situation by situation
        self.opening = Chain(FREE_OPENING if rules.opening == "any" else OPENING, rules, readings)
        self.leading = Chain(LEADING, rules, readings)
        self.first = Chain(FIRST, rules, readings)
        self.later = Chain(LATER, rules, readings)
        self.lead_masks = self.leading.masks_unbroken(rules)
        self.lead_released: Reading = by(
            "hearts.points-release"
            if legality.IN_FORCE["hearts.points-release"](rules)
            else "hearts.only-hearts-release"
        )

        # Passing
        self.direction: Reading = by("pass.direction-from-round")
        self.selects: Reading = by("pass.hold-no-selection")
        self.checks = tuple((passing.REFUSALS.get(rule, rule), by(rule)) for rule in passing.CHECKS)
        self.all_selected: Reading = by("pass.simultaneous")
        self.exchanged: Reading = by("pass.atomic")
        steps = passing.STEPS | {"across": by("pass.across-even-only")(rules), passing.HOLD: 0}
        self.receivers: dict[str, tuple[int, ...]] = {
            direction: tuple(by("table.seats-clockwise")(seat, step, rules) for seat in seats)
            for direction, step in steps.items()
        }

        # Opening
        self.hands_that_open: Reading = by("open.after-pass")
        self.opening_card: Reading = by("open.kitty-next-club")
        self.holder: Reading = by("open.lowest-club")
        self.left_of_dealer: Reading = by("open.left-of-dealer")

        # Tricks
        self.after: tuple[int, ...] = tuple(by("turn.clockwise")(seat, rules) for seat in seats)
        self.trick_size: int = by("trick.complete")(rules)
        self.highest: Reading = by("trick.highest-led")
        self.captor: Reading | None = _unless(by("trick.winner-captures"), tricks.winner_captures)
        self.leader: Reading | None = _unless(by("trick.winner-leads"), tricks.winner_leads)
        self.round_over: Reading | None = _unless(by("round.end"), tricks.is_over)
        self.takes_kitty: Reading = by("kitty.first-trick-takes")
        self.kitty_breaks: Reading = by("kitty.never-breaks")
        self.shows_captured: Reading = by("kitty.face-down")
        self.shows_kitty: Reading = by("kitty.visibility")
        self.broken_at_start: Reading = by("hearts.break-per-round")
        self.breaks: tuple[Reading, ...] = tuple(by(rule_of_breaking(card, rules)) for card in range(52))
        lead = Lead(rules, None)
        self.may_break: Mask = sum(
            1 << card for card, breaks in enumerate(self.breaks) if breaks not in CARDWISE or breaks(card, lead)
        )

        # Scoring
        self.weights = scoring.weights(rules, readings)
        self.kitty_scores: Reading = by("kitty.points-count")
        self.kitty_in_moon: Reading = by("kitty.in-moon")
        self.shoots: Reading = by(scoring.rule_of_moon(rules))
        self.worth: int = by("moon.amount")(rules)
        self.settle: dict[str, Reading] = {how: by(rule) for how, rule in scoring.SETTLEMENTS.items()}
        self.may_choose: Reading = by("moon.choice")
        self.decides: Reading = by("moon.auto")
        self.bonus: Reading = by("bonus.value")
        self.with_bonus: Reading = by("bonus.after-moon")
        self.added_up: Reading = by("score.cumulative")
        self.unfloored: Reading = by("score.negative")
        self.conserved: Reading = by("round.conserve")

        # The match
        self.next_round: Reading = by("match.tie-cycle")
        self.next_dealer: Reading = by("deal.dealer-rotates")
        self.reaches: Reading = by("match.exceed" if rules.must_exceed else "match.reach")
        self.latched: Reading = by("match.tie-latched")
        self.rounds_played: Reading = by("match.rounds")
        self.winners: Reading = by("match.lowest-wins")
        self.goes_on: Reading = by("match.tie-shared" if rules.shares_win else "match.tie-continues")
        self.places: Reading = by("match.rank-shared")


@lru_cache(maxsize=256)
def _plan_by_the_book(rules: Rules) -> Plan:
    return Plan(rules, READINGS)


def plan(rules: Rules, readings: Readings = READINGS) -> Plan:
    """Return the plan of *rules* under *readings*."""
    return _plan_by_the_book(rules) if readings is READINGS else Plan(rules, readings)


_ = (ending, legality, tricks)
