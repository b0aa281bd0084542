"""A mutant: the reference engine with one rule misread.

Every rule says its own thing, and there are ways to get it wrong.  A mutant is one of them: one reading out of the
engine's table replaced, or the `Rules` of a match changed before it begins.  Nothing is patched and nothing copied,
so that a mutant differs from the engine in that one point and in no other.

Chapters write their mutants as tables, with `misread` for readings and `retold` for `Rules`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hearts_conformance.reference_target import Reference
from hearts_reference import READINGS
from hearts_reference.readings import Reading
from hearts_spec.rules import OptionError, Rules

Transform = Callable[[Rules], Rules]


@dataclass(frozen=True)
class Mutant:
    """One misreading of one rule."""

    id: str
    """The rule and a name for what is wrong: ``turn.clockwise/to-the-right``."""
    rule: str
    """The rule that is misread."""
    misreading: str
    """What whoever reads it so takes the rule to say, in words."""
    readings: Mapping[str, Reading] = field(default_factory=dict)
    """The reading that takes the place of the engine's own, by its id in `hearts_reference.READINGS`.

    That is the id of the rule itself, or of the rule whose reading carries it where it has none of its own.
    """
    transform: Transform | None = None
    """What becomes of the rules of a match before it begins."""
    option: str = ""
    """The option of which one value is taken for another, as `named` writes it; empty where it is none."""
    equivalent: str | None = None
    """The proof that no game shows a difference; None where one can."""

    def target(self) -> Reference:
        """Return the mutant as an implementation that can be judged."""
        return Reference({**READINGS, **self.readings} if self.readings else READINGS, self.transform)


def misread(rule: str, *ways: tuple[str, str, Reading], reading: str | None = None) -> list[Mutant]:
    """Return a mutant of *rule* for each name, misreading in words, and function that reads it so.

    *reading* is the reading to replace, where the rule has none of its own.
    """
    return [Mutant(f"{rule}/{name}", rule, words, {reading or rule: function}) for name, words, function in ways]


def retold(rule: str, *ways: tuple[str, str, Transform]) -> list[Mutant]:
    """Return a mutant of *rule* for each name, misreading in words, and change to `Rules`."""
    return [Mutant(f"{rule}/{name}", rule, words, transform=change) for name, words, change in ways]


def proved(proof: str, mutants: Iterable[Mutant]) -> list[Mutant]:
    """Return mutants with the *proof* that no game shows a difference."""
    return [dataclasses.replace(mutant, equivalent=proof) for mutant in mutants]


def named(axis: str, value: Any) -> str:
    """Return an option as `Mutant.option` has it: ``first-trick.banned=hearts queen``."""
    if isinstance(value, Mapping):
        return f"{axis}={' '.join(f'{key}:{each}' for key, each in value.items())}"
    return f"{axis}={' '.join(map(str, value)) if isinstance(value, list | tuple) else value}"


def of_option(axis: str, value: Any, mutants: Iterable[Mutant]) -> list[Mutant]:
    """Return mutants under which *value* of *axis* is taken for another."""
    return [dataclasses.replace(mutant, option=named(axis, value)) for mutant in mutants]


def settled(wanted: Mapping[str, Any], otherwise: Mapping[str, Any]) -> Transform:
    """Return the change under which options with some values count as if they had others.

    Rules with other values stay as they are, and so do those that could not stand with the new ones.
    """

    def change(rules: Rules) -> Rules:
        if any(rules.options[axis] != value for axis, value in wanted.items()):
            return rules
        try:
            return Rules.from_options({**rules.to_json(), **otherwise})
        except OptionError:
            return rules

    return change
