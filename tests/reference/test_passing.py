"""Passing, rule by rule."""

from __future__ import annotations

import pytest
from deals import Shuffler, dealt, random_deal

from hearts_reference import Match, Refused
from hearts_spec.cards import CLUBS, DIAMONDS, HEARTS, SPADES, mask, members, names
from hearts_spec.rules import Rules

SUITS = [CLUBS, DIAMONDS, SPADES, HEARTS]


def four(*cycle, round_number=1, **options):
    """Return a match in which each of four seats has been dealt a suit."""
    rules = Rules.from_options({"players": 4, "pass.cycle": list(cycle)} | options)
    match = Match(rules, dealer=0, round_number=round_number)
    match.deal(SUITS)
    return match


def lowest(match, seat, count=3):
    return members(match.hands[seat])[:count]


def pass_lowest(match):
    for seat in range(match.rules.players):
        match.pass_cards(seat, lowest(match, seat))


@pytest.mark.parametrize(("direction", "receiver"), [("left", 1), ("across", 2), ("right", 3)])
def test_cards_go_in_the_direction_of_the_round(direction, receiver):
    match = four(direction)
    pass_lowest(match)
    assert names(match.hands[receiver] & CLUBS) == ["2C", "3C", "4C"]


def test_the_direction_follows_from_the_round_number_and_the_cycle_repeats():
    cycle = ["left", "right", "across", "hold"]
    assert [four(*cycle, round_number=number).direction for number in range(1, 7)] == [*cycle, "left", "right"]


def test_in_a_round_that_holds_nothing_is_selected():
    match = four("hold")
    assert (match.phase, match.turn, match.hands) == ("play", 0, tuple(SUITS))
    with pytest.raises(Refused, match=r"^round\.phase$"):
        match.pass_cards(0, [0, 1, 2])


@pytest.mark.parametrize("cards", [[], [0, 1], [0, 1, 2, 3], [0, 0, 1, 1]])
def test_another_number_of_cards_is_refused_first(cards):
    with pytest.raises(Refused, match=r"^pass\.count$"):
        four("left").pass_cards(0, cards)


@pytest.mark.parametrize("cards", [[0, 0, 1], [0, 1, 13], [13, 13, 13]])
def test_a_card_named_twice_or_not_held_is_refused(cards):
    with pytest.raises(Refused, match=r"^pass\.own-distinct$"):
        four("left").pass_cards(0, cards)


def test_as_many_cards_are_passed_as_the_sheet_says():
    match = four("left", **{"pass.count": 1})
    match.pass_cards(3, [51])
    assert match.selections == (None, None, None, mask([51]))


def test_any_card_may_be_passed():
    match = dealt({0: "C2 SQ HA D4567"}, pass_cycle=["left"])
    match.pass_cards(0, [0, 36, 51])
    assert match.selections[0] == mask([0, 36, 51])


def test_hands_stand_as_dealt_until_all_have_selected_and_then_all_move_at_once():
    match = four("left")
    for seat in (2, 0, 3):
        match.pass_cards(seat, lowest(match, seat))
        assert (match.phase, match.hands) == ("pass", tuple(SUITS))
    match.pass_cards(1, lowest(match, 1))
    assert match.phase == "play"
    assert [hand.bit_count() for hand in match.hands] == [13] * 4


def test_a_card_just_received_is_not_passed_on():
    match = four("left")
    pass_lowest(match)
    assert [names(hand & mask([0, 13, 26, 39])) for hand in match.hands] == [["2H"], ["2C"], ["2D"], ["2S"]]


def test_a_selection_may_be_changed_until_the_last_is_made_and_no_longer():
    match = four("left")
    match.pass_cards(0, [0, 1, 2])
    match.pass_cards(0, [10, 11, 12])
    for seat in (1, 2, 3):
        match.pass_cards(seat, lowest(match, seat))
    assert names(match.hands[1] & CLUBS) == ["QC", "KC", "AC"]
    with pytest.raises(Refused, match=r"^round\.phase$"):
        match.pass_cards(0, [0, 1, 2])


def test_who_opens_is_found_after_the_pass():
    match = four("left")
    pass_lowest(match)
    assert match.turn == 1


def test_the_kitty_takes_no_part_in_passing():
    rules = Rules.from_options({"players": 5, "deal.remainder": "kitty", "pass.cycle": ["left"]})
    match = Match(rules, dealer=0)
    hands, kitty = random_deal(rules, Shuffler(4))
    match.deal(hands, kitty)
    pass_lowest(match)
    assert sum(match.hands) == sum(hands)
    assert match.kitty == kitty
