"""What changes from one rule sheet to another: options, rules, and the cases whose outcome differs.

The cases are not compared by reading them: each that holds under the one sheet is played by the reference under the
other's rules, and its outcome differs where it then fails.  One of them is kept as an `Example`, so that a reader sees
on the table what the difference comes to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hearts_spec import sheets, texts
from hearts_spec.conditions import holds
from hearts_spec.data import DataError
from hearts_spec.rules import OptionError, Rules
from hearts_spec.sheets import Sheet

from . import runner
from .reference_target import Reference
from .scenario import Scenario
from .verdict import FAILURES, Position, Verdict

TELLING: Final = ("legal", "broken", "points", "turn", "totals", "winners", "over")
"""What shows a difference best to somebody who looks at a table, the best first."""


@dataclass(frozen=True)
class Example:
    """A case at the first moment at which it goes one way under the one sheet and another way under the other."""

    case: str
    title: str
    what: str
    """What differs: the word that the scenario uses."""
    a: Any
    """What is seen by the rules of the first sheet."""
    b: Any
    moves: tuple[str, ...]
    """The moves before."""
    position: Position | None

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {
            "case": self.case,
            "title": self.title,
            "what": self.what,
            "a": self.a,
            "b": self.b,
            "moves": list(self.moves),
            "position": self.position.to_json() if self.position else None,
        }

    @property
    def telling(self) -> tuple[int, int, int, str]:
        """A rank: the lower, the better it shows the difference.  What takes one round comes before what takes more."""
        rounds = sum(move.startswith("deal") for move in self.moves)
        rank = TELLING.index(self.what) if self.what in TELLING else len(TELLING)
        return rounds, rank, len(self.moves), self.case


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
    example: Example | None = None
    """The one of them that shows the difference best."""

    def to_json(self) -> dict[str, Any]:
        """Return them as a JSON object."""
        return {
            "players": self.players,
            "options": {axis: {"a": ours, "b": theirs} for axis, (ours, theirs) in self.options.items()},
            "rules-gone": list(self.gone),
            "rules-come": list(self.come),
            "cases": None if self.cases is None else list(self.cases),
            "example": self.example.to_json() if self.example else None,
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
    played = [*_failing(a, theirs, scenarios), *_failing(b, ours, scenarios)] if same_deal else []
    examples = [each for each in (_example(verdict, a) for verdict in played) if each]
    return Differences(
        players=players,
        options={axis: (ours.options[axis], theirs.options[axis]) for axis in sheets.differences(a, b, players)},
        gone=tuple(rule for rule in before if rule not in after),
        come=tuple(rule for rule in after if rule not in before),
        cases=tuple(sorted({verdict.id for verdict in played})) if same_deal else None,
        example=min(examples, key=lambda each: each.telling, default=None),
    )


def _applying(rules: Rules) -> list[str]:
    return [rule.id for rule in texts.catalogue().rules.values() if holds(rule.when, rules.options)]


def _example(verdict: Verdict, a: Sheet) -> Example | None:
    """Return what a case that holds under the one sheet only has to show; None where that is nothing to be seen."""
    first = verdict.first
    if first is None:
        return None
    ways = (first.expected, first.seen) if verdict.sheet == a.id else (first.seen, first.expected)
    return Example(verdict.id, verdict.title, first.what, *ways, first.history, first.position)


def _failing(sheet: Sheet, other: Rules, scenarios: Iterable[Scenario]) -> list[Verdict]:
    """Return the verdicts on the cases that hold under *sheet* and fail where the game is played by *other* rules.

    What a case sets by itself stays as the case sets it.
    """
    failing = []
    for run in runner.plan(scenarios, [sheet], [other.players]):
        options = {**other.options, **{axis: run.rules.options[axis] for axis in run.options}}
        try:
            played = Rules.from_options(options)
        except OptionError:
            continue
        if played == run.rules:
            continue
        verdict = runner.judge(run, Reference(transform=_always(played)))
        if verdict.kind in FAILURES:
            failing.append(verdict)
    return failing


def _always(rules: Rules) -> Callable[[Rules], Rules]:
    return lambda _: rules
