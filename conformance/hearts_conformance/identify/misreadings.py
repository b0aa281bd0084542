"""The misreadings by which one tries to explain what no option does, and how one that fits is told.

They are those of the catalogue of `hearts_conformance.mutants`, and what was seen is held against the reference with
one of them in place.  The rules on which an implementation was seen to differ come first: most mistakes are
misreadings of just these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hearts_conformance.mutants.catalogue import catalogue
from hearts_conformance.mutants.mutant import Mutant
from hearts_conformance.verdict import Misreading

from .axes import Options
from .search import Facts, Search


def suspected(accused: Sequence[str]) -> list[Mutant]:
    """Return the misreadings that a game can show: those of the *accused* rules first, in their order."""
    ranks = {rule: rank for rank, rule in enumerate(accused)}
    visible = [mutant for mutant in catalogue() if mutant.equivalent is None]
    return sorted(visible, key=lambda mutant: ranks.get(mutant.rule, len(ranks)))


def told(mutant: Mutant) -> Misreading:
    """Return a misreading of the catalogue as verdicts and reports tell it."""
    return Misreading(mutant.rule, mutant.id, mutant.misreading)


def fitting(search: Search, choice: Sequence[Options]) -> tuple[dict[str, Any], list[Mutant]]:
    """Return the misreadings that explain all that was seen, and the options together with which they do.

    The options are the first of the *choice* that some misreading completes; where none does, or none is needed, they
    are the first of all.  Misreadings of the rules that differing cases decide come first, the most suspect rule
    before others; where one of these fits, others are not looked for.
    """
    for options in choice:
        left = search.left(options)
        found = list(_completing(search, options, left)) if left else []
        if found or not left:
            return dict(options), found
    return dict(choice[0]), []


def _completing(search: Search, options: Options, left: Facts) -> Iterator[Mutant]:
    """Yield the misreadings with which *options*, which alone leave the facts *left*, explain all that was seen."""
    accused = _accused(search, left)
    odd = sorted({number for number, _ in left}, key=lambda number: len(search.asked[number].probe.script))
    settled = False
    for mutant in suspected(accused):
        if settled and mutant.rule not in accused:
            return
        if search.misread(mutant).explains(options, odd):
            settled = mutant.rule in accused
            yield mutant


def _accused(search: Search, left: Facts) -> list[str]:
    """Return the rules decided by the cases in which something is left unexplained, the most suspect first."""
    odd = {number for number, _ in left}
    differing = Counter(rule for number in odd for rule in search.asked[number].probe.decides)
    all_of_it = Counter(rule for asked in search.asked for rule in asked.probe.decides)
    return sorted(differing, key=lambda rule: (-differing[rule] / all_of_it[rule], -differing[rule], rule))
