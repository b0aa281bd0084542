"""Measures what cases show: which mutants of a rule they kill, and so which of their ``decides`` hold.

A case that says that it decides a rule must fail on some misreading of that rule.  A mutant is *killed* by a case that
decides its rule and does not conform on it.  One that only other cases notice is *weak*: the suite finds it by
accident.  One that no case notices has *survived*.

The work falls into rules, each measured by itself (`measure`), so that an executor can share them out (`measure_all`).
For each rule its cases are laid out under a few sheets and numbers of players first, as different as can be; under
all the others, drawn options included, only where that has shown nothing.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final

from hearts_conformance import prove, runner, scenario
from hearts_conformance.claims import Claims
from hearts_conformance.faults import Hang
from hearts_conformance.fill import Unfit
from hearts_conformance.implementation import Implementation
from hearts_conformance.layout import applies, expand
from hearts_conformance.reference_target import Reference
from hearts_conformance.scenario import Case, Scenario
from hearts_conformance.script import CaseRun
from hearts_conformance.verdict import FAILURES
from hearts_spec import sheets

from .catalogue import catalogue
from .mutant import Mutant

FEW: Final = 6
"""Under so many sheets and numbers of players a case is judged first."""
LIMIT: Final = 5.0
"""The seconds after which a mutant that plays one case is taken to hang."""


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    """A case that decides its rule fails on it."""
    WEAK = "weak"
    """Only cases that decide other rules fail on it."""
    SURVIVED = "survived"
    """No case fails on it."""
    EQUIVALENT = "equivalent"
    """It is proved to play like the engine, and no case fails on it."""


@dataclass(frozen=True)
class Measured:
    """One mutant, and the cases that were found to fail on it: at least one if there is any."""

    mutant: str
    fate: Fate
    killed_by: tuple[str, ...] = ()
    refuted: bool = False
    """Whether it is killed though it is proved to make no difference."""


@dataclass(frozen=True)
class Evidence:
    """What was measured of one rule."""

    rule: str
    mutants: tuple[Measured, ...]
    unbacked: tuple[str, ...] = ()
    """The cases that say that they decide the rule and kill no mutant of it."""

    @property
    def killed(self) -> bool:
        """Whether a case that decides the rule kills a mutant of it."""
        return any(each.fate is Fate.KILLED for each in self.mutants)


class Trial:
    """One case with the games in which it can be judged, laid out as they are asked for."""

    def __init__(self, case: Case, home: Scenario) -> None:
        self.case = case
        self.home = home

    def games(self, first: bool) -> Sequence[CaseRun]:
        """Return the first few games under the sheets, or all the others."""
        return self._under_sheets[:FEW] if first else [*self._under_sheets[FEW:], *self._drawn]

    @cached_property
    def _under_sheets(self) -> list[CaseRun]:
        """The games under every sheet; the first ones differ in sheet and number of players alike."""
        every = [sheets.load(name) for name in sheets.ids()]
        by_count: dict[int, list[CaseRun]] = {}
        for run in runner.plan([self.home], every, self.case.players, pattern=self.case.id):
            if run.id == self.case.id:
                by_count.setdefault(run.players, []).append(run)
        turned = [runs[at % len(runs) :] + runs[: at % len(runs)] for at, runs in enumerate(by_count.values())]
        return [run for row in zip_longest(*turned) for run in row if run is not None]

    @cached_property
    def _drawn(self) -> list[CaseRun]:
        """The games under options that no sheet has, as `prove` draws them."""
        return list(self._draw())

    def _draw(self) -> Iterator[CaseRun]:
        for players in self.case.players:
            for where, rules in prove.candidates(self.case, players):
                if where in sheets.ids() or not applies(self.case, rules):
                    continue
                with contextlib.suppress(Unfit):
                    run = expand(self.case, where, rules, strict=True)
                    if run is not None:
                        yield run


@cache
def trials(folder: Path | None = None) -> tuple[Trial, ...]:
    """Return the cases below a folder of scenarios (ours by default); raise `DataError`."""
    return tuple(Trial(case, home) for home in scenario.load_folder(folder) for case in home.cases)


def measure_all(
    rules: Iterable[str],
    folder: Path | None = None,
    picked: frozenset[str] | None = None,
    executor: Executor | None = None,
) -> Iterator[Evidence]:
    """Yield the evidence for each of *rules*, in their order.

    *picked* are the ids of the mutants to measure, by default all.  An *executor* of `concurrent.futures` shares the
    rules out among its workers; without one they are measured here.
    """
    wanted = list(rules)
    share: Callable[..., Iterable[Evidence]] = map if executor is None else executor.map
    yield from share(measure, wanted, [folder] * len(wanted), [picked] * len(wanted))


@contextlib.contextmanager
def shared(jobs: int) -> Iterator[Executor | None]:
    """Hold so many processes ready to share the work; one job needs none."""
    if jobs == 1:
        yield None
        return
    with ProcessPoolExecutor(jobs) as executor:
        yield executor


def measure(rule: str, folder: Path | None = None, picked: frozenset[str] | None = None) -> Evidence:
    """Measure the mutants of one rule, and the cases that say that they decide it."""
    mutants = [each for each in catalogue() if each.rule == rule and (picked is None or each.id in picked)]
    deciding = [trial for trial in trials(folder) if rule in trial.case.decides]
    killers, unbacked = _kills([each for each in mutants if each.equivalent is None], deciding)
    others = [trial for trial in trials(folder) if rule not in trial.case.decides]
    return Evidence(rule, tuple(_fate(each, killers, deciding, others) for each in mutants), unbacked)


def _kills(mutants: Sequence[Mutant], deciding: Sequence[Trial]) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """Return for each mutant cases that kill it, one if there is any, and the cases that kill none."""
    killers: dict[str, list[str]] = {each.id: [] for each in mutants}
    unbacked = {trial.case.id: None for trial in deciding}
    for first in (True, False):
        for mutant in mutants:
            for trial in deciding:
                name = trial.case.id
                if (not killers[mutant.id] or name in unbacked) and kills(trial.games(first), mutant):
                    killers[mutant.id].append(name)
                    unbacked.pop(name, None)
    return killers, tuple(unbacked)


def _fate(
    mutant: Mutant, killers: dict[str, list[str]], deciding: Sequence[Trial], others: Sequence[Trial]
) -> Measured:
    if killers.get(mutant.id):
        return Measured(mutant.id, Fate.KILLED, tuple(killers[mutant.id]))
    if mutant.equivalent is not None:
        found = _first(mutant, deciding, (True, False))
        return Measured(mutant.id, Fate.KILLED if found else Fate.EQUIVALENT, found, refuted=bool(found))
    found = _first(mutant, others, (True,))
    return Measured(mutant.id, Fate.WEAK if found else Fate.SURVIVED, found)


def _first(mutant: Mutant, among: Sequence[Trial], depths: Sequence[bool]) -> tuple[str, ...]:
    """Return the first case that fails on a mutant, nothing where none does."""
    found = (trial.case.id for first in depths for trial in among if kills(trial.games(first), mutant))
    return tuple(islice(found, 1))


def kills(games: Iterable[CaseRun], mutant: Mutant) -> bool:
    """Tell whether a mutant fails in one of some games."""
    target = mutant.target()
    return any(_fails(game, target) for game in games)


def _fails(game: CaseRun, target: Implementation) -> bool:
    try:
        with _limited(LIMIT):
            return runner.judge(game, target, _claims()).kind in FAILURES
    except Hang:
        return True


@cache
def _claims() -> Claims:
    return Claims(Reference().describe())


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise `Hang` after so many seconds, so that a mutant that goes round for ever ends its case.

    Only the main thread of a process can be interrupted so; elsewhere there is no limit.
    """

    def ring(number: int, frame: object) -> None:
        raise Hang(f"no answer within {seconds:g} s")

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
