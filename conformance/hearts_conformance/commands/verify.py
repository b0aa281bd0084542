"""``heartspec verify``: the main job."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import common

if TYPE_CHECKING:
    from hearts_conformance.session import Selection, Session
    from hearts_conformance.targets import Target
    from hearts_conformance.verdict import Verdict


@click.command()
@common.target
@common.selection
@click.option("--report", "reports", metavar="KIND=PATH", multiple=True, help="Write a report: json=PATH; repeatable.")
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
    "--jobs", metavar="N", type=click.IntRange(1, 256), default=1, show_default=True, help="Judge in so many processes."
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
      heartspec verify --exec './my-game --stdio' --sheet cohen

    --known holds the target to a list of deviations that are known, each with its reason.  What is on the list does
    not count as a failure; an entry that is no longer true, or never could be, does.  An entry about sheets, players
    or cases that are not judged now is left alone.

    \b
      heartspec verify my_game:Adapter --write-known my_game.known.yaml
      heartspec verify my_game:Adapter --known my_game.known.yaml
      heartspec verify openspiel-default --sheet qdan --known shipped

    Exit status: 0 all judged cases conform, or deviate as is known; 1 some do not; 2 wrong usage,
    nothing judged, or the target cannot be attached; 3 a fault of the suite itself.
    """
    from hearts_conformance import targets
    from hearts_conformance.session import Selection

    found = targets.find(target, command, {"startup": startup_limit, "request": answer_limit})
    selection = Selection(sheets, dict(options), players, rules, cases, folders)
    if perft and (known or first or jobs > 1):
        raise click.UsageError("--perft goes with neither --known nor --write-known nor --jobs")
    return judge(found, selection, reports, jobs, lang, known, first, perft)


def judge(
    target: Target,
    selection: Selection,
    reports: Sequence[str],
    jobs: int,
    lang: str,
    known: str | None = None,
    first: Path | None = None,
    perft: bool = False,
) -> int:
    """Judge *target* and write every report; return the exit status.

    *known* names a list of known deviations; *first* is where a new one is to be written.  With *perft* it is judged
    by the tables of counts.
    """
    from datetime import UTC, datetime

    from hearts_conformance import SUITE, report
    from hearts_conformance import known as lists
    from hearts_conformance.report.terminal import TerminalReport
    from hearts_conformance.session import Session
    from hearts_spec import texts
    from hearts_spec.data import shown

    words = texts.in_language(lang)
    listeners = [report.writer(each) for each in reports]
    writer = lists.KnownWriter(first) if first else None
    session = Session(target, selection)
    try:
        listed = lists.named(known, session)
        verdicts, total = _by_counts(session) if perft else session.judge_all(jobs)
        run = report.Run(
            target=target.text,
            description=session.description,
            sheets=tuple(sheet.id for sheet in session.sheets),
            players=session.players,
            suite=SUITE,
            options=selection.options,
            total=total,
            language=lang,
            started=datetime.now(UTC).isoformat(timespec="seconds"),
            known=shown(listed.path) if listed else "",
            ships_known=session.shipped_known is not None,
        )
        listeners += [TerminalReport(words), *([writer] if writer else [])]
        covered = map(listed.cover, verdicts) if listed else verdicts
        tally = report.hear(run, covered, listeners, lambda: listed.problems(session) if listed else ())
        if writer:
            print(writer.write(session))
        return tally.status
    finally:
        session.close()


def _by_counts(session: Session) -> tuple[Iterator[Verdict], int | None]:
    from hearts_conformance.perft import judging

    return judging.judge_all(session)
