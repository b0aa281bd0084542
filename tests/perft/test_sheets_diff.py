"""``heartspec sheets diff`` shows one of the cases whose outcome differs, played both ways."""

from __future__ import annotations

import json

import pytest

from hearts_conformance.commands import run


@pytest.fixture
def diff(capsys):
    def diff(*arguments):
        assert run(["sheets", "diff", *arguments]) == 0
        return capsys.readouterr().out

    return diff


def test_a_case_is_drawn_with_what_is_legal_by_each_sheet(diff):
    out = diff("qdan", "cohen", "--players", "4")
    shown = out[out.index("played both ways: hearts/") :].splitlines()
    assert any(line.startswith("▸ seat 0") for line in shown)
    ours, theirs = (
        set(shown[shown.index(f"  by {sheet}, the legal cards:") + 1].split()) for sheet in ("qdan", "cohen")
    )
    assert ours < theirs
    assert all(card.startswith("♥") for card in theirs - ours)


def test_the_ways_are_the_other_way_round_if_the_sheets_are(diff):
    one, other = (json.loads(diff(*pair, "--players", "4", "--format", "json"))[0]["example"] for pair in PAIRS)
    assert (one["a"], one["b"]) == (other["b"], other["a"])
    assert one["case"] == other["case"]


PAIRS = [("qdan", "free-hearts"), ("free-hearts", "qdan")]


def test_a_difference_in_the_score_is_shown_with_what_was_captured(diff):
    out = diff("qdan", "moon-subtract", "--players", "4")
    assert "  captured\n" in out
    assert "by seat     0  26  26  26" in out
    assert "by seat   -26   0   0   0" in out
    assert all(len(line) <= 80 for line in out.splitlines())


def test_nothing_is_drawn_where_no_case_differs(diff):
    assert "played both ways" not in diff("qdan", "qdan", "--players", "4")
    assert json.loads(diff("qdan", "reserve", "--players", "3", "--format", "json"))[0]["example"] is None
