"""What a check finds: one sentence about one place in one file."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hearts_spec.data import DataError, shown


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: ``str()`` is ``file:line: key: sentence``."""

    path: Path
    line: int | None
    key: str
    sentence: str

    @classmethod
    def of(cls, error: DataError) -> Finding:
        """Return what a `DataError` says, the further errors it carries left out (see `all_of`)."""
        return cls(error.path, error.line, error.key, error.sentence)

    def __str__(self) -> str:
        place = shown(self.path) if self.line is None else f"{shown(self.path)}:{self.line}"
        return ": ".join(part for part in (place, self.key, self.sentence) if part)

    @property
    def order(self) -> tuple[str, int, str, str]:
        """Where this finding stands in a list: by file, then by line."""
        return str(self.path), self.line or 0, self.key, self.sentence

    def to_json(self) -> dict[str, Any]:
        """Return the finding as a JSON object."""
        return {"file": shown(self.path), "line": self.line, "key": self.key, "sentence": self.sentence}


def all_of(error: DataError) -> list[Finding]:
    """Return everything that a `DataError` says."""
    return [Finding.of(each) for each in (error, *error.others)]


def key_of(keys: Sequence[Hashable]) -> str:
    """Return a way of keys as findings show it."""
    return "/".join(str(key) for key in keys)
