"""Tables: counts written down, ours for every sheet and number of players, and anybody's for a sheet of their own.

A table is a fingerprint of a rule sheet.  It carries all that somebody needs to count again with another program:
the options, every position in full, the counts by depth, the points, and the divide of the longest.  It carries the
hash of its options too, so that counts are never held against options that they were not made under.

How deep a table counts follows from `ENOUGH`: a position is counted to the first depth with that many continuations,
an endgame to the end of the round.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hearts_conformance import SUITE
from hearts_reference import Match
from hearts_spec import data
from hearts_spec.cards import NAMES, members
from hearts_spec.data import DataError, Document
from hearts_spec.rules import OptionError, Rules
from hearts_spec.sheets import Sheet

from .counting import Counts, TooDeep, cards_left, count, divide, play
from .positions import Start, written

FORMAT: Final = "heartspec-perft/1"
SUFFIX: Final = ".perft.json"
ENOUGH: Final = 2_000
"""How many continuations are enough for one position."""
BY: Final = f"hearts_reference of heartspec {SUITE}, through play and undo; heartspec perft counts again"
CHECKED: Final = (
    "tests/perft: the rules once more, written apart on sets of card names, at every position",
    "benchmarks/perft_openspiel.py: OpenSpiel's hearts, at four players in every combination of options that it plays",
)
"""What else has counted the same, for our own tables."""


@dataclass(frozen=True)
class Entry:
    """The counts from one position."""

    start: Start
    counts: Counts
    divide: Mapping[str, Sequence[int]]
    """For each way to begin (the cards that are forced and the first that is not) how many continuations begin so: as
    long as that beginning and one card, two cards and so on."""

    def divided(self, depth: int) -> dict[str, int]:
        """Return the continuations of *depth* cards by how they begin."""
        return divided(self.divide, depth)

    def to_json(self) -> dict[str, Any]:
        """Return the entry as plain JSON."""
        assert self.counts.points is not None
        return self.start.to_json() | {
            "counts": list(self.counts.by_depth),
            "points": list(self.counts.points),
            "divide": {how: list(counts) for how, counts in self.divide.items()},
        }


@dataclass(frozen=True)
class Counted:
    """The counts under one set of rules."""

    rules: Rules
    entries: Mapping[str, Entry]
    """By position."""

    @property
    def nodes(self) -> int:
        """How many cards are played to count all this."""
        return sum(sum(entry.counts.by_depth) for entry in self.entries.values())


@dataclass(frozen=True)
class Table:
    """The counts of one sheet."""

    sheet: str
    path: Path
    counted: Mapping[int, Counted]
    """By number of players."""
    checked: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the table as plain JSON."""
        return {
            "format": FORMAT,
            "sheet": self.sheet,
            "made": {"by": BY, "checked": list(self.checked)},
            "players": {
                str(players): {
                    "hash": fingerprint(each.rules),
                    "options": each.rules.to_json(),
                    "positions": {name: entry.to_json() for name, entry in each.entries.items()},
                }
                for players, each in self.counted.items()
            },
        }

    def write(self) -> None:
        """Write the table to its file, one position a line."""
        with data.naming(self.path):
            self.path.write_text(_lines(self.to_json()), encoding="utf-8")


