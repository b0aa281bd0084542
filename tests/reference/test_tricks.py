"""Who opens, how tricks go round, what breaks hearts, and the kitty."""

from __future__ import annotations

import pytest
from deals import dealt, legal, play, trick, until

from hearts_spec.cards import CARDS, names

KITTY = {"players": 5, "deal_remainder": "kitty"}


# --- Who opens -----------------------------------------------------------------------------------------------------


def test_the_holder_of_the_lowest_club_leads():
    assert dealt({4: "C2"}).turn == 4


def test_with_two_cards_stripped_at_five_the_three_of_clubs_opens():
    match = dealt({3: "C3"}, players=5, deck_strip=["2D", "2C"])
    assert (match.turn, legal(match)) == (3, "3C")


@pytest.mark.parametrize(("kitty", "opens"), [("D2 S2", "2C"), ("C2 S2", "3C"), ("C23", "4C")])
def test_with_clubs_in_the_kitty_the_next_one_opens(kitty, opens):
    match = dealt({2: "C4"}, kitty, **KITTY)
    assert legal(match) == opens


def test_the_seat_left_of_the_dealer_leads_where_the_sheet_says_so():
    match = dealt({4: "C2"}, dealer=2, open_leader="left-of-dealer", open_card="any")
    assert match.turn == 3
    assert match.opening_card is None


# --- A trick -------------------------------------------------------------------------------------------------------


def test_the_turn_passes_to_the_left_and_each_seat_plays_once():
    match = dealt({5: "C2"})
    turns = []
    while not match.tricks:
        turns.append(match.turn)
        play(match, legal(match).split()[0])
    assert turns == [5, 6, 0, 1, 2, 3, 4]


def test_the_trick_shows_seats_and_cards_in_order_of_play():
    match = dealt({6: "C2", 0: "CA"})
    play(match, "2C", "AC")
    assert match.trick == [(6, CARDS["2C"]), (0, CARDS["AC"])]


def test_the_highest_card_of_the_suit_led_wins_captures_and_leads():
    match = dealt({0: "C2", 3: "CJ SA", 1: "DA4567 SKJ"})
    trick(match, "2C AD JC")
    assert match.trick_winner == match.turn == 3
    assert {"2C", "AD", "JC"} <= set(names(match.captured[3]))
    assert match.captured[3].bit_count() == 7
    assert sum(match.captured) == match.captured[3]
    assert match.trick == []


def test_a_higher_card_of_another_suit_never_wins():
    match = dealt({0: "C2A", 1: "DA45678 SA"})
    trick(match, "2C AS AC")
    assert match.trick_winner != 1


def test_hearts_break_at_once_and_stay_broken_to_the_end_of_the_round():
    match = dealt({0: "C2", 1: "HA23456 D4"}, first_trick_banned=[], match_limit=1000)
    play(match, "2C")
    assert match.broken is False
    play(match, "2H")
    assert match.broken is True
    while match.turn is not None:
        assert match.broken is True
        trick(match)
    again = dealt({0: "C2"})
    match.deal(again.hands)
    assert match.broken is False


def test_a_round_ends_when_all_hands_are_empty():
    match = dealt({0: "C2"})
    for number in range(7):
        assert (match.phase, match.tricks) == ("play", number)
        trick(match)
    assert match.phase == "deal"
    assert sum(match.captured) == match.rules.pack


# --- The kitty -----------------------------------------------------------------------------------------------------


def with_kitty(visibility):
    return dealt({0: "C2", 1: "CA"}, "HK S2", kitty_visibility=visibility, **KITTY)


def test_the_winner_of_the_first_trick_takes_the_kitty_and_nobody_later():
    match = with_kitty("taker")
    trick(match, "2C AC")
    assert match.kitty_taker == 1
    assert {"KH", "2S"} <= set(names(match.captured[1]))
    while match.turn is not None:
        trick(match)
        assert match.kitty_taker == 1


def test_a_heart_in_the_kitty_does_not_break_hearts():
    match = with_kitty("all")
    trick(match, "2C AC")
    assert match.broken is False


@pytest.mark.parametrize(
    ("visibility", "before", "taken"),
    [("hidden", False, False), ("taker", False, True), ("all", True, True)],
)
def test_the_kitty_is_seen_by_all_and_among_captured_cards_as_the_sheet_says(visibility, before, taken):
    match = with_kitty(visibility)
    assert (match.kitty_seen == match.kitty) is before
    trick(match, "2C AC")
    assert (match.kitty_seen == match.kitty) is before
    assert (match.captured[1] & match.kitty == match.kitty) is taken
    while match.turn is not None:
        trick(match)
    assert match.kitty_seen == match.kitty
    assert match.captured[1] & match.kitty == match.kitty


def test_before_the_first_deal_there_is_no_kitty_to_see():
    match = with_kitty("all")
    match.undo()
    assert match.kitty_seen is None


def test_an_even_deal_leaves_no_kitty():
    match = dealt({0: "C2"}, players=4, deal_remainder="kitty", kitty_visibility="all")
    assert match.kitty_seen == 0
    until(match, 3)
    assert match.kitty_taker is None
