"""Everything that the site tells, in no language yet: the data and the ways between them.

It is the graph that ``heartspec check`` walks, read in the direction in which a reader asks: which sheets use this
rule, which cases decide it, which decisions and statements does it rest on.  Nothing here is listed by hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from hearts_conformance import layout, runner
from hearts_conformance.scenario import Case, Scenario, load_folder
from hearts_conformance.script import CaseRun, Refuse
from hearts_spec import sheets, texts
from hearts_spec.compose import applicable
from hearts_spec.sheets import Sheet
from hearts_spec.texts import Catalogue, Decision, Rule, Statement

from .frames import Frame, frames

USUAL_COUNTS = (4, 3, 5, 6, 7)
"""Numbers of players in the order in which a case is shown with one."""


@dataclass(frozen=True)
class Book:
    """What there is to tell; ``sheets`` are those that the site publishes."""

    sheets: tuple[Sheet, ...]
    own: bool = True
    """Whether this is the site of the project, which tells of its formats, code and results too."""
    by_hand: frozenset[str] = frozenset()
    """The paths of pages that somebody wrote, which generated pages may lead to."""
    source: Catalogue = field(default_factory=texts.catalogue)

    def published(self, sheet: str) -> Sheet | None:
        """Return the sheet of this id if the site publishes it."""
        return next((each for each in self.sheets if each.id == sheet), None)

    @cached_property
    def scenarios(self) -> tuple[Scenario, ...]:
        """The scenario files, in the order of the chapters."""
        order = texts.CHAPTERS.index
        return tuple(sorted(load_folder(), key=lambda each: (order(each.id.partition("/")[0]), each.id)))

    @cached_property
    def cases(self) -> dict[str, Case]:
        """The cases by id."""
        return {case.id: case for scenario in self.scenarios for case in scenario.cases}

    @cached_property
    def counts(self) -> dict[str, dict[str, tuple[int, ...]]]:
        """For each sheet the rules that apply in it, each with the numbers of players at which it does."""
        return {each.id: applicable({count: each.resolve(count) for count in each.players}) for each in self.sheets}

    @cached_property
    def users(self) -> dict[str, tuple[Sheet, ...]]:
        """For each rule the sheets that use it."""
        return {rule: tuple(s for s in self.sheets if rule in self.counts[s.id]) for rule in self.source.rules}

    @cached_property
    def deciding(self) -> dict[str, tuple[Case, ...]]:
        """For each rule the cases that decide it."""
        found: dict[str, list[Case]] = defaultdict(list)
        for case in self.cases.values():
            for rule in case.decides:
                found[rule].append(case)
        return {rule: tuple(found[rule]) for rule in self.source.rules}

    @cached_property
    def played(self) -> tuple[Sheet, ...]:
        """The sheets that cases are shown with: our own and those published, one that others extend before them."""
        known = {each.id: each for each in (*(sheets.load(name) for name in sheets.ids()), *self.sheets)}
        return tuple(sorted(known.values(), key=lambda each: len(each.lineage)))

    @cached_property
    def runs(self) -> dict[str, CaseRun | None]:
        """For each case the one way in which it is shown, None where it applies to no sheet."""
        return {case.id: self._first(scenario, case) for scenario in self.scenarios for case in scenario.cases}

    def _first(self, scenario: Scenario, case: Case) -> CaseRun | None:
        """Return the first way in which a case is laid out: with the usual number of players, in the first sheet."""
        for count in (each for each in USUAL_COUNTS if each in case.players):
            fitting = [sheet for sheet in self.played if count in sheet.players]
            for run in runner.plan([scenario], fitting, [count], pattern=case.id):
                if not run.problem:
                    return run
        return None

    def applies(self, case: Case, sheet: Sheet) -> bool:
        """Tell whether a case is about a sheet as it stands, with nothing set on top."""
        return any(
            count in case.players and "with" not in case.stated(count) and layout.applies(case, sheet.resolve(count))
            for count in sheet.players
        )

    @cached_property
    def frames(self) -> dict[str, tuple[Frame, ...]]:
        """For each case the frames in which it is shown; none where it applies to no sheet."""
        return {case: frames(run) if (run := self.runs[case]) else () for case in self.cases}

    @cached_property
    def refusing(self) -> dict[str, tuple[Case, ...]]:
        """For each rule the cases in which a refusal names it, those that decide it first."""
        found: dict[str, list[Case]] = defaultdict(list)
        for case in self.cases.values():
            run = self.runs[case.id]
            for rule in dict.fromkeys(each.rule for each in run.script if isinstance(each, Refuse)) if run else ():
                if rule:
                    found[rule].append(case)
        return {rule: tuple(sorted(cases, key=lambda c: rule not in c.decides)) for rule, cases in found.items()}

    def plainness(self, case: Case, rule: str) -> tuple[int, ...]:
        """Return a measure of how much there is to a case besides a rule; the plainest case is the least."""
        run = self.runs[case.id]
        if run is None:
            return (2,)
        usual = run.sheet == self.played[0].id and run.players == USUAL_COUNTS[0]
        return (rule not in case.decides, len(run.options), not usual, len(case.decides), len(run.script))

    @cached_property
    def elaborating(self) -> dict[str, tuple[Rule, ...]]:
        """For each rule those that explain it further."""
        return _inverse(self.source.rules.values(), lambda rule: (rule.elaborates,) if rule.elaborates else ())

    @cached_property
    def decisions_on(self) -> dict[str, tuple[Decision, ...]]:
        """For each rule the decisions on the sources that shaped it."""
        named = _inverse(self.source.decisions.values(), lambda decision: decision.rules)
        basis = self.source.decisions
        return {
            rule.id: tuple(
                {
                    each.id: each for each in (*(basis[b] for b in rule.basis if b in basis), *named.get(rule.id, ()))
                }.values()
            )
            for rule in self.source.rules.values()
        }

    @cached_property
    def statements_on(self) -> dict[str, tuple[Statement, ...]]:
        """For each target of a trace (a rule, ``decision:D01``, ``sheet:qdan``) the statements traced to it."""
        return _inverse(self.source.statements.values(), lambda statement: statement.traced_to)

    @cached_property
    def options_on(self) -> dict[str, tuple[str, ...]]:
        """For each rule the axes that it hangs on."""
        found: dict[str, list[str]] = defaultdict(list)
        for option in self.source.options.values():
            for rule in option.rules:
                found[rule].append(option.id)
        return {rule: tuple(axes) for rule, axes in found.items()}


def make(named: Sequence[str] = (), folder: Path | None = None, by_hand: Iterable[str] = ()) -> Book:
    """Return the book of the sheets *named* by id or by a path relative to *folder*; of all our own where none is.

    Raises `DataError` for a sheet that cannot be read.
    """
    places = [str((folder or Path.cwd()) / each) if "/" in each or "." in each else each for each in named]
    return Book(tuple(sheets.load(each) for each in places or _in_order()), own=not places, by_hand=frozenset(by_hand))


def _in_order() -> list[str]:
    """Return our own sheets, the ones that others extend first."""
    return sorted(sheets.ids(), key=lambda name: (len(sheets.load(name).lineage), name))


def _inverse(things: Iterable, names) -> dict:  # type: ignore[no-untyped-def, type-arg]
    found = defaultdict(list)
    for thing in things:
        for name in names(thing):
            found[name].append(thing)
    return {name: tuple(each) for name, each in found.items()}
