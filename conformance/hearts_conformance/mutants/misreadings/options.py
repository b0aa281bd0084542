"""Options: each value that a sheet may choose, taken for each other value.

Every value of an option is carried by a rule.  To take it for another value is to misread that rule.  Stripped cards
and cycles of passes, of which a sheet may write any, stand with their chapters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

from hearts_conformance.mutants.mutant import Mutant, of_option, retold, settled


@dataclass(frozen=True)
class Choice:
    """One way to set an option: a name, the rule that carries it, and the value of each axis that it needs."""

    name: str
    rule: str
    options: Mapping[str, Any]


HIGH_SPADES: Final = {"QS": 13, "KS": 10, "AS": 7}
CHOICES: Final[Mapping[str, tuple[Choice, ...]]] = {
    "kitty.visibility": tuple(
        Choice(each, "kitty.visibility", {"kitty.visibility": each}) for each in ("hidden", "taker", "all")
    ),
    "pass.count": tuple(Choice(str(each), "pass.count", {"pass.count": each}) for each in (3, 2, 4)),
    "open.card": (
        Choice("that-card", "open.exact-card", {"open.leader": "lowest-club", "open.card": "that-card"}),
        Choice("any-club", "open.any-club", {"open.leader": "lowest-club", "open.card": "any-club"}),
        Choice("any", "open.any-card", {"open.leader": "left-of-dealer", "open.card": "any"}),
    ),
    "open.leader": (
        Choice("lowest-club", "open.lowest-club", {"open.leader": "lowest-club"}),
        Choice("left-of-dealer", "open.left-of-dealer", {"open.leader": "left-of-dealer", "open.card": "any"}),
    ),
    "first-trick.banned": (
        Choice("both", "first-trick.no-hearts", {"first-trick.banned": ["hearts", "queen"]}),
        Choice("hearts", "first-trick.no-hearts", {"first-trick.banned": ["hearts"]}),
        Choice("queen", "first-trick.no-queen", {"first-trick.banned": ["queen"]}),
        Choice("nothing", "first-trick.off", {"first-trick.banned": []}),
    ),
    "hearts.lead": (
        Choice("after-heart", "hearts.queen-keeps", {"hearts.lead": "after-heart"}),
        Choice("after-heart-or-queen", "hearts.queen-breaks", {"hearts.lead": "after-heart-or-queen"}),
        Choice("any-time", "hearts.free-lead", {"hearts.lead": "any-time"}),
    ),
    "hearts.lead-release": (
        Choice("only-hearts", "hearts.queen-not-heart", {"hearts.lead-release": "only-hearts"}),
        Choice("only-points", "hearts.points-release", {"hearts.lead-release": "only-points"}),
    ),
    "value.heart": (
        Choice("one", "score.heart", {"value.heart": "one"}),
        Choice("pips", "score.pips", {"value.heart": "pips"}),
    ),
    "value.card": (
        Choice("queen", "score.queen", {"value.card": {"QS": 13}}),
        Choice("high-spades", "score.high-spades", {"value.card": HIGH_SPADES}),
        Choice("nothing", "score.card-value", {"value.card": {}}),
    ),
    "bonus.card": (
        Choice("none", "bonus.default-off", {"bonus.card": "none"}),
        Choice("jd", "bonus.value", {"bonus.card": "JD"}),
        Choice("td", "bonus.value", {"bonus.card": "TD"}),
    ),
    "bonus.value": tuple(Choice(str(each), "bonus.value", {"bonus.value": -each}) for each in (10, 5)),
    "moon.mode": (
        Choice("add", "moon.add", {"moon.mode": "add"}),
        Choice("subtract", "moon.subtract", {"moon.mode": "subtract"}),
        Choice("choice", "moon.choice", {"moon.mode": "choice"}),
        Choice("auto", "moon.auto", {"moon.mode": "auto"}),
        Choice("none", "moon.off", {"moon.mode": "none"}),
    ),
    "moon.amount": (
        Choice("total", "moon.amount", {"moon.amount": "total"}),
        Choice("30", "moon.amount", {"moon.amount": 30}),
    ),
    "moon.needs": (
        Choice("penalties", "moon.all-penalties", {"moon.needs": "penalties"}),
        Choice("penalties-and-bonus", "moon.needs-bonus", {"moon.needs": "penalties-and-bonus"}),
        Choice("hearts-and-queen", "moon.hearts-and-queen", {"moon.needs": "hearts-and-queen"}),
    ),
    "match.end": (
        Choice("limit", "match.limit", {"match.end": "limit"}),
        Choice("rounds", "match.rounds", {"match.end": "rounds"}),
    ),
    "match.limit": tuple(Choice(str(each), "match.limit-values", {"match.limit": each}) for each in (100, 50)),
    "match.compare": (
        Choice("reach", "match.reach", {"match.compare": "reach"}),
        Choice("exceed", "match.exceed", {"match.compare": "exceed"}),
    ),
    "match.tie": (
        Choice("extra-rounds", "match.tie-continues", {"match.tie": "extra-rounds"}),
        Choice("shared", "match.tie-shared", {"match.tie": "shared"}),
    ),
}
"""By axis the ways to set it that are told apart."""

BESIDES: Final[Mapping[tuple[str, str], Mapping[str, Any]]] = {
    ("match.end", "rounds"): {"match.rounds": 1},
    ("open.leader", "lowest-club"): {"open.card": "any-club"},
}
"""What else has to be set for a choice to be taken for another, by axis and the name of the other."""


def _taken(axis: str) -> Iterator[Mutant]:
    """Yield a mutant for each choice of an axis and each other that it is taken for."""
    for choice, other in permutations(CHOICES[axis], 2):
        change = settled(choice.options, {**other.options, **BESIDES.get((axis, other.name), {})})
        words = f"{axis}: {choice.name} is taken for {other.name}"
        entry = (f"{axis.partition('.')[2]}-{choice.name}-as-{other.name}", words, change)
        yield from of_option(axis, choice.options[axis], retold(choice.rule, entry))


MUTANTS: Final[tuple[Mutant, ...]] = tuple(mutant for axis in CHOICES for mutant in _taken(axis))
