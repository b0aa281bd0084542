"""Implementations with an environment of their own, which are judged over stdio.

What others wrote needs libraries that nobody would want beside his own.  So each such folder has its requirements
(`REQUIREMENTS`) and a virtual environment that is made from them, and `Elsewhere` launches the folder's adapter there,
as ``heartspec serve`` does.  The environment holds nothing of heartspec but a path file, so that the adapter is always
the one that stands here.

``python -m hearts_implementations`` makes the environments; `HOME` in the process's environment says where.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Final

import hearts_conformance
import hearts_spec
from hearts_conformance.stdio import Limits, Program

REQUIREMENTS: Final = "requirements.txt"
HOME: Final = "HEARTSPEC_ENVIRONMENTS"
"""The variable that names the folder of environments."""
FOLDERS: Final[Mapping[str, str]] = {"gym-hearts": "gym_hearts", "heartsgym": "heartsgym"}
"""The environments, and the folder that each is for."""

_HERE: Final = Path(__file__).parent
_STAMP: Final = "requirements.installed"


class Elsewhere(Program):
    """A target whose adapter runs in the environment of its folder; a subclass names the environment."""

    environment: ClassVar[str]
    adapter: ClassVar[str] = "Adapter"
    """The class in the module ``adapter`` of the folder."""
    known_deviations = "known.yaml"

    def __init__(self) -> None:
        """Launch the adapter; raise `FileNotFoundError` with the remedy where the environment has not been made."""
        if not is_made(self.environment):
            raise FileNotFoundError(
                f"the environment {self.environment} has not been made; python -m hearts_implementations makes it"
            )
        adapter = f"hearts_implementations.{FOLDERS[self.environment]}.adapter:{self.adapter}"
        super().__init__([str(python(self.environment)), "-m", "hearts_conformance", "serve", adapter], Limits())


def home() -> Path:
    """Return the folder of environments: what `HOME` names, ``.venv-matrix`` in a checkout, otherwise a cache."""
    named = os.environ.get(HOME)
    if named:
        return Path(named).absolute()
    checkout = _HERE.parents[1]
    if (checkout / "pyproject.toml").is_file():
        return checkout / ".venv-matrix"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "heartspec" / "environments"


def python(name: str) -> Path:
    """Return the interpreter of an environment."""
    return home() / name / "bin" / "python"


def is_made(name: str) -> bool:
    """Tell whether an environment stands and holds what the requirements of its folder ask for today."""
    stamp = home() / name / _STAMP
    return python(name).is_file() and stamp.is_file() and stamp.read_text(encoding="utf-8") == _wanted(name)


def make(name: str) -> None:
    """Make an environment by the requirements of its folder; raise `subprocess.CalledProcessError` if it fails."""
    folder = home() / name
    venv.create(folder, with_pip=True, clear=True)
    install = [str(python(name)), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]
    subprocess.run([*install, str(_requirements(name))], check=True, stdout=sys.stderr)
    asked = [str(python(name)), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    (Path(packages) / "heartspec.pth").write_text(_paths(), encoding="utf-8")
    (folder / _STAMP).write_text(_wanted(name), encoding="utf-8")


def _wanted(name: str) -> str:
    """Return all that an environment depends on."""
    return _requirements(name).read_text(encoding="utf-8") + _paths()


def _requirements(name: str) -> Path:
    return _HERE / FOLDERS[name] / REQUIREMENTS


def _paths() -> str:
    """Return the folders in which the environment finds heartspec, a line each."""
    packages = (hearts_spec, hearts_conformance)
    return "".join(f"{each}\n" for each in dict.fromkeys(Path(str(each.__file__)).parents[1] for each in packages))
