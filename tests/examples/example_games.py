"""The examples: what each gets wrong, and how it is built in a copy of its folder, as the README says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@dataclass(frozen=True)
class Example:
    """A game in a folder of its own.  Put *right* for *wrong*, once in a *file*, and its mistake is mended."""

    folder: str
    tools: tuple[str, ...]
    file: str
    wrong: str
    right: str
    option: tuple[str, Any] | None = None
    """The axis that the mistake is on, and its value, where it amounts to one."""
    misreading: tuple[str, str] | None = None
    """The rule that the mistake misreads, and how, where it amounts to no option."""


@dataclass(frozen=True)
class Built:
    """An example that is built, with or without its mistake."""

    folder: Path
    verify: tuple[str, ...]
    """The command line of its README that judges it, without ``--known``."""
    known: Path

    @property
    def target(self) -> tuple[str, ...]:
        """The part of the command line that names what is judged."""
        return self.verify[2:]


GAMES = (
    Example(
        folder="python",
        tools=(),
        file="hearts.py",
        wrong="return not self.captured",
        right="return not any(self.captured)",
        option=("first-trick.banned", []),
    ),
    Example(
        folder="python-stdio",
        tools=(),
        file="hearts.py",
        wrong="if len(cards) != 3 or",
        right="if len(cards) != 3 or len(set(cards)) != 3 or",
        misreading=("pass.own-distinct", "the same card may be named more than once"),
    ),
    Example(
        folder="node",
        tools=("node",),
        file="hearts.mjs",
        wrong='if (isHeart(card) || card === "QS") this.broken',
        right="if (isHeart(card)) this.broken",
        option=("hearts.lead", "after-heart-or-queen"),
    ),
    Example(
        folder="java",
        tools=("javac", "java"),
        file="hearts/Game.java",
        wrong="limitReached ? Phase.OVER",
        right="limitReached && leaders().size() == 1 ? Phase.OVER",
        option=("match.tie", "shared"),
    ),
    Example(
        folder="rust",
        tools=("cargo",),
        file="src/hearts.rs",
        wrong="self.captured.iter().any(|cards| cards.len() == SEATS * FULL_HAND)",
        right="points.contains(&MOON)",
        misreading=("moon.tricks-irrelevant", "the shooter has to win every trick"),
    ),
    Example(
        folder="c",
        tools=("make", "cc"),
        file="hearts.c",
        wrong="!game->broken && hand & ~POINTS)",
        right="!game->broken)",
        option=("hearts.lead-release", "only-points"),
    ),
)


def environment() -> dict[str, str]:
    """Return an environment in which ``heartspec`` and ``pytest`` are those of this Python."""
    return {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}


def need(*tools: str) -> None:
    """Skip the test where a tool is missing; in CI, where all of them are installed, go on and fail."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"{' and '.join(missing)} not installed")


def run(command: tuple[str, ...] | list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, as somebody would type it there."""
    return subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=300, check=False
    )


def recipe(folder: str) -> list[str]:
    """Return the commands that the README gives for a folder."""
    section = re.search(rf"^## {folder}$(.*?)(?=^## |\Z)", (EXAMPLES / "README.md").read_text(), re.M | re.S)
    assert section is not None
    return [line.strip() for line in section[1].splitlines() if line.startswith("    ")]


def built(example: Example, place: Path, mended: bool) -> Built:
    """Build an example in a *place*, with its mistake or mended."""
    folder = place / example.folder
    shutil.copytree(EXAMPLES / example.folder, folder, ignore=shutil.ignore_patterns("build", "target", "__pycache__"))
    if mended:
        source = folder / example.file
        text = source.read_text()
        assert text.count(example.wrong) == 1
        source.write_text(text.replace(example.wrong, example.right))
    enter, *steps, verify = recipe(example.folder)
    assert enter == f"cd {example.folder}"
    for step in steps:
        done = run(["sh", "-c", step], folder)
        assert done.returncode == 0, done.stdout + done.stderr
    command, known = verify.split(" --known ")
    return Built(folder, tuple(shlex.split(command)), folder / known)
