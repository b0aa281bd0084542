"""Scenario files: what they say, before it is laid out for a sheet and a number of players.

A file describes one position and, side by side, the cases that turn on it.  What the file states, all its cases
share; a case may state its own.  `load` reads a file against its schema, `load_folder` a whole tree.  A `Case`
merges what is stated for a number of players (`Case.stated`); `layout.expand` makes a `script.CaseRun` from it.

What was read and found sound in a folder is remembered between runs, and unpacked when somebody asks for it.  It is
found again by the bytes of the file and by all that has a part in reading and checking it (`readers`), so a file
that has changed, or one that is not sound, is always read.

The format is described for those who write cases in the README of the scenario folder.
"""

from __future__ import annotations

import fnmatch
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NoReturn

from hearts_spec import data
from hearts_spec.rules import PLAYERS

from .memory import Memory

SUFFIX: Final = ".hearts.yaml"
MERGED: Final = ("when", "with", "hands", "dealt")
"""Keys whose maps are merged entry by entry; any other key replaces what it overrides."""
OWN: Final = frozenset({"title", "decides", "players", "at", "cases"})
MEMORY: Final = Memory("scenarios")
"""What sound scenario files say, as JSON."""
CODE: Final = ("yaml", *(f"hearts_spec.{name}" for name in ("accept", "data", "nodes", "rules", "schemas")), __name__)
"""The modules that have a part in reading and checking a scenario file; the first names the version of its library."""
SCHEMAS: Final = ("common", "scenario")
"""The schema of a scenario file, and the one that it refers to."""


@dataclass(frozen=True)
class Case:
    """One case of a scenario file."""

    id: str
    """``first-trick/queen-discard/ban``: the file below the scenario folder, and the name of the case."""
    name: str
    title: str
    decides: tuple[str, ...]
    """The rules that it decides."""
    players: tuple[int, ...]
    """The numbers of players that it is written for."""
    path: Path
    shared: Mapping[str, Any] = field(repr=False)
    own: Mapping[str, Any] = field(repr=False)
    memory: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)
    """What `layout` has worked out for it before."""

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def chapter(self) -> str:
        """The folder that it stands in."""
        return self.id.partition("/")[0]

    def stated(self, players: int) -> dict[str, Any]:
        """Return what the file and the case state for a number of players, the narrower winning."""
        remembered: dict[str, Any] | None = self.memory.get(players)
        if remembered is not None:
            return remembered
        result: dict[str, Any] = {}
        for layer in (self.shared, _at(self.shared, players), self.own, _at(self.own, players)):
            for key, value in layer.items():
                if key in OWN:
                    continue
                result[key] = {**result.get(key, {}), **value} if key in MERGED else value
        self.memory[players] = result
        return result

    def place(self, key: str, players: int, *further: str | int) -> tuple[str | int, ...]:
        """Return where *key* is stated in the file, as a way from its root."""
        ways: tuple[tuple[Mapping[str, Any], tuple[str | int, ...]], ...] = (
            (_at(self.own, players), ("cases", self.name, "at", str(players))),
            (self.own, ("cases", self.name)),
            (_at(self.shared, players), ("at", str(players))),
            (self.shared, ()),
        )
        for layer, way in ways:
            if key in layer and (key not in MERGED or not further or further[0] in layer[key]):
                return (*way, key, *further)
        return ("cases", self.name)

    def error(self, keys: Sequence[str | int], sentence: str) -> data.DataError:
        """Return an error with *sentence* at *keys* of the file."""
        return data.DataError(self.path, data.read(self.path).line(*keys), keys, sentence)

    def fail(self, keys: Sequence[str | int], sentence: str) -> NoReturn:
        """Raise `data.DataError` with *sentence* at *keys* of the file."""
        raise self.error(keys, sentence)


def _at(layer: Mapping[str, Any], players: int) -> Mapping[str, Any]:
    found: Mapping[str, Any] = layer.get("at", {}).get(str(players), {})
    return found


