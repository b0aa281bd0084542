"""How often each rule has decided something, so that nobody takes a long run for a thorough one.

A rule has decided where the answer would have been another without it: a filter where it drops a card of the hand, a
release where it lifts a filter, a rule that allows something where a reader might have put a ban, a rule of scoring
where the points would differ.  A `Census` watches the reference play and counts.  `GOALS` says how often is enough;
a rule that the options put in force, and that was never met, is named at the end of a run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from hearts_reference import Match
from hearts_reference.scoring import rule_of_moon, rule_of_value
from hearts_reference.tricks import lowest_club, rule_of_opening_card
from hearts_spec import conditions, texts
from hearts_spec.cards import CLUBS, HEARTS, POINT_CARDS, QUEEN, SUIT_OF, Card, Mask, members
from hearts_spec.rules import Rules

from .game import Choose, Deal, Move, Pass, Play

GOAL: Final = 20
"""How often a rule should have decided, where nothing else is said."""

GOALS: Final[Mapping[str, int]] = {
    "first-trick.all-points-release": 5,
    "first-trick.lone-card-follows": 5,
    "hearts.queen-not-heart": 5,
    "hearts.points-release": 5,
    "kitty.in-moon": 3,
    "bonus.after-moon": 3,
    "moon.auto": 3,
    "match.tie-latched": 3,
    "match.tie-cycle": 5,
    "match.tie-continues": 5,
    "score.negative": 5,
}
"""The rules that are met so seldom, built deals or not, that less must do."""

NEEDS: Final[Mapping[str, str]] = {"match": "match", "pass": "passing", "kitty": "kitty"}
"""The capability without which the rules of a chapter are out of a target's sight."""

ALONE: Final[Mapping[str, str]] = {
    "moon.choice": "moon-choice",
    "deal.dealer-rotates": "match",
    "score.cumulative": "match",
    "score.negative": "resume",
    "hearts.break-per-round": "match",
    "round.phase": "refuse",
    "turn.in-order": "refuse",
    "turn.own-card": "refuse",
    "pass.count": "refuse",
    "pass.own-distinct": "refuse",
    "play.refusal-reason": "explain",
    "open.after-pass": "passing",
    "kitty.not-passed": "passing",
    "table.settings-fixed": "match",
}
"""The same for single rules."""

ALWAYS: Final = (
    "table.seats-clockwise",
    "table.each-alone",
    "deck.standard",
    "deck.stripped",
    "deck.strip-three",
    "deck.strip-five",
    "deck.strip-six",
    "deck.strip-seven",
    "deal.equal-hands",
    "deal.hand-size",
    "deal.all-cards-out",
    "deal.first-dealer",
    "kitty.option",
    "kitty.only-when-uneven",
    "kitty.size",
    "kitty.visibility",
    "kitty.face-down",
    "kitty.not-passed",
    "round.end",
    "trick.count",
    "bonus.default-off",
    "match.limit-values",
    "pass.cycle-four",
    "pass.cycle-three-five",
    "pass.cycle-two-step",
    "pass.always-left",
    "pass.always-right",
    "pass.off",
)
"""Rules that decide in every round that is dealt under them."""


def in_force(rules: Rules, can: Collection[str]) -> tuple[str, ...]:
    """Return the rules that hold under these options and that a target of such capabilities lets be seen."""
    found = []
    for rule in texts.catalogue().rules.values():
        needed = {NEEDS.get(rule.chapter), ALONE.get(rule.id)} - {None}
        if not rule.unseen and needed <= set(can) and conditions.holds(rule.when, rules.options):
            found.append(rule.id)
    return tuple(found)


def piles(match: Match) -> tuple[Mask, ...]:
    """Return the cards captured by seat, the kitty among them whoever may see it."""
    taker = match.kitty_taker
    return tuple([pile | match.kitty if seat == taker else pile for seat, pile in enumerate(match.captured)])


