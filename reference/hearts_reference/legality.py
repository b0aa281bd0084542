"""Which cards may be played, and which rule refuses the others.

One mechanism answers both.  The cards of a hand run through filters in a fixed order (``play.precedence``).  Each
filter keeps the cards that its rule allows, and a filter that would keep none is lifted, so that there is always a
card to play (``play.always-a-card``).  A card is refused by the rule of the filter that dropped it
(``play.refusal-reason``).  Nearly every exception in the rule book follows: who is void need not follow suit, who
holds nothing but hearts may lead one, who holds nothing but point cards may throw one on the first trick.

Before any filter come three questions about the action itself: is it the time for it (``round.phase``), is it this
seat's turn (``turn.in-order``), does the seat hold the card (``turn.own-card``).

Four tables say the rest.  `ACTIONS`: what may be done in which phase.  `ORDER`: the filters of each situation.  It
also holds rules that only say that something is allowed, at the place where somebody who read them differently
would put a ban; their reading keeps every card, and a match leaves out filters that keep every card.  `RELEASES`:
the exceptions that rules put in words.  All but two of them are implied by the lifting.  `IN_FORCE`: the options
under which a rule holds at all; a match leaves out what the options switch off.

Nearly every filter judges each card by itself (see `readings`): what it keeps of a hand is ``hand & mask``, and
the mask depends on the card led and on nothing else.  For speed a `Chain` holds these masks for each of the 52
leads.  With them a match in play does no more than ``cards = cards & mask or cards`` once for each filter, which is
the mechanism on one line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hearts_spec.cards import ALL, CLUBS, HEARTS, POINT_CARDS, SUIT_OF, Card, Mask
from hearts_spec.rules import Rules

from .readings import CARDWISE, IMPLIED, Lead, Position, Reading, Readings, cardwise, implied, reading

ACTIONS: Final[dict[str, tuple[str, ...]]] = {
    "deal": ("deal",),
    "pass": ("pass_cards",),
    "play": ("play",),
    "moon": ("choose_moon",),
    "over": (),
}
"""For each phase the actions that belong to it (``round.phase``)."""

OPENING: Final = "opening lead"
FREE_OPENING: Final = "free opening lead"
LEADING: Final = "later lead"
FIRST: Final = "following on the first trick"
LATER: Final = "following later"

FIRST_TRICK_BAN: Final = ("first-trick.no-hearts", "first-trick.no-queen")
"""One filter, though two rules: it is lifted as a whole."""

ORDER: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    OPENING: (
        ("open.exact-card",),
        ("open.any-club",),
        FIRST_TRICK_BAN,
        ("hearts.no-lead-unbroken",),
    ),
    FREE_OPENING: (("open.any-card",),),
    LEADING: (
        ("hearts.no-lead-unbroken",),
        ("hearts.free-lead",),
        ("queen.lead-free",),
    ),
    FIRST: (
        ("play.follow-suit",),
        ("play.void-any",),
        FIRST_TRICK_BAN,
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
"""For each situation the filters in the order in which they apply, each with the rules that it carries."""

RELEASES: Final[dict[tuple[str, ...], tuple[str, ...]]] = {
    FIRST_TRICK_BAN: (
        "first-trick.void-bound",
        "first-trick.all-points-release",
        "first-trick.lone-card-follows",
    ),
    ("hearts.no-lead-unbroken",): (
        "hearts.anyone-after",
        "hearts.only-hearts-release",
        "hearts.queen-not-heart",
        "hearts.points-release",
    ),
}
"""For a filter the rules that say who is not bound by it."""

IN_FORCE: Final[dict[str, Callable[[Rules], bool]]] = {
    "open.exact-card": lambda rules: rules.opening == "that-card",
    "open.any-club": lambda rules: rules.opening == "any-club",
    "first-trick.no-hearts": lambda rules: bool(rules.banned & HEARTS),
    "first-trick.no-queen": lambda rules: bool(rules.banned & ~HEARTS),
    "first-trick.off": lambda rules: not rules.banned,
    "bonus.allowed-first-trick": lambda rules: bool(rules.bonus),
    "hearts.no-lead-unbroken": lambda rules: rules.breakers is not None,
    "hearts.free-lead": lambda rules: rules.breakers is None,
    "hearts.discard-free": lambda rules: rules.breakers is not None,
    "hearts.queen-not-heart": lambda rules: rules.lead_release == HEARTS,
    "hearts.points-release": lambda rules: rules.lead_release != HEARTS,
}
"""The options under which a rule holds; a rule that is not listed always does."""


# --- The action itself ---------------------------------------------------------------------------------------------


@reading("round.phase")
def in_phase(action: str, at: Position) -> bool:
    """``round.phase``: each action belongs to its phase."""
    return action in ACTIONS[at.phase]


@reading("turn.in-order")
def in_turn(seat: int, at: Position) -> bool:
    """``turn.in-order``: only the seat whose turn it is plays."""
    return seat == at.turn


@reading("turn.own-card")
def holds(seat: int, card: Card, at: Position) -> bool:
    """``turn.own-card``: only a card held is played."""
    return bool(at.hands[seat] >> card & 1)


# --- The filters ---------------------------------------------------------------------------------------------------


def suit_led(at: Lead) -> Mask:
    """Return the cards of the suit led, or none before a lead."""
    return 0 if at.led is None else SUIT_OF[at.led]


@reading("open.exact-card")
def opening_card_only(cards: Mask, at: Position) -> Mask:
    """``open.exact-card``: the opening lead is the lowest club dealt."""
    return 0 if at.opening_card is None else cards & 1 << at.opening_card


@reading("open.any-club")
@cardwise
def clubs_only(cards: Mask, at: Lead) -> Mask:
    """``open.any-club``: the opening lead is a club."""
    return cards & CLUBS


@reading("play.follow-suit")
@cardwise
def suit_led_only(cards: Mask, at: Lead) -> Mask:
    """``play.follow-suit``: the suit led is followed."""
    return cards & suit_led(at)


@reading("first-trick.no-hearts")
@cardwise
def no_hearts(cards: Mask, at: Lead) -> Mask:
    """``first-trick.no-hearts``: the first trick bars hearts."""
    return cards & ~(at.rules.banned & HEARTS)


@reading("first-trick.no-queen")
@cardwise
def no_queen(cards: Mask, at: Lead) -> Mask:
    """``first-trick.no-queen``: the first trick bars the queen of spades."""
    return cards & ~(at.rules.banned & ~HEARTS)


@reading("hearts.no-lead-unbroken")
@cardwise
def no_heart(cards: Mask, at: Lead) -> Mask:
    """``hearts.no-lead-unbroken``: no heart is led before hearts are broken."""
    return cards & ~HEARTS


@reading("open.any-card", "play.void-any", "first-trick.off", "bonus.allowed-first-trick")
@reading("hearts.free-lead", "hearts.discard-free", "queen.lead-free", "queen.discard-free")
@cardwise
def any_card(cards: Mask, at: Lead) -> Mask:
    """``play.void-any`` and the other rules that only allow: every card is kept."""
    return cards


# --- Their order, and their lifting --------------------------------------------------------------------------------


@reading("play.precedence")
def order_of(situation: str, rules: Rules) -> tuple[tuple[str, ...], ...]:
    """``play.precedence``: the filters of a situation in their order."""
    return ORDER[situation]


@reading("play.always-a-card")
def lift(kept: Mask, before: Mask, rule: str, at: Position) -> Mask:
    """``play.always-a-card``: a filter that would keep nothing is lifted."""
    return kept or before


@reading("play.refusal-reason")
def reason(broken: list[str], at: Position) -> str | None:
    """``play.refusal-reason``: of the rules that a play breaks, in order of precedence, the first is named."""
    return broken[0] if broken else None


# --- Releases ------------------------------------------------------------------------------------------------------


@reading("first-trick.void-bound", "hearts.queen-not-heart")
@implied
def nobody(hand: Mask, at: Position) -> bool:
    """``first-trick.void-bound``, ``hearts.queen-not-heart``: rules that say that no release follows from a thing.

    To be void in the suit led frees nobody from the first-trick ban.  Who leads from hearts and the queen of spades
    alone leads the queen.
    """
    return False


@reading("first-trick.all-points-release")
@implied
def all_barred(hand: Mask, at: Position) -> bool:
    """``first-trick.all-points-release``: the ban does not bind a hand of nothing but barred cards."""
    return not hand & ~at.rules.banned


@reading("first-trick.lone-card-follows")
@implied
def barred_cards_follow(hand: Mask, at: Position) -> bool:
    """``first-trick.lone-card-follows``: the ban does not bind who can follow suit with barred cards only."""
    following = hand & suit_led(at)
    return bool(following) and not following & ~at.rules.banned


@reading("hearts.anyone-after")
def once_broken(hand: Mask, at: Position) -> bool:
    """``hearts.anyone-after``: once hearts are broken any leader may lead one."""
    return bool(at.broken)


@reading("hearts.only-hearts-release")
@implied
def only_hearts(hand: Mask, at: Position) -> bool:
    """``hearts.only-hearts-release``: a leader who holds nothing but hearts may lead one."""
    return not hand & ~HEARTS


@reading("hearts.points-release")
def only_points(hand: Mask, at: Position) -> bool:
    """``hearts.points-release``: a leader who holds nothing but hearts and the queen of spades may lead a heart."""
    return not hand & ~POINT_CARDS


# --- Chains --------------------------------------------------------------------------------------------------------


class Filter:
    """One filter: the rules it carries, their readings, and the readings that release from it."""

    __slots__ = ("judges", "releases", "rules")

    def __init__(self, rules: tuple[str, ...], releases: tuple[str, ...], readings: Readings) -> None:
        self.rules = rules
        self.judges = tuple(readings[rule] for rule in rules)
        self.releases = tuple(readings[rule] for rule in releases if readings[rule] not in IMPLIED)

    def keep(self, cards: Mask, at: Lead) -> Mask:
        """Return those of *cards* that every rule of this filter allows."""
        for judge in self.judges:
            cards = judge(cards, at)
        return cards

    def releases_hand(self, hand: Mask, at: Position) -> bool:
        """Return whether a rule says that whoever holds *hand* is not bound."""
        for release in self.releases:  # noqa: SIM110 (a generator costs more than the loop)
            if release(hand, at):
                return True
        return False

    def drops(self, cards: Mask, card: Card, at: Position) -> str | None:
        """Return the first rule of this filter that drops *card* out of *cards*, or None where none does."""
        for rule, judge in zip(self.rules, self.judges, strict=True):
            cards = judge(cards, at)
            if not cards >> card & 1:
                return rule
        return None


class OnlyLed:
    """A `Lead`, for working out cardwise readings before any card is played."""

    __slots__ = ("led", "rules")

    def __init__(self, rules: Rules, led: Card | None) -> None:
        self.rules = rules
        self.led = led


class Chain:
    """The filters of one situation that the options leave in force, in their order."""

    __slots__ = ("_lift", "_rules", "filters", "masks")

    def __init__(self, situation: str, rules: Rules, readings: Readings) -> None:
        def in_force(group: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(rule for rule in group if rule not in IN_FORCE or IN_FORCE[rule](rules))

        self._lift = readings["play.always-a-card"]
        self._rules = rules
        self.filters: list[Filter] = []
        for group in readings["play.precedence"](situation, rules):
            limiting = tuple(rule for rule in in_force(group) if readings[rule] is not any_card)
            if limiting:
                self.filters.append(Filter(limiting, in_force(RELEASES.get(group, ())), readings))
        self.masks = [self.plain_masks(led) for led in range(52)]
        """For each card led the masks of the filters, or None where a reading has to look at the position."""

    def plain_masks(self, led: Card | None, *asked: Reading) -> tuple[Mask, ...] | None:
        """Return the masks of the filters after *led*, or None where a reading has to look at the position.

        The caller promises to ask the releases *asked*, and to apply the masks only where they do not release.
        """
        judges = {judge for each in self.filters for judge in each.judges}
        releases = {release for each in self.filters for release in each.releases}
        if self._lift is not lift or judges - CARDWISE or releases - {*asked}:
            return None
        return tuple(each.keep(ALL, OnlyLed(self._rules, led)) for each in self.filters)

    def legal(self, hand: Mask, at: Position) -> Mask:
        """Return the cards of *hand* that may be played (``play.precedence``, ``play.always-a-card``)."""
        cards = hand
        for each in self.filters:
            if not cards & cards - 1 and self._lift is lift:
                break  # a filter would drop the last card, and be lifted
            if not each.releases_hand(hand, at):
                cards = self._lift(each.keep(cards, at), cards, each.rules[0], at)
        return cards

    def refusing(self, hand: Mask, card: Card, at: Position) -> list[str]:
        """Return the rules of all filters that would drop *card* out of *hand*, in order of precedence.

        After a filter that drops the card it is put back, so that a reading of ``play.refusal-reason`` can choose
        among all the rules that the play breaks.
        """
        cards, found = hand, []
        for each in self.filters:
            if each.releases_hand(hand, at):
                continue
            kept = self._lift(each.keep(cards, at), cards, each.rules[0], at)
            if not kept >> card & 1:
                found.append(each.drops(cards, card, at) or each.rules[0])
                kept |= 1 << card
            cards = kept
        return found
