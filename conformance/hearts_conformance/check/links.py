"""Checks of links within the specification: what is named exists."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator, Mapping
from typing import Any, Final

from hearts_spec.data import did_you_mean
from hearts_spec.rules import AXES, takes

from .finding import Finding
from .graph import Entry, Graph

CUSTOM: Final = "custom"
"""The basis of a rule that rests on what everybody does, and on no source."""


def dead(entry: Entry, named: str, there: Collection[str], kind: str, *keys: Hashable) -> Iterator[Finding]:
    """Yield a finding if *named* is not *there*."""
    if named not in there:
        yield entry.wrong(f"there is no {kind} {named}{_hint(named, there)}", *keys)


def _hint(named: str, there: Collection[str]) -> str:
    hint = did_you_mean(named, list(there))
    return hint if hint.startswith("; did") else ""


def rule_links(graph: Graph) -> Iterator[Finding]:
    """Every rule, statement and decision that a rule names exists."""
    targets: list[tuple[str, Collection[str], str]] = [
        ("see", graph.rule, "rule"),
        ("rests-on", graph.statement, "statement"),
        ("basis", {*graph.decision, CUSTOM}, "decision"),
    ]
    for rule in graph.rules:
        for key, there, kind in targets:
            for index, named in enumerate(rule.value.get(key, ())):
                yield from dead(rule, named, there, kind, key, index)
                if named == rule.id:
                    yield rule.wrong("a rule does not refer to itself", key, index)
        if "elaborates" in rule.value:
            yield from dead(rule, rule.value["elaborates"], graph.rule, "rule", "elaborates")


def options(graph: Graph) -> Iterator[Finding]:
    """The options are those that the code knows, with the same order, defaults and values."""
    listed = [option.id for option in graph.options]
    for option in graph.options:
        if option.id not in AXES:
            yield option.wrong("the code knows no such axis (hearts_spec.rules.AXES)", "id")
            continue
        yield from _option(option)
        for index, rule in enumerate(option.value["rules"]):
            yield from dead(option, rule, graph.rule, "rule", "rules", index)
    for document in graph.of("options"):
        missing = [axis for axis in AXES if axis not in listed]
        if missing:
            yield Finding(document.path, document.line("options"), "options", f"missing: {', '.join(missing)}")
        elif listed != list(AXES) and set(listed) == set(AXES):
            first = next(option for option, axis in zip(graph.options, AXES, strict=False) if option.id != axis)
            yield first.wrong("the order is not that of hearts_spec.rules.AXES, in which resolved options are listed")


def _option(option: Entry) -> Iterator[Finding]:
    """Find where one option of the file differs from the axis in code."""
    axis = AXES[option.id]
    default = option.value["default"]
    if axis.default is not None and default != axis.default:
        yield option.wrong(f"the default is {default!r}, but the code has {axis.default!r}", "default")
    elif not takes(option.id, default):
        yield option.wrong(f"the default is {default!r}, but {option.id} takes {axis.expects}", "default")
    values = [each["value"] for each in option.value.get("values", ())]
    for index, value in enumerate(values):
        if not takes(option.id, value) and not takes(option.id, [value]):
            yield option.wrong(f"{value!r} is no value: {option.id} takes {axis.expects}", "values", index)
    for word in words(option.id):
        if word not in values and option.value["type"] in ("choice", "set", "cycle"):
            yield option.wrong(f"the value {word} has no label here", "values" if values else "id")


def words(axis: str) -> list[str]:
    """Return the words that are values of an axis, or members of its lists."""
    candidates = dict.fromkeys(re.findall(r"[a-z]+(?:-[a-z]+)*", AXES[axis].expects))
    return [each for each in candidates if takes(axis, each) or takes(axis, [each])]


def values(graph: Graph) -> Iterator[Finding]:
    """Every value that a sheet uses and a player reads as a word has a label."""
    labels = {
        option.id: {each["value"] for each in option.value["values"]}
        for option in graph.options
        if "values" in option.value
    }
    for sheet in graph.sheets.values():
        for key in ("options", "changeable"):
            for axis, setting in sheet.value.get(key, {}).items():
                for word in _used(setting):
                    if axis in labels and word in words(axis) and word not in labels[axis]:
                        yield sheet.wrong(f"the value {word} has no label in options.yaml", key, axis)


def _used(setting: Any) -> Iterator[str]:
    """Yield every word in a setting, however deep in maps by player count and lists."""
    if isinstance(setting, str):
        yield setting
    elif isinstance(setting, Mapping):
        for each in setting.values():
            yield from _used(each)
    elif isinstance(setting, list):
        for each in setting:
            yield from _used(each)


def kinds(graph: Graph) -> Iterator[Finding]:
    """Policies stand in the chapter of policies, and a rule elaborates only a restriction."""
    for rule in graph.rules:
        chapter = rule.document.value["chapter"]
        if (rule.value["kind"] == "policy") != (chapter == "policy"):
            yield rule.wrong(f"kind {rule.value['kind']} does not stand in chapter {chapter}", "kind")
        explained = graph.rule.get(rule.value.get("elaborates", ""))
        if explained is not None and explained.value["kind"] != "restriction":
            yield rule.wrong(
                f"{explained.id} is of kind {explained.value['kind']}; only a restriction can be elaborated",
                "elaborates",
            )
        if rule.value["kind"] == "restriction" and "elaborates" in rule.value:
            yield rule.wrong("a restriction is what refusals name; it elaborates no other", "elaborates")
