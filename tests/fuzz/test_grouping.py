"""One cause is one finding, from however many sides it shows, and whatever else the target gets wrong."""

from __future__ import annotations

import os

import pytest

from hearts_conformance import targets
from hearts_conformance.fuzz import causes, hunt
from hearts_conformance.fuzz.believing import Belief
from hearts_conformance.fuzz.causes import Causes
from hearts_conformance.fuzz.findings import Setting
from hearts_conformance.implementation import CAPABILITIES
from hearts_conformance.parallel import Workers
from hearts_conformance.reference_target import Reference
from hearts_implementations.environment import is_made
from hearts_spec.cards import HEARTS, QUEEN

CAN = frozenset(CAPABILITIES)
QDAN = Setting("qdan", 4)


@pytest.fixture(autouse=True)
def unwritten(monkeypatch):
    """Write no scenarios: what they are worth is tested elsewhere."""
    monkeypatch.setattr(causes.Writer, "write", lambda *_: None)


def rules_found(target, rounds, settings=(), seed=1):
    """Return the first suspect of each finding of a run."""
    target = targets.find(target)
    run = hunt.Hunt(target, settings or hunt.settings(target), seed)
    return sorted(finding.rules[0] for finding in run.run(Workers(1), rounds).findings)


@pytest.mark.parametrize(
    ("game", "seed", "rules"),
    [
        ("BansStand", 1, ["first-trick.all-points-release", "hearts.only-hearts-release"]),
        ("EndsAtTies", 1, ["match.tie-continues"]),
        ("EndsAtTies", 2, ["match.tie-continues"]),
        ("LooksTooSoon", 2, ["score.order"]),
        ("LooksTooSoonAndEndsAtTies", 11, ["match.tie-continues", "score.order"]),
        ("LooksTooSoonAndEndsAtTies", 21, ["match.tie-continues", "score.order"]),
        ("LooksTooSoonAndEndsAtTies", 27, ["match.tie-continues", "score.order"]),
        ("ClearsLate", 1, ["play.follow-suit"]),
    ],
)
def test_one_cause_is_one_finding_from_whatever_side_it_shows(game, seed, rules):
    assert rules_found(f"wrong_games:{game}", 200, (QDAN,), seed) == rules


ELSEWHERE = {
    "gym-hearts": [
        *("first-trick.all-points-release", "hearts.break-per-round", "match.tie-continues"),
        *("play.follow-suit", "score.order"),
    ],
    "gym-hearts-cleared": [
        *("first-trick.all-points-release", "hearts.break-per-round", "hearts.only-hearts-release"),
        *("match.tie-continues", "score.order"),
    ],
    "heartsgym": ["first-trick.no-hearts", "hearts.queen-keeps", "moon.add"],
}
"""For each target with an environment of its own the findings, a line of its code each; see the READMEs there."""


@pytest.mark.parametrize("target", ELSEWHERE)
def test_what_others_have_written_has_as_many_findings_as_its_code_has_causes(target):
    if not is_made(target.removesuffix("-cleared")) and not os.environ.get("CI"):
        pytest.skip("its environment has not been made (python -m hearts_implementations)")
    assert rules_found(target, 600) == ELSEWHERE[target]


def test_two_misreadings_of_one_reading_are_believed_together():
    belief = Belief(mutants=("first-trick.all-points-release/dropped", "hearts.only-hearts-release/dropped"))
    lift = belief.readings()["play.always-a-card"]
    assert lift(0, HEARTS | QUEEN, "first-trick.no-hearts", None) == 0
    assert lift(0, HEARTS, "hearts.no-lead-unbroken", None) == 0
    assert lift(0, HEARTS, "play.follow-suit", None) == HEARTS


def test_what_a_target_does_as_it_should_refutes_an_explanation():
    target = targets.find("wrong_games:BreaksTheNextRound").open()
    found = Causes(target, CAN, 1)
    found.take(hunt.harvest(QDAN, target, CAN, 1, 0, 100))
    found.conclude()
    (finding,) = found.findings
    assert finding.rules[0] == "hearts.break-per-round"
    assert finding.behaves_as_if is None


def test_a_difference_from_what_was_wrongly_believed_is_none_from_the_rules():
    belief = Belief(mutants=("score.queen/twelve",))
    each = hunt.harvest(QDAN, Reference(), CAN, 1, 0, 20, belief=belief)
    assert each.clashes
    found = Causes(Reference(), CAN, 1)
    found.take(each)
    found.conclude()
    assert found.findings == []
