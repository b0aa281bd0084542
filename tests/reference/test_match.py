"""The interface of a match: what is refused as input, what is seen when, taking back, copying."""

from __future__ import annotations

import doctest

import pytest
from deals import Shuffler, complaint, dealt, legal, play, play_on, random_deal, seen, trick

import hearts_reference.match
from hearts_reference import BadInput, Fault, Match, Refused
from hearts_spec.cards import ALL, CARDS, CLUBS, DIAMONDS, HEARTS, SPADES, CardSet
from hearts_spec.rules import Rules

SUITS = [CLUBS, DIAMONDS, SPADES, HEARTS]
FOUR = Rules.from_options({"players": 4, "pass.cycle": ["left", "hold"]})


def test_the_example_in_the_module_is_true():
    assert doctest.testmod(hearts_reference.match).failed == 0


# --- What is no input ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ([CLUBS, DIAMONDS, SPADES], "4 hands, not 3"),
        ([*SUITS, 0], "4 hands, not 5"),
        ([CLUBS, DIAMONDS, SPADES, HEARTS & ~(1 << 51)], "has 12 cards"),
        ([CLUBS & ~1, DIAMONDS, SPADES, HEARTS | 1], "has 12 cards"),
        ([CLUBS, DIAMONDS, SPADES, SPADES], "another hand has too"),
        ([CLUBS, DIAMONDS, SPADES, HEARTS & ~(1 << 51) | 1], "another hand has too: 2C"),
        ([CLUBS, DIAMONDS, SPADES, HEARTS << 1], "not in the pack"),
        ([CLUBS, DIAMONDS, SPADES, -1], "not in the pack"),
    ],
)
def test_a_deal_that_is_none_of_the_pack_is_bad_input(hands, says):
    match = Match(FOUR, dealer=0)
    before = seen(match)
    with pytest.raises(BadInput, match=says):
        match.deal(hands)
    assert seen(match) == before


@pytest.mark.parametrize("hand", [CardSet(HEARTS), None])
def test_a_hand_that_is_no_integer_is_bad_input(hand):
    match = Match(FOUR, dealer=0)
    before = seen(match)
    with pytest.raises(complaint(hand), match=r"integer|int object expected"):
        match.deal([CLUBS, DIAMONDS, SPADES, hand])
    assert seen(match) == before


def test_a_card_out_of_the_pack_is_bad_input_in_a_deal():
    match = Match(Rules.from_options({"players": 3, "deck.strip": ["2D"]}), dealer=0)
    with pytest.raises(BadInput, match="not in the pack"):
        match.deal([CLUBS | DIAMONDS & 15 << 13, SPADES | DIAMONDS & 240 << 13, HEARTS | DIAMONDS & 3840 << 13])


@pytest.mark.parametrize("kitty", [0, 1 << 13 | 1 << 14 | 1 << 15, 1 | 1 << 13, None])
def test_a_kitty_of_another_size_or_with_cards_of_a_hand_is_bad_input(kitty):
    rules = Rules.from_options({"players": 5, "deal.remainder": "kitty"})
    hands = [0x3FF << 10 * seat for seat in range(5)]
    Match(rules, dealer=0).deal(hands, ALL & ~sum(hands))
    with pytest.raises(complaint(kitty)):
        Match(rules, dealer=0).deal(hands, kitty)


@pytest.mark.parametrize("seat", [-1, 4, None, "0", 1.0])
def test_a_seat_that_does_not_exist_is_bad_input(seat):
    match = Match(FOUR, dealer=0)
    for action in (
        lambda: match.pass_cards(seat, [0, 1, 2]),
        lambda: match.play(seat, 0),
        lambda: match.choose_moon(seat, "add"),
        lambda: match.refusal(seat, 0),
    ):
        with pytest.raises(complaint(seat)):
            action()


@pytest.mark.parametrize("card", [-1, 52, None, "2C", [0]])
def test_a_card_that_does_not_exist_is_bad_input(card):
    match = Match(FOUR, dealer=0)
    match.deal(SUITS)
    for action in (
        lambda: match.pass_cards(0, [0, 1, card]),
        lambda: match.play(0, card),
        lambda: match.refusal(0, card),
    ):
        with pytest.raises(complaint(card)):
            action()


def test_a_card_out_of_the_pack_is_simply_not_held():
    match = dealt({0: "C2"})
    with pytest.raises(Refused, match=r"^turn\.own-card$"):
        match.play(0, CARDS["2D"])


