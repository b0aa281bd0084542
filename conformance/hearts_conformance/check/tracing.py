"""Checks of what the rules rest on: statements of the sources, and decisions where these leave something open."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, Final

from hearts_spec.rules import AXES, takes

from .finding import Finding
from .graph import Entry, Graph
from .links import CUSTOM, dead

NOT_A_RULE: Final = "not-a-rule"


def traced(graph: Graph) -> Iterator[Finding]:
    """Every statement is traced, and what it is traced to exists."""
    for statement in graph.statements:
        for index, target in enumerate(statement.value["traced-to"]):
            for finding in _target(graph, statement, target):
                yield Finding(finding.path, statement.line("traced-to", index), finding.key, finding.sentence)


def _target(graph: Graph, statement: Entry, target: str) -> Iterator[Finding]:
    if "=" in target:
        axis, _, value = target.partition("=")
        yield from _value(statement, axis, value)
    elif ":" in target:
        kind, _, named = target.partition(":")
        there: dict[str, Collection[str]] = {"sheet": graph.sheets, "decision": graph.decision}
        if kind in there:
            yield from dead(statement, named, there[kind], kind, "traced-to")
    else:
        yield from dead(statement, target, graph.rule, "rule", "traced-to")


def _value(statement: Entry, axis: str, text: str) -> Iterator[Finding]:
    """Find what is wrong with ``axis=value``; the value is one of the axis, or a member of its lists."""
    if axis not in AXES:
        yield from dead(statement, axis, AXES, "option", "traced-to")
        return
    if not any(takes(axis, each) for each in readings(text)):
        yield statement.wrong(f"{axis} cannot be {text}: it takes {AXES[axis].expects}", "traced-to")


def readings(text: str) -> list[Any]:
    """Return what the value in ``axis=value`` may mean: YAML, a word in a list, cards or words after commas."""
    from hearts_spec.data import DataError, parse

    try:
        value = parse(text).value
    except DataError:
        value = text
    many = [each.strip() for each in re.split(r"[,\s]+", text.strip("[]")) if each.strip()]
    return [value, text, [value], many]


def grounds(graph: Graph) -> Iterator[Finding]:
    """Every rule rests on a statement or a decision, or is said to rest on custom."""
    for rule in graph.rules:
        basis = rule.value.get("basis", ())
        if not rule.value["rests-on"] and not basis:
            yield rule.wrong("this rule rests on no statement, on no decision, and not on custom either", "rests-on")
        if CUSTOM in basis and (rule.value["rests-on"] or len(basis) > 1):
            yield rule.wrong("a rule that rests on a source or a decision is not mere custom", "basis")


def both_ways(graph: Graph) -> Iterator[Finding]:
    """A rule rests on exactly the statements that are traced to it."""
    for rule in graph.rules:
        for index, named in enumerate(rule.value["rests-on"]):
            statement = graph.statement.get(named)
            if statement is not None and rule.id not in statement.value["traced-to"]:
                yield rule.wrong(f"statement {named} is not traced to this rule", "rests-on", index)
    for statement in graph.statements:
        for index, named in enumerate(statement.value["traced-to"]):
            if named in graph.rule and statement.id not in graph.rule[named].value["rests-on"]:
                yield statement.wrong(f"rule {named} does not rest on this statement", "traced-to", index)


def decisions(graph: Graph) -> Iterator[Finding]:
    """Every decision names rules and sources that exist, and is named by a rule or a statement."""
    used = {named for rule in graph.rules for named in rule.value.get("basis", ())}
    used |= {
        target.removeprefix("decision:")
        for statement in graph.statements
        for target in statement.value["traced-to"]
        if target.startswith("decision:")
    }
    for decision in graph.decisions:
        for index, named in enumerate(decision.value["rules"]):
            yield from dead(decision, named, graph.rule, "rule", "rules", index)
        for source in decision.value.get("says", {}):
            yield from dead(decision, source, graph.source, "source", "says", source)
        if decision.id not in used:
            yield decision.wrong("no rule rests on this decision and no statement is traced to it", "id")


def decided_both_ways(graph: Graph) -> Iterator[Finding]:
    """A decision names exactly the rules that rest on it."""
    for rule in graph.rules:
        for index, named in enumerate(rule.value.get("basis", ())):
            decision = graph.decision.get(named)
            if decision is not None and rule.id not in decision.value["rules"]:
                yield rule.wrong(f"decision {named} does not name this rule", "basis", index)
    for decision in graph.decisions:
        for index, named in enumerate(decision.value["rules"]):
            if named in graph.rule and decision.id not in graph.rule[named].value.get("basis", ()):
                yield decision.wrong(f"rule {named} does not rest on this decision", "rules", index)
