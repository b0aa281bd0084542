"""A whole run: from what a person chose to the stream of verdicts, in this process or in several.

The command and the pytest plugin are thin over this.  `Selection` is the choice as it was made, plain data that a
worker process can be sent; `Session` is that choice made good: the target attached, the sheets and scenarios read.
Scenarios are read once a process.

Several processes share the work by sheet, number of players and stretch of scenario files.  Their verdicts are
passed on in the order in which one process would find them.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shlex
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache, cached_property, partial
from itertools import pairwise
from multiprocessing import active_children
from pathlib import Path
from typing import Any, Final

from hearts_spec import conditions, sheets, texts
from hearts_spec.data import DataError, did_you_mean, home
from hearts_spec.sheets import Sheet

from . import SUITE, __version__, apart, runner, scenario, targets
from .claims import Claims, declared_sheets
from .fill import Unfit
from .implementation import Description, Implementation
from .journal import Journal
from .layout import expand
from .scenario import Case, Scenario
from .script import CaseRun
from .targets import Target, TargetError
from .verdict import Kind, Verdict

SHARES: Final = 4
"""How many pieces of work there are at least for each process, so that none waits long for another."""


class NothingToJudge(Exception):
    """No case is left by what was chosen; the text says which choice leaves none."""


class Unsound(Exception):
    """A case makes no sense as it is written, so that it cannot be laid out; the text says where and why."""


@dataclass(frozen=True)
class Selection:
    """What to judge, as it was asked for.  What is empty chooses everything."""

    sheets: tuple[str, ...] = ()
    """Ids or files; by default every sheet that the target declares."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options set on top of every sheet."""
    players: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()
    """Shell patterns: only cases that decide a rule with such an id."""
    cases: tuple[str, ...] = ()
    """Shell patterns: only cases with such an id, or below such a folder or file."""
    folders: tuple[Path, ...] = ()
    """Folders of scenarios besides our own."""


@cache
def load_scenarios(folders: tuple[Path, ...] = ()) -> list[Scenario]:
    """Return our scenarios and those in *folders*.

    Raises `DataError` for two files with one id, and in *folders* for a rule that there is none of.
    """
    found: dict[str, Scenario] = {}
    for folder in (None, *folders):
        loaded = scenario.load_folder(folder)
        if folder is not None and not loaded:
            raise DataError(
                folder, None, (), f"no scenario stands below this folder: no file ends in {scenario.SUFFIX}"
            )
        if folder is not None:
            scenario.hold_to_rules(loaded, list(texts.catalogue().rules))
        for each in loaded:
            if each.id in found:
                raise DataError(each.path, None, (), f"the id {each.id} is taken by {found[each.id].path}; rename it")
            found[each.id] = each
    return list(found.values())


