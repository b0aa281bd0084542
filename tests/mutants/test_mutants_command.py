"""The command: what it prints, what it writes, and its exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from mutants_corpus import CASES, Ran, write

from hearts_conformance import SUITE
from hearts_spec import schemas

Command = Callable[..., Ran]


def test_killed_mutants_are_counted_by_chapter(corpus: Path, heartspec: Command) -> None:
    ran = heartspec("mutants", "--scenarios", corpus, "--mutant", "first-trick.*/ignored", "--mutant", "moon.off/*")
    told = [line.split() for line in ran.out.splitlines()]
    assert ["first-trick", "2", "1", "1", "·", "·"] in told
    assert "survived moon.off/adds: a moon is added all the same" in ran.out
    assert ran.status == 1


def test_where_all_is_killed_the_status_is_zero(corpus: Path, heartspec: Command) -> None:
    ran = heartspec("mutants", "--scenarios", corpus, "--mutant", "first-trick.no-queen/ignored")
    assert ran.out.splitlines()[-1] == "1 mutant of 1 rule: 1 killed, 0 weak, 0 survived, 0 equivalent"
    assert (ran.status, ran.err) == (0, "")


def test_a_weak_mutant_is_a_finding_and_names_the_case_that_notices(corpus: Path, heartspec: Command) -> None:
    ran = heartspec("mutants", "--scenarios", corpus, "--mutant", "first-trick.void-bound/queen")
    assert "(only first-trick/queen-discard/ban notices)" in ran.out
    assert ran.status == 1


def test_an_equivalent_mutant_is_no_finding(corpus: Path, heartspec: Command) -> None:
    assert heartspec("mutants", "--scenarios", corpus, "--mutant", "open.exact-card/lowest-held").status == 0


def test_a_claim_that_is_not_borne_out_is_a_finding(corpus: Path, heartspec: Command) -> None:
    write(corpus, CASES.replace("[first-trick.off]", "[first-trick.off, moon.subtract]"))
    ran = heartspec("mutants", "--scenarios", corpus, "--rule", "moon.subtract")
    assert (
        "unbacked first-trick/queen-discard/no-ban says that it decides moon.subtract, and fails on no mutant of it"
        in ran.out
    )
    assert ran.out.splitlines()[-1] == "0 of 1 claim to decide a rule borne out"
    assert ran.status == 1


def test_the_report_is_as_its_schema_says(corpus: Path, tmp_path: Path, heartspec: Command) -> None:
    path = tmp_path / "mutants.json"
    arguments = ("--scenarios", corpus, "--rule", "first-trick.off", "--rule", "open.exact-card", "--format", "json")
    ran = heartspec("mutants", *arguments, "--report", f"json={path}")
    report = json.loads(path.read_text(encoding="utf-8"))
    assert json.loads(ran.out) == report
    assert not list(schemas.validator("mutants").iter_errors(report))
    assert report["suite"] == {"version": SUITE}
    assert sum(report["counts"].values()) == len(report["mutants"])
    assert report["claims"] == {"made": 1, "unbacked": 0}
    by_id = {each["id"]: each for each in report["mutants"]}
    assert by_id["first-trick.off/queen"] == {
        "id": "first-trick.off/queen",
        "rule": "first-trick.off",
        "misreading": "the queen of spades is barred all the same",
        "verdict": "killed",
        "killed-by": ["first-trick/queen-discard/no-ban"],
    }
    assert by_id["open.exact-card/lowest-held"]["proof"]


def test_mutants_are_listed(heartspec: Command) -> None:
    ran = heartspec("mutants", "--list", "--rule", "turn.clockwise")
    assert "turn.clockwise/right" in ran.out
    assert ran.status == 0
    told = json.loads(heartspec("mutants", "--list", "--mutant", "turn.clockwise/right", "--format", "json").out)
    assert told == [
        {"id": "turn.clockwise/right", "rule": "turn.clockwise", "misreading": "the turn passes to the right"}
    ]


def test_no_such_mutant_is_wrong_usage(heartspec: Command) -> None:
    ran = heartspec("mutants", "--rule", "moon.sideways")
    assert ran.err == "heartspec: no mutant is like this; --list lists them all (see heartspec mutants --help)\n"
    assert ran.status == 2


def test_a_folder_without_scenarios_is_nothing_to_judge(tmp_path: Path, heartspec: Command) -> None:
    ran = heartspec("mutants", "--scenarios", tmp_path, "--mutant", "turn.clockwise/right")
    assert ran.err == f"heartspec: there is no scenario below {tmp_path}\n"
    assert ran.status == 2


def test_another_kind_of_report_is_wrong_usage(heartspec: Command) -> None:
    assert heartspec("mutants", "--mutant", "turn.clockwise/right", "--report", "html=x").status == 2


def test_a_scenario_that_cannot_be_read_is_named_with_its_line(corpus: Path, heartspec: Command) -> None:
    write(corpus, CASES.replace("players: 4", "players: many"))
    ran = heartspec("mutants", "--scenarios", corpus, "--mutant", "turn.clockwise/right")
    assert "queen-discard.hearts.yaml:3" in ran.err
    assert ran.status == 2
