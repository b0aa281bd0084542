"""The rest of a round drawn at random, by the book, as fast as Python goes.

Who searches by random rounds plays thousands of them and looks at nothing on the way.  `legality` and `tricks` say
rule by rule how a round goes; here it stands once more, in a loop over hands that are lists by suit, so that to draw a
card is to take it out of a list.  By the book that is short.  The first trick bars cards, as the masks of a
`legality.Chain` say.  After it suit is followed, the highest card of the suit led wins and leads to the next trick,
and until hearts are broken they are not led.

`Round.play_out` comes here only where every reading is the book's own, and the tests hold what comes of it to the
same cards played one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hearts_spec.cards import BITS, QUEEN_OF_SPADES, SUIT_OF, Card, Mask, by_suit, nth

from .plan import Plan

Hand = list[list[Card]]
"""A hand as `by_suit` gives it, hearts last."""

SPADES, HEARTS = 2, 3
"""Where these suits stand in a hand."""

Draw = Callable[[], float]
"""Returns a number from 0 up to but not including 1, as ``random.random`` does."""


def drawn(legal: Mask, draw: Draw) -> Card:
    """Return one of the *legal* cards; every one has the same chance."""
    return nth(legal, int(draw() * legal.bit_count()))


def first_trick(plan: Plan, hands: list[Mask], leader: int, legal: Mask, draw: Draw) -> tuple[int, Mask]:
    """Play the first trick out of *hands*, led with one of the *legal* cards; return its winner and its cards."""
    winner = leader
    best = drawn(legal, draw)
    table = BITS[best]
    hands[leader] -= table
    suit = SUIT_OF[best]
    masks = plan.first.masks[best]
    assert masks is not None, "by the book, the cards of a first trick depend on the card led alone"
    for seat in plan.orders[leader][1:]:
        legal = hand = hands[seat]
        for each in masks:
            legal = legal & each or legal
        card = drawn(legal, draw)
        bit = BITS[card]
        hands[seat] = hand - bit
        table |= bit
        if bit & suit and card > best:
            best = card
            winner = seat
    return winner, table


def play_out(
    plan: Plan, hands: Sequence[Mask], captured: list[Mask], leader: int, broken: bool | None, draw: Draw
) -> tuple[int, bool | None]:
    """Play out *hands* from a lead that is not the first; return who won the last trick, and *broken* by then.

    The cards of each trick are added to those that its winner has *captured*.
    """
    held = [by_suit(hand) for hand in hands]
    for size in range(hands[leader].bit_count(), 0, -1):
        led: int | None = None
        best = table = 0
        for seat in plan.orders[leader]:
            suits = held[seat]
            if led is not None and (cards := suits[led]):
                card = cards.pop(int(draw() * len(cards)))
                if card > best:
                    best = card
                    leader = seat
            else:
                among = _leadable(suits, size, plan) if led is None and broken is False else size
                index = int(draw() * among)
                for cards in suits:  # pragma: no branch (there is a card at every index below the size)
                    if index < len(cards):
                        break
                    index -= len(cards)
                card = cards.pop(index)
                if led is None:
                    led = card // 13
                    best = card
            table |= BITS[card]
        captured[leader] |= table
        if broken is False and table & plan.may_break:
            broken = True
    return leader, broken


def _leadable(suits: Hand, size: int, plan: Plan) -> int:
    """Return how many cards of a hand, from the first, may be led while hearts are unbroken."""
    others = size - len(suits[HEARTS])
    only_queen = others == 1 and plan.releases_points is not None and suits[SPADES] == [QUEEN_OF_SPADES]
    return size if others == 0 or only_queen else others
