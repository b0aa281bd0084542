"""The pytest plugin with a list of known deviations."""

from __future__ import annotations

import sys

import pytest

import hearts_conformance.pytest_items
import hearts_conformance.reference_target  # noqa: F401 - runs in this process shall share what is loaded

pytest_plugins = ["pytester"]

GAMES = """
from dataclasses import replace

from hearts_conformance.reference_target import Reference


class NoBan(Reference):
    known_deviations = "games.known.yaml"

    def __init__(self):
        super().__init__(transform=lambda rules: replace(rules, banned=0))
"""
BAN = "first-trick/queen-discard/ban"
FEW = (
    *("--heartspec-sheet", "qdan", "--heartspec-players", "4", "-p", "no:cacheprovider"),
    *("--heartspec-scenario", "first-trick/queen-discard/*ban", "--heartspec-scenario", "match/tie-won-by-third"),
)


@pytest.fixture(autouse=True)
def project(pytester, monkeypatch):
    pytester.makepyfile(games=GAMES)
    monkeypatch.syspath_prepend(pytester.path)
    sys.modules.pop("games", None)


@pytest.fixture
def listed(pytester):
    def write(*entries: str) -> None:
        lines = ["known:", *(f"  - {{{entry}, reason: It bars nothing.}}" for entry in entries)]
        (pytester.path / "games.known.yaml").write_text("\n".join(lines) + "\n")

    return write


@pytest.mark.parametrize("name", ["games.known.yaml", "shipped"])
def test_what_is_known_is_expected_to_fail(pytester, listed, name):
    listed(f"case: {BAN}")
    result = pytester.runpytest("--heartspec", "games:NoBan", *FEW, "--heartspec-known", name, "-rx")
    assert result.ret == 0
    assert result.parseoutcomes()["xfailed"] == 1
    result.stdout.fnmatch_lines([f"XFAIL heartspec::{BAN}* - It bars nothing."])


def test_what_passes_though_it_is_on_the_list_fails(pytester, listed):
    listed(f"case: {BAN}")
    result = pytester.runpytest("--heartspec", "reference", *FEW, "--heartspec-known", "games.known.yaml")
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(
        [
            f"unexpected-pass: {BAN}, qdan, 4 players",
            "it conforms, but games.known.yaml:2: known/0/case says that it fails",
        ]
    )


@pytest.mark.parametrize("spread", [(), ("-n", "2")])
def test_an_entry_that_is_not_true_fails_the_run(pytester, listed, spread):
    if spread:
        pytest.importorskip("xdist")
    listed(
        f"case: {BAN}", "rule: match.tie-continues", "case: first-trick/no-such/case", "case: play/void, sheet: cohen"
    )
    arguments = ("--heartspec", "games:NoBan", *FEW, "--heartspec-known", "games.known.yaml", *spread)
    run = pytester.runpytest_subprocess if spread else pytester.runpytest
    result = run(*arguments)
    told = [line for line in result.outlines if line.startswith("stale: ")]
    assert "failed" not in result.parseoutcomes()
    assert [line.split(":")[2] for line in told] == ["4"]
    assert told[0].startswith("stale: games.known.yaml:4: known/2/case: there is no case like")
    assert result.ret == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize("spread", [(), ("-n", "2")])
def test_a_rule_under_which_nothing_fails_fails_the_run(pytester, listed, spread):
    if spread:
        pytest.importorskip("xdist")
    listed("rule: first-trick.no-queen")
    arguments = ("--heartspec", "reference", *FEW[:6], "--heartspec-rule", "first-trick.no-queen")
    run = pytester.runpytest_subprocess if spread else pytester.runpytest
    result = run(*arguments, "--heartspec-known", "games.known.yaml", *spread)
    assert "failed" not in result.parseoutcomes()
    result.stdout.fnmatch_lines(["stale: games.known.yaml:2: known/0/rule: nothing fails here any more (* conforms)*"])
    assert result.ret == pytest.ExitCode.TESTS_FAILED


def test_what_is_deselected_is_not_stale(pytester, listed):
    listed("rule: first-trick.no-queen", f"case: {BAN}")
    arguments = ("--heartspec", "reference", *FEW, "--heartspec-known", "games.known.yaml")
    assert pytester.runpytest(*arguments, "-k", "tie-won-by-third").ret == 0


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nothing.yaml", "nothing.yaml: there is no such file"),
        ("shipped", "reference brings no list of known deviations along; name a file of your own"),
        ("games.py", "games.py:*: this is not YAML*"),
    ],
)
def test_a_bad_list_is_a_usage_error(pytester, name, told):
    result = pytester.runpytest("--heartspec", "reference", *FEW, "--heartspec-known", name)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: heartspec: {told}"])
