"""Checks of scenarios: sound files, a case for every rule, two for every restriction."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from hearts_conformance import scenario
from hearts_spec.conditions import meets
from hearts_spec.data import DataError

from .finding import Finding, all_of
from .graph import Entry, Graph, by_id
from .links import dead

SEATS: Final = frozenset("0123456")
ACCEPTING: Final = frozenset({*SEATS, "opens", "run", "pass", "choose", "legal", "accept"})
"""The words of a step that show something accepted."""
UNPLAYED: Final = frozenset({"policy"})
"""The chapters whose options no case can tell apart."""


def scenarios(graph: Graph) -> Iterator[Finding]:
    """Every scenario can be laid out, and decides rules that exist."""
    for file in graph.files.values():
        try:
            scenario.load(file.document.path, graph.scenarios)
        except DataError as error:
            yield from all_of(error)
        chapter = file.id.split("/")[0]
        if chapter not in graph.chapters:
            yield file.wrong(f"there is no chapter {chapter}; the folders of scenarios are named by chapters")
    for case in graph.cases:
        for index, rule in enumerate(case.value["decides"]):
            yield from dead(case, rule, graph.rule, "rule", "decides", index)


def refusals(graph: Graph) -> Iterator[Finding]:
    """Every refusal names a restriction."""
    for entry in (*graph.files.values(), *graph.cases):
        for keys, step in steps(entry.value):
            named = step.get("rule")
            if named is not None and named in graph.rule and graph.rule[named].value["kind"] != "restriction":
                kind = graph.rule[named].value["kind"]
                yield entry.wrong(f"{named} is of kind {kind}; a refusal names a restriction", *keys, "rule")
            elif named is not None:
                yield from dead(entry, named, graph.rule, "rule", *keys, "rule")


def steps(stated: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, Any]]]:
    """Yield each step that a file or a case states itself, with the keys of its place."""
    for key in ("before", "steps", "rounds"):
        for index, step in enumerate(stated.get(key, ())):
            yield (key, index), step
    for players, layer in stated.get("at", {}).items():
        for keys, step in steps(layer):
            yield ("at", players, *keys), step


def _played(case: Entry) -> list[Mapping[str, Any]]:
    """Return the steps of a case: its own, or those that it shares with its file."""
    own = [step for _, step in steps(case.value)]
    return own or [step for _, step in steps(case.document.value)]


def twins(graph: Graph) -> Iterator[Finding]:
    """Every restriction has a case in which it refuses, and one in which it accepts."""
    refusing: set[str] = set()
    accepting: set[str] = set()
    for case in graph.cases:
        played = _played(case)
        decided = set(case.value["decides"])
        refusing |= decided & {step["rule"] for step in played if "rule" in step}
        accepting |= decided if any(ACCEPTING & step.keys() for step in played) else set()
    for rule in graph.rules:
        if rule.value["kind"] == "restriction" and graph.own:
            if rule.id not in refusing:
                yield rule.wrong("no case that decides this restriction shows a refusal that names it")
            if rule.id not in accepting:
                yield rule.wrong("no case that decides this restriction shows a move that it accepts")


def clause_gate(graph: Graph) -> Iterator[Finding]:
    """Every rule is decided by a case, or says why none can see it."""
    decided = {rule for case in graph.cases for rule in case.value["decides"]}
    for rule in graph.rules:
        excused = "unseen" in rule.value or rule.value["kind"] == "policy"
        if graph.own and not excused and rule.id not in decided:
            yield rule.wrong("no case decides this rule, and it does not say why none can (unseen)")


def choices(graph: Graph) -> Iterator[Finding]:
    """Every value of an option, among those that have a name, has a case that no other of them satisfies."""
    if not graph.own:
        return
    wanted = list(_wanted(graph))
    for option in graph.options:
        values = [each["value"] for each in option.value.get("values", ())]
        if option.value["type"] != "choice" or option.value["chapter"] in UNPLAYED or len(values) < 2:
            continue
        alone = {_only(asked[option.id], values, option.id) for asked in wanted if option.id in asked}
        for index, value in enumerate(values):
            if value not in alone:
                yield option.wrong(f"no case asks for {value} and for no other value of this option", "values", index)


def _wanted(graph: Graph) -> Iterator[dict[str, Any]]:
    """Yield what each case asks of the options, its file included; what it sets itself, it asks for."""
    for case in graph.cases:
        layers = (case.document.value, case.value)
        yield {
            axis: asked for key in ("when", "with") for layer in layers for axis, asked in layer.get(key, {}).items()
        }


def _only(asked: Any, values: Sequence[Any], axis: str) -> Any:
    """Return the one of some values that is as *asked*, None where none or several are."""
    met = [value for value in values if meets(asked, value, axis)]
    return met[0] if len(met) == 1 else None


def excuses(graph: Graph) -> Iterator[Finding]:
    """No rule that says that it cannot be seen is decided by a case."""
    for case in graph.cases:
        for index, named in enumerate(case.value["decides"]):
            rule = graph.rule.get(named)
            if rule is not None and "unseen" in rule.value:
                where = f"{rule.document.path.name}:{rule.line('unseen')}"
                yield case.wrong(f"{named} says that no case can see it ({where})", "decides", index)


def retired(graph: Graph) -> Iterator[Finding]:
    """No retired id is used again, and what took its place exists."""
    used = {**graph.rule, **graph.files, **by_id(graph.cases)}
    for entry in graph.retired:
        if entry.id in used:
            again = used[entry.id]
            where = f"{again.document.path.name}:{again.line()}"
            yield entry.wrong(f"this id is retired, but stands again at {where}; give the new thing a new id", "id")
        if "instead" in entry.value:
            yield from dead(entry, entry.value["instead"], used, "rule, scenario or case", "instead")


def known(graph: Graph) -> Iterator[Finding]:
    """Every list of known deviations names cases, rules and sheets that exist."""
    cases = {case.id for case in graph.cases}
    for document in graph.of("known"):
        for index, value in enumerate(document.value["known"]):
            entry = Entry(value.get("case") or value["rule"], value, document, ("known", index))
            if "case" in value:
                if not any(scenario.matches(case, value["case"]) for case in cases):
                    yield from dead(entry, value["case"], cases, "case", "case")
            elif not fnmatch.filter(graph.rule, value["rule"]):
                yield entry.wrong("no rule has an id like this", "rule")
            if "sheet" in value:
                yield from dead(entry, value["sheet"], graph.sheets, "sheet", "sheet")


def restrictions(graph: Graph) -> Iterator[Finding]:
    """The restrictions are exactly the rules that the reference can name when it refuses."""
    named = refusable()
    for rule in graph.rules:
        kind = rule.value["kind"]
        if kind == "restriction" and rule.id not in named:
            yield rule.wrong("this is a restriction, but the reference never names it in a refusal", "kind")
        elif kind != "restriction" and rule.id in named:
            yield rule.wrong(f"the reference names this rule in refusals, but its kind is {kind}", "kind")
    for missing in sorted(named - graph.rule.keys()):
        yield Finding(graph.spec / "rules", None, missing, "the reference names this rule in refusals; it is missing")


def refusable() -> frozenset[str]:
    """Return the ids that the reference, playing by the book, can name in a refusal: read off its tables."""
    from hearts_reference import READINGS, legality, passing

    allowing = {legality.any_card, passing.any_card_passes}
    filters = {rule for situation in legality.ORDER.values() for group in situation for rule in group}
    asked = {passing.REFUSALS.get(rule, rule) for rule in passing.CHECKS if READINGS[rule] not in allowing}
    action = {"round.phase", "turn.in-order", "turn.own-card", "moon.choice"}
    return frozenset({rule for rule in filters if READINGS[rule] not in allowing} | asked | action)
