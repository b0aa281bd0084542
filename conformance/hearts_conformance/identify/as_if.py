"""What a deviation behaves as if: the one option, or else the one misreading, under which the answer would be right.

A case that deviates is carried out once more, and what is seen of what it asks is compared with what the reference
shows by the same options with one of them changed.  Where that explains everything, the deviation is no odd mistake
but another house's rule, and whoever reads the report need not look for it.  Where no option does, the misreadings of
the rules that the case decides are tried; of one case several may be true, and only whoever sees them all
(``heartspec identify``) can tell which it is.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from hearts_conformance.claims import without_effect
from hearts_conformance.faults import Fault
from hearts_conformance.implementation import Description, Implementation
from hearts_conformance.script import CaseRun, See
from hearts_conformance.verdict import Kind, Misreading, Verdict

from .axes import rules_of, values
from .misreadings import suspected, told
from .probes import Probe
from .search import Search

SECONDS: Final = 20.0
"""How long one looks for such options in a whole run."""
ASKED: Final = {
    "takes": ("trick_winner", "turn"),
    "points": ("round_points", "totals"),
    "holds": ("hands",),
    "lacks": ("hands",),
    "sizes": ("hands",),
    "over": ("over", "phase"),
}
"""The fields of an observation in which a case looks, where they are not called as the case calls them."""


def explained(
    verdicts: Iterable[Verdict],
    runs: Iterable[CaseRun],
    implementation: Implementation,
    description: Description,
    seconds: float = SECONDS,
) -> Iterator[Verdict]:
    """Yield *verdicts* as they come, the deviations among them with what they behave as if, as long as *seconds* last.

    *runs* are the cases that are judged.  Whatever goes wrong with the implementation meanwhile ends only this.
    """
    laid_out: dict[tuple[str, str, int], CaseRun] = {}
    left = seconds
    for verdict in verdicts:
        if verdict.kind is Kind.DEVIATES and left > 0:
            began = time.monotonic()
            laid_out = laid_out or {run.key: run for run in runs}
            try:
                with contextlib.redirect_stdout(sys.stderr):
                    options, misread = behaves_as_if(laid_out[verdict.key], implementation, description)
                verdict = replace(verdict, behaves_as=options, misread_as=misread)
            except (Fault, KeyError):
                left = 0
            left -= time.monotonic() - began
        yield verdict


def behaves_as_if(
    run: CaseRun, implementation: Implementation, description: Description
) -> tuple[tuple[tuple[str, Any], ...], tuple[Misreading, ...]]:
    """Return each axis and value under which all that *implementation* shows of what the case asks would be right.

    Where there are none, return besides the misreadings by each of which it would.  Neither comes where the options
    of the case explain it just as well: what is wrong is then the reason given for a refusal, or that a refusal changes
    something.  Raises `Fault` as `traces.record` does.
    """
    search = Search(implementation, description.can, _fields(run))
    options = run.rules.to_json()
    if not search.ask(Probe(run.id, run.setup, run.script)) or not search.left(options):
        return (), ()
    found = tuple(_options(search, run))
    return found, () if found else tuple(_misreadings(search, run))


def _options(search: Search, run: CaseRun) -> Iterator[tuple[str, Any]]:
    options, idle = run.rules.to_json(), without_effect(run.rules)
    for axis, choice in values(run.players).items():
        for value in choice if axis not in idle else ():
            changed = {**options, axis: value}
            if value != options[axis] and rules_of(changed) and search.explains(changed):
                yield axis, value


def _misreadings(search: Search, run: CaseRun) -> Iterator[Misreading]:
    """Yield the misreadings that explain a case: of the rules that it decides, or else of others of their chapters."""
    options = run.rules.to_json()
    chapters = {rule.partition(".")[0] for rule in run.decides}
    settled = False
    for mutant in suspected(run.decides):
        decided = mutant.rule in run.decides
        if settled and not decided:
            return
        if (decided or mutant.rule.partition(".")[0] in chapters) and search.misread(mutant).explains(options):
            settled = decided
            yield told(mutant)


def _fields(run: CaseRun) -> frozenset[str]:
    """Return the fields of an observation that the case asks about; legal cards and the turn it always asks about."""
    asked = {each.what for each in run.script if isinstance(each, See)}
    return frozenset({"legal", "turn", "hands"}.union(*(ASKED.get(what, (what,)) for what in asked)))
