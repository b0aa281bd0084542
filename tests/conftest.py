"""The command, run in this process or in one of its own, for every test that looks at it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    status: int
    out: str
    err: str


@pytest.fixture(autouse=True, scope="session")
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Keep journals of runs out of the home of whoever runs the tests; return the folder that has them."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("state")
        patch.setenv("XDG_STATE_HOME", str(folder))
        yield folder


@pytest.fixture
def heartspec(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run a command line in this process."""
    from hearts_conformance import commands

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


@pytest.fixture
def hear_interrupts() -> Callable[[], None]:
    """What a process is to do first in order to be interrupted: a shell has its background ignore interrupts."""

    def hear() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)

    return hear
