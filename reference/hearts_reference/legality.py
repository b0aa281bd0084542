"""Which cards may be played, and which rule refuses the others.

One mechanism answers both (``play.precedence``, ``play.always-a-card``).  The cards of a hand run through filters
in a fixed order.  Each filter keeps the cards that its rule allows; a filter that would keep none is lifted, so
that there is always a card to play.  A card is refused by the rule of the filter that dropped it
(``play.refusal-reason``).  Every exception that a rule book lists follows: who is void is not bound to follow, who
holds nothing but hearts may lead one, who holds nothing but point cards may throw one on the first trick.

Before any filter come three questions about the action itself, in this order: is it the time for it
(``round.phase``), is it this seat's turn (``turn.in-order``), is the card in the hand (``turn.own-card``).

`ORDER` is the table of the filters.  It holds, too, the rules that only say that something is allowed, at the
place where a reader who took them differently would put a ban: their reading keeps every card, and a filter that
keeps every card costs nothing, because it is left out when a match is made.  `RELEASES` is the table of the
exceptions that rules spell out.  All but one follow from the lifting; `points_release` does not.

Nearly every filter judges each card by itself (see `readings`), so what it keeps of any hand is ``hand & mask``
with a mask that depends on the card led alone.  `Chain.masks` holds those masks for each of the 52 leads, and a
match in play does no more than ``cards = cards & mask or cards`` for each of them, which is the whole mechanism
in one line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hearts_spec.cards import ALL, CLUBS, HEARTS, POINT_CARDS, SUIT_OF, Card, Mask
from hearts_spec.rules import Rules

from .readings import CARDWISE, IMPLIED, Reading, Readings, cardwise, implied, reading

FREE_OPENING: Final = "free opening lead"
OPENING: Final = "opening lead"
LEADING: Final = "later lead"
FIRST: Final = "following on the first trick"
LATER: Final = "following later"

ORDER: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    FREE_OPENING: (("open.any-card",),),
    OPENING: (
        ("open.exact-card",),
        ("open.any-club",),
        ("first-trick.no-hearts", "first-trick.no-queen"),
        ("hearts.no-lead-unbroken",),
    ),
    LEADING: (
        ("hearts.no-lead-unbroken",),
        ("hearts.free-lead",),
        ("queen.lead-free",),
    ),
    FIRST: (
        ("play.follow-suit",),
        ("play.void-any",),
        ("first-trick.no-hearts", "first-trick.no-queen"),
        ("first-trick.off",),
        ("bonus.allowed-first-trick",),
    ),
    LATER: (
        ("play.follow-suit",),
        ("play.void-any",),
        ("hearts.discard-free",),
        ("queen.discard-free",),
    ),
}
"""For each situation the filters in the order in which they apply, each with the rule or rules that it carries."""

RELEASES: Final[dict[str, tuple[str, ...]]] = {
    "first-trick.no-hearts": (
        "first-trick.void-bound",
        "first-trick.all-points-release",
        "first-trick.lone-card-follows",
    ),
    "hearts.no-lead-unbroken": (
        "hearts.anyone-after",
        "hearts.only-hearts-release",
        "hearts.queen-not-heart",
        "hearts.points-release",
    ),
}
"""For the first rule of a filter, the rules that say who is not bound by it."""

IN_FORCE: Final[dict[str, Callable[[Rules], bool]]] = {
    "open.exact-card": lambda rules: rules.opening == "that-card",
    "open.any-club": lambda rules: rules.opening == "any-club",
    "first-trick.no-hearts": lambda rules: bool(rules.banned & HEARTS),
    "first-trick.no-queen": lambda rules: bool(rules.banned & ~HEARTS),
    "first-trick.off": lambda rules: not rules.banned,
    "bonus.allowed-first-trick": lambda rules: bool(rules.bonus),
    "hearts.no-lead-unbroken": lambda rules: rules.breakers is not None,
    "hearts.free-lead": lambda rules: rules.breakers is None,
    "hearts.queen-not-heart": lambda rules: rules.lead_release == HEARTS,
    "hearts.points-release": lambda rules: rules.lead_release != HEARTS,
}
"""The options under which a rule is in force; a rule not listed always is."""


# --- The action itself ---------------------------------------------------------------------------------------------

ACTIONS: Final[dict[str, tuple[str, ...]]] = {
    "deal": ("deal",),
    "pass": ("pass_cards",),
    "play": ("play",),
    "moon": ("choose_moon",),
    "over": (),
}
"""For each phase the actions that belong to it (``round.phase``)."""


@reading("round.phase")
def in_phase(action: str, at: Any) -> bool:
    """``round.phase``: each action belongs to its phase."""
    return action in ACTIONS[at.phase]


@reading("turn.in-order")
def in_turn(seat: int, at: Any) -> bool:
    """``turn.in-order``: only the seat whose turn it is plays."""
    return bool(seat == at.turn)


@reading("turn.own-card")
def holds(seat: int, card: Card, at: Any) -> bool:
    """``turn.own-card``: only a card held is played."""
    return bool(at.hands[seat] >> card & 1)


# --- The filters ---------------------------------------------------------------------------------------------------


@reading("open.exact-card")
def opening_card_only(cards: Mask, at: Any) -> Mask:
    """``open.exact-card``: the lowest club dealt opens."""
    return cards & 1 << at.opening_card


@reading("open.any-club")
@cardwise
def clubs_only(cards: Mask, at: Any) -> Mask:
    """``open.any-club``: any club opens."""
    return cards & CLUBS


@reading("play.follow-suit")
@cardwise
def suit_led_only(cards: Mask, at: Any) -> Mask:
    """``play.follow-suit``: the suit led is followed."""
    return cards & SUIT_OF[at.led]


@reading("first-trick.no-hearts")
@cardwise
def no_hearts(cards: Mask, at: Any) -> Mask:
    """``first-trick.no-hearts``: no heart on the first trick."""
    return cards & ~(at.rules.banned & HEARTS)


@reading("first-trick.no-queen")
@cardwise
def no_queen(cards: Mask, at: Any) -> Mask:
    """``first-trick.no-queen``: no queen of spades on the first trick."""
    return cards & ~(at.rules.banned & ~HEARTS)


@reading("hearts.no-lead-unbroken")
@cardwise
def no_heart_lead(cards: Mask, at: Any) -> Mask:
    """``hearts.no-lead-unbroken``: no heart is led before hearts are broken."""
    return cards & ~HEARTS


@reading("open.any-card", "play.void-any", "first-trick.off", "bonus.allowed-first-trick")
@reading("hearts.free-lead", "hearts.discard-free", "queen.lead-free", "queen.discard-free")
@cardwise
def any_card(cards: Mask, at: Any) -> Mask:
    """``play.void-any`` and other rules that only allow: every card is kept."""
    return cards


# --- The lifting ---------------------------------------------------------------------------------------------------


@reading("play.precedence")
def order_of(situation: str, rules: Rules) -> tuple[tuple[str, ...], ...]:
    """``play.precedence``: the filters of a situation in their order."""
    return ORDER[situation]


@reading("play.always-a-card")
def lift(kept: Mask, before: Mask, rule: str, at: Any) -> Mask:
    """``play.always-a-card``: a filter that would keep nothing is lifted."""
    return kept or before


@reading("play.refusal-reason")
def reason(broken: list[str], at: Any) -> str | None:
    """``play.refusal-reason``: of the rules that a play breaks, in order of precedence, the first is named."""
    return broken[0] if broken else None


@reading("first-trick.void-bound")
@implied
def void_is_bound(hand: Mask, at: Any) -> bool:
    """``first-trick.void-bound``: to be void in the suit led releases nobody."""
    return False


@reading("first-trick.all-points-release")
@implied
def all_barred(hand: Mask, at: Any) -> bool:
    """``first-trick.all-points-release``: a hand of nothing but barred cards is not bound by the bar."""
    return not hand & ~at.rules.banned


@reading("first-trick.lone-card-follows")
@implied
def only_barred_follow(hand: Mask, at: Any) -> bool:
    """``first-trick.lone-card-follows``: who can follow with barred cards only is not bound by the bar."""
    following = hand & SUIT_OF[at.led] if at.led is not None else 0
    return bool(following) and not following & ~at.rules.banned


@reading("hearts.anyone-after")
def once_broken(hand: Mask, at: Any) -> bool:
    """``hearts.anyone-after``: once hearts are broken any leader may lead one."""
    return bool(at.broken)


@reading("hearts.only-hearts-release")
@implied
def only_hearts(hand: Mask, at: Any) -> bool:
    """``hearts.only-hearts-release``: a leader who holds nothing but hearts may lead one."""
    return not hand & ~HEARTS


@reading("hearts.queen-not-heart")
@implied
def queen_is_led(hand: Mask, at: Any) -> bool:
    """``hearts.queen-not-heart``: with hearts and the queen of spades only, nothing is lifted: the queen goes."""
    return False


@reading("hearts.points-release")
def points_release(hand: Mask, at: Any) -> bool:
    """``hearts.points-release``: a leader who holds only hearts and the queen of spades may lead a heart."""
    return not hand & ~POINT_CARDS


# --- Chains --------------------------------------------------------------------------------------------------------


class Filter:
    """One filter of a chain: the rules it carries, their readings, and the readings of those that release from it."""

    __slots__ = ("judges", "releases", "rules")

    def __init__(self, rules: tuple[str, ...], releases: tuple[str, ...], readings: Readings) -> None:
        self.rules = rules
        self.judges = tuple(readings[rule] for rule in rules)
        self.releases = tuple(readings[rule] for rule in releases)

    def keep(self, cards: Mask, at: Any) -> Mask:
        """Return those of *cards* that every rule of this filter allows."""
        for judge in self.judges:
            cards = judge(cards, at)
        return cards

    def is_plain(self, *asked: Reading) -> bool:
        """Return whether masks alone can do the work of this filter, the releases *asked* left to the caller."""
        return CARDWISE.issuperset(self.judges) and all(each in IMPLIED or each in asked for each in self.releases)

    def culprit(self, cards: Mask, card: Card, at: Any) -> str:
        """Return which of the rules of this filter drops *card*."""
        for rule, judge in zip(self.rules, self.judges, strict=True):
            cards = judge(cards, at)
            if not cards >> card & 1:
                return rule
        return self.rules[0]


class Lead:
    """As much of a position as a cardwise reading looks at: the options, and the card led."""

    __slots__ = ("led", "rules")

    def __init__(self, rules: Rules, led: Card | None) -> None:
        self.rules = rules
        self.led = led


class Chain:
    """The filters of one situation that these options leave in force, in order."""

    __slots__ = ("_lift", "filters", "masks")

    def __init__(self, situation: str, rules: Rules, readings: Readings) -> None:
        def in_force(group: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(rule for rule in group if rule not in IN_FORCE or IN_FORCE[rule](rules))

        self._lift = readings["play.always-a-card"]
        self.filters: list[Filter] = []
        for group in readings["play.precedence"](situation, rules):
            limiting = tuple(rule for rule in in_force(group) if readings[rule] is not any_card)
            if limiting:
                self.filters.append(Filter(limiting, in_force(RELEASES.get(group[0], ())), readings))
        self.masks = self._tabulate(rules) if situation in (FIRST, LATER) else None
        """For each card led the masks of the filters; None where a reading has to look at the position."""

    def _tabulate(self, rules: Rules) -> tuple[tuple[Mask, ...], ...] | None:
        if self._lift is not lift or not all(each.is_plain() for each in self.filters):
            return None
        return tuple(tuple(each.keep(ALL, Lead(rules, led)) for each in self.filters) for led in range(52))

    def masks_unbroken(self, rules: Rules) -> tuple[Mask, ...] | None:
        """Return the masks of a lead while hearts are unbroken; None where a reading has to look at the position.

        Broken hearts and `points_release` are the caller's to ask about: they lift the one filter there is.
        """
        if self._lift is not lift or len(self.filters) > 1:
            return None
        if not all(each.is_plain(once_broken, points_release) for each in self.filters):
            return None
        return tuple(each.keep(ALL, Lead(rules, None)) for each in self.filters)

    def legal(self, hand: Mask, at: Any) -> Mask:
        """Return the cards of *hand* that may be played (``play.precedence``, ``play.always-a-card``)."""
        cards = hand
        for each in self.filters:
            if not any(release(hand, at) for release in each.releases):
                cards = self._lift(each.keep(cards, at), cards, each.rules[0], at)
        return cards

    def refusing(self, hand: Mask, card: Card, at: Any) -> list[str]:
        """Return the rules of the filters that would drop *card* out of *hand*, in order of precedence.

        Behind a filter that drops the card it is put back, so that a reading of ``play.refusal-reason`` has all
        the rules that the play breaks to choose from.
        """
        cards, found = hand, []
        for each in self.filters:
            if not any(release(hand, at) for release in each.releases):
                kept = self._lift(each.keep(cards, at), cards, each.rules[0], at)
                if not kept >> card & 1:
                    found.append(each.culprit(cards, card, at))
                    kept |= 1 << card
                cards = kept
        return found
