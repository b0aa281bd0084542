"""How much of fuzzing's time is its own: the same calls to both engines through `Implementation`, and a fuzzing run.

    python benchmarks/fuzz_speed.py --target openspiel --rounds 300

The games of a run are planned once.  Then, taking turns: every call of those games is made to the reference and to
the target, each followed by an observation, with nothing compared; and the run itself, which plans, counts the
census, calls the target and compares.  Prints the medians and their ratio (goal 0.7).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress

from measuring import Timings, side_by_side

from hearts_conformance import targets
from hearts_conformance.fuzz import hunt
from hearts_conformance.fuzz.draw import Draw
from hearts_conformance.fuzz.findings import Setting
from hearts_conformance.fuzz.game import Game, Probe
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


def measure(name: str, sheet: str, rounds: int, repeat: int) -> Timings:
    """Return the processor seconds of so many rounds: of the calls alone, and of fuzzing."""
    target, description = hunt.opened(targets.find(name))
    setting, can = Setting(sheet, 4), frozenset(description.can)
    rules = hunt.planned(setting.rules, can)
    options = setting.rules.to_json()
    games = list(Planner(rules, can, Draw("speed", 0)).games(rounds))
    return side_by_side(
        {
            "calls": lambda: calls(games, options, Reference(), target),
            "fuzzing": lambda: hunt.harvest(setting, target, can, 1, 0, rounds),
        },
        repeat,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line and return the exit status."""
    parser = argparse.ArgumentParser(description="Measure what fuzzing costs beside the calls that it makes.")
    parser.add_argument("--target", default="openspiel", help="what to fuzz (openspiel)")
    parser.add_argument("--sheet", default="qdan", help="the sheet (qdan)")
    parser.add_argument("--rounds", type=int, default=200, help="the rounds of one repetition (200)")
    parser.add_argument("--repeat", type=int, default=5, help="how many repetitions (5)")
    given = parser.parse_args(arguments)
    found = measure(given.target, given.sheet, given.rounds, given.repeat)
    share = found.ratio("calls", "fuzzing")
    print(f"{given.rounds / found.median('calls'):10,.0f} rounds a second: the calls to both engines alone")
    print(f"{given.rounds / found.median('fuzzing'):10,.0f} rounds a second: fuzzing")
    print(f"{share:10.2f} of the speed that the calls allow (goal {GOAL})")
    return int(share < GOAL)


if __name__ == "__main__":
    sys.exit(main())
