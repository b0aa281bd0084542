"""One mistake is one finding, and ten mistakes are ten, each with its own rule first."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
from fuzz_mutants import examine, related

from hearts_conformance.fuzz import causes, hunt
from hearts_conformance.fuzz.believing import Belief
from hearts_conformance.fuzz.draw import Draw
from hearts_conformance.fuzz.findings import Setting
from hearts_conformance.implementation import CAPABILITIES
from hearts_conformance.mutants.catalogue import catalogue
from hearts_conformance.parallel import Workers
from hearts_conformance.reference_target import Reference

MUTANTS = {mutant.id: mutant for mutant in catalogue()}
QDAN = Setting("qdan", 4)

MISREADINGS = {
    "table": ["each-alone/partners-score"],
    "deck": ["rank-order/jack-queen", "no-trump/spades"],
    "deal": ["dealer-rotates/right", "dealer-rotates/stays", "first-dealer/next"],
    "pass": ["direction-from-round/backwards", "any-card/no-queen", "count/fewer", "simultaneous/last-seat"],
    "open": ["lowest-club/left-of-dealer", "exact-card/any-club", "lowest-club/left-of-holder"],
    "turn": ["own-card/captured", "in-order/next-too"],
    "round": ["phase/pass-in-play"],
    "play": ["follow-suit/last-card", "follow-suit/or-queen"],
    "first-trick": ["no-queen/ignored", "no-hearts/ignored", "all-points-release/dropped"],
    "hearts": ["queen-keeps/breaks", "only-hearts-release/dropped", "break/not-discarded"],
    "queen": ["discard-free/never", "discard-free/has-to"],
    "trick": ["winner-leads/left-of-winner", "offsuit-loses/any-suit"],
    "score": ["queen/twelve", "heart/ah", "cumulative/last-round"],
    "moon": ["add/subtracts", "add/left-neighbour", "fails/one-missing"],
    "match": ["reach/above", "rank-shared/dense", "tie-continues/ends", "lowest-wins/highest"],
}
"""By chapter misreadings that show at a table of four, and that no other of them hides or equals."""
ALL = [f"{chapter}.{name}" for chapter, names in MISREADINGS.items() for name in names]
ALONE = ALL[::2]
"""Half of them: each takes some tenths of a second."""


def ten(seed):
    """Return ten misreadings of rules in ten chapters."""
    draw = Draw("ten", seed)
    chapters = draw.shuffled(sorted(MISREADINGS))[:10]
    return [MUTANTS[f"{chapter}.{draw.choice(MISREADINGS[chapter])}"] for chapter in chapters]


@dataclass(frozen=True)
class Held:
    """A target at hand."""

    reference: Reference
    text: str = "held"

    def open(self):
        return self.reference

    def describe(self, implementation):
        return implementation.describe()


@pytest.fixture(autouse=True)
def unwritten(monkeypatch):
    """Write no scenarios: what they are worth is tested elsewhere."""
    monkeypatch.setattr(causes.Writer, "write", lambda *_: None)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_ten_mistakes_at_once_are_ten_findings(seed):
    mutants = ten(seed)
    readings = Belief(mutants=tuple(mutant.id for mutant in mutants)).readings()
    run = hunt.Hunt(Held(Reference(readings)), (QDAN,), 1)
    findings = run.run(Workers(1), 2600).findings
    named = {mutant.id: [each.rules[0] for each in findings if each.rules[0] in related(mutant)] for mutant in mutants}
    assert all(named.values()), named
    assert len(findings) == 10, [each.rules[0] for each in findings]


@pytest.mark.parametrize("name", ALONE)
def test_one_mistake_is_one_finding(name):
    mutant = MUTANTS[name]
    for number in range(20):
        found = hunt.harvest(QDAN, mutant.target(), frozenset(CAPABILITIES), 1, number, 50)
        if found.clashes:
            break
    (finding,) = examine(mutant, found)
    assert finding.rules[0] in related(mutant)
    assert finding.sightings == found.sightings.total()
