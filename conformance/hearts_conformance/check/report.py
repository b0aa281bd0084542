"""What ``heartspec check`` prints: the numbers of things, then what is wrong with them, check by check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hearts_conformance.mutants.catalogue import catalogue
from hearts_spec.texts import KINDS

from . import Result
from .graph import ENGLISH, Entry, Graph
from .tracing import NOT_A_RULE


def counts(graph: Graph) -> dict[str, Any]:
    """Return how many there are of each thing."""
    to_rules = [each for each in graph.statements if not each.value["traced-to"][0].startswith(NOT_A_RULE)]
    return {
        "rules": len(graph.rules),
        "chapters": len(graph.chapters),
        "options": len(graph.options),
        "sheets": len(graph.sheets),
        "statements": len(graph.statements),
        "traced to rules": len(to_rules),
        "shown by cases": len(shown(graph)),
        "decisions": len(graph.decisions),
        "terms": len(graph.terms),
        "scenarios": len(graph.files),
        "cases": len(graph.cases),
        "mutants": len(catalogue()),
        "translations": {language: translated(graph, language) for language in graph.languages},
    }


def shown(graph: Graph) -> list[Entry]:
    """Return the statements traced to a rule that a case decides; the others rest on what no case can see."""
    decided = {rule for case in graph.cases for rule in case.value["decides"]}
    return [each for each in graph.statements if decided & set(each.value["traced-to"])]


def translated(graph: Graph, language: str) -> int:
    """Return how many texts stand in a language other than English."""
    documents = [graph.locale(language, kind) for kind in KINDS]
    return sum(len(each.value["entries"]) for each in documents if each is not None)


def to_json(graph: Graph, results: Sequence[Result]) -> dict[str, Any]:
    """Return everything as a JSON object."""
    return {
        "well": well(results),
        "counts": counts(graph),
        "checks": [
            {
                "name": result.check.name,
                "asks": result.check.asks,
                "ran": result.findings is not None,
                "findings": [finding.to_json() for finding in result.findings or ()],
            }
            for result in results
        ],
    }


def well(results: Sequence[Result]) -> bool:
    """Tell whether every check ran and found nothing."""
    return all(result.findings == () for result in results)


def lines(graph: Graph, results: Sequence[Result]) -> list[str]:
    """Return everything as lines for people."""
    return [*_table(graph), "", *_failures(results), *_end(results)]


def _table(graph: Graph) -> list[str]:
    number = counts(graph)
    statements = (
        f"{number['statements']}, {number['traced to rules']} of them traced to rules, "
        f"{number['shown by cases']} shown by cases"
    )
    rows = [
        ("rules", f"{number['rules']} in {number['chapters']} chapters"),
        ("options", str(number["options"])),
        ("sheets", str(number["sheets"])),
        ("statements", statements),
        ("decisions", str(number["decisions"])),
        ("terms", str(number["terms"])),
        ("scenarios", f"{number['scenarios']} with {number['cases']} cases"),
        ("mutants", str(number["mutants"])),
        ("languages", ", ".join([ENGLISH, *(f"{name} ({count})" for name, count in number["translations"].items())])),
    ]
    width = max(len(name) for name, _ in rows)
    return [f"{name:<{width}}  {value}" for name, value in rows]


def _failures(results: Sequence[Result]) -> list[str]:
    found: list[str] = []
    for result in results:
        if result.findings:
            found += [f"{result.check.name}: {result.check.asks} ({len(result.findings)})"]
            found += [f"  {finding}" for finding in result.findings]
            found += [""]
    return found


def _end(results: Sequence[Result]) -> list[str]:
    failed = [result for result in results if result.findings]
    blocked = [result.check.name for result in results if result.findings is None]
    if not failed and not blocked:
        return [f"{len(results)} checks: all is well"]
    number = sum(len(result.findings or ()) for result in failed)
    end = f"{_many(len(results), 'check')}: {_many(len(failed), 'check')} failed with {_many(number, 'finding')}"
    if blocked:
        end += f"; not run, because files that they need are broken: {', '.join(blocked)}"
    return [end]


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
