"""What is remembered between runs: what was worked out slowly, in files that may be deleted at any time.

The files stand below the user's cache folder (``XDG_CACHE_HOME``, otherwise ``~/.cache``).  Each line of one is a
hash over all that a result depends on, and the result; so nothing that is found there can be out of date, and what is
out of date is never found.  Where nothing can be read or written, the next run works everything out again.

A cache is a place where others may leave something.  So a file is text, never pickled or marshalled, which could run
code or bring the interpreter down; it counts only if it belongs to the user who runs this and nobody else may write
it, wherever it stands (new ones are made so, whatever the umask); and its first line is a hash over the rest, so that
one that is cut short or altered by accident is none.  Who can write as this user can change the suite itself, and is
not guarded against.  Files are written beside their place and moved there, so that of several processes one wins
whole.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

LARGEST: Final = 1 << 20
"""How many bytes one memory may have on disk."""
_CAREFULLY: Final = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
"""How a file is opened that may be anything: without waiting for a pipe, and only where it stands."""


@dataclass(frozen=True)
class Memory:
    """One memory, by its name."""

    name: str
    largest: int = LARGEST

    @property
    def path(self) -> Path:
        """The file; it may be deleted at any time."""
        caches = Path(os.environ.get("XDG_CACHE_HOME", ""))
        return (caches if caches.is_absolute() else Path.home() / ".cache") / "heartspec" / self.name

    def recall(self) -> dict[str, str]:
        """Return what is remembered, by its hash; nothing where there is no file that can be trusted."""
        try:
            seal, _, content = _own(self.path, self.largest).partition(b"\n")
            if seal.decode("ascii") != sha256(content).hexdigest():
                return {}
            lines = content.decode("ascii").split("\n")
        except (OSError, ValueError, RuntimeError):
            return {}
        return {key: value for key, _, value in (line.partition(" ") for line in lines)}

    def remember(self, found: Mapping[str, str]) -> None:
        """Remember results, each in one line of ASCII, by their hashes; what is remembered longest is forgotten."""
        room, lines = self.largest, []
        for key, value in {**found, **self.recall()}.items():
            line = f"{key} {value}" if value else key
            room -= len(line) + 1
            if room < 100:  # what the first line takes, and some
                break
            lines.append(line)
        content = "\n".join(lines).encode("ascii")
        with contextlib.suppress(OSError, RuntimeError):
            _write(self.path, sha256(content).hexdigest().encode() + b"\n" + content)


def _own(path: Path, largest: int) -> bytes:
    """Return what a file says that nobody but this user may have written; raise `OSError` or `ValueError`."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | _CAREFULLY)) as file:
        kind = os.fstat(file.fileno())
        if not stat.S_ISREG(kind.st_mode) or kind.st_size > largest:
            raise ValueError("no memory")
        if hasattr(os, "getuid") and (kind.st_uid != os.getuid() or kind.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
            raise ValueError("somebody else's")
        return file.read(largest)


def _write(path: Path, content: bytes) -> None:
    """Put a file in its place as a whole, for this user alone; raise `OSError`."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(prefix=f".{path.name}.", dir=path.parent, delete=False) as draft:
        try:
            draft.write(content)
            draft.close()
            Path(draft.name).replace(path)
        except BaseException:
            Path(draft.name).unlink()
            raise
