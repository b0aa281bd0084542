"""The positions: laid out under any options, and such that each option that play or score knows tells in a count."""

from __future__ import annotations

import pytest
import slow_count
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from option_sets import rule_sets

from hearts_conformance.perft import count, tables
from hearts_conformance.perft.positions import Start, written
from hearts_reference import READINGS, cardwise
from hearts_spec import sheets
from hearts_spec.cards import NAMES, members
from hearts_spec.rules import Rules

LIMIT = 90
"""Counts that the slow rules are spared."""


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(rules=rule_sets(), name=st.sampled_from(sorted(written())))
def test_the_slow_rules_count_the_same_in_options_drawn_at_random(rules, name):
    start = written()[name].lay_out(rules)
    if start is None:
        return
    match = start.match(rules)
    game = slow_count.reach(start.to_json(), rules.to_json())
    depth = 1
    while depth < 4 and count(match, depth).nodes < LIMIT and match.rules.players * match.rules.hand_size > depth:
        depth += 1
    depth = min(depth, sum(map(len, game.hands)))
    counted = count(match, depth)
    assert slow_count.count(game, depth) == ([*counted.by_depth], [*counted.points])


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(rules=rule_sets(), name=st.sampled_from(sorted(written())))
def test_a_position_laid_out_is_a_deal_of_the_pack_and_is_read_back(rules, name):
    start = written()[name].lay_out(rules)
    if start is None:
        return
    cards = sorted([card for hand in start.hands for card in hand] + [*start.kitty])
    assert cards == sorted(NAMES[card] for card in members(rules.pack))
    assert Start.from_json(name, rules.players, start.to_json()) == start


CHANGES = [
    ({"hearts.lead": "after-heart-or-queen"}, {"lead-after-queen"}),
    ({"hearts.lead": "any-time"}, {"lead-unbroken", "lead-one-plain"}),
    ({"hearts.lead-release": "only-points"}, {"lead-only-points"}),
    ({"first-trick.banned": []}, {"first-trick-void", "first-trick-one-plain"}),
    ({"first-trick.banned": ["hearts"]}, {"first-trick-void", "first-trick-all-points"}),
    ({"first-trick.banned": ["queen"]}, {"first-trick-void", "first-trick-all-points"}),
    ({"open.card": "any-club"}, {"opening-clubs"}),
    ({"open.leader": "left-of-dealer", "open.card": "any"}, {"opening-clubs"}),
    ({"value.heart": "pips"}, {"low-endgame", "moon-endgame"}),
    ({"value.card": {"QS": 13, "KS": 10, "AS": 7}}, {"high-spades-endgame", "low-endgame"}),
    ({"bonus.card": "JD"}, {"bonus-endgame", "bonus-last-tricks"}),
    ({"moon.mode": "none"}, {"moon-endgame", "moon-certain", "moon-last-trick"}),
    ({"moon.mode": "subtract"}, {"moon-endgame", "moon-certain", "moon-last-trick"}),
    ({"moon.amount": 30}, {"moon-endgame", "moon-certain", "moon-last-trick"}),
]


@pytest.mark.parametrize(("options", "telling"), CHANGES, ids=[str(options) for options, _ in CHANGES])
def test_every_option_that_play_or_score_knows_tells_at_its_positions(options, telling):
    before, after = (sheets.load("qdan").resolve(4, top) for top in ({}, options))
    assert telling <= told_apart(before, after)


def told_apart(before, after):
    """Return the positions at which two sets of rules come to different counts, few cards deep."""
    found = set()
    for name, each in written().items():
        starts = each.lay_out(before), each.lay_out(after)
        if None in starts:
            continue
        depth = 12 if "endgame" in name or name.startswith(("moon", "bonus", "two")) else 4
        counts = [
            count(match, min(depth, sum(hand.bit_count() for hand in match.hands)))
            for match in (start.match(rules) for start, rules in zip(starts, (before, after), strict=True))
        ]
        if counts[0] != counts[1]:
            found.add(name)
    return found


@pytest.mark.parametrize("players", [3, 5])
def test_a_kitty_of_points_tells_from_none(players):
    sheet = sheets.load("reserve")
    assert written()["kitty-hearts"].lay_out(sheet.resolve(players))
    assert written()["kitty-hearts"].lay_out(sheets.load("qdan").resolve(players)) is None


@cardwise
def every_card(cards, at):
    return cards


@pytest.mark.parametrize(
    "rule",
    [
        "open.exact-card",
        "open.any-club",
        "play.follow-suit",
        "first-trick.no-hearts",
        "first-trick.no-queen",
        "hearts.no-lead-unbroken",
    ],
)
def test_a_rule_that_is_dropped_tells_at_some_position_chosen_for_it(rule):
    rules = Rules.from_options({"players": 4, "open.card": "any-club" if rule == "open.any-club" else "that-card"})
    chosen = [each for each in written().values() if rule in each.meets]
    assert chosen
    starts = [start for each in chosen if (start := each.lay_out(rules))]
    changed = [
        start.position
        for start in starts
        if count(start.match(rules), 3) != count(start.match(rules, READINGS | {rule: every_card}), 3)
    ]
    assert changed


def test_endgames_are_counted_to_the_end_of_the_round():
    table = tables.load(tables.place(sheets.load("cohen")))
    for counted in table.counted.values():
        for name, entry in counted.entries.items():
            if name in ("low-endgame", "moon-certain", "moon-last-trick", "bonus-last-tricks", "two-tricks-left"):
                assert len(entry.start.played) + entry.counts.depth == counted.rules.hand_size * counted.rules.players
