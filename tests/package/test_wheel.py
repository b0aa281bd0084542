"""A wheel, installed where no checkout is near, does what an editable install does."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "mygame.py"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(installed: Path, tmp_path: Path) -> Run:
    """Return a function that runs a command of the environment in an empty folder with nothing but the example."""
    shutil.copy(EXAMPLE, tmp_path / "mygame.py")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV", "PYTEST"))}

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(installed / command[0]), *command[1:]],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_packages_and_data_come_from_the_wheel(run: Run, installed: Path) -> None:
    asked = "import hearts_spec.data as d; print(d.home('hearts_spec')); print(d.home('hearts_conformance'))"
    folders = run("python", "-c", asked).stdout.split()
    assert len(folders) == 2
    assert all(Path(folder).is_relative_to(installed.parent) for folder in folders)


def test_the_example_is_an_adapter_of_under_forty_lines() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 40


def test_the_readme_shows_the_example() -> None:
    assert f"```python\n{EXAMPLE.read_text(encoding='utf-8')}```\n" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_command_judges_an_adapter_and_nothing_else(run: Run, tmp_path: Path) -> None:
    done = run("heartspec", "verify", "mygame:Game", "--report", "json=report.json")
    assert done.returncode == 0, done.stderr
    counts = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["counts"]
    assert counts["conforms"] > 50
    assert not {"deviates", "crash", "suite-bug"} & {kind for kind, count in counts.items() if count}


def test_pytest_judges_an_adapter_and_nothing_else(run: Run) -> None:
    done = run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--heartspec", "mygame:Game")
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout
    assert "failed" not in done.stdout


def test_a_broken_rule_is_found(run: Run, tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    (tmp_path / "mygame.py").write_text(text.replace("if len(hand) == 13:", "if False:"), encoding="utf-8")
    done = run("heartspec", "verify", "mygame:Game")
    assert done.returncode == 1
    assert "first-trick.no-queen" in done.stdout


@pytest.mark.parametrize("language", ["en", "fil", "id"])
def test_the_sheet_in_the_readme_is_resolved_shown_and_judged(run: Run, tmp_path: Path, language: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    sheet = readme.split("```yaml\n")[1].split("```")[0]
    (tmp_path / "house.yaml").write_text(sheet, encoding="utf-8")
    resolved = run("heartspec", "sheets", "resolve", "house.yaml", "--players", "5", "--format", "json")
    assert json.loads(resolved.stdout)["hearts.lead"] == "after-heart-or-queen"
    assert run("heartspec", "sheets", "show", "house.yaml", "--lang", language).returncode == 0
    judged = run("heartspec", "verify", "reference", "--sheet", "house.yaml", "--players", "4", "--lang", language)
    assert judged.returncode == 0, judged.stdout
    assert "conforms" in judged.stdout


def test_the_specification_in_the_wheel_passes_its_check(run: Run) -> None:
    done = run("heartspec", "check")
    assert done.returncode == 0, done.stdout
