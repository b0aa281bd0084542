"""Three cases that differ in the dealer only, programs to judge by them, and a watch on what is left behind."""

from __future__ import annotations

import os
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from hearts_conformance import scenario
from hearts_conformance.layout import expand
from hearts_conformance.script import CaseRun
from hearts_conformance.stdio import Limits, Program
from hearts_spec.rules import Rules

HERE = Path(__file__).parent
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
SHORT = 0.4
"""The limit for an answer that will not come."""

PATIENT = Limits(closing=0.3, line=1 << 16)
HASTY = replace(PATIENT, request=SHORT)

Launch = Callable[..., Program]


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


def marked(mark: str) -> list[str]:
    """Return the command lines of the running processes that were started with *mark* in their environment."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if mark.encode() in (folder / "environ").read_bytes():
                    found.append((folder / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue
    return found


def gone(mark: str, within: float = 10.0) -> bool:
    """Wait until no process with *mark* is running."""
    deadline = time.monotonic() + within
    while marked(mark) and time.monotonic() < deadline:
        os.sched_yield()
    return not marked(mark)


def zombies() -> list[str]:
    """Return the numbers of our children that have ended and were not waited for."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state == "Z" and int(parent) == os.getpid():
            found.append(stat.parent.name)
    return found


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
