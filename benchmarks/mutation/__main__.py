"""Change the reference engine in small mechanical ways, and see whether the scenarios notice.

    python benchmarks/mutation                     # every module that holds rules
    python benchmarks/mutation --module scoring    # one of them
    python benchmarks/mutation --only bonus        # the functions with this in their names

A mutant is the engine with one operator, number, condition or statement changed (`operators`).  It is killed when a
scenario does not conform (`judging`); no other test is asked, since what is measured is the corpus.  One that
survives is either a case that is missing, or a change that no game can show; the latter stand in ``survivors.yaml``,
each with its reason.

The usual tools do not fit: they judge by a command or by pytest, started anew for each mutant, which takes seconds
each for thousands of them, and they change files in place, under whoever else works with the checkout.  Here a
mutant is a syntax tree, loaded in a forked process that has everything but the engine in memory, and it is judged by
the cases that call the changed function, those first that killed the mutants before it.

Exits 1 if a mutant survives that is not listed, or if one is listed that is killed or no longer there.  Left out are
`readings` and `errors`, which hold no rules, `table`, which is what a house does around a match and no scenario sees,
`playout` and `enumeration`, which are for searches, and the functions that the list names as outside.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import judging
import operators

from hearts_conformance.script import CaseRun
from hearts_spec.data import read

MODULES = ("legality", "round", "scoring", "match", "passing", "tricks", "ending", "plan")
SURVIVORS = Path(__file__).parent / "survivors.yaml"
FORK = get_context("fork")


@dataclass(frozen=True)
class Mutant:
    """One change of one module."""

    module: str
    function: str
    change: str
    number: int
    """The index of the change among those of the module."""
    called: bool
    """Whether it happens when its function is called, and not already when the module is loaded."""

    @property
    def place(self) -> str:
        """The function or table that it changes."""
        return f"{self.module}.{self.function}"

    @property
    def name(self) -> str:
        """Where it is and what it changes, as the list of survivors has it."""
        return f"{self.place}: {self.change}"


def mutants(modules: Iterable[str]) -> Iterator[Mutant]:
    """Yield the mutants of some modules; equal changes of one function are told apart by a number."""
    for module in modules:
        met: Counter[tuple[str, str]] = Counter()
        for number, site in enumerate(operators.sites(tree_of(module))):
            met[site.function, site.change] += 1
            again = met[site.function, site.change]
            change = site.change if again == 1 else f"{site.change} (#{again})"
            yield Mutant(module, site.function, change, number, site.called)


def tree_of(module: str) -> ast.Module:
    """Return the syntax tree of a module of the engine."""
    return ast.parse(judging.source_of(module).read_text(encoding="utf-8"))


def apart(function: Any, *arguments: Any) -> tuple[Any, Connection]:
    """Call *function* in a process of its own; return that process and where its answer will come from."""
    here, there = FORK.Pipe(duplex=False)

    def work() -> None:
        there.send(function(*arguments))

    process = FORK.Process(target=work)
    process.start()
    there.close()
    return process, here


def judged(mutant: Mutant, runs: Sequence[CaseRun], order: Sequence[int]) -> str | None:
    """Return which case kills a mutant, None where none does."""
    tree = tree_of(mutant.module)
    site = operators.sites(tree)[mutant.number]
    site.swap(site.after)
    ast.fix_missing_locations(tree)
    return judging.first_killer(mutant.module, tree, runs, order)


class Campaign:
    """All mutants on their way to being judged, a few at a time."""

    def __init__(self, runs: Sequence[CaseRun], calls: judging.Calls, known: Known, asked: argparse.Namespace) -> None:
        self.runs = runs
        self.calls = calls
        self.few = frozenset(judging.few(runs))
        self.known = known
        self.workers = asked.workers
        self.quick = asked.quick
        self.deadly: dict[str, None] = {}
        """The cases that have killed, the last to do so last."""
        self.under_way: dict[Connection, tuple[Mutant, Any]] = {}

    def judge(self, wanted: Iterable[Mutant]) -> Iterator[tuple[Mutant, str | None]]:
        """Yield each mutant with the case that kills it, None where it survives."""
        for mutant in wanted:
            process, answer = apart(judged, mutant, self.runs, self.order(mutant))
            self.under_way[answer] = mutant, process
            while len(self.under_way) >= self.workers:
                yield from self._finished()
        while self.under_way:
            yield from self._finished()

    def _finished(self) -> Iterator[tuple[Mutant, str | None]]:
        for answer in wait(list(self.under_way)):
            assert isinstance(answer, Connection)
            mutant, process = self.under_way.pop(answer)
            try:
                killer = answer.recv()
            except EOFError:
                killer = "it does not come to an end"
            process.join()
            if killer:
                self.deadly.pop(killer, None)
                self.deadly[killer] = None
            yield mutant, killer

    def order(self, mutant: Mutant) -> list[int]:
        """Return the runs to judge a mutant by, in their order.

        They are those of cases that call its function: first one of each case, the cases that have killed
        last before the others; then all the rest, unless the mutant is known to survive.
        """
        cases = self.calls.get(mutant.place, frozenset()) if mutant.called else {run.id for run in self.runs}
        rank = {case: place for place, case in enumerate(reversed(self.deadly))}
        every = not self.quick and mutant.name not in self.known.survivors
        return sorted(
            (index for index, run in enumerate(self.runs) if run.id in cases and (every or index in self.few)),
            key=lambda index: (index not in self.few, rank.get(self.runs[index].id, len(rank)), index),
        )


@dataclass(frozen=True)
class Known:
    """The list of what may survive."""

    outside: frozenset[str]
    """Functions that are not changed, since no scenario can reach them."""
    survivors: frozenset[str]
    """Names of mutants."""

    @classmethod
    def load(cls, path: Path) -> Known:
        """Read the list."""
        content: dict[str, Any] = read(path).value
        return cls(
            frozenset(function for group in content["outside"] for function in group["functions"]),
            frozenset(f"{group['in']}: {change}" for group in content["survivors"] for change in group["changes"]),
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Judge the mutants that are asked for; return 0 if all is as the list of survivors says."""
    asked = _parser().parse_args(arguments)
    known = Known.load(asked.known)
    every = list(mutants(MODULES))
    wanted = [each for each in every if each.place not in known.outside and _is_asked_for(each, asked)]
    runs = judging.all_runs()
    process, answer = apart(judging.calls, [runs[index] for index in judging.few(runs)], MODULES)
    calls = answer.recv()
    process.join()
    survivors = []
    for number, (mutant, killer) in enumerate(Campaign(runs, calls, known, asked).judge(wanted), start=1):
        if killer is None:
            survivors.append(mutant.name)
        if asked.verbose or (killer is None and mutant.name not in known.survivors):
            print(
                f"{'killed' if killer else 'SURVIVES':9} {mutant.name}{f'  [{killer}]' if killer else ''}", flush=True
            )
        if number % 100 == 0:
            print(f"... {number} of {len(wanted)}", file=sys.stderr, flush=True)
    return _report(known, [each.name for each in wanted], survivors, {each.place for each in every}, asked)


