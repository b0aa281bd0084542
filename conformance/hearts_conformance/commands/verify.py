"""``heartspec verify``: the main job."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import common

if TYPE_CHECKING:
    from hearts_conformance.session import Selection
    from hearts_conformance.targets import Target


@click.command()
@common.target
@common.selection
@click.option("--report", "reports", metavar="KIND=PATH", multiple=True, help="Write a report: json=PATH; repeatable.")
@click.option(
    "--jobs", metavar="N", type=click.IntRange(1, 256), default=1, show_default=True, help="Judge in so many processes."
)
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
    jobs: int,
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

    Exit status: 0 all judged cases conform; 1 some do not; 2 wrong usage, nothing judged, or the target cannot be
    attached; 3 a fault of the suite itself.
    """
    from hearts_conformance import targets
    from hearts_conformance.session import Selection

    found = targets.find(target, command, {"startup": startup_limit, "request": answer_limit})
    selection = Selection(sheets, dict(options), players, rules, cases, folders)
    return judge(found, selection, reports, jobs, lang)


def judge(target: Target, selection: Selection, reports: Sequence[str], jobs: int, lang: str) -> int:
    """Judge *target* and write every report; return the exit status."""
    from datetime import UTC, datetime

    from hearts_conformance import SUITE, report
    from hearts_conformance.report.terminal import TerminalReport
    from hearts_conformance.session import Session
    from hearts_spec import texts

    words = texts.in_language(lang)
    listeners = [report.writer(each) for each in reports]
    session = Session(target, selection)
    try:
        verdicts, total = session.judge_all(jobs)
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
        )
        return report.hear(run, verdicts, [*listeners, TerminalReport(words)]).status
    finally:
        session.close()
