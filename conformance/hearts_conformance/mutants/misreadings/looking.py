"""What misreadings look at: the trick as it lies, and filters that bind only some players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hearts_reference.legality import suit_led
from hearts_reference.readings import Position
from hearts_spec.cards import CARDS, CLUBS, DIAMONDS, HEARTS, POINT_CARDS, RANKS, SPADES, Card, Mask

Filter = Callable[[Mask, Position], Mask]
"""A reading that keeps some of the cards that the filters before it left."""

BLACK: Final = CLUBS | SPADES
RED: Final = DIAMONDS | HEARTS
HIGH: Final = 0b1111100000000 * (1 | 1 << 13 | 1 << 26 | 1 << 39)
"""Ten to ace of every suit."""


def one(name: str) -> Mask:
    """Return a set of the one card with that name."""
    return 1 << CARDS[name]


def every(cards: Mask, at: Position) -> Mask:
    """Keep every card, as if there were no filter."""
    return cards


def when_void(keep: Filter) -> Filter:
    """Return a filter that binds only who is void in the suit led."""
    return lambda cards, at: cards if cards & suit_led(at) else keep(cards, at)


def when_following(keep: Filter) -> Filter:
    """Return a filter that binds only who can follow suit."""
    return lambda cards, at: keep(cards, at) if cards & suit_led(at) else cards


def without(barred: Mask) -> Filter:
    """Return a filter that drops the *barred* cards."""
    return lambda cards, at: cards & ~barred


def only(wanted: Mask) -> Filter:
    """Return a filter that keeps the *wanted* cards alone."""
    return lambda cards, at: cards & wanted


def held(at: Position) -> Mask:
    """Return the hand of the seat whose turn it is."""
    return at.hands[at.turn or 0]


def taken(at: Position) -> Mask:
    """Return the cards captured by the seat whose turn it is."""
    return at.captured[at.turn or 0]


def seats(at: Position) -> int:
    """Return the number of players."""
    return at.rules.players


def played(at: Position) -> list[Card]:
    """Return the cards of the trick on the table, in order of play."""
    return [card for _, card in at.trick or ()]


def place(at: Position) -> int:
    """Return how many cards lie in the trick."""
    return len(at.trick or ())


def hearts_are_out(at: Position) -> bool:
    """Tell whether a heart has been played in this round, whatever the options make of it."""
    return any(pile & HEARTS for pile in at.captured) or any(HEARTS >> card & 1 for card in played(at))


def points_are_out(at: Position) -> bool:
    """Tell whether a heart or the queen of spades has been captured in this round."""
    return any(pile & POINT_CARDS for pile in at.captured)


def ranked(order: str) -> Callable[[Mask, Card], Card]:
    """Return the winner among cards where ranks go from low to high in *order*."""

    def highest(cards: Mask, led: Card) -> Card:
        return max((card for card in range(52) if cards >> card & 1), key=lambda card: order.index(RANKS[card % 13]))

    return highest
