"""How fast the engine plays and enumerates, against OpenSpiel called from Python.

    python benchmarks/engine_speed.py

Random hands: four players, no pass; deal, play out with random legal cards, ask for the points.  The engine does so
by `play_out`, and once more move by move, as a program does that looks at every position.  OpenSpiel, which has no
such call, does it twice move by move, dealt in the order of a shuffled pack and dealt by its chance outcomes.
Endgames: every continuation of positions with four cards in each hand, the engine by `play` and `undo`, OpenSpiel by
``child``; both have to count the same number of positions.

Where the time goes, in microseconds, in CPython 3.11.  A random hand takes 38, OpenSpiel 43: shuffling 6, dealing 5,
playing out 21, counting 5.  Move by move it takes 58.  A position takes 0.64, OpenSpiel 1.2.  `positions` with a
`play` and an `undo` that only look up what comes next takes 0.15 of it, so that four times OpenSpiel's speed would
leave 0.15 for both calls.  Together they change sets of cards seven times, and each time Python makes a new object,
for such a set is two digits of an integer: that alone is 0.12.  Nothing would be left for what a play is about, whose
turn it is, what may be played and what to take back.

Compiled, a hand takes 20, of which 9 are the shuffling and dealing of this module, which stays interpreted, and a
position 0.14.

The engine is whichever is installed where this runs, plain or compiled; `goals` runs it in either.  Prints ratios as
JSON: how many times as fast as OpenSpiel.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Callable
from typing import Any

import pyspiel
from measuring import side_by_side

import hearts_reference.round
from hearts_reference import Match, positions
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


def hands(count: int, seed: int, finish: Callable[[Match, random.Random], None]) -> None:
    """Play random hands on the engine."""
    draw = random.Random(seed)
    pack = [1 << card for card in range(52)]
    for _ in range(count):
        draw.shuffle(pack)
        match = Match(RULES, dealer=DEALER)
        match.deal([sum(pack[start : start + 13]) for start in (0, 13, 26, 39)])
        finish(match, draw)
        assert match.round_points is not None


def at_once(match: Match, draw: random.Random) -> None:
    """Play a hand out by the one call there is for it."""
    match.play_out(draw.random)


def move_by_move(match: Match, draw: random.Random) -> None:
    """Play a hand out as a program does that looks at every position."""
    while (turn := match.turn) is not None:
        legal = match.legal_mask
        match.play(turn, nth(legal, int(draw.random() * legal.bit_count())))


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
            "engine": lambda: hands(count, next(seeds), at_once),
            "moves": lambda: hands(count, next(seeds), move_by_move),
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
        "move by move": played.ratio("shuffled", "moves"),
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
