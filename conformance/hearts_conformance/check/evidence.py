"""The checks of proof: what cases say that they decide, measured on mutants of the rules (`hearts_conformance.mutants`).

A ``decides`` counts only where the case fails on some misreading of the rule.  A rule whose every claim holds is
remembered until its cases or any code that has a part in the measurement change.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from hearts_conformance.mutants import catalogue, evidence
from hearts_conformance.mutants.mutant import Mutant, named
from hearts_conformance.parallel import Workers
from hearts_spec.data import DataError
from hearts_spec.rules import AXES, Rules
from hearts_spec.sheets import idle

from .cases import UNPLAYED
from .finding import Finding
from .graph import Entry, Graph, by_id
from .memory import Memory
from .scope import code
from .sheets import load

MEMORY: Final = Memory("borne-out")
"""The rules of which every claim was found to hold."""
FEW: Final = 8
"""Up to so many rules are measured in this process."""


def mutants(graph: Graph) -> Iterator[Finding]:
    """Every rule that a case can decide has a mutant, and so has every value of an option on which sheets differ."""
    misread = {each.rule for each in catalogue.catalogue()}
    for rule in graph.rules:
        if rule.id not in misread and not _excused(rule):
            yield rule.wrong("there is no mutant of this rule, so that no case can be shown to decide it")
    told = {each.option for each in catalogue.catalogue()}
    for entry, axis, value in _told_apart(graph):
        if named(axis, value) not in told:
            yield entry.wrong(f"no mutant takes {named(axis, value)} for another value", *_place(entry, axis))


def claims(graph: Graph) -> Iterator[Finding]:
    """Every rule has a case that fails on a mutant of it, and so has every claim of a case to decide a rule."""
    if not graph.own:
        return
    decided = {rule: [case for case in graph.cases if rule in case.value["decides"]] for rule in graph.rule}
    for each in _measured(graph, [rule for rule in graph.rule if decided[rule] and not _excused(graph.rule[rule])]):
        rule = graph.rule[each.rule]
        if not each.killed:
            yield rule.wrong("no case that decides this rule fails on any mutant of it")
            continue
        cases = by_id(decided[each.rule])
        for name in each.unbacked:
            case = cases[name]
            index = case.value["decides"].index(each.rule)
            yield case.wrong(f"this case fails on no mutant of {each.rule}, so it does not decide it", "decides", index)
        yield from _mixed_up(graph, each)


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


def _measured(graph: Graph, rules: Iterable[str]) -> list[evidence.Evidence]:
    """Return what is measured of the rules that are not known to be sound."""
    files = {file.document.path: file.value["cases"].values() for file in graph.files.values()}
    digests = {rule: _digest(rule, [path for path, cases in files.items() if _decide(rule, cases)]) for rule in rules}
    known = set() if graph.fresh else MEMORY.recall()
    due = [rule for rule, each in digests.items() if each not in known]
    work = evidence.Work(graph.scenarios, _stamp(files), claims_only=True)
    jobs = (os.cpu_count() or 1) if len(due) > FEW else 1
    measured = list(evidence.measure_all(due, work, Workers(jobs)))
    unsound = {each.rule for each in measured if not _sound(each)}
    MEMORY.remember(each for rule, each in digests.items() if rule not in unsound)
    return measured


def _decide(rule: str, cases: Iterable[Mapping[str, Any]]) -> bool:
    return any(rule in case["decides"] for case in cases)


def _sound(measured: evidence.Evidence) -> bool:
    killed = all(each.fate is evidence.Fate.KILLED for each in measured.mutants)
    return measured.killed and killed and not measured.unbacked


def _digest(rule: str, paths: Iterable[Path]) -> str:
    """Return what stands for a rule and all that its evidence depends on."""
    found = hashlib.sha256(code() + _catalogue() + rule.encode())
    for path in paths:
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()


def _stamp(paths: Iterable[Path]) -> str:
    """Return what tells this state of the scenarios from any other."""
    found = hashlib.sha256()
    for path in paths:
        found.update(str(path).encode() + path.read_bytes())
    return found.hexdigest()


@cache
def _catalogue() -> bytes:
    """Return a hash over the code of the mutants."""
    found = hashlib.sha256()
    for file in sorted(Path(catalogue.__file__).parent.rglob("*.py")):
        found.update(file.name.encode() + file.read_bytes())
    return found.digest()
