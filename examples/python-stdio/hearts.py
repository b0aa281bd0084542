"""Hearts for four players as functions: each takes a state of the match and returns the next.

Cards are two characters, rank and suit (``QS``); seats are 0 to 3, clockwise.  A move that the rules do not allow
raises `Illegal`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

Cards = tuple[str, ...]

SEATS = range(4)
RANKS = "23456789TJQKA"
PASSES = (("left", 1), ("right", 3), ("across", 2), ("hold", 0))
"""The directions of the pass, round by round, and how many seats on the receiver sits."""
LIMIT = 100
NOBODY: tuple[Cards, ...] = ((), (), (), ())


class Illegal(Exception):
    pass


@dataclass(frozen=True)
class State:
    dealer: int
    round: int
    phase: str = "deal"
    totals: tuple[int, ...] = (0, 0, 0, 0)
    limit_reached: bool = False
    hands: tuple[Cards, ...] = NOBODY
    captured: tuple[Cards, ...] = NOBODY
    passed: tuple[Cards | None, ...] = (None,) * 4
    turn: int | None = None
    trick: tuple[tuple[int, str], ...] = ()
    trick_winner: int | None = None
    broken: bool = False
    points: tuple[int, ...] | None = None


def deal(state: State, hands: Sequence[Sequence[str]]) -> State:
    _require(state, "deal")
    again = state.points is not None
    fresh = State(
        dealer=(state.dealer + again) % 4,
        round=state.round + again,
        phase="pass",
        totals=state.totals,
        limit_reached=state.limit_reached,
        hands=tuple(map(tuple, hands)),
    )
    return opened(fresh) if direction(fresh) == "hold" else fresh


def direction(state: State) -> str:
    return PASSES[(state.round - 1) % 4][0]


def pass_cards(state: State, seat: int, cards: Sequence[str]) -> State:
    _require(state, "pass")
    if len(cards) != 3 or not set(cards) <= set(state.hands[seat]):
        raise Illegal
    passed = _with(state.passed, seat, tuple(cards))
    return replace(state, passed=passed) if None in passed else opened(exchanged(state, passed))


def exchanged(state: State, passed: Sequence[Cards]) -> State:
    step = PASSES[(state.round - 1) % 4][1]
    kept = [tuple(card for card in state.hands[seat] if card not in passed[seat]) for seat in SEATS]
    return replace(state, hands=tuple(kept[seat] + passed[(seat - step) % 4] for seat in SEATS))


def opened(state: State) -> State:
    return replace(state, phase="play", turn=next(seat for seat in SEATS if "2C" in state.hands[seat]))


def legal(state: State) -> Cards | None:
    """Return what the seat in turn may play.  Each rule narrows its hand, unless that would leave no card."""
    if state.turn is None:
        return None
    cards = state.hands[state.turn]
    first_trick = len(cards) == 13
    if state.trick:
        cards = _only(cards, lambda card: card[1] == state.trick[0][1][1])
    elif first_trick:
        cards = _only(cards, lambda card: card == "2C")
    if first_trick:
        cards = _only(cards, lambda card: not value(card))
    if not state.trick and not state.broken:
        cards = _only(cards, lambda card: card[1] != "H")
    return cards


def play(state: State, seat: int, card: str) -> State:
    _require(state, "play")
    if seat != state.turn or card not in legal(state):
        raise Illegal
    played = replace(
        state,
        hands=_with(state.hands, seat, tuple(held for held in state.hands[seat] if held != card)),
        trick=(*state.trick, (seat, card)),
        broken=state.broken or card[1] == "H",
        turn=(seat + 1) % 4,
    )
    return played if len(played.trick) < 4 else trick_closed(played)


def trick_closed(state: State) -> State:
    suit = state.trick[0][1][1]
    winner = max((RANKS.index(card[0]), seat) for seat, card in state.trick if card[1] == suit)[1]
    pile = state.captured[winner] + tuple(card for _, card in state.trick)
    after = replace(state, trick=(), captured=_with(state.captured, winner, pile), turn=winner, trick_winner=winner)
    return after if after.hands[winner] else counted(after)


def value(card: str) -> int:
    return 13 if card == "QS" else int(card[1] == "H")


def counted(state: State) -> State:
    points = tuple(sum(map(value, cards)) for cards in state.captured)
    if 26 in points:
        points = tuple(26 - each for each in points)
    totals = tuple(total + each for total, each in zip(state.totals, points, strict=True))
    reached = state.limit_reached or max(totals) >= LIMIT
    ends = reached and totals.count(min(totals)) == 1
    return replace(
        state, phase="over" if ends else "deal", turn=None, points=points, totals=totals, limit_reached=reached
    )


def _require(state: State, phase: str) -> None:
    if state.phase != phase:
        raise Illegal


def _only(cards: Cards, allowed) -> Cards:
    return tuple(filter(allowed, cards)) or cards


def _with(values: tuple, index: int, value) -> tuple:
    return (*values[:index], value, *values[index + 1 :])
