"""What a run finds: under which rules it plays, each cause of differences, and all of it as a report."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from hearts_conformance import SUITE
from hearts_conformance.implementation import Description
from hearts_conformance.targets import Target
from hearts_spec import sheets
from hearts_spec.rules import Rules

from .census import GOAL, GOALS, in_force
from .explaining import Explanation
from .lockstep import Clash, Trace
from .shrink import Key
from .writing import Written

FORMAT: Final = "heartspec-fuzz/1"


@dataclass(frozen=True)
class Setting:
    """Under which rules is played: a sheet, a number of players, options on top."""

    sheet: str
    players: int
    options: tuple[tuple[str, Any], ...] = ()

    @cached_property
    def rules(self) -> Rules:
        """The rules themselves."""
        return sheets.load(self.sheet).resolve(self.players, dict(self.options))

    def head(self) -> dict[str, Any]:
        """Return what a record says of it."""
        top = {"options": dict(self.options)} if self.options else {}
        return {"sheet": self.sheet, **top, "players": self.players}

    def __hash__(self) -> int:
        return hash((self.sheet, self.players))


@dataclass
class Harvest:
    """What a piece of a run brings back."""

    setting: Setting
    number: int
    rounds: int = 0
    moves: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    clashes: dict[Key, list[Clash]] = field(default_factory=dict)
    sightings: Counter[Key] = field(default_factory=Counter)
    traces: list[Trace] = field(default_factory=list)
    """A few games in which nothing differed."""
    stopped: str = ""
    """Why the target cannot be played on with, where it cannot."""


@dataclass
class Finding:
    """One cause of differences."""

    setting: Setting
    rules: tuple[str, ...]
    """The rules in question, the first suspect first."""
    explained: tuple[Explanation, ...]
    clash: Clash
    alike: list[Clash]
    """Some differences of its kind as they were met."""
    sentence: str
    piece: int
    sightings: int = 0
    written: Written | None = None
    """Its scenario, once the run is over, where one could be written that fails alone."""
    path: str = ""
    """Where its scenario was written, if it was."""

    @property
    def behaves_as_if(self) -> str | None:
        """What the target behaves as if, in words; None where nothing that was tried explains it."""
        return self.explained[0].text if self.explained else None

    def to_json(self) -> dict[str, Any]:
        """Return the finding as an entry of ``findings``."""
        return {
            "rules": list(self.rules),
            "behaves-as-if": self.behaves_as_if,
            "scenario": self.path or (self.written.name if self.written else None),
            "sheet": self.setting.sheet,
            "players": self.setting.players,
            "what": self.clash.what,
            "sentence": self.sentence,
            "sightings": self.sightings,
            "moves": len(self.clash.game.moves),
            "piece": self.piece,
            "text": self.written.text if self.written else None,
        }


@dataclass
class Outcome:
    """What a run has found so far."""

    target: Target
    description: Description
    seed: int
    settings: tuple[Setting, ...]
    rounds: int = 0
    moves: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    stopped: str = ""
    """Why the run ended early: what the target could not be brought to any more."""

    @cached_property
    def watched(self) -> tuple[str, ...]:
        """The rules that may have decided something, in reading order."""
        can = self.description.can
        return tuple(dict.fromkeys(rule for each in self.settings for rule in in_force(each.rules, can)))

    @property
    def census(self) -> dict[str, int]:
        """How often each rule has decided."""
        return {rule: self.counts[rule] for rule in self.watched}

    @property
    def never(self) -> list[str]:
        """The rules that were never met."""
        return [rule for rule, times in self.census.items() if not times]

    @property
    def seldom(self) -> dict[str, int]:
        """The rules met less often than their goal, but met."""
        return {rule: times for rule, times in self.census.items() if 0 < times < GOALS.get(rule, GOAL)}

    def to_json(self) -> dict[str, Any]:
        """Return the run as a ``heartspec-fuzz/1`` report."""
        return {
            "format": FORMAT,
            "suite": {"version": SUITE},
            "implementation": {"name": self.description.name, "version": self.description.version},
            "target": self.target.text,
            "seed": self.seed,
            "settings": [
                {"sheet": each.sheet, "players": each.players, "options": dict(each.options)} for each in self.settings
            ],
            "rounds": self.rounds,
            "moves": self.moves,
            "findings": [finding.to_json() for finding in self.findings],
            "census": self.census,
            "goals": {rule: GOALS.get(rule, GOAL) for rule in self.watched},
            "never": self.never,
            "stopped": self.stopped or None,
        }
