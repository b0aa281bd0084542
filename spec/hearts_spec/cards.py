"""Cards and sets of cards as plain integers, and their notation.

A card is an integer from 0 to 51: thirteen ranks, two lowest, times four suits in the order clubs, diamonds,
spades, hearts.  A set of cards is an integer too, with bit ``1 << card`` set for each member, so that what the
rules ask most often is one operation: the cards of a suit are ``cards & CLUBS``, the highest of them is the top
bit, the lowest the bottom bit.  The rank order is the rule ``deck.rank-order``; that suits have no order among
themselves is ``deck.no-trump``, and nothing here compares cards of two suits.

``CardSet`` wraps such an integer where people meet it.  The engine itself works on the integers, and whoever drives
it asks for their members all the time: those are looked up suit by suit, in tables made when the module is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any, Final

Card = int
"""A card: ``suit * 13 + rank``, rank 0 for the two and 12 for the ace."""

Mask = int
"""A set of cards: bit ``1 << card`` for each card in it."""

RANKS = "23456789TJQKA"
SUITS = "CDSH"

ALL: Mask = (1 << 52) - 1
CLUBS: Mask = 0x1FFF
DIAMONDS: Mask = CLUBS << 13
SPADES: Mask = CLUBS << 26
HEARTS: Mask = CLUBS << 39
SUIT_MASKS: tuple[Mask, Mask, Mask, Mask] = (CLUBS, DIAMONDS, SPADES, HEARTS)

SUIT_OF: Final[tuple[Mask, ...]] = tuple([SUIT_MASKS[card // 13] for card in range(52)])
"""For each card, all cards of its suit."""

BITS: Final[tuple[Mask, ...]] = tuple([1 << card for card in range(52)])
"""For each card the set of it alone."""

NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""For each card its name in interchange: rank, then suit, as in ``QS`` or ``TC``."""

CARDS: dict[str, Card] = {name: card for card, name in enumerate(NAMES)}

QUEEN_OF_SPADES: Card = CARDS["QS"]
QUEEN: Mask = 1 << QUEEN_OF_SPADES
POINT_CARDS: Mask = HEARTS | QUEEN
"""Hearts and the queen of spades, whatever they are worth (see ``first-trick.no-hearts``, ``hearts.break``)."""

SYMBOLS = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}


class NotACard(ValueError):
    """A text is not the name of a card."""

    def __init__(self, text: object) -> None:
        super().__init__(f"{text!r} is not a card; a card is its rank and its suit, as in QS, TC or 2D")
        self.text = text


def card(text: str) -> Card:
    """Return the card with the name *text*; raise `NotACard` for any other text."""
    try:
        return CARDS[text]
    except (KeyError, TypeError):
        raise NotACard(text) from None


def mask(cards: Iterable[Card]) -> Mask:
    """Return the set of *cards* as an integer."""
    result = 0
    for each in cards:
        result |= 1 << each
    return result


def _members_of_suit(suit: int) -> list[tuple[Card, ...]]:
    """Return for each set of the thirteen ranks, an integer, the cards of *suit* that have them."""
    table: list[tuple[Card, ...]] = [()]
    for card in range(13 * suit, 13 * suit + 13):
        table += [(*lower, card) for lower in table]
    return table


_CLUBS, _DIAMONDS, _SPADES, _HEARTS = (_members_of_suit(suit) for suit in range(4))


def members(cards: Mask) -> list[Card]:
    """Return the cards of a set in ascending order: by suit, the lowest rank first."""
    return [
        *_CLUBS[cards & CLUBS],
        *_DIAMONDS[cards >> 13 & CLUBS],
        *_SPADES[cards >> 26 & CLUBS],
        *_HEARTS[cards >> 39 & CLUBS],
    ]


def by_suit(cards: Mask) -> list[list[Card]]:
    """Return the cards of a set in four lists, clubs, diamonds, spades and hearts, each in ascending order."""
    return [
        [*_CLUBS[cards & CLUBS]],
        [*_DIAMONDS[cards >> 13 & CLUBS]],
        [*_SPADES[cards >> 26 & CLUBS]],
        [*_HEARTS[cards >> 39 & CLUBS]],
    ]


def nth(cards: Mask, index: int) -> Card:
    """Return one card of a set without listing the others: the lowest for index 0, for 1 the next one up.

    What a random player needs: ``nth(legal, int(random() * legal.bit_count()))``.
    """
    for _ in range(index):
        cards &= cards - 1
    return (cards & -cards).bit_length() - 1


def names(cards: Mask) -> list[str]:
    """Return the names of the cards of a set in ascending order."""
    return [NAMES[each] for each in members(cards)]


def parse(texts: Iterable[str]) -> list[Card]:
    """Return the cards named in *texts*, in that order; raise `NotACard` for the first that is none."""
    return [card(text) for text in texts]


def symbol(one: Card) -> str:
    """Return a card as a person writes it, suit sign first: ``♠Q``, ``♦10``."""
    name = NAMES[one]
    return SYMBOLS[name[1]] + ("10" if name[0] == "T" else name[0])


class CardSet(Set[Card]):
    """An immutable set of cards around an integer, iterated in ascending order."""

    __slots__ = ("mask",)

    def __init__(self, cards: Mask | Iterable[Card] = 0) -> None:
        self.mask: Mask = cards if isinstance(cards, int) else mask(cards)

    @classmethod
    def of(cls, text: str) -> CardSet:
        """Return the set of the cards named in *text*, separated by spaces: ``CardSet.of("QS AH")``."""
        return cls(parse(text.split()))

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> CardSet:  # type: ignore[override]
        return cls(it)

    def __contains__(self, one: object) -> bool:
        return isinstance(one, int) and 0 <= one < 52 and bool(self.mask >> one & 1)

    def __iter__(self) -> Iterator[Card]:
        return iter(members(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self.mask == other.mask
        return isinstance(other, Set) and set(self) == set(other)

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        return " ".join(names(self.mask))

    def __repr__(self) -> str:
        return f"CardSet.of({str(self)!r})"
