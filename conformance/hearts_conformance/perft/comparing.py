"""Counts a table again under the rules as they are now, and finds where something has changed.

A table is held against a sheet.  Under each number of players the counts are made again from the positions that the
table spells out; where the options are no longer those of the table, that is told too, and since the table keeps the
options that it was made under, the engine can play by both and `walking` names the first move that has changed.
Where the options are the same, only the engine can have changed; then the table's own divide leads as far as it
goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hearts_reference import READINGS, BadInput, Match, Readings, Refused
from hearts_spec.rules import AXES, Rules

from .counting import Counts, Exceeded, cards_left, count
from .tables import Counted, Entry, divided, first_choice
from .walking import Engine, Parting, differ, walk


@dataclass(frozen=True)
class Mismatch:
    """A position at which something else is counted than a table has."""

    position: str
    table: Entry
    counted: Counts | None
    """What is counted now, down to the first depth that differs; None where the position cannot be reached any more."""
    divide: Mapping[str, tuple[int, int]]
    """By how the continuations of that depth begin, how many the table has and how many are counted; only where they
    differ."""
    parting: Parting | None
    """The first move that has changed, where both rules can be played."""
    unreachable: str = ""
    """Why the position cannot be reached any more."""

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        parting = self.parting
        return {
            "position": self.position,
            "table": {"counts": list(self.table.counts.by_depth), "points": list(self.table.counts.points or ())},
            "counted": self.counted
            and {"counts": list(self.counted.by_depth), "points": list(self.counted.points or ())},
            "divide": {how: {"table": a, "counted": b} for how, (a, b) in self.divide.items()},
            "first": parting
            and {
                "after": list(parting.path),
                "what": parting.what,
                "turn": {"table": parting.turns[0], "counted": parting.turns[1]},
                "legal": {"table": list(parting.legal[0]), "counted": list(parting.legal[1])},
                "counts": {
                    "table": list(parting.counts[0].by_depth),
                    "counted": list(parting.counts[1].by_depth),
                },
            },
            "unreachable": self.unreachable or None,
        }


@dataclass(frozen=True)
class Comparison:
    """One sheet with one number of players, held against its table."""

    sheet: str
    players: int
    options: Mapping[str, tuple[Any, Any]]
    """The options that have changed: the table's, and now."""
    positions: int
    nodes: int
    """How many continuations were counted."""
    mismatches: tuple[Mismatch, ...]

    @property
    def agrees(self) -> bool:
        """Whether everything is as the table has it."""
        return not self.options and not self.mismatches

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON."""
        return {
            "sheet": self.sheet,
            "players": self.players,
            "positions": self.positions,
            "nodes": self.nodes,
            "agrees": self.agrees,
            "options": {axis: {"table": was, "now": now} for axis, (was, now) in self.options.items()},
            "mismatches": [each.to_json() for each in self.mismatches],
        }


def compare(
    sheet: str, counted: Counted, rules: Rules, positions: Iterable[str] | None = None, readings: Readings = READINGS
) -> Comparison:
    """Count again what a table has *counted*, under *rules*, from all of its positions or some."""
    chosen = [counted.entries[name] for name in (counted.entries if positions is None else positions)]
    was, now = counted.rules.options, rules.options
    return Comparison(
        sheet=sheet,
        players=rules.players,
        options={axis: (was[axis], now[axis]) for axis in AXES if was[axis] != now[axis]},
        positions=len(chosen),
        nodes=sum(sum(entry.counts.by_depth) for entry in chosen),
        mismatches=tuple(_mismatches(chosen, counted.rules, rules, readings)),
    )


def _mismatches(chosen: Iterable[Entry], before: Rules, rules: Rules, readings: Readings) -> Iterator[Mismatch]:
    for entry in chosen:
        try:
            match = entry.start.match(rules, readings)
        except Refused as refusal:
            sentence = f"a card that leads to it is refused by {refusal.rule}"
            yield Mismatch(entry.start.position, entry, None, {}, None, sentence)
            continue
        except BadInput as error:
            yield Mismatch(entry.start.position, entry, None, {}, None, str(error))
            continue
        counts = differing(entry.counts, match)
        if counts:
            yield _explained(entry, before, match, counts)


def differing(expected: Counts, match: Match) -> Counts | None:
    """Return what is counted where that is not what is *expected*, as far down as the first depth that differs."""
    try:
        counts = count(match, min(expected.depth, cards_left(match)), expected.by_depth)
        if not differ(expected, counts):
            return None
    except Exceeded:
        pass
    for depth in range(1, min(expected.depth, cards_left(match)) + 1):
        counts = count(match, depth)
        if counts.nodes != expected.by_depth[depth - 1]:
            break
    return counts


def _explained(entry: Entry, before: Rules, match: Match, counts: Counts) -> Mismatch:
    depth = counts.depth
    was, now = entry.divided(depth), divided(first_choice(match, depth), depth)
    both = {how: (was.get(how, 0), now.get(how, 0)) for how in [*was, *now]}
    parting = walk(entry.start, Engine(entry.start.match(before)), Engine(match), depth)
    changed = {how: pair for how, pair in both.items() if pair[0] != pair[1]}
    return Mismatch(entry.start.position, entry, counts, changed, parting)
