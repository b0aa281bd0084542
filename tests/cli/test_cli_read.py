"""The commands that let people read: rules, sheets, show, why."""

from __future__ import annotations

import json

import pytest

PROBE = "probe/queen/ban"
QUEEN = "first-trick/queen-discard/ban"


def test_rules_are_listed_by_pattern_kind_and_sheet(heartspec):
    told = json.loads(heartspec("rules", "list", "moon.*", "--format", "json").out)
    assert {rule["chapter"] for rule in told} == {"moon"}
    told = json.loads(heartspec("rules", "list", "--kind", "restriction", "--format", "json").out)
    assert {rule["kind"] for rule in told} == {"restriction"}
    told = json.loads(heartspec("rules", "list", "--sheet", "no-moon", "--format", "json").out)
    assert "moon.off" in {rule["id"] for rule in told}
    assert "moon.add" not in {rule["id"] for rule in told}


def test_a_rule_is_listed_on_one_line_with_all_its_text_in_a_pipe(heartspec):
    ran = heartspec("rules", "list", "play.follow-suit", "--lang", "id")
    assert ran.out.count("\n") == 1
    assert ran.out.startswith("play.follow-suit  ")


def test_no_rule_like_that_is_said(heartspec):
    assert heartspec("rules", "list", "nothing.*").status == 2


def test_a_rule_is_shown_with_its_condition_and_cases(heartspec):
    ran = heartspec("rules", "show", "first-trick.no-queen")
    assert ran.status == 0
    assert QUEEN in ran.out
    assert "Applies when" in ran.out
    told = json.loads(heartspec("rules", "show", "first-trick.no-queen", "--format", "json", "--lang", "fil").out)
    assert told["kind"] == "restriction"
    assert told["text"].startswith("Bawal")
    assert QUEEN in told["cases"]


def test_an_unknown_rule_is_answered_with_the_nearest(heartspec):
    ran = heartspec("rules", "show", "first-trick.no-quen")
    assert ran.status == 2
    assert "did you mean first-trick.no-queen?" in ran.err


def test_sheets_are_listed_with_their_numbers_of_players(heartspec):
    lines = heartspec("sheets", "list").out.splitlines()
    assert any(line.split()[:2] == ["cohen", "3-7"] for line in lines)
    assert any(line.split()[:2] == ["reserve", "3,5"] for line in lines)
    told = json.loads(heartspec("sheets", "list", "--format", "json").out)
    assert next(each for each in told if each["id"] == "cohen")["extends"] == "qdan"


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_a_whole_sheet_is_shown_in_each_form(heartspec, form):
    ran = heartspec("sheets", "show", "cohen", "--players", "5", "--lang", "id", "--format", form)
    assert ran.status == 0
    assert {"html": "<", "json": "{"}.get(form, "#") == ran.out.lstrip()[0]


def test_resolved_options_are_those_that_make_rules(heartspec):
    from hearts_spec.rules import Rules

    ran = heartspec("sheets", "resolve", "cohen", "--players", "5", "--option", "match.limit=50", "--format", "json")
    options = json.loads(ran.out)
    assert (options["players"], options["match.limit"]) == (5, 50)
    assert Rules.from_options(options).to_json() == options
    assert "match.limit          50" in heartspec(
        "sheets", "resolve", "cohen", "--players", "5", "--option", "match.limit=50"
    ).out.replace("  100", "")


def test_a_number_that_a_sheet_is_not_for_is_said(heartspec):
    ran = heartspec("sheets", "resolve", "qdan", "--players", "7")
    assert ran.status == 2
    assert "qdan is for 3, 4 or 5 players, not 7" in ran.err


def test_sheets_are_compared_by_options_rules_and_outcomes(heartspec):
    (told,) = json.loads(heartspec("sheets", "diff", "qdan", "no-moon", "--players", "4", "--format", "json").out)
    assert told["options"] == {"moon.mode": {"a": "add", "b": "none"}}
    assert "moon.add" in told["rules-gone"]
    assert told["rules-come"] == ["moon.off"]
    assert "moon/everything/add" in told["cases"]
    text = heartspec("sheets", "diff", "qdan", "no-moon", "--players", "4").out
    assert "moon/everything/add" in text


def test_a_sheet_does_not_differ_from_itself(heartspec):
    told = json.loads(heartspec("sheets", "diff", "qdan", "qdan", "--format", "json").out)
    assert [(each["players"], each["options"], each["cases"]) for each in told] == [(n, {}, []) for n in (3, 4, 5)]


def test_cases_are_not_compared_where_the_packs_differ(heartspec):
    (told,) = json.loads(heartspec("sheets", "diff", "qdan", "reserve", "--players", "3", "--format", "json").out)
    assert told["cases"] is None


def test_a_case_is_drawn_and_played_through(heartspec, probe):
    out = heartspec("show", "probe/queen/ban", "--scenarios", probe).out
    assert out.startswith("probe/queen/ban\n")
    assert "▸ seat 1  ♣ –" in out
    assert "plays ♣2 (led)" in out
    assert "step 0      cards that may be played: ♦7 ♦6 ♦5 ♦4 ♦3 ♦2 ♠2" in out
    assert "seat 1 may not play ♠Q" in out
    assert max(map(len, out.splitlines())) <= 80


def test_all_cases_of_a_file_are_drawn(heartspec, probe):
    out = heartspec("show", "probe/queen", "--scenarios", probe).out
    assert "probe/queen/ban\n" in out
    assert "probe/queen/no-ban\n" in out


