"""The played rounds: each is whole, gives the points it is known by, and is legal under every set of options."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from hearts_conformance import round_maker, rounds, scenario
from hearts_conformance.fill import Unfit
from hearts_reference import Match
from hearts_spec import data, schemas
from hearts_spec.cards import ALL, CARDS, HEARTS, QUEEN, CardSet, mask, members
from hearts_spec.rules import PLAYERS, Rules

FOLDER = data.home("hearts_conformance") / "rounds"

SETTINGS: list[dict[str, Any]] = [
    {},
    {"first-trick.banned": []},
    {"first-trick.banned": ["queen"], "hearts.lead": "any-time"},
    {"first-trick.banned": ["hearts"], "hearts.lead": "after-heart-or-queen", "hearts.lead-release": "only-points"},
    {"open.card": "any-club", "hearts.lead-release": "only-points"},
    {"open.leader": "left-of-dealer", "open.card": "any"},
]


def stored() -> Iterator[tuple[int, str, str]]:
    for players in PLAYERS:
        for out, shelf in rounds.library(players).items():
            for points in shelf:
                yield players, out, points


@pytest.mark.parametrize("players", PLAYERS)
def test_the_library_is_as_its_schema_says(players: int) -> None:
    file = FOLDER / f"{players}.json"
    if file.is_file():
        assert schemas.problems(json.loads(file.read_text(encoding="utf-8")), "played-rounds") == []


@pytest.mark.parametrize(("players", "out", "points"), list(stored()))
def test_a_round_gives_its_points_and_is_legal_everywhere(players: int, out: str, points: str) -> None:
    left_out = mask(CARDS[name] for name in out.split() if name != "none")
    wanted = [int(each) for each in points.split()]
    tricks = rounds.find(players, left_out, wanted, 0)
    hands = rounds.hands_of(tricks, players)
    assert sum(hands) == ALL & ~left_out
    strip = [name for name in out.split() if name != "none"]
    for setting in SETTINGS:
        match = Match(
            Rules.from_options({"players": players, "deck.strip": strip, "moon.mode": "none", **setting}),
            dealer=players - 1,
        )
        match.deal(hands)
        for leader, cards in tricks:
            assert match.turn == leader
            for offset, card in enumerate(cards):
                match.play((leader + offset) % players, card)
        assert list(match.round_points or ()) == wanted


def test_the_seats_turn_with_the_opener() -> None:
    plain = rounds.find(4, 0, [13, 4, 4, 5], 0)
    turned = rounds.find(4, 0, [5, 13, 4, 4], 1)
    assert [cards for _, cards in turned] == [cards for _, cards in plain]
    assert turned[0][0] == 1


def test_a_round_that_is_not_stored_does_not_fit() -> None:
    with pytest.raises(Unfit, match="no played round for 4 players"):
        rounds.find(4, 0, [26, 26, 0, 0], 0)


def test_a_moon_is_made_in_a_moment() -> None:
    lines = round_maker.make(4, 0, [0, 26, 0, 0])
    taken = [0, 0, 0, 0]
    for line in lines:
        leader, *names = line.split()
        cards = [CARDS[name] for name in names]
        best = max(card for card in cards if card // 13 == cards[0] // 13)
        table = mask(cards)
        taken[(int(leader) + cards.index(best)) % 4] += (table & HEARTS).bit_count() + 13 * bool(table & QUEEN)
    assert taken == [0, 26, 0, 0]


def test_points_that_are_no_round_are_not_looked_for() -> None:
    with pytest.raises(round_maker.NotFound, match="26"):
        round_maker.make(4, 0, [1, 1, 1, 1])


def test_no_case_waits_for_a_round() -> None:
    wanted = round_maker.wanted(scenario.cases(scenario.load_folder()))
    missing = [
        (players, members(out), points)
        for players, out, points in wanted
        if " ".join(map(str, points)) not in rounds.library(players).get(rounds.key_of(out), {})
    ]
    assert missing == []


def test_cards_left_out_name_the_shelf() -> None:
    assert rounds.key_of(CardSet.of("2D 2C").mask) == "2C 2D"
    assert rounds.key_of(0) == "none"