@dataclass(frozen=True)
class Scenario:
    """One scenario file."""

    id: str
    """The file below the scenario folder, without its suffix: ``first-trick/queen-discard``."""
    title: str
    path: Path
    content: Mapping[str, Any] = field(repr=False)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Its cases, in the order of the file."""
        return tuple(self._case(name, own) for name, own in self.content["cases"].items())

    def _case(self, name: str, own: Mapping[str, Any]) -> Case:
        players = own.get("players", self.content.get("players", list(PLAYERS)))
        return Case(
            id=f"{self.id}/{name}",
            name=name,
            title=own.get("title", self.title),
            decides=tuple(own["decides"]),
            players=tuple(players) if isinstance(players, list) else (players,),
            path=self.path,
            shared=self.content,
            own=own,
        )


class _Remembered(Scenario):
    """A scenario that was read in an earlier run: what it says is unpacked when it is asked for."""

    def __init__(self, name: str, path: Path, packed: str) -> None:
        vars(self).update(id=name, path=path, packed=packed)

    @cached_property
    def content(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = json.loads(vars(self)["packed"])
        return found

    @cached_property
    def title(self) -> str:
        found: str = self.content["title"]
        return found


def load(path: Path, folder: Path | None = None) -> Scenario:
    """Read one scenario file; its id is its path below *folder* (its name alone where there is none).

    Raises `data.DataError` for a file that is not as its schema says or stands elsewhere, or a case that states
    nothing to do.
    """
    scenario = _read(data.content(path), path, folder or path.parent)
    if folder and not path.is_relative_to(folder):
        raise data.DataError(path, None, (), f"this file does not stand below {data.shown(folder)}")
    return scenario


def _read(text: bytes, path: Path, folder: Path) -> Scenario:
    content = data.check(data.parse(text, path), "scenario").value
    scenario = Scenario(_id(path, folder), content["title"], path, content)
    for case in scenario.cases:
        _check(case)
    return scenario


def _id(path: Path, folder: Path) -> str:
    """Return the id of a file that stands below *folder*."""
    return "/".join(path.parts[len(folder.parts) :]).removesuffix(SUFFIX)


def _check(case: Case) -> None:
    for players in case.players:
        stated = case.stated(players)
        if "steps" not in stated and "rounds" not in stated:
            case.fail(("cases", case.name), "this case has neither steps nor rounds")
        if "hands" in stated and "dealt" in stated:
            case.fail(
                case.place("dealt", players),
                "hands are those at the first lead, so dealt hands exclude them; write one",
            )
        if "direction" in stated and "round" in stated:
            case.fail(
                case.place("round", players), "the direction already says which round it is; write one of the two"
            )


def load_folder(folder: Path | None = None) -> list[Scenario]:
    """Read every scenario file below *folder* (ours by default), in the order of their ids; raise `DataError`."""
    root = folder or data.home("hearts_conformance") / "scenarios"
    remembered, loaded, sound = MEMORY.recall(), list[Scenario](), dict[str, str]()
    for path in sorted(root.rglob(f"*{SUFFIX}")):
        text = data.content(path)
        key = sha256(readers() + text).hexdigest()
        packed = remembered.get(key)
        each = _read(text, path, root) if packed is None else _Remembered(_id(path, root), path, packed)
        sound[key] = json.dumps(each.content, separators=(",", ":")) if packed is None else packed
        loaded.append(each)
    if not sound.keys() <= remembered.keys():
        MEMORY.remember(sound)
    return loaded


@cache
def readers() -> bytes:
    """Return a hash over all that has a part in reading and checking a scenario file, but for the file."""
    code = [Path(found.origin or "") for found in map(find_spec, CODE) if found is not None]
    schemas = [data.home("hearts_spec") / "schema" / f"{name}.schema.json" for name in SCHEMAS]
    found = sha256(sys.version.encode())
    for file in (*code, *schemas):
        found.update(file.read_bytes())
    return found.digest()


def hold_to_rules(scenarios: Iterable[Scenario], known: Sequence[str]) -> None:
    """Raise `data.DataError` for the first rule that a case decides or a refusal is to name and that is not *known*."""
    for case in cases(scenarios):
        for rule, place in _named(case):
            if rule not in known:
                case.fail(place, f"there is no rule {rule!r}{data.did_you_mean(rule, known)}")


def _named(case: Case) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    for index, rule in enumerate(case.decides):
        yield rule, ("cases", case.name, "decides", index)
    for players in case.players:
        for key in ("before", "steps"):
            for index, step in enumerate(case.stated(players).get(key, ())):
                if "rule" in step:
                    yield step["rule"], (*case.place(key, players), index, "rule")


def cases(scenarios: Iterable[Scenario], pattern: str | None = None) -> Iterator[Case]:
    """Yield the cases whose id *pattern* matches: a shell pattern, or an id or the beginning of one at a slash."""
    for scenario in scenarios:
        if pattern is None or _may_have(scenario.id, pattern):
            yield from (case for case in scenario.cases if pattern is None or matches(case.id, pattern))


def matches(case_id: str, pattern: str) -> bool:
    """Tell whether *pattern* picks a case: a shell pattern for the id, or the id or a beginning of it at a slash."""
    wanted = _wanted(pattern)
    return case_id == wanted or case_id.startswith(wanted + "/") or fnmatch.fnmatchcase(case_id, wanted)


def _may_have(scenario_id: str, pattern: str) -> bool:
    """Tell whether *pattern* may pick a case of a scenario, which need not be unpacked where it may not."""
    home, literal = scenario_id + "/", re.split(r"[*?[]", _wanted(pattern), maxsplit=1)[0]
    return home.startswith(literal) or literal.startswith(home)


def _wanted(pattern: str) -> str:
    return pattern.removesuffix(SUFFIX).rstrip("/")