def test_every_case_can_be_drawn(heartspec):
    from hearts_conformance.session import load_scenarios

    for each in load_scenarios():
        ran = heartspec("show", each.id)
        assert ran.status == 0
        assert max(map(len, ran.out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["first-trick/queen-discrad/ban"], "did you mean first-trick/queen-discard/ban?"),
        ([QUEEN, "--players", "9"], "9 is not in the range"),
        ([QUEEN, "--sheet", "open-first-trick"], "does not apply under open-first-trick"),
    ],
)
def test_a_case_that_cannot_be_drawn_is_said(heartspec, arguments, told):
    ran = heartspec("show", *arguments)
    assert ran.status == 2
    assert told in ran.err


def test_why_names_the_rule_in_the_language(heartspec, probe):
    out = heartspec("why", PROBE, "QS", "--scenarios", probe, "--lang", "fil").out
    assert "first-trick.no-queen" in out
    assert "Bawal ilaro ang reyna ng ispada" in " ".join(out.split())


def test_why_says_what_may_be_played_instead(heartspec, probe):
    told = json.loads(heartspec("why", PROBE, "qs", "--scenarios", probe, "--format", "json").out)
    assert (told["card"], told["seat"], told["rule"]) == ("QS", 1, "first-trick.no-queen")
    assert told["legal"] == ["2D", "3D", "4D", "5D", "6D", "7D", "2S"]


def test_why_says_that_a_card_may_be_played(heartspec, probe):
    ran = heartspec("why", PROBE, "2S", "--scenarios", probe)
    assert ran.status == 0
    assert "You may play the two of spades." in ran.out


def test_why_asks_at_another_step_and_for_another_seat(heartspec, probe):
    asked = ("--scenarios", probe, "--step", "0", "--seat", "2", "--format", "json")
    told = json.loads(heartspec("why", PROBE, "QS", *asked).out)
    assert told["rule"] == "turn.in-order"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([QUEEN, "1S"], "'1S' is not a card"),
        ([QUEEN, "QS", "--step", "99"], "the case has no step 99"),
        ([QUEEN, "QS", "--seat", "6"], "there is no seat 6"),
        (["first-trick/queen-discard", "QS"], "is several cases; take one"),
        (["nowhere.jsonl", "QS"], "nowhere.jsonl: there is no such file"),
        ([QUEEN, "QS", "--game", "1"], f"--game says nothing here: {QUEEN} is a case"),
        ([QUEEN, "QS", "--move", "2"], f"--move says nothing here: {QUEEN} is a case"),
        (["nowhere.jsonl", "QS", "--step", "0"], "--step says nothing here: nowhere.jsonl is a record"),
        (["nowhere.jsonl", "QS", "--players", "4"], "--players says nothing here: nowhere.jsonl is a record"),
    ],
)
def test_a_question_that_makes_no_sense_is_said(heartspec, arguments, told):
    ran = heartspec("why", *arguments)
    assert ran.status == 2
    assert told in ran.err


@pytest.fixture
def record(tmp_path, monkeypatch, probe):
    """A record of the moves that lead into the case of the queen."""
    from hearts_conformance.script import DealRound, Play
    from hearts_conformance.session import find_cases

    monkeypatch.chdir(tmp_path)
    (run,) = find_cases(PROBE, folders=(probe,))
    deal = next(each for each in run.script if isinstance(each, DealRound))
    plays = [{"seat": each.seat, "card": each.card} for each in run.script if isinstance(each, Play)]
    game = {
        "format": "heartspec-record/1",
        "sheet": run.sheet,
        "players": run.players,
        "dealer": deal.dealer,
        "rounds": [
            {"hands": deal.dealt, "passes": [cards for _, cards in sorted(deal.passes)], "plays": plays},
        ],
    }
    (tmp_path / "games.jsonl").write_text(json.dumps(game) + "\n")
    return tmp_path / "games.jsonl"


def test_why_reads_a_record_up_to_a_move(heartspec, record):
    told = json.loads(heartspec("why", record, "QS", "--round", "1", "--move", "2", "--format", "json").out)
    assert (told["seat"], told["rule"]) == (1, "first-trick.no-queen")
    told = json.loads(heartspec("why", record, "QS", "--format", "json").out)
    assert told["rule"] == "turn.own-card"


def test_why_goes_on_from_where_a_record_begins(heartspec, record):
    game = json.loads(record.read_text())
    for start, status in (({"round": 5, "before": [99, 3, 0, 2]}, 0), ({"before": [100, 3, 0, 2]}, 2)):
        record.write_text(json.dumps(game | start) + "\n")
        ran = heartspec("why", record, "QS", "--round", "1", "--move", "2")
        assert ran.status == status
    assert "games.jsonl: before: with totals (100, 3, 0, 2) before round 1 the match is over" in ran.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--game", "2"], "there is no game 2 in it"),
        (["--round", "2"], "the game has no round 2"),
        (["--move", "60"], "the round has no move 60"),
    ],
)
def test_a_record_that_does_not_get_there_is_said(heartspec, record, arguments, told):
    ran = heartspec("why", record, "QS", *arguments)
    assert ran.status == 2
    assert told in ran.err


def test_a_record_that_is_no_json_is_said(heartspec, tmp_path):
    (tmp_path / "bad.jsonl").write_text("{\n")
    ran = heartspec("why", tmp_path / "bad.jsonl", "QS")
    assert ran.status == 2
    assert "is not JSON" in ran.err


def test_a_case_is_shown_under_its_title_in_the_language(heartspec):
    out = heartspec("show", "turn/round-the-table/three", "--lang", "id").out
    assert out.splitlines()[1] == "Tiga pemain: giliran berputar mulai dari kursi terakhir"
