"""Where two readings of the rules part: found, and found at the right move."""

from __future__ import annotations

import pytest

from hearts_conformance.perft import comparing, tables
from hearts_conformance.perft.positions import written
from hearts_conformance.perft.walking import Engine, walk
from hearts_reference import READINGS, cardwise
from hearts_spec import sheets


@cardwise
def every_card(cards, at):
    return cards


@cardwise
def no_card(cards, at):
    return 0


def first_player(winner, at):
    return next(iter(at.trick))[0]


def parting(rule, reading, position, sheet="qdan", players=4):
    rules = sheets.load(sheet).resolve(players)
    start = written()[position].lay_out(rules)
    ours, theirs = Engine(start.match(rules)), Engine(start.match(rules, READINGS | {rule: reading}))
    depth = len(tables.load(tables.place(sheets.load(sheet))).counted[players].entries[position].counts.by_depth)
    return walk(start, ours, theirs, depth), ours


def test_the_queen_allowed_on_the_first_trick_is_found_at_once():
    found, ours = parting("first-trick.no-queen", every_card, "first-trick-void")
    assert found.path == ()
    assert found.what == "legal"
    assert {*found.legal[1]} - {*found.legal[0]} == {"QS"}
    assert ours.match.refusal(ours.match.turn, 36) == "first-trick.no-queen"
    legal, seen = map(len, found.legal)
    said = found.sentence("us", "them")
    assert said == f"at once: QS may be played by them only; us counts {legal} legal cards, them {seen}"
    assert seen == legal + 1


def test_hearts_led_unbroken_are_found_at_the_lead():
    found, _ = parting("hearts.no-lead-unbroken", every_card, "lead-unbroken")
    assert (found.path, found.what) == ((), "legal")
    assert all(card[1] == "H" for card in {*found.legal[1]} - {*found.legal[0]})


def test_a_suit_not_followed_is_found_at_the_first_card_that_follows():
    found, _ = parting("play.follow-suit", every_card, "lead-unbroken")
    assert found.path == ("3C",)
    assert found.turns == (2, 2)
    assert {*found.legal[0]} < {*found.legal[1]}


def test_the_queen_that_breaks_hearts_is_found_where_a_heart_may_be_led_after_it():
    rules, other = (
        sheets.load("qdan").resolve(4),
        sheets.load("qdan").resolve(4, {"hearts.lead": "after-heart-or-queen"}),
    )
    start = written()["second-trick-void"].lay_out(rules)
    found = walk(start, Engine(start.match(rules)), Engine(start.match(other)), 5)
    assert found.path[0] == "QS"
    assert len(found.path) == 3
    assert found.what == "legal"
    assert {card[1] for card in {*found.legal[1]} - {*found.legal[0]}} == {"H"}
    assert found.turns == (0, 0)


def test_another_leader_after_a_trick_is_found_as_another_turn():
    found, _ = parting("trick.winner-leads", first_player, "first-trick-void")
    assert found.what == "turn"
    assert len(found.path) == 3
    assert "it is the turn of seat" in found.sentence("us", "them")


def test_another_moon_is_found_at_the_last_card_in_the_points():
    before, now = sheets.load("qdan").resolve(4), sheets.load("moon-subtract").resolve(4)
    start = written()["moon-certain"].lay_out(before)
    found = walk(start, Engine(start.match(before)), Engine(start.match(now)), 12)
    assert found.what == "points"
    assert len(found.path) == 12
    assert found.counts[0].points == (0, 26, 26, 26)
    assert found.counts[1].points == (-26, 0, 0, 0)


def test_who_plays_alike_does_not_part():
    rules = sheets.load("qdan").resolve(4)
    start = written()["lead-unbroken"].lay_out(rules)
    side = Engine(start.match(rules))
    assert walk(start, side, Engine(start.match(sheets.load("short-game").resolve(4))), 5) is None
    assert side.match.trick == []


def test_a_walk_leaves_both_sides_as_they_were():
    rules, other = sheets.load("qdan").resolve(4), sheets.load("free-hearts").resolve(4)
    start = written()["second-trick-void"].lay_out(rules)
    sides = Engine(start.match(rules)), Engine(start.match(other))
    before = [(side.match.hands, side.match.trick, side.match.turn) for side in sides]
    assert walk(start, *sides, 5)
    assert [(side.match.hands, side.match.trick, side.match.turn) for side in sides] == before


@pytest.mark.parametrize(
    ("rule", "reading"),
    [
        ("first-trick.no-queen", every_card),
        ("first-trick.no-hearts", every_card),
        ("hearts.no-lead-unbroken", every_card),
        ("play.follow-suit", every_card),
        ("open.exact-card", every_card),
        ("trick.winner-leads", first_player),
        ("trick.highest-led", lambda table, led: led),
    ],
)
def test_an_engine_that_reads_a_rule_otherwise_does_not_count_what_the_table_has(rule, reading):
    counted = tables.load(tables.place(sheets.load("qdan"))).counted[4]
    compared = comparing.compare("qdan", counted, counted.rules, readings=READINGS | {rule: reading})
    assert compared.mismatches
    assert not compared.options
    told = compared.mismatches[0].to_json()
    assert told["first"] or told["unreachable"]


def test_the_divide_of_a_mismatch_has_both_counts_where_they_differ():
    counted = tables.load(tables.place(sheets.load("qdan"))).counted[4]
    rules = sheets.load("qdan").resolve(4, {"hearts.lead": "after-heart-or-queen"})
    compared = comparing.compare("qdan", counted, rules, ["lead-unbroken"])
    assert compared.options == {"hearts.lead": ("after-heart", "after-heart-or-queen")}
    (mismatch,) = compared.mismatches
    assert mismatch.counted.by_depth == (8, 25, 71, 240, 2026)
    assert mismatch.table.counts.by_depth[:5] == (8, 25, 71, 240, 1909)
    assert [*mismatch.divide] == ["QS"]
    was, now = mismatch.divide["QS"]
    assert now - was == 2026 - 1909
