"""The compiled build, made for the while and put to the tests of the engine and to the whole suite.

    python benchmarks/compiled.py

Builds the wheel with the engine compiled by mypyc, installs it into an environment of its own, runs tests/reference
there and judges ``reference`` in every sheet.  The exit status is that of the first that fails.  Needs a C compiler.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent


def build(folder: Path) -> str:
    """Build the compiled wheel, install it by itself below *folder*, and return the interpreter that has it.

    Libraries are those of this interpreter: a path file names its packages, after those of the new environment.
    """
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    asked = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"}
    wheel = [*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(wheel, check=True, env=asked, stdout=sys.stderr)
    (made,) = folder.glob("heartspec-*.whl")
    home = folder / "venv"
    venv.create(home, with_pip=False)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(home), "platbase": str(home)}))
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    python = str(home / "bin" / "python")
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, "--force-reinstall", str(made)], check=True, stdout=sys.stderr)
    return python


def main() -> int:
    with TemporaryDirectory() as folder:
        python = build(Path(folder))
        is_compiled = "import sys, hearts_reference.round as engine; sys.exit(engine.__file__.endswith('.py'))"
        commands = [
            [python, "-c", is_compiled],
            [python, "-m", "pytest", "--quiet", "--numprocesses", "auto", "tests/reference"],
            [python, "-m", "hearts_conformance", "verify", "reference"],
        ]
        for command in commands:
            status = subprocess.run(command, cwd=ROOT).returncode
            if status:
                print(f"compiled: {' '.join(command[1:])} ended with {status}", file=sys.stderr)
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
