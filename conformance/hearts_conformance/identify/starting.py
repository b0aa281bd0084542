"""By which sheet, and with how many players, an implementation is started where nobody says so."""

from __future__ import annotations

from hearts_conformance.session import NothingToJudge, Session
from hearts_spec.sheets import Sheet


def started_by(session: Session) -> tuple[Sheet, int]:
    """Return the sheet and the number of players to start by: four players and the sheet others extend come first.

    Raises `NothingToJudge` where no sheet is for the numbers of players that were chosen.
    """
    found = sorted(session.sheets, key=lambda sheet: len(sheet.lineage))
    for count in sorted(session.players, key=lambda number: (number != 4, number)):
        for sheet in found:
            if count in sheet.players:
                return sheet, count
    wanted = ", ".join(map(str, session.selection.players or sorted(session.description.players)))
    raise NothingToJudge(f"no sheet is for {wanted} players")