class Census:
    """Counts, while the reference plays, how often each rule decides."""

    def __init__(self, rules: Rules, watched: Collection[str]) -> None:
        self.rules = rules
        self.counts: Counter[str] = Counter()
        self.watched = frozenset(watched)
        self.always = tuple(rule for rule in ALWAYS if rule in self.watched)
        self.opening_rule = rule_of_opening_card(rules) if rules.opening == "that-card" else None
        self.was_broken = False
        self.trick: list[tuple[int, Card]] = []
        self.dealt: tuple[Mask, ...] = ()

    def met(self) -> dict[str, int]:
        """Return how often each watched rule has decided, those that never did included."""
        return {rule: self.counts[rule] for rule in sorted(self.watched)}

    def refused(self, rule: str) -> None:
        """Count a move against the rules that was thrown in."""
        self.counts[rule] += 1
        self.counts["play.refusal-reason"] += 1

    def before(self, match: Match, move: Move) -> None:
        """Count what decides about a move that is about to be made."""
        if isinstance(move, Play):
            self._decision(match, move)
        elif isinstance(move, Deal):
            self.dealt = move.hands
            if match.round_points is not None:
                self._further_deal(match)
            self.was_broken = False

    def after(self, match: Match, move: Move) -> None:
        """Count what has decided about what followed from a move."""
        if isinstance(move, Play):
            if not match.trick:
                self._trick(match)
        elif isinstance(move, Deal):
            self.counts.update(self.always)
            if match.phase == "play":
                self.counts["pass.hold-no-selection"] += 1
                self._opens(match)
        elif isinstance(move, Pass):
            self._passed(match)
        elif isinstance(move, Choose):
            self.counts["moon.choice"] += 1
            self._entered(match, raw=False)

    # --- Dealing and passing ---------------------------------------------------------------------------------------

    def _further_deal(self, match: Match) -> None:
        count = self.counts
        count["deal.dealer-rotates"] += 1
        count["table.settings-fixed"] += 1
        if self.was_broken:
            count["hearts.break-per-round"] += 1
        if match.limit_reached:
            count["match.tie-cycle"] += 1

    def _passed(self, match: Match) -> None:
        count = self.counts
        if match.phase == "pass":
            count["pass.simultaneous"] += 1
            count["pass.atomic"] += 1
            return
        count["pass.direction-from-round"] += 1
        count["pass.size-preserved"] += 1
        count["pass.final"] += 1
        given = 0
        for selection in match.selections:
            given |= selection or 0
        if given & POINT_CARDS:
            count["pass.any-card"] += 1
        if match.direction == "across" or "across" not in self.rules.pass_cycle:
            count["pass.across-even-only"] += 1
        if self.rules.opens_lowest_club:
            lowest = 1 << lowest_club(self.dealt)
            if [bool(hand & lowest) for hand in self.dealt] != [bool(hand & lowest) for hand in match.hands]:
                count["open.after-pass"] += 1
        self._opens(match)

    def _opens(self, match: Match) -> None:
        count = self.counts
        if self.rules.opens_lowest_club:
            count["open.lowest-club"] += 1
            if self.opening_rule and match.opening_card:
                count[self.opening_rule] += 1
        else:
            count["open.left-of-dealer"] += 1

    # --- Which cards may be played ---------------------------------------------------------------------------------

    def _decision(self, match: Match, move: Play) -> None:
        count, seat = self.counts, move.seat
        hand = match.hands[seat]
        led = match.led
        if led is None:
            self.trick = [(seat, move.card)]
        else:
            self.trick.append((seat, move.card))
        self.was_broken = self.was_broken or bool(1 << move.card & HEARTS)
        count["turn.one-card"] += 1
        if led is None:
            if match.tricks:
                self._lead(match, hand, move.card)
            else:
                self._opening(match, hand)
        else:
            count["turn.clockwise"] += 1
            self._follow(match, hand, led)
        if match.broken is False and 1 << move.card & POINT_CARDS:
            self._may_break(match, move.card)

    def _opening(self, match: Match, hand: Mask) -> None:
        count, rules = self.counts, self.rules
        if rules.opening == "any":
            count["open.any-card"] += bool(hand & ~CLUBS)
        elif rules.opening == "any-club":
            count["open.any-club"] += bool(hand & ~CLUBS)
        else:
            count["open.exact-card"] += 1

    def _lead(self, match: Match, hand: Mask, card: Card) -> None:
        count = self.counts
        hearts, queen, unbroken = hand & HEARTS, hand & QUEEN, match.broken is False
        if queen:
            count["queen.lead-free"] += 1
        if not hearts:
            return
        if match.broken is None:
            count["hearts.free-lead"] += 1
        elif match.broken:
            count["hearts.anyone-after"] += 1
        elif hand & ~HEARTS and match.legal_mask != hand:
            count["hearts.no-lead-unbroken"] += 1
        if not unbroken:
            return
        if hand == hearts:
            count["hearts.only-hearts-release"] += 1
            count["play.always-a-card"] += 1
            count["hearts.release-breaks"] += 1
        elif queen and not hand & ~POINT_CARDS:
            released = match.legal_mask == hand
            count["hearts.points-release" if released else "hearts.queen-not-heart"] += 1
            count["hearts.release-breaks"] += bool(1 << card & HEARTS)

    def _follow(self, match: Match, hand: Mask, led: Card) -> None:
        count = self.counts
        suited = hand & SUIT_OF[led]
        if suited:
            count["play.follow-suit"] += suited != hand
        else:
            count["play.void-any"] += 1
        if match.tricks:
            if not suited:
                count["hearts.discard-free"] += bool(hand & HEARTS) and match.broken is False
                count["queen.discard-free"] += bool(hand & QUEEN)
            return
        self._follow_first(hand, suited)

    def _follow_first(self, hand: Mask, suited: Mask) -> None:
        count, banned = self.counts, self.rules.banned
        cards = suited or hand
        if not banned:
            count["first-trick.off"] += bool(cards & POINT_CARDS)
            return
        if cards & self.rules.bonus:
            count["bonus.allowed-first-trick"] += not suited
        barred = cards & banned
        if not barred:
            return
        if barred == cards:
            count["play.always-a-card"] += 1
            count["first-trick.lone-card-follows" if suited else "first-trick.all-points-release"] += 1
            return
        count["first-trick.no-hearts"] += bool(barred & HEARTS)
        count["first-trick.no-queen"] += bool(barred & QUEEN)
        count["first-trick.void-bound"] += not suited
        count["play.precedence"] += 1

    def _may_break(self, match: Match, card: Card) -> None:
        count = self.counts
        if 1 << card & HEARTS:
            count["hearts.break"] += 1
            count["hearts.break-at-once"] += 1
        elif self.rules.breakers is not None:
            count["hearts.queen-breaks" if self.rules.breakers & QUEEN else "hearts.queen-keeps"] += 1

    # --- Tricks ----------------------------------------------------------------------------------------------------

    def _trick(self, match: Match) -> None:
        """Count what decided about a trick just taken."""
        count = self.counts
        (opener, led), *_ = self.trick
        suited = [card for _, card in self.trick if SUIT_OF[card] == SUIT_OF[led]]
        best = max(suited)
        count["trick.complete"] += 1
        count["trick.winner-captures"] += 1
        if len(suited) > 1:
            count["deck.rank-order"] += 1
            count["trick.highest-led"] += best != led
        if any(card % 13 > best % 13 for _, card in self.trick if card not in suited):
            count["trick.offsuit-loses"] += 1
            count["deck.no-trump"] += 1
        if match.trick_winner != opener:
            count["trick.winner-leads"] += 1
        if match.kitty and match.tricks == 1:
            self._kitty_taken(match)
        if match.round_is_over:
            self._round(match)

    def _kitty_taken(self, match: Match) -> None:
        count = self.counts
        count["kitty.first-trick-takes"] += 1
        if match.kitty & HEARTS and match.broken is False:
            count["kitty.never-breaks"] += 1

    # --- Points ----------------------------------------------------------------------------------------------------

    def _round(self, match: Match) -> None:
        count, rules = self.counts, self.rules
        captured = piles(match)
        count["round.conserve"] += 1
        for pile in captured:
            for card in members(pile & (rules.penalties | POINT_CARDS)):
                count[rule_of_value(card, rules)] += 1
        count["score.others-zero"] += 1
        count["score.final-sum"] += 1
        count["score.raw-sum"] += 1
        taker = match.kitty_taker
        if taker is not None and rules.points(match.kitty):
            count["kitty.points-count"] += 1
        if rules.bonus:
            count["bonus.value"] += 1
        self._moon(match, captured)
        self._entered(match, raw=match.phase == "moon")

    def _moon(self, match: Match, captured: tuple[Mask, ...]) -> None:
        count, rules = self.counts, self.rules
        needed = rules.moon_cards
        most = max(range(rules.players), key=lambda seat: (captured[seat] & needed).bit_count())
        missing = needed & ~captured[most]
        if 0 < missing.bit_count() <= 2:
            count["moon.fails"] += 1
            count["moon.tricks-irrelevant"] += 1
        if missing:
            return
        for rule in {rule_of_moon(rules), "moon.all-penalties"}:
            count[rule] += 1
        count["moon.amount"] += 1
        count["moon.tricks-irrelevant"] += captured[most] != rules.pack
        if match.kitty_taker == most and match.kitty & needed:
            count["kitty.in-moon"] += 1
        count["score.order"] += 1
        if rules.bonus:
            count["bonus.after-moon"] += 1
            count["bonus.not-penalty"] += not captured[most] & rules.bonus
        self._settled(match, most)

    def _settled(self, match: Match, shooter: int) -> None:
        count, rules = self.counts, self.rules
        if match.round_points is None or match.phase == "moon":
            return
        if rules.moon == "none":
            count["moon.off"] += 1
        elif rules.moon == "auto":
            added = match.round_points[(shooter + 1) % rules.players] > 0
            count["moon.add" if added else "moon.subtract"] += 1
            count["moon.auto"] += not added
        else:
            count[f"moon.{rules.moon}"] += 1

    # --- The match -------------------------------------------------------------------------------------------------

    def _entered(self, match: Match, *, raw: bool) -> None:
        """Count what decided once the points of a round were entered."""
        if raw:
            return
        count, rules = self.counts, self.rules
        totals = match.totals
        points = match.round_points or totals
        before = [total - point for total, point in zip(totals, points, strict=True)]
        count["score.after-round"] += 1
        count["score.cumulative"] += any(before)
        count["score.negative"] += min(totals) < 0
        if rules.moon == "choice":
            self._chosen(points)
        tied = totals.count(min(totals)) > 1
        if match.over:
            self._over(totals, before, tied)
        elif match.limit_reached and not rules.ends_by_rounds:
            count["match.tie-continues"] += 1
            count["match.tie-open"] += 1
            count["match.tie-latched"] += not any(total >= rules.limit for total in totals)
        if not rules.ends_by_rounds:
            self._at_limit(totals)
        elif match.over:
            count["match.rounds"] += 1
        elif match.round_number >= rules.round_count:
            count["match.tie-continues"] += 1
            count["match.tie-open"] += 1

    def _chosen(self, points: tuple[int, ...]) -> None:
        amount = self.rules.moon_amount
        if sum(point == amount for point in points) == self.rules.players - 1:
            self.counts["moon.add"] += 1
        elif min(points) <= -amount:
            self.counts["moon.subtract"] += 1

    def _over(self, totals: tuple[int, ...], before: list[int], tied: bool) -> None:
        count = self.counts
        count["match.lowest-wins"] += 1
        count["match.whole-round"] += 1
        count["match.tie-shared"] += tied
        count["match.rank-shared"] += len(set(totals)) < len(totals)
        count["match.tie-open"] += min(before) != before[totals.index(min(totals))]

    def _at_limit(self, totals: tuple[int, ...]) -> None:
        count, limit = self.counts, self.rules.limit
        count["match.limit"] += any(total >= limit for total in totals)
        if max(totals) == limit:
            count["match.exceed" if self.rules.must_exceed else "match.reach"] += 1
