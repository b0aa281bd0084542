"""A match of Hearts for four players, as a program of its own: it has its own cards and its own words.

Players are 0 to 3, clockwise.  A move is made or raises `IllegalMove`, and then nothing has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

PLAYERS = range(4)
ALL_POINTS = 26


class Suit(Enum):
    CLUBS = "♣"
    DIAMONDS = "♦"
    SPADES = "♠"
    HEARTS = "♥"


@dataclass(frozen=True)
class Card:
    rank: int
    """From 2 to 14, the ace."""
    suit: Suit

    @property
    def points(self) -> int:
        return 13 if self == QUEEN else int(self.suit is Suit.HEARTS)


QUEEN = Card(12, Suit.SPADES)
OPENING = Card(2, Suit.CLUBS)


class Stage(Enum):
    DEALING, PASSING, PLAYING, FINISHED = range(4)


class Direction(Enum):
    LEFT, RIGHT, ACROSS, NONE = 1, 3, 2, 0
    """How many seats further on the receiver sits."""


class Why(Enum):
    """Why a move is illegal."""

    WRONG_STAGE = "this is not the time for it"
    NOT_THREE = "three cards are passed"
    NOT_DISTINCT = "the cards passed are three different ones of the hand"
    NOT_IN_TURN = "it is another player's turn"
    NOT_HELD = "the player does not hold the card"
    NOT_OPENING = "the two of clubs opens"
    NOT_FOLLOWING = "the player can follow suit"
    HEART_TOO_EARLY = "no hearts on the first trick"
    QUEEN_TOO_EARLY = "no queen of spades on the first trick"
    NOT_BROKEN = "hearts are not broken"


class IllegalMove(Exception):
    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why


class Match:
    """The rounds of a match and its totals, from a first round that any player may deal."""

    def __init__(self, dealer: int, number: int = 1, totals: Sequence[int] = (0, 0, 0, 0), limit: int = 100) -> None:
        self.stage = Stage.DEALING
        self.number = number
        self.dealer = dealer
        self.totals = list(totals)
        self.limit = limit
        self.limit_reached = max(totals) >= limit
        self.hands: list[list[Card]] = [[] for _ in PLAYERS]
        self.captured: list[list[Card]] = [[] for _ in PLAYERS]
        self.selected: dict[int, list[Card]] = {}
        self.trick: list[tuple[int, Card]] = []
        self.last_winner: int | None = None
        self.turn: int | None = None
        self.hearts_broken = False
        self.points: list[int] | None = None
        self._rounds_dealt = 0

    @property
    def direction(self) -> Direction:
        return list(Direction)[(self.number - 1) % 4]

    @property
    def leaders(self) -> list[int]:
        """The players with the lowest total, who win once the match is finished."""
        return [player for player in PLAYERS if self.totals[player] == min(self.totals)]

    @property
    def places(self) -> list[int]:
        """The place of each player, equal totals sharing the better one."""
        return [1 + sum(other < total for other in self.totals) for total in self.totals]

    def deal(self, hands: Sequence[Sequence[Card]]) -> None:
        self._require(Stage.DEALING)
        if self._rounds_dealt:
            self.number += 1
            self.dealer = (self.dealer + 1) % 4
        self._rounds_dealt += 1
        self.hands = [list(hand) for hand in hands]
        self.captured = [[] for _ in PLAYERS]
        self.selected = {}
        self.last_winner = self.points = None
        self.hearts_broken = False
        if self.direction is Direction.NONE:
            self._open()
        else:
            self.stage = Stage.PASSING

    def pass_cards(self, player: int, cards: Sequence[Card]) -> None:
        """Select the cards that a player passes; they move once everybody has selected."""
        self._require(Stage.PASSING)
        if len(cards) != 3:
            raise IllegalMove(Why.NOT_THREE)
        if len(set(cards)) != 3 or not set(cards) <= set(self.hands[player]):
            raise IllegalMove(Why.NOT_DISTINCT)
        self.selected[player] = list(cards)
        if len(self.selected) == 4:
            for giver, given in self.selected.items():
                self.hands[giver] = [card for card in self.hands[giver] if card not in given]
            for giver, given in self.selected.items():
                self.hands[(giver + self.direction.value) % 4] += given
            self._open()

    def play(self, player: int, card: Card) -> None:
        self._require(Stage.PLAYING)
        if player != self.turn:
            raise IllegalMove(Why.NOT_IN_TURN)
        if card not in self.hands[player]:
            raise IllegalMove(Why.NOT_HELD)
        if card not in self.legal_cards():
            raise IllegalMove(self._why_not(card))
        self.hands[player].remove(card)
        self.trick.append((player, card))
        self.hearts_broken |= card.suit is Suit.HEARTS
        self.turn = (player + 1) % 4
        if len(self.trick) == 4:
            self._close_trick()

    def legal_cards(self) -> list[Card]:
        """Return what the player in turn may play; nothing while nobody is."""
        if self.turn is None:
            return []
        hand = self.hands[self.turn]
        if not self.trick:
            return self._leads(hand)
        following = [card for card in hand if card.suit is self.trick[0][1].suit]
        harmless = [card for card in hand if not card.points]
        return following or (harmless if self._first_trick() else []) or hand

    def _leads(self, hand: list[Card]) -> list[Card]:
        if OPENING in hand:
            return [OPENING]
        others = [card for card in hand if card.suit is not Suit.HEARTS]
        return hand if self.hearts_broken else others or hand

    def _first_trick(self) -> bool:
        """Tell whether nobody has captured anything yet."""
        return not self.captured

    def _why_not(self, card: Card) -> Why:
        if not self.trick:
            return Why.NOT_OPENING if OPENING in self.legal_cards() else Why.NOT_BROKEN
        if any(held.suit is self.trick[0][1].suit for held in self.legal_cards()):
            return Why.NOT_FOLLOWING
        return Why.QUEEN_TOO_EARLY if card == QUEEN else Why.HEART_TOO_EARLY

    def _require(self, stage: Stage) -> None:
        if self.stage is not stage:
            raise IllegalMove(Why.WRONG_STAGE)

    def _open(self) -> None:
        self.stage = Stage.PLAYING
        self.turn = next(player for player in PLAYERS if OPENING in self.hands[player])

    def _close_trick(self) -> None:
        suit = self.trick[0][1].suit
        winner = max((card.rank, player) for player, card in self.trick if card.suit is suit)[1]
        self.captured[winner] += [card for _, card in self.trick]
        self.trick = []
        self.turn = self.last_winner = winner
        if not self.hands[winner]:
            self._count()

    def _count(self) -> None:
        taken = [sum(card.points for card in cards) for cards in self.captured]
        self.points = [ALL_POINTS - points for points in taken] if ALL_POINTS in taken else taken
        self.totals = [total + points for total, points in zip(self.totals, self.points, strict=True)]
        self.limit_reached |= max(self.totals) >= self.limit
        self.turn = None
        self.stage = Stage.FINISHED if self.limit_reached and len(self.leaders) == 1 else Stage.DEALING
