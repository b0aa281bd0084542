"""The readings: for each rule that the engine executes, the function that executes it.

A rule is a sentence; what a program does about it is a reading of that sentence.  Each module of this package
writes its readings as small functions and registers them here under their rule ids.  A match is bound to a table
of readings when it is made.  Whoever reads a rule differently hands over a table with one entry replaced, and
nothing is patched::

    Match(rules, READINGS | {"trick.winner-leads": lambda winner, at: at.dealer}, dealer=0)

Most readings are asked about a *position*, the argument ``at``: the match as it stands, to be looked at and not
touched.  Two marks tell what need not be asked every time:

*cardwise*
    judges each card by itself, looking at the card led and at the options and at nothing else of the position.
    Such a reading is worked out once for all cards when a match is made, and becomes a set of cards.

*implied*
    says in words what follows from other readings anyway.  It is asked only where it has been replaced.

A function with neither mark is asked in play, each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Reading = Callable[..., Any]
Readings = Mapping[str, Reading]

READINGS: dict[str, Reading] = {}
"""Rule id to reading, complete; a match bound to this table plays by the book."""

CARDWISE: set[Reading] = set()
IMPLIED: set[Reading] = set()

F = TypeVar("F", bound=Reading)


def reading(*rules: str) -> Callable[[F], F]:
    """Register the decorated function as the reading of *rules*."""

    def register(function: F) -> F:
        READINGS.update(dict.fromkeys(rules, function))
        return function

    return register


def cardwise(function: F) -> F:
    """Mark a reading that judges each card by itself."""
    CARDWISE.add(function)
    return function


def implied(function: F) -> F:
    """Mark a reading that follows from the others."""
    IMPLIED.add(function)
    return function
