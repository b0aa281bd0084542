"""Which options an implementation plays by, inferred from what it shows.

It is started by the options of a sheet, which it may or may not listen to, and made to play the moves of many cases
(`probes`).  What it showed (`traces`) is compared with what the reference shows by other options, and the options
that leave least unexplained are searched for (`search`).  For each axis that gives the values which are consistent
with all that was seen; for the whole, the sheets that play the same game.

Unlike the runner this knows the reference, and expects nothing: an implementation started by one sheet that plays by
another is simply found to play by the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from hearts_conformance.claims import CAPABILITY, NEVER, Claims, without_effect
from hearts_conformance.implementation import Description, Implementation
from hearts_conformance.scenario import Scenario
from hearts_conformance.session import NothingToJudge
from hearts_conformance.verdict import Misreading
from hearts_spec import sheets
from hearts_spec.rules import AXES, Rules

from . import misreadings
from .axes import alike, rules_of, used, values
from .probes import moves, probes
from .search import Search

FORMAT: Final = "heartspec-identify/1"
PASSES: Final = 4
"""How often probes are laid out anew for options that explain more, at most."""


@dataclass(frozen=True)
class Axis:
    """What was found out about one axis."""

    candidates: tuple[Any, ...]
    """The values consistent with all that was seen, the likeliest first."""
    evidence: tuple[str, ...] = ()
    """Cases in whose positions the other values were excluded."""
    open: str = ""
    """Why several values are left, in words; empty where one is."""


@dataclass(frozen=True)
class Likeness:
    """A registered sheet, and the axes on which what was found differs from it."""

    sheet: str
    differences: dict[str, tuple[Any, Any]]
    """Axis to the sheet's value and the value found."""


