"""Legal cards and refusals, rule by rule."""

from __future__ import annotations

import pytest
from deals import dealt, legal, play, refusal, trick, until

from hearts_reference import Refused
from hearts_spec.cards import CARDS, mask, members

VOID_IN_CLUBS = "D4A SQ2 HA23"
"""A hand of seven without a club."""


def void_later(**options):
    """Return a match in which seat 1, void in clubs, is to play to the second trick, clubs being led."""
    match = dealt({0: "C2", 1: VOID_IN_CLUBS, 2: "CAK"}, **options)
    trick(match, "2C AC")
    play(match, "KC")
    until(match, 1)
    return match


# --- The action itself ---------------------------------------------------------------------------------------------


def test_phase_comes_before_turn_and_possession():
    match = dealt({0: "C2"}, pass_cycle=["left"])
    assert refusal(match, "AS", seat=3) == "round.phase"


def test_each_action_is_refused_outside_its_phase():
    match = dealt({0: "C2"})
    for action in (lambda: match.deal([0] * 7), lambda: match.pass_cards(0, [0]), lambda: match.choose_moon(0, "add")):
        with pytest.raises(Refused, match=r"^round\.phase$"):
            action()


def test_a_play_out_of_turn_is_refused_whatever_the_card():
    match = dealt({0: "C2"})
    assert refusal(match, "2C", seat=3) == "turn.in-order"


def test_a_card_not_held_is_refused_before_its_suit_is_looked_at():
    match = dealt({0: "C2", 1: VOID_IN_CLUBS})
    assert refusal(match, "AD") == "turn.own-card"


# --- The opening lead ----------------------------------------------------------------------------------------------


def test_the_lowest_club_opens_and_nothing_else():
    match = dealt({2: "C2A D4"})
    assert match.turn == 2
    assert legal(match) == "2C"
    assert refusal(match, "AC") == refusal(match, "4D") == "open.exact-card"


def test_any_club_opens_where_the_sheet_says_so():
    match = dealt({2: "C2A D45 S2 H2 SQ"}, open_card="any-club")
    assert legal(match) == "2C AC"
    assert refusal(match, "4D") == refusal(match, "2H") == "open.any-club"


def test_a_free_opening_is_free_of_every_ban():
    match = dealt({0: "HA D4 SQ"}, open_leader="left-of-dealer", open_card="any")
    assert match.legal_mask == match.hands[0]


def test_a_free_opening_frees_the_first_lead_alone():
    match = dealt({0: "C2", 1: VOID_IN_CLUBS}, open_leader="left-of-dealer", open_card="any")
    play(match, "2C")
    assert legal(match) == "4D AD 2S"


# --- Following suit ------------------------------------------------------------------------------------------------


def test_the_suit_led_is_followed():
    match = dealt({0: "C2", 1: "C4A D4"})
    play(match, "2C")
    assert "4D" not in legal(match)
    assert refusal(match, "4D") == "play.follow-suit"
    assert refusal(match, "AC") is None


def test_a_void_player_plays_any_card_after_the_first_trick():
    match = void_later()
    assert match.legal_mask == match.hands[1]


def test_hearts_and_the_queen_may_be_discarded_unbroken():
    match = void_later()
    assert match.broken is False
    assert {"AH", "QS"} <= set(legal(match).split())


# --- The first trick -----------------------------------------------------------------------------------------------


def test_being_void_does_not_lift_the_first_trick_ban():
    match = dealt({0: "C2", 1: VOID_IN_CLUBS})
    play(match, "2C")
    assert legal(match) == "4D AD 2S"


def test_the_ban_is_named_by_the_card():
    match = dealt({0: "C2", 1: VOID_IN_CLUBS})
    play(match, "2C")
    assert refusal(match, "2H") == "first-trick.no-hearts"
    assert refusal(match, "QS") == "first-trick.no-queen"


def test_following_suit_is_named_before_the_ban():
    match = dealt({0: "C2", 1: "C4 HA SQ"})
    play(match, "2C")
    assert refusal(match, "AH") == refusal(match, "QS") == "play.follow-suit"


def test_a_hand_of_point_cards_alone_is_not_bound_by_the_ban():
    match = dealt({0: "C2", 1: "SQ HA23456"})
    play(match, "2C")
    assert match.legal_mask == match.hands[1]


@pytest.mark.parametrize(("banned", "cards"), [(["hearts"], "QS"), (["queen"], "2H 3H 4H 5H 6H AH")])
def test_of_a_hand_of_point_cards_a_partial_ban_leaves_what_it_does_not_name(banned, cards):
    match = dealt({0: "C2", 1: "SQ HA23456"}, first_trick_banned=banned)
    play(match, "2C")
    assert legal(match) == cards


def test_a_partial_ban_leaves_the_other_point_cards_free():
    match = dealt({0: "C2", 1: VOID_IN_CLUBS}, first_trick_banned=["queen"])
    play(match, "2C")
    assert legal(match) == "4D AD 2S 2H 3H AH"
    assert refusal(match, "QS") == "first-trick.no-queen"


