"""Legal play counted by the slow rules, which share nothing with the engine, to hold against the tables.

The tests count a little everywhere.  All of it, which takes some minutes:

    python tests/perft/slow_count.py
"""

from __future__ import annotations

import copy
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "reference"))

from slow_rules import SlowGame

STEPS = {"left": 1, "right": -1}


def reach(entry, options):
    """Return the slow game at the position that an entry of a table spells out."""
    game = SlowGame(options, entry["dealer"], entry["round"])
    hands = [set(hand.split()) for hand in entry["hands"]]
    direction = options["pass.cycle"][(entry["round"] - 1) % len(options["pass.cycle"])]
    if direction == "hold":
        game.deal(hands, entry["kitty"].split())
    else:
        pass_to_these(game, hands, entry["kitty"].split(), direction)
    assert game.turn == entry["leader"]
    for card in entry["played"].split():
        game.play(card)
    return game


def pass_to_these(game, hands, kitty, direction):
    """Deal so that a pass leads to *hands*: everybody gets back what was dealt one seat further on."""
    count, players = game.options["pass.count"], game.players
    steps = players // 2 if direction == "across" else STEPS[direction]
    came = [set(sorted(hand)[:count]) for hand in hands]
    given = [came[(seat + steps) % players] for seat in range(players)]
    game.deal([hand - came[seat] | given[seat] for seat, hand in enumerate(hands)], kitty)
    game.pass_all(given)
    assert game.hands == hands


def fork(game):
    """Return a copy that can be played on."""
    twin = copy.copy(game)
    for name in ("hands", "captured"):
        setattr(twin, name, [set(cards) for cards in getattr(game, name)])
    twin.trick, twin.totals = list(game.trick), list(game.totals)
    return twin


def worth(game):
    """Return the points of a game as it stands: the round's, or those of the cards captured in tricks."""
    if game.points is not None:
        return game.points
    kitty = game.kitty if game.choosing is None else set()
    return [sum(game.value(card) for card in pile - kitty) for pile in game.captured]


def count(game, depth):
    """Return the number of continuations by depth, and the points summed over the ends of the longest."""
    nodes, points = [0] * depth, [0] * game.players
    below(game, 0, nodes, points)
    return nodes, points


def below(game, level, nodes, points):
    legal = game.legal()
    nodes[level] += len(legal)
    last = level + 1 == len(nodes)
    if last and len(game.trick) + 1 < game.players:
        for seat, each in enumerate(worth(game)):
            points[seat] += each * len(legal)
        return
    for card in sorted(legal):
        after = fork(game)
        after.play(card)
        if not last:
            below(after, level + 1, nodes, points)
            continue
        for seat, each in enumerate(worth(after)):
            points[seat] += each


def main():
    import json

    total = 0
    for path in sorted((Path(__file__).parents[2] / "conformance" / "perft").glob("*.perft.json")):
        table = json.loads(path.read_text(encoding="utf-8"))
        for players, counted in table["players"].items():
            for name, entry in counted["positions"].items():
                nodes, points = count(reach(entry, counted["options"]), len(entry["counts"]))
                assert (nodes, points) == (entry["counts"], entry["points"]), (path.name, players, name, nodes, points)
                total += sum(nodes)
            print(f"{table['sheet']}, {players} players: as in the table, {total:,} so far", flush=True)


if __name__ == "__main__":
    main()
