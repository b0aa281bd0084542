"""Bring your own logs: games of hearts that OpenSpiel has serialised, as records that ``heartspec audit`` judges.

    python examples/openspiel_records.py games/*.txt > games.jsonl
    heartspec audit games.jsonl

Each file holds one or more texts as ``pyspiel.serialize_game_and_state`` writes them::

    [Game]
    hearts(qs_breaks_hearts=False)
    [State]
    1
    36
    ...

The state is nothing but a list of actions: the direction of the pass, 52 cards dealt one by one round the table,
three cards passed by each seat (none where nobody passes), and the cards played.  Whose card it is nobody says, so
that `Table` follows the tricks.  What OpenSpiel counts is not in the text; a log that has points states them too, as
``points`` and ``totals`` of a round.

Three things make a converter: write the hands as dealt, write every card with the seat that played it, and say by
which rules was played.  Nothing is judged here: an impossible card is written down as it is, and audit names it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

RANKS, SUITS = "23456789TJQKA", "CDHS"
CARDS = [rank + suit for rank in RANKS for suit in SUITS]
"""OpenSpiel's number of a card is its place in this list."""

DIRECTIONS = ("hold", "left", "across", "right")
"""The outcomes of the first chance event: how many seats on the cards go."""

DEFAULTS = {
    "no_pts_on_first_trick": True,
    "can_lead_any_club": False,
    "must_break_hearts": True,
    "qs_breaks_hearts": True,
    "can_lead_hearts_instead_of_qs": False,
    "jd_bonus": False,
}


def options(game: str, direction: str) -> dict[str, Any]:
    """Return the options by which a game was played, from how OpenSpiel writes it: ``hearts(jd_bonus=True)``."""
    said = {name: value == "True" for name, value in re.findall(r"(\w+)=(True|False)", game)}
    switched = DEFAULTS | said
    broken_by = "after-heart-or-queen" if switched["qs_breaks_hearts"] else "after-heart"
    return {
        "pass.cycle": [direction],
        "first-trick.banned": ["hearts", "queen"] if switched["no_pts_on_first_trick"] else [],
        "open.card": "any-club" if switched["can_lead_any_club"] else "that-card",
        "hearts.lead": broken_by if switched["must_break_hearts"] else "any-time",
        "hearts.lead-release": "only-points" if switched["can_lead_hearts_instead_of_qs"] else "only-hearts",
        "bonus.card": "JD" if switched["jd_bonus"] else "none",
    }


class Table:
    """Whose turn it is, followed from card to card."""

    def __init__(self, hands: Sequence[Sequence[str]]) -> None:
        self.turn = next(seat for seat, hand in enumerate(hands) if "2C" in hand)
        self.trick: list[tuple[int, str]] = []

    def play(self, card: str) -> int:
        """Take the next card and return whose it is."""
        seat = self.turn
        self.trick.append((seat, card))
        self.turn = (seat + 1) % 4
        if len(self.trick) == 4:
            led = self.trick[0][1][1]
            self.turn = max((RANKS.index(card[0]), who) for who, card in self.trick if card[1] == led)[1]
            self.trick = []
        return seat


def record(game: str, actions: Sequence[int], name: str) -> dict[str, Any]:
    """Return the record of one game; raise `ValueError` where the actions do not make one."""
    direction = DIRECTIONS[actions[0]]
    cards = [CARDS[action] for action in actions[1:]]
    if len(cards) < 52:
        raise ValueError(f"{name}: the cards are not all dealt")
    hands = [cards[seat:52:4] for seat in range(4)]
    passing = 0 if direction == "hold" else 12
    passes = [cards[52 + 3 * seat : 55 + 3 * seat] for seat in range(4)] if passing else None
    table = Table(_after(hands, passes, DIRECTIONS.index(direction)))
    plays = [{"seat": table.play(card), "card": card} for card in cards[52 + passing :]]
    return {
        "format": "heartspec-record/1",
        "id": name,
        "options": options(game, direction),
        "players": 4,
        "dealer": 3,
        "rounds": [{"hands": hands, "passes": passes, "plays": plays}],
    }


def _after(hands: list[list[str]], passes: list[list[str]] | None, seats_on: int) -> list[list[str]]:
    if passes is None:
        return hands
    return [
        [card for card in hand if card not in passes[seat]] + passes[(seat - seats_on) % 4]
        for seat, hand in enumerate(hands)
    ]


def records(text: str, name: str) -> Iterator[dict[str, Any]]:
    """Yield the games in a text."""
    for number, part in enumerate(text.split("[Game]")[1:], start=1):
        game, _, state = part.partition("[State]")
        actions = [int(line) for line in state.partition("#")[0].split()]
        yield record(game.strip(), actions, f"{name}-{number}")


def main(paths: Sequence[str]) -> int:
    """Convert the files named and write the records to standard output."""
    for path in map(Path, paths):
        for each in records(path.read_text(encoding="utf-8"), path.stem):
            print(json.dumps(each))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
