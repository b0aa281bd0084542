"""The checks of proof: what cases say that they decide, measured on mutants of the rules.

A ``decides`` counts only where the case fails on some misreading of the rule.  A rule whose every claim holds is
remembered until its cases or any code that has a part in the measurement change.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from hearts_conformance.memory import Memory
from hearts_conformance.mutants import catalogue, evidence
from hearts_conformance.mutants.mutant import Mutant, named
from hearts_conformance.parallel import Workers
from hearts_spec.data import DataError
from hearts_spec.rules import AXES, Rules
from hearts_spec.sheets import idle

from .cases import UNPLAYED
from .finding import Finding
from .graph import Entry, Graph, by_id
from .scope import code
from .sheets import load

MEMORY: Final = Memory("borne-out")
"""The rules of which every claim was found to hold."""
RESTRICTION: Final = "restriction"
SIDES: Final = {
    evidence.Side.LAX: "lets through what it refuses",
    evidence.Side.STRICT: "refuses what it lets through",
}
"""What mutants on either side of a restriction do."""
FEW: Final = 8
"""Up to so many rules are measured in this process."""


def mutants(graph: Graph) -> Iterator[Finding]:
    """Every rule that a case can decide has a mutant, and so has every value of an option on which sheets differ."""
    misread = {each.rule for each in catalogue.catalogue()}
    for rule in graph.rules:
        if rule.id not in misread and not _excused(rule):
            yield rule.wrong("this rule has no mutant, so no case can be shown to decide it; see mutants/misreadings")
    told = {each.option for each in catalogue.catalogue()}
    for entry, axis, value in _told_apart(graph):
        if named(axis, value) not in told:
            yield entry.wrong(
                f"no mutant takes {named(axis, value)} for another value; see mutants/misreadings",
                *_place(entry, axis),
            )


def claims(graph: Graph) -> Iterator[Finding]:
    """Every rule has a case that fails on a mutant of it, and so has every claim of a case to decide a rule."""
    if not graph.own:
        return
    rules = [rule.id for rule in graph.rules if _deciding(graph, rule.id) and not _excused(rule)]
    digests = {rule: _digest(graph, rule) for rule in rules}
    known = {} if graph.fresh else MEMORY.recall()
    due = [rule for rule in rules if digests[rule] not in known]
    for each in _measured(graph, due):
        found = list(_unproved(graph, each))
        yield from found
        if found:
            del digests[each.rule]
    MEMORY.remember(dict.fromkeys(digests.values(), ""))


def _unproved(graph: Graph, measured: evidence.Evidence) -> Iterator[Finding]:
    """Find what the cases that decide a rule do not show."""
    if not measured.killed:
        yield graph.rule[measured.rule].wrong("no case that decides this rule fails on any mutant of it")
        return
    cases = by_id(_deciding(graph, measured.rule))
    for name in measured.unbacked:
        index = cases[name].value["decides"].index(measured.rule)
        told = f"this case fails on no mutant of {measured.rule}, so it does not decide it"
        yield cases[name].wrong(told, "decides", index)
    yield from _one_sided(graph.rule[measured.rule], measured)
    yield from _mixed_up(graph, measured)


def _one_sided(rule: Entry, measured: evidence.Evidence) -> Iterator[Finding]:
    """Find what is not shown of a restriction: that it refuses, or that it does not refuse too much."""
    if rule.value["kind"] != RESTRICTION:
        return
    for side, told in SIDES.items():
        if side not in measured.sides:
            yield rule.wrong(f"no case that decides this restriction fails on a mutant that {told}")


def _deciding(graph: Graph, rule: str) -> list[Entry]:
    return [case for case in graph.cases if rule in case.value["decides"]]


def _excused(rule: Entry) -> bool:
    return "unseen" in rule.value or rule.value["kind"] == "policy"


def _mixed_up(graph: Graph, measured: evidence.Evidence) -> Iterator[Finding]:
    """Find values of options that no case tells from another one, though sheets differ in them."""
    wanted = {named(axis, value): entry for entry, axis, value in _told_apart(graph)}
    known: Mapping[str, Mutant] = {each.id: each for each in catalogue.of_rule(measured.rule)}
    for each in measured.mutants:
        option = known[each.mutant].option
        if option in wanted and each.fate is not evidence.Fate.KILLED:
            told = f"no case that decides {measured.rule} notices that {known[each.mutant].misreading} ({each.mutant})"
            yield wanted[option].wrong(told, *_place(wanted[option], option.partition("=")[0]))


# Options on which sheets differ.


def _told_apart(graph: Graph) -> Iterator[tuple[Entry, str, Any]]:
    """Yield each value of an option that a sheet has and that another has not, with the first sheet that has it."""
    found: dict[str, dict[str, tuple[Entry, Any]]] = {}
    for entry, rules in _resolved(graph):
        still = idle(rules)
        for axis in AXES:
            if axis != "players" and axis not in still and graph.option[axis].value["chapter"] not in UNPLAYED:
                value = rules.options[axis]
                found.setdefault(axis, {}).setdefault(named(axis, value), (entry, value))
    for axis, values in found.items():
        if len(values) > 1:
            yield from ((entry, axis, value) for entry, value in values.values())


def _resolved(graph: Graph) -> Iterator[tuple[Entry, Rules]]:
    for entry in graph.sheets.values():
        sheet = load(graph, entry)
        if isinstance(sheet, DataError):
            continue
        for players in sheet.players:
            try:
                yield entry, sheet.resolve(players)
            except DataError:
                continue


def _place(entry: Entry, axis: str) -> tuple[str, ...]:
    return ("options", axis) if axis in entry.value.get("options", {}) else ()


# Measuring.


def _measured(graph: Graph, rules: Sequence[str]) -> Iterator[evidence.Evidence]:
    """Yield what is measured of some rules."""
    restrictions = frozenset(rule.id for rule in graph.rules if rule.value["kind"] == RESTRICTION)
    work = evidence.Work(graph.scenarios, _stamp(graph), restrictions=restrictions, claims_only=True)
    jobs = (os.cpu_count() or 1) if len(rules) > FEW else 1
    yield from evidence.measure_all(rules, work, Workers(jobs))


def _digest(graph: Graph, rule: str) -> str:
    """Return what stands for a rule and all that its evidence depends on."""
    found = hashlib.sha256(code() + _catalogue() + rule.encode())
    for path in dict.fromkeys(case.document.path for case in _deciding(graph, rule)):
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()


def _stamp(graph: Graph) -> str:
    """Return what tells this state of the scenarios from any other."""
    found = hashlib.sha256()
    for file in graph.files.values():
        found.update(file.id.encode() + file.document.path.read_bytes())
    return found.hexdigest()


@cache
def _catalogue() -> bytes:
    """Return a hash over the code of the mutants."""
    found = hashlib.sha256()
    for file in sorted(Path(catalogue.__file__).parent.rglob("*.py")):
        found.update(file.name.encode() + file.read_bytes())
    return found.digest()