def test_an_engine_that_loses_cards_says_so_and_takes_it_for_no_refusal():
    match = dealt({0: "C2"})
    match._captured[3] = 1 << CARDS["2D"]
    with pytest.raises(Fault):
        play_on(match, Shuffler(1), lambda match: match.phase == "deal")


def test_an_engine_that_complains_about_a_sound_deal_says_so():
    with pytest.raises(Fault):
        Match(FOUR, dealer=0)._complain(SUITS, 0)


# --- What is seen when ---------------------------------------------------------------------------------------------


def test_before_the_first_deal_there_is_nothing_to_see_but_who_deals_which_round():
    match = Match(FOUR, dealer=2)
    assert (match.phase, match.turn, match.legal, match.trick, match.broken, match.direction) == ("deal",) + (None,) * 5
    assert (match.hands, match.captured, match.round_points) == ((0,) * 4, (0,) * 4, None)
    assert (match.round_number, match.dealer, match.totals) == (1, 2, (0,) * 4)
    assert (match.over, match.winners, match.places, match.kitty_seen) == (False, None, None, None)


def test_while_passing_nobody_is_in_turn():
    match = Match(FOUR, dealer=2)
    match.deal(SUITS)
    assert (match.phase, match.turn, match.legal, match.trick, match.broken, match.direction) == (
        *("pass", None, None, [], False, "left"),
    )


def test_between_rounds_the_finished_one_is_seen():
    match = Match(FOUR, dealer=2, round_number=2)
    match.deal(SUITS)
    while match.turn is not None:
        match.play(match.turn, match.legal_mask.bit_length() - 1)
    assert (match.phase, match.turn, match.legal, match.trick, match.broken, match.direction) == ("deal",) + (None,) * 5
    assert (match.hands, match.captured, match.round_points) == ((0,) * 4, (ALL, 0, 0, 0), (0, 26, 26, 26))
    assert (match.round_number, match.dealer, match.trick_winner, match.tricks) == (2, 2, 0, 13)
    assert match.legal_mask == 0


# --- Taking back and copying ---------------------------------------------------------------------------------------


def test_there_is_nothing_to_take_back_before_the_first_action():
    with pytest.raises(BadInput):
        Match(FOUR, dealer=0).undo()


def test_every_action_of_a_match_can_be_taken_back_exactly():
    rules = Rules.from_options(
        {"players": 5, "deal.remainder": "kitty", "pass.cycle": ["left", "hold"], "moon.mode": "choice"}
    )
    match, shuffler = Match(rules, dealer=0), Shuffler(8)
    history = []
    play_on(match, shuffler, lambda match: history.append(seen(match)))
    assert match.over
    for before in reversed(history):
        match.undo()
        assert seen(match) == before


def test_a_moon_choice_can_be_taken_back():
    match = Match(Rules.from_options({"players": 4, "moon.mode": "choice"}), dealer=3)
    match.deal(SUITS)
    while match.turn is not None:
        match.play(match.turn, match.legal_mask.bit_length() - 1)
    open_choice = seen(match)
    match.choose_moon(0, "add")
    match.undo()
    assert seen(match) == open_choice
    match.choose_moon(0, "subtract")
    assert match.totals == (-26, 0, 0, 0)


def test_a_last_card_is_taken_back_whether_or_not_the_round_was_counted():
    for look in (False, True):
        match = dealt({0: "C2"})
        while match.tricks < 6:
            trick(match)
        while match.hands.count(0) < 6:
            play(match, legal(match))
        before = seen(match)
        play(match, legal(match))
        assert not look or match.round_points
        match.undo()
        assert seen(match) == before


def test_a_copy_goes_its_own_way_with_the_same_past():
    match = Match(FOUR, dealer=0)
    shuffler = Shuffler(3)
    play_on(match, shuffler, lambda match: match.tricks == 4)
    twin = match.copy()
    before = seen(match)
    assert seen(twin) == before
    play_on(twin, shuffler, lambda twin: twin.round_number == 3)
    assert seen(match) == before
    steps = 0
    while match.phase != "deal" or match.hands != (0,) * 4:
        match.undo()
        steps += 1
    assert steps == 4 * 4 + 4 + 1
    while twin.round_number > 1 or twin.phase != "deal" or twin.round_points:
        twin.undo()
    assert seen(twin) == seen(match)


def test_deals_of_the_generator_are_the_same_for_ever():
    hands, kitty = random_deal(Rules.from_options({"players": 3, "deal.remainder": "kitty"}), Shuffler(1))
    assert str(CardSet(kitty)) == "KD"
    assert str(CardSet(hands[0])) == "2C 5C 9C JC 8D 2S 4S 6S 8S TS KS 4H 5H 8H 9H QH KH"
