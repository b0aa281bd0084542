"""What a scenario knows of play: who holds what, whose card comes next, who takes a trick.

`Table` follows the moves that a scenario writes, so that the loader can say when one cannot be (a card that is not
held, a seat that is not to play), can let the others follow low, and so that a report can draw the position.  It
knows what a trick is and nothing of what may be played: no expectation is computed here.
"""

from __future__ import annotations

from collections.abc import Sequence

from hearts_spec.cards import CLUBS, HEARTS, NAMES, POINT_CARDS, QUEEN, SUIT_OF, Card, Mask, members, names

from .verdict import Position

SHIFTS = {"left": 1, "right": -1, "hold": 0}
_BY_RANK = tuple(card % 13 * 4 + card // 13 for card in range(52))
"""The place of each card in the order of ranks."""


class Misplay(ValueError):
    """A written move cannot be; ``str`` is one sentence."""


def target(seat: int, direction: str, players: int) -> int:
    """Return the seat to which *seat* passes."""
    return (seat + (players // 2 if direction == "across" else SHIFTS[direction])) % players


def low_first(cards: Mask) -> list[Card]:
    """Return cards by rank, the lowest first, equal ranks in the order clubs, diamonds, spades, hearts."""
    return sorted(members(cards), key=_BY_RANK.__getitem__)


class Table:
    """One round on the table: hands, the trick, what is captured, whose turn it is."""

    def __init__(self, hands: Sequence[Mask], kitty: Mask, turn: int, dealer: int = 0, number: int = 1) -> None:
        self.hands = list(hands)
        self.kitty = kitty
        self.turn: int | None = turn
        self.dealer = dealer
        self.number = number
        self.players = len(self.hands)
        self.trick: list[tuple[int, Card]] = []
        self.captured: list[Mask] = [0] * self.players
        self.tricks = 0
        self.winner: int | None = None

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return not any(self.hands)

    def play(self, seat: int, card: Card) -> None:
        """Follow one move; raise `Misplay` if it is not that seat's turn or it does not hold the card."""
        if seat != self.turn:
            raise Misplay(f"seat {seat} plays {NAMES[card]}, but {self._whose()}")
        if not self.hands[seat] >> card & 1:
            raise Misplay(f"seat {seat} plays {NAMES[card]}, which it does not hold")
        self.hands[seat] ^= 1 << card
        self.trick.append((seat, card))
        if len(self.trick) == self.players:
            self._take()
        else:
            self.turn = (seat + 1) % self.players

    def _whose(self) -> str:
        return "the round is over" if self.turn is None else f"it is the turn of seat {self.turn}"

    def _take(self) -> None:
        led = SUIT_OF[self.trick[0][1]]
        winner = max((card, seat) for seat, card in self.trick if led >> card & 1)[1]
        for _, card in self.trick:
            self.captured[winner] |= 1 << card
        self.winner, self.trick = winner, []
        self.tricks += 1
        self.turn = None if self.over else winner

    def low(self, seat: int) -> Card:
        """Return the card that *seat* plays to lose or to be rid of the least: the README's fixed rule.

        It follows with its lowest card, the queen of spades only if it has no other spade.  Void, or leading, it
        plays the lowest card that is neither a heart nor that queen; void with nothing else, its lowest heart, the
        queen last.  Raises `Misplay` where which card is legal depends on the options.
        """
        hand = self.hands[seat]
        if self.trick and (suit := hand & SUIT_OF[self.trick[0][1]]):
            return low_first(suit & ~QUEEN or suit)[0]
        if plain := hand & ~POINT_CARDS:
            return low_first(plain)[0]
        if not hand:
            raise Misplay(f"seat {seat} has no card left")
        if not self.trick or (not self.tricks and hand & HEARTS and hand & QUEEN):
            raise Misplay(f"seat {seat} holds nothing but hearts and QS here; write the card that it plays")
        return low_first(hand & HEARTS or hand)[0]

    def top(self, seat: int) -> Card:
        """Return the highest card that *seat* holds of the suit led; raise `Misplay` if it holds none."""
        if not self.trick:
            raise Misplay(f"seat {seat} leads; write the card")
        suit = self.hands[seat] & SUIT_OF[self.trick[0][1]]
        if not suit:
            raise Misplay(f"seat {seat} holds no card of the suit led; write the card")
        return suit.bit_length() - 1

    def position(self) -> Position:
        """Return what lies on the table, for a report."""
        return Position(
            hands=tuple(tuple(names(hand)) for hand in self.hands),
            trick=tuple((seat, NAMES[card]) for seat, card in self.trick),
            turn=self.turn,
            captured=tuple(tuple(names(pile)) for pile in self.captured),
            kitty=tuple(names(self.kitty)),
            dealer=self.dealer,
            round=self.number,
        )


def lowest_club(cards: Mask) -> Card | None:
    """Return the lowest club among *cards*, None if there is none."""
    clubs = cards & CLUBS
    return (clubs & -clubs).bit_length() - 1 if clubs else None


def received(hand: Mask, count: int) -> Mask:
    """Return the cards of a hand at the first lead that came to it in the plain pass: its lowest."""
    result = 0
    for card in low_first(hand)[:count]:
        result |= 1 << card
    return result


def before_plain_pass(hands: Sequence[Mask], direction: str, count: int) -> tuple[list[Mask], list[Mask]]:
    """Return the hands as dealt, and what each seat passes, so that *hands* are those at the first lead."""
    players = len(hands)
    came = [received(hand, count) for hand in hands]
    passed = [came[target(seat, direction, players)] for seat in range(players)]
    dealt = [hand & ~came[seat] | passed[seat] for seat, hand in enumerate(hands)]
    return dealt, passed
