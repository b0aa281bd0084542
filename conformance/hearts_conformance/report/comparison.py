"""What has changed since an older report, printed after this one.

Cases are matched by id, sheet and number of players.  What is told: what failed and no longer does (*fixed*), what
fails and did not (*newly failing*), any other verdict that has changed, and the cases that have appeared or vanished.
A change is no failure: the exit status is that of the run alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from hearts_conformance.verdict import Kind, Verdict
from hearts_spec import schemas
from hearts_spec.data import DataError, naming, shown

from . import FAILED, Listener, Run, Tally, jsonl
from . import json as report_json

Key = tuple[str, str, int]

MOST: Final = 40
"""How many changes of a sort are listed; the others are counted."""

STYLES: Final = {
    "fixed": "green",
    "newly failing": "bold red",
    "changed": "yellow",
    "appeared": "",
    "vanished": "",
}
"""The sorts of change, in the order in which they are told."""


class Comparison(Listener):
    """Prints what has changed since the report at *path* when the run ends."""

    def __init__(self, path: Path, console: Console) -> None:
        """Read the older report; raises `DataError` for one that is none."""
        self.path = path
        self.old = read(path)
        self.console = console
        self.run: Run | None = None
        self.new: dict[Key, str] = {}

    def begin(self, run: Run) -> None:
        """Note what is judged."""
        self.run = run

    def verdict(self, verdict: Verdict) -> None:
        """Note one verdict."""
        self.new[verdict.key] = str(verdict.kind)

    def end(self, tally: Tally) -> None:
        """Print the changes."""
        for text, style in self.lines():
            self.console.print(Text(text, style), soft_wrap=True)

    def lines(self) -> list[tuple[str, str]]:
        """Return what is printed, each line with its style."""
        old = {(case["id"], case["sheet"], case["players"]): case["verdict"] for case in self.old["cases"]}
        found = changes(old, self.new)
        told = ", ".join(f"{len(keys)} {sort}" for sort, keys in found.items() if keys)
        lines = [(f"since {shown(self.path)}: {told or 'nothing has changed'}", "bold"), *self._other()]
        for sort, keys in found.items():
            for key in keys[:MOST]:
                case, sheet, players = key
                told = " -> ".join(kind for kind in (old.get(key), self.new.get(key)) if kind)
                lines.append((f"  {sort}: {case} · {sheet}, {players} players: {told}", STYLES[sort]))
            if keys[MOST:]:
                lines.append((f"  {sort}: {len(keys) - MOST} more", STYLES[sort]))
        return lines

    def _other(self) -> list[tuple[str, str]]:
        """Say where the reports are not of the same suite or the same implementation."""
        if self.run is None:
            return []
        said = self.run.description
        pairs = (
            ("version of the suite", self.old["suite"]["version"], self.run.suite),
            (
                "implementation",
                _named(self.old["implementation"]),
                _named({"name": said.name, "version": said.version}),
            ),
        )
        return [(f"  another {what}: {there} -> {here}", "yellow") for what, there, here in pairs if there != here]


def _named(implementation: Mapping[str, Any]) -> str:
    return f"{implementation['name']} {implementation['version']}"


def changes(old: Mapping[Key, str], new: Mapping[Key, str]) -> dict[str, Sequence[Key]]:
    """Return the keys of what has changed, by the sort of change, in the order in which they were judged."""
    both = [key for key in new if key in old and old[key] != new[key]]
    sorts = {key: _sort(Kind(old[key]), Kind(new[key])) for key in both}
    return {
        **{sort: [key for key in both if sorts[key] == sort] for sort in ("fixed", "newly failing", "changed")},
        "appeared": [key for key in new if key not in old],
        "vanished": [key for key in old if key not in new],
    }


def _sort(before: Kind, after: Kind) -> str:
    if before in FAILED and after is Kind.CONFORMS:
        return "fixed"
    if after in FAILED and before not in FAILED:
        return "newly failing"
    return "changed"


def read(path: Path) -> dict[str, Any]:
    """Read a JSON report, or a stream of verdicts as one; raise `DataError` for a file that is neither."""
    try:
        with naming(path):
            text = path.read_bytes()
        value = _stream(text) or json.loads(text)
    except FileNotFoundError:
        raise DataError(path, None, (), "there is no such file") from None
    except IsADirectoryError:
        raise DataError(path, None, (), "this is a folder, not a report") from None
    except json.JSONDecodeError as error:
        raise DataError(path, error.lineno, (), f"this is not JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise DataError(path, 1, (), "this is not JSON") from None
    problems = schemas.problems(value, "report")
    if problems:
        keys, sentence = problems[0]
        wanted = "an older report is a file that --report json=PATH or jsonl=PATH wrote"
        raise DataError(path, None, keys, f"{sentence}; {wanted}")
    found: dict[str, Any] = value
    return found


def _stream(text: bytes) -> dict[str, Any]:
    """Return a stream of verdicts as a report, as far as it got; nothing where *text* is no stream."""
    first, *others = text.splitlines() or [b""]
    if not first.startswith(b"{") or not others:
        return {}
    try:
        head = json.loads(first)
    except ValueError:
        return {}
    if head.get("format") != jsonl.FORMAT:
        return {}
    lines = [json.loads(line) for line in others]
    counted: dict[str, Any] = {"counts": {}}
    cases = []
    for line in lines:
        if not isinstance(line, dict) or "id" in line:
            cases.append(line)
        elif "counts" in line:
            counted |= line
    found: dict[str, Any] = head | counted | {"format": report_json.FORMAT, "cases": cases}
    return found
