"""A small corpus of its own for each test, and the command run in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from hearts_conformance import commands

CASES = """\
# yaml-language-server: $schema=../../../spec/schema/scenario.schema.json
title: Void in clubs on the first trick, holding the queen of spades
players: 4
hands: {1: "S Q2 / C -"}
when: {open.leader: lowest-club}
before: [{opens: 0}]
cases:
  ban:
    decides: [first-trick.no-queen]
    when: {first-trick.banned: [hearts, queen]}
    steps:
      - legal: "D * / S 2"
      - {refuse: QS, rule: first-trick.no-queen}
      - 1: 2S
  no-ban:
    decides: [first-trick.off]
    with: {first-trick.banned: []}
    steps: [{legal: all}, {1: QS}]
"""


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    status: int
    out: str
    err: str


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder of scenarios with one file: two cases, each of which decides one rule."""
    write(tmp_path / "scenarios", CASES)
    return tmp_path / "scenarios"


def write(folder: Path, text: str) -> None:
    """Write the one scenario file of a corpus."""
    (folder / "first-trick").mkdir(parents=True, exist_ok=True)
    (folder / "first-trick" / "queen-discard.hearts.yaml").write_text(text, encoding="utf-8")


@pytest.fixture
def heartspec(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run a command line in this process."""

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        status = commands.run([str(each) for each in arguments])
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run
