"""The stream of verdicts as JSON Lines: ``heartspec-verdicts/1``, for programs that follow a run.

The first line is what `hearts_conformance.report.json` says of the run as a whole, then comes one line a verdict, as
it is found, and at last a line with the counts, which a run that was killed does not reach.  Each line is handed over
at once.  The path ``-`` is standard output; the report for people then goes to standard error.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, TextIO

from hearts_conformance.verdict import Verdict
from hearts_spec.data import naming

from . import STANDARD, Listener, Run, Tally
from .json import counts, head

FORMAT: Final = "heartspec-verdicts/1"


class JsonLinesReport(Listener):
    """Writes a line for the run, for every verdict and for the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.standard = str(path) == STANDARD
        self.file: TextIO | None = None

    def begin(self, run: Run) -> None:
        """Open the file and say what is judged."""
        with naming(self.path):
            self.file = sys.stdout if self.standard else self.path.open("w", encoding="utf-8")
        self._line(head(run) | {"format": FORMAT})

    def verdict(self, verdict: Verdict) -> None:
        """Write one verdict."""
        self._line(verdict.to_json())

    def end(self, tally: Tally) -> None:
        """Write the counts, and close the file."""
        if self.file is None:
            return
        try:
            self._line({"counts": counts(tally), "stale": list(tally.stale)})
        finally:
            if not self.standard:
                self.file.close()

    def _line(self, value: Mapping[str, Any]) -> None:
        assert self.file
        with naming("standard output" if self.standard else self.path):
            print(json.dumps(value, ensure_ascii=False), file=self.file, flush=True)
