from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hearts_conformance import runner, scenario
from hearts_conformance.implementation import Implementation
from hearts_conformance.layout import expand
from hearts_conformance.scenario import Scenario
from hearts_conformance.script import CaseRun
from hearts_conformance.verdict import Verdict
from hearts_spec import sheets
from hearts_spec.rules import Rules

Write = Callable[..., Scenario]
LayOut = Callable[..., CaseRun]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a scenario file and read it."""

    def write(text: str, name: str = "play/position") -> Scenario:
        path = tmp_path / f"{name}.hearts.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return scenario.load(path, tmp_path)

    return write


@pytest.fixture
def lay_out(write: Write) -> LayOut:
    """Write a scenario and lay its first case out."""

    def lay_out(text: str, players: int = 4, **options: Any) -> CaseRun:
        case = write(text).cases[0]
        named = {axis.replace("__", ".").replace("_", "-"): value for axis, value in options.items()}
        rules = Rules.from_options({"players": players, **named})
        run = expand(case, "qdan", rules, strict=True)
        assert run is not None
        return run

    return lay_out


@pytest.fixture
def judged(write: Write) -> Callable[..., Verdict]:
    """Write a scenario and judge an implementation by its first case."""

    def judged(text: str, implementation: Implementation, players: int = 4, sheet: str = "qdan") -> Verdict:
        verdicts: Iterator[Verdict] = runner.run(
            implementation, [write(text)], [sheets.load(sheet)], [players], target="mine:Game"
        )
        return next(verdicts)

    return judged