class Session:
    """One target and one selection, ready to be judged."""

    def __init__(self, target: Target, selection: Selection) -> None:
        """Attach the target and read what is needed.

        Raises `TargetError` where the target cannot be attached, `DataError` for a sheet or scenario that cannot be
        read.
        """
        self.target = target
        self.selection = selection
        self.implementation: Implementation = target.open()
        self.description: Description = target.describe(self.implementation)
        self.claims = Claims(self.description)
        self.scenarios = load_scenarios(selection.folders)

    @cached_property
    def sheets(self) -> list[Sheet]:
        """The sheets to judge by."""
        if self.selection.sheets:
            return _distinct([sheets.load(each) for each in self.selection.sheets])
        known = sheets.ids()
        for name in self.description.sheets:
            if name not in known and not Path(name).is_file():
                hint = did_you_mean(name, known)
                raise TargetError(f"target {self.target.text}: it declares the sheet {name!r}, which is none{hint}")
        found = declared_sheets(self.description)
        if not found:
            raise NothingToJudge(f"{self.target.text} declares no sheet and can play none of ours; choose with --sheet")
        return found

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players to judge with."""
        wanted = self.selection.players or tuple(self.description.players)
        return tuple(sorted({count for sheet in self.sheets for count in sheet.players if count in wanted}))

    def identity(self) -> dict[str, Any]:
        """Return what makes a run this run and no other, as the first line of its journal has it."""
        chosen, said = self.selection, self.description
        return {
            "heartspec": __version__,
            "suite": SUITE,
            "target": self.target.arguments,
            "implementation": {"name": said.name, "version": said.version},
            "selection": {
                "sheets": list(chosen.sheets),
                "options": dict(chosen.options),
                "players": list(chosen.players),
                "rules": list(chosen.rules),
                "cases": list(chosen.cases),
                "folders": [str(folder) for folder in chosen.folders],
            },
            "scenarios": self._digest(),
        }

    def _digest(self) -> str:
        """Return a hash over the scenarios, and over the sheets as they come out."""
        digest = hashlib.sha256()
        for one in self.scenarios:
            digest.update(json.dumps([one.id, one.content], sort_keys=True).encode())
        for sheet in self.sheets:
            for players in sheet.players:
                digest.update(json.dumps([sheet.id, players, sheet.resolve(players).options], sort_keys=True).encode())
        return digest.hexdigest()

    def plan(self, within: Sequence[Scenario] | None = None, sheet: Sheet | None = None) -> Iterator[CaseRun]:
        """Yield what there is to judge, in order; only of some scenarios or one sheet where told."""
        scenarios = self.scenarios if within is None else within
        return select(scenarios, self.sheets if sheet is None else [sheet], self.players, self.selection)

    def judge(self, run: CaseRun) -> Verdict:
        """Judge one case.  What a target in this process prints goes to stderr."""
        with contextlib.redirect_stdout(sys.stderr):
            verdict = runner.judge(run, self.implementation, self.claims, target=shlex.join(self.target.arguments))
        return self._named(run, verdict)

    def judge_all(self, jobs: int = 1, journal: Journal | None = None) -> tuple[Iterator[Verdict], int | None]:
        """Return the verdicts as they come, and how many there will be where that is known.

        *jobs* is the number of processes that judge; with 0 it is this one.  A *journal* is written meanwhile, and
        what it has is taken over.  Raises `NothingToJudge` where the selection leaves no case, and `Unsound` as
        `expect_sound` does.
        """
        self.expect_sound()
        if jobs > 1:
            self.expect_something()
            return _Pool(self, jobs, journal).verdicts(), None
        planned = list(self.plan())
        if not planned:
            self.expect_something()
        return self.judge_each(planned, journal, here=jobs == 0), len(planned)

    def judge_each(self, runs: Sequence[CaseRun], journal: Journal | None, *, here: bool = False) -> Iterator[Verdict]:
        """Yield the verdicts on *runs*, in order: what the journal has, and the others as they are found.

        A class is judged in a process of its own unless that is to be *here*; a program is one anyway.
        """
        done = journal.done if journal else {}
        left = [run for run in runs if run.key not in done]
        if here or self.target.separate:
            found: Iterator[Verdict] = map(_Noting(self, journal), left)
        else:
            found = apart.each(_Opening(self.target, self.selection, journal), left, partial(self._ended, journal))
        for run in runs:
            yield done[run.key] if run.key in done else next(found)
        next(found, None)  # so that the other process is waited for, and let go of

    def _ended(self, journal: Journal | None, run: CaseRun, how: str) -> Verdict:
        """Return the verdict on a case at which the process that judged it ended; see `apart.each`."""
        if not how:
            return self.not_run(run, f"the target ended its process {apart.DEATHS} times; no more are allowed")
        verdict = replace(self.not_run(run, f"the process that it runs in {how}"), kind=Kind.CRASH)
        if journal:
            journal.add(verdict)
        return verdict

    def expect_something(self) -> None:
        """Raise `NothingToJudge` where the selection leaves no case, and say which part of it is to blame."""
        if next(self.plan(), None) is None:
            raise NothingToJudge(self._why_nothing())

    def expect_sound(self) -> None:
        """Raise `Unsound` where a chosen case makes no sense; in ours that is a fault of the suite, with a verdict.

        Also where a case of somebody else's applies, but cannot be laid out under a sheet for the options that it
        sets, or under no sheet at all for the pack: it must not be missing without a word.
        """
        ours = home("hearts_conformance") / "scenarios"
        theirs = [each for each in self.scenarios if self.selection.folders and not each.path.is_relative_to(ours)]
        planned = list(self.plan(theirs))
        settings = Counter(run.problem for run in planned if run.problem)
        for problem, times in settings.items():
            raise Unsound(problem + (f" (and in {times - 1} more settings)" if times > 1 else ""))
        laid_out = {run.id for run in planned}
        for case in (case for each in theirs for case in each.cases if self._chooses(case)):
            problem = self._clash(case) or ("" if case.id in laid_out else self._misfit(case))
            if problem:
                raise Unsound(problem)

    def _chooses(self, case: Case) -> bool:
        chosen = self.selection
        named = not chosen.cases or any(scenario.matches(case.id, each) for each in chosen.cases)
        return named and (not chosen.rules or any(runner.decides(case, each) for each in chosen.rules))

    def _settings(self, case: Case) -> Iterator[tuple[Sheet, int]]:
        """Yield the sheets and numbers of players to judge a case by."""
        for sheet in self.sheets:
            yield from ((sheet, count) for count in sheet.players if count in self.players and count in case.players)

    def _clash(self, case: Case) -> str:
        """Return why options that a case sets cannot stand on top of a sheet under which it applies; or nothing."""
        for sheet, count in self._settings(case):
            stated = case.stated(count)
            own = stated.get("with", {})
            try:
                sheet.resolve(count, {**self.selection.options, **own})
            except DataError as error:
                options = {**sheet.resolve(count, self.selection.options).options, **own}
                if conditions.holds(stated.get("when"), options):
                    told = f"under {sheet.id} with {count} players {error.sentence}"
                    return str(case.error(case.place("with", count), told))
        return ""

    def _misfit(self, case: Case) -> str:
        """Return why a case that applies somewhere cannot be laid out there, or nothing."""
        for sheet, count in self._settings(case):
            options = {**self.selection.options, **case.stated(count).get("with", {})}
            try:
                expand(case, sheet.id, sheet.resolve(count, options), strict=True)
            except Unfit as error:
                return str(case.error(("cases", case.name), f"under {sheet.id} with {count} players {error}"))
            except DataError:
                continue
        return ""

    def not_run(self, run: CaseRun, detail: str) -> Verdict:
        """Return the verdict on a case that could not be judged any more."""
        target = shlex.join(self.target.arguments)
        verdict = Verdict(
            run.id,
            run.sheet,
            run.players,
            Kind.NOT_RUN,
            run.decides,
            detail,
            run.title,
            run.options,
            rerun=runner.rerun_command(run, target),
        )
        return self._named(run, verdict)

    def close(self) -> None:
        """Let go of the target, whatever it makes of that."""
        with contextlib.redirect_stdout(sys.stderr):
            targets.close(self.implementation)

    @property
    def shipped_known(self) -> Path | None:
        """The list of known deviations that the target brings along, None where it brings none."""
        return self.target.shipped_known

    @cached_property
    def paths(self) -> dict[str, str]:
        """The path of each sheet that was given as a file, by its id."""
        return {
            sheet.id: text for sheet, text in zip(self.sheets, self.selection.sheets, strict=False) if text != sheet.id
        }

    def _named(self, run: CaseRun, verdict: Verdict) -> Verdict:
        """Let the command that judges a case alone name the sheet's file and the folders, where there are such."""
        path = self.paths.get(run.sheet)
        if path is None and not self.selection.folders:
            return verdict
        again = runner.rerun_command(replace(run, sheet=path or run.sheet), shlex.join(self.target.arguments))
        for folder in self.selection.folders:
            again += f" --scenarios {shlex.quote(str(folder))}"
        return replace(verdict, rerun=again)

    def _why_nothing(self) -> str:
        chosen = self.selection
        all_cases = [case for each in self.scenarios for case in each.cases]
        for pattern in chosen.cases:
            if not any(scenario.matches(case.id, pattern) for case in all_cases):
                files = [each.id for each in self.scenarios]
                return f"no case is like {pattern}{did_you_mean(pattern, files) if len(files) > 12 else ''}"
        for pattern in chosen.rules:
            if not any(runner.decides(case, pattern) for case in all_cases):
                return f"no case decides a rule like {pattern}"
        if not self.players:
            counts = ", ".join(map(str, sorted({count for sheet in self.sheets for count in sheet.players})))
            wanted = ", ".join(map(str, chosen.players or sorted(self.description.players)))
            return f"no sheet is for {wanted} players; {', '.join(s.id for s in self.sheets)}: {counts}"
        return "no case applies under these sheets, options and numbers of players"


