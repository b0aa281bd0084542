"""``heartspec identify``: the options that an implementation plays by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from . import common

if TYPE_CHECKING:
    from hearts_conformance.identify import Identification
    from hearts_conformance.session import Session


@click.command()
@common.target
@click.option("--sheet", metavar="ID|FILE", help="Start the target by this sheet; by default one that it declares.")
@common.settings
@click.option("--players", metavar="N", type=click.IntRange(3, 7), help="The number of players; 4 where possible.")
@click.option("--report", "reports", metavar="json=PATH", multiple=True, help="Write what was found to a file.")
@common.listing
def identify(
    target: str | None,
    command: str | None,
    startup_limit: float | None,
    answer_limit: float | None,
    sheet: str | None,
    options: Sequence[tuple[str, Any]],
    players: int | None,
    reports: tuple[str, ...],
    form: str,
) -> int:
    """Find out by which options an implementation of Hearts plays.

    The target is started by a sheet, which it need not listen to, and made to play the moves of every case that can
    be laid out for it.  What it shows is compared with what the reference shows by other options.  For each option
    you see the values that fit all that was seen, and a case that excludes the others; then the registered sheets
    that play the same game, or the nearest ones.  An option stays open where nothing seen tells its values apart.

    Where no options explain all that was seen, every known misreading of the rules in question is tried, and those
    that do explain it are named: the rule, and what it is taken to say.

    \b
      heartspec identify openspiel-default
      heartspec identify my_game:Adapter --players 5
      heartspec identify my_game:Adapter --sheet cohen --format json
      heartspec identify --exec './my-game --stdio' --report json=identity.json

    Exit status: 0 the options explain all that was seen; 1 they do not; 2 wrong usage, or nothing could be seen.
    """
    from hearts_conformance import targets
    from hearts_conformance.identify.telling import lines
    from hearts_conformance.session import Selection, Session

    paths = [common.json_report(each) for each in reports]
    found = targets.find(target, command, {"startup": startup_limit, "request": answer_limit})
    session = Session(found, Selection((sheet,) if sheet else (), dict(options), (players,) if players else ()))
    try:
        result = _identify(session, dict(options))
    finally:
        session.close()
    for path in paths:
        common.write_json(path, result.to_json())
    if form == "json":
        common.print_json(result.to_json())
    else:
        common.print_lines(lines(result))
    return 1 if result.unexplained else 0


def _identify(session: Session, options: dict[str, Any]) -> Identification:
    """Identify the target of a session, whatever it prints going to stderr; raise `TargetError` where it fails."""
    import contextlib
    import sys

    from hearts_conformance.faults import Fault
    from hearts_conformance.identify import identify
    from hearts_conformance.identify.starting import started_by
    from hearts_conformance.targets import TargetError

    sheet, count = started_by(session)
    start = sheet.resolve(count, options)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            return identify(
                session.implementation, session.description, start, sheet.id, session.scenarios, session.target.text
            )
    except Fault as fault:
        told = f"{fault}; heartspec doctor says what is wrong with it"
        raise TargetError(f"target {session.target.text}: {told}") from fault
