"""What holds whatever the options and whatever is played."""

from __future__ import annotations

from random import Random

import pytest
from deals import Shuffler, move, play_on, random_deal, seen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from option_sets import rule_sets

from hearts_reference import Match, Refused
from hearts_spec.cards import members

STARTS = st.integers(0, 2**32)
QUICK = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))


@QUICK
@given(rules=rule_sets(), start=STARTS)
def test_every_action_can_be_taken_back_exactly_across_rounds(rules, start):
    match, shuffler = Match(rules, dealer=0), Shuffler(start)
    history = []
    play_on(match, shuffler, lambda match: len(history) >= 150 or history.append(seen(match)))
    while history:
        match.undo()
        assert seen(match) == history.pop()


@QUICK
@given(rules=rule_sets(), start=STARTS, cut=st.integers(0, 200))
def test_the_same_actions_lead_to_the_same_state_however_they_were_reached(rules, start, cut):
    match, other = Match(rules, dealer=0), Match(rules, dealer=0)
    shuffler, again = Shuffler(start), Shuffler(start)
    for _ in range(cut):
        if not match.over:
            move(match, shuffler)
            # There and back before each action; the round under way is left uncounted
            if shuffler.state % 3:
                state = again.state
                move(other, again)
                other.undo()
                again.state = state
            move(other, again)
    assert seen(match) == seen(other)


@QUICK
@given(rules=rule_sets(), start=STARTS, before=st.integers(0, 60))
def test_a_play_out_is_the_plays_that_its_draws_stand_for(rules, start, before):
    match = Match(rules, dealer=0)
    plays = 0

    def enough(match):
        nonlocal plays
        plays += match.phase == "play"
        return plays > before

    play_on(match, Shuffler(start), enough)
    other, untouched, draws, drawn = match.copy(), match.copy(), Random(start), Random(start)
    match.play_out(draws.random)
    while other.turn is not None:
        legal = members(other.legal_mask)
        other.play(other.turn, legal[int(drawn.random() * len(legal))])
    assert seen(match) == seen(other)
    assert draws.random() == drawn.random()
    if untouched.turn is not None:
        match.undo()
    assert seen(match) == seen(untouched)
    while untouched.phase in ("play", "pass"):
        match.undo()
        untouched.undo()
    assert seen(match) == seen(untouched)


@QUICK
@given(rules=rule_sets(), start=STARTS)
def test_the_points_of_a_round_add_up(rules, start):
    """``score.final-sum``: card points, or the worth of a moon, and the bonus on top."""
    match = Match(rules, dealer=0)
    play_on(match, Shuffler(start), lambda match: match.round_points is not None and match.phase != "moon")
    cards = rules.points(rules.pack)
    moons = {"add": rules.moon_amount * (rules.players - 1), "subtract": -rules.moon_amount}
    possible = {cards, *moons.values()}
    bonus = rules.bonus_value if rules.bonus else 0
    assert sum(match.round_points) - bonus in possible
    shooters = [seat for seat, cards in enumerate(match.captured) if not rules.moon_cards & ~cards]
    if not shooters or rules.moon == "none":
        assert sum(match.round_points) - bonus == cards
    elif rules.moon in moons:
        assert sum(match.round_points) - bonus == moons[rules.moon]
    else:
        assert sum(match.round_points) - bonus in moons.values()


@QUICK
@given(rules=rule_sets(), start=STARTS)
def test_at_the_end_the_winners_have_the_lowest_total_and_the_first_place(rules, start):
    match = Match(rules, dealer=0)
    rounds = []
    play_on(match, Shuffler(start), lambda match: rounds.append(match.round_number) or match.round_number > 6)
    if match.over:
        assert {match.totals[seat] for seat in match.winners} == {min(match.totals)}
        assert [seat for seat, place in enumerate(match.places) if place == 1] == list(match.winners)
        assert rules.shares_win or len(match.winners) == 1


class Table(RuleBasedStateMachine):
    """Whatever is done at the table, legal or not, cards are kept together and refusals change nothing."""

    @initialize(rules=rule_sets(), start=STARTS)
    def sit_down(self, rules, start):
        self.match = Match(rules, dealer=start % rules.players)
        self.shuffler = Shuffler(start)
        self.past = []

    def act(self, action):
        """Do something that may be refused."""
        before = seen(self.match)
        try:
            action()
        except Refused:
            assert seen(self.match) == before
        else:
            self.past.append(before)

    @precondition(lambda self: not self.match.over)
    @rule(moves=st.integers(1, 30))
    def move_on(self, moves):
        for _ in range(moves):
            if not self.match.over:
                self.act(lambda: move(self.match, self.shuffler))

    @rule(seat=st.integers(0, 2), card=st.integers(0, 51))
    def play_anything(self, seat, card):
        rule = self.match.refusal(seat, card)
        if rule is None:
            self.act(lambda: self.match.play(seat, card))
        else:
            before = seen(self.match)
            with pytest.raises(Refused) as refused:
                self.match.play(seat, card)
            assert refused.value.rule == rule
            assert seen(self.match) == before

    @rule(seat=st.integers(0, 2), cards=st.lists(st.integers(0, 51), max_size=4))
    def pass_anything(self, seat, cards):
        self.act(lambda: self.match.pass_cards(seat, cards))

    @rule(seat=st.integers(0, 2), choice=st.sampled_from(["add", "subtract", "none"]))
    def choose_anything(self, seat, choice):
        self.act(lambda: self.match.choose_moon(seat, choice))

    @rule()
    def deal_again(self):
        self.act(lambda: self.match.deal(*random_deal(self.match.rules, self.shuffler)))

    @precondition(lambda self: self.past)
    @rule(steps=st.integers(1, 40))
    def take_back(self, steps):
        for _ in range(min(steps, len(self.past))):
            before = self.past.pop()
            self.match.undo()
        assert seen(self.match) == before

    @rule()
    def go_on_with_a_copy(self):
        self.match = self.match.copy()

    @invariant()
    def a_seat_in_turn_has_a_legal_card_of_its_own(self):
        match = self.match
        assert (match.turn is not None) == (match.phase == "play") == bool(match.legal_mask)
        if match.turn is not None:
            assert match.legal_mask & ~match.hands[match.turn] == 0
            for card in members(match.hands[match.turn]):
                assert (match.refusal(match.turn, card) is None) == (card in match.legal)

    @invariant()
    def every_card_of_the_pack_is_in_one_place(self):
        match = self.match
        if match.phase in ("pass", "play"):
            taken = match.kitty if match.kitty_taker is None else match.kitty & ~sum(match.captured)
            places = [*match.hands, *match.captured, taken, *[1 << card for _, card in match.trick]]
            assert sum(places) == match.rules.pack
            assert sum(cards.bit_count() for cards in places) == match.rules.pack.bit_count()

    @invariant()
    def between_rounds_nothing_is_under_way(self):
        match = self.match
        if match.phase in ("deal", "over"):
            assert (match.turn, match.legal, match.trick, match.broken, match.direction) == (None,) * 5
            assert not any(match.hands)
        if match.phase in ("pass", "play"):
            assert match.round_points is None


Table.TestCase.settings = settings(
    max_examples=150, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
TestTable = Table.TestCase
