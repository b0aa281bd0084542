"""What is already known about a target, so that one mistake does not hide the next.

A mistake that shows in every round ends every game early.  Once a finding is explained, games are planned as the
target plays them, the explanation taken for granted, and then a difference is a new one.  A belief that a later game
refutes is given up, or exchanged for another explanation that fits that game too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from hearts_conformance.mutants.catalogue import catalogue
from hearts_conformance.mutants.mutant import Mutant
from hearts_reference import READINGS, Readings
from hearts_reference.readings import Reading
from hearts_spec.rules import OptionError, Rules

from .disorder import OUT_OF_ORDER


@dataclass(frozen=True)
class Belief:
    """Axes that the target is taken to have set otherwise, and rules that it is taken to misread, by mutant."""

    axes: tuple[tuple[str, Any], ...] = ()
    mutants: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.axes or self.mutants)

    def rules(self, rules: Rules) -> Rules:
        """Return the rules as the target is taken to have them; raise `OptionError` where that makes none."""
        if self.axes:
            rules = Rules.from_options({**rules.options, **dict(self.axes)})
        for name in self.mutants:
            transform = mutant(name).transform
            if transform is not None:
                rules = transform(rules)
        return rules

    def readings(self) -> Readings:
        """Return the readings as the target is taken to have them, for one match at a time."""
        changed: dict[str, Reading] = {}
        for name in self.mutants:
            for rule, reading in mutant(name).readings.items():
                changed[rule] = _either(rule, changed[rule], reading) if rule in changed else reading
        return {**READINGS, **changed} if changed else READINGS


NOTHING = Belief()


def _either(rule: str, one: Reading, other: Reading) -> Reading:
    """Return the reading of a rule that strays from it wherever one of two does, with *one* where both do."""
    book = READINGS[rule]

    def read(*asked: Any) -> Any:
        said = one(*asked)
        return said if said != book(*asked) else other(*asked)

    return read


def mutant(name: str) -> Mutant:
    """Return a misreading that a target can be believed to have, fit for one match at a time."""
    return OUT_OF_ORDER[name]() if name in OUT_OF_ORDER else _catalogue()[name]


@cache
def _catalogue() -> Mapping[str, Mutant]:
    return {each.id: each for each in catalogue()}


def possible(belief: Belief, rules: Rules) -> bool:
    """Tell whether games can be planned by a belief: its rules make sense, and are dealt from the same pack."""
    try:
        believed = belief.rules(rules)
    except OptionError:
        return False
    return (believed.pack, believed.kitty_size, believed.hand_size) == (rules.pack, rules.kitty_size, rules.hand_size)
