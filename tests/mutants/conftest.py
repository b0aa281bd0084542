"""A small corpus of its own for each test, and the command run in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from mutants_corpus import CASES, Ran, write

from hearts_conformance import commands


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder of scenarios with one file: two cases, each of which decides one rule."""
    write(tmp_path / "scenarios", CASES)
    return tmp_path / "scenarios"


@pytest.fixture
def heartspec(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run a command line in this process."""

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        status = commands.run([str(each) for each in arguments])
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run
