"""The end of a match, rule by rule."""

from __future__ import annotations

import pytest
from deals import complaint

from hearts_reference import READINGS, BadInput, Match
from hearts_spec.cards import CLUBS, DIAMONDS, HEARTS, SPADES
from hearts_spec.rules import Rules

SUITS = [CLUBS, DIAMONDS, SPADES, HEARTS]


def match_of(before=(0, 0, 0, 0), *, number=1, reached=False, **options):
    named = {name.replace("_", ".", 1): value for name, value in options.items()}
    rules = Rules.from_options({"players": 4} | named)
    return Match(rules, dealer=3, totals=before, round_number=number, limit_reached=reached)


def play_round(match):
    """Play a round in which one seat takes everything, so that the others score 26."""
    match.deal(SUITS)
    while match.turn is not None:
        match.play(match.turn, match.legal_mask.bit_length() - 1)
    return match


def after_round(before=(0, 0, 0, 0), **options):
    return play_round(match_of(before, **options))


def test_the_match_ends_when_a_total_reaches_the_limit():
    match = after_round((0, 73, 1, 2))
    assert (match.over, match.totals, match.phase) == (False, (0, 99, 27, 28), "deal")
    match = after_round((0, 74, 1, 2))
    assert (match.over, match.winners, match.places, match.phase) == (True, (0,), (1, 4, 2, 3), "over")


def test_a_total_equal_to_the_limit_is_not_enough_where_it_must_be_exceeded():
    assert not after_round((0, 74, 1, 2), match_compare="exceed").over
    assert after_round((0, 75, 1, 2), match_compare="exceed").over


def test_the_limit_is_what_the_sheet_says():
    assert after_round((0, 1, 2, 3), match_limit=26).over


def test_the_match_ends_after_the_number_of_rounds_that_the_sheet_says():
    options = {"match_end": "rounds", "match_rounds": 2}
    match = play_round(match_of((0, 500, 0, 0), **options))
    assert not match.over
    assert match.limit_reached is False
    assert play_round(match).over


def test_the_lowest_total_wins_whoever_reached_the_limit():
    assert after_round((50, 90, 3, 80)).winners == (2,)


def test_equal_totals_share_a_place_and_the_next_is_skipped():
    places = READINGS["match.rank-shared"]
    assert places((5, 9, 9, 20)) == (1, 2, 2, 4)
    assert places((7, 7, 7)) == (1, 1, 1)
    assert places((-3, 0, -3, 0, 5)) == (1, 3, 1, 3, 5)


def test_while_the_lowest_total_is_shared_rounds_go_on():
    match = after_round((26, 0, 90, 90))
    assert (match.over, match.limit_reached, match.winners, match.places) == (False, True, None, None)
    assert play_round(match).over


def test_extra_rounds_keep_number_and_cycle_going():
    match = after_round((26, 0, 90, 90), number=3, pass_cycle=["hold"])
    match.deal(SUITS)
    assert match.round_number == 4
    assert match.dealer == 0


def test_a_limit_once_reached_stays_reached_though_totals_fall():
    match = match_of((0, 0, 60, 60), reached=True, moon_mode="subtract")
    play_round(match)
    assert match.totals == (-26, 0, 60, 60)
    assert match.over


def test_any_player_may_win_extra_rounds():
    match = match_of((20, 20, 21, 30), reached=True)
    play_round(match)
    assert match.winners == (0,)
    assert READINGS["match.tie-open"]((1, 2, 3), match) == range(3)


def test_those_who_share_the_lowest_total_share_the_win_where_the_sheet_says_so():
    match = after_round((26, 0, 90, 90), match_tie="shared")
    assert (match.over, match.winners, match.places) == (True, (0, 1), (1, 1, 3, 3))


def test_the_match_does_not_end_within_a_round():
    match = match_of((0, 99, 0, 0))
    match.deal(SUITS)
    while match.turn is not None:
        assert not match.over
        match.play(match.turn, match.legal_mask.bit_length() - 1)
    assert match.over


# --- Resuming ------------------------------------------------------------------------------------------------------


def test_a_match_resumes_with_totals_round_and_dealer():
    match = match_of((1, 2, 3, 4), number=7)
    assert (match.totals, match.round_number, match.dealer, match.phase) == ((1, 2, 3, 4), 7, 3, "deal")
    assert (match.round_points, match.limit_reached) == (None, False)
    match.deal(SUITS)
    assert (match.round_number, match.dealer) == (7, 3)


def test_totals_at_the_limit_say_that_it_has_been_reached():
    assert match_of((100, 0, 0, 3)).limit_reached is True


def test_under_a_number_of_rounds_limit_reached_is_not_used():
    assert match_of(reached=True, match_end="rounds", match_rounds=2).limit_reached is False


@pytest.mark.parametrize(
    ("totals", "options"),
    [
        ((100, 0, 1, 3), {}),
        ((9, 0, 1, 3), {"reached": True}),
        ((100, 0, 0, 3), {"match_tie": "shared"}),
        ((1, 0, 5, 3), {"match_end": "rounds", "match_rounds": 4, "number": 5}),
    ],
)
def test_a_match_that_would_be_over_cannot_be_resumed(totals, options):
    with pytest.raises(BadInput):
        match_of(totals, **options)


@pytest.mark.parametrize("totals", [(0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 1.5), (0, 0, 0, None)])
def test_totals_are_one_whole_number_a_seat(totals):
    with pytest.raises(complaint(*totals)):
        match_of(totals)


@pytest.mark.parametrize("number", [0, -1, None, 1.0])
def test_rounds_count_from_one(number):
    with pytest.raises(complaint(number)):
        match_of(number=number)


@pytest.mark.parametrize("dealer", [-1, 4, None, "0"])
def test_the_dealer_is_a_seat(dealer):
    with pytest.raises(complaint(dealer)):
        Match(Rules.from_options({"players": 4}), dealer=dealer)


def test_the_deal_moves_one_seat_to_the_left_each_round():
    match = match_of()
    dealers = []
    for _ in range(3):
        play_round(match)
        dealers.append(match.dealer)
    assert dealers == [3, 0, 1]
