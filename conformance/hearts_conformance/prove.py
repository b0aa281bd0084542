"""Proves scenarios: each plays on the reference, under many sets of options that its ``when`` allows.

A ``when`` too wide shows as a case that deviates under options that nobody thought of; one too narrow cannot show,
but a case that applies nowhere can.  Options are drawn so that every pair of values meets (`draw`), the same ones
each time.  Besides, every registered sheet is tried, and every standard pack, where a position that cannot be laid
out is the scenario's own fault.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from hearts_spec import conditions, sheets
from hearts_spec.data import DataError
from hearts_spec.rules import OptionError, Rules

from .claims import Claims
from .fill import ODD_CARDS, Unfit
from .layout import applies, expand
from .reference_target import Reference
from .runner import judge
from .scenario import SUFFIX, Case, Scenario, load, load_folder
from .verdict import Kind, Verdict

CYCLES: Final = (
    ["left", "right", "hold"],
    ["left", "right"],
    ["hold"],
    ["left"],
    ["right"],
    ["left", "right", "across", "hold"],
)
VALUES: Final[Mapping[str, Sequence[Any]]] = {
    "deal.remainder": ["strip", "kitty"],
    "kitty.visibility": ["hidden", "taker", "all"],
    "pass.count": [3, 2],
    "pass.cycle": CYCLES,
    "open.leader": ["lowest-club", "left-of-dealer"],
    "open.card": ["that-card", "any-club", "any"],
    "first-trick.banned": [["hearts", "queen"], [], ["hearts"], ["queen"]],
    "hearts.lead": ["after-heart", "after-heart-or-queen", "any-time"],
    "hearts.lead-release": ["only-hearts", "only-points"],
    "value.heart": ["one", "pips"],
    "value.card": [{"QS": 13}, {"QS": 13, "KS": 10, "AS": 7}, {}],
    "bonus.card": ["none", "JD", "TD"],
    "bonus.value": [-10, -5],
    "moon.mode": ["add", "subtract", "choice", "auto", "none"],
    "moon.amount": ["total", 30],
    "moon.needs": ["penalties", "hearts-and-queen", "penalties-and-bonus"],
    "match.end": ["limit", "rounds"],
    "match.limit": [100, 50],
    "match.rounds": ["none", 4],
    "match.compare": ["reach", "exceed"],
    "match.tie": ["extra-rounds", "shared"],
}
"""For each axis the values that are drawn, the usual one first."""


@dataclass(frozen=True)
class Objection:
    """What is wrong with a case, and where."""

    case: str
    players: int
    where: str
    """The sheet, or the options as they differ from the usual ones."""
    sentence: str

    def __str__(self) -> str:
        return f"{self.case} with {self.players} players under {self.where}: {self.sentence}"


def prove(scenario: Scenario) -> list[Objection]:
    """Return what is wrong with the cases of a scenario; an empty list if each is sound.

    Raises `DataError` for a case that makes no sense as it is written.
    """
    return [objection for case in scenario.cases for objection in prove_case(case)]


def prove_case(case: Case) -> list[Objection]:
    """Return what is wrong with one case; raise `DataError` where it makes no sense as it is written."""
    reference = Reference()
    claims = Claims(reference.describe())
    objections: list[Objection] = []
    for players in case.players:
        applied = 0
        for where, rules in candidates(case, players):
            if not applies(case, rules):
                continue
            try:
                run = expand(case, where, rules, strict=True)
            except Unfit as error:
                if _standard(rules):
                    objections.append(Objection(case.id, players, where, str(error)))
                continue
            if run is None:
                continue
            applied += 1
            verdict = judge(run, reference, claims)
            if verdict.kind is not Kind.CONFORMS:
                objections.append(Objection(case.id, players, where, _why(verdict)))
        if not applied and not objections:
            objections.append(Objection(case.id, players, "all that was tried", "it applies nowhere"))
    return objections


def _why(verdict: Verdict) -> str:
    return f"{verdict.kind}: {verdict.detail}"


def candidates(case: Case, players: int) -> Iterator[tuple[str, Rules]]:
    """Yield sheets and drawn options, with what the case sets on top of them."""
    own = {axis: sheets.pick(axis, value, players) for axis, value in case.stated(players).get("with", {}).items()}
    for name in sheets.ids():
        sheet = sheets.load(name)
        if players in sheet.players:
            try:
                yield name, sheet.resolve(players, own)
            except DataError:
                continue
    when = case.stated(players).get("when", {})
    yield from _drawn(json.dumps(when, sort_keys=True), players, json.dumps(own, sort_keys=True))


@lru_cache(maxsize=128)
def _drawn(when: str, players: int, own: str) -> tuple[tuple[str, Rules], ...]:
    """Return drawn options as rules, each with a name; many cases ask for the same ones (as JSON, to be told apart)."""
    usual = {axis: values[0] for axis, values in VALUES.items()}
    drawn: list[tuple[str, Rules]] = []
    for options in draw(json.loads(when), players, json.loads(own)):
        shown = ", ".join(f"{axis}: {value}" for axis, value in options.items() if value != usual.get(axis))
        with contextlib.suppress(OptionError):
            drawn.append((shown or "the usual options", Rules.from_options(options)))
    return tuple(drawn)


def draw(when: Mapping[str, Any], players: int, own: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return options that meet *when*, with *own* on top, so that every pair of values that can meet does."""
    pools = {
        axis: [
            value for value in _values(axis, players, when, own) if conditions.meets(when.get(axis, value), value, axis)
        ]
        for axis in VALUES
    }
    for axis, pool in pools.items():
        if not pool:
            pools[axis] = _asked_for(axis, when)
    open_pairs = {
        (a, i, b, j)
        for a, b in combinations(VALUES, 2)
        for i in range(len(pools[a]))
        for j in range(len(pools[b]))
        if _together(a, pools[a][i], b, pools[b][j])
    }
    rows: list[dict[str, Any]] = []
    while open_pairs:
        row = _row(pools, open_pairs)
        met = {(a, row[a], b, row[b]) for a, b in combinations(VALUES, 2)} & open_pairs
        if not met:
            break
        open_pairs -= met
        options = {axis: pools[axis][index] for axis, index in row.items()}
        rows.append(_settled(options, players))
    return rows


