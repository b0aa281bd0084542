"""Checks of rule sheets: each resolves, also with everything that a table may change in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hearts_spec import sheets
from hearts_spec.data import DataError
from hearts_spec.rules import AXES
from hearts_spec.sheets import Sheet, by_count

from .finding import Finding, all_of
from .graph import Entry, Graph
from .links import dead


def resolve(graph: Graph) -> Iterator[Finding]:
    """Every sheet resolves for each of its numbers of players, and names sources that exist."""
    for entry in graph.sheets.values():
        for index, source in enumerate(entry.value.get("sources", ())):
            yield from dead(entry, source, graph.source, "source", "sources", index)
        sheet = load(graph, entry)
        if isinstance(sheet, DataError):
            yield from all_of(sheet)
            continue
        for players in sheet.players:
            try:
                sheet.resolve(players)
            except DataError as error:
                yield from all_of(error)
        yield from _idle(entry, sheet)


def load(graph: Graph, entry: Entry) -> Sheet | DataError:
    """Return the sheet of an entry, or why it cannot be read."""
    try:
        return sheets.load(entry.document.path, search=(graph.spec / "sheets",))
    except DataError as error:
        return error


def _idle(entry: Entry, sheet: Sheet) -> Iterator[Finding]:
    """Find values for numbers of players that a sheet is not for."""
    for axis, setting in entry.value.get("options", {}).items():
        if by_count(setting):
            for count in setting:
                if count != "else" and int(count) not in sheet.players:
                    yield entry.wrong(f"the sheet is not for {count} players", "options", axis, count)


def changeable(graph: Graph) -> Iterator[Finding]:
    """Every sheet resolves with each value to which a table may change an option."""
    for entry in graph.sheets.values():
        sheet = load(graph, entry)
        if isinstance(sheet, DataError):
            continue
        for axis, settings in entry.value.get("changeable", {}).items():
            yield from _changes(entry, sheet, axis, settings)


def _changes(entry: Entry, sheet: Sheet, axis: str, settings: Any) -> Iterator[Finding]:
    if axis not in AXES or axis == "players":
        yield entry.wrong("this is no option that a table may change", "changeable", axis)
    elif settings != "any":
        for index, setting in enumerate(settings):
            sentence = next(filter(None, (_fault(sheet, each, {axis: setting}) for each in sheet.players)), None)
            if sentence:
                yield entry.wrong(sentence, "changeable", axis, index)
        if not any(_same(setting, sheet.options.get(axis, AXES[axis].default)) for setting in settings):
            yield entry.wrong("the value that the sheet itself has is not among these", "changeable", axis)


def _fault(sheet: Sheet, players: int, change: dict[str, Any]) -> str | None:
    try:
        sheet.resolve(players, change)
    except DataError as error:
        return f"{error.sentence} (with {players} players)"
    return None


def _same(setting: Any, other: Any) -> bool:
    return bool(setting == other)
