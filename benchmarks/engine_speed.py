"""How fast the engine plays and enumerates, against OpenSpiel called from Python.

    python benchmarks/engine_speed.py

Random hands: four players, no pass; deal, play out with random legal cards, ask for the points.  OpenSpiel does the
same twice, asked for its legal actions move by move, dealt in the order of a shuffled pack and dealt by its chance
outcomes.  Endgames: every continuation of positions with four cards in each hand, the engine by `play` and `undo`,
OpenSpiel by ``child``; both have to count the same number of positions.

What CPython 3.11 allows is less than was hoped for.  Enumeration: a `positions` whose `play` and `undo` do nothing
takes 0.16 microseconds a position, and OpenSpiel 1.2 in all, so that four times its speed would leave 0.13 for both
calls; they take 0.5.  Random hands: OpenSpiel takes 43 microseconds a hand.  Of our 62, shuffling takes 6, dealing 6,
counting 7, 52 calls of `play` 22, drawing the cards 14, the loop around both 7; with all of `play` written out in
that loop, and nothing but local names in it, they still took 59, since a set of 52 cards is two digits of a Python
integer, and each operation on it makes a new object.

Compiled, a hand takes 26, of which 10 are the shuffling and dealing of this module, which stays interpreted; a
position takes 0.5, and 0.3 where `positions` is compiled too.  The profile of that is flat: a quarter of it goes to
making and freeing the objects in which a trick remembers what to take back, and no function has more than a
twentieth to itself.

The engine is whichever is installed where this runs, plain or compiled; `goals` runs it in either.  Prints ratios as
JSON: how many times as fast as OpenSpiel.
"""

from __future__ import annotations

import argparse
import json
import random
from typing import Any

import pyspiel
from measuring import side_by_side

import hearts_reference.round
from hearts_reference import Match
from hearts_spec.cards import NAMES, nth
from hearts_spec.rules import Rules

RULES = Rules.from_options({"players": 4, "pass.cycle": ["hold"]})
GAME = pyspiel.load_game("hearts", {"pass_cards": False, "qs_breaks_hearts": False})
DEALER = 3
CARDS_PLAYED = 36
"""After so many cards there are four left in each hand."""
NO_PASS = 0
"""The direction of the pass that OpenSpiel takes for none; it asks for one before the deal."""
SIZES = range(3_000, 60_000)
"""How many positions an endgame has, neither few nor so many that it is all that is measured."""


def compiled() -> bool:
    """Tell whether the engine at hand is the compiled build."""
    return not str(hearts_reference.round.__file__).endswith(".py")


def hands(count: int, seed: int) -> None:
    """Play random hands on the engine."""
    draw = random.Random(seed)
    pack = [1 << card for card in range(52)]
    for _ in range(count):
        draw.shuffle(pack)
        match = Match(RULES, dealer=DEALER)
        match.deal([sum(pack[start : start + 13]) for start in (0, 13, 26, 39)])
        match.play_out(draw.random)
        assert match.round_points is not None


def openspiel_hands(count: int, seed: int) -> None:
    """Play random hands on OpenSpiel, dealt in the order of a shuffled pack."""
    draw = random.Random(seed)
    pack = list(range(52))
    for _ in range(count):
        draw.shuffle(pack)
        state = _dealt(pack)
        _play_out(state, draw)


def openspiel_chance_hands(count: int, seed: int) -> None:
    """Play random hands on OpenSpiel, dealt by drawing from the chance outcomes that it lists."""
    draw = random.Random(seed)
    for _ in range(count):
        state = GAME.new_initial_state()
        while state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(draw.random() * len(outcomes))][0])
        _play_out(state, draw)


def _dealt(pack: list[int]) -> Any:
    state = GAME.new_initial_state()
    state.apply_action(NO_PASS)
    for card in pack:
        state.apply_action(card)
    return state


def _play_out(state: Any, draw: random.Random) -> None:
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(draw.random() * len(legal))])
    state.returns()


def positions(match: Match) -> int:
    """Count the positions at and below where a match stands, by `play` and `undo`."""
    count, legal = 1, match.legal_mask
    while legal:
        lowest = legal & -legal
        legal ^= lowest
        turn = match.turn
        assert turn is not None
        match.play(turn, lowest.bit_length() - 1)
        count += positions(match)
        match.undo()
    return count


def openspiel_positions(state: Any) -> int:
    """Count the positions at and below a state of OpenSpiel's, by ``child``."""
    count = 1
    if not state.is_terminal():
        for action in state.legal_actions():
            count += openspiel_positions(state.child(action))
    return count


def action(card: int) -> int:
    """Return OpenSpiel's number of a card: by rank, then clubs, diamonds, hearts, spades."""
    rank, suit = NAMES[card]
    return "23456789TJQKA".index(rank) * 4 + "CDHS".index(suit)


def endgames(count: int) -> list[tuple[Match, Any]]:
    """Return random positions with four cards in each hand, on both engines."""
    found: list[tuple[Match, Any]] = []
    draw = random.Random(1)
    while len(found) < count:
        pack = draw.sample(range(52), 52)
        match, state = Match(RULES, dealer=DEALER), _dealt([action(card) for card in pack])
        match.deal([sum(1 << card for card in pack[seat::4]) for seat in range(4)])
        for _ in range(CARDS_PLAYED):
            legal, turn = match.legal_mask, match.turn
            assert turn is not None
            card = nth(legal, draw.randrange(legal.bit_count()))
            match.play(turn, card)
            state.apply_action(action(card))
        if positions(match) in SIZES:
            found.append((match, state))
    return found


def measure(count: int, repeat: int) -> dict[str, float]:
    """Return how many times as fast as OpenSpiel the engine is, and its speed; *count* hands a repetition."""
    seeds = iter(range(1_000_000))
    played = side_by_side(
        {
            "engine": lambda: hands(count, next(seeds)),
            "shuffled": lambda: openspiel_hands(count, next(seeds)),
            "chance": lambda: openspiel_chance_hands(count, next(seeds)),
        },
        repeat,
    )
    ends = endgames(3)
    nodes = sum(positions(match) for match, _ in ends)
    assert nodes == sum(openspiel_positions(state) for _, state in ends)
    counted = side_by_side(
        {
            "engine": lambda: [positions(match) for match, _ in ends],
            "child": lambda: [openspiel_positions(state) for _, state in ends],
        },
        repeat,
    )
    return {
        "hands a second": count / played.median("engine"),
        "shuffled": played.ratio("shuffled", "engine"),
        "chance": played.ratio("chance", "engine"),
        "nodes a second": nodes / counted.median("engine"),
        "endgames": counted.ratio("child", "engine"),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the engine against OpenSpiel.")
    parser.add_argument("--hands", type=int, default=300, help="random hands in one repetition (300)")
    parser.add_argument("--repeat", type=int, default=9, help="repetitions, of which the median counts (9)")
    given = parser.parse_args()
    print(json.dumps({"compiled": compiled(), **measure(given.hands, given.repeat)}))


if __name__ == "__main__":
    main()
