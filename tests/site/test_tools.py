"""What the scripts of the site work with."""

from __future__ import annotations

import json

import pytest

from hearts_site.chapters import tools
from hearts_site.words import Words
from hearts_spec import sheets, texts
from hearts_spec.rules import AXES, Impossible, Rules


@pytest.fixture(scope="module")
def content(told):
    return json.loads(tools.data(told, Words("fil")))


def test_every_rule_and_option_and_sheet_is_there_in_the_language(content, told):
    fil = texts.in_language("fil")
    assert {each["id"]: each["text"] for each in content["rules"]} == {r: fil.rule(r) for r in told.source.rules}
    assert {each["id"] for each in content["options"]} == set(AXES) - {"players"}
    assert {each["id"] for each in content["sheets"]} == set(sheets.ids())


def test_every_value_of_a_sheet_has_a_label(content):
    for sheet in content["sheets"]:
        for options in sheet["options"].values():
            for axis, value in options.items():
                key = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
                assert axis == "players" or key in content["labels"][axis]


def test_every_choice_of_a_menu_has_a_label_and_can_be_read(content):
    for option in content["options"]:
        assert option["menu"]
        assert all(each["label"] for each in option["menu"])


def test_conflicts_are_impossible_and_their_parts_by_themselves_are_not(content):
    assert content["conflicts"]
    for conflict in content["conflicts"]:
        count = conflict["players"] or 4
        base = sheets.load("qdan" if count < 6 else "cohen").resolve(count).to_json()
        changed = {**base, **dict([conflict["a"], *([conflict["b"]] if conflict["b"] else [])])}
        with pytest.raises(Impossible):
            Rules.from_options(changed)


def test_no_sheet_of_ours_holds_a_conflict(content):
    for sheet in content["sheets"]:
        for count, options in sheet["options"].items():
            for conflict in content["conflicts"]:
                if conflict["players"] not in (None, int(count)):
                    continue
                settings = [each for each in (conflict["a"], conflict["b"]) if each]
                idle = options["deal.remainder"] == "kitty" and settings[0][0] == "deck.strip"
                assert idle or not all(options[axis] == value for axis, value in settings), (sheet["id"], conflict)


def test_the_words_of_the_scripts_are_in_the_language(content):
    assert content["words"]["tool.compose.print"] == Words("fil")("tool.compose.print")
