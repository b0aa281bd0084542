"""``heartspec export``: the cases for runners in other languages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from . import common


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@common.selection
def export(
    folder: Path,
    sheets: tuple[str, ...],
    options: Sequence[tuple[str, Any]],
    players: tuple[int, ...],
    rules: tuple[str, ...],
    cases: tuple[str, ...],
    folders: tuple[Path, ...],
) -> None:
    """Write every case, laid out for each sheet and number of players, as plain JSON.

    DIR receives one file a case, CHAPTER/FILE/CASE/SHEET-PLAYERS.json, an index.json that names them all, and the
    JSON Schemas that they follow.  Nothing in them is left to compute: each is a list of things to do and things to
    expect.  Without --sheet, every sheet of ours is taken.

    \b
      heartspec export cases
      heartspec export cases --sheet qdan --players 4 --rule 'hearts.*'
    """
    from hearts_conformance import exporting
    from hearts_conformance.session import Selection

    written = exporting.export(folder, Selection(sheets, dict(options), players, rules, cases, folders))
    print(f"wrote {written} cases to {folder}")
