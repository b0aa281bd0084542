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


HOUSE = "title: House\nsummary: House.\nextends: qdan\noptions: {hearts.lead: after-heart-or-queen}\n"
CASE = """
title: The queen of spades is thrown on the second trick
players: 4
hands: {0: AC AD 6H QH, 1: "D - / S AKQ7 / H 5K"}
before: [{opens: "1 ...", 0: AC, takes: 0}]
cases:
  heart-led:
    decides: [hearts.queen-breaks]
    when: {hearts.lead: after-heart-or-queen}
    steps:
      - {0: AD ..., 1: QS, takes: 0}
      - {turn: 0, broken: true, legal: all}
"""


@pytest.fixture
def house(tmp_path, monkeypatch):
    """A sheet of one's own with a case of one's own, in the folder that one is in."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my" / "house").mkdir(parents=True)
    (tmp_path / "my" / "house" / "queen.hearts.yaml").write_text(CASE)
    (tmp_path / "house.yaml").write_text(HOUSE)
    return tmp_path


def test_cases_of_ones_own_are_compared_too(diff, house):
    assert "    house/queen/heart-led\n" in diff("qdan", "house.yaml", "--players", "4", "--scenarios", "my")


def test_a_variant_of_ones_own_is_judged_by_cases_of_ones_own(house, capsys):
    chosen = ["--sheet", "house.yaml", "--scenarios", "my", "--scenario", "house"]
    assert run(["verify", "reference", *chosen]) == 0
    assert "1 conforms" in capsys.readouterr().out
    (house / "house.yaml").write_text(HOUSE.replace("-or-queen", ""))
    assert run(["verify", "reference", *chosen]) == 2
    assert "no case applies" in capsys.readouterr().err


def test_a_folder_without_a_scenario_is_told_of(house, capsys):
    (house / "none").mkdir()
    assert run(["verify", "reference", "--sheet", "house.yaml", "--scenarios", "none"]) == 2
    said = capsys.readouterr().err
    assert said == "heartspec: none: no scenario stands below this folder: no file ends in .hearts.yaml\n"


def test_a_sheet_named_without_its_ending_is_found_for_the_asking(house, capsys):
    assert run(["verify", "reference", "--sheet", "house"]) == 2
    assert "did you mean the file house.yaml?" in capsys.readouterr().err
