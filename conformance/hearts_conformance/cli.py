"""The `heartspec` command: its start, and nothing else.

``heartspec --version`` answers before anything is imported.  Everything else is in `hearts_conformance.commands`: a
table of commands, each of which imports what it needs when it is used.
"""

from __future__ import annotations

import sys

from . import __version__


def main(arguments: list[str] | None = None) -> int:
    """Run the command line *arguments* (those of this process if None) and return the exit status.

    0: all is well; 1: a deviation, a finding or a failed check; 2: wrong usage, nothing to judge, or a target that
    cannot be attached; 3: a fault of the suite itself.
    """
    given = sys.argv[1:] if arguments is None else arguments
    if given == ["--version"]:
        try:
            print(f"heartspec {__version__}", flush=True)
        except OSError as error:
            from .commands import report

            return report(error)
        return 0
    from .commands import run

    return run(given)