def _row(pools: Mapping[str, Sequence[Any]], open_pairs: set[tuple[str, int, str, int]]) -> dict[str, int]:
    """Return the next row, axis by axis the value that meets most pairs not met yet and stands with the others."""
    seed = min(open_pairs)
    row = {seed[0]: seed[1], seed[2]: seed[3]}
    for axis in VALUES:
        if axis in row:
            continue
        best = max(
            range(len(pools[axis])),
            key=lambda index: (
                all(_together(axis, pools[axis][index], other, pools[other][at]) for other, at in row.items()),
                sum(
                    (axis, index, other, at) in open_pairs or (other, at, axis, index) in open_pairs
                    for other, at in row.items()
                ),
                -index,
            ),
        )
        row[axis] = best
    return row


def _values(axis: str, players: int, when: Mapping[str, Any], own: Mapping[str, Any]) -> Sequence[Any]:
    if axis in own:
        return [own[axis]]
    if axis == "pass.cycle" and players % 2:
        return [cycle for cycle in CYCLES if "across" not in cycle]
    return VALUES[axis]


def _asked_for(axis: str, when: Mapping[str, Any]) -> list[Any]:
    """Return the values that a condition itself names, where none of the usual ones meets it."""
    wanted = when[axis]
    return list(wanted) if isinstance(wanted, list) and axis not in ("pass.cycle", "first-trick.banned") else [wanted]


_APART: Final = (
    ("open.leader", "lowest-club", "open.card", "any"),
    ("open.leader", "left-of-dealer", "open.card", "that-card"),
    ("open.leader", "left-of-dealer", "open.card", "any-club"),
    ("bonus.card", "none", "moon.needs", "penalties-and-bonus"),
    ("match.end", "rounds", "match.rounds", "none"),
)


def _together(a: str, value: Any, b: str, other: Any) -> bool:
    """Tell whether two values can stand together."""
    return (a, value, b, other) not in _APART and (b, other, a, value) not in _APART


def _settled(options: dict[str, Any], players: int) -> dict[str, Any]:
    strip = list(ODD_CARDS.get(players, ())) if options["deal.remainder"] == "strip" else []
    return {"players": players, "deck.strip": strip, **options}


def _standard(rules: Rules) -> bool:
    """Tell whether these are dealt from a pack that every scenario should know."""
    return rules.options["deck.strip"] in ([], sorted(ODD_CARDS.get(rules.players, ()), key=_by_suit))


def _by_suit(name: str) -> tuple[int, int]:
    return "CDSH".index(name[1]), "23456789TJQKA".index(name[0])


def shortly(objections: Iterable[Objection], most: int = 5) -> list[str]:
    """Return objections as lines, at most so many a case, those that say the same of a case together."""
    alike: dict[str, dict[str, list[Objection]]] = {}
    for each in objections:
        alike.setdefault(each.case, {}).setdefault(each.sentence, []).append(each)
    lines = []
    for case, groups in alike.items():
        shown = list(groups.values())[:most]
        lines += [f"{first}{f' (and in {len(rest)} more settings)' if rest else ''}" for first, *rest in shown]
        if len(groups) > most:
            lines.append(f"{case}: and {len(groups) - most} further objections")
    return lines


def main(arguments: Sequence[str]) -> int:
    """Prove the scenario files named, or all: a quick look while writing one.

    Return 1 where one is unsound, 2 where one cannot be read.
    """
    failures = 0
    try:
        chosen = [load(Path(each).resolve(), _folder()) for each in arguments] if arguments else load_folder()
    except DataError as error:
        print(error, file=sys.stderr)
        return 2
    for scenario in chosen:
        try:
            objections = prove(scenario)
        except DataError as error:
            print(error)
            failures += 1
            continue
        for line in shortly(objections):
            print(line)
        failures += bool(objections)
        print(f"{scenario.id}{SUFFIX}: {'unsound' if objections else 'sound'}")
    return 1 if failures else 0


def _folder() -> Path:
    from hearts_spec.data import home

    return (home("hearts_conformance") / "scenarios").resolve()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
