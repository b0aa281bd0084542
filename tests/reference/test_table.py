"""Policies around a match."""

from __future__ import annotations

import pytest
from deals import Shuffler, dealt, play, play_on, trick, until, written

from hearts_reference import BadInput, Match
from hearts_reference.table import Seats, claim_stands, forced_card, rating, view
from hearts_spec.cards import CLUBS, DIAMONDS, HEARTS, SPADES, CardSet
from hearts_spec.rules import Rules

SUITS = [CLUBS, DIAMONDS, SPADES, HEARTS]


def match_of_four(**options):
    named = {name.replace("_", ".", 1).replace("_", "-"): value for name, value in options.items()}
    match = Match(Rules.from_options({"players": 4, "pass.cycle": ["left"]} | named), dealer=3)
    match.deal(SUITS)
    return match


def test_a_seat_sees_its_own_hand_and_what_is_public():
    match = match_of_four()
    match.pass_cards(0, [0, 1, 2])
    seen = view(match, 0)
    assert (seen.seat, seen.phase, seen.turn, seen.hand.mask, seen.passed) == (0, "pass", None, CLUBS, CardSet(7))
    assert (seen.hand_sizes, seen.direction, seen.trick, seen.legal) == ((13,) * 4, "left", [], None)
    assert view(match, 1).passed is None


def test_legal_cards_are_shown_to_the_seat_in_turn():
    match = dealt({0: "C2"})
    assert view(match, 0).legal == CardSet.of("2C")
    assert view(match, 0).passed is None
    assert view(match, 1).legal is None


@pytest.mark.parametrize(("visibility", "taker", "other"), [("hidden", 0, 0), ("taker", 1, 0), ("all", 1, 1)])
def test_the_kitty_is_shown_to_whom_the_sheet_says(visibility, taker, other):
    options = {"players": 5, "deal_remainder": "kitty", "kitty_visibility": visibility}
    match = dealt({0: "C2", 1: "CA"}, "HK S2", **options)
    trick(match, "2C AC")
    assert (view(match, 1).kitty is not None, view(match, 0).kitty is not None) == (bool(taker), bool(other))


def test_a_substitute_makes_the_moves_of_an_absent_player_until_the_player_returns():
    match = match_of_four(moon_mode="choice")
    seats = Seats(match)
    for seat in range(4):
        seats.leave(seat)
    seats.come_back(2)
    assert seats.to_act() == (0, 1, 2, 3)
    assert seats.act_for_absent() == 3
    assert seats.to_act() == (2,)
    match.pass_cards(2, [26, 27, 28])
    assert seats.act_for_absent() > 0
    assert seats.to_act() == (2,)
    seats.leave(2)
    seats.act_for_absent()
    assert match.phase == "deal"
    assert seats.to_act() == ()


def test_a_substitute_chooses_to_add_a_moon():
    match = match_of_four(moon_mode="choice", pass_cycle=["hold"])
    play_on(match, Shuffler(1), lambda match: match.phase == "moon")
    Seats(match).time_out(0)
    assert match.round_points == (0, 26, 26, 26)


def test_a_table_that_waits_makes_no_moves():
    seats = Seats(match_of_four(table_absent_seat="wait"))
    seats.leave(0)
    assert seats.act_for_absent() == 0


def test_when_time_runs_out_the_substitute_makes_one_move():
    match = dealt({0: "C2"})
    seats = Seats(match)
    seats.time_out(0)
    assert (match.trick, seats.absent) == ([(0, 0)], set())
    with pytest.raises(BadInput):
        seats.time_out(0)


def test_the_plain_substitute_passes_high_and_plays_low():
    match = match_of_four()
    Seats(match).time_out(3)
    assert match.selections[3] == written("HAKQ")


def test_a_sole_legal_card_may_be_played_unasked_and_a_choice_may_not():
    match = dealt({0: "C2", 1: "C45"})
    assert forced_card(match) == 0
    play(match, "2C")
    assert forced_card(match) is None


def test_a_claim_stands_if_every_way_of_playing_on_gives_the_same_points():
    match = match_of_four(pass_cycle=["hold"])
    until(match, 1)
    while match.tricks < 11:
        trick(match)
    assert claim_stands(match)
    assert match.tricks == 11


def ways_to_end(match):
    """Return the points to which the ways of playing on lead."""
    if match.turn is None:
        return {match.round_points}
    found = set()
    for card in match.legal:
        on = match.copy()
        on.play(on.turn, card)
        found |= ways_to_end(on)
    return found


def test_a_claim_fails_if_two_ways_of_playing_on_differ():
    answers = set()
    for start in range(12):
        match = dealt({0: "C2"}, match_limit=1000)
        play_on(match, Shuffler(start), lambda match: match.tricks == 5)
        stands = claim_stands(match)
        assert stands == (len(ways_to_end(match)) == 1)
        answers.add(stands)
    assert answers == {True, False}


def test_there_is_nothing_to_claim_before_and_after_the_play():
    with pytest.raises(BadInput):
        claim_stands(match_of_four())


def test_for_a_rating_a_tie_counts_half():
    assert rating((10, 20, 20, 50)) == (6, 3, 3, 0)
    assert rating((5, 5, 5)) == (2, 2, 2)
