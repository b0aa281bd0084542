"""The goals of performance in one table: each a ratio, measured side by side in one run.

    python benchmarks/goals.py
    python benchmarks/goals.py --only P1,P4 --quick
    python benchmarks/goals.py --only P3 --compiled build

Ratios, because they mean the same on any machine: the engine against OpenSpiel called from Python, the suite against
the calls that it cannot do without.  Works that are compared take turns, and medians count (`measuring`).  What is
measured is in `engine_speed`, `suite_speed`, `stdio` and `peers`; here are the bounds.

One goal does not hold in CPython, P2: `engine_speed` says where the time goes.  The first of P6, and two workers of
P9, need an idle machine; beside the latter stands the load.

``--compiled`` is an interpreter that has the compiled build, or ``build`` to make one for the while.  What cannot be
measured here is "not measured", with the reason.  The exit status says nothing about the figures: a table that
fails on a busy day teaches nobody anything.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Row:
    """One line of the table: a figure and its bound, or why there is no figure."""

    what: str
    least: float | None = None
    """What the figure has to reach; None where `most` is what it may not exceed."""
    most: float | None = None
    figure: float | None = None
    note: str = ""

    @property
    def bound(self) -> str:
        """The goal as the table shows it."""
        return f">= {self.least:g}" if self.least is not None else f"<= {self.most:g}"

    @property
    def holds(self) -> str:
        """Whether the goal is met."""
        if self.figure is None:
            return "not measured"
        enough = self.least is None or self.figure >= self.least
        return "yes" if enough and (self.most is None or self.figure <= self.most) else "no"


@dataclass(frozen=True)
class Effort:
    """How much is measured."""

    repeat: int
    hands: int
    compiled: str


# --- The engine ----------------------------------------------------------------------------------------------------


@cache
def engine(python: str, effort: Effort) -> dict[str, float]:
    """Return what `engine_speed` measures of the engine that an interpreter has."""
    command = [python, str(HERE / "engine_speed.py"), "--hands", str(effort.hands), "--repeat", str(effort.repeat)]
    found: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def hands(effort: Effort) -> Iterator[Row]:
    """P1: random hands."""
    found = engine(sys.executable, effort)
    speed = found["hands a second"]
    note = f"{speed:,.0f} a second; move by move {found['move by move']:.2f}"
    yield Row("random hands, OpenSpiel with shuffled deals", 1.0, figure=found["shuffled"], note=note)
    yield Row("random hands, OpenSpiel with chance outcomes", 2.0, figure=found["chance"])
    yield from _peers(speed, effort)


def _peers(speed: float, effort: Effort) -> Iterator[Row]:
    import peers

    from hearts_implementations.environment import is_made

    for name in peers.PEERS:
        what = f"random hands, {name}"
        if is_made(name):
            yield Row(what, 4.0, figure=speed / peers.elsewhere(name, effort.repeat / 3))
        else:
            yield Row(what, 4.0, note="its environment has not been made; make matrix makes it")


def enumeration(effort: Effort) -> Iterator[Row]:
    """P2: endgames by play and undo."""
    found = engine(sys.executable, effort)
    note = f"{found['nodes a second']:,.0f} positions a second"
    yield Row("endgames enumerated, OpenSpiel's child()", 4.0, figure=found["endgames"], note=note)


def compiled(effort: Effort) -> Iterator[Row]:
    """P3: the same with the compiled build."""
    bounds = {"shuffled": ("compiled: random hands, OpenSpiel shuffled", 2.0)}
    bounds["endgames"] = ("compiled: endgames, OpenSpiel's child()", 8.0)
    if not effort.compiled:
        yield from (Row(what, least, note="--compiled build measures it") for what, least in bounds.values())
        return
    from compiled import build

    with TemporaryDirectory() as folder:
        python = build(Path(folder)) if effort.compiled == "build" else effort.compiled
        found = engine(python, effort)
    if not found["compiled"]:
        raise SystemExit(f"goals: {python} has the plain engine, not the compiled build")
    for key, (what, least) in bounds.items():
        yield Row(what, least, figure=found[key])


# --- The suite -----------------------------------------------------------------------------------------------------


def judging(effort: Effort) -> Iterator[Row]:
    """P4: judging against the calls that it makes."""
    import suite_speed

    judged, interface = suite_speed.judging(effort.repeat, 10 if effort.hands < 200 else 3)
    yield Row("verify reference, the same calls through Implementation", most=2.0, figure=judged)
    yield Row("calls through Implementation, bare engine calls", most=2.5, figure=interface)


def loading(effort: Effort) -> Iterator[Row]:
    """P5: reading scenarios."""
    import suite_speed

    found = suite_speed.loading(3 * effort.repeat)
    yield Row("scenarios read and checked, libyaml alone", most=5.0, figure=found["cold"])
    note = f"{found['unpacked']:.2f} with every case unpacked"
    yield Row("scenarios with the cache warm, libyaml alone", most=0.1, figure=found["warm"], note=note)


def stdio(effort: Effort) -> Iterator[Row]:
    """P6: the protocol."""
    import suite_speed

    import stdio

    taken = stdio.measured(effort.hands // 5, effort.repeat)
    for name, other, least in stdio.RATIOS:
        ratios = [ours / theirs for ours, theirs in zip(taken[name], taken[other], strict=True)]
        yield Row(f"stdio: {name}, {other}", least, figure=median(ratios), note=suite_speed.load())


def fuzzing(effort: Effort) -> Iterator[Row]:
    """P7: fuzzing against the calls that it makes."""
    import suite_speed

    yield Row("fuzzing OpenSpiel, the same calls to both", 0.7, figure=suite_speed.fuzzing(effort.repeat))


def starting(effort: Effort) -> Iterator[Row]:
    """P8: the start of the command."""
    import suite_speed

    found = suite_speed.starting(3 * effort.repeat)
    yield Row("heartspec --version, python -c pass", most=3.0, figure=found["--version"])
    yield Row("heartspec --help, python -c pass", most=6.0, figure=found["--help"])


def growth(effort: Effort) -> Iterator[Row]:
    """P9: what a hundred times the rounds cost, and what a second worker gains."""
    import suite_speed

    repeat = max(1, effort.repeat // 3)
    for name in suite_speed.GROWING:
        seconds, memory = suite_speed.growth(name, repeat)
        yield Row(f"100 x the rounds {name}: time", most=105.0, figure=seconds)
        yield Row(f"100 x the rounds {name}: peak memory", most=1.05, figure=memory)
    faster, dearer = suite_speed.workers(repeat, 20 * effort.hands)
    note = f"with {dearer:.2f} x the processor time; {suite_speed.load()}"
    yield Row("two workers fuzzing, one", 1.7, figure=faster, note=note)


GOALS: dict[str, Callable[[Effort], Iterator[Row]]] = {
    "P1": hands,
    "P2": enumeration,
    "P3": compiled,
    "P4": judging,
    "P5": loading,
    "P6": stdio,
    "P7": fuzzing,
    "P8": starting,
    "P9": growth,
}


def shown(goal: str, row: Row) -> str:
    """Return one line of the table."""
    figure = "" if row.figure is None else f"{row.figure:.2f}"
    return f"{goal:3} {row.what:56} {row.bound:>7} {figure:>7}  {row.holds:13}{row.note}".rstrip()


def chosen(text: str) -> list[str]:
    """Return the goals that are named, ``P1,P4``."""
    named = text.upper().split(",")
    unknown = [each for each in named if each not in GOALS]
    if unknown:
        raise argparse.ArgumentTypeError(f"there is no goal {unknown[0]}; there are {', '.join(GOALS)}")
    return named


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=chosen, default=list(GOALS), metavar="P1,P4", help="these goals")
    parser.add_argument("--quick", action="store_true", help="few repetitions: a glance, not a measurement")
    parser.add_argument("--compiled", default="", metavar="PYTHON", help="one that has the compiled build, or build")
    given = parser.parse_args(arguments)
    effort = Effort(3 if given.quick else 9, 100 if given.quick else 300, given.compiled)
    print(f"{'id':3} {'what, and beside what':56} {'goal':>7} {'figure':>7}  holds")
    for goal in given.only:
        for row in GOALS[goal](effort):
            print(shown(goal, row), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
