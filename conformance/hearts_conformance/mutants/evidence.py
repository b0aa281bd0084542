"""Measures what cases show: which mutants of a rule they kill, and so which of their ``decides`` hold.

A case that says that it decides a rule must fail on some misreading of that rule.  A mutant is *killed* by a case that
decides its rule and does not conform on it.  One that only other cases notice is *weak*: the suite finds it by
accident.  One that no case notices has *survived*.

The work falls into rules, each measured by itself (`measure`), so that processes can share them out (`measure_all`).
For each rule its cases are laid out under a few sheets and numbers of players first, as different as can be; under
all the others, drawn options included, only where that has shown nothing.
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, lru_cache, partial
from itertools import islice, zip_longest
from pathlib import Path
from typing import Final

from hearts_conformance import prove, runner, scenario
from hearts_conformance.claims import Claims
from hearts_conformance.faults import Hang
from hearts_conformance.fill import Unfit
from hearts_conformance.implementation import Implementation
from hearts_conformance.layout import applies, expand
from hearts_conformance.parallel import Workers
from hearts_conformance.reference_target import Reference
from hearts_conformance.scenario import Case, Scenario
from hearts_conformance.script import CaseRun
from hearts_conformance.verdict import FAILURES, Verdict
from hearts_spec import sheets

from .catalogue import of_rule
from .mutant import Mutant

FEW: Final = 6
"""Under so many sheets and numbers of players a case is judged first."""
LIMIT: Final = 5.0
"""The seconds of work, not of waiting, after which a mutant that plays one case is taken to hang."""


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


class Side(StrEnum):
    """On which side of a restriction a mutant errs."""

    LAX = "lax"
    """It lets through what should be refused."""
    STRICT = "strict"
    """It refuses what should be let through."""


SIDES: Final = {"refuse": Side.LAX, "accept": Side.STRICT, "deal": Side.STRICT, "turn": Side.STRICT}
"""The side on which who differs in such a thing errs."""


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
    """The cases that say that they decide the rule and kill no mutant of it; none where only some were measured."""

    claims: int = 0
    """How many cases say that they decide the rule; 0 where only some mutants were measured."""

    sides: frozenset[Side] = frozenset()
    """For a restriction, the sides on which mutants err that its cases kill."""

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


@dataclass(frozen=True)
class Work:
    """What to measure, as a worker process can be sent it."""

    folder: Path | None = None
    """The folder of scenarios, None for ours."""
    stamp: str = ""
    """What tells apart one state of the folder from another, for processes that have read it before."""
    picked: frozenset[str] | None = None
    """The ids of the mutants to measure, None for all."""
    restrictions: frozenset[str] = frozenset()
    """The rules of which it matters on which side the killed mutants err."""
    claims_only: bool = False
    """Whether it is enough to know which ``decides`` hold, and which options are told apart.

    Mutants that have nothing to show about either are then left out.
    """


@lru_cache(maxsize=4)
def trials(folder: Path | None = None, stamp: str = "") -> tuple[Trial, ...]:
    """Return the cases below a folder of scenarios (ours by default); raise `DataError`."""
    return tuple(Trial(case, home) for home in scenario.load_folder(folder) for case in home.cases)


def measure_all(rules: Iterable[str], work: Work, workers: Workers | None = None) -> Iterator[Evidence]:
    """Yield the evidence for each of *rules*, in their order; *workers* share the rules out among themselves."""
    return (workers or Workers()).each(partial(measure, work=work), list(rules))


def measure(rule: str, work: Work) -> Evidence:
    """Measure the mutants of one rule, and the cases that say that they decide it."""
    mutants = [each for each in of_rule(rule) if work.picked is None or each.id in work.picked]
    every = trials(work.folder, work.stamp)
    deciding = [trial for trial in every if rule in trial.case.decides]
    others = [trial for trial in every if rule not in trial.case.decides and not work.claims_only]
    wanted = {each.id for each in mutants if not work.claims_only or each.option}
    differing = [each for each in mutants if each.equivalent is None]
    killers, unbacked, sides = _kills(differing, deciding, wanted, two_sided=rule in work.restrictions)
    told = [each for each in mutants if each.id in wanted or killers.get(each.id)]
    measured = tuple(_fate(each, killers, deciding, others) for each in told)
    if work.picked is not None:
        return Evidence(rule, measured)
    return Evidence(rule, measured, unbacked, len(deciding), frozenset(sides))


def _kills(
    mutants: Sequence[Mutant], deciding: Sequence[Trial], wanted: Collection[str], *, two_sided: bool
) -> tuple[dict[str, list[str]], tuple[str, ...], set[Side]]:
    """Return cases that kill each of the *wanted* mutants, one if there is any, and the cases that kill none at all.

    Where the rule is *two_sided*, kills on either side are looked for, and the sides found are returned.
    """
    sides: set[Side] = set()
    killers: dict[str, list[str]] = {each.id: [] for each in mutants}
    unbacked = {trial.case.id: None for trial in deciding}
    for first in (True, False):
        for mutant in mutants:
            for trial in deciding:
                name = trial.case.id
                asked = name in unbacked or (mutant.id in wanted and not killers[mutant.id])
                if not asked and (not two_sided or len(sides) == len(Side)):
                    continue
                if (verdict := failure(trial.games(first), mutant)) is not None:
                    killers[mutant.id].append(name)
                    unbacked.pop(name, None)
                    sides |= _sides(verdict)
    return killers, tuple(unbacked), sides


def _sides(verdict: Verdict) -> set[Side]:
    """Return on which side an implementation errs where it first differs."""
    first = verdict.first
    if first is None:
        return set()
    if first.what == "legal" and isinstance(first.expected, list) and isinstance(first.seen, list):
        expected, seen = set(first.expected), set(first.seen)
        return {side for side, wrong in ((Side.LAX, seen - expected), (Side.STRICT, expected - seen)) if wrong}
    return {SIDES[first.what]} if first.what in SIDES else set()


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
    found = (trial.case.id for first in depths for trial in among if failure(trial.games(first), mutant))
    return tuple(islice(found, 1))


def failure(games: Iterable[CaseRun], mutant: Mutant) -> Verdict | None:
    """Return how a mutant fails in the first of some games in which the reference does not fail, None if in none."""
    target, book = mutant.target(), Reference()
    for game in games:
        verdict = _judged(game, target)
        if verdict.kind in FAILURES and _judged(game, book).kind not in FAILURES:
            return verdict
    return None


def _judged(game: CaseRun, target: Implementation) -> Verdict:
    with _limited(LIMIT):
        return runner.judge(game, target, _claims())


@cache
def _claims() -> Claims:
    return Claims(Reference().describe())


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Raise `Hang` after so many seconds of work, so that a mutant that goes round for ever ends its case.

    Only the main thread of a process can be interrupted so, and not on every system; elsewhere there is no limit.
    """

    def ring(number: int, frame: object) -> None:
        raise Hang(f"no answer within {seconds:g} s")

    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
