"""Readings: each is asked, each can be replaced alone, and tables made of them say what they say."""

from __future__ import annotations

import dataclasses

import pytest
from deals import Shuffler, dealt, legal, move, play, refusal, seen, trick
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from option_sets import rule_sets

from hearts_reference import READINGS, Match, Refused, cardwise
from hearts_reference.legality import ORDER
from hearts_spec.cards import CARDS, CLUBS, HEARTS, QUEEN, mask, members
from hearts_spec.rules import RANKS, Rules

LETS_PASS = {"pass.cycle": ["left", "right", "hold"]}
OPTION_SETS = [
    {"players": 4, "pass.cycle": ["across", "hold"], "match.limit": 60},
    {"players": 7, "deal.remainder": "kitty", "bonus.card": "JD", "moon.needs": "penalties-and-bonus"} | LETS_PASS,
    {"players": 5, "deck.strip": ["2C", "2D"], "open.card": "any-club", "first-trick.banned": []} | LETS_PASS,
    {"players": 4, "moon.mode": "subtract"},
    {"players": 6, "deal.remainder": "kitty", "match.tie": "shared", "match.limit": 9},
    {"players": 4, "hearts.lead-release": "only-points", "moon.mode": "none"},
    {"players": 7, "deck.strip": ["2D", "3D", "3C"], "hearts.lead": "after-heart-or-queen", "value.heart": "pips"},
    {"players": 3, "deck.strip": ["2D"], "open.leader": "left-of-dealer", "open.card": "any", "moon.mode": "none"},
    {"players": 4, "hearts.lead": "any-time", "value.heart": dict.fromkeys(RANKS, 2), "match.compare": "exceed"},
    {"players": 4, "match.end": "rounds", "match.rounds": 2, "moon.needs": "hearts-and-queen", "moon.mode": "auto"},
    {"players": 4, "value.card": {"QS": 13, "KS": 10, "2C": 1}, "moon.mode": "choice"},
]


def ask_again(rule, asked):
    """Return the book's reading of *rule*, unmarked, so that a match has to ask it every time."""
    book = READINGS[rule]

    def reading(*args):
        asked.add(rule)
        return book(*args)

    return reading


ASKED: set[str] = set()
ALL_ASKED = {rule: ask_again(rule, ASKED) for rule in READINGS}


def in_step(rules, readings, start, moves):
    """Play a match by the book and one under *readings* in step; all that can be seen must agree."""
    shuffler = Shuffler(start)
    match, other = (Match(rules, table, dealer=0) for table in (READINGS, readings))
    for _ in range(moves):
        if match.over:
            break
        state = shuffler.state
        move(match, shuffler)
        shuffler.state = state
        move(other, shuffler)
        assert seen(match) == seen(other)
        if match.turn is not None:
            for card in range(52):
                assert match.refusal(match.turn, card) == other.refusal(match.turn, card)


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(rules=rule_sets(), start=st.integers(0, 2**32))
def test_readings_asked_every_time_say_the_same_as_the_tables_made_of_them(rules, start):
    in_step(rules, ALL_ASKED, start, 110)


@pytest.mark.parametrize("options", OPTION_SETS, ids=lambda options: f"{options['players']} players")
@pytest.mark.parametrize("rule", ["play.follow-suit", "hearts.anyone-after", "play.always-a-card", "hearts.break"])
def test_a_single_reading_asked_every_time_changes_nothing(rule, options):
    in_step(Rules.from_options(options), READINGS | {rule: ask_again(rule, set())}, 5, 60)


def play_and_look(options, readings):
    """Play two rounds, the first a moon where four hold their cards, and look at everything; yield at each step."""
    rules, shuffler = Rules.from_options(options), Shuffler(2)
    match = Match(rules, readings, dealer=0)
    if rules.players == 4 and rules.direction(1) == "hold":
        match.deal([CLUBS, CLUBS << 13, CLUBS << 26, HEARTS])
        while match.turn is not None:
            match.play(match.turn, members(match.legal_mask)[-1])
    while not match.over and match.round_number < 3:
        yield seen(match)
        if match.turn is not None:
            yield [match.refusal(match.turn, card) for card in range(52)]
        move(match, shuffler)
    yield seen(match)


@pytest.mark.parametrize("rule", sorted(READINGS))
def test_every_reading_is_asked_under_some_options(rule):
    asked: set[str] = set()
    readings = READINGS | {rule: ask_again(rule, asked)}
    assert any(asked for options in OPTION_SETS for _ in play_and_look(options, readings))


# --- Misreadings that people have, each the replacement of one entry -----------------------------------------------


def test_a_reader_who_thinks_that_hearts_may_not_be_discarded_unbroken():
    def reading(cards, at):
        return cards if at.broken else cards & ~HEARTS

    match = dealt({0: "C2", 1: "D4A SQ2 HA23", 2: "CAK"}, readings=READINGS | {"hearts.discard-free": reading})
    trick(match, "2C AC")
    play(match, "KC")
    while match.turn != 1:
        play(match, legal(match).split()[0])
    assert legal(match) == "AD 2S QS"
    assert refusal(match, "2H") == "hearts.discard-free"


