"""What changes from one rule sheet to another: options, rules, and the cases whose outcome differs.

The cases are not compared by reading them: each that holds under the one sheet is played by the reference under the
other's rules, and its outcome differs where it then fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from hearts_spec import sheets, texts
from hearts_spec.conditions import holds
from hearts_spec.data import DataError
from hearts_spec.rules import OptionError, Rules
from hearts_spec.sheets import Sheet

from . import runner
from .reference_target import Reference
from .scenario import Scenario
from .verdict import FAILURES


@dataclass(frozen=True)
class Differences:
    """What changes from a sheet to another for one number of players."""

    players: int
    options: dict[str, tuple[Any, Any]]
    """The axes that differ, with both values."""
    gone: tuple[str, ...]
    """The rules that apply under the first sheet only."""
    come: tuple[str, ...]
    """The rules that apply under the second sheet only."""
    cases: tuple[str, ...] | None
    """The cases of either sheet that the other's rules do not satisfy; None where the packs differ, so that no deal
    is the same."""

    def to_json(self) -> dict[str, Any]:
        """Return them as a JSON object."""
        return {
            "players": self.players,
            "options": {axis: {"a": ours, "b": theirs} for axis, (ours, theirs) in self.options.items()},
            "rules-gone": list(self.gone),
            "rules-come": list(self.come),
            "cases": None if self.cases is None else list(self.cases),
        }


def differences(a: Sheet, b: Sheet, scenarios: Sequence[Scenario], players: int | None = None) -> list[Differences]:
    """Return what changes from *a* to *b*, for each number of players that both are for, or for one of them.

    Raises `DataError` where there is no such number.
    """
    counts = sorted(set(a.players) & set(b.players)) if players is None else [players]
    if not counts:
        raise DataError(b.source_path, None, ("players",), f"{b.id} and {a.id} share no number of players")
    return [_at(a, b, scenarios, count) for count in counts]


def _at(a: Sheet, b: Sheet, scenarios: Sequence[Scenario], players: int) -> Differences:
    ours, theirs = a.resolve(players), b.resolve(players)
    before, after = _applying(ours), _applying(theirs)
    same_deal = (ours.pack, ours.kitty_size) == (theirs.pack, theirs.kitty_size)
    return Differences(
        players=players,
        options={axis: (ours.options[axis], theirs.options[axis]) for axis in sheets.differences(a, b, players)},
        gone=tuple(rule for rule in before if rule not in after),
        come=tuple(rule for rule in after if rule not in before),
        cases=tuple(sorted({*_failing(a, theirs, scenarios), *_failing(b, ours, scenarios)})) if same_deal else None,
    )


def _applying(rules: Rules) -> list[str]:
    return [rule.id for rule in texts.catalogue().rules.values() if holds(rule.when, rules.options)]


def _failing(sheet: Sheet, other: Rules, scenarios: Iterable[Scenario]) -> list[str]:
    """Return the cases that hold under *sheet* and fail where the game is played by *other* rules.

    What a case sets by itself stays as the case sets it.
    """
    failing = []
    for run in runner.plan(scenarios, [sheet], [other.players]):
        options = {**other.options, **{axis: run.rules.options[axis] for axis in run.options}}
        try:
            played = Rules.from_options(options)
        except OptionError:
            continue
        if played != run.rules and runner.judge(run, Reference(transform=_always(played))).kind in FAILURES:
            failing.append(run.id)
    return failing


def _always(rules: Rules) -> Callable[[Rules], Rules]:
    return lambda _: rules
