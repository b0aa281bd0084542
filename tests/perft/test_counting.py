"""What counting promises, whatever the rules and the position."""

from __future__ import annotations

import pytest
from deals import VIEWS, Shuffler, move, random_deal, seen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from option_sets import rule_sets

from hearts_conformance.perft import count, divide
from hearts_conformance.perft.counting import TooDeep, cards_left
from hearts_reference import Match
from hearts_spec.cards import CLUBS, DIAMONDS, HEARTS, SPADES, members
from hearts_spec.rules import Rules

QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def positions(draw):
    """A match in the middle of a round, under rules drawn at random, and a small depth that it has."""
    rules = draw(rule_sets(**{"pass.cycle": ["hold"]}))
    shuffler = Shuffler(draw(st.integers(0, 2**32)))
    match = Match(rules, dealer=draw(st.integers(0, rules.players - 1)))
    match.deal(*random_deal(rules, shuffler))
    cards = rules.hand_size * rules.players
    for _ in range(draw(st.integers(0, cards - 1))):
        move(match, shuffler)
    return match, draw(st.integers(1, min(3, cards_left(match))))


@QUICK
@given(positions())
def test_counting_leaves_everything_as_it_was(drawn):
    match, depth = drawn
    before = seen(match)
    count(match, depth)
    divide(match, depth)
    assert seen(match) == before
    assert set(before) == set(VIEWS)


@QUICK
@given(positions())
def test_the_first_count_is_the_number_of_legal_cards(drawn):
    match, depth = drawn
    assert count(match, depth).by_depth[0] == len(members(match.legal_mask))


@QUICK
@given(positions())
def test_the_parts_of_a_divide_add_up_to_the_whole(drawn):
    match, depth = drawn
    whole, parts = count(match, depth), divide(match, depth)
    assert sum(part.nodes for part in parts.values()) == whole.nodes
    assert [sum(part.points[seat] for part in parts.values()) for seat in range(match.rules.players)] == [*whole.points]
    assert len(parts) == whole.by_depth[0]


@QUICK
@given(positions())
def test_a_smaller_depth_counts_the_same_as_far_as_it_goes(drawn):
    match, depth = drawn
    assert count(match, depth - 1).by_depth == count(match, depth).by_depth[:-1]


@QUICK
@given(positions())
def test_each_continuation_is_counted_once(drawn):
    match, depth = drawn
    assert count(match, depth).nodes == len(set(written_out(match, depth)))


def written_out(match, depth):
    """Yield every continuation, card by card, in the plainest way."""
    if not depth:
        yield ()
        return
    for card in members(match.legal_mask):
        twin = match.copy()
        twin.play(twin.turn, card)
        for rest in written_out(twin, depth - 1):
            yield card, *rest


@pytest.fixture
def suits():
    """Four players with a suit each, so that the holder of the clubs plays on alone as it were."""
    match = Match(Rules.from_options({"players": 4}), dealer=3)
    match.deal([CLUBS, DIAMONDS, SPADES, HEARTS])
    return match


def test_points_are_those_of_the_cards_captured_while_the_round_goes_on(suits):
    counted = count(suits, 4)
    assert counted.by_depth == (1, 13, 156, 2028)
    assert counted.points == (2028, 0, 0, 0)


def test_points_are_those_of_the_round_where_it_ends(suits):
    for _ in range(48):
        suits.play(suits.turn, members(suits.legal_mask)[0])
    assert count(suits, 4).points == (0, 26, 26, 26)
    assert count(suits, 3).points == (25, 0, 0, 0)


def test_depth_nought_is_the_position_itself(suits):
    assert count(suits, 0).nodes == 1
    assert count(suits, 0).points == (0, 0, 0, 0)


@pytest.mark.parametrize("depth", [53, -1])
def test_no_depth_goes_beyond_the_round(suits, depth):
    with pytest.raises(TooDeep, match=f"there is no depth {depth}, since only 52 cards are left to play"):
        count(suits, depth)


def test_a_divide_needs_a_card_to_play(suits):
    with pytest.raises(TooDeep):
        divide(suits, 0)


def test_nothing_is_counted_between_rounds():
    match = Match(Rules.from_options({"players": 4}), dealer=3)
    with pytest.raises(TooDeep, match="only 0 cards"):
        count(match, 1)
