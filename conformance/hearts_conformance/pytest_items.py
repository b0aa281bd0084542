"""What the pytest plugin collects and runs; see `hearts_conformance.plugin`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import pytest

from hearts_spec import data, sheets, texts
from hearts_spec.data import DataError

from . import SUITE, draw, known, scenario, targets
from .report.words import explain
from .scenario import SUFFIX
from .script import CaseRun
from .session import NothingToJudge, Selection, Session, Unsound, select
from .targets import TargetError
from .verdict import Kind, Verdict

SKIPPED: Final = frozenset({Kind.UNSUPPORTED, Kind.UNOBSERVED, Kind.NOT_RUN})
"""The kinds that are neither a pass nor a failure; the kind is the first word of the reason."""


ENTRIES: Final = "known-entries"
"""The property of a test that names the entries of the list of known deviations which are about it."""


class Deviation(AssertionError):
    """A case that does not conform; the text is what a person reads."""


class Judging:
    """The session behind a pytest run."""

    def __init__(self, session: Session, words: texts.Texts, listed: known.Known | None = None) -> None:
        self.session = session
        self.words = words
        self.known = listed

    @classmethod
    def from_options(cls, option: Namespace) -> Judging:
        """Attach the target; what is wrong with the options is a usage error of pytest's."""
        try:
            selection = Selection(
                sheets=tuple(option.heartspec_sheet),
                options=_settings(option.heartspec_option),
                players=tuple(option.heartspec_players),
                rules=tuple(option.heartspec_rule),
                cases=tuple(option.heartspec_scenario),
                folders=tuple(_folder(each) for each in option.heartspec_scenarios),
            )
            words = texts.in_language(option.heartspec_lang)
            with targets.staying():
                session = Session(targets.find(option.heartspec, option.heartspec_exec), selection)
            if not session.players:
                session.expect_something()
            session.expect_sound()
            listed = known.named(option.heartspec_known, session)
        except (DataError, TargetError, NothingToJudge, Unsound) as error:
            raise pytest.UsageError(f"heartspec: {error}") from error
        return cls(session, words, listed)

    def judge(self, run: CaseRun) -> Verdict:
        """Judge a case, in the light of the known deviations where there is a list of them."""
        with targets.staying():
            verdict = self.session.judge(run)
        return self.known.cover(verdict) if self.known else verdict

    def account(self) -> Account:
        """Return the plugin that holds the list of known deviations to what was judged."""
        assert self.known
        return Account(self.known, self.session)

    def close(self) -> None:
        """Let go of the target."""
        self.session.close()

    def header(self) -> str:
        """Return the line that pytest shows before its run."""
        said = self.session.description
        names = ", ".join(sheet.id for sheet in self.session.sheets)
        counts = ", ".join(map(str, self.session.players))
        return f"heartspec: suite {SUITE} judges {said.name} {said.version} ({names}; {counts} players)"

    def suite(self, session: pytest.Session) -> list[pytest.Item]:
        """Return the items of the built-in suite and of the folders that were added.

        They are collected as pytest collects everything, so that its counts and reports know of them.
        """
        suite: Suite = Suite.from_parent(session, name="heartspec", nodeid="heartspec")
        suite.judging = self
        session.ihook.pytest_collectstart(collector=suite)
        report = session.ihook.pytest_make_collect_report(collector=suite)
        session.ihook.pytest_collectreport(report=report)
        return [each for each in report.result if isinstance(each, pytest.Item)]

    def collect_file(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Return a collector for a scenario file that is not collected with the suite already."""
        if not path.name.endswith(SUFFIX) or any(path.is_relative_to(folder) for folder in self._collected):
            return None
        found: ScenarioFile = ScenarioFile.from_parent(parent, path=path)
        found.judging = self
        return found

    @cached_property
    def _collected(self) -> list[Path]:
        own = data.home("hearts_conformance") / "scenarios"
        return [folder.resolve() for folder in (own, *self.session.selection.folders)]


class Cases(pytest.Collector):
    """Makes items of cases."""

    judging: Judging

    def items(self, runs: Iterable[CaseRun]) -> Iterator[CaseItem]:
        """Yield one item for each case under each sheet with each number of players."""
        for run in runs:
            item: CaseItem = CaseItem.from_parent(self, name=f"{run.id}[{run.sheet}-{run.players}]")
            item.run = run
            item.judging = self.judging
            yield item


class Suite(Cases):
    """The built-in suite, which stands in no file of the user's."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the items of everything that was chosen."""
        return self.items(self.judging.session.plan())


class ScenarioFile(pytest.File, Cases):
    """A scenario file of the user's."""

    def collect(self) -> Iterator[pytest.Item]:
        """Read the file and yield its items; its id is the folder it stands in and its name."""
        try:
            read = scenario.load(self.path, self.path.parent.parent)
        except DataError as error:
            raise self.CollectError(f"heartspec: {error}") from error
        session = self.judging.session
        return self.items(select([read], session.sheets, session.players, session.selection))


class CaseItem(pytest.Item):
    """One case under one sheet with one number of players."""

    run: CaseRun
    judging: Judging

    def runtest(self) -> None:
        """Judge the case."""
        verdict = self.judging.judge(self.run)
        self.user_properties += [("sheet", verdict.sheet), ("players", verdict.players), ("verdict", str(verdict.kind))]
        if self.judging.known:
            about = self.judging.known.about(verdict, verdict.rules)
            self.user_properties += [(ENTRIES, " ".join(map(str, about)))] if about else []
        if verdict.kind in SKIPPED:
            pytest.skip(f"{verdict.kind}: {verdict.detail}")
        if verdict.kind is Kind.KNOWN:
            pytest.xfail(verdict.reason or verdict.detail)
        if verdict.kind is not Kind.CONFORMS:
            raise Deviation(told(verdict, self.judging.words))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *_: Any, **__: Any) -> Any:
        """Show a deviation as the terminal report does, without a traceback of ours."""
        if isinstance(excinfo.value, Deviation):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return where the case comes from."""
        return self.path, None, self.name


class Account:
    """Holds a list of known deviations to what was judged, in this process or in those that xdist starts."""

    def __init__(self, listed: known.Known, session: Session) -> None:
        self.known = known.Known(listed.path, listed.entries)
        self.session = session
        self.stale: tuple[str, ...] = ()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Hear of one test, wherever it ran."""
        told = dict(report.user_properties)
        if report.when == "call" and ENTRIES in told:
            self.known.note(map(int, str(told[ENTRIES]).split()), Kind(str(told["verdict"])))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Fail the run where the list is not true."""
        if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            self.stale = self.known.problems(self.session)
            session.exitstatus = pytest.ExitCode.TESTS_FAILED if self.stale else session.exitstatus

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say what is wrong with the list."""
        if self.stale:
            terminalreporter.section("known deviations", sep="=", red=True)
            for sentence in self.stale:
                terminalreporter.write_line(f"stale: {sentence}")


def told(verdict: Verdict, words: texts.Texts) -> str:
    """Return the text of a failure."""
    heading: draw.Line = [(f"{verdict.kind}: {verdict.id}, {verdict.sheet}, {verdict.players} players", "")]
    return draw.plain([heading, *explain(verdict, words)])


def _settings(texts: Iterable[str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for axis, value in map(sheets.parse_override, texts):
        if found.setdefault(axis, value) != value:
            raise DataError("option", None, (axis,), "this is set twice, to different values; set it once")
    return found


def _folder(text: str) -> Path:
    path = Path(text)
    if not path.is_dir():
        raise DataError(path, None, (), "there is no such folder")
    return path
