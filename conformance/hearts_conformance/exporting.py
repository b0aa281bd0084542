"""Every case as plain JSON, for runners that are not this one.

One file a case, sheet and number of players; ``index.json`` lists them; ``schema/`` holds what they follow.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hearts_spec import data, sheets

from . import SUITE
from .script import CaseRun
from .session import NothingToJudge, Selection, load_scenarios, select, sound

CASE: Final = "heartspec-case/1"
INDEX: Final = "heartspec-case-index/1"
SCHEMAS: Final = ("common", "export-case")


def export(folder: Path, selection: Selection) -> int:
    """Write the cases that *selection* chooses below *folder* and return how many there are.

    Raises `NothingToJudge` where it chooses none, `Unsound` for a case that makes no sense, `DataError` for a sheet
    or scenario that cannot be read, and `OSError` where a file cannot be written.
    """
    entries = []
    for run in runs(selection):
        name = f"{run.id}/{run.sheet}-{run.players}.json"
        _write(folder / name, {"format": CASE, **run.to_json()})
        entries.append({"id": run.id, "sheet": run.sheet, "players": run.players, "file": name})
    if not entries:
        raise NothingToJudge("no case is left to export by what was chosen")
    for schema in SCHEMAS:
        place = folder / "schema" / f"{schema}.schema.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(data.home("hearts_spec") / "schema" / place.name, place)
    _write(folder / "index.json", {"format": INDEX, "suite": {"version": SUITE}, "cases": entries})
    return len(entries)


def runs(selection: Selection) -> Iterator[CaseRun]:
    """Yield the cases that a selection chooses, under every sheet of ours where it names none."""
    chosen = [sheets.load(each) for each in selection.sheets or sheets.ids()]
    yield from map(sound, select(load_scenarios(selection.folders), chosen, selection.players or None, selection))


def _write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with data.naming(path):
        path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