def _is_asked_for(mutant: Mutant, asked: argparse.Namespace) -> bool:
    return (not asked.module or mutant.module in asked.module) and (not asked.only or asked.only in mutant.place)


def _report(
    known: Known, wanted: Sequence[str], survivors: Sequence[str], places: set[str], asked: argparse.Namespace
) -> int:
    """Print how it went; return the exit status."""
    whole = not asked.module and not asked.only
    unknown = set(survivors) - known.survivors
    stale = known.survivors - set(survivors) if whole else known.survivors & set(wanted) - set(survivors)
    for name in sorted(stale):
        print(f"listed, but killed or gone: {name}")
    gone = sorted(known.outside - places)
    for place in gone:
        print(f"listed as outside, but gone: {place}")
    matter = len(wanted) - len(known.survivors & set(survivors))
    killed = len(wanted) - len(survivors)
    print(
        f"{len(wanted)} mutants: {killed} killed, {len(wanted) - matter} listed that cannot matter, {len(unknown)} open"
    )
    print(f"{100 * killed / max(matter, 1):.1f} % of those that matter are killed")
    return 1 if unknown or stale or gone else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--module", action="append", choices=MODULES, help="only this module; repeatable")
    parser.add_argument("--only", metavar="TEXT", help="only functions with this in module.Class.function")
    parser.add_argument("--known", type=Path, default=SURVIVORS, help="the list of what may survive")
    parser.add_argument("--workers", type=int, default=2, help="how many mutants at a time (2)")
    parser.add_argument("--quick", action="store_true", help="judge by a few runs of each case, not by all")
    parser.add_argument("--verbose", action="store_true", help="print every mutant, and the case that kills it")
    return parser


if __name__ == "__main__":
    sys.exit(main())
