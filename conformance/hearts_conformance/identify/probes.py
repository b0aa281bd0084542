"""Probes: the moves of cases, to be made whatever the case expects of them.

A case says what must be seen under the options of its ``when``.  Its moves are good for more: made under any other
options they show which those are.  So every case is a probe that can be laid out for the options in question or for
options one value apart; two cases that make the same moves are one probe.

A probe starts from the options that the implementation is told to play by.  Where its case sets options of its own
(``with``), there is a second probe that sets them too, if the implementation claims them.  Whether it listens to any
of these options is open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

from hearts_conformance.claims import Claims
from hearts_conformance.implementation import Setup
from hearts_conformance.layout import expand
from hearts_conformance.scenario import Case, Scenario, cases
from hearts_conformance.script import JUDGING, CaseRun, Instruction
from hearts_spec import conditions, sheets, texts
from hearts_spec.rules import AXES, Rules

from .axes import Options, rules_of, values, with_value
from .matches import whole_matches

LAYING_OUT: Final = ("deck.strip", "deal.remainder", "pass.count", "pass.cycle", "open.leader")
"""The axes on which the deal and the first moves of a case depend."""
PLAIN: Final = "play/follow-suit/able"
"""The case that shows whether a deal is taken at all."""


@dataclass(frozen=True)
class Probe:
    """One script to carry out."""

    case: str
    """The case whose moves they are."""
    setup: Setup
    script: tuple[Instruction, ...]
    own: Mapping[str, Any] = field(default_factory=dict)
    """The options of the case itself that go with the start."""
    axes: frozenset[str] = frozenset()
    """The axes that its case is about."""
    decides: tuple[str, ...] = ()
    """The rules that its case decides."""


def probes(
    scenarios: Iterable[Scenario],
    start: Rules,
    best: Options,
    claims: Claims,
    sheet: str,
    without: Collection[Any] = (),
) -> Iterator[Probe]:
    """Yield the probes for an implementation started by *start* (named *sheet*) and known to play nearly by *best*.

    What needs a capability that is not declared is left out, and so is what is among *without*, the `moves` of
    probes that there are already.
    """
    can = claims.description.can
    made = set(without)
    for case, options, axis in _worlds([*cases(scenarios), *whole_matches(best)], best):
        run = _laid_out(case, options)
        if run is None or run.problem or set(run.missing(can)) - {JUDGING}:
            continue
        if moves(run.setup, run.script) not in made:
            made.add(moves(run.setup, run.script))
            yield from _started(run, about_axes(case) | axis, start, claims, sheet)


def moves(setup: Setup, script: Iterable[Instruction]) -> Any:
    """Return what tells one probe from another, however it is started."""
    return setup.dealer, setup.round, setup.totals, setup.limit_reached, script


def about_axes(case: Case) -> frozenset[str]:
    """Return the axes that a case is about: those that it names, and those of the rules that it decides."""
    found: set[str] = set()
    for players in case.players:
        stated = case.stated(players)
        found |= {*stated.get("when", ()), *stated.get("with", ())}
    for rule in case.decides:
        found |= _of_rule(rule)
    return frozenset(found)


@cache
def _of_rule(rule: str) -> frozenset[str]:
    catalogue = texts.catalogue()
    known = catalogue.rules.get(rule)
    return frozenset(
        {
            *(known.when or () if known else ()),
            *(axis for axis, option in catalogue.options.items() if rule in option.rules),
        }
    )


def _worlds(found: Sequence[Case], best: Options) -> Iterator[tuple[Case, Options, frozenset[str]]]:
    """Yield every case with options to lay it out for: *best*, or one of `LAYING_OUT` changed, which is the third.

    Of the cases that are not about the axis on which another deal differs, one is enough to see whether it is taken.
    """
    yield from ((case, best, frozenset()) for case in found)
    for axis in LAYING_OUT:
        for value in values(best["players"])[axis]:
            for options in with_value(best, axis, value) if value != best[axis] else ():
                about = [case for case in found if case.id == PLAIN or axis in about_axes(case)]
                yield from ((case, options, frozenset({axis})) for case in about)


def _laid_out(case: Case, options: Options) -> CaseRun | None:
    """Return a case laid out for options as near to *options* as its ``when`` allows, None where that is impossible."""
    players = options["players"]
    if players not in case.players:
        return None
    stated = case.stated(players)
    own = {axis: sheets.pick(axis, value, players) for axis, value in stated.get("with", {}).items()}
    rules = rules_of(_meeting(stated.get("when", {}), {**options, **own}))
    return None if rules is None else expand(case, "", rules, {axis: rules.options[axis] for axis in own})


def _meeting(when: Mapping[str, Any], options: Options) -> Options:
    """Return *options* with the values changed that do not meet a condition, where some candidate does."""
    changed: dict[str, Any] = {}
    for axis, needed in when.items():
        if axis in AXES and axis != "players" and not conditions.meets(needed, options[axis], axis):
            choice = [value for value in values(options["players"])[axis] if conditions.meets(needed, value, axis)]
            if choice:
                changed[axis] = choice[0]
    return {**options, **changed}


def _started(run: CaseRun, axes: frozenset[str], start: Rules, claims: Claims, sheet: str) -> Iterator[Probe]:
    """Yield a case laid out as a probe that starts from *start*, and as one with its own options on top."""
    plain = replace(run.setup, options=start.to_json())
    yield Probe(run.id, plain, run.script, axes=axes, decides=run.decides)
    own = {axis: value for axis, value in run.options.items() if start.options[axis] != value}
    both = rules_of({**start.options, **own}) if own else None
    if both and not claims.objection(sheet, both):
        setup = replace(run.setup, options=both.to_json())
        yield Probe(run.id, setup, run.script, own, axes, run.decides)