def _distinct(found: list[Sheet]) -> list[Sheet]:
    by_id: dict[str, Sheet] = {}
    for sheet in found:
        other = by_id.setdefault(sheet.id, sheet)
        if other.source_path != sheet.source_path:
            raise DataError(sheet.source_path, None, (), f"another sheet is called {sheet.id} too; rename one")
    return list(by_id.values())


def select(
    scenarios: Iterable[Scenario], played: Iterable[Sheet], players: Collection[int] | None, selection: Selection
) -> Iterator[CaseRun]:
    """Yield the cases that a selection chooses by its options and patterns, under the sheets and numbers given."""
    pattern = selection.cases[0] if len(selection.cases) == 1 else None
    for run in runner.plan(scenarios, played, players, overrides=selection.options, pattern=pattern):
        if selection.cases and not any(scenario.matches(run.id, each) for each in selection.cases):
            continue
        if not selection.rules or any(fnmatchcase(rule, each) for rule in run.decides for each in selection.rules):
            yield run


def find_cases(
    case: str,
    sheet: str | None = None,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    folders: tuple[Path, ...] = (),
) -> list[CaseRun]:
    """Return a case, or all cases of a scenario file, each under the first sheet and number that it applies to.

    Four players come first, and the sheet that the others extend.  Raises `NothingToJudge` for a case that does not
    exist or does not apply, `Unsound` for one that makes no sense, `DataError` for a sheet that cannot be read.
    """
    scenarios = load_scenarios(folders)
    wanted = list(scenario.cases(scenarios, case))
    if not wanted:
        known = [each.id for file in scenarios for each in file.cases]
        raise NothingToJudge(f"there is no case {case!r}{did_you_mean(case, known)}")
    names = [sheet] if sheet else sorted(sheets.ids(), key=lambda name: sheets.load(name).parent is not None)
    found: dict[str, CaseRun] = {}
    for count in [players] if players else (4, 3, 5, 6, 7):
        for name in names:
            loaded = sheets.load(name)
            if count in loaded.players and len(found) < len(wanted):
                for run in runner.plan(scenarios, [loaded], [count], overrides=options, pattern=case):
                    found.setdefault(run.id, run)
    if not found:
        under = f" under {sheet}" if sheet else ""
        having = f" with {players} players" if players else ""
        raise NothingToJudge(f"{case} does not apply{under}{having}")
    return [sound(found[each.id]) for each in wanted if each.id in found]


