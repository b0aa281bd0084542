"""``heartspec perft`` and ``heartspec verify --perft`` as they are typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hearts_conformance.commands import run
from hearts_spec import data

MINE = "title: Mine\nsummary: Mine.\nextends: qdan\nplayers: [3]\noptions: {hearts.lead: after-heart-or-queen}\n"


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A sheet of one's own in the folder that one is in."""
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(MINE)
    return Path("mine.yaml")


@pytest.fixture
def heartspec(capsys):
    """Run a command line; return its status, what it printed and what it said on stderr."""

    def heartspec(*arguments):
        status = run(list(arguments))
        said = capsys.readouterr()
        return status, said.out, said.err

    return heartspec


def test_a_table_is_counted_again_and_agrees(heartspec):
    status, out, _ = heartspec("perft", "--sheet", "qdan", "--players", "3")
    assert status == 0
    assert out.splitlines()[0].startswith("qdan, 3 players")
    assert out.splitlines()[-1].endswith("all as in the tables")


def test_a_changed_option_is_found_with_divide_walk_and_drawing(heartspec):
    changed = ("--sheet", "qdan", "--players", "4", "--option", "hearts.lead=after-heart-or-queen")
    status, out, _ = heartspec("perft", *changed, "--position", "second-trick-void")
    assert status == 1
    out = " ".join(out.split())
    for told in (
        "hearts.lead: after-heart in the table, after-heart-or-queen now",
        "divide at depth 4, where it differs",
        "first difference after QS 6D 5D: 2H 3H 6H QH may be played by the sheet now only; "
        "the table counts 7 legal cards, the sheet now 11",
        "▸ seat 0",
        "1 of 1 settings differ",
    ):
        assert told in out


def test_a_changed_option_is_found_as_json(heartspec):
    changed = ("--sheet", "qdan", "--players", "4", "--option", "hearts.lead=after-heart-or-queen")
    status, out, _ = heartspec("perft", *changed, "--position", "second-trick-void", "--format", "json")
    (found,) = json.loads(out)
    assert status == 1
    assert found["options"] == {"hearts.lead": {"table": "after-heart", "now": "after-heart-or-queen"}}
    first = found["mismatches"][0]["first"]
    assert first["after"] == ["QS", "6D", "5D"]
    assert first["what"] == "legal"
    assert first["counts"] == {"table": [7], "counted": [11]}


def test_somebodys_own_sheet_gets_its_fingerprint_and_a_changed_rule_is_found(heartspec, mine):
    status, _, err = heartspec("perft", "--sheet", "mine.yaml")
    assert status == 2
    assert err == (
        "heartspec: mine.yaml has no table yet; heartspec perft --sheet mine.yaml --write makes mine.perft.json "
        "(see heartspec perft --help)\n"
    )
    assert heartspec("perft", "--sheet", "mine.yaml", "--write")[0] == 0
    assert json.loads(Path("mine.perft.json").read_text())["sheet"] == "mine"
    assert json.loads(Path("mine.perft.json").read_text())["made"]["checked"] == []
    assert heartspec("perft", "--sheet", "mine.yaml")[0] == 0
    mine.write_text(MINE.replace("after-heart-or-queen", "after-heart"))
    status, out, _ = heartspec("perft", "--sheet", "mine.yaml")
    assert status == 1
    assert "hearts.lead: after-heart-or-queen in the table, after-heart now" in out
    assert "may be played by the table only" in " ".join(out.split())


def test_a_changed_option_that_no_count_shows_is_told_too(heartspec, mine):
    heartspec("perft", "--sheet", "mine.yaml", "--write")
    mine.write_text(MINE.replace("}", ", match.limit: 50}"))
    status, out, _ = heartspec("perft", "--sheet", "mine.yaml")
    assert status == 1
    assert "match.limit: 100 in the table, 50 now" in out
    assert "first difference" not in out


def test_a_changed_pack_leaves_positions_that_cannot_be_reached(heartspec, mine):
    heartspec("perft", "--sheet", "mine.yaml", "--write")
    mine.write_text(MINE.replace("}", ", deck.strip: {3: [3D]}}"))
    status, out, _ = heartspec("perft", "--sheet", "mine.yaml")
    assert status == 1
    assert "it cannot be reached any more: the hand of seat" in out


def test_a_table_may_stand_elsewhere(heartspec, mine):
    assert heartspec("perft", "--sheet", "mine.yaml", "--write", "--out", "other.json")[0] == 0
    assert not Path("mine.perft.json").exists()
    assert heartspec("perft", "--sheet", "mine.yaml", "--table", "other.json")[0] == 0
    status, out, _ = heartspec("perft", "--sheet", "qdan", "--players", "3", "--table", "other.json")
    assert status == 1
    assert "hearts.lead: after-heart-or-queen in the table, after-heart now" in out


