"""The evidence: what becomes of mutants, and of what cases say that they decide."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from mutants_corpus import CASES, write

from hearts_conformance.mutants import catalogue, evidence
from hearts_conformance.mutants.evidence import Evidence, Fate, Measured, Side, Work, measure, measure_all, trials
from hearts_conformance.mutants.mutant import Mutant, misread
from hearts_conformance.parallel import Workers

BAN = "first-trick/queen-discard/ban"


def only(name: str, corpus: Path) -> Measured:
    """Measure one mutant."""
    (mutant,) = catalogue.pick([], [name])
    (measured,) = measure(mutant.rule, Work(corpus, picked=frozenset([name]))).mutants
    return measured


def with_mutants(monkeypatch: pytest.MonkeyPatch, *mutants: Mutant) -> None:
    """Let these be the mutants of every rule."""
    monkeypatch.setattr(evidence, "of_rule", lambda rule: list(mutants))


def test_a_mutant_is_killed_by_a_case_that_decides_its_rule(corpus: Path) -> None:
    assert only("first-trick.no-queen/ignored", corpus) == Measured("first-trick.no-queen/ignored", Fate.KILLED, (BAN,))


def test_a_mutant_that_only_another_case_notices_is_weak(corpus: Path) -> None:
    assert only("first-trick.void-bound/queen", corpus) == Measured("first-trick.void-bound/queen", Fate.WEAK, (BAN,))


def test_a_mutant_that_no_case_notices_has_survived(corpus: Path) -> None:
    assert only("moon.add/stands", corpus) == Measured("moon.add/stands", Fate.SURVIVED)


def test_a_mutant_that_makes_no_difference_is_equivalent(corpus: Path) -> None:
    assert only("open.exact-card/lowest-held", corpus) == Measured("open.exact-card/lowest-held", Fate.EQUIVALENT)


def test_a_case_that_fails_on_an_equivalent_mutant_refutes_its_proof(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ignored,) = misread("first-trick.no-queen", ("x", "it does not bind", lambda cards, at: cards))
    with_mutants(monkeypatch, Mutant(ignored.id, ignored.rule, "", ignored.readings, equivalent="It is obvious."))
    (measured,) = measure("first-trick.no-queen", Work(corpus)).mutants
    assert measured == Measured("first-trick.no-queen/x", Fate.KILLED, (BAN,), refuted=True)


def test_a_claim_that_no_mutant_bears_out_is_told(corpus: Path) -> None:
    write(corpus, CASES.replace("[first-trick.no-queen]", "[first-trick.no-queen, moon.add]"))
    measured = measure("moon.add", Work(corpus))
    assert measured.unbacked == (BAN,)
    assert not measured.killed


def test_where_only_some_mutants_are_measured_no_claim_is_doubted(corpus: Path) -> None:
    picked = frozenset(["first-trick.no-queen/every-trick"])
    assert measure("first-trick.no-queen", Work(corpus)).unbacked == ()
    assert measure("first-trick.no-queen", Work(corpus, picked=picked)) == Evidence(
        "first-trick.no-queen", (Measured("first-trick.no-queen/every-trick", Fate.SURVIVED),)
    )


def test_a_case_in_which_the_reference_fails_itself_kills_nothing(corpus: Path) -> None:
    write(corpus, CASES.replace('"D * / S 2"', "all"))
    measured = measure("first-trick.no-queen", Work(corpus))
    assert not measured.killed
    assert measured.unbacked == (BAN,)


def test_the_sides_on_which_mutants_of_a_restriction_err_are_told(corpus: Path) -> None:
    work = Work(corpus, restrictions=frozenset(["first-trick.no-queen"]), claims_only=True)
    assert measure("first-trick.no-queen", work).sides == {Side.LAX, Side.STRICT}
    write(corpus, CASES.replace('      - legal: "D * / S 2"\n', "").replace("      - 1: 2S\n", ""))
    assert measure("first-trick.no-queen", replace(work, stamp="lax")).sides == {Side.LAX}
    write(corpus, CASES.replace('      - legal: "D * / S 2"\n      - {refuse: QS, rule: first-trick.no-queen}\n', ""))
    assert measure("first-trick.no-queen", replace(work, stamp="strict")).sides == {Side.STRICT}


def test_a_claim_is_borne_out_by_a_single_mutant(corpus: Path) -> None:
    measured = measure("first-trick.no-queen", Work(corpus))
    assert measured.killed
    assert measured.unbacked == ()
    assert {each.fate for each in measured.mutants} >= {Fate.KILLED, Fate.SURVIVED}


def test_where_claims_alone_matter_no_other_mutants_are_measured(corpus: Path) -> None:
    claims = measure("first-trick.no-queen", Work(corpus, claims_only=True))
    assert claims.killed
    assert 0 < len(claims.mutants) < len(measure("first-trick.no-queen", Work(corpus)).mutants)


def test_a_mutant_that_goes_round_for_ever_is_killed(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(cards: int, at: object) -> int:
        while True:
            pass

    monkeypatch.setattr(evidence, "LIMIT", 0.5)
    with_mutants(monkeypatch, *misread("first-trick.no-queen", ("x", "never comes to an end", never)))
    assert measure("first-trick.no-queen", Work(corpus)).mutants[0].fate is Fate.KILLED


def test_a_mutant_that_fails_with_an_error_is_killed(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_mutants(monkeypatch, *misread("first-trick.no-queen", ("x", "divides by zero", lambda cards, at: 1 // 0)))
    assert measure("first-trick.no-queen", Work(corpus)).mutants[0].fate is Fate.KILLED


def test_several_processes_measure_what_one_does(corpus: Path) -> None:
    rules = ["first-trick.no-queen", "first-trick.off", "moon.off"]
    alone, shared = (list(measure_all(rules, Work(corpus), Workers(jobs))) for jobs in (1, 2))
    assert [each.rule for each in alone] == rules
    assert alone == shared


def test_a_folder_that_has_changed_is_read_again(corpus: Path) -> None:
    assert [trial.case.name for trial in trials(corpus, "before")] == ["ban", "no-ban"]
    write(corpus, CASES.partition("  no-ban:")[0])
    assert [trial.case.name for trial in trials(corpus, "after")] == ["ban"]


def test_a_case_is_tried_first_where_sheets_and_numbers_of_players_differ(corpus: Path) -> None:
    write(corpus, CASES.replace("players: 4", "players: [3, 4, 5]"))
    first = trials(corpus)[0].games(first=True)
    assert len(first) == evidence.FEW
    assert {game.players for game in first} == {3, 4, 5}
    assert len({game.sheet for game in first}) > 3


def test_a_case_is_tried_under_options_that_no_sheet_has(corpus: Path) -> None:
    rest = trials(corpus)[0].games(first=False)
    assert any("hearts.lead: " in game.sheet for game in rest)


def test_evidence_without_a_mutant_killed_is_none() -> None:
    assert not Evidence("moon.add", (Measured("moon.add/stands", Fate.WEAK, ("x/y/z",)),)).killed
