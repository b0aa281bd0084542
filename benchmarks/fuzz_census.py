"""How often each rule decides in games that fuzzing plans: over all sheets and numbers of players, added up.

    python benchmarks/fuzz_census.py --rounds 200000

`heartspec fuzz reference --rounds N` plays just these games, and its report has the same counts.  Here they are only
planned, which takes half the time, and what no registered sheet can show is told apart from what is met too seldom.

Prints each restriction, release and rule of scoring that has decided less often than the goal, then how many did.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence

from hearts_conformance import SUITE
from hearts_conformance.fuzz.census import Census, in_force
from hearts_conformance.fuzz.draw import Draw
from hearts_conformance.fuzz.findings import Setting
from hearts_conformance.fuzz.hunt import PIECE
from hearts_conformance.fuzz.planning import Planner
from hearts_conformance.implementation import CAPABILITIES
from hearts_reference.legality import RELEASES
from hearts_spec import sheets, texts

CAN = frozenset(CAPABILITIES)
GOAL = 1000
KINDS = ("restriction", "scoring")
RELEASING = frozenset(rule for rules in RELEASES.values() for rule in rules)
OUT_OF_REACH = {"score.card-value": "no registered sheet gives points to a card but the hearts and the high spades"}
"""What cannot decide under any registered sheet, and why."""


def count(rounds: int, seed: int) -> tuple[Counter[str], tuple[str, ...]]:
    """Plan so many rounds; return how often each rule has decided, and which could have, in reading order."""
    settings = [Setting(name, players) for name in sheets.ids() for players in sheets.load(name).players]
    counts: Counter[str] = Counter()
    for number in range(-(-rounds // PIECE)):
        each = settings[number % len(settings)]
        census = Census(each.rules, in_force(each.rules, CAN))
        draw = Draw("fuzz", SUITE, each.sheet, each.players, seed, number)
        for _ in Planner(each.rules, CAN, draw, census).games(min(PIECE, rounds - number * PIECE)):
            pass
        counts += census.counts
        if number % 100 == 99:
            print(f"{(number + 1) * PIECE:,} rounds", file=sys.stderr, flush=True)
    return counts, tuple(dict.fromkeys(rule for each in settings for rule in in_force(each.rules, CAN)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line and return the exit status: 1 where a rule within reach is below its goal."""
    parser = argparse.ArgumentParser(description="Count how often each rule decides in what fuzzing plans.")
    parser.add_argument("--rounds", type=int, default=200_000, help="rounds over all sheets together (200000)")
    parser.add_argument("--seed", type=int, default=1, help="where the random numbers start (1)")
    parser.add_argument("--goal", type=int, default=GOAL, help=f"how often is enough ({GOAL})")
    given = parser.parse_args(arguments)
    begun = time.perf_counter()
    counts, watched = count(given.rounds, given.seed)
    known = texts.catalogue().rules
    asked = {rule for rule in watched if known[rule].kind in KINDS or rule in RELEASING} - set(OUT_OF_REACH)
    seldom = {rule for rule in asked if counts[rule] < given.goal}
    for rule in sorted(watched, key=lambda rule: counts[rule]):
        if counts[rule] < given.goal:
            why = OUT_OF_REACH.get(rule) or ("too seldom" if rule in seldom else known[rule].kind)
            print(f"{counts[rule]:7,}  {rule} ({why})")
    print(f"{given.rounds:,} rounds in {time.perf_counter() - begun:.0f} seconds, seed {given.seed}")
    print(f"{len(asked - seldom)} of {len(asked)} restrictions, releases and rules of scoring {given.goal:,} times")
    return int(bool(seldom))


if __name__ == "__main__":
    sys.exit(main())