def test_a_reader_who_thinks_that_being_void_lifts_the_first_trick_ban():
    readings = READINGS | {"first-trick.void-bound": lambda hand, at: at.led is not None and not hand & CLUBS}
    match = dealt({0: "C2", 1: "D4A SQ2 HA23"}, readings=readings)
    play(match, "2C")
    assert match.legal_mask == match.hands[1]


def test_a_reader_who_forgets_that_a_leader_with_hearts_alone_may_lead_one():
    def no_lift(kept, before, rule, at):
        return kept if rule == "hearts.no-lead-unbroken" else kept or before

    match = dealt({0: "C2", 1: "CA HA23456"}, readings=READINGS | {"play.always-a-card": no_lift})
    trick(match, "2C AC")
    assert (match.turn, match.legal_mask) == (1, 0)
    assert refusal(match, "AH") == "hearts.no-lead-unbroken"


def test_a_reader_who_takes_the_ban_before_following_suit():
    def ban_first(situation, rules):
        return ORDER[situation][::-1]

    match = dealt(
        {0: "S2", 1: "SQ C2"},
        readings=READINGS | {"play.precedence": ban_first},
        open_leader="left-of-dealer",
        open_card="any",
    )
    play(match, "2S")
    assert "QS" not in legal(match)


def test_a_reader_who_never_sees_a_first_trick():
    readings = READINGS | {
        "play.precedence": lambda situation, rules: ORDER[situation.replace("on the first trick", "later")]
    }
    match = dealt({0: "C2", 1: "D4A SQ2 HA23"}, readings=readings)
    play(match, "2C")
    assert match.legal_mask == match.hands[1]


def test_a_reader_who_bars_leading_the_queen():
    readings = READINGS | {"queen.lead-free": cardwise(lambda cards, at: cards & ~QUEEN)}
    match = dealt({0: "C2", 1: "CA SQ2 D4 HA23"}, readings=readings)
    trick(match, "2C AC")
    assert legal(match) == "4D 2S"
    assert refusal(match, "QS") == "queen.lead-free"


def test_a_reader_who_names_the_last_rule_broken():
    readings = READINGS | {"play.refusal-reason": lambda broken, at: broken[-1] if broken else None}
    match = dealt({0: "C2", 1: "C4 SQ"}, readings=readings)
    play(match, "2C")
    assert refusal(match, "QS") == "first-trick.no-queen"


def test_every_rule_that_a_refused_play_breaks_is_there_to_be_named():
    readings = READINGS | {"play.refusal-reason": lambda broken, at: " ".join(broken) or None}
    match = dealt({0: "C2", 1: "C4", 2: "C5 HA", 3: "SQ"}, readings=readings)
    play(match, "2C")
    assert match.refusal(2, CARDS["AH"]) == "turn.in-order play.follow-suit first-trick.no-hearts"
    assert match.refusal(2, CARDS["QS"]) == "turn.in-order turn.own-card play.follow-suit first-trick.no-queen"
    assert match.refusal(1, CARDS["4C"]) is None


def test_every_rule_that_a_refused_selection_breaks_is_there_to_be_named():
    readings = READINGS | {"play.refusal-reason": lambda broken, at: " ".join(broken) or None}
    match = dealt({0: "C2"}, readings=readings)
    with pytest.raises(Refused) as refused:
        match.pass_cards(0, [CARDS["2C"]] * 2)
    assert refused.value.rule == "round.phase pass.count pass.own-distinct"


def test_a_reader_who_leaves_the_kitty_out_leaves_out_its_bonus_too():
    options = {"players": 5, "deal_remainder": "kitty", "bonus_card": "JD", "moon_mode": "none"}
    book, other = (
        dealt({}, "DJ H2", readings=table, **options)
        for table in (READINGS, READINGS | {"kitty.points-count": lambda captured, kitty, rules: captured})
    )
    for match in (book, other):
        while match.turn is not None:
            match.play(match.turn, members(match.legal_mask)[0])
    assert sum(book.round_points) == sum(other.round_points) + 1 - 10


def test_a_reader_who_lets_play_out_of_turn_or_a_card_that_is_not_held():
    match = dealt({0: "C2"}, readings=READINGS | {"turn.in-order": lambda seat, at: True})
    play(match, "2C")
    match.play(3, members(match.hands[3])[0])
    assert [seat for seat, _ in match.trick] == [0, 3]
    assert match.turn == 4
    match = dealt({0: "C2", 1: "CA"}, readings=READINGS | {"turn.own-card": lambda seat, card, at: True})
    play(match, "2C", "KC")
    assert match.trick[-1] == (1, CARDS["KC"])


