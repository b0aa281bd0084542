"""Implementations in environments of their own: held to their known deviations, and told how to get one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hearts_implementations
from hearts_conformance.targets import TargetError, find
from hearts_implementations import __main__ as command
from hearts_implementations import environment

TARGETS = {"gym-hearts": "gym-hearts", "gym-hearts-cleared": "gym-hearts", "heartsgym": "heartsgym"}
"""The targets, and the environment of each."""


@pytest.mark.parametrize("target", TARGETS)
def test_every_deviation_is_known_and_every_known_one_is_there(target: str, tmp_path: Path) -> None:
    name = TARGETS[target]
    if not environment.is_made(name) and not os.environ.get("CI"):
        pytest.skip(f"the environment {name} has not been made (python -m hearts_implementations)")
    report = tmp_path / "report.json"
    words = [
        "verify",
        target,
        "--known",
        "shipped",
        "--report",
        f"json={report}",
        "--journal",
        str(tmp_path / "journal"),
    ]
    done = subprocess.run([sys.executable, "-m", "hearts_conformance", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(report.read_text(encoding="utf-8"))
    assert found["known"]["stale"] == []
    assert found["counts"]["known"] > 0
    assert found["counts"]["conforms"] > 0
    assert all(case["reason"] for case in found["cases"] if case["verdict"] == "known")


@pytest.mark.parametrize("target", TARGETS)
def test_without_its_environment_a_target_says_how_to_make_it(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(environment.HOME, str(tmp_path))
    with pytest.raises(TargetError, match=f"{TARGETS[target]} has not been made; python -m hearts_implementations"):
        find(target).open()


@pytest.mark.parametrize("name", environment.FOLDERS)
def test_an_environment_is_made_again_when_its_requirements_change(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(environment.HOME, str(tmp_path))
    assert not environment.is_made(name)
    environment.python(name).parent.mkdir(parents=True)
    environment.python(name).touch()
    stamp = tmp_path / name / "requirements.installed"
    stamp.write_text(environment._wanted(name), encoding="utf-8")
    assert environment.is_made(name)
    stamp.write_text(environment._wanted(name).replace("==", "==0."), encoding="utf-8")
    assert not environment.is_made(name)


@pytest.mark.parametrize("name", environment.FOLDERS)
def test_requirements_name_exact_versions_of_what_is_judged(name: str) -> None:
    folder = Path(str(hearts_implementations.__file__)).parent / environment.FOLDERS[name]
    lines = (folder / environment.REQUIREMENTS).read_text(encoding="utf-8").splitlines()
    assert lines[0].lower().startswith(f"{name}==")
    assert "://" not in "".join(lines)


def test_a_name_without_an_environment_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["gym-heart"]) == 2
    assert "did you mean" in capsys.readouterr().err
