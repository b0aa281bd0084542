"""``heartspec check``: a list of small named checks, run in order over one loaded graph of all data files.

`CHECKS` is the list.  Each check is a function from the graph to what it finds wrong; its name and the first line of
its docstring are what people see.  `graph` reads the files, `report` prints, `seals` renews the seals of
translations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from . import cases, conditions, evidence, files, ids, links, scope, sheets, tracing, translations
from .finding import Finding
from .graph import Graph, load


@dataclass(frozen=True, slots=True)
class Check:
    """One named check; ``find`` yields what is wrong in a graph, and the first line of its docstring says what it asks.

    ``needs`` are the areas whose files must all be readable before it makes sense to run the check: ``spec``,
    ``locales`` (the translations), ``scenarios``, ``known`` (the lists of known deviations).
    """

    name: str
    find: Callable[[Graph], Iterable[Finding]]
    needs: tuple[str, ...] = ("spec",)

    @property
    def asks(self) -> str:
        """The one line that says what the check asks for."""
        lines = (self.find.__doc__ or "").strip().splitlines()
        return lines[0].rstrip(".") if lines else ""


NOTHING: Final = ()
READ: Final = ("spec", "locales")
PLAYED: Final = ("spec", "scenarios")

CHECKS: Final[tuple[Check, ...]] = (
    Check("files", files.readable, NOTHING),
    Check("places", files.places, NOTHING),
    Check("schemas", files.schema_files, NOTHING),
    Check("first-lines", files.first_lines, NOTHING),
    Check("ids", ids.unique),
    Check("homes", ids.homes),
    Check("rules", links.rule_links),
    Check("kinds", links.kinds),
    Check("conditions", conditions.conditions),
    Check("restrictions", cases.restrictions),
    Check("options", links.options),
    Check("sheets", sheets.resolve),
    Check("changeable", sheets.changeable),
    Check("values", links.values),
    Check("numbering", ids.numbering),
    Check("statements", tracing.traced),
    Check("traces", tracing.both_ways),
    Check("grounds", tracing.grounds),
    Check("decisions", tracing.decisions),
    Check("bases", tracing.decided_both_ways),
    Check("translations", translations.locales, READ),
    Check("messages", translations.messages, READ),
    Check("words", translations.words, (*READ, *PLAYED)),
    Check("scenarios", cases.scenarios, PLAYED),
    Check("refusals", cases.refusals, PLAYED),
    Check("titles", translations.titles, (*READ, *PLAYED)),
    Check("misreadings", translations.misreadings, (*READ, *PLAYED)),
    Check("retired", cases.retired, PLAYED),
    Check("known", cases.known, (*PLAYED, "known")),
    Check("twins", cases.twins, PLAYED),
    Check("gate", cases.clause_gate, PLAYED),
    Check("choices", cases.choices, PLAYED),
    Check("excuses", cases.excuses, PLAYED),
    Check("scope", scope.scope, PLAYED),
    Check("mutants", evidence.mutants),
    Check("claims", evidence.claims, PLAYED),
)
"""The checks in the order in which they run: the files, the specification, its translations, the scenarios."""


@dataclass(frozen=True)
class Result:
    """What one check found; None where it could not run because files that it needs are broken."""

    check: Check
    findings: tuple[Finding, ...] | None


def run(graph: Graph, checks: Iterable[Check] = CHECKS) -> Iterator[Result]:
    """Run checks over a graph, in order."""
    for check in checks:
        blocked = graph.unsound & set(check.needs)
        yield Result(check, None if blocked else tuple(sorted(set(check.find(graph)), key=lambda each: each.order)))


__all__ = ["CHECKS", "Check", "Finding", "Graph", "Result", "load", "run"]
