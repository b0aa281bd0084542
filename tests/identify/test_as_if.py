"""A deviation that another value of one option explains is told so; any other is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hearts_conformance import runner, session
from hearts_conformance.cli import main
from hearts_conformance.identify.as_if import explained
from hearts_conformance.implementation import Observation
from hearts_conformance.mutants.catalogue import pick
from hearts_conformance.reference_target import Reference
from hearts_conformance.verdict import Kind, Misreading, Verdict
from hearts_reference import READINGS
from hearts_spec import schemas, sheets


def judged(implementation: Reference, pattern: str, seconds: float = 60) -> list[Verdict]:
    runs = list(runner.plan(session.load_scenarios(), [sheets.load("qdan")], [4], pattern=pattern))
    verdicts = [runner.judge(run, implementation) for run in runs]
    return list(explained(verdicts, runs, implementation, implementation.describe(), seconds))


def other(**fields: Any) -> Reference:
    return Reference(transform=lambda rules: replace(rules, **fields))


class NoBan(Reference):
    """Bars no card from the first trick."""

    def __init__(self) -> None:
        super().__init__(transform=lambda rules: replace(rules, banned=0))


def test_a_missing_ban_behaves_as_if_nothing_were_banned() -> None:
    verdicts = [each for each in judged(NoBan(), "first-trick/all-points*") if each.kind is Kind.DEVIATES]
    assert verdicts
    assert all(("first-trick.banned", []) in each.behaves_as for each in verdicts)


def test_a_moon_that_is_subtracted_behaves_as_if_the_sheet_said_so() -> None:
    verdicts = [each for each in judged(other(moon="subtract"), "moon/everything") if each.kind is Kind.DEVIATES]
    assert verdicts
    assert all(("moon.mode", "subtract") in each.behaves_as for each in verdicts)


class Blind(Reference):
    """Lists every card that is held as legal, which no option allows."""

    def observe(self) -> Observation:
        seen = super().observe()
        return seen if seen.turn is None else replace(seen, legal=list(seen.hands[seen.turn]))


def test_what_no_option_allows_behaves_as_nothing() -> None:
    verdicts = judged(Blind(), "play/follow-suit")
    assert {each.kind for each in verdicts} == {Kind.DEVIATES}
    assert {each.behaves_as for each in verdicts} == {()}


class Repeating(Reference):
    """Lets one card be passed twice, which no option allows."""

    def __init__(self) -> None:
        (mutant,) = pick(named=["pass.own-distinct/repeated"])
        super().__init__(READINGS | mutant.readings)


def test_what_no_option_allows_behaves_as_if_a_rule_were_misread() -> None:
    verdicts = [each for each in judged(Repeating(), "pass/wrong-selections") if each.kind is Kind.DEVIATES]
    assert [each.misread_as for each in verdicts] == [
        (Misreading("pass.own-distinct", "pass.own-distinct/repeated", "the same card may be named more than once"),)
    ]
    assert {each.behaves_as for each in verdicts} == {()}


@pytest.fixture
def verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, str], tuple[str, list[dict[str, Any]]]]:
    """Judge a target by some cases, and return what the terminal is told, in one line, and the cases of the report."""
    monkeypatch.chdir(tmp_path)

    def verify(target: str, scenario: str) -> tuple[str, list[dict[str, Any]]]:
        chosen = ["--sheet", "qdan", "--players", "4", "--scenario", scenario]
        assert main(["verify", target, *chosen, "--report", "json=report.json"]) == 1
        report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
        assert schemas.problems(report, "report") == []
        assert [Verdict.from_json(entry).to_json() for entry in report["cases"]] == report["cases"]
        return " ".join(capsys.readouterr().out.split()), report["cases"]

    return verify


def test_verify_tells_a_misreading_in_both_reports(verify) -> None:
    told, cases = verify("test_as_if:Repeating", "pass/wrong-selections")
    assert "behaves as if pass.own-distinct said: the same card may be named more than once" in told
    assert [entry["misreadings"] for entry in cases if "misreadings" in entry] == [
        [
            {
                "rule": "pass.own-distinct",
                "mutant": "pass.own-distinct/repeated",
                "misreading": "the same card may be named more than once",
            }
        ]
    ]


def test_verify_tells_an_option_in_both_reports(verify) -> None:
    told, cases = verify("test_as_if:NoBan", "first-trick/queen-discard")
    assert "behaves as if first-trick.banned were []" in told
    found = [entry["behaves-as-if"] for entry in cases if "behaves-as-if" in entry]
    assert [{"axis": "first-trick.banned", "value": []}] in found


def test_nothing_is_looked_for_once_the_time_is_up_and_no_verdict_is_lost() -> None:
    verdicts = judged(NoBan(), "first-trick/all-points*", seconds=0)
    assert {each.behaves_as for each in verdicts} == {()}
    assert Kind.DEVIATES in {each.kind for each in verdicts}