def sound(run: CaseRun) -> CaseRun:
    """Return a case that makes sense; raise `Unsound` for one that does not."""
    if run.problem:
        raise Unsound(run.problem)
    return run


# Several processes.


@dataclass(frozen=True)
class _Noting:
    """Judges a case and notes the verdict at once, where there is a journal."""

    session: Session
    journal: Journal | None

    def __call__(self, run: CaseRun) -> Verdict:
        verdict = self.session.judge(run)
        if self.journal:
            self.journal.add(verdict)
        return verdict

    def close(self) -> None:
        """Let go of the target."""
        self.session.close()


@dataclass(frozen=True)
class _Opening:
    """Attaches the target in the process that is to judge it."""

    target: Target
    selection: Selection
    journal: Journal | None

    def __call__(self) -> _Noting:
        return _Noting(Session(self.target, self.selection), self.journal)


@dataclass(frozen=True)
class Share:
    """A piece of work: a stretch of scenario files under one sheet with one number of players."""

    sheet: int
    players: int
    first: int
    end: int

    def plan(self, session: Session) -> Iterator[CaseRun]:
        """Yield the cases of this piece, in order."""
        within = session.scenarios[self.first : self.end]
        return (run for run in session.plan(within, session.sheets[self.sheet]) if run.players == self.players)


def shares(session: Session, jobs: int) -> list[Share]:
    """Cut the work of a session into pieces that stand in the order of the whole."""
    parts = [(index, n) for index, sheet in enumerate(session.sheets) for n in sheet.players if n in session.players]
    files = len(session.scenarios)
    cuts = max(1, min(files, -(-jobs * SHARES // max(1, len(parts)))))
    edges = [files * cut // cuts for cut in range(cuts + 1)]
    return [Share(sheet, players, first, end) for sheet, players in parts for first, end in pairwise(edges)]


class _Pool:
    """Processes that judge the shares of one session."""

    def __init__(self, session: Session, jobs: int, journal: Journal | None) -> None:
        self.session = session
        self.journal = journal
        self.executor: Executor = ProcessPoolExecutor(
            jobs, initializer=_start_worker, initargs=(session.target, session.selection, journal)
        )
        self.work: list[tuple[Share, Future[list[Verdict]]]] = [
            (share, self.executor.submit(_judge_share, share)) for share in shares(session, jobs)
        ]

    def verdicts(self) -> Iterator[Verdict]:
        """Yield all verdicts in order; where a process has died, what it had not found is not run."""
        try:
            for share, future in self.work:
                try:
                    yield from future.result()
                except BrokenProcessPool:
                    yield from self._lost(share)
        except BaseException:
            for child in active_children():  # whoever interrupts does not want to wait for what is under way
                child.terminate()
            raise
        finally:
            self.executor.shutdown(wait=True, cancel_futures=True)

    def _lost(self, share: Share) -> Iterator[Verdict]:
        found = self.journal.found() if self.journal else {}
        told = "a process that judged this target was ended from outside; --resume goes on"
        for run in share.plan(self.session):
            yield found[run.key] if run.key in found else self.session.not_run(run, told)


_worker: tuple[Session, Journal | None] | None = None


def _start_worker(target: Target, selection: Selection, journal: Journal | None) -> None:
    import signal
    from multiprocessing.util import Finalize

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the first process's to hear
    apart.end_with_parent()
    global _worker
    _worker = Session(target, selection), journal
    Finalize(None, _worker[0].close, exitpriority=1)


def _judge_share(share: Share) -> list[Verdict]:
    assert _worker is not None
    session, journal = _worker
    return list(session.judge_each(list(share.plan(session)), journal))
