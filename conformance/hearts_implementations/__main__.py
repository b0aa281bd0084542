"""Makes the environments of the implementations that have their own: those named, or all; what stands is kept."""

from __future__ import annotations

import subprocess
import sys

from hearts_spec.data import did_you_mean

from .environment import FOLDERS, is_made, make, python


def main(names: list[str]) -> int:
    """Make what is missing, and say where each environment is; return the exit status."""
    for name in names:
        if name not in FOLDERS:
            hint = did_you_mean(name, list(FOLDERS)) or f"; there are {', '.join(FOLDERS)}"
            print(f"hearts_implementations: nothing called {name!r} has an environment{hint}", file=sys.stderr)
            return 2
    for name in names or FOLDERS:
        try:
            if not is_made(name):
                make(name)
        except subprocess.CalledProcessError as error:
            print(f"hearts_implementations: {name}: the environment could not be made: {error}", file=sys.stderr)
            return 2
        print(f"{name}: {python(name)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
