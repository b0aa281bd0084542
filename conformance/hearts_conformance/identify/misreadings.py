"""The misreadings by which one tries to explain what no option does, and how one that fits is told.

They are those of the catalogue of `hearts_conformance.mutants`, and what was seen is held against the reference with
one of them in place.  The rules on which an implementation was seen to differ come first: most mistakes are
misreadings of just these.
"""

from __future__ import annotations

from collections.abc import Sequence

from hearts_conformance.mutants.catalogue import catalogue
from hearts_conformance.mutants.mutant import Mutant


def suspected(accused: Sequence[str]) -> list[Mutant]:
    """Return the misreadings that a game can show: those of the *accused* rules first, in their order."""
    ranks = {rule: rank for rank, rule in enumerate(accused)}
    visible = [mutant for mutant in catalogue() if mutant.equivalent is None]
    return sorted(visible, key=lambda mutant: ranks.get(mutant.rule, len(ranks)))


def told(mutant: Mutant) -> str:
    """Return what follows "behaves as if"."""
    return f"{mutant.rule} said: {mutant.misreading}"