@dataclass(frozen=True)
class Identification:
    """The options that an implementation plays by, as far as they show."""

    target: str
    name: str
    version: str
    players: int
    sheet: str
    """The sheet by which it was started."""
    axes: dict[str, Axis]
    sheets: tuple[str, ...]
    """The registered sheets that are consistent with all that was seen."""
    nearest: tuple[Likeness, ...]
    """Where there is no such sheet, those that differ on the fewest axes."""
    probes: int
    """How many scripts were carried out."""
    unexplained: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Case to what was seen in its position that no options explain."""
    misreadings: tuple[Misreading, ...] = ()
    """Misreadings each of which explains all that was seen, together with the first candidate of every axis; the
    likeliest first."""

    @property
    def open(self) -> dict[str, Axis]:
        """The axes on which several values are left."""
        return {name: axis for name, axis in self.axes.items() if axis.open}

    def to_json(self) -> dict[str, Any]:
        """Return everything as a JSON object, heartspec-identify/1."""
        return {
            "format": FORMAT,
            "implementation": {"name": self.name, "version": self.version, "target": self.target},
            "players": self.players,
            "started-as": self.sheet,
            "axes": {name: list(axis.candidates) for name, axis in self.axes.items()},
            "sheets": list(self.sheets),
            "nearest": [
                {
                    "sheet": each.sheet,
                    "differences": {
                        axis: {"sheet": ours, "seen": seen} for axis, (ours, seen) in each.differences.items()
                    },
                }
                for each in self.nearest
            ],
            "evidence": {name: list(axis.evidence) for name, axis in self.axes.items()},
            "open": {name: axis.open for name, axis in self.open.items()},
            "unexplained": {case: list(facts) for case, facts in self.unexplained.items()},
            "misreadings": [each.to_json() for each in self.misreadings],
            "probes": self.probes,
        }


class NothingSeen(NothingToJudge):
    """Nothing could be carried out, so that nothing was found out; the text says why."""


def identify(
    implementation: Implementation,
    description: Description,
    start: Rules,
    sheet: str,
    scenarios: Iterable[Scenario],
    target: str = "",
) -> Identification:
    """Find out by which options *implementation* plays when it is started by *start*, the rules of *sheet*.

    Raises `NothingSeen` where it takes no start and no deal, and `Fault` where it hangs, breaks the protocol, or
    shows what cannot be read.
    """
    claims = Claims(description)
    search = Search(implementation, description.can)
    best = start.to_json()
    scenarios = list(scenarios)
    starts = [best, *_registered(start.players)]
    for _ in range(PASSES):
        begun = {moves(asked.probe.setup, asked.probe.script) for asked in search.asked}
        for probe in probes(scenarios, start, best, claims, sheet, begun):
            search.ask(probe)
        search.settle_pack(start)
        if not any(asked.trace.dealt for asked in search.asked):
            raise NothingSeen(f"{description.name} takes no deal when it is started as {sheet}")
        before, best = best, search.best([best, *starts])
        if before == best:
            break
    best, fits = misreadings.fitting(search, [best, start.to_json()])
    rules = rules_of(best)
    assert rules is not None
    judging = search.misread(fits[0]) if fits else search
    axes = {axis: _axis(judging, best, rules, axis) for axis in AXES if axis != "players"}
    named = _consistent(best, axes)
    return Identification(
        target=target,
        name=description.name,
        version=description.version,
        players=start.players,
        sheet=sheet,
        axes=axes,
        sheets=tuple(named),
        nearest=() if named else tuple(_nearest(best, axes)),
        probes=len(search.asked),
        unexplained=_unexplained(search, best),
        misreadings=tuple(map(misreadings.told, fits)),
    )


def _registered(players: int) -> list[dict[str, Any]]:
    found = [sheets.load(name) for name in sheets.ids()]
    return [sheet.resolve(players).to_json() for sheet in found if players in sheet.players]


def _axis(search: Search, best: dict[str, Any], rules: Rules, axis: str) -> Axis:
    """Return what is known of one axis, *best* being the options that explain most."""
    listed = used(rules.players)[axis]
    capability = CAPABILITY.get(axis.partition(".")[0])
    choice = [best[axis], *(value for value in values(rules.players)[axis] if value != best[axis])]
    if axis in NEVER:
        return Axis(tuple(listed), open="" if len(listed) == 1 else "the interface does not carry it")
    if axis in without_effect(rules):
        kept = [best[axis], *(value for value in listed if value != best[axis])]
        return Axis(tuple(kept), open="it has no effect here" if len(kept) > 1 else "")
    if axis in search.fixed:
        return Axis(tuple(choice), open="it takes any pack that it is dealt" if len(choice) > 1 else "")
    if capability and capability not in search.can:
        return Axis(tuple(choice), open=f"{capability} is not declared" if len(choice) > 1 else "")
    possible, evidence = search.candidates(best, axis)
    same = [value for value in possible if value != best[axis] and alike(best, {**best, axis: value})]
    kept = [value for value in choice if value in possible and (value not in same or value in listed)]
    cases = tuple(dict.fromkeys(search.asked[number].probe.case for number in evidence))
    why = "nothing that was seen tells them apart" if set(map(repr, kept)) - set(map(repr, [best[axis], *same])) else ""
    return Axis(tuple(kept), cases, why or ("they make no difference here" if len(kept) > 1 else ""))


def _consistent(best: dict[str, Any], axes: dict[str, Axis]) -> list[str]:
    """Return the registered sheets that have only candidates, where their value has an effect."""
    found = []
    for name in sheets.ids():
        sheet = sheets.load(name)
        if best["players"] in sheet.players:
            options = sheet.resolve(best["players"]).options
            if alike(best, options) or all(options[axis] in known.candidates for axis, known in axes.items()):
                found.append(name)
    return found


def _nearest(best: dict[str, Any], axes: dict[str, Axis]) -> Sequence[Likeness]:
    likenesses = []
    for name in sheets.ids():
        sheet = sheets.load(name)
        if best["players"] not in sheet.players:
            continue
        options = sheet.resolve(best["players"]).options
        differences = {
            axis: (options[axis], known.candidates[0])
            for axis, known in axes.items()
            if options[axis] not in known.candidates
        }
        likenesses.append(Likeness(name, differences))
    fewest = min(len(each.differences) for each in likenesses)
    return [each for each in likenesses if len(each.differences) == fewest]


def _unexplained(search: Search, best: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    left: dict[str, list[str]] = {}
    for number, fact in sorted(search.left(best)):
        left.setdefault(search.asked[number].probe.case, []).append(fact)
    return {case: tuple(dict.fromkeys(facts)) for case, facts in left.items()}
