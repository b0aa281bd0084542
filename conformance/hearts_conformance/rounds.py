"""The library of played rounds: whole rounds for cases about matches.

A match case reads like a score sheet: it says how many card points each seat takes, round after round.  How such a
round is dealt and played is of no interest to it, as long as it never changes and is legal under every set of
options; so that is written once, by `round_maker`, and only added to.  A round is known by the number of players,
the cards that are not dealt, and the card points of each seat (a heart one, the queen of spades thirteen).  In the
library seat 0 leads; `find` turns the seats.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hearts_spec import data
from hearts_spec.cards import CARDS, Card, Mask, mask, names

from .fill import Unfit

Trick = tuple[int, tuple[Card, ...]]
"""Who leads, and the cards in order of play."""


def find(players: int, out: Mask, points: Sequence[int], opener: int) -> list[Trick]:
    """Return a round in which *opener* leads and each seat takes its *points*, with the cards *out* not dealt.

    Raises `Unfit` where the library has none.
    """
    turned = [points[(opener + offset) % players] for offset in range(players)]
    stored = library(players).get(key_of(out), {}).get(" ".join(map(str, turned)))
    if stored is None:
        raise Unfit(
            f"no played round for {players} players with {key_of(out)} out gives "
            f"{' '.join(map(str, turned))} points from the leader on"
        )
    return [_trick(line, opener, players) for line in stored]


def key_of(out: Mask) -> str:
    """Return how the library names the cards that are not dealt."""
    return " ".join(names(out)) or "none"


@cache
def library(players: int) -> Mapping[str, Mapping[str, list[str]]]:
    """Return the stored rounds for a number of players, by cards not dealt and by points."""
    file = data.home("hearts_conformance") / "rounds" / f"{players}.json"
    if not file.is_file():
        return {}
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    stored: Mapping[str, Mapping[str, list[str]]] = content["rounds"]
    return stored


def _trick(line: str, opener: int, players: int) -> Trick:
    leader, *cards = line.split()
    return (int(leader) + opener) % players, tuple(CARDS[name] for name in cards)


def hands_of(tricks: Sequence[Trick], players: int) -> list[Mask]:
    """Return the hands with which a round was played."""
    hands: list[list[Card]] = [[] for _ in range(players)]
    for leader, cards in tricks:
        for offset, card in enumerate(cards):
            hands[(leader + offset) % players].append(card)
    return [mask(hand) for hand in hands]
