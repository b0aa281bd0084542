"""The pytest plugin, on generated projects."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import hearts_conformance.pytest_items
import hearts_conformance.reference_target  # runs in this process shall share what is loaded

pytest_plugins = ["pytester"]

GAMES = """
from dataclasses import replace

from hearts_conformance.implementation import Description, Observation
from hearts_conformance.reference_target import Reference


class NoBan(Reference):
    def __init__(self):
        super().__init__(transform=lambda rules: replace(rules, banned=0))


class Leaving(Reference):
    def describe(self):
        raise SystemExit(0)


class Blind(Reference):
    '''Lists legal cards and shows no more.'''

    def describe(self):
        return Description("blind", "1", frozenset({4}), frozenset({"legal"}), sheets=("qdan",))

    def start(self, setup):
        super().start(replace(setup, options={**setup.options, "pass.cycle": ["hold"]}))

    def observe(self):
        seen = super().observe()
        return Observation(legal=seen.legal)
"""

SCENARIO = """
title: Nothing is led yet
players: 4
when: {open.leader: lowest-club}
hands: {0: "C 2 / S -"}
cases:
  opens:
    decides: [open.exact-card]
    steps:
      - legal: 2C
      - 0: 2C
"""

CHOSEN = ("--heartspec-sheet", "qdan", "--heartspec-players", "4", "-p", "no:cacheprovider")

PARTS = ("--heartspec-scenario", "match/tie-won-by-third", "--heartspec-scenario", "play/follow-suit")
FEW = (*CHOSEN, "--heartspec-scenario", "first-trick/queen-discard", "--heartspec-scenario", "mine")


@pytest.fixture(autouse=True)
def project(pytester, monkeypatch):
    pytester.makepyfile(games=GAMES)
    monkeypatch.syspath_prepend(pytester.path)
    sys.modules.pop("games", None)


def test_nothing_is_collected_unless_asked_for(pytester):
    (pytester.mkdir("mine") / "first.hearts.yaml").write_text(SCENARIO)
    assert pytester.runpytest("-p", "no:cacheprovider").ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_nothing_is_imported_unless_asked_for(pytester):
    pytester.makepyfile(
        test_imports="""
        import sys
        def test_imports():
            assert "hearts_conformance.session" not in sys.modules
            assert "yaml" not in sys.modules
        """
    )
    assert pytester.runpytest_subprocess("test_imports.py").ret == 0


def test_the_suite_runs_beside_the_tests_of_the_project(pytester):
    pytester.makepyfile(test_own="def test_own(): pass")
    result = pytester.runpytest("--heartspec", "reference", *FEW, "-v")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            "heartspec: suite * judges heartspec reference engine * (qdan; 4 players)",
            "test_own.py::test_own PASSED*",
            "heartspec::first-trick/queen-discard/ban[[]qdan-4[]] PASSED*",
        ]
    )


def test_a_selection_by_name_counts_right(pytester):
    result = pytester.runpytest("--heartspec", "reference", *FEW, "-k", "queen-discard/ban and qdan-4", "-v")
    result.assert_outcomes(passed=1, deselected=len(collected(pytester)) - 1)
    assert "-1 selected" not in result.stdout.str()


def collected(pytester) -> list[str]:
    result = pytester.runpytest("--heartspec", "reference", *FEW, "--collect-only", "-q")
    return [line for line in result.outlines if line.startswith("heartspec::")]


def test_a_deviation_fails_with_what_the_terminal_shows(pytester):
    result = pytester.runpytest(
        "--heartspec", "games:NoBan", *FEW, "-k", "queen-discard/ban", "--heartspec-lang", "fil"
    )
    result.assert_outcomes(failed=1, deselected=len(collected(pytester)) - 1)
    result.stdout.fnmatch_lines(
        [
            "deviates: first-trick/queen-discard/ban, qdan, 4 players",
            "seat * holds  ♣ –*♠*Q*",
            "*first-trick.no-queen: *",
            "rerun*heartspec verify games:NoBan --sheet qdan --players 4 --scenario first-trick/queen-discard/ban",
        ]
    )
    assert "pytest_items.py" not in result.stdout.str()


def test_what_is_not_supported_or_not_seen_is_skipped_with_the_reason(pytester):
    result = pytester.runpytest("--heartspec", "games:Blind", *CHOSEN, *PARTS, "-rs")
    assert result.ret == 0
    assert result.parseoutcomes()["skipped"] > 0
    result.stdout.fnmatch_lines_random(["SKIPPED*: unsupported: needs *", "SKIPPED*: unobserved: could not be seen: *"])


def test_scenarios_of_the_project_are_collected_by_their_suffix(pytester):
    mine = pytester.mkdir("mine")
    (mine / "first.hearts.yaml").write_text(SCENARIO)
    (mine / "other.yaml").write_text("no: scenario\n")
    result = pytester.runpytest("--heartspec", "reference", *FEW, "-k", "mine", "-v")
    result.assert_outcomes(passed=1, deselected=len(collected(pytester)))
    result.stdout.fnmatch_lines(["mine/first.hearts.yaml::mine/first/opens[[]qdan-4[]] PASSED*"])


def test_a_folder_that_is_added_is_collected_once(pytester):
    (pytester.mkdir("scenarios").joinpath("mine")).mkdir()
    (pytester.path / "scenarios" / "mine" / "first.hearts.yaml").write_text(SCENARIO)
    args = ("--heartspec-scenarios", "scenarios", "-k", "mine", "-v")
    result = pytester.runpytest("--heartspec", "reference", *FEW, *args)
    assert result.parseoutcomes()["passed"] == 1
    result.stdout.fnmatch_lines(["heartspec::mine/first/opens[[]qdan-4[]] PASSED*"])


def test_a_broken_scenario_is_an_error_at_its_line(pytester):
    (pytester.mkdir("mine") / "first.hearts.yaml").write_text(SCENARIO + "  extra: 1\n")
    result = pytester.runpytest("--heartspec", "reference", *FEW)
    result.stdout.fnmatch_lines(["*heartspec: mine/first.hearts.yaml:*"])
    assert result.ret == pytest.ExitCode.INTERRUPTED


def test_options_are_set_on_top(pytester):
    args = ("--heartspec-option", "first-trick.banned=[]", "-v")
    result = pytester.runpytest("--heartspec", "reference", *FEW, *args)
    result.stdout.fnmatch_lines(["heartspec::first-trick/queen-discard/no-ban[[]qdan-4[]] PASSED*"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--heartspec", "refrence"], "there is no target 'refrence'; did you mean reference?"),
        (["--heartspec", "games:Missing"], "target games:Missing: games has no Missing"),
        (["--heartspec", "games:Leaving"], "target games:Leaving: describe() failed: SystemExit: 0"),
        (["--heartspec", "reference", "--heartspec-sheet", "qdam"], "qdam: there is no sheet of this name*"),
        (["--heartspec", "reference", "--heartspec-option", "moon=1"], "option: moon: *"),
        (
            ["--heartspec", "reference", *(f"--heartspec-option=moon.mode={mode}" for mode in ("none", "add"))],
            "option: moon.mode: this is set twice, to different values; set it once",
        ),
        (["--heartspec", "reference", "--heartspec-scenarios", "nowhere"], "nowhere: there is no such folder"),
        (["--heartspec", "reference", "--heartspec-lang", "xx"], "*there are no texts in this language*"),
        (["--heartspec", "games:Blind", "--heartspec-players", "7"], "no sheet is for 7 players*"),
    ],
)
def test_wrong_options_are_usage_errors_in_one_sentence(pytester, arguments, told):
    result = pytester.runpytest(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: heartspec: {told}"])


def test_junit_names_cases_and_keeps_their_verdict(pytester):
    pytester.runpytest("--heartspec", "games:NoBan", *FEW, "-k", "queen-discard/ban", "--junit-xml", "out.xml")
    case = ElementTree.parse(pytester.path / "out.xml").find(".//testcase")
    assert case.get("name") == "first-trick/queen-discard/ban[qdan-4]"
    assert {each.get("name"): each.get("value") for each in case.iter("property")} == {
        "sheet": "qdan",
        "players": "4",
        "verdict": "deviates",
    }
    assert "first-trick.no-queen" in case.find("failure").text


def test_rules_pick_cases(pytester):
    result = pytester.runpytest(
        "--heartspec", "reference", *CHOSEN, "--heartspec-rule", "first-trick.*", "--collect-only", "-q"
    )
    chapters = {line.split("/")[0] for line in result.outlines if "::" in line}
    assert "heartspec::first-trick" in chapters
    assert "heartspec::moon" not in chapters


def test_workers_of_xdist_share_the_suite(pytester):
    pytest.importorskip("xdist")
    some = (
        "--heartspec",
        "games:NoBan",
        *CHOSEN,
        "--heartspec-scenario",
        "first-trick",
        "--heartspec-scenario",
        "play",
    )
    alone = pytester.runpytest(*some).parseoutcomes()
    shared = pytester.runpytest_subprocess(*some, "-n", "2").parseoutcomes()
    assert {key: shared.get(key) for key in ("passed", "failed")} == {key: alone[key] for key in ("passed", "failed")}


def test_only_public_names_of_pytest_are_used():
    for name in ("plugin.py", "pytest_items.py"):
        assert "_pytest" not in (Path(hearts_conformance.__file__).parent / name).read_text()
