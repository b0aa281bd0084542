"""How much of fuzzing's time is its own: the same calls to both engines through `Implementation`, and a fuzzing run.

    python benchmarks/fuzz_speed.py --target openspiel --rounds 300

The games of a run are planned once.  Then, taking turns: every call of those games is made to the reference and to
the target, each followed by an observation, with nothing compared; and the run itself, which plans, counts the
census, calls the target and compares.  Prints the medians and their ratio (goal 0.7).
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from hearts_conformance import targets
from hearts_conformance.fuzz import hunt
from hearts_conformance.fuzz.draw import Draw
from hearts_conformance.fuzz.game import Game, Probe
from hearts_conformance.fuzz.hunt import Setting
from hearts_conformance.fuzz.lockstep import make
from hearts_conformance.fuzz.planning import Planner
from hearts_conformance.implementation import Implementation, Refused
from hearts_conformance.reference_target import Reference

GOAL = 0.7


def calls(games: Sequence[Game], options: object, *engines: Implementation) -> None:
    """Make the calls of all games to each engine, with an observation after each."""
    for engine in engines:
        for game in games:
            engine.start(game.setup(options))  # type: ignore[arg-type]
            for move in game.moves:
                if isinstance(move, Probe):
                    with suppress(Refused):
                        make(engine, move.move)
                else:
                    make(engine, move)
                engine.observe()


def timed(function: Callable[[], object]) -> float:
    """Return the processor seconds that a call takes."""
    begun = time.process_time()
    function()
    return time.process_time() - begun


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line and return the exit status."""
    parser = argparse.ArgumentParser(description="Measure what fuzzing costs beside the calls that it makes.")
    parser.add_argument("--target", default="openspiel", help="what to fuzz (openspiel)")
    parser.add_argument("--sheet", default="qdan", help="the sheet (qdan)")
    parser.add_argument("--rounds", type=int, default=200, help="the rounds of one repetition (200)")
    parser.add_argument("--repeat", type=int, default=5, help="how many repetitions (5)")
    given = parser.parse_args(arguments)
    target, description = hunt.opened(targets.find(given.target))
    setting, can = Setting(given.sheet, 4), frozenset(description.can)
    rules = hunt.planned(setting.rules, can)
    options = setting.rules.to_json()
    bare, whole = [], []
    for number in range(given.repeat):
        games = list(Planner(rules, can, Draw("speed", number)).games(given.rounds))
        bare.append(timed(lambda games=games: calls(games, options, Reference(), target)))
        whole.append(timed(lambda number=number: hunt.harvest(setting, target, can, 1, number, given.rounds)))
    once, fuzzing = statistics.median(bare), statistics.median(whole)
    print(f"{given.rounds / once:10,.0f} rounds a second: the calls to both engines alone")
    print(f"{given.rounds / fuzzing:10,.0f} rounds a second: fuzzing")
    print(f"{once / fuzzing:10.2f} of the speed that the calls allow (goal {GOAL})")
    return int(once / fuzzing < GOAL)


if __name__ == "__main__":
    sys.exit(main())
