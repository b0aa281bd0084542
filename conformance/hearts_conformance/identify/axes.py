"""The values that an axis may turn out to have, and the sets of options that are one value apart.

Candidates are the values that registered sheets use for the number of players, and besides them the values that the
option itself lists: house rules seldom leave those.  Some axes mean something only together with another (who leads
first and which card opens; the bonus card and its value): these are `LINKED`, and change together where one alone
would make no sense or no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain, combinations
from typing import Any, Final

from hearts_conformance.claims import NEVER, without_effect
from hearts_spec import sheets, texts
from hearts_spec.rules import AXES, OptionError, Rules, takes
from hearts_spec.sheets import EFFECTIVE

Options = Mapping[str, Any]

LINKED: Final = (
    *((axis, other) for axis, needed in EFFECTIVE.items() for other in needed),
    ("open.card", "open.leader"),
    ("moon.needs", "bonus.card"),
    ("bonus.card", "value.card"),
    ("match.rounds", "match.end"),
)
"""Pairs of axes of which the one means something only under some values of the other."""


@cache
def values(players: int) -> dict[str, list[Any]]:
    """Return the candidates of every axis for a number of players, those of registered sheets first."""
    return {axis: _distinct(chain(used(players)[axis], _listed(axis))) for axis in AXES if axis != "players"}


@cache
def used(players: int) -> dict[str, list[Any]]:
    """Return the values that registered sheets use, by axis."""
    found = [sheets.load(name) for name in sheets.ids()]
    options = [sheet.resolve(players).options for sheet in found if players in sheet.players]
    return {axis: _distinct(each[axis] for each in options) for axis in AXES}


def linked(axis: str) -> list[str]:
    """Return the axes that change together with *axis*."""
    return _distinct(b if a == axis else a for a, b in LINKED if axis in (a, b))


def rules_of(options: Options) -> Rules | None:
    """Return the rules that *options* make, None where they cannot stand together."""
    try:
        return Rules.from_options(options)
    except OptionError:
        return None


def key(options: Options) -> str:
    """Return what tells sets of options apart."""
    return repr(sorted((axis, repr(value)) for axis, value in options.items()))


def with_value(options: Options, axis: str, value: Any) -> Iterator[dict[str, Any]]:
    """Yield the sets of options nearest to *options* in which *axis* has *value*: one axis apart, or else two."""
    alone = {**options, axis: value}
    if rules_of(alone):
        yield alone
        return
    yield from with_two(options, axis, value)


def with_two(options: Options, axis: str, value: Any) -> Iterator[dict[str, Any]]:
    """Yield the sets of options in which *axis* has *value* and one axis linked to it has another value."""
    for other in linked(axis):
        for each in values(options["players"])[other]:
            both = {**options, axis: value, other: each}
            if each != options[other] and rules_of(both):
                yield both


def alike(a: Options, b: Options) -> bool:
    """Tell whether two sets of options play the same game: all that differs is without effect."""
    ours, theirs = rules_of(a), rules_of(b)
    if ours is None or theirs is None:
        return False
    idle = without_effect(ours) & without_effect(theirs)
    if all(axis in idle or axis in NEVER or a[axis] == b[axis] for axis in AXES):
        return True
    return replace(ours, options={}) == replace(theirs, options={})


def _listed(axis: str) -> Iterator[Any]:
    option = texts.catalogue().options[axis]
    if axis in NEVER:
        return
    listed = list(option.values)
    if option.type == "set":
        for size in range(len(listed), -1, -1):
            yield from (list(each) for each in combinations(listed, size))
    elif option.type != "cycle":
        yield from (value for value in listed if takes(axis, value))


def _distinct(found: Iterable[Any]) -> list[Any]:
    result: list[Any] = []
    for each in found:
        if each not in result:
            result.append(each)
    return result
