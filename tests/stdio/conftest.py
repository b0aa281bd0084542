"""Three cases that differ in the dealer only, programs to judge by them, and a watch on what is left behind."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from left_behind import HERE, PATIENT, SHORT, Launch, gone, zombies

from hearts_conformance import scenario
from hearts_conformance.layout import expand
from hearts_conformance.script import CaseRun
from hearts_conformance.stdio import Limits, Program
from hearts_spec.rules import Rules

POSITION = """
title: Void in clubs
hands: {1: "S Q2 / C -"}
before: [{opens: 0}]
cases:
  ban:
    decides: [first-trick.no-queen]
    steps:
      - legal: "D * / S 2"
      - {refuse: QS, rule: first-trick.no-queen}
      - {1: 2S, turn: 2}
"""


@pytest.fixture(scope="session")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[CaseRun]:
    """A case before the one at which a double misbehaves (dealer 1), that one, and two after it."""
    folder = tmp_path_factory.mktemp("scenarios")
    path = folder / "play" / "position.hearts.yaml"
    path.parent.mkdir()
    path.write_text(POSITION)
    run = expand(scenario.load(path, folder).cases[0], "qdan", Rules.from_options({"players": 4}), strict=True)
    assert run is not None
    return [
        replace(run, id=f"play/position/{dealer}", setup=replace(run.setup, dealer=dealer)) for dealer in (0, 1, 2, 3)
    ]


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> str:
    """Mark the processes of this test."""
    name = f"heartspec-test-{uuid.uuid4().hex}"
    monkeypatch.setenv("HEARTSPEC_TEST", name)
    return name


@pytest.fixture
def launch(mark: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Launch]:
    """Launch the misbehaving program in a mode; afterwards nothing may be left of it: process, pipe or file."""
    (tmp_path / "state").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.setenv("DOUBLE_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("DOUBLE_LATE", str(2 * SHORT))
    monkeypatch.chdir(tmp_path / "here")
    pipes = len(list(Path("/proc/self/fd").iterdir()))
    programs: list[Program] = []

    def launch(mode: str, limits: Limits = PATIENT) -> Program:
        programs.append(Program([sys.executable, str(HERE / "misbehaving.py"), mode], limits))
        return programs[-1]

    yield launch
    for each in programs:
        each.close()
    assert gone(mark)
    assert zombies() == []
    assert list((tmp_path / "here").iterdir()) == []
    assert len(list(Path("/proc/self/fd").iterdir())) == pipes
