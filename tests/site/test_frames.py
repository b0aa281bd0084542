"""Cases cut into frames, and frames drawn."""

from __future__ import annotations

import re

import pytest

from hearts_conformance.script import Play, See
from hearts_site import cards, drawing
from hearts_site.frames import FOLDED, Trick
from hearts_site.routes import Here
from hearts_site.words import Words


def test_every_case_that_applies_somewhere_is_shown(told):
    assert all(told.frames[case] for case, run in told.runs.items() if run)


def test_frames_lose_nothing_of_the_script(told):
    for case, run in told.runs.items():
        if run is None:
            continue
        found = told.frames[case]
        plays = [(each.seat, each.card) for each in run.script if isinstance(each, Play)]
        shown = [play for frame in found for trick in frame.tricks for play in trick.plays]
        assert set(plays) == set(shown), case
        assert len([f for frame in found for f in frame.facts]) == sum(isinstance(e, See) for e in run.script), case


def test_a_frame_that_asks_shows_what_the_case_expects(told):
    for frame in told.frames["first-trick/queen-discard/ban"]:
        if frame.kind == "refuse":
            assert frame.legal is not None
            assert frame.rule is not None
            assert not set(frame.cards) & set(frame.legal)
        if frame.kind in ("accept", "legal"):
            assert frame.legal is not None
            assert set(frame.cards) <= set(frame.legal)


def test_the_reference_allows_what_cases_accept_and_not_what_they_refuse(told):
    for case, found in told.frames.items():
        for frame in found:
            if frame.kind == "accept" and frame.legal:
                assert set(frame.cards) <= set(frame.legal), case
            if frame.kind == "refuse" and frame.legal and frame.position and frame.seat == frame.position.turn:
                assert not set(frame.cards) & set(frame.legal), case


def test_many_tricks_in_a_row_make_one_frame(told):
    long = [f for found in told.frames.values() for f in found if len(f.tricks) > 1]
    assert long
    assert all(len(frame.tricks) > FOLDED for frame in long)


def test_the_highest_card_of_the_suit_led_takes_the_trick(told):
    ranks = "23456789TJQKA"
    for found in told.frames.values():
        for trick in (trick for frame in found for trick in frame.tricks if trick.winner is not None):
            card = dict(trick.plays)[trick.winner]
            led = trick.plays[0][1][1]
            assert card[1] == led
            assert all(ranks.index(c[0]) <= ranks.index(card[0]) for _, c in trick.plays if c[1] == led)


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("en", "queen of spades, two of hearts"),
        ("fil", "reyna ng ispada, dos ng puso"),
        ("id", "ratu sekop, dua hati"),
    ],
)
def test_cards_are_spoken_in_the_language(language, label):
    assert f'aria-label="{label}"' in cards.row(["QS", "2H"], cards.spoken(["QS", "2H"], Words(language)))


def test_cards_that_may_not_be_played_stand_back_and_the_refused_one_is_marked():
    drawn = cards.row(["QS", "2S", "3H"], "x", legal={"2S"}, refused={"QS"})
    assert re.findall(r'class="hs-card ?([^"]*)"[^>]*><use href="#c-(..)"', drawn) == [
        ("hs-refused", "QS"),
        ("hs-legal", "2S"),
        ("hs-barred", "3H"),
    ]


def test_signs_stay_together_and_red_suits_are_red():
    assert cards.signs("♠Q & ♥10") == ('<span class="hs-sign">♠Q</span> &amp; <span class="hs-sign hs-red">♥10</span>')


def test_the_winner_of_a_trick_is_marked():
    drawn = drawing.trick(Trick(((1, "2C"), (2, "KC")), 2), Words("en"))
    assert "Seat 1: two of clubs; Seat 2: king of clubs" in drawn
    assert drawn.count("hs-winner") == 1


def test_a_refusal_names_its_rule_and_links_to_it(told):
    frame = next(f for f in told.frames["first-trick/queen-discard/ban"] if f.rule)
    drawn = drawing.moment(frame, Words("id"), Here("scenarios/first-trick/queen-discard.md"))
    assert f'href="../../../rules/{frame.rule}/"' in drawn
    assert Words("id").texts.rule(frame.rule) in drawn
