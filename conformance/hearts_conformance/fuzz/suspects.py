"""Which rules are in question where a target differs: the first named is the first to look at.

A difference shows in a field of the observation, at one move.  What the rules say about that field at that moment is
asked of the reference: which filter drops the card that should not be legal, which release would have allowed one
that is missing, whose cards account for points that are wrong.  Each field has one function here, and each returns
rules in the order in which they are suspected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from hearts_reference import Match
from hearts_reference.scoring import rule_of_moon, rule_of_value
from hearts_reference.tricks import rule_of_opening_card
from hearts_spec import conditions, texts
from hearts_spec.cards import HEARTS, POINT_CARDS, QUEEN, SUIT_OF, Mask, members
from hearts_spec.rules import Rules

from .census import piles
from .game import Choose, Deal, Pass, Play, Probe
from .lockstep import ACCEPT, REASON, REFUSE, Clash

MOST: Final = 4
"""So many rules are named at most."""


SETTLED: Final = {"add": "moon.add", "subtract": "moon.subtract"}
"""The rule by which a moon is settled, by the option or the choice."""


def suspects(clash: Clash) -> tuple[str, ...]:
    """Return the rules in question, the first suspect first.

    Where the target has failed outright there are none, unless at the start of a match or over a deal, which it then
    takes to be unsound.
    """
    if clash.faulty and clash.sentence.startswith("start()"):
        rules = (*(_OF_TIES if clash.game.limit_reached else ()), *_OF_STARTS)
        return tuple(rule for rule in rules if _holds(rule, clash.game.rules))[:MOST]
    if clash.faulty:
        return tuple(_of_deals(clash.game.rules)) if isinstance(clash.move, Deal) else ()
    try:
        found = [rule for rule in Scene(clash).accused() if _holds(rule, clash.game.rules)]
    except Exception:
        if not clash.game.belief:
            raise
        return ()  # what is believed of the target cannot be played out to the end
    return tuple(dict.fromkeys(found))[:MOST]


def moment(clash: Clash) -> str:
    """Return the kind of moment at which a difference shows: a lead, a card that follows, or after what move."""
    try:
        match = Scene(clash).after
    except Exception:  # as above
        return ""
    if match.phase != "play" or isinstance(clash.move, Probe):
        return f"{match.phase} {type(clash.move).__name__.lower()}"
    return f"{'later' if match.tricks else 'first'} {'lead' if match.led is None else 'follow'}"


def _holds(rule: str, rules: Rules) -> bool:
    return conditions.holds(texts.catalogue().rules[rule].when, rules.options)


def _of_deals(rules: Rules) -> Iterator[str]:
    """Yield the rules that say what is dealt, the narrowest first."""
    known = texts.catalogue().rules.values()
    fixed = [rule.id for rule in known if rule.chapter == "deck" and rule.when and not rule.unseen]
    yield from [rule for rule in (*reversed(fixed), *OF_ALL_DEALS) if _holds(rule, rules)][:MOST]


OF_ALL_DEALS: Final = (
    *("kitty.size", "kitty.option", "deck.stripped", "deck.standard"),
    *("deal.hand-size", "deal.all-cards-out", "deal.equal-hands"),
)
"""The rules that say what is dealt whatever the options, in the order in which they are suspected."""
_OF_STARTS: Final = (
    "match.reach",
    "match.exceed",
    "match.limit",
    "match.rounds",
    "match.tie-latched",
    "score.negative",
)
"""The rules by which a match can be taken to be over before it begins."""
_OF_TIES: Final = ("match.tie-continues", "match.tie-latched", "match.tie-open")
"""The same where the match goes on after its limit has been reached."""


class Scene:
    """One difference, and the reference just before and just after the move at which it was seen."""

    def __init__(self, clash: Clash) -> None:
        self.clash = clash
        self.rules = clash.game.rules
        self.expected, self.seen = clash.expected, clash.seen
        match = clash.game.match()
        for move in clash.game.moves[:-1]:
            if not isinstance(move, Probe):
                move.do(match)
        self.before = match
        self.after = match.copy()
        self.move = clash.move.move if isinstance(clash.move, Probe) else clash.move
        if not isinstance(clash.move, Probe):
            self.move.do(self.after)

    def accused(self) -> Iterator[str]:
        """Yield the rules in question."""
        yield from _ACCUSE[self.clash.what](self)

    # --- Which cards may be played ---------------------------------------------------------------------------------

    def legal(self) -> Iterator[str]:
        """Tell what the legal cards of the seat in turn rest on."""
        if self.expected is None or self.seen is None:
            yield from self.phase()
            return
        match, seat = self.after, self.after.turn
        assert seat is not None
        extra, lacking = self.seen & ~self.expected, self.expected & ~self.seen
        if lacking & ~HEARTS and self.follows_trick_before():
            yield "play.follow-suit"
        for card in members(extra):
            yield from self.wrongly_allowed(match, seat, card)
        if lacking:
            yield from self.wrongly_barred(match, match.hands[seat], lacking)

    def follows_trick_before(self) -> bool:
        """Tell whether a leader is shown just the cards that would follow the trick before."""
        match = self.after
        if match.led is not None or not match.tricks:
            return False
        played = [each.card for each in self.clash.game.moves if isinstance(each, Play)]
        suit = SUIT_OF[played[-self.rules.players]]
        return bool(self.seen) and self.seen == match.hands[match.turn or 0] & suit

    def wrongly_allowed(self, match: Match, seat: int, card: int) -> Iterator[str]:
        """Tell which rule bars a card that the target allows."""
        rule = match.refusal(seat, card)
        if rule == "hearts.no-lead-unbroken":
            yield from self.broken_by_then(match)
        if rule is not None:
            yield rule
        if rule in ("first-trick.no-hearts", "first-trick.no-queen"):
            yield "first-trick.void-bound" if not match.hands[seat] & _suit(match) else "first-trick.lone-card-follows"
            yield "first-trick.all-points-release"
        if rule == "hearts.no-lead-unbroken":
            yield from ("hearts.queen-not-heart", "hearts.only-hearts-release", "hearts.points-release")
        yield "play.precedence"

    def broken_by_then(self, match: Match) -> Iterator[str]:
        """Tell what else than a heart led may have been taken to break hearts, where that cannot be seen."""
        if "broken" in (self.clash.observed[-1] if self.clash.observed else ()):
            return
        played = [each for each in self.clash.game.moves if isinstance(each, Play)]
        gone = match.rules.pack & ~sum(match.hands) & ~match.kitty
        if gone & QUEEN:
            yield "hearts.queen-keeps"
        if match.kitty_taker is not None and match.kitty & HEARTS:
            yield "kitty.never-breaks"
        if self.clash.game.rounds > 1 and any(1 << each.card & HEARTS for each in played):
            yield "hearts.break-per-round"

    def wrongly_barred(self, match: Match, hand: Mask, lacking: Mask) -> Iterator[str]:
        """Tell which rule allows cards that the target bars."""
        if match.led is None:
            yield from self.barred_lead(match, hand, lacking)
            return
        suited, banned = hand & _suit(match), self.rules.banned
        if not match.tricks and lacking & POINT_CARDS:
            if suited and not suited & ~banned:
                yield "first-trick.lone-card-follows"
            if not hand & ~banned:
                yield "first-trick.all-points-release"
            yield from ("first-trick.off", "first-trick.no-queen" if lacking & QUEEN else "first-trick.no-hearts")
        if not match.tricks and lacking & self.rules.bonus:
            yield "bonus.allowed-first-trick"
        if suited:
            yield from ("play.follow-suit", "play.always-a-card")
            return
        if match.tricks and not lacking & ~POINT_CARDS:
            yield "hearts.discard-free" if lacking & HEARTS else "queen.discard-free"
        yield from ("play.void-any", "play.always-a-card")

    def barred_lead(self, match: Match, hand: Mask, lacking: Mask) -> Iterator[str]:
        """Tell which rule allows leads that the target bars."""
        if not match.tricks:
            yield self.opening()
            return
        if lacking & HEARTS:
            if match.broken is None:
                yield "hearts.free-lead"
            elif match.broken:
                yield from ("hearts.anyone-after", "hearts.break", "hearts.queen-breaks", "hearts.break-at-once")
            elif hand & QUEEN:
                yield from ("hearts.points-release", "hearts.only-hearts-release")
            else:
                yield from ("hearts.only-hearts-release", "play.always-a-card")
        if lacking & QUEEN:
            yield from ("queen.lead-free", "hearts.queen-not-heart")
        yield from ("hearts.no-lead-unbroken", "play.always-a-card")

    def opening(self) -> str:
        """Return the rule of the opening lead."""
        return {"that-card": "open.exact-card", "any-club": "open.any-club", "any": "open.any-card"}[self.rules.opening]

    def accept(self) -> Iterator[str]:
        """Tell what allows a move that the target refuses."""
        move, match = self.move, self.before
        if isinstance(move, Play) and match.turn is not None:
            yield from self.wrongly_barred(match, match.hands[move.seat], 1 << move.card)
            yield "turn.in-order"
        elif isinstance(move, Pass):
            yield from ("pass.any-card", "pass.count", "pass.own-distinct", "pass.final")
        elif isinstance(move, Choose):
            yield from ("moon.choice", "round.phase")
        else:
            yield from ("round.phase", "match.whole-round", "deal.hand-size", "kitty.size")

    def refuse(self) -> Iterator[str]:
        """Tell what bars a move that the target accepts."""
        rule, move, match = self.expected, self.move, self.before
        if isinstance(move, Play) and rule not in ("turn.in-order", "turn.own-card", "round.phase"):
            yield from self.wrongly_allowed(match, move.seat, move.card)
        yield rule
        if isinstance(move, Pass):
            yield "pass.final"

    def reason(self) -> Iterator[str]:
        """Tell which rule should have been named."""
        yield from ("play.refusal-reason", self.expected)

    # --- Phase and turn --------------------------------------------------------------------------------------------

    def phase(self) -> Iterator[str]:
        """Tell what the phase rests on."""
        if isinstance(self.move, Deal):
            if self.after.direction == "hold":
                yield from ("pass.off", "pass.hold-no-selection")
            yield from (*self.cycle(), "pass.direction-from-round", "pass.hold-no-selection")
        elif isinstance(self.move, Pass):
            yield from ("pass.simultaneous", "pass.final")
        elif "over" in (self.expected, self.seen):
            yield from self.over()
        elif "moon" in (self.expected, self.seen):
            yield from ("moon.choice", *self.moon_needs(), "moon.fails")
        yield from ("round.end", "round.phase", "trick.count")

    def turn(self) -> Iterator[str]:
        """Tell what the turn rests on."""
        if isinstance(self.move, Deal | Pass):
            if self.seen is None or self.expected is None:
                yield from self.phase()
            if not self.rules.opens_lowest_club:
                yield "open.left-of-dealer"
                return
            if isinstance(self.move, Pass):
                yield from self.by_hands_dealt()
            special = rule_of_opening_card(self.rules)
            if special and self.after.opening_card != self.lowest_of_pack():
                yield special
            yield "open.lowest-club"
            yield from ("open.after-pass", special or "open.lowest-club")
        elif self.after.trick:
            yield from ("turn.clockwise", "trick.complete")
        else:
            if self.expected is None:
                yield "round.end"
            known = self.clash.observed[-1].get("trick_winner") if self.clash.observed else None
            if known == self.after.trick_winner:
                yield "trick.winner-leads"
            yield from self.winner()
            yield "trick.winner-leads"

    def lowest_of_pack(self) -> int:
        """Return the lowest club in the pack."""
        return (self.rules.pack & -self.rules.pack).bit_length() - 1

    def by_hands_dealt(self) -> Iterator[str]:
        """Tell whether the seat seen is the one that would open by the hands as dealt."""
        card = self.after.opening_card
        dealt = [move for move in self.clash.game.moves if isinstance(move, Deal)][-1]
        if card is not None and isinstance(self.seen, int) and dealt.hands[self.seen] >> card & 1:
            yield "open.after-pass"

    def winner(self) -> Iterator[str]:
        """Tell which rule of taking a trick would have to be read otherwise."""
        trick = self.whole_trick()
        seat = self.seen if isinstance(self.seen, int) else None
        theirs = [card for who, card in trick if who == seat]
        led = SUIT_OF[trick[0][1]] if trick else 0
        if theirs and not 1 << theirs[0] & led:
            yield from ("trick.offsuit-loses", "deck.no-trump")
        yield from ("trick.highest-led", "deck.rank-order", "trick.offsuit-loses")

    def whole_trick(self) -> list[tuple[int, int]]:
        """Return the trick that the move has completed."""
        assert isinstance(self.move, Play)
        return [*(self.before.trick or []), (self.move.seat, self.move.card)]

    # --- Cards held and captured -----------------------------------------------------------------------------------

    def hands(self) -> Iterator[str]:
        """Tell what the hands rest on."""
        if isinstance(self.move, Pass):
            if self.after.phase == "pass":
                yield from ("pass.atomic", "pass.simultaneous")
            if self.after.direction == "across":
                yield "pass.across-even-only"
            yield from ("pass.direction-from-round", *self.cycle(), "pass.atomic")
            yield from ("table.seats-clockwise", "pass.across-even-only", "pass.size-preserved")
        elif isinstance(self.move, Deal):
            yield from ("deal.equal-hands", "deal.hand-size", "deck.stripped", "kitty.size")
        yield from ("turn.one-card", "turn.own-card", "round.end")

    def cycle(self) -> Iterator[str]:
        """Yield the rules that set the cycle of passes in force."""
        for rule in texts.catalogue().rules.values():
            if rule.chapter == "pass" and rule.when and conditions.holds(rule.when, self.rules.options):
                cycle = rule.when.get("pass.cycle")
                if isinstance(cycle, list) and cycle != ["hold"]:
                    yield rule.id

    def trick(self) -> Iterator[str]:
        """Tell what the trick on the table rests on."""
        yield from ("trick.complete", "turn.one-card", "turn.clockwise")

    def captured(self) -> Iterator[str]:
        """Tell what the captured cards rest on."""
        kitty = self.after.kitty
        wrong = 0
        for mine, theirs in zip(self.expected, self.seen, strict=True):
            wrong |= mine ^ theirs
        if kitty and wrong & kitty:
            if self.after.round_is_over or not wrong & ~kitty:
                yield from ("kitty.face-down", "kitty.first-trick-takes", "kitty.visibility")
            yield "kitty.first-trick-takes"
        if isinstance(self.move, Play) and not self.after.trick:
            known = self.clash.observed[-1].get("trick_winner") if self.clash.observed else None
            if known == self.after.trick_winner:
                yield "trick.winner-captures"
            yield from self.winner()
        yield from ("trick.winner-captures", "round.conserve")

    def kitty(self) -> Iterator[str]:
        """Tell what is seen of the kitty."""
        yield from ("kitty.visibility", "kitty.face-down")

    def broken(self) -> Iterator[str]:
        """Tell what broken hearts rest on."""
        if self.expected is None or self.seen is None:
            yield from ("hearts.free-lead", "hearts.break")
        if isinstance(self.move, Play):
            bit = 1 << self.move.card
            if bit & QUEEN:
                yield from ("hearts.queen-keeps", "hearts.queen-breaks")
            if self.after.kitty & HEARTS and self.after.tricks == 1 and not self.after.trick:
                yield "kitty.never-breaks"
            if bit & HEARTS and self.before.led is None:
                yield from ("hearts.release-breaks", "hearts.break")
            if bit & HEARTS:
                yield from ("hearts.break", "hearts.break-at-once")
        else:
            yield "hearts.break-per-round"
        yield from ("hearts.break", "hearts.break-per-round", "hearts.break-at-once")

    # --- Points ----------------------------------------------------------------------------------------------------

    def round_points(self) -> Iterator[str]:
        """Tell what the points of the round rest on."""
        if self.expected is None or self.seen is None:
            yield from ("score.after-round", "round.end", "moon.choice", *self.moon_needs(), "moon.fails")
            return
        match, rules = self.after, self.rules
        captured = piles(match)
        wrong = [theirs - mine for mine, theirs in zip(self.expected, self.seen, strict=True)]
        needed = rules.moon_cards
        shooters = [seat for seat, pile in enumerate(captured) if pile & needed == needed]
        if shooters and rules.moon != "none":
            yield from self.moon_points(captured, shooters[0], wrong)
            return
        if shooters:
            yield "moon.off"
        if self.looks_like_moon():
            yield from self.seeming_moon(captured)
        taker = match.kitty_taker
        if taker is not None and rules.points(match.kitty) and [seat for seat, by in enumerate(wrong) if by] == [taker]:
            yield "kitty.points-count"
        yield from self.by_cards(captured, wrong)
        yield from ("score.final-sum", "score.others-zero", "score.raw-sum", "moon.fails", "score.order")

    def looks_like_moon(self) -> bool:
        """Tell whether the points seen are like those of a moon: all but one alike, and one unlike them."""
        bonus = self.rules.bonus_value if self.rules.bonus else 0
        for each in (0, bonus):
            plain = sorted(self.seen)
            for seat in range(len(plain)):
                taken = list(self.seen)
                taken[seat] -= each
                rest = sorted(taken)
                if len(set(rest)) == 2 and (rest.count(rest[0]) == 1 or rest.count(rest[-1]) == 1):
                    return True
        return False

    def seeming_moon(self, captured: tuple[Mask, ...]) -> Iterator[str]:
        """Tell why somebody might have been taken to have shot the moon."""
        match, rules = self.after, self.rules
        most = max(range(len(captured)), key=lambda seat: (captured[seat] & rules.moon_cards).bit_count())
        missing = rules.moon_cards & ~captured[most]
        if match.tricks and match.kitty and missing & match.kitty:
            yield "kitty.in-moon"
        if missing & ~POINT_CARDS & ~rules.bonus:
            yield from self.moon_needs()
        if missing & rules.bonus:
            yield from ("moon.needs-bonus", "bonus.not-penalty")
        yield from ("moon.fails", *self.moon_needs(), "moon.tricks-irrelevant")

    def moon_points(self, captured: tuple[Mask, ...], shooter: int, wrong: list[int]) -> Iterator[str]:
        """Tell what the points of a moon rest on."""
        match, rules = self.after, self.rules
        raw = [rules.points(pile) for pile in captured]
        bonus = [rules.bonus_value if pile & rules.bonus else 0 for pile in captured]
        seen = list(self.seen)
        bonuses_only = rules.bonus and all(
            by in (0, -each) or by == each for by, each in zip(wrong, bonus, strict=True)
        )
        if bonuses_only:
            yield from ("bonus.after-moon", "bonus.value", "score.order")
        if seen in (raw, [mine + each for mine, each in zip(raw, bonus, strict=True)]):
            if match.kitty_taker == shooter and match.kitty & rules.moon_cards:
                yield "kitty.in-moon"
            if not captured[shooter] & rules.bonus and rules.bonus:
                yield "bonus.not-penalty"
            if rules.moon in SETTLED:
                yield SETTLED[rules.moon]
            yield from self.moon_needs()
            if captured[shooter] != rules.pack:
                yield "moon.tricks-irrelevant"
        if rules.moon == "auto":
            yield "moon.auto"
        if isinstance(self.move, Choose):
            yield SETTLED[self.move.choice]
        amounts = {abs(each) for each in seen} - {0}
        if rules.moon in SETTLED:
            if rules.moon_amount not in amounts and len(amounts) == 1:
                yield "moon.amount"
            yield SETTLED[rules.moon]
        yield from ("moon.amount", "moon.add", "moon.subtract", "bonus.after-moon", *self.moon_needs())

    def moon_needs(self) -> Iterator[str]:
        """Yield the rules that say what a moon takes."""
        yield rule_of_moon(self.rules)
        yield from ("moon.all-penalties", "moon.fourteen")

    def by_cards(self, captured: tuple[Mask, ...], wrong: list[int]) -> Iterator[str]:
        """Tell whose value would account for the points: rules of cards that just those seats hold that are wrong."""
        rules = self.rules
        where = {seat for seat, by in enumerate(wrong) if by}
        classes: dict[str, Mask] = {}
        for card in members(rules.pack & ~rules.bonus):
            rule = rule_of_value(card, rules)
            classes[rule] = classes.get(rule, 0) | 1 << card
        if rules.bonus:
            classes["bonus.value"] = rules.bonus
        fitting = []
        for rule, cards in classes.items():
            holders = {seat for seat, pile in enumerate(captured) if pile & cards}
            if where <= holders:
                fitting.append((len(holders - where), cards.bit_count(), rule))
        yield from (rule for _, _, rule in sorted(fitting))

    # --- The match -------------------------------------------------------------------------------------------------

    def totals(self) -> Iterator[str]:
        """Tell what the totals rest on."""
        if not self.after.round_is_over:
            yield "score.after-round"
        if min(self.expected) < 0:
            yield "score.negative"
        yield from ("score.cumulative", "score.after-round", "score.final-sum")

    def over(self) -> Iterator[str]:
        """Tell what the end of the match rests on."""
        rules, match = self.rules, self.after
        if not match.round_is_over:
            yield "match.whole-round"
            return
        totals = match.totals
        tied = totals.count(min(totals)) > 1
        if rules.ends_by_rounds:
            due = match.round_number >= rules.round_count
            if tied and due:
                yield from ("match.tie-continues", "match.tie-shared")
            yield "match.rounds"
            return
        if self.moon_settles_the_end():
            yield "score.order"
        at_limit = [total for total in totals if total >= rules.limit]
        if self.before.limit_reached and not at_limit:
            yield "match.tie-latched"
        if tied and (match.limit_reached or match.over):
            yield from ("match.tie-shared", "match.tie-continues")
        if at_limit and max(at_limit) == rules.limit:
            yield from ("match.exceed", "match.reach")
        yield from ("match.limit", "match.tie-continues", "match.tie-latched", "match.tie-open", "match.lowest-wins")

    def moon_settles_the_end(self) -> bool:
        """Tell whether a moon, being settled, has brought a total to the limit or kept the only one there from it."""
        rules, match = self.rules, self.after
        captured, points = piles(match), match.round_points
        if points is None or not any(pile & rules.moon_cards == rules.moon_cards for pile in captured):
            return False
        unsettled = [
            total - point + rules.points(pile)
            for total, point, pile in zip(match.totals, points, captured, strict=True)
        ]
        least = rules.limit + rules.must_exceed
        return (max(unsettled) >= least) != (max(match.totals) >= least)

    def winners(self) -> Iterator[str]:
        """Tell what the winners rest on."""
        if self.expected is None or self.seen is None:
            yield from self.over()
            return
        if self.before.limit_reached:
            yield from ("match.tie-open", "match.lowest-wins")
        if len(self.expected) > 1:
            yield "match.tie-shared"
        yield from ("match.lowest-wins", "match.tie-open")

    def places(self) -> Iterator[str]:
        """Tell what the places rest on."""
        if self.expected is None or self.seen is None:
            yield from self.over()
        yield from ("match.rank-shared", "match.lowest-wins")

    def round(self) -> Iterator[str]:
        """Tell what the number of the round rests on."""
        yield from ("match.tie-cycle", "pass.direction-from-round")

    def dealer(self) -> Iterator[str]:
        """Tell what the dealer rests on."""
        if self.clash.game.rounds == 1:
            yield "deal.first-dealer"
        yield from ("deal.dealer-rotates", "deal.first-dealer")

    def direction(self) -> Iterator[str]:
        """Tell what the direction of the pass rests on."""
        if self.before.limit_reached and self.clash.game.rounds > 1:
            yield "match.tie-cycle"
        yield from ("pass.direction-from-round", *self.cycle(), "pass.hold-no-selection", "match.tie-cycle")


def _suit(match: Match) -> Mask:
    return 0 if match.led is None else SUIT_OF[match.led]


_ACCUSE: Final[dict[str, Callable[[Scene], Iterator[Any]]]] = {
    ACCEPT: Scene.accept,
    REFUSE: Scene.refuse,
    REASON: Scene.reason,
    "phase": Scene.phase,
    "turn": Scene.turn,
    "legal": Scene.legal,
    "hands": Scene.hands,
    "trick": Scene.trick,
    "trick_winner": lambda scene: scene.winner(),
    "captured": Scene.captured,
    "kitty": Scene.kitty,
    "broken": Scene.broken,
    "round": Scene.round,
    "dealer": Scene.dealer,
    "direction": Scene.direction,
    "round_points": Scene.round_points,
    "totals": Scene.totals,
    "over": Scene.over,
    "winners": Scene.winners,
    "places": Scene.places,
}
"""For each kind of difference the function that accuses."""
