"""Checks of conditions (``when``, see `hearts_spec.conditions`) beyond what a schema can see."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, Final

from hearts_spec import sheets
from hearts_spec.cards import RANKS
from hearts_spec.conditions import holds, meets
from hearts_spec.data import DataError
from hearts_spec.rules import AXES, BadOption, OptionError, Rules, read_option, takes

from .finding import Finding
from .graph import Graph
from .links import words

Problem = tuple[tuple[Hashable, ...], str]

COMPANIONS: Final = {"match.rounds": 4}
"""Values that do nothing by themselves, but without which others cannot stand."""
TRIED: Final = ([], "JD", dict.fromkeys(RANKS, 1), *range(-1, 8))
"""Values to try on any axis, beside its words."""


def conditions(graph: Graph) -> Iterator[Finding]:
    """Every condition of a rule names values that there are, and some options can meet it."""
    settled = list(_settled(graph))
    for rule in graph.rules:
        when = rule.value.get("when", {})
        wrong = list(problems(when))
        for keys, sentence in wrong:
            yield rule.wrong(sentence, "when", *keys)
        if when and not wrong and not any(_met(when, options) for options in settled):
            yield rule.wrong("no set of options can meet this condition, so that the rule never applies", "when")


def _settled(graph: Graph) -> Iterator[Mapping[str, Any]]:
    """Yield the options of every sheet at every count; sheets that do not resolve are another check's matter."""
    for entry in graph.sheets.values():
        try:
            sheet = sheets.load(entry.document.path, search=(graph.spec / "sheets",))
            yield from [{**sheet.resolve(players).options, **COMPANIONS} for players in sheet.players]
        except DataError:
            continue


def problems(when: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield what is wrong with the values in a condition, each with the keys of its place."""
    for axis, wanted in when.items():
        negated = isinstance(wanted, Mapping) and set(wanted) == {"not"}
        for value in _values(axis, wanted["not"] if negated else wanted):
            try:
                read_option(axis, value)
            except BadOption as error:
                yield (axis,), str(error)
                break


def _values(axis: str, wanted: Any) -> list[Any]:
    """Return the values that satisfy what is asked of an axis without a negation, each as the axis has it."""
    if isinstance(AXES[axis].default, list):
        return [wanted if isinstance(wanted, list) else [wanted]]
    return wanted if isinstance(wanted, list) else [wanted]


def _met(when: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    """Tell whether *options* meet a condition, or would with other values on the axes that it names."""
    if holds(when, options):
        return True
    choices = [[(axis, value) for value in _ways(axis, wanted, options[axis])] for axis, wanted in when.items()]
    return any(_possible(when, {**options, **dict(changes)}) for changes in product(*choices))


def _ways(axis: str, wanted: Any, now: Any) -> list[Any]:
    """Return values of an axis that are as *wanted*: the one it has, those named, those that have a name."""
    if meets(wanted, now, axis):
        return [now]
    named = [] if isinstance(wanted, Mapping) else _values(axis, wanted)
    return [each for each in [*named, *_known(axis)] if meets(wanted, each, axis)]


@cache
def _known(axis: str) -> tuple[Any, ...]:
    """Return values of an axis to try."""
    candidates: list[Any] = [*words(axis), *([word] for word in words(axis)), *TRIED]
    return tuple(each for each in candidates if takes(axis, each))


def _possible(when: Mapping[str, Any], options: Mapping[str, Any]) -> bool:
    return _accepted(lambda: Rules.from_options(options)) and holds(when, Rules.from_options(options).options)


def _accepted(act: Callable[[], Any]) -> bool:
    try:
        act()
    except OptionError:
        return False
    return True
