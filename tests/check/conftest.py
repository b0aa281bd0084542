"""The project that tests break, and the command run in this process."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from check_project import QUEEN, TITLES, Project, Ran

from hearts_conformance import commands
from hearts_conformance.check import seals
from hearts_spec.data import home


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    for part in ("rules", "sheets", "statements", "schema", "locales"):
        shutil.copytree(home("hearts_spec") / part, root / "spec" / part)
    for file in home("hearts_spec").glob("*.yaml"):
        shutil.copy(file, root / "spec")
    for language in (root / "spec" / "locales").iterdir():
        if language.name not in ("en", "fil"):
            shutil.rmtree(language)
    project = Project(root)
    project.write("conformance/scenarios/first-trick/queen-discard.hearts.yaml", QUEEN)
    project.write("conformance/locales/fil/scenarios.yaml", TITLES)
    shutil.copy(home("hearts_conformance") / "locales/fil/misreadings.yaml", root / "conformance/locales/fil")
    seals.renew(project.load(), ["*"])
    return root


@pytest.fixture(autouse=True)
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is remembered about sound scenarios to the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def project(template: Path, tmp_path: Path) -> Project:
    shutil.copytree(template, tmp_path / "project")
    return Project(tmp_path / "project")


@pytest.fixture
def heartspec(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Run a command line in this process."""

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        status = commands.run([str(each) for each in arguments])
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return run