def fingerprint(rules: Rules) -> str:
    """Return the hash of resolved options, the number of players among them."""
    canonical = json.dumps(rules.to_json(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"h{hashlib.sha256(canonical.encode()).hexdigest()[:16]}"


def ours() -> Path:
    """Return the folder of our own tables."""
    return data.home("hearts_conformance") / "perft"


def place(sheet: Sheet) -> Path:
    """Return where the table of a sheet stands: with ours for ours, beside its file for anybody else's."""
    beside = sheet.source_path.parent
    return (ours() if beside == data.home("hearts_spec") / "sheets" else beside) / f"{sheet.id}{SUFFIX}"


# --- Counting --------------------------------------------------------------------------------------------------------


def make(sheet: Sheet, players: Iterable[int], path: Path | None = None, checked: Sequence[str] = ()) -> Table:
    """Count a sheet for each of *players* from every position that it can hold."""
    counted = {number: counted_under(sheet.resolve(number)) for number in players}
    return Table(sheet.id, path or place(sheet), counted, tuple(checked))


def counted_under(rules: Rules, names: Iterable[str] | None = None, depth: int | None = None) -> Counted:
    """Count under *rules* from our positions, or from those *names*, to *depth* or as deep as a table goes.

    A position that these rules cannot hold is passed over.  Raises `TooDeep`.
    """
    entries = {}
    for name in written() if names is None else names:
        start = written()[name].lay_out(rules)
        if start is not None:
            try:
                entries[name] = entry_of(start, start.match(rules), depth)
            except TooDeep as error:
                raise TooDeep(error.depth, error.left, name) from None
    return Counted(rules, entries)


def entry_of(start: Start, match: Match, depth: int | None) -> Entry:
    """Count from a position to *depth*, or where that is None as deep as a table goes."""
    counts = _deep_enough(match, start) if depth is None else count(match, depth)
    return Entry(start, counts, first_choice(match, counts.depth))


def _deep_enough(match: Match, start: Start) -> Counts:
    left = cards_left(match)
    counts = count(match, left if _is_endgame(start, left) else 1)
    while counts.nodes < ENOUGH and counts.depth < left:
        counts = count(match, counts.depth + 1)
    return counts


def _is_endgame(start: Start, left: int) -> bool:
    return left <= 4 * start.players


def first_choice(match: Match, depth: int) -> dict[str, tuple[int, ...]]:
    """Return what `Entry.divide` is, down to *depth*."""
    forced: list[int] = []
    while depth - len(forced) > 1 and match.legal_mask.bit_count() == 1:
        forced += members(match.legal_mask)
        play(match, forced[-1])
    before = "".join(f"{NAMES[card]} " for card in forced)
    parts = divide(match, depth - len(forced))
    for _ in forced:
        match.undo()
    return {before + card: part.by_depth for card, part in parts.items()}


def divided(parts: Mapping[str, Sequence[int]], depth: int) -> dict[str, int]:
    """Return, of the *parts* of a divide, the continuations of *depth* cards; none where the beginnings are longer."""
    result = {}
    for how, counts in parts.items():
        beyond = depth - len(how.split())
        if beyond >= 0:
            result[how] = counts[beyond - 1] if beyond else 1
    return result


# --- Files -----------------------------------------------------------------------------------------------------------


def load(path: Path) -> Table:
    """Read a table; raise `DataError` for one that is not as it must be, the place in the file named."""
    document = _read(path)
    content = document.value
    counted = {int(players): _counted(document, players, each) for players, each in content["players"].items()}
    return Table(content["sheet"], path, counted, tuple(content["made"]["checked"]))


def _read(path: Path) -> Document:
    """Read the file: quickly where nothing is wrong with it, else so that what is wrong is found with its line."""
    from hearts_spec import schemas

    try:
        value = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_without_doubles)
        if not schemas.problems(value, "perft"):
            return Document(path, value)
    except (ValueError, OSError, RecursionError):
        pass
    return data.load(path, "perft")


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _fail(document: Document, keys: Sequence[str | int], sentence: str) -> DataError:
    """Return the error at *keys*, with its line."""
    return DataError(document.path, data.read(document.path).line(*keys), keys, sentence)


def _counted(document: Document, players: str, content: Mapping[str, Any]) -> Counted:
    way = ("players", players)
    try:
        rules = Rules.from_options(content["options"])
    except OptionError as error:
        raise _fail(document, (*way, "options", *error.axes[:1]), str(error)) from None
    if rules.players != int(players):
        sentence = f"these are options for {rules.players} players, not {players}"
        raise _fail(document, (*way, "options", "players"), sentence)
    if fingerprint(rules) != content["hash"]:
        sentence = f"the hash of these options is {fingerprint(rules)}, so that the counts were made under others"
        raise _fail(document, (*way, "hash"), sentence)
    entries = {}
    for name, entry in content["positions"].items():
        _check(document, (*way, "positions", name), entry, rules)
        start = Start.from_json(name, rules.players, entry)
        entries[name] = Entry(start, Counts(tuple(entry["counts"]), tuple(entry["points"])), entry["divide"])
    return Counted(rules, entries)


def _check(document: Document, way: Sequence[str | int], entry: Mapping[str, Any], rules: Rules) -> None:
    """Raise `DataError` where an entry contradicts itself, or is none under *rules*."""
    for key in ("hands", "points"):
        if len(entry[key]) != rules.players:
            raise _fail(document, (*way, key), f"there are {len(entry[key])} for {rules.players} players")
    cards = " ".join([*entry["hands"], entry["kitty"]]).split()
    sizes = {len(hand.split()) for hand in entry["hands"]}
    if sorted(cards) != sorted(NAMES[card] for card in members(rules.pack)) or sizes != {rules.hand_size}:
        raise _fail(document, (*way, "hands"), "the hands and the kitty are not a deal of the pack of these options")
    left = rules.hand_size * rules.players - len(entry["played"].split())
    if len(entry["counts"]) > left:
        sentence = f"there are counts for {len(entry['counts'])} depths, but {left} cards are left to play"
        raise _fail(document, (*way, "counts"), sentence)
    depth = len(entry["counts"])
    for how, counts in entry["divide"].items():
        if len(how.split()) + len(counts) != depth:
            raise _fail(document, (*way, "divide", how), f"there should be counts down to the depth of {depth} cards")
    if sum(divided(entry["divide"], depth).values()) != entry["counts"][-1]:
        raise _fail(document, (*way, "divide"), f"the parts do not add up to the last count, {entry['counts'][-1]}")


def _lines(table: Mapping[str, Any]) -> str:
    """Return a table as JSON with a line for each position and for each set of options."""

    def one(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    head = [f' "{key}": {one(table[key])},' for key in ("format", "sheet", "made")]
    groups = []
    for players, each in table["players"].items():
        positions = [f"    {one(name)}: {one(entry)}" for name, entry in each["positions"].items()]
        groups.append(
            f'  "{players}": {{\n   "hash": {one(each["hash"])},\n   "options": {one(each["options"])},\n'
            f'   "positions": {{\n{",".join(chr(10) + line for line in positions).lstrip(chr(10))}\n   }}\n  }}'
        )
    return "\n".join(["{", *head, ' "players": {', ",\n".join(groups), " }", "}"]) + "\n"
