"""The command, run in this process, in one of its own or from a wheel, for every test that looks at it.

What takes long to make is made once, by whichever process of a parallel run comes first; the others wait for it.
"""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import sysconfig
import textwrap
import venv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    status: int
    out: str
    err: str


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Let nothing be skipped in CI, where all that a test could lack is installed."""
    return _not_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """The same for a whole file."""
    return _not_skipped((yield))


def _not_skipped(report: Any) -> Any:
    if report.skipped and os.environ.get("CI") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"in CI nothing is skipped, but this was: {report.longrepr}"
    return report


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
def translations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str, str], Path]]:
    """Translate what the suite says in a folder of the test's own: language, kind, entries in YAML."""
    from hearts_conformance import translated

    def write(language: str, kind: str, entries: str) -> Path:
        file = tmp_path / "locales" / language / f"{kind}.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"language: {language}\nentries:\n{textwrap.indent(entries, '  ')}", encoding="utf-8")
        return file

    translated._entries.cache_clear()
    monkeypatch.setattr(translated, "home", lambda: tmp_path / "locales")
    yield write
    translated._entries.cache_clear()


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


@pytest.fixture(scope="session")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, Callable[[Path], None]], Path]:
    """Return a function that gives a folder by its name, and lets *make* fill it if no process of this run has yet."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base

    def made_once(name: str, make: Callable[[Path], None]) -> Path:
        folder, done = shared / name, shared / f"{name}.done"
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                make(folder)
                done.touch()
        return folder

    return made_once


@pytest.fixture(scope="session")
def installed(made_once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """Return the commands of a virtual environment that has the wheel and, of this one, only other libraries."""
    return made_once("wheel", install) / "venv" / "bin"


def install(place: Path) -> None:
    """Build the wheel and install it where no checkout is near."""
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(place), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = place.glob("heartspec-*.whl")
    home = place / "venv"
    venv.create(home, with_pip=False)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    # A plain path in a .pth file: the .pth of the editable install in there is not read.
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", "--force-reinstall", str(wheel)], check=True, capture_output=True)
    mkdocs = home / "bin" / "mkdocs"
    mkdocs.write_text(f'#!/bin/sh\nexec {python} -m mkdocs "$@"\n', encoding="utf-8")
    mkdocs.chmod(0o755)
