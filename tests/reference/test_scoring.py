"""Points, moons, bonuses and totals, rule by rule."""

from __future__ import annotations

import pytest
from deals import written

from hearts_reference import Match, Refused
from hearts_spec.cards import CARDS, CLUBS, DIAMONDS, HEARTS, SPADES
from hearts_spec.rules import RANKS, Rules

SUITS = [CLUBS, DIAMONDS, SPADES, HEARTS]


def moon(before=(0, 0, 0, 0), **options):
    """Play a round of four in which seat 0 takes every card."""
    named = {name.replace("_", ".", 1).replace("_", "-"): value for name, value in options.items()}
    match = Match(Rules.from_options({"players": 4, "first-trick.banned": []} | named), dealer=3, totals=before)
    match.deal(SUITS)
    while match.turn is not None:
        card = match.legal_mask.bit_length() - 1
        if match.tricks == 0 and match.turn == 0:
            card = CARDS["2C"]
        match.play(match.turn, card)
    return match


def split(**options):
    """Play a round of four in which seat 0 takes the first three tricks, and seat 1 the rest."""
    named = {name.replace("_", ".", 1).replace("_", "-"): value for name, value in options.items()}
    match = Match(Rules.from_options({"players": 4, "first-trick.banned": []} | named), dealer=3)
    match.deal([written("C2AK DA DK DQ DJ DT D9 D8 D7 D6 D5"), written("C3456789TJQ D234"), SPADES, HEARTS])
    while match.turn is not None:
        cards = match.legal_mask & (CLUBS if match.turn == 0 else match.legal_mask) or match.legal_mask
        card = cards.bit_length() - 1
        match.play(match.turn, card if match.tricks or match.turn else CARDS["2C"])
    return match


# --- Card points ---------------------------------------------------------------------------------------------------


def points(card, **options):
    named = {name.replace("_", "."): value for name, value in options.items()}
    return dict(card_points(Rules.from_options({"players": 4} | named)))[card]


def card_points(rules):
    """Yield each card with the points of a round in which somebody captures it alone, a moon left out."""
    match = Match(rules, dealer=0)
    for name, card in CARDS.items():
        match._captured = [1 << card, 0, 0, 0]
        yield name, match._card_points()[0]


def test_each_heart_scores_one():
    assert {points(rank + "H") for rank in RANKS} == {1}


def test_under_pips_each_heart_scores_its_rank():
    assert [points(rank + "H", value_heart="pips") for rank in RANKS] == list(range(2, 15))


def test_under_a_map_each_heart_scores_what_the_map_says():
    by_rank = {rank: number for number, rank in enumerate(RANKS)}
    assert [points(rank + "H", value_heart=by_rank) for rank in RANKS] == list(range(13))


def test_the_queen_of_spades_scores_thirteen_or_what_the_sheet_says():
    assert points("QS") == 13
    assert points("QS", value_card={"QS": 25}) == 25


def test_high_spades_and_other_cards_score_what_the_sheet_says():
    values = {"QS": 13, "KS": 10, "AS": 7, "TD": -10}
    assert [points(card, value_card=values) for card in ("KS", "AS", "TD")] == [10, 7, -10]


def test_other_cards_score_nothing():
    assert sum(points(card) for card in CARDS if card[1] != "H" and card != "QS") == 0


def test_the_points_of_a_round_are_those_of_all_cards():
    match = split()
    assert sum(match.round_points) == 26
    assert min(match.round_points) == 0


# --- The moon ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "points"),
    [("add", (0, 26, 26, 26)), ("subtract", (-26, 0, 0, 0)), ("auto", (0, 26, 26, 26)), ("none", (26, 0, 0, 0))],
)
def test_a_moon_is_settled_as_the_sheet_says(mode, points):
    assert moon(moon_mode=mode).round_points == points


def test_a_moon_is_worth_all_penalty_cards_or_what_the_sheet_says():
    assert moon(value_heart="pips").round_points == (0, 117, 117, 117)
    assert moon(moon_amount=150).round_points == (0, 150, 150, 150)


def test_a_negative_card_is_no_penalty_and_a_moon_replaces_its_points_too():
    assert moon(value_card={"QS": 13, "TD": -10}).round_points == (0, 26, 26, 26)


def test_if_a_penalty_card_is_captured_by_another_ordinary_points_stand():
    assert sorted(split().round_points)[-1] < 26


