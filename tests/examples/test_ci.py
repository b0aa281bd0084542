"""The recipes for CI: their commands are run in a project of somebody's, with this heartspec in the place of theirs."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from example_games import EXAMPLES, run

RECIPES = EXAMPLES / "ci"
INSTALLS = "pip install"


@pytest.fixture
def project(tmp_path: Path) -> Callable[[str], Path]:
    """Copy an example, as the project whose CI this is."""

    def copy(folder: str) -> Path:
        place = tmp_path / "project"
        shutil.copytree(EXAMPLES / folder, place, ignore=shutil.ignore_patterns("__pycache__"))
        return place

    return copy


def workflow() -> list[str]:
    steps: list[dict[str, Any]] = yaml.safe_load((RECIPES / "github-actions.yml").read_text())["jobs"]["rules"]["steps"]
    return [step["run"] for step in steps if "run" in step]


def job() -> list[str]:
    script: list[str] = yaml.safe_load((RECIPES / "gitlab-ci.yml").read_text())["hearts"]["script"]
    return script


def carry_out(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return run(["sh", "-c", command], folder)


@pytest.mark.parametrize("commands", [workflow(), job()], ids=["github", "gitlab"])
def test_the_commands_of_a_job_judge_the_project(commands: list[str], project: Callable[[str], Path]) -> None:
    folder = project("python")
    install, *judging = commands
    assert install.startswith(INSTALLS)
    assert judging
    for command in judging:
        done = carry_out(command, folder)
        assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "hearts-report.json").exists()


def test_every_command_of_a_job_fails_where_a_mistake_is_new(project: Callable[[str], Path]) -> None:
    folder = project("python")
    game = folder / "hearts.py"
    game.write_text(game.read_text().replace("self.turn = (player + 1) % 4", "self.turn = (player + 3) % 4"))
    assert [carry_out(command, folder).returncode for command in workflow() if INSTALLS not in command] == [1, 1]


def shell(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the shell's recipe with the Python and the heartspec of this test."""
    lines = (RECIPES / "judge.sh").read_text().splitlines()
    bound = [line for line in lines if INSTALLS not in line and ".heartspec-venv" not in line]
    assert len(lines) - len(bound) == 3
    (folder / "judge.sh").write_text("\n".join(bound))
    return run(["sh", "judge.sh", "python3 main.py"], folder)


def test_the_shell_holds_a_program_to_what_is_known(project: Callable[[str], Path]) -> None:
    folder = project("python-stdio")
    done = shell(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "hearts-report.json").exists()


def test_the_shell_fails_where_a_deviation_is_not_known(project: Callable[[str], Path]) -> None:
    folder = project("python-stdio")
    (folder / "hearts.known.yaml").unlink()
    assert shell(folder).returncode == 1
