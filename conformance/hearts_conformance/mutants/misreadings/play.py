"""Legal cards: following suit, the order of the filters, their lifting, the reason of a refusal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hearts_conformance.mutants.mutant import Mutant, misread, proved
from hearts_reference.legality import (
    FIRST,
    FIRST_TRICK_BAN,
    FREE_OPENING,
    LATER,
    LEADING,
    OPENING,
    in_phase,
    suit_led,
)
from hearts_reference.readings import Position, Reading
from hearts_spec.cards import HEARTS, POINT_CARDS, QUEEN, SPADES, SUIT_OF, Card, Mask, mask

from .filters import BAN_FIRST, ban_split, binding_later, never_lifted, reordered
from .looking import BLACK, RED, every, held, only, place, played, seats, when_following, when_void, without

# --- Following suit ------------------------------------------------------------------------------------------------


def _colour_led(cards: Mask, at: Position) -> Mask:
    return cards & (BLACK if suit_led(at) & BLACK else RED)


def _last_played(cards: Mask, at: Position) -> Mask:
    """Follow the suit of the card played last."""
    return cards & SUIT_OF[played(at)[-1]]


def _beats(cards: Mask, at: Position) -> Mask:
    """Play higher than the card led where that can be done."""
    following = cards & suit_led(at)
    return following >> (at.led or 0) + 1 << (at.led or 0) + 1 or following


def _ducks(cards: Mask, at: Position) -> Mask:
    """Play lower than the card led where that can be done."""
    following = cards & suit_led(at)
    return following & (1 << (at.led or 0)) - 1 or following


def _follows_or(also: Mask) -> Reading:
    return when_following(lambda cards, at: cards & (suit_led(at) | also))


# --- The order and the lifting -------------------------------------------------------------------------------------


def _to_whole_hand(kept: Mask, before: Mask, rule: str, at: Position) -> Mask:
    return kept or held(at)


def _lifted_with_one_left(kept: Mask, before: Mask, rule: str, at: Position) -> Mask:
    return kept if kept & (kept - 1) else before


# --- Reasons -------------------------------------------------------------------------------------------------------


def _rather_than(*prefixes: str) -> Reading:
    """Return a choice of reason that names rules with these beginnings only where there is no other."""

    def reason(broken: list[str], at: Position) -> str | None:
        others = [rule for rule in broken if not rule.startswith(prefixes)]
        return next(iter(others or broken), None)

    return reason


def _first_of(*rules: str) -> Reading:
    """Return a choice of reason that prefers these rules."""

    def reason(broken: list[str], at: Position) -> str | None:
        preferred = [rule for rule in rules if rule in broken]
        return next(iter(preferred or broken), None)

    return reason


def _costs_the_turn(broken: list[str], at: Any) -> str | None:
    if broken and at.turn is not None:
        at.turn = (at.turn + 1) % seats(at)
    return broken[0] if broken else None


def _loses_the_cards(seat: int, cards: Sequence[Card], at: Any) -> bool:
    if len(cards) == at.rules.pass_count:
        return True
    at._hands[seat] &= ~mask(cards)
    return False


def _any_action_of_play(action: str, at: Position) -> bool:
    return action == "play" or in_phase(action, at)


MUTANTS: Final[tuple[Mutant, ...]] = (
    *misread(
        "play.follow-suit",
        ("ignored", "no suit has to be followed", every),
        ("or-heart", "a heart may be played instead", _follows_or(HEARTS)),
        ("or-queen", "the queen of spades may be played instead", _follows_or(QUEEN)),
        ("or-spade", "a spade may be played instead", _follows_or(SPADES)),
        ("colour", "the colour led has to be followed", _colour_led),
        ("last-card", "the suit played last has to be followed", _last_played),
        (
            "not-on-first",
            "on the first trick no suit has to be followed",
            lambda cards, at: cards & suit_led(at) if at.tricks else cards,
        ),
        (
            "first-only",
            "only on the first trick the suit has to be followed",
            lambda cards, at: cards if at.tricks else cards & suit_led(at),
        ),
        (
            "not-with-one",
            "a lone card of the suit may be kept",
            lambda cards, at: cards & suit_led(at) if (cards & suit_led(at)).bit_count() > 1 else cards,
        ),
        ("beat", "a higher card of the suit has to be played", _beats),
        ("duck", "a lower card of the suit has to be played", _ducks),
        (
            "queen-exempt",
            "the queen of spades need not follow",
            lambda cards, at: cards & suit_led(at) if cards & suit_led(at) & ~QUEEN else cards,
        ),
        (
            "last-seat-free",
            "the last seat need not follow",
            lambda cards, at: cards & suit_led(at) if place(at) < seats(at) - 1 else cards,
        ),
        (
            "second-seat-only",
            "only the next seat has to follow",
            lambda cards, at: cards & suit_led(at) if place(at) == 1 else cards,
        ),
        (
            "hearts-exempt",
            "hearts need not be followed",
            lambda cards, at: cards if suit_led(at) & HEARTS else cards & suit_led(at),
        ),
    ),
    *misread(
        "play.void-any",
        ("no-hearts", "who is void may not throw a heart", when_void(without(HEARTS))),
        ("no-points", "who is void may not throw a point card", when_void(without(POINT_CARDS))),
        ("hearts", "who is void has to throw a heart", when_void(only(HEARTS))),
        ("points", "who is void has to throw a point card", when_void(only(POINT_CARDS))),
        ("no-queen", "who is void may not throw the queen of spades", when_void(without(QUEEN))),
        ("colour", "who is void has to play the same colour", when_void(_colour_led)),
        (
            "hearts-once-broken",
            "a heart may be thrown only once hearts are broken",
            when_void(lambda cards, at: cards if at.broken else cards & ~HEARTS),
        ),
        ("spades", "who is void has to throw a spade", when_void(only(SPADES))),
    ),
    *misread(
        "play.precedence",
        ("ban-first", "the first-trick ban comes before following suit", BAN_FIRST),
        ("ban-split", "hearts and queen are barred one after the other", ban_split(*FIRST_TRICK_BAN)),
        (
            "ban-split-backwards",
            "queen and hearts are barred one after the other",
            ban_split(*reversed(FIRST_TRICK_BAN)),
        ),
        ("opening-last", "the opening card is asked for last", reordered(OPENING, lambda order: order[::-1])),
        (
            "ban-later",
            "the first-trick ban binds on later tricks too",
            binding_later(*FIRST_TRICK_BAN),
        ),
        (
            "ban-on-leads",
            "the first-trick ban binds later leads",
            reordered(LEADING, lambda order: (FIRST_TRICK_BAN, *order)),
        ),
        (
            "ban-on-free-lead",
            "the first-trick ban binds an opening lead that may be any card",
            reordered(FREE_OPENING, lambda order: (FIRST_TRICK_BAN,)),
        ),
        ("no-lead-filter", "nothing limits later leads", reordered(LEADING, lambda order: ())),
        ("no-ban-filter", "nothing limits discards on the first trick", reordered(FIRST, lambda order: order[:2])),
        (
            "heart-ban-following",
            "the ban on leading hearts binds those who follow",
            reordered(LATER, lambda order: (*order, ("hearts.no-lead-unbroken",))),
        ),
    ),
    *misread(
        "play.always-a-card",
        ("never-lifted", "a filter that leaves no card leaves none", lambda kept, before, rule, at: kept),
        ("suit-stands", "who cannot follow suit has no card to play", never_lifted("play")),
        ("ban-stands", "the first-trick ban is never lifted", never_lifted("first-trick")),
        ("hearts-stand", "the ban on leading hearts is never lifted", never_lifted("hearts")),
        ("whole-hand", "where a filter leaves no card, every card of the hand may be played", _to_whole_hand),
        ("one-left", "a filter that leaves a single card is lifted as well", _lifted_with_one_left),
    ),
    *proved(
        "Whoever has to open with the lowest club, or with any, holds the lowest one, so that a card is always left.",
        misread(
            "play.always-a-card",
            ("opening-stands", "the opening card is asked for even where it is not held", never_lifted("open")),
        ),
    ),
    *misread(
        "play.refusal-reason",
        ("last", "the last rule broken is named", lambda broken, at: broken[-1] if broken else None),
        ("not-the-suit", "following suit is named only where nothing else is broken", _rather_than("play.follow-suit")),
        ("not-the-opening", "the opening card is named only where nothing else is broken", _rather_than("open.")),
        ("turn-last", "the turn is named only where nothing else is broken", _rather_than("turn.in-order")),
        ("possession-last", "possession is named only where nothing else is broken", _rather_than("turn.own-card")),
        ("possession-first", "possession is named before the turn", _first_of("turn.own-card")),
        ("ban-before-suit", "the first-trick ban is named before following suit", _first_of(*FIRST_TRICK_BAN)),
        (
            "cards-before-count",
            "a card named twice or not held is named before their number",
            _first_of("pass.own-distinct"),
        ),
        (
            "selection-before-phase",
            "what is wrong with a selection is named before the phase",
            _rather_than("round.phase"),
        ),
        ("costs-the-turn", "a refused card costs the turn", _costs_the_turn),
        ("no-reason", "no rule is named", lambda broken, at: "" if broken else None),
    ),
    *misread(
        "play.refusal-reason",
        ("loses-the-cards", "the cards of a refused selection are gone", _loses_the_cards),
        reading="pass.count",
    ),
    *misread(
        "play.refusal-reason",
        ("turn-before-phase", "the turn is named before the phase", _any_action_of_play),
        reading="round.phase",
    ),
)