def needs(captured, **options):
    """Return whether a player who captured these cards has shot the moon."""
    named = {name.replace("_", "."): value for name, value in options.items()}
    match = Match(Rules.from_options({"players": 4} | named), dealer=0)
    match._captured = [0, captured, 0, 0]
    return match._find_shooter() == 1


def test_a_moon_needs_all_penalty_cards():
    assert needs(HEARTS | written("SQ"))
    assert not needs(HEARTS)
    assert not needs(written("SQ HAKQJT98765"))
    assert not needs(HEARTS | written("SQ"), value_card={"QS": 13, "KS": 10})
    assert needs(HEARTS | written("SQK"), value_card={"QS": 13, "KS": 10})


def test_a_moon_may_need_hearts_and_the_queen_alone():
    assert needs(HEARTS | written("SQ"), value_card={"QS": 13, "KS": 10}, moon_needs="hearts-and-queen")


def test_a_moon_may_need_the_bonus_card_too():
    options = {"bonus_card": "JD", "moon_needs": "penalties-and-bonus"}
    assert not needs(HEARTS | written("SQ"), **options)
    assert needs(HEARTS | written("SQ DJ"), **options)


def test_the_bonus_card_is_neither_needed_for_a_moon_nor_fatal_to_it():
    assert needs(HEARTS | written("SQ"), bonus_card="JD")


def test_a_moon_does_not_need_every_trick():
    assert needs(HEARTS | written("SQ"))


def test_the_shooter_chooses_before_anything_is_entered():
    match = moon(moon_mode="choice")
    assert (match.phase, match.shooter, match.turn) == ("moon", 0, None)
    assert (match.round_points, match.totals) == ((26, 0, 0, 0), (0, 0, 0, 0))
    assert (match.trick, match.broken, match.legal) == ([], True, None)
    with pytest.raises(Refused, match=r"^round\.phase$"):
        match.deal(SUITS)
    match.choose_moon(0, "subtract")
    assert match.totals == (-26, 0, 0, 0)


@pytest.mark.parametrize(("seat", "choice"), [(1, "add"), (0, "neither"), (0, ""), (0, "none")])
def test_a_choice_by_another_seat_or_of_another_value_is_refused(seat, choice):
    match = moon(moon_mode="choice")
    with pytest.raises(Refused, match=r"^moon\.choice$"):
        match.choose_moon(seat, choice)
    assert match.phase == "moon"


@pytest.mark.parametrize(
    ("before", "points"),
    [
        ((50, 0, 1, 80), (-26, 0, 0, 0)),
        ((20, 0, 0, 80), (0, 26, 26, 26)),
        ((26, 0, 0, 80), (0, 26, 26, 26)),
        ((50, 0, 1, 60), (0, 26, 26, 26)),
    ],
)
def test_auto_adds_unless_the_match_would_end_without_the_shooter_winning(before, points):
    assert moon(moon_mode="auto", before=before).round_points == points


def test_auto_looks_at_the_last_of_a_number_of_rounds():
    options = {"match_end": "rounds", "match_rounds": 1, "moon_mode": "auto"}
    assert moon(before=(30, 0, 1, 2), **options).round_points == (-26, 0, 0, 0)


# --- The bonus card ------------------------------------------------------------------------------------------------


def test_the_bonus_comes_on_top_of_the_points():
    match = split(bonus_card="JD")
    plain = split()
    assert [new - old for new, old in zip(match.round_points, plain.round_points, strict=True)].count(-10) == 1


@pytest.mark.parametrize(("mode", "points"), [("add", (-10, 26, 26, 26)), ("subtract", (-36, 0, 0, 0))])
def test_the_bonus_comes_after_the_moon(mode, points):
    assert moon(moon_mode=mode, bonus_card="JD").round_points == points


def test_without_a_bonus_card_the_jack_of_diamonds_scores_nothing():
    assert points("JD") == 0


# --- Totals --------------------------------------------------------------------------------------------------------


def test_totals_change_after_the_last_trick_and_not_before():
    match = Match(Rules.from_options({"players": 4}), dealer=3, totals=(1, 2, 3, 4))
    match.deal(SUITS)
    while match.turn is not None:
        assert (match.totals, match.round_points) == ((1, 2, 3, 4), None)
        match.play(match.turn, match.legal_mask.bit_length() - 1)
    assert match.totals == (1, 28, 29, 30)


def test_a_total_may_fall_below_zero():
    assert moon(moon_mode="subtract").totals == (-26, 0, 0, 0)
