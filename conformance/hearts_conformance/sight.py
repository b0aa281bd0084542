"""Reads what an implementation lets be seen, and says what is wrong where it is no such thing.

An observation is made by somebody else's code: a field may hold anything.  `Sight` reads a field into plain values
that compare (sets of cards are integers, lists are tuples) when it is first asked for, and raises `ProtocolFault`
with a sentence where the value is not of the form that `implementation.Observation` describes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from hearts_spec.cards import CARDS, Mask

from .faults import ProtocolFault, shown
from .implementation import ABSENT, Observation

UNSEEN: Final[Any] = ABSENT
"""What `Sight.get` answers for a field that cannot be seen."""


class Sight:
    """One observation, read field by field."""

    __slots__ = ("_observation", "_players", "_read")

    def __init__(self, observation: Any, players: int) -> None:
        if not isinstance(observation, Observation):
            raise ProtocolFault(f"observe() answered {shown(observation)}, which is no Observation")
        self._observation = observation
        self._players = players
        self._read: dict[str, Any] = {}

    def get(self, field: str) -> Any:
        """Return a field in comparable form, `UNSEEN` if it cannot be seen; raise `ProtocolFault` if it is none."""
        if field in self._read:
            return self._read[field]
        value = getattr(self._observation, field)
        if value is not ABSENT:
            reader, expects = _FIELDS[field]
            try:
                value = None if value is None and field in _MAY_BE_NONE else reader(value, self._players)
            except (ValueError, TypeError, KeyError, AttributeError):
                raise ProtocolFault(f"observe() gave {field} as {shown(value)}; it should be {expects}") from None
        self._read[field] = value
        return value

    def all(self) -> dict[str, Any]:
        """Return every field that can be seen, in comparable form."""
        seen = {field: self.get(field) for field in _FIELDS}
        return {field: value for field, value in seen.items() if value is not ABSENT}


def _cards(value: Any, players: int) -> Mask:
    if not isinstance(value, list | tuple | set | frozenset):
        raise ValueError
    result = 0
    for name in value:
        bit = 1 << CARDS[name]
        if result & bit:
            raise ValueError
        result |= bit
    return result


def _by_seat(read: Callable[[Any, int], Any]) -> Callable[[Any, int], tuple[Any, ...]]:
    def reader(value: Any, players: int) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != players:
            raise ValueError
        return tuple(read(each, players) for each in value)

    return reader


def _number(value: Any, players: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    raise ValueError


def _seat(value: Any, players: int) -> int:
    if type(value) is not int or not 0 <= value < players:
        raise ValueError
    return value


def _flag(value: Any, players: int) -> bool:
    if type(value) is not bool:
        raise ValueError
    return value


def _trick(value: Any, players: int) -> tuple[tuple[int, str], ...]:
    if not isinstance(value, list | tuple) or len(value) > players:
        raise ValueError
    return tuple((_seat(each["seat"], players), _known(each["card"])) for each in value if _is_map(each))


def _is_map(value: Any) -> bool:
    if not isinstance(value, Mapping):
        raise ValueError
    return True


def _known(name: Any) -> str:
    if name not in CARDS:
        raise ValueError
    return str(name)


def _seats(value: Any, players: int) -> tuple[int, ...]:
    if not isinstance(value, list | tuple | set | frozenset):
        raise ValueError
    return tuple(sorted(_seat(each, players) for each in value))


def _word(*words: str) -> Callable[[Any, int], str]:
    def reader(value: Any, players: int) -> str:
        if value not in words or not isinstance(value, str):
            raise ValueError
        return value

    return reader


_NUMBERS: Final = _by_seat(_number)
_PILES: Final = _by_seat(_cards)
_FIELDS: Final[dict[str, tuple[Callable[[Any, int], Any], str]]] = {
    "phase": (_word("deal", "pass", "play", "moon", "over"), "deal, pass, play, moon or over"),
    "turn": (_seat, "a seat, or None"),
    "legal": (_cards, "a list of different cards such as QS, or None"),
    "hands": (_PILES, "for each seat a list of different cards"),
    "trick": (_trick, "a list of {seat, card} in the order of play, or None"),
    "trick_winner": (_seat, "a seat, or None"),
    "captured": (_PILES, "for each seat a list of different cards"),
    "kitty": (_cards, "a list of different cards, or None"),
    "broken": (_flag, "True, False or None"),
    "round": (_number, "a number"),
    "dealer": (_seat, "a seat"),
    "direction": (_word("left", "right", "across", "hold"), "left, right, across, hold or None"),
    "round_points": (_NUMBERS, "for each seat a number, or None"),
    "totals": (_NUMBERS, "for each seat a number"),
    "over": (_flag, "True or False"),
    "winners": (_seats, "a list of seats, or None"),
    "places": (_NUMBERS, "for each seat a number, or None"),
}
"""How each field is read, and what it should be."""

_MAY_BE_NONE: Final = frozenset(
    {"turn", "legal", "trick", "trick_winner", "kitty", "broken", "direction", "round_points", "winners", "places"}
)
