"""What slow checks remember between runs: hashes of what was found sound, in a file that may be deleted at any time."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

REMEMBERED: Final = 2_000
"""How many hashes are remembered."""


@dataclass(frozen=True)
class Memory:
    """The memory of one check."""

    name: str

    @property
    def path(self) -> Path:
        """The file; it may be deleted at any time."""
        caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        return Path(caches) / "heartspec" / self.name

    def recall(self) -> set[str]:
        """Return what is remembered; nothing where it cannot be read."""
        try:
            return set(self.path.read_text(encoding="ascii").split())
        except (OSError, ValueError, RuntimeError):
            return set()

    def remember(self, sound: Iterable[str]) -> None:
        """Remember hashes, the latest first; where nothing can be written, the next run works them out again."""
        latest = dict.fromkeys([*sorted(sound), *sorted(self.recall())])
        with contextlib.suppress(OSError, RuntimeError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            draft = self.path.with_suffix(f".{os.getpid()}")
            draft.write_text("\n".join(list(latest)[:REMEMBERED]) + "\n", encoding="ascii")
            draft.replace(self.path)
