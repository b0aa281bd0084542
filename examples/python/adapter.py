"""Lets heartspec judge the match in `hearts`: its names on one side, ours on the other.

heartspec verify adapter:Adapter
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hearts import Card, Direction, IllegalMove, Match, Stage, Suit, Why

from hearts_conformance.implementation import Deal, Description, Implementation, Observation, Refused, Setup, TrickCard

RANKS = "23456789TJQKA"
SUITS = {"C": Suit.CLUBS, "D": Suit.DIAMONDS, "S": Suit.SPADES, "H": Suit.HEARTS}
CARDS = {rank + suit: Card(RANKS.index(rank) + 2, SUITS[suit]) for suit in SUITS for rank in RANKS}
NAMES = {card: name for name, card in CARDS.items()}
PHASES = {Stage.DEALING: "deal", Stage.PASSING: "pass", Stage.PLAYING: "play", Stage.FINISHED: "over"}
DIRECTIONS = {
    Direction.LEFT: "left",
    Direction.RIGHT: "right",
    Direction.ACROSS: "across",
    Direction.NONE: "hold",
}
RULES = {
    Why.WRONG_STAGE: "round.phase",
    Why.NOT_THREE: "pass.count",
    Why.NOT_DISTINCT: "pass.own-distinct",
    Why.NOT_IN_TURN: "turn.in-order",
    Why.NOT_HELD: "turn.own-card",
    Why.NOT_OPENING: "open.exact-card",
    Why.NOT_FOLLOWING: "play.follow-suit",
    Why.HEART_TOO_EARLY: "first-trick.no-hearts",
    Why.QUEEN_TOO_EARLY: "first-trick.no-queen",
    Why.NOT_BROKEN: "hearts.no-lead-unbroken",
}
OPTIONS: dict[str, list[Any]] = {
    "pass.count": [3],
    "pass.cycle": [["left", "right", "across", "hold"]],
    "open.leader": ["lowest-club"],
    "open.card": ["that-card"],
    "first-trick.banned": [["hearts", "queen"]],
    "hearts.lead": ["after-heart"],
    "hearts.lead-release": ["only-hearts"],
    "value.heart": ["one"],
    "value.card": [{"QS": 13}],
    "bonus.card": ["none"],
    "moon.mode": ["add"],
    "moon.amount": ["total"],
    "moon.needs": ["penalties"],
    "match.end": ["limit"],
    "match.compare": ["reach"],
    "match.tie": ["extra-rounds"],
}
"""The rules that the match is played by; the limit is left out, since any will do."""


class Adapter(Implementation):
    match: Match

    def describe(self) -> Description:
        return Description(
            name="Hearts in Python",
            version="1.0",
            players=frozenset({4}),
            can=frozenset({"legal", "refuse", "explain", "passing", "match"}),
            options=OPTIONS,
        )

    def start(self, setup: Setup) -> None:
        self.match = Match(setup.dealer, setup.round, limit=setup.options["match.limit"])

    def deal(self, deal: Deal) -> None:
        _attempt(lambda: self.match.deal([_cards(hand) for hand in deal.hands]))

    def pass_cards(self, seat: int, cards: Sequence[str]) -> None:
        _attempt(lambda: self.match.pass_cards(seat, _cards(cards)))

    def play(self, seat: int, card: str) -> None:
        _attempt(lambda: self.match.play(seat, CARDS[card]))

    def observe(self) -> Observation:
        match = self.match
        over = match.stage is Stage.FINISHED
        under_way = match.stage in (Stage.PASSING, Stage.PLAYING)
        return Observation(
            phase=PHASES[match.stage],
            turn=match.turn,
            legal=_names(match.legal_cards()) or None,
            hands=[_names(hand) for hand in match.hands],
            trick=[TrickCard(seat=seat, card=NAMES[card]) for seat, card in match.trick] if under_way else None,
            trick_winner=match.last_winner,
            captured=[_names(cards) for cards in match.captured],
            broken=match.hearts_broken if under_way else None,
            round=match.number,
            dealer=match.dealer,
            direction=DIRECTIONS[match.direction] if under_way else None,
            round_points=match.points,
            totals=match.totals,
            over=over,
            winners=match.leaders if over else None,
            places=match.places if over else None,
        )


def _attempt(move: Callable[[], None]) -> None:
    try:
        move()
    except IllegalMove as illegal:
        raise Refused(RULES[illegal.why]) from None


def _cards(names: Sequence[str]) -> list[Card]:
    return [CARDS[name] for name in names]


def _names(cards: Sequence[Card]) -> list[str]:
    return [NAMES[card] for card in cards]
