"""The fixed rules by which hands that a scenario writes in part are filled up.

A scenario writes the cards that matter; the rest of the pack goes round by these rules, which never change, since
every expectation rests on them (the README of the scenario folder states them for people):

1. Written cards go to their seats.
2. The kitty, where it is not written, takes the cards that stripping would have taken from the standard pack for
   that number of players; for each of them that is written elsewhere, the lowest free diamond, spade (the queen
   left out), club, heart.
3. Seats with a written hand fill up in seat order, each from its open suits: lowest rank first, or highest rank
   first under ``high``; equal ranks in the order clubs, diamonds, spades, hearts.
4. What is left goes to the other seats one card at a time, round and round in seat order: clubs, diamonds, spades,
   hearts, each from the lowest up.

In 3 and 4 a card that would make it impossible to fill the other hands is passed over.  Whether the rest can still
be shared out is a question of numbers only: for every group of suits, there must be as many cards left of them as the
seats that may hold nothing else have room for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from hearts_spec.cards import ALL, CARDS, QUEEN, Card, Mask, mask, members, names

from .notation import Hand

ODD_CARDS: Final[Mapping[int, tuple[str, ...]]] = {
    3: ("2D",),
    5: ("2D", "2C"),
    6: ("2D", "3D", "3C", "4C"),
    7: ("2D", "3D", "3C"),
}
"""By number of players, the cards that lie in the kitty unless a scenario says otherwise."""

_BY_RANK: Final = tuple(suit * 13 + rank for rank in range(13) for suit in range(4))
_BY_RANK_DOWN: Final = tuple(suit * 13 + rank for rank in reversed(range(13)) for suit in range(4))


class Unfit(ValueError):
    """The position cannot be laid out with this pack and these hand sizes; ``str`` is one sentence."""


def fill_kitty(written: Mask, size: int, players: int, taken: Mask) -> Mask:
    """Return the kitty: *written* if that is its size, otherwise the odd cards clear of *taken*."""
    if written:
        if written.bit_count() != size:
            raise Unfit(f"the kitty is {' '.join(names(written))}, but {players} players leave {size} cards over")
        return written
    kitty = mask(CARDS[name] for name in ODD_CARDS.get(players, ())) & ~taken
    spare = [*range(13, 26), *range(26, 39), *range(13), *range(39, 52)]
    for card in spare:
        if kitty.bit_count() >= size:
            break
        if not (taken | kitty | QUEEN) >> card & 1:
            kitty |= 1 << card
    return mask(members(kitty)[:size]) if kitty.bit_count() > size else kitty


def fill(hands: Sequence[Hand | None], needed: Sequence[Mask], pack: Mask, size: int) -> list[Mask]:
    """Return full hands of *size* cards, where *pack* is what is dealt to players.

    *hands* are those that are written, None for a seat without one; *needed* are, by seat, cards that it must hold
    because it plays them.  Raises `Unfit` where that cannot be.
    """
    for seat, hand in enumerate(hands):
        if hand and needed[seat] & ~hand.named & ~hand.open:
            name = names(needed[seat] & ~hand.named & ~hand.open)[0]
            raise Unfit(f"seat {seat} needs {name}, but its hand is written without it")
    held = [needed[seat] | (hand.named if hand else 0) for seat, hand in enumerate(hands)]
    _check_written(held, pack, size)
    table = _Filling(held, [hand.open if hand else ALL for hand in hands], pack, size)
    table.check(hands)
    for seat, hand in enumerate(hands):
        if hand:
            table.fill_up(seat, _BY_RANK_DOWN if hand.high else _BY_RANK)
    table.share_out()
    return table.held


def _check_written(held: Sequence[Mask], pack: Mask, size: int) -> None:
    seen = 0
    for seat, cards in enumerate(held):
        if cards & seen:
            raise Unfit(f"two seats hold {names(cards & seen)[0]}, seat {seat} the second of them")
        if cards & ~pack:
            raise Unfit(f"seat {seat} holds {names(cards & ~pack)[0]}, which is not dealt to anybody here")
        if cards.bit_count() > size:
            raise Unfit(f"seat {seat} holds {cards.bit_count()} written cards, but a hand is {size} here")
        seen |= cards


class _Filling:
    """Hands on their way to being full."""

    def __init__(self, held: Iterable[Mask], suits_open: Iterable[Mask], pack: Mask, size: int) -> None:
        self.held = list(held)
        self.open = list(suits_open)
        self.left = pack & ~mask(card for cards in self.held for card in members(cards))
        self.room = [size - cards.bit_count() for cards in self.held]
        self.restricted = any(each != ALL for each in self.open)

    def check(self, hands: Sequence[Hand | None]) -> None:
        """Raise `Unfit` if no filling exists."""
        if self.left.bit_count() != sum(self.room):
            raise Unfit(f"{self.left.bit_count()} cards are left for {sum(self.room)} places in the hands")
        if not self._can_be_shared_out():
            closed = [seat for seat, hand in enumerate(hands) if hand and hand.open != ALL]
            raise Unfit(
                f"the hands cannot be filled: the suits left open to {_seats(closed)} and the room of the other "
                "seats do not match the cards that are left"
            )

    def fill_up(self, seat: int, order: Sequence[Card]) -> None:
        """Fill one seat from its open suits."""
        for card in order:
            if not self.room[seat]:
                return
            if (self.left & self.open[seat]) >> card & 1:
                self._try(seat, card)

    def share_out(self) -> None:
        """Give what is left to the other seats in turn."""
        players, turn = len(self.held), 0
        for card in members(self.left):
            for step in range(players):
                seat = (turn + step) % players
                if self.room[seat] and self.open[seat] >> card & 1 and self._try(seat, card):
                    turn = seat + 1
                    break

    def _try(self, seat: int, card: Card) -> bool:
        """Give a card to a seat unless the rest could then no longer be shared out."""
        self._move(seat, card, 1)
        if not self.restricted or self._can_be_shared_out():
            return True
        self._move(seat, card, -1)
        return False

    def _move(self, seat: int, card: Card, count: int) -> None:
        self.left ^= 1 << card
        self.held[seat] ^= 1 << card
        self.room[seat] -= count

    def _can_be_shared_out(self) -> bool:
        """Tell whether the seats that are bound to some suits can still be filled from them."""
        bound = [(room, suits) for room, suits in zip(self.room, self.open, strict=True) if room and suits != ALL]
        together = {0}
        for _, suits in bound:
            together |= {suits | other for other in together}
        return all(
            sum(room for room, suits in bound if not suits & ~union) <= (self.left & union).bit_count()
            for union in together
        )


def _seats(seats: Sequence[int]) -> str:
    return " and ".join(f"seat {seat}" for seat in seats) or "the seats"
