"""``heartspec doctor``: is the adapter sound?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from . import common

if TYPE_CHECKING:
    from hearts_conformance.doctor import Finding
    from hearts_conformance.targets import Target


@click.command()
@common.target
@click.option("--sheet", metavar="ID|FILE", help="Deal by this sheet; by default one that the target declares.")
@click.option("--players", metavar="N", type=click.IntRange(3, 7), help="The number of players; 4 where possible.")
@click.option("--report", "reports", metavar="json=PATH", multiple=True, help="Write what was found to a file.")
@common.listing
def doctor(
    target: str | None,
    command: str | None,
    startup_limit: float | None,
    answer_limit: float | None,
    sheet: str | None,
    players: int | None,
    reports: tuple[str, ...],
    form: str,
) -> int:
    """Check an adapter itself, before any rule of Hearts is judged.

    The target is greeted, dealt two plain rounds, looked at twice, given a card that nobody could play, started
    again, played through and let go.  Each thing that is not as it should be is one sentence: what came, what was
    expected, and what to do next.  Start here with a new adapter.

    \b
      heartspec doctor my_game:Adapter
      heartspec doctor --exec './my-game --stdio'
      heartspec doctor --exec 'python3 game.py' --answer-limit 2 --players 5 --format json

    Exit status: 0 the adapter is sound; 1 something was found; 2 wrong usage, or there is no such target.
    """
    from hearts_conformance import doctor as check
    from hearts_conformance import targets

    paths = [common.json_report(each) for each in reports]
    found = targets.find(target, command, {"startup": startup_limit, "request": answer_limit})
    findings = _findings(found, sheet, players)
    result = {"format": check.FORMAT, "target": found.text, "findings": [each.to_json() for each in findings]}
    for path in paths:
        common.write_json(path, result)
    if form == "json":
        common.print_json(result)
    else:
        _print(found, findings)
    return 1 if findings else 0


def _findings(target: Target, sheet: str | None, players: int | None) -> list[Finding]:
    """Examine a target, whatever it prints going to stderr; raise `TargetError` where there is none to examine."""
    import contextlib
    import sys

    from hearts_conformance.doctor import Finding, advised, closing, examine
    from hearts_conformance.identify.starting import started_by
    from hearts_conformance.session import Selection, Session
    from hearts_conformance.targets import TargetError

    with contextlib.redirect_stdout(sys.stderr):
        attached = target.open()
        try:
            target.describe(attached)
        except TargetError as problem:
            return [Finding("hello", advised(str(problem).removeprefix(f"target {target.text}: ")))]
        finally:
            ended = closing(attached)
        session = Session(target.apart(), Selection((sheet,) if sheet else (), players=(players,) if players else ()))
        try:
            by, count = started_by(session)
            found = examine(session.implementation, session.description, by.resolve(count), by.id)
            return [*found, *ended]
        finally:
            session.close()


def _print(target: Target, findings: list[Finding]) -> None:
    lines: list[Any] = [
        [(f"{each.check}: ", "bold red" if each.fatal else "bold yellow"), (each.sentence, "")] for each in findings
    ]
    if not findings:
        lines = [[("sound", "bold green"), (f": {target.text} can be judged", "")]]
    common.print_lines(lines)