def test_the_ban_holds_for_a_card_that_follows_suit_too():
    match = dealt({0: "S2", 1: "SQ5 C2"}, open_leader="left-of-dealer", open_card="any")
    play(match, "2S")
    assert legal(match) == "5S"
    assert refusal(match, "QS") == "first-trick.no-queen"


def test_a_lone_barred_card_of_the_suit_led_follows():
    match = dealt({0: "S2", 1: "SQ C2"}, open_leader="left-of-dealer", open_card="any")
    play(match, "2S")
    assert legal(match) == "QS"


def test_without_a_ban_point_cards_may_be_thrown_at_once():
    match = dealt({0: "C2", 1: VOID_IN_CLUBS}, first_trick_banned=[])
    play(match, "2C")
    assert match.legal_mask == match.hands[1]


def test_the_bonus_card_is_not_banned():
    match = dealt({0: "C2", 1: "DJ SQ HA2345"}, bonus_card="JD")
    play(match, "2C")
    assert legal(match) == "JD"


def test_the_ban_holds_in_the_first_trick_of_every_round():
    match = dealt({0: "C2", 1: VOID_IN_CLUBS}, match_limit=1000)
    while match.turn is not None:
        trick(match)
    again = dealt({0: "C2", 1: VOID_IN_CLUBS})
    match.deal(again.hands)
    play(match, "2C")
    assert legal(match) == "4D AD 2S"


def test_the_ban_ends_with_the_first_trick():
    match = void_later()
    assert refusal(match, "QS") is refusal(match, "2H") is None


# --- Leading hearts ------------------------------------------------------------------------------------------------


def leading(six_cards, **options):
    """Return a match in which seat 1 has won the first trick with the ace of clubs and holds *six_cards*."""
    match = dealt({0: "C2", 1: "CA " + six_cards}, **options)
    trick(match, "2C AC")
    assert match.turn == 1
    return match


def test_a_heart_is_not_led_unbroken():
    match = leading("HA2 D4 SQ2 C4")
    assert match.broken is False
    assert legal(match) == "4C 4D 2S QS"
    assert refusal(match, "2H") == "hearts.no-lead-unbroken"


def test_the_queen_may_be_led_unbroken():
    assert "QS" in legal(leading("HA2 D4 SQ2 C4")).split()


def test_a_leader_with_hearts_alone_leads_one_and_breaks_them():
    match = leading("HA23456")
    assert match.broken is False
    assert legal(match) == "2H 3H 4H 5H 6H AH"
    play(match, "2H")
    assert match.broken is True


def test_a_leader_with_hearts_and_the_queen_leads_the_queen():
    match = leading("HA2345 SQ")
    assert legal(match) == "QS"
    assert refusal(match, "2H") == "hearts.no-lead-unbroken"


def test_a_leader_with_hearts_and_the_queen_leads_any_where_the_sheet_says_so():
    match = leading("HA2345 SQ", hearts_lead_release="only-points")
    assert legal(match) == "QS 2H 3H 4H 5H AH"


def test_the_points_release_is_for_point_cards_alone():
    match = leading("HA2345 SK", hearts_lead_release="only-points")
    assert legal(match) == "KS"


def test_once_broken_any_leader_may_lead_a_heart():
    match = dealt({0: "C2", 1: "CA D9 HA2 SQ2 S3", 2: "HK DA45678"}, first_trick_banned=[])
    trick(match, "2C AC KH")
    assert match.broken is True
    assert match.turn == 1
    assert refusal(match, "2H") is None


def test_hearts_are_led_freely_where_the_sheet_says_so():
    match = leading("HA2 D4 SQ2 C4", hearts_lead="any-time")
    assert match.broken is None
    assert refusal(match, "2H") is None


def test_the_queen_breaks_hearts_only_where_the_sheet_says_so():
    for lead, broken in (("after-heart", False), ("after-heart-or-queen", True)):
        match = leading("HA2 D4 SQ2 C4", hearts_lead=lead)
        play(match, "QS")
        assert match.broken is broken


# --- Refusals ------------------------------------------------------------------------------------------------------


def test_a_refused_card_changes_nothing_and_names_the_rule():
    match = dealt({0: "C2", 1: VOID_IN_CLUBS})
    play(match, "2C")
    before = match.hands, match.trick, match.turn, match.legal
    with pytest.raises(Refused) as refused:
        match.play(1, CARDS["QS"])
    assert refused.value.rule == "first-trick.no-queen"
    assert (match.hands, match.trick, match.turn, match.legal) == before


def test_the_last_card_is_always_legal():
    match = dealt({0: "C2", 1: "SQA CA"})
    trick(match, "2C AC")
    while match.tricks < 6:
        spare = match.legal_mask & ~mask([CARDS["QS"]])
        match.play(match.turn, members(spare or match.legal_mask)[0])
    until(match, 1)
    assert match.legal_mask == match.hands[1] == mask([CARDS["QS"]])