def test_a_reader_of_what_breaks_hearts_sees_the_trick_with_the_card_just_played():
    asked = []

    def breaks(card, at):
        asked.append((card, at.led, at.trick))
        return False

    match = dealt({0: "C2", 3: "CA"}, readings=READINGS | {"hearts.break": breaks})
    trick(match, "2C AC")
    match.play(3, members(match.legal_mask)[0])
    for card, led, plays in asked:
        assert plays[-1][1] == card
        assert plays[0][1] == led
    assert [seat for seat, _ in asked[-1][2]] == [3]


def test_a_reader_who_has_the_leader_keep_the_lead():
    readings = READINGS | {"trick.winner-leads": lambda winner, at: at.trick[0][0]}
    match = dealt({0: "C2", 3: "CA"}, readings=readings)
    trick(match, "2C AC")
    assert (match.trick_winner, match.turn) == (3, 0)


def test_a_reader_who_has_the_highest_rank_win_whatever_its_suit():
    readings = READINGS | {
        "trick.offsuit-loses": lambda table, led: table,
        "trick.highest-led": lambda cards, led: max(members(cards), key=lambda card: card % 13),
    }
    match = dealt({0: "C2A", 1: "DA45678 SA"}, readings=readings)
    trick(match, "2C AD")
    assert match.trick_winner == 1


def test_a_reader_who_stops_a_match_within_a_round():
    readings = READINGS | {"match.whole-round": lambda at: at.tricks == 2}
    match = dealt({0: "C2"}, readings=readings)
    trick(match)
    assert match.phase == "play"
    trick(match)
    assert match.phase == "deal"
    assert not any(match.hands)
    match.undo()
    assert (match.tricks, match.phase) == (1, "play")


def test_a_reader_who_has_the_kitty_taken_with_the_first_heart():
    def with_first_heart(captor, at):
        return any(1 << card & HEARTS for _, card in at.trick)

    readings = READINGS | {"kitty.first-trick-takes": with_first_heart}
    match = dealt({0: "C2"}, players=5, deal_remainder="kitty", readings=readings)
    while not match.broken:
        assert match.kitty_taker is None
        trick(match)
    assert match.kitty_taker == match.trick_winner


def test_a_reader_who_lets_a_kitty_break_hearts():
    match = dealt(
        {0: "C2"}, players=5, deal_remainder="kitty", readings=READINGS | {"kitty.never-breaks": lambda kitty, at: True}
    )
    trick(match)
    assert match.broken is True


def test_a_reader_who_lets_no_total_fall_below_zero():
    readings = READINGS | {"score.negative": lambda total, rules: max(total, 0)}
    match = Match(Rules.from_options({"players": 4, "moon.mode": "subtract"}), readings, dealer=3)
    match.deal([CLUBS, CLUBS << 13, CLUBS << 26, HEARTS])
    while match.turn is not None:
        match.play(match.turn, members(match.legal_mask)[-1])
    assert (match.round_points, match.totals) == ((-26, 0, 0, 0), (0, 0, 0, 0))


def test_who_numbers_extra_rounds_otherwise_is_told_of_them_where_rounds_end_the_match():
    readings = READINGS | {"match.tie-cycle": lambda number, extra: number if extra else number + 1}
    options = {"players": 4, "match_end": "rounds", "match_rounds": 1, "moon_mode": "none", "value_card": {}}
    match = dealt({0: "C2345 D2345 S2345 H2", 1: "C6789 D6789 S6789 H3"}, readings=readings, **options)
    hands = match.hands
    while match.turn is not None:
        match.play(match.turn, members(match.legal_mask)[-1])
    assert not match.over
    match.deal(hands)
    assert match.round_number == 1


def test_a_reader_who_makes_a_selection_final_at_once():
    readings = READINGS | {"pass.final": lambda seat, cards, at: at.selections[seat] is None}
    match = dealt({0: "C2"}, pass_cycle=["left"], readings=readings)
    cards = members(match.hands[0])
    match.pass_cards(0, cards[:3])
    with pytest.raises(Refused, match=r"^round\.phase$"):
        match.pass_cards(0, cards[:3])


def test_rules_changed_in_one_field_are_played_as_they_are():
    rules = Rules.from_options({"players": 4})
    changed = dataclasses.replace(rules, banned=rules.banned | mask([CARDS["AD"]]))
    match = Match(changed, dealer=3)
    match.deal([CLUBS, CLUBS << 13, CLUBS << 26, HEARTS])
    play(match, "2C")
    assert refusal(match, "AD") == "first-trick.no-queen"


def test_whether_the_limit_is_reached_can_be_asked_first_after_a_round():
    match = dealt({0: "C2"}, match_limit=1)
    while match.turn is not None:
        trick(match)
    assert match.limit_reached is True


def test_a_card_that_goes_missing_in_the_lifting_is_refused_by_the_filter():
    readings = READINGS | {"play.always-a-card": lambda kept, before, rule, at: kept & ~mask([CARDS["AC"]])}
    match = dealt({0: "C2", 1: "CA4"}, readings=readings)
    play(match, "2C")
    assert refusal(match, "AC") == "play.follow-suit"
