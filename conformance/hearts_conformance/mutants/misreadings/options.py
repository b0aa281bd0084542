"""Options: each value taken for each other value of its axis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hearts_conformance.mutants.mutant import Mutant, retold, settled

VALUES: Final[Mapping[str, Mapping[str, Any]]] = {
    "hearts.lead": {
        "after-heart": "after-heart",
        "after-heart-or-queen": "after-heart-or-queen",
        "any-time": "any-time",
    },
}

RULES: Final[Mapping[str, str]] = {
    "hearts.lead=after-heart": "hearts.queen-keeps",
    "hearts.lead=after-heart-or-queen": "hearts.queen-breaks",
    "hearts.lead=any-time": "hearts.free-lead",
}


def _family(axis: str) -> list[Mutant]:
    values = VALUES[axis]
    return [
        mutant
        for name, value in values.items()
        for other, otherwise in values.items()
        if other != name
        for mutant in retold(
            RULES[f"{axis}={name}"],
            (f"{axis}-{name}-as-{other}", f"{axis}: {name} is played as {other}", settled(axis, value, otherwise)),
        )
    ]


MUTANTS: Final[tuple[Mutant, ...]] = tuple(mutant for axis in VALUES for mutant in _family(axis))
