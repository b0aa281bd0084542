"""All mutants, in the reading order of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from typing import Final

from hearts_spec.texts import CHAPTERS

from .mutant import Mutant

TABLES: Final = (
    "pack",
    "kitty",
    "passing",
    "opening",
    "turns",
    "play",
    "first_trick",
    "hearts",
    "tricks",
    "scoring",
    "moon",
    "match",
    "options",
)
"""The modules of `misreadings`; each has a table ``MUTANTS``."""


@cache
def catalogue() -> tuple[Mutant, ...]:
    """Return every mutant."""
    tables = (import_module(f"{__package__}.misreadings.{name}").MUTANTS for name in TABLES)
    return tuple(mutant for table in tables for mutant in table)


def of_rule(rule: str) -> list[Mutant]:
    """Return the mutants of one rule."""
    return [each for each in catalogue() if each.rule == rule]


def pick(of_rules: Sequence[str] = (), named: Sequence[str] = ()) -> list[Mutant]:
    """Return the mutants whose rule and whose id match one of some shell patterns; no patterns match all."""
    return [each for each in catalogue() if _matches(each.rule, of_rules) and _matches(each.id, named)]


def rules(mutants: Iterable[Mutant]) -> list[str]:
    """Return the rules of some mutants, in reading order."""
    found = {each.rule for each in mutants}
    return sorted(found, key=lambda rule: (CHAPTERS.index(rule.partition(".")[0]), rule))


def _matches(text: str, patterns: Sequence[str]) -> bool:
    return not patterns or any(fnmatchcase(text, pattern) for pattern in patterns)
