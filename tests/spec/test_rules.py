"""Rules and JSON go back and forth, every sheet resolves, and conditions keep their laws."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hearts_spec import schemas, sheets, texts
from hearts_spec.cards import (
    ALL,
    CARDS,
    NAMES,
    CardSet,
    NotACard,
    by_suit,
    card,
    mask,
    members,
    names,
    nth,
    parse,
    symbol,
)
from hearts_spec.conditions import UNORDERED, holds, meets
from hearts_spec.rules import AXES, BadOption, Impossible, Rules, read_option

CARD = st.sampled_from(NAMES)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "players": st.integers(3, 7),
    "deck.strip": st.sampled_from([[], ["2D"], ["2C"], ["2D", "2C"], ["2D", "3D", "3C", "4C"], ["2D", "3D", "3C"]]),
    "deal.remainder": st.sampled_from(["strip", "kitty", "kitty"]),
    "kitty.taker": st.just("first-trick"),
    "kitty.visibility": st.sampled_from(["hidden", "taker", "all"]),
    "pass.count": st.integers(1, 5),
    "pass.cycle": st.lists(st.sampled_from(["left", "right", "hold"]), min_size=1, max_size=4),
    "open.leader": st.just("lowest-club"),
    "open.card": st.sampled_from(["that-card", "any-club"]),
    "first-trick.banned": st.lists(st.sampled_from(["hearts", "queen"]), unique=True),
    "hearts.lead": st.sampled_from(["after-heart", "after-heart-or-queen", "any-time"]),
    "hearts.lead-release": st.sampled_from(["only-hearts", "only-points"]),
    "value.heart": st.sampled_from(["one", "pips"])
    | st.fixed_dictionaries({rank: st.integers(0, 15) for rank in "AKQJT98765432"}),
    "value.card": st.dictionaries(st.sampled_from(["QS", "KS", "AS", "JS"]), st.integers(-5, 20), max_size=3),
    "bonus.card": st.sampled_from(["none", "JD", "TD"]),
    "bonus.value": st.integers(-40, -1),
    "moon.mode": st.sampled_from(["add", "subtract", "choice", "auto", "none"]),
    "moon.amount": st.just("total") | st.integers(1, 200),
    "moon.needs": st.sampled_from(["penalties", "hearts-and-queen"]),
    "match.end": st.just("limit"),
    "match.limit": st.integers(1, 500),
    "match.rounds": st.just("none") | st.integers(1, 20),
    "match.compare": st.sampled_from(["reach", "exceed"]),
    "match.tie": st.sampled_from(["extra-rounds", "shared"]),
    "table.turn-limit": st.just("none") | st.integers(1, 90),
    "table.absent-seat": st.sampled_from(["substitute", "wait"]),
    "rating.tie": st.just("half"),
}
OPTIONS = st.fixed_dictionaries(
    {"players": VALUES["players"]}, optional={a: v for a, v in VALUES.items() if a != "players"}
)
EVERY_SHEET = [(sheet, players) for sheet in sheets.ids() for players in sheets.load(sheet).players]


def made(options: dict[str, Any]) -> Rules:
    try:
        return Rules.from_options(options)
    except Impossible:
        assume(False)
        raise


@settings(max_examples=200, deadline=None)
@given(OPTIONS)
def test_rules_and_json_go_back_and_forth(options: dict[str, Any]) -> None:
    rules = made(options)
    written = json.loads(json.dumps(rules.to_json()))
    assert Rules.from_options(written) == rules
    assert list(written) == list(AXES)
    assert schemas.problems(written, "resolved-options") == []


@settings(max_examples=200, deadline=None)
@given(OPTIONS)
def test_the_json_of_rules_is_a_copy(options: dict[str, Any]) -> None:
    rules = made(options)
    rules.to_json()["deck.strip"].append("AH")
    rules.to_json()["value.card"]["AS"] = 99
    assert "AH" not in rules.options["deck.strip"]
    assert rules.options["value.card"].get("AS") != 99


@settings(max_examples=200, deadline=None)
@given(OPTIONS)
def test_every_card_is_dealt_or_in_the_kitty_or_stripped(options: dict[str, Any]) -> None:
    rules = made(options)
    assert rules.hand_size * rules.players + rules.kitty_size == rules.pack.bit_count()
    assert rules.pack.bit_count() + len(rules.options["deck.strip"]) == 52
    assert 0 <= rules.kitty_size < rules.players


@pytest.mark.parametrize(("sheet", "players"), EVERY_SHEET)
def test_every_sheet_resolves_at_every_count(sheet: str, players: int) -> None:
    rules = sheets.load(sheet).resolve(players)
    assert rules.players == players
    assert schemas.problems(rules.to_json(), "resolved-options") == []


@pytest.mark.parametrize("axis", AXES)
def test_schema_and_code_agree_on_the_values_of_an_axis(axis: str) -> None:
    candidates: list[Any] = [
        None,
        True,
        -1,
        0,
        1,
        3,
        100,
        1.0,
        "",
        "none",
        "one",
        "half",
        "add",
        [],
        ["hold"],
        ["2D"],
        {},
    ]
    candidates += ["QS", "XX", ["hearts", "queen"], ["queen", "queen"], ["jack"], {"QS": 13}, {"QH": 1}, {"A": 1}]
    candidates += [value for option in texts.catalogue().options.values() for value in option.values]
    candidates += [dict.fromkeys("AKQJT98765432", 1), "total", "rounds", "lowest-club", "2"]
    for value in candidates:
        try:
            read_option(axis, value)
            read = True
        except BadOption:
            read = False
        assert (schemas.problems(value, f"common#/$defs/value:{axis}") == []) == read, value


def test_options_yaml_has_the_axes_defaults_and_labels_of_the_code() -> None:
    options = texts.catalogue().options
    assert list(options) == list(AXES)
    for axis, option in options.items():
        if AXES[axis].default is not None:
            assert option.default == AXES[axis].default
        for value in option.values:
            read_option(axis, [value] if option.type in ("set", "cycle") else value)


@pytest.mark.parametrize(
    ("options", "axes"),
    [
        ({"players": 4, "deck.strip": ["QS", "2C", "2D", "2S"]}, ("deck.strip", "value.card")),
        ({"players": 3}, ("deck.strip", "players")),
        ({"players": 3, "deck.strip": ["JD"], "bonus.card": "JD"}, ("deck.strip", "bonus.card")),
        ({"players": 3, "deck.strip": ["2D"], "pass.cycle": ["across"]}, ("pass.cycle", "players")),
        ({"players": 4, "pass.cycle": ["left"], "pass.count": 14}, ("pass.count", "players")),
        ({"players": 4, "open.card": "any"}, ("open.card", "open.leader")),
        ({"players": 4, "open.leader": "left-of-dealer"}, ("open.card", "open.leader")),
        ({"players": 4, "bonus.card": "QS"}, ("bonus.card", "value.card")),
        ({"players": 4, "bonus.card": "AH"}, ("bonus.card", "value.heart")),
        ({"players": 4, "moon.needs": "penalties-and-bonus"}, ("moon.needs", "bonus.card")),
        ({"players": 4, "value.heart": dict.fromkeys("AKQJT98765432", 0)}, ("moon.mode", "value.heart")),
        ({"players": 4, "match.end": "rounds"}, ("match.end", "match.rounds")),
    ],
)
def test_two_options_that_cannot_stand_together_are_both_named(options: dict[str, Any], axes: tuple[str, str]) -> None:
    with pytest.raises(Impossible) as caught:
        Rules.from_options(options)
    assert caught.value.axes == axes
    for axis in axes:
        assert axis in str(caught.value)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({}, "the number of players is missing"),
        ({"players": 2}, "players cannot be 2: it takes a number from 3 to 7"),
        ({"players": 4, "moon": "add"}, "there is no option 'moon'"),
        ({"players": 4, "moon.mode": "off"}, "moon.mode cannot be 'off': it takes add, subtract, choice, auto or none"),
        ({"players": True}, "players cannot be True: it takes a number from 3 to 7"),
    ],
)
def test_a_bad_option_is_one_sentence(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        Rules.from_options(options)
    assert str(caught.value) == sentence


# Conditions.

RESOLVED = st.sampled_from(EVERY_SHEET).map(lambda each: sheets.load(each[0]).resolve(each[1]).options)


@given(RESOLVED)
def test_an_absent_or_empty_condition_always_holds(options: dict[str, Any]) -> None:
    assert holds(None, options)
    assert holds({}, options)


@given(RESOLVED)
def test_resolved_options_satisfy_themselves(options: dict[str, Any]) -> None:
    assert holds(options, options)
    for axis, value in options.items():
        assert holds({axis: value}, options)
        assert not holds({axis: {"not": value}}, options)


@given(RESOLVED, RESOLVED)
def test_a_negation_holds_where_the_condition_does_not(options: dict[str, Any], other: dict[str, Any]) -> None:
    for axis, value in other.items():
        assert holds({axis: value}, options) != holds({axis: {"not": value}}, options)


@given(RESOLVED, RESOLVED, st.data())
def test_a_conjunction_holds_where_each_part_does(
    options: dict[str, Any], other: dict[str, Any], data: st.DataObject
) -> None:
    axes = data.draw(st.lists(st.sampled_from(list(AXES)), unique=True, max_size=4))
    parts = [{axis: other[axis]} for axis in axes]
    together = {axis: other[axis] for axis in axes}
    assert holds(together, options) == all(holds(part, options) for part in parts)


@given(RESOLVED, RESOLVED)
def test_a_list_of_values_holds_where_one_of_them_does(options: dict[str, Any], other: dict[str, Any]) -> None:
    for axis, value in options.items():
        if not isinstance(value, list | dict):
            assert holds({axis: [other[axis], value]}, options)
            assert holds({axis: [other[axis]]}, options) == holds({axis: other[axis]}, options)


@given(RESOLVED)
def test_on_a_list_a_scalar_asks_for_a_member_and_a_list_for_all(options: dict[str, Any]) -> None:
    for axis in ("deck.strip", "first-trick.banned", "pass.cycle"):
        for member in options[axis]:
            assert holds({axis: member}, options)
        assert holds({axis: list(options[axis])}, options)
        assert not holds({axis: [*options[axis], "more"]}, options)


def test_order_matters_in_a_cycle_alone() -> None:
    assert {"deck.strip", "first-trick.banned"} == UNORDERED
    options = {"first-trick.banned": ["hearts", "queen"], "pass.cycle": ["left", "right"]}
    assert holds({"first-trick.banned": ["queen", "hearts"]}, options)
    assert not holds({"pass.cycle": ["right", "left"]}, options)


def test_an_axis_that_is_not_there_satisfies_a_negation_alone() -> None:
    assert not holds({"moon.mode": "add"}, {})
    assert holds({"moon.mode": {"not": "add"}}, {})


def test_true_is_not_one() -> None:
    assert not meets(1, True)
    assert not meets(True, 1)


# Cards.


@given(st.sets(st.integers(0, 51)))
def test_sets_of_cards_are_integers_with_a_notation(cards: set[int]) -> None:
    assert set(members(mask(cards))) == cards
    assert [nth(mask(cards), index) for index in range(len(cards))] == members(mask(cards)) == sorted(cards)
    assert [[card for card in sorted(cards) if card // 13 == suit] for suit in range(4)] == by_suit(mask(cards))
    assert mask(parse(names(mask(cards)))) == mask(cards)
    assert CardSet(cards) == CardSet.of(str(CardSet(cards)))
    assert set(CardSet(cards)) == cards
    assert len(CardSet(cards)) == len(cards)
    assert hash(CardSet(cards)) == hash(CardSet(mask(cards)))
    assert (CardSet(cards) | CardSet(ALL)).mask == ALL


@given(CARD)
def test_a_card_has_one_name_and_one_symbol(name: str) -> None:
    assert NAMES[card(name)] == name
    assert len({symbol(each) for each in CARDS.values()}) == 52


@pytest.mark.parametrize("text", ["10C", "qs", "SQ", "", "XX", None, 3, ["QS"]])
def test_what_is_no_card_is_refused_in_a_sentence(text: Any) -> None:
    with pytest.raises(NotACard, match="is not a card; a card is its rank and its suit, as in QS, TC or 2D"):
        card(text)


def test_only_cards_are_in_a_set_of_cards() -> None:
    for other in ("QS", 52, -1, None, 1.0):
        assert other not in CardSet(ALL)
