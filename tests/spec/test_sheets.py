"""Sheets: the `extends` chain, values by number of players, overrides, and every fault at its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hearts_spec import sheets
from hearts_spec.data import DataError
from hearts_spec.rules import AXES, Impossible, Rules

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    monkeypatch.chdir(tmp_path)

    def write(name: str, text: str) -> Path:
        file = tmp_path / name
        file.write_text(f"title: A sheet\nsummary: A sheet.\n{text}")
        return file

    return write


def fault(act: Callable[[], Any]) -> DataError:
    with pytest.raises(DataError) as caught:
        act()
    assert "\n" not in str(caught.value)
    return caught.value


def test_our_sheets_are_listed() -> None:
    assert {"qdan", "cohen", "black-maria", "reserve"} <= set(sheets.ids())
    assert sheets.ids() == sorted(sheets.ids())


def test_a_sheet_has_what_its_file_says() -> None:
    cohen = sheets.load("cohen")
    assert (cohen.id, cohen.players) == ("cohen", (3, 4, 5, 6, 7))
    assert cohen.parent is not None
    assert [each.id for each in cohen.lineage] == ["cohen", "qdan"]
    assert cohen.sources == ("cohen-article",)


def test_an_extending_sheet_takes_over_what_it_does_not_state(write: Write) -> None:
    sheet = sheets.load(write("mine.yaml", "extends: cohen\noptions: {match.limit: 60}\n"))
    rules = sheet.resolve(6)
    assert sheet.id == "mine"
    assert rules.limit == 60
    assert rules.moon == "choice"
    assert rules.hand_size == 8


def test_a_map_replaces_the_map_of_the_parent_whole(write: Write) -> None:
    sheet = sheets.load(
        write("mine.yaml", "extends: qdan\noptions: {value.card: {KS: 10}, deck.strip: {5: [2C, 3C]}}\n")
    )
    assert sheet.resolve(4).options["value.card"] == {"KS": 10}
    assert sheet.resolve(5).options["deck.strip"] == ["2C", "3C"]
    assert "cannot share evenly" in fault(lambda: sheet.resolve(3)).sentence


def test_a_sheet_may_extend_a_file_by_a_path_relative_to_it(write: Write, tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    write("base.yaml", "extends: qdan\noptions: {match.limit: 70}\n")
    sheet = sheets.load(write("below/mine.yaml", "extends: ../base.yaml\n"))
    assert sheet.resolve(4).limit == 70
    assert [each.id for each in sheet.lineage] == ["mine", "base", "qdan"]


def test_a_sheet_in_a_search_folder_is_known_by_its_id(write: Write, tmp_path: Path) -> None:
    write("house.yaml", "extends: qdan\noptions: {match.limit: 30}\n")
    write("other.yaml", "extends: house\n")
    assert sheets.load("house", [tmp_path]).resolve(4).limit == 30
    assert sheets.load("other", [tmp_path]).resolve(4).limit == 30
    assert sheets.load(tmp_path / "other.yaml").resolve(4).limit == 30


def test_a_sheet_may_have_the_name_of_the_one_that_it_extends(write: Write) -> None:
    sheet = sheets.load(write("qdan.yaml", "extends: qdan\noptions: {match.limit: 30}\n"))
    assert sheet.resolve(4).limit == 30
    assert sheet.parent is not None
    assert sheet.parent.source_path == sheets.load("qdan").source_path


def test_a_sheet_that_states_nothing_has_the_defaults(write: Write) -> None:
    rules = sheets.load(write("bare.yaml", "players: [4]\n")).resolve(4)
    assert rules.options == Rules.from_options({"players": 4}).options
    assert rules.options["moon.mode"] == AXES["moon.mode"].default


def test_a_cycle_is_refused_with_the_way_it_takes(write: Write) -> None:
    write("a.yaml", "extends: b\n")
    write("b.yaml", "extends: ./c.yaml\n")
    write("c.yaml", "extends: a\n")
    error = fault(lambda: sheets.load("a.yaml"))
    assert str(error) == "c.yaml:3: extends: this sheet extends itself: a extends b extends c extends a"


def test_a_chain_of_sheets_has_a_longest_length(write: Write) -> None:
    write("s0.yaml", "players: [4]\n")
    for number in range(1, 34):
        write(f"s{number}.yaml", f"extends: ./s{number - 1}.yaml\n")
    assert len(sheets.load("./s32.yaml").lineage) == 33
    error = fault(lambda: sheets.load("./s33.yaml"))
    assert str(error) == "s1.yaml:3: extends: here more than 32 sheets extend one another"


def test_a_sheet_that_extends_its_own_file_is_refused(write: Write) -> None:
    write("a.yaml", "extends: ./a.yaml\n")
    assert str(fault(lambda: sheets.load("./a.yaml"))) == "a.yaml:3: extends: this sheet extends itself: a extends a"


@pytest.mark.parametrize(
    ("named", "expected"),
    [
        ("qdna", "mine.yaml:3: extends: qdna: there is no sheet of this name; did you mean qdan?"),
        ("./none.yaml", "mine.yaml:3: extends: there is no sheet file ./none.yaml"),
    ],
)
def test_a_parent_that_there_is_not_is_told_at_its_line(write: Write, named: str, expected: str) -> None:
    write("mine.yaml", f"extends: {named}\n")
    assert str(fault(lambda: sheets.load("mine.yaml"))) == expected


def test_a_fault_in_a_parent_is_told_in_the_parent(write: Write) -> None:
    write("base.yaml", "options: {hearts.leed: any-time}\n")
    write("mine.yaml", "extends: ./base.yaml\n")
    assert str(fault(lambda: sheets.load("mine.yaml"))).startswith("base.yaml:3: options/hearts.leed: unknown key")


def test_an_unknown_sheet_names_the_nearest() -> None:
    assert str(fault(lambda: sheets.load("black-mary"))).endswith("did you mean black-maria?")
    assert "there are always-left" in str(fault(lambda: sheets.load("zzzz")))
    assert str(fault(lambda: sheets.load("no/such.yaml"))) == "no/such.yaml: there is no such file"


def test_a_number_of_players_that_the_sheet_is_not_for_lists_the_numbers() -> None:
    error = fault(lambda: sheets.load("reserve").resolve(4))
    assert error.sentence == "reserve is for 3 or 5 players, not 4"
    assert error.key == "players"
    assert error.line == sheets.load("reserve").document.line("players")  # type: ignore[union-attr]
    for players in (True, "4", 4.5, 0):
        assert "players, not" in fault(lambda p=players: sheets.load("qdan").resolve(p)).sentence  # type: ignore[misc]


def test_a_map_without_the_number_strips_nothing() -> None:
    assert sheets.pick("deck.strip", {"3": ["2D"]}, 4) == []


def test_any_other_map_without_the_number_is_a_fault_at_its_line(write: Write) -> None:
    sheet = sheets.load(write("mine.yaml", "extends: qdan\noptions:\n  match.limit: {4: 50}\n"))
    assert sheet.resolve(4).limit == 50
    assert str(fault(lambda: sheet.resolve(3))) == (
        "mine.yaml:5: options/match.limit: match.limit has no value for 3 players, and no else"
    )


def test_two_options_that_cannot_stand_together_are_told_where_the_last_was_stated(write: Write) -> None:
    sheet = sheets.load(write("mine.yaml", "extends: qdan\noptions:\n  open.leader: left-of-dealer\n"))
    error = fault(lambda: sheet.resolve(4))
    assert (error.line, error.key) == (5, "options/open.leader")
    assert "open.card" in error.sentence
    assert "open.leader" in error.sentence


def test_overrides_come_on_top() -> None:
    qdan = sheets.load("qdan")
    assert qdan.resolve(4, {"match.limit": 50}).limit == 50
    assert qdan.resolve(3, {"match.limit": {3: 30, "else": 50}}).limit == 30
    assert qdan.resolve(4, {"first-trick.banned": ()}).banned == 0
    assert qdan.resolve(4).limit == 100


@pytest.mark.parametrize(
    ("overrides", "expected"),
    [
        ({"hearts.leed": "x"}, "option: hearts.leed: unknown key 'hearts.leed'; did you mean hearts.lead?"),
        ({"moon.mode": "off"}, "option: moon.mode: 'off' is none of the values allowed here; there are add, subtract"),
        ({"players": 3}, "option: players: the number of players is no option to set; it is given by itself"),
        ({"match.limit": {3: 5}}, "option: match.limit: match.limit has no value for 4 players, and no else"),
        ({"open.card": "any"}, "option: open.card: open.card: any does not go with open.leader: lowest-club"),
    ],
)
def test_an_override_at_fault_is_told_as_an_option(overrides: dict[str, Any], expected: str) -> None:
    assert str(fault(lambda: sheets.load("qdan").resolve(4, overrides))).startswith(expected)


def test_an_override_is_read_from_a_command_line() -> None:
    assert sheets.parse_override("match.limit=50") == ("match.limit", 50)
    assert sheets.parse_override("moon.mode = none") == ("moon.mode", "none")
    assert sheets.parse_override("deck.strip={3: [2C], else: []}") == ("deck.strip", {"3": ["2C"], "else": []})
    assert sheets.parse_override("first-trick.banned=[]") == ("first-trick.banned", [])


@pytest.mark.parametrize("text", ["match.limit", "match.limit=x", "match.limit=[1", "x=1", "=1", ""])
def test_an_override_that_is_none_is_one_sentence(text: str) -> None:
    assert str(fault(lambda: sheets.parse_override(text))).startswith("option:")


def test_differences_are_the_axes_that_differ() -> None:
    qdan, cohen = sheets.load("qdan"), sheets.load("cohen")
    assert sheets.differences(qdan, qdan, 4) == []
    assert sheets.differences(qdan, cohen, 4) == ["hearts.lead", "moon.mode", "match.tie"]
    assert sheets.differences(qdan, cohen, 3) == ["pass.cycle", "hearts.lead", "moon.mode", "match.tie"]
    assert "players, not 6" in str(fault(lambda: sheets.differences(qdan, cohen, 6)))


@pytest.mark.parametrize("sheet", sheets.ids())
def test_an_idle_option_changes_nothing_that_play_asks_for(sheet: str) -> None:
    found = sheets.load(sheet)
    for players in found.players:
        rules = found.resolve(players)
        assert "moon.mode" not in sheets.idle(rules)
        for axis in sheets.idle(rules) - {"deck.strip"}:
            other = {
                "kitty.visibility": "all",
                "pass.count": 2,
                "hearts.lead-release": "only-points",
                "bonus.value": -3,
            }
            changed = found.resolve(players, {axis: other.get(axis, rules.options[axis])})
            assert (changed.pack, changed.values, changed.banned) == (rules.pack, rules.values, rules.banned)


@pytest.mark.parametrize("sheet", sheets.ids())
def test_what_a_table_may_change_is_possible(sheet: str) -> None:
    found = sheets.load(sheet)
    for axis, settings in found.changeable.items():
        for setting in settings if settings != "any" else []:
            for players in found.players:
                found.resolve(players, {axis: setting})


def test_an_impossible_sheet_raises_nothing_before_it_is_resolved(write: Write) -> None:
    sheet = sheets.load(write("mine.yaml", "options: {moon.needs: penalties-and-bonus}\n"))
    assert issubclass(Impossible, ValueError)
    assert "bonus.card" in fault(lambda: sheet.resolve(4)).sentence
