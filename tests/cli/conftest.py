"""The command, run in this process or in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from hearts_conformance import commands


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    status: int
    out: str
    err: str


@pytest.fixture
def heartspec(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run a command line in this process."""

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        status = commands.run([str(each) for each in arguments])
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run ``python -m hearts_conformance`` in a process of its own."""

    def run(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "hearts_conformance", *map(str, arguments)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "COLUMNS": "80", **environment},
            timeout=60,
            check=False,
        )

    return run


PROBE = """
title: Void in clubs on the first trick, holding the queen of spades
players: [3, 4, 5, 6, 7]
hands: {1: "S Q2 / C -"}
when: {open.leader: lowest-club}
before: [{opens: 0}]
cases:
  ban:
    decides: [first-trick.no-queen, first-trick.void-bound]
    when: {first-trick.banned: [hearts, queen]}
    steps:
      - legal: "D * / S 2"
      - {refuse: QS, rule: first-trick.no-queen}
      - 1: 2S
  no-ban:
    decides: [first-trick.off]
    when: {first-trick.banned: []}
    steps: [{legal: all}, {1: QS}]
"""


@pytest.fixture
def probe(tmp_path: Path) -> Path:
    """A folder of scenarios with the cases ``probe/queen/ban`` and ``probe/queen/no-ban``."""
    folder = tmp_path / "cases"
    (folder / "probe").mkdir(parents=True)
    (folder / "probe" / "queen.hearts.yaml").write_text(PROBE)
    return folder
