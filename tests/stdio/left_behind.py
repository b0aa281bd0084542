"""Limits for tests, and a watch on the processes that are left behind."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from hearts_conformance.stdio import Limits, Program

HERE = Path(__file__).parent
SHORT = 0.4
"""The limit for an answer that will not come."""

PATIENT = Limits(closing=0.3, line=1 << 16)
HASTY = replace(PATIENT, request=SHORT)

Launch = Callable[..., Program]


def marked(mark: str) -> list[str]:
    """Return the command lines of the running processes that were started with *mark* in their environment."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if mark.encode() in (folder / "environ").read_bytes():
                    found.append((folder / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue
    return found


def gone(mark: str, within: float = 10.0) -> bool:
    """Wait until no process with *mark* is running."""
    deadline = time.monotonic() + within
    while marked(mark) and time.monotonic() < deadline:
        os.sched_yield()
    return not marked(mark)


def zombies() -> list[str]:
    """Return the numbers of our children that have ended and were not waited for."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state == "Z" and int(parent) == os.getpid():
            found.append(stat.parent.name)
    return found
