"""The files that the kinds of report make of a run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from report_runs import a_run

from hearts_conformance.report import hear, writer
from hearts_conformance.verdict import Verdict


@pytest.fixture
def reported(tmp_path: Path) -> Callable[..., str]:
    """Tell a run to the writer of a kind of report, and return what its file holds."""

    def report(kind: str, *verdicts: Verdict, suffix: str = "", stale: tuple[str, ...] = (), **run: object) -> str:
        path = tmp_path / f"report{suffix or '.' + kind}"
        hear(a_run(**run), verdicts, [writer(f"{kind}={path}")], lambda: stale)
        return path.read_text(encoding="utf-8")

    return report
