"""``heartspec verify``: the main job."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import common

if TYPE_CHECKING:
    from hearts_conformance.journal import Journal
    from hearts_conformance.session import Selection, Session
    from hearts_conformance.targets import Target
    from hearts_conformance.verdict import Verdict


@click.command()
@common.target
@common.selection
@click.option(
    "--report",
    "reports",
    metavar="KIND=PATH",
    multiple=True,
    help="Write a report: html, json, junit, badge (named .svg or .json), or jsonl as it goes on; - is standard output "
    "for json and jsonl; repeatable.",
)
@click.option(
    "--known", metavar="FILE", help="A list of known deviations, which must be true; shipped: the target's own."
)
@click.option(
    "--write-known",
    "first",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write a first list of known deviations from what fails now.",
)
@click.option(
    "--compare",
    metavar="OLD.json",
    type=click.Path(path_type=Path),
    help="Print what has changed since an older JSON report; the exit status is that of this run alone.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with the run that was interrupted, and judge again what crashed, hung or was not run.",
)
@click.option(
    "--journal",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where verdicts are kept as they come, instead of the usual place.",
)
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(0, 256),
    default=1,
    show_default=True,
    help="Judge in so many processes; 0: in this one, for a debugger.",
)
@click.option("--perft", is_flag=True, help="Judge by the tables of counts instead of by cases (see heartspec perft).")
@common.language
def verify(
    target: str | None,
    command: str | None,
    startup_limit: float | None,
    answer_limit: float | None,
    sheets: tuple[str, ...],
    options: Sequence[tuple[str, Any]],
    players: tuple[int, ...],
    rules: tuple[str, ...],
    cases: tuple[str, ...],
    folders: tuple[Path, ...],
    reports: tuple[str, ...],
    known: str | None,
    first: Path | None,
    resume: bool,
    journal: Path | None,
    compare: Path | None,
    jobs: int,
    perft: bool,
    lang: str,
) -> int:
    """Judge an implementation of Hearts, case by case.

    TARGET is a registered name (reference, openspiel, ...), or a class written package.module:Class, which may
    stand in the folder you are in; --exec runs a program instead.  Without --sheet, every sheet that the target
    declares is judged, with every number of players that both know.  Each deviation is shown with its position,
    what was expected and seen, the rule, and the command that judges this case alone.

    \b
      heartspec verify reference
      heartspec verify my_game:Adapter --sheet qdan --players 4
      heartspec verify my_game:Adapter --rule 'first-trick.*' --lang fil
      heartspec verify my_game:Adapter --scenario hearts --option moon.mode=none
      heartspec verify openspiel --report json=report.json --jobs 4
      heartspec verify openspiel --compare report.json --report jsonl=-
      heartspec verify openspiel --report html=report.html --report junit=report.xml
      heartspec verify --exec './my-game --stdio' --sheet cohen
      heartspec verify my_game:Adapter --perft

    --known holds the target to a list of deviations that are known, each with its reason.  What is on the list does
    not count as a failure; an entry that is no longer true, or never could be, does.  An entry about sheets, players
    or cases that are not judged now is left alone.

    \b
      heartspec verify my_game:Adapter --write-known my_game.known.yaml
      heartspec verify my_game:Adapter --known my_game.known.yaml
      heartspec verify openspiel-default --sheet qdan --known shipped

    Verdicts are kept as they come, so that nothing is lost when a run is interrupted: the same command with --resume
    goes on, and ends with the report that an undisturbed run would have.

    \b
      heartspec verify --exec ./my-game --resume
      heartspec verify --exec ./my-game --journal run.jsonl --jobs 4

    Exit status: 0 all judged cases conform, or deviate as is known; 1 some do not; 2 wrong usage,
    nothing judged, or the target cannot be attached; 3 a fault of the suite itself.
    """
    from hearts_conformance import targets
    from hearts_conformance.session import Selection

    found = targets.find(target, command, {"startup": startup_limit, "request": answer_limit})
    selection = Selection(sheets, dict(options), players, rules, cases, folders)
    wanted = Wanted(reports, lang, jobs, known, first, compare, resume, journal, perft)
    with targets.staying():
        return judge(found, selection, wanted)


@dataclass(frozen=True)
class Wanted:
    """How to judge, and what is to come of it."""

    reports: Sequence[str] = ()
    """Each ``KIND=PATH``."""
    lang: str = "en"
    jobs: int = 1
    known: str | None = None
    """A list of known deviations."""
    first: Path | None = None
    """Where a new such list is to be written."""
    compare: Path | None = None
    """An older report."""
    resume: bool = False
    journal: Path | None = None
    """Where the journal stands, if not in the usual place."""
    perft: bool = False
    """Whether to judge by the tables of counts."""

    @property
    def machine_reads(self) -> bool:
        """Whether a report goes to standard output, so that all that is for people goes to standard error."""
        return any(each.endswith("=-") for each in self.reports)

    def __post_init__(self) -> None:
        """Raise a usage error for wishes that exclude each other."""
        places = [each.partition("=")[2] for each in self.reports]
        twice = next((place for place in places if place and places.count(place) > 1), None)
        if twice:
            raise click.UsageError(f"only one report can be written to {'standard output' if twice == '-' else twice}")
        self._expect_files_of_their_own()
        if self.perft and (self.known or self.first or self.resume or self.journal or self.jobs > 1):
            others = "--known, --write-known, --resume, --journal and --jobs"
            raise click.UsageError(f"--perft is judged at once and as it is; it goes without {others}")

    def _expect_files_of_their_own(self) -> None:
        """Raise a usage error where two options name one file, so that one would write over the other.

        An older report may be compared with and then replaced.
        """
        named: dict[str, str] = {}
        for option, path in self._files():
            other = named.setdefault(os.path.realpath(path), option)
            if other != option:
                raise click.UsageError(f"{other} and {option} name the same file; give each a file of its own")
        older = os.path.realpath(self.compare) if self.compare else None
        if older in named and not named[older].startswith("--report"):
            raise click.UsageError(f"--compare and {named[older]} name the same file; give each a file of its own")

    def _files(self) -> Iterator[tuple[str, Path]]:
        """Yield the options that name a file of their own, each with that file."""
        for report in self.reports:
            path = report.partition("=")[2]
            if path not in ("", "-"):
                yield f"--report {report}", Path(path)
        if self.journal:
            yield "--journal", self.journal
        if self.first:
            yield "--write-known", self.first
        if self.known and self.known != "shipped":
            yield "--known", Path(self.known)


def judge(target: Target, selection: Selection, wanted: Wanted) -> int:
    """Judge *target* and write every report; return the exit status."""
    from datetime import UTC, datetime

    from hearts_conformance import SUITE, report
    from hearts_conformance import known as lists
    from hearts_conformance.identify import as_if
    from hearts_conformance.report.comparison import Comparison
    from hearts_conformance.report.terminal import Terminal, TerminalReport
    from hearts_conformance.session import Session
    from hearts_spec import texts
    from hearts_spec.data import shown

    words = texts.in_language(wanted.lang)
    listeners = [report.writer(each) for each in wanted.reports]
    people = Terminal(stderr=wanted.machine_reads)
    listeners.append(TerminalReport(words, people))
    listeners += [Comparison(wanted.compare, people)] if wanted.compare else []
    writer = lists.KnownWriter(wanted.first) if wanted.first else None
    listeners += [writer] if writer else []
    session = Session(target, selection)
    try:
        _expect_sound_adapter(session, here=wanted.jobs == 0)
        listed = lists.named(wanted.known, session)
        journal = _journal(session, wanted)
        verdicts, total = _by_counts(session) if wanted.perft else session.judge_all(wanted.jobs, journal)
        if not wanted.perft:
            verdicts = as_if.explained(verdicts, session.plan(), session.implementation, session.description)
        run = report.Run(
            target=target.text,
            description=session.description,
            sheets=tuple(sheet.id for sheet in session.sheets),
            players=session.players,
            suite=SUITE,
            options=selection.options,
            total=total,
            language=wanted.lang,
            started=datetime.now(UTC).isoformat(timespec="seconds"),
            known=shown(listed.path) if listed else "",
            ships_known=session.shipped_known is not None and not wanted.perft,
            part=bool(selection.rules or selection.cases or wanted.perft),
        )
        followed = journal.following(verdicts) if journal else verdicts
        covered = map(listed.cover, followed) if listed else followed
        tally = report.hear(run, covered, listeners, lambda: listed.problems(session) if listed else ())
        if writer:
            click.echo(writer.write(session), err=wanted.machine_reads)
        if journal:
            journal.finish()
        return tally.status
    except KeyboardInterrupt:
        click.echo("heartspec: the same command with --resume goes on from here", err=True)
        raise
    finally:
        session.close()


def _expect_sound_adapter(session: Session, *, here: bool) -> None:
    """Raise `TargetError` where the adapter, not the game, is at fault, so that judging case by case is pointless."""
    from hearts_conformance import doctor, targets
    from hearts_conformance.targets import TargetError

    plain = ((sheet, players) for sheet in session.sheets for players in session.players if players in sheet.players)
    claimed = (at for at in plain if not session.claims.objection(at[0].id, at[0].resolve(at[1])))
    sheet, players = next(claimed, (None, 0))
    if sheet is None:
        return
    target = session.target if here else session.target.apart()
    apart = target is not session.target
    with contextlib.redirect_stdout(sys.stderr):
        implementation = target.open() if apart else session.implementation
        fault = doctor.first_fault(implementation, session.description, sheet.resolve(players), sheet.id)
        if apart:
            targets.close(implementation)
    if fault:
        raise TargetError(f"target {session.target.text}: {fault}; heartspec doctor examines the whole adapter")


def _journal(session: Session, wanted: Wanted) -> Journal | None:
    """Return the journal of this run: the one to go on with or a new one; None where none can be kept."""
    from hearts_conformance import journal

    if wanted.perft:
        return None
    session.expect_something()
    if wanted.resume:
        found = journal.resume(session.identity(), wanted.journal)
        if found is not None:
            click.echo(f"heartspec: {len(found.done)} verdicts are taken over from {found.path}", err=True)
            return found
        click.echo("heartspec: there is no interrupted run to go on with; a new one begins", err=True)
    return journal.begin(session.identity(), wanted.journal)


def _by_counts(session: Session) -> tuple[Iterator[Verdict], int | None]:
    from hearts_conformance.perft import judging

    return judging.judge_all(session)
