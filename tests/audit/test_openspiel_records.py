"""The example of bringing one's own logs: OpenSpiel's serialised games become records that are judged."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def convert(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from openspiel_records import records

    return records


def serialised(parameters, seed):
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("hearts", parameters)
    state, draw = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        state.apply_action(draw.choice(state.legal_actions()))
    return pyspiel.serialize_game_and_state(game, state)


def judged(records, tmp_path, heartspec):
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in records))
    ran = heartspec("audit", file, "--format", "json")
    assert ran.err == ""
    return json.loads(ran.out)


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"qs_breaks_hearts": False, "jd_bonus": True},
        {"must_break_hearts": False, "no_pts_on_first_trick": False},
        {"can_lead_any_club": True, "can_lead_hearts_instead_of_qs": True},
    ],
)
def test_games_of_openspiel_are_sound_by_the_rules_that_its_parameters_call_for(
    parameters, convert, tmp_path, heartspec
):
    text = "".join(serialised(parameters, seed) for seed in range(12))
    report = judged(convert(text, "log"), tmp_path, heartspec)
    assert (report["games"], report["faults"]) == (12, [])


def test_two_cards_of_a_log_exchanged_are_found(convert, tmp_path, heartspec):
    (record,) = convert(serialised({}, 3), "log")
    plays = record["rounds"][0]["plays"]
    plays[1]["card"], plays[2]["card"] = plays[2]["card"], plays[1]["card"]
    (fault,) = judged([record], tmp_path, heartspec)["faults"]
    assert (fault["game"], fault["move"], fault["rule"]) == ("log-1", 2, "turn.own-card")


def test_the_command_writes_a_line_a_game(convert, tmp_path, capsys):
    file = tmp_path / "log.txt"
    file.write_text(serialised({}, 1) + serialised({}, 2))
    assert sys.modules["openspiel_records"].main([str(file)]) == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == ["log-1", "log-2"]
