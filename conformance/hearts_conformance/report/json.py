"""The report as JSON: ``heartspec-report/1``, for programs that build on a run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from hearts_conformance.verdict import Verdict
from hearts_spec.data import naming

from . import STANDARD, Listener, Run, Tally, in_order

FORMAT: Final = "heartspec-report/1"


class JsonReport(Listener):
    """Writes ``suite``, ``implementation``, ``counts`` and ``cases`` to a file when the run ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.head: dict[str, Any] = {}
        self.cases: list[dict[str, Any]] = []

    def begin(self, run: Run) -> None:
        """Note what is judged."""
        self.head = head(run)

    def verdict(self, verdict: Verdict) -> None:
        """Note one verdict."""
        self.cases.append(verdict.to_json())

    def end(self, tally: Tally) -> None:
        """Write the file."""
        if "known" in self.head:
            self.head["known"]["stale"] = list(tally.stale)
        report = self.head | {"counts": counts(tally), "cases": self.cases}
        text = json.dumps(report, ensure_ascii=False, indent=1) + "\n"
        if str(self.path) == STANDARD:
            print(text, end="", flush=True)
            return
        with naming(self.path):
            self.path.write_text(text, encoding="utf-8")


def head(run: Run) -> dict[str, Any]:
    """Return what a report says of the run as a whole."""
    described = run.description
    known = {"known": {"file": run.known, "stale": []}} if run.known else {}
    return {
        "format": FORMAT,
        "suite": {"version": run.suite},
        "implementation": {
            "name": described.name,
            "version": described.version,
            "target": run.target,
            "can": sorted(described.can),
        },
        "started": run.started,
        "sheets": list(run.sheets),
        "players": list(run.players),
        "options": dict(run.options),
        **known,
    }


def counts(tally: Tally) -> dict[str, int]:
    """Return how many verdicts there were of each kind that occurred."""
    return {str(kind): tally.counts[kind] for kind in in_order(tally.counts)}
