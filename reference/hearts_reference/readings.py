"""The readings: for each rule that the engine executes, the function that executes it.

A rule is a sentence; what a program makes of it is a reading of that sentence.  Every module of this package
writes its readings as small functions and enters them here under their rule ids.  A match is bound to one table of
readings when it is made.  Whoever reads a rule differently hands over a table with one entry replaced; nothing is
patched::

    def leader_keeps_the_lead(winner: int, at: Position) -> int:
        return next(iter(at.trick))[0]

    Match(rules, READINGS | {"trick.winner-leads": leader_keeps_the_lead}, dealer=0)

Most readings are told a `Position`, the argument ``at``: the match as it stands, to be looked at and not touched.
Two marks tell which readings need not be asked every time:

*cardwise*
    judges each card by itself, by the card led and the options, and by nothing else of the position.  Such a
    reading is worked out for all cards when a match is made, and becomes a set of cards.

*implied*
    says in words what follows from other readings anyway.  It is asked only where it has been replaced.

A function with neither mark is asked in play, each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeVar

from hearts_spec.cards import Card, Mask
from hearts_spec.rules import Rules


class Position(Protocol):
    """A match, as readings see it."""

    @property
    def rules(self) -> Rules:
        """The rules in force."""

    @property
    def phase(self) -> str:
        """``deal``, ``pass``, ``play``, ``moon`` or ``over``."""

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is."""

    @property
    def led(self) -> Card | None:
        """The card that led the trick; None before a lead."""

    @property
    def trick(self) -> list[tuple[int, Card]] | None:
        """The unfinished trick, seats and cards in order of play; while a trick is closed, that trick whole."""

    @property
    def tricks(self) -> int:
        """The number of complete tricks."""

    @property
    def trick_winner(self) -> int | None:
        """The seat that won the last complete trick."""

    @property
    def broken(self) -> bool | None:
        """Whether hearts are broken; None where hearts may be led any time."""

    @property
    def hands(self) -> tuple[Mask, ...]:
        """The cards held, by seat."""

    @property
    def captured(self) -> tuple[Mask, ...]:
        """The cards captured, by seat."""

    @property
    def kitty(self) -> Mask:
        """The cards of the kitty."""

    @property
    def kitty_taker(self) -> int | None:
        """The seat that has taken the kitty."""

    @property
    def opening_card(self) -> Card | None:
        """The lowest club dealt, where it settles who opens."""

    @property
    def selections(self) -> tuple[Mask | None, ...]:
        """By seat the cards selected to pass, or None where none are yet."""

    @property
    def direction(self) -> str | None:
        """The direction of the pass."""

    @property
    def dealer(self) -> int:
        """The seat that dealt."""

    @property
    def round_number(self) -> int:
        """The number of the round, from 1."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals by seat, the round under way not included."""

    @property
    def limit_reached(self) -> bool:
        """Whether an earlier round has reached the limit."""

    @property
    def shooter(self) -> int | None:
        """The seat that has shot the moon, from the last card until the round's points are entered."""

    @property
    def round_is_over(self) -> bool:
        """Whether the last card of the round has been played."""


class Lead(Protocol):
    """As much of a `Position` as a cardwise reading may look at."""

    @property
    def rules(self) -> Rules:
        """The rules in force."""

    @property
    def led(self) -> Card | None:
        """The card that led the trick; None before a lead."""


Reading = Callable[..., Any]
Readings = Mapping[str, Reading]

READINGS: Final[dict[str, Reading]] = {}
"""Rule id to reading, complete.  A match bound to this table plays by the book."""

CARDWISE: Final[set[Reading]] = set()
IMPLIED: Final[set[Reading]] = set()

F = TypeVar("F", bound=Reading)


def reading(*rules: str) -> Callable[[F], F]:
    """Enter the decorated function as the reading of each of *rules*."""

    def enter(function: F) -> F:
        READINGS.update(dict.fromkeys(rules, function))
        return function

    return enter


def cardwise(function: F) -> F:
    """Mark a reading that judges each card by itself."""
    CARDWISE.add(function)
    return function


def implied(function: F) -> F:
    """Mark a reading that follows from the others."""
    IMPLIED.add(function)
    return function
