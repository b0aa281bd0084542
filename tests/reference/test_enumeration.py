"""Positions are counted as often as they can be reached, and the match is left as it was."""

from __future__ import annotations

from random import Random

import pytest
from deals import seen

from hearts_reference import Match, positions
from hearts_spec import sheets
from hearts_spec.cards import members
from hearts_spec.rules import Rules

SHEETS = sorted(sheets.ids())


def endgame(rules: Rules, seed: int, left: int) -> Match:
    """Return a match with *left* cards still to be played in the round."""
    draw = Random(seed)
    pack = members(rules.pack)
    draw.shuffle(pack)
    size = rules.hand_size
    hands = [pack[seat * size : (seat + 1) * size] for seat in range(rules.players)]
    kitty = pack[rules.players * size :]
    match = Match(rules, dealer=0)
    match.deal([sum(1 << card for card in hand) for hand in hands], sum(1 << card for card in kitty))
    for seat, hand in enumerate(match.hands if match.phase == "pass" else ()):
        match.pass_cards(seat, members(hand)[: rules.pass_count])
    for _ in range(rules.players * size - left):
        match.play(match.turn, draw.choice(members(match.legal_mask)))
    return match


def counted_on_copies(match: Match) -> int:
    """Count the same positions without taking anything back."""
    count = 1
    for card in members(match.legal_mask):
        after = match.copy()
        after.play(match.turn, card)
        count += counted_on_copies(after)
    return count


@pytest.mark.parametrize("sheet", SHEETS)
def test_what_is_counted_by_taking_back_is_what_copies_count(sheet):
    players = sheets.load(sheet).players[-1]
    rules = sheets.load(sheet).resolve(players)
    match = endgame(rules, seed=len(sheet), left=2 * players + 2)
    before = seen(match)
    assert positions(match) == counted_on_copies(match) > 11
    assert seen(match) == before


def test_where_nobody_is_to_play_there_is_the_position_alone():
    rules = Rules.from_options({"players": 4})
    assert positions(Match(rules, dealer=0)) == 1
    assert positions(endgame(rules, seed=1, left=0)) == 1
    assert positions(endgame(rules, seed=1, left=4)) == 5
