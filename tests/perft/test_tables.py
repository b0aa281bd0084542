"""The tables: complete, counted alike by three programs, and refused in a sentence where they are not sound."""

from __future__ import annotations

import json

import pytest
import slow_count

from hearts_conformance.perft import comparing, tables
from hearts_conformance.perft.positions import written
from hearts_spec import data, sheets, texts
from hearts_spec.data import DataError
from hearts_spec.rules import Rules

SETTINGS = [(name, players) for name in sheets.ids() for players in sheets.load(name).players]
IN_FULL = [("qdan", 3), ("reserve", 3), ("cohen", 7), ("old-rules", 3)]
LITTLE = 150
"""How many continuations the slow rules count for each position in each setting."""


@pytest.fixture(scope="module")
def read():
    """Our tables, read once."""
    return {name: tables.load(tables.place(sheets.load(name))) for name in sheets.ids()}


@pytest.fixture(scope="module")
def plain():
    """Our tables as plain JSON."""
    return {name: json.loads(tables.place(sheets.load(name)).read_text(encoding="utf-8")) for name in sheets.ids()}


def test_every_sheet_and_number_of_players_has_its_table(read):
    assert {(name, players) for name, table in read.items() for players in table.counted} == {*SETTINGS}


@pytest.mark.parametrize(("name", "players"), SETTINGS)
def test_a_table_has_every_position_that_its_rules_can_hold(read, name, players):
    rules = sheets.load(name).resolve(players)
    counted = read[name].counted[players]
    assert counted.rules.options == rules.options
    laid_out = {each.name: each.lay_out(rules) for each in written().values()}
    assert {name: entry.start for name, entry in counted.entries.items()} == {
        name: start for name, start in laid_out.items() if start
    }


def test_every_position_stands_in_some_table(read):
    assert {name for table in read.values() for each in table.counted.values() for name in each.entries} == {*written()}


def test_positions_meet_rules_that_there_are():
    known = texts.catalogue().rules
    assert not [rule for each in written().values() for rule in each.meets if rule not in known]


@pytest.mark.parametrize(("name", "players"), IN_FULL)
def test_the_engine_counts_what_the_tables_have(read, name, players):
    compared = comparing.compare(name, read[name].counted[players], sheets.load(name).resolve(players))
    assert compared.agrees
    assert compared.nodes > 50_000


@pytest.mark.parametrize(("name", "players"), SETTINGS)
def test_the_slow_rules_count_what_the_tables_have(plain, name, players):
    counted = plain[name]["players"][str(players)]
    for position, entry in counted["positions"].items():
        depths = [depth for depth, number in enumerate(entry["counts"], 1) if number <= LITTLE]
        game = slow_count.reach(entry, counted["options"])
        depth = max(depths, default=1)
        nodes, points = slow_count.count(game, depth)
        assert nodes == entry["counts"][:depth], position
        if depth == len(entry["counts"]):
            assert points == entry["points"], position


@pytest.mark.parametrize(("name", "players"), [("qdan", 3), ("cohen", 6)])
def test_the_slow_rules_count_points_at_the_end_of_rounds(plain, name, players):
    counted = plain[name]["players"][str(players)]
    for position in ("low-endgame", "moon-endgame", "moon-certain", "bonus-endgame"):
        entry = counted["positions"][position]
        nodes, points = slow_count.count(slow_count.reach(entry, counted["options"]), len(entry["counts"]))
        assert (nodes, points) == (entry["counts"], entry["points"])


def test_ours_say_who_counted_and_who_agreed(read):
    for table in read.values():
        assert table.checked == tables.CHECKED
        assert table.to_json()["made"]["by"] == tables.BY


def test_a_table_is_written_as_it_was_read(read, tmp_path):
    from dataclasses import replace

    table = read["cohen"]
    again = replace(table, path=tmp_path / "cohen.perft.json")
    again.write()
    assert tables.load(again.path).counted == table.counted
    assert again.path.read_text(encoding="utf-8") == table.path.read_text(encoding="utf-8")


def test_the_hash_is_of_all_options_and_the_players():
    options = {"players": 4}
    first = tables.fingerprint(Rules.from_options(options))
    assert first == tables.fingerprint(Rules.from_options(Rules.from_options(options).to_json()))
    assert first != tables.fingerprint(Rules.from_options({**options, "match.limit": 50}))
    assert first != tables.fingerprint(sheets.load("qdan").resolve(5))


@pytest.fixture
def broken(tmp_path):
    """Write a small table with one thing changed, and return the sentence about it."""
    counted = tables.counted_under(sheets.load("qdan").resolve(4), ["lead-unbroken"], 2)
    path = tmp_path / "my.perft.json"
    whole = tables.Table("my", path, {4: counted}).to_json()

    def change(way, value):
        place = whole
        for key in way[:-1]:
            place = place[key]
        if value is None:
            del place[way[-1]]
        else:
            place[way[-1]] = value
        path.write_text(tables._lines(whole), encoding="utf-8")
        with pytest.raises(DataError) as caught:
            tables.load(path)
        return str(caught.value).removeprefix(data.shown(path) + ":")

    return change


ENTRY = ("players", "4", "positions", "lead-unbroken")
AT = "players/4/positions/lead-unbroken"
BROKEN = [
    (("format",), "heartspec-perft/9", "2: format: "),
    (("players", "4", "hash"), "h0123456789abcdef", "7: players/4/hash: the hash of these options is h"),
    (("players", "4", "options", "match.limit"), 50, "7: players/4/hash: the hash of these options is h"),
    (("players", "4", "options", "match.limit"), 0, "8: players/4/options/match.limit: match.limit cannot be 0"),
    (
        ("players", "4", "options"),
        sheets.load("qdan").resolve(5).to_json(),
        "8: players/4/options/players: these are options for 5 players, not 4",
    ),
    ((*ENTRY, "hands", 0), "2C", f"10: {AT}/hands: the hands and the kitty are not a deal of the pack"),
    ((*ENTRY, "hands", 0), "2C 2X", f"10: {AT}/hands/0: "),
    ((*ENTRY, "points"), [0, 0, 0], f"10: {AT}/points: there are 3 for 4 players"),
    ((*ENTRY, "counts"), [8, 25] + [25] * 50, f"10: {AT}/counts: there are counts for 52 depths, but 48 cards"),
    ((*ENTRY, "counts"), [8, 26], f"10: {AT}/divide: the parts do not add up to the last count, 26"),
    ((*ENTRY, "counts"), None, f"10: {AT}: "),
    ((*ENTRY, "extra"), 1, f"10: {AT}"),
]


@pytest.mark.parametrize(("way", "value", "sentence"), BROKEN)
def test_an_unsound_table_is_told_of_with_line_and_key(broken, way, value, sentence):
    assert broken(way, value).startswith(sentence)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": "heartspec-perft/1", "format": "heartspec-perft/1"}', "\xff"]
)
def test_a_file_that_is_no_table_is_told_of(tmp_path, text):
    path = tmp_path / "my.perft.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(DataError, match=r"my\.perft\.json"):
        tables.load(path)