def test_counting_deeper_and_dividing_need_no_table(heartspec):
    one = ("--sheet", "qdan", "--players", "4", "--position", "lead-unbroken")
    status, out, _ = heartspec("perft", *one, "--depth", "3", "--divide")
    assert status == 0
    assert "lead-unbroken: 8 25 71" in out
    parts = [line.split() for line in out.splitlines() if line.startswith("    ") and len(line.split()) == 2]
    assert sum(int(number) for _, number in parts) == 71
    status, out, _ = heartspec("perft", *one, "--depth", "3", "--format", "json")
    entry = json.loads(out)[0]["positions"]["lead-unbroken"]
    assert entry["counts"] == [8, 25, 71]
    assert len(entry["hands"]) == 4


def test_positions_are_listed(heartspec):
    status, out, _ = heartspec("perft", "--list")
    assert status == 0
    assert "lead-unbroken" in out
    assert {"name", "title", "meets"} == set(json.loads(heartspec("perft", "--list", "--format", "json")[1])[0])


WRONG = [
    (("--position", "lead-unbrokn"), "there is no position 'lead-unbrokn'; did you mean lead-unbroken?"),
    (("--position", "x"), "there is no position 'x'; --list names them"),
    (("--depth", "0"), "0 is not in the range"),
    (
        ("--sheet", "qdan", "--players", "4", "--position", "moon-certain", "--depth", "13"),
        "qdan, 4 players: moon-certain: there is no depth 13, since only 12 cards are left to play",
    ),
    (("--sheet", "qdan", "--players", "7"), "no sheet here is for 7 players"),
    (("--sheet", "qdn"), "there is no sheet of this name; did you mean qdan?"),
    (("--out", "x.json"), "--out goes with --write"),
    (("--write", "--out", "x.json"), "--out is one file; give one --sheet with it"),
    (("--write", "--depth", "3"), "--write writes whole tables"),
    (("--table", "none.json"), "'none.json' does not exist"),
    (("--table", __file__), "--table is one file; give one --sheet with it"),
    (("--sheet", "qdan", "--table", __file__), "test_perft_command.py:"),
    (("--sheet", "qdan", "--table", __file__, "--depth", "2"), "--table is what a sheet is held against"),
    (("--sheet", "reserve", "--players", "3", "--position", "first-trick-all-points"), "no table has what was asked"),
    (
        ("--sheet", "qdan", "--players", "3", "--position", "first-trick-all-points", "--depth", "2"),
        "first-trick-all-points cannot arise under these sheets and numbers of players",
    ),
    (("--write", "--sheet", "qdan", "--out", "nowhere/x.json"), "nowhere/x.json: No such file or directory"),
]


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_wrong_usage_is_one_sentence(heartspec, arguments, sentence):
    status, _, err = heartspec("perft", *arguments)
    assert status == 2
    assert sentence in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"hash": "h', '"hash": "x', "mine.perft.json:7: players/3/hash: "),
        ('"after-heart-or-queen"', '"any-time"', "mine.perft.json:7: players/3/hash: the hash of these options is h"),
        ('"counts": [', '"counts": ["one", ', "mine.perft.json:10: players/3/positions/opening-lead/counts/0: "),
        ('"players": {', "", "mine.perft.json:"),
    ],
)
def test_a_broken_table_is_one_sentence_with_file_line_and_key(heartspec, mine, old, new, sentence):
    heartspec("perft", "--sheet", "mine.yaml", "--write")
    table = Path("mine.perft.json")
    table.write_text(table.read_text().replace(old, new, 1))
    status, _, err = heartspec("perft", "--sheet", "mine.yaml")
    assert status == 2
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_a_target_is_judged_by_counts_and_reported_like_any_other(heartspec, tmp_path):
    report = tmp_path / "report.json"
    chosen = ("--sheet", "qdan", "--players", "3", "--scenario", "perft/lead-*")
    status, out, _ = heartspec("verify", "reference", "--perft", *chosen, "--report", f"json={report}")
    assert status == 0
    assert " conforms" in out
    written = data.check(data.read(report), "report").value
    assert {case["id"].partition("/")[0] for case in written["cases"]} == {"perft"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--jobs", "2"), "--perft is judged at once"),
        (("--known", "shipped"), "it goes without --known"),
        (("--option", "match.limit=50"), "tables are made for a sheet as it stands"),
        (("--scenario", "first-trick"), "no position of the tables is chosen"),
    ],
)
def test_what_does_not_go_with_counts_is_told(heartspec, arguments, sentence):
    status, _, err = heartspec("verify", "reference", "--perft", *arguments)
    assert status == 2
    assert sentence in err
