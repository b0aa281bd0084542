"""The first hand that beginners read: what the page tells is what happens when its cards are played.

The page shows our own hand, the cards that we give and get, and every trick.  That is the whole round, but for what
the two seats across pass to each other, which is no matter: any three cards do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hearts_reference import Match
from hearts_spec import sheets
from hearts_spec.cards import CARDS, NAMES, CardSet, mask, members, symbol

PAGES = Path(__file__).parents[2] / "docs" / "pages"
PICTURE = re.compile(r"^\[\[(cards|hand|trick)(?: (\d))?: ([^\]]*)\]\]$", re.MULTILINE)
SIGN = re.compile(r"[♣♦♠♥](?:10|[2-9JQKA])")
PART = re.compile(r"^(?=## |\*\*\D*\d+\D)", re.MULTILINE)
"""Where a part of the page begins: a heading, or a bold "Trick 8"."""
POINTS = {
    "en": {"first point": 1, "one more point": 1, "two points": 2, "four points": 4, "14 points": 14},
    "fil": {"una mong puntos": 1, "isa pang puntos": 1, "dalawang puntos": 2, "apat na puntos": 4, "14 na puntos": 14},
    "id": {"poin pertama": 1, "satu poin lagi": 1, "dua poin": 2, "empat poin": 4, "14 poin": 14},
}
"""How each language says that somebody takes points."""


def told(language: str) -> str:
    return (PAGES / language / "learn" / "first-hand.md").read_text(encoding="utf-8")


def named(text: str) -> set[int]:
    """Return the cards that a text names by their signs."""
    return {card for card in range(52) if symbol(card) in SIGN.findall(text)}


def cards(text: str) -> list[int]:
    return [CARDS[each.strip("*")] for each in text.split()]


@dataclass
class Told:
    """A part of the page, and what was seen of the match while it was played."""

    text: str
    tricks: list[set[int]] = field(default_factory=list)
    hand: set[int] = field(default_factory=set)
    barred: set[str] = field(default_factory=set)
    points: int = 0
    broke_hearts: bool = False


def dealt(page: str) -> tuple[Match, list[list[int]]]:
    """Return the match with its hands dealt and passed, and the three cards that each seat passed."""
    pictures = PICTURE.findall(page)
    ours, got = (cards(shown) for _, _, shown in pictures[:2])
    held: list[set[int]] = [set(), set(), set(), set()]
    for kind, leader, shown in pictures[2:]:
        if kind == "trick":
            for place, card in enumerate(cards(shown)):
                held[(int(leader) + place) % 4].add(card)
    given = sorted(set(ours) - held[0])
    free = [sorted(held[seat])[:3] for seat in (2, 3)]
    passed = [given, free[0], free[1], got]
    hands = [held[seat] - set(passed[seat - 1]) | set(passed[seat]) for seat in range(4)]
    assert hands[0] == set(ours)
    match = Match(sheets.load("qdan").resolve(4), dealer=2)
    match.deal([mask(hand) for hand in hands])
    assert match.direction == "left"
    for seat in range(4):
        match.pass_cards(seat, passed[seat])
    return match, passed


def replayed(page: str) -> tuple[Match, list[Told]]:
    """Play the page's tricks; every picture of a hand, every turn and every winner has to be right."""
    match, _ = dealt(page)
    parts = []
    shown_hand: str | None = None
    for text in PART.split(page):
        part = Told(text, hand=set(members(match.hands[0])))
        for kind, leader, shown in PICTURE.findall(text):
            if kind == "hand" and "*" in shown:
                shown_hand = shown
            if kind != "trick":
                continue
            assert not match.trick, "the trick before is over"
            for place, name in enumerate(shown.split()):
                seat = (int(leader) + place) % 4
                assert match.turn == seat
                if seat == 0 and shown_hand is not None:
                    assert set(cards(shown_hand)) == set(members(match.hands[0]))
                    assert match.legal == CardSet(CARDS[each[:2]] for each in shown_hand.split() if "*" in each)
                    part.barred |= {match.refusal(0, CARDS[each]) for each in shown_hand.split() if "*" not in each}
                    shown_hand = None
                before = match.broken
                match.play(seat, CARDS[name.strip("*")])
                part.broke_hearts |= bool(match.broken and not before)
            winner = next(place for place, name in enumerate(shown.split()) if name.endswith("*"))
            took = set(cards(shown))
            assert took <= set(members(match.captured[(int(leader) + winner) % 4]))
            part.tricks.append(took)
            part.points += sum(13 if NAMES[card] == "QS" else NAMES[card][1] == "H" for card in took)
        parts.append(part)
    assert shown_hand is None
    return match, parts


def test_the_round_is_whole_and_its_last_trick_ends_it(language):
    match, parts = replayed(told(language))
    assert sum(len(part.tricks) for part in parts) == 13
    assert match.round_is_over


def test_what_is_given_is_what_the_page_says(language):
    page = told(language)
    _, passed = dealt(page)
    section = next(text for text in PART.split(page) if "{#pass}" in text)
    assert set(passed[0]) <= named(section)
    assert set(passed[3]) >= named(section) - set(cards(PICTURE.findall(section)[0][2]))


def test_each_rule_that_bars_a_card_is_named_where_the_hand_is_shown(language):
    _, parts = replayed(told(language))
    barring = [part for part in parts if part.barred]
    assert len(barring) == 3
    for part in barring:
        assert part.barred <= set(re.findall(r"\(rule:([\w.-]+)\)", part.text))


def test_hearts_are_broken_where_the_page_says_so(language):
    _, parts = replayed(told(language))
    assert [part.broke_hearts for part in parts] == ["(rule:hearts.break)" in part.text for part in parts]


def test_every_card_that_a_trick_is_told_with_is_in_it_or_in_our_hand(language):
    _, parts = replayed(told(language))
    for part in parts:
        if part.tricks:
            assert named(part.text) <= set.union(part.hand, *part.tricks), part.text


def test_the_points_of_each_trick_are_those_that_it_holds(language):
    _, parts = replayed(told(language))
    for part in parts:
        if part.tricks:
            text = " ".join(part.text.split()).lower()
            said = [worth for phrase, worth in POINTS[language].items() for _ in re.findall(rf"\b{phrase}\b", text)]
            assert said == [part.points] * bool(part.points), part.text


def test_the_table_is_what_the_round_comes_to(language):
    match, _ = replayed(told(language))
    rows = re.findall(r"^\| (\d)[^|]*\| ([^|]*) \| (\d+) \|$", told(language), re.MULTILINE)
    assert [int(seat) for seat, _, _ in rows] == [0, 1, 2, 3]
    assert tuple(int(points) for _, _, points in rows) == match.round_points == match.totals
    for seat, taken, _ in rows:
        captured = members(match.captured[int(seat)])
        assert named(taken) == {card for card in captured if NAMES[card] == "QS" or NAMES[card][1] == "H"}
    assert match.shooter is None


def test_the_next_round_is_dealt_by_the_left_neighbour_and_passed_to_the_right(language):
    match, _ = replayed(told(language))
    dealer = match.dealer
    match.deal([mask(range(seat, 52, 4)) for seat in range(4)])
    assert match.dealer == (dealer + 1) % 4
    assert match.direction == "right"


def test_a_changed_card_is_noticed():
    with pytest.raises(AssertionError):
        replayed(told("en").replace("[[trick 2: 2D 3D 7D* QH]]", "[[trick 2: 2D* 3D 7D QH]]"))
