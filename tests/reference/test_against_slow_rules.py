"""The engine and the slow game agree, card by card, in whatever options."""

from __future__ import annotations

import pytest
from deals import Shuffler, move, play_on
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from option_sets import rule_sets
from slow_rules import SlowGame

from hearts_reference import Match
from hearts_spec.cards import NAMES, CardSet, names
from hearts_spec.rules import Rules


def named(masks):
    return [set(names(cards)) for cards in masks]


def in_step(rules, start, rounds, **setup):
    """Play both games in step, and compare all that they have in common before each move."""
    shuffler = Shuffler(start)
    match = Match(rules, dealer=start % rules.players, **setup)
    slow = SlowGame(rules.to_json(), dealer=start % rules.players, **setup)
    dealt = 0
    while not match.over and (match.phase != "deal" or dealt < rounds):
        if match.phase == "deal":
            move(match, shuffler)
            dealt += 1
            hands = match.hands
            slow.deal(named(hands), names(match.kitty))
        elif match.phase == "pass":
            play_on(match, shuffler, lambda match: match.phase == "play")
            slow.pass_all(named(match.selections))
        elif match.phase == "moon":
            assert slow.choosing == match.shooter
            choice = shuffler.choice(["add", "subtract"])
            match.choose_moon(match.shooter, choice)
            slow.choose(choice)
        else:
            assert named(match.hands) == slow.hands
            assert match.turn == slow.turn
            assert set(names(match.legal_mask)) == slow.legal()
            assert match.broken == (None if slow.options["hearts.lead"] == "any-time" else slow.broken)
            assert {card for card in range(52) if match.refusal(match.turn, card) is None} == match.legal
            card = shuffler.choice(list(match.legal))
            tricks = match.tricks
            match.play(match.turn, card)
            winner = slow.play(NAMES[card])
            assert winner == (match.trick_winner if match.tricks > tricks else None)
        assert (match.round_number, match.dealer) == (slow.round, slow.dealer)
        if match.phase in ("deal", "over"):
            assert named(match.captured) == slow.captured
            assert list(match.round_points) == slow.points
            assert list(match.totals) == slow.totals
            assert match.over == slow.over
    if match.over:
        assert list(match.winners) == slow.winners
        assert list(match.places) == slow.places()


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(rules=rule_sets(), start=st.integers(0, 2**32))
def test_they_agree_on_every_card_in_options_drawn_at_random(rules, start):
    in_step(rules, start, rounds=2)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    rules=rule_sets(**{"match.end": "limit"}),
    start=st.integers(0, 2**32),
    number=st.integers(1, 9),
    gaps=st.lists(st.integers(0, 3), min_size=7, max_size=7),
)
def test_they_agree_on_matches_resumed_near_the_limit(rules, start, number, gaps):
    totals = [rules.limit - 1 - gap for gap in gaps[: rules.players]]
    in_step(rules, start, rounds=3, round_number=number, totals=totals)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(rules=rule_sets(**{"match.end": "limit", "match.tie": "extra-rounds"}), start=st.integers(0, 2**32))
def test_they_agree_on_extra_rounds(rules, start):
    in_step(rules, start, rounds=3, totals=[0, 0] + [5] * (rules.players - 2), limit_reached=True)


@pytest.mark.parametrize("mode", ["add", "subtract", "choice", "auto", "none"])
@pytest.mark.parametrize("needs", ["penalties", "penalties-and-bonus", "hearts-and-queen"])
@pytest.mark.parametrize("before", [(0, 0, 0, 0), (99, 98, 97, 96), (90, 60, 95, 92)])
@pytest.mark.parametrize("end", ["limit", "rounds"])
def test_they_agree_on_a_moon(mode, needs, before, end):
    options = {"players": 4, "moon.mode": mode, "moon.needs": needs, "bonus.card": "JD", "match.end": end}
    rules = Rules.from_options(options | {"match.rounds": 1})
    match = Match(rules, dealer=0, totals=before)
    slow = SlowGame(rules.to_json(), 0, 1, before)
    hands = [CardSet(0x1FFF << 13 * seat) for seat in range(4)]
    match.deal([hand.mask for hand in hands])
    slow.deal([{NAMES[card] for card in hand} for hand in hands], "")
    while match.turn is not None:
        card = min(match.legal)
        match.play(match.turn, card)
        slow.play(NAMES[card])
    if mode == "choice":
        assert match.phase == "moon"
        assert match.round_points == (26, 0, 0, 0)
        match.choose_moon(0, "subtract")
        slow.choose("subtract")
    assert list(match.round_points) == slow.points
    assert list(match.totals) == slow.totals
    assert (match.over, match.winners and list(match.winners)) == (slow.over, slow.winners)
