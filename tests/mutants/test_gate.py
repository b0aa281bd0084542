"""The gate of ``heartspec check``: no rule without a mutant and a case that kills it, no claim without evidence."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from mutants_corpus import CASES, write

from hearts_conformance import check
from hearts_conformance.check import evidence
from hearts_conformance.mutants import catalogue
from hearts_spec.data import home

OURS = home("hearts_conformance") / "scenarios"


@pytest.fixture(autouse=True)
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what is remembered to the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def findings(corpus: Path, *names: str, spec: Path | None = None) -> list[str]:
    """Run checks over the specification and a corpus, and return what they find, each as key and sentence."""
    graph = check.load(spec or home("hearts_spec"), corpus)
    chosen = [each for each in check.CHECKS if each.name in names]
    return [f"{each.key}: {each.sentence}" for result in check.run(graph, chosen) for each in result.findings or ()]


def about(rule: str, found: list[str]) -> list[str]:
    return [each for each in found if each.startswith(f"{rule}: ")]


def test_claims_that_hold_are_no_findings(corpus: Path) -> None:
    assert findings(corpus, "claims") == []


def test_a_claim_that_no_mutant_bears_out_is_found(corpus: Path) -> None:
    write(corpus, CASES.replace("[first-trick.off]", "[first-trick.off, first-trick.no-queen]"))
    assert findings(corpus, "claims") == [
        "first-trick/queen-discard/no-ban/decides/1: "
        "this case fails on no mutant of first-trick.no-queen, so it does not decide it"
    ]


def test_a_rule_of_which_no_mutant_is_killed_is_found(corpus: Path) -> None:
    write(corpus, CASES.replace("[first-trick.off]", "[moon.add]"))
    assert findings(corpus, "claims") == ["moon.add: no case that decides this rule fails on any mutant of it"]


def test_a_value_that_no_case_tells_from_another_is_found(corpus: Path) -> None:
    write(corpus, CASES.replace("[first-trick.off]", "[hearts.free-lead]"))
    found = findings(corpus, "claims")
    assert found == ["hearts.free-lead: no case that decides this rule fails on any mutant of it"]
    shutil.copytree(OURS / "hearts", corpus / "hearts")
    told = "no case that decides hearts.queen-keeps notices"
    assert not [each for each in findings(corpus, "claims") if told in each]


def test_what_was_borne_out_is_not_measured_again_until_something_changes(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[str] = []
    measure_all = evidence.evidence.measure_all

    def noting(rules: list[str], *rest: object) -> object:
        measured.extend(rules)
        return measure_all(rules, *rest)

    monkeypatch.setattr(evidence.evidence, "measure_all", noting)
    assert findings(corpus, "claims") == []
    assert measured == ["first-trick.no-queen", "first-trick.off"]
    measured.clear()
    assert findings(corpus, "claims") == []
    assert measured == []
    write(corpus, CASES + "# another state of the file\n")
    assert findings(corpus, "claims") == []
    assert measured == ["first-trick.no-queen", "first-trick.off"]


def test_a_claim_that_does_not_hold_is_found_again_each_time(corpus: Path) -> None:
    write(corpus, CASES.replace("[first-trick.off]", "[moon.add]"))
    assert findings(corpus, "claims") == findings(corpus, "claims") != []


def test_what_others_add_is_not_held_to_it(corpus: Path) -> None:
    write(corpus, CASES.replace("[first-trick.off]", "[moon.add]"))
    graph = check.load(scenarios=corpus)
    (result,) = check.run(graph, [each for each in check.CHECKS if each.name == "claims"])
    assert result.findings == ()


def _alone(rule: str) -> tuple[str, ...]:
    """Return the scenarios of ours that decide *rule*."""
    graph = check.load(home("hearts_spec"), OURS)
    return tuple(sorted({case.id.rpartition("/")[0] for case in graph.cases if rule in case.value["decides"]}))


def _copied(names: tuple[str, ...], corpus: Path) -> Path:
    shutil.rmtree(corpus)
    for name in names:
        (corpus / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(OURS / f"{name}.hearts.yaml", corpus / f"{name}.hearts.yaml")
    return corpus


@pytest.mark.parametrize("rule", ["pass.atomic", "hearts.queen-not-heart", "moon.off", "deal.dealer-rotates"])
def test_a_rule_that_loses_its_only_evidence_is_named(rule: str, corpus: Path) -> None:
    names = _alone(rule)
    assert about(rule, findings(_copied(names, corpus), "gate", "claims")) == []
    for name in names:
        (corpus / f"{name}.hearts.yaml").unlink()
    assert about(rule, findings(corpus, "gate", "claims"))


def test_a_case_that_no_longer_shows_anything_is_no_evidence(corpus: Path) -> None:
    before, _, rest = CASES.partition("    steps:\n")
    write(corpus, before + "    steps: [{turn: 1}]\n" + rest[rest.index("  no-ban:") :])
    assert findings(corpus, "claims") == [
        "first-trick.no-queen: no case that decides this rule fails on any mutant of it"
    ]


@pytest.mark.parametrize(
    ("left", "told"),
    [
        ("      - {refuse: QS, rule: first-trick.no-queen}\n", "refuses what it lets through"),
        ("      - 1: 2S\n", "lets through what it refuses"),
    ],
)
def test_a_restriction_needs_a_case_on_either_side(left: str, told: str, corpus: Path) -> None:
    before, _, rest = CASES.partition('      - legal: "D * / S 2"\n')
    write(corpus, before + left + rest[rest.index("  no-ban:") :])
    assert findings(corpus, "claims") == [
        f"first-trick.no-queen: no case that decides this restriction fails on a mutant that {told}"
    ]


def test_every_rule_of_ours_has_a_mutant_and_every_value_on_which_our_sheets_differ(corpus: Path) -> None:
    assert findings(corpus, "mutants") == []


def test_a_rule_without_a_mutant_is_found(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rest = tuple(each for each in catalogue.catalogue() if each.rule != "pass.atomic")
    monkeypatch.setattr(evidence.catalogue, "catalogue", lambda: rest)
    assert findings(corpus, "mutants") == [
        "pass.atomic: this rule has no mutant, so no case can be shown to decide it; see mutants/misreadings"
    ]


def test_a_value_that_no_mutant_takes_for_another_is_found(corpus: Path, tmp_path: Path) -> None:
    shutil.copytree(home("hearts_spec"), tmp_path / "spec", ignore=shutil.ignore_patterns("hearts_spec"))
    (tmp_path / "spec" / "sheets" / "long.yaml").write_text(
        "# yaml-language-server: $schema=../schema/sheet.schema.json\n"
        "title: A long match\nsummary: To 777 points.\nextends: qdan\noptions: {match.limit: 777}\n",
        encoding="utf-8",
    )
    assert findings(corpus, "mutants", spec=tmp_path / "spec") == [
        "long/options/match.limit: no mutant takes match.limit=777 for another value; see mutants/misreadings"
    ]
