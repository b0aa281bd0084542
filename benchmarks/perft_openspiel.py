"""Count legal play with the reference engine and with OpenSpiel, and compare the counts.

    python benchmarks/perft_openspiel.py --nodes 12000000 --seed 1

Two engines that share no code and no author count the same continuations from the same positions: those that our
tables are made from, and random ones, at all stages of hands that are dealt with long suits as often as evenly.  The
options go round every combination that OpenSpiel can play, which has one round of four players.  Each count is
compared by depth and by the first card; where the continuations end the round, the points are added up and compared
too.  OpenSpiel is asked through ``legal_actions`` and ``child``, the reference through ``legal_mask``, ``play`` and
``undo``.

Prints how many continuations were counted by both, and "0 differences", or the first move at which they part; exits
1 on a difference.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from lockstep import DIRECTIONS, VARIED, shuffled

from hearts_conformance.perft import Counts, Start, count
from hearts_conformance.perft.counting import cards_left
from hearts_conformance.perft.positions import written
from hearts_conformance.perft.walking import Engine, Parting, differ, walk
from hearts_implementations.openspiel.adapter import ACTIONS, ALL_POINTS, NAMES, Round, library, parameters
from hearts_reference import Match
from hearts_spec.cards import CARDS, Mask, mask, members, names
from hearts_spec.cards import NAMES as CARD_NAMES
from hearts_spec.rules import Rules

ENOUGH = 4_000
"""How many continuations of the greatest depth are enough for one position."""
PLAYERS = 4


class OpenSpielSide:
    """OpenSpiel at a position, as one of two sides to walk down with: a stack of its states."""

    def __init__(self, start: Start, rules: Rules) -> None:
        deal, passes = start.deal(rules)
        game = library().load_game("hearts", parameters(rules.options))
        dealt = Round(game, rules.direction(start.round), deal.hands)
        for seat, cards in passes:
            dealt.select(seat, cards)
        for card in start.played:
            dealt.play(dealt.state.current_player(), card)
        self.states = [dealt.state]
        self.left = 52 - len(start.played)

    @property
    def state(self) -> Any:
        return self.states[-1]

    def turn(self) -> int | None:
        return None if self.state.is_terminal() else int(self.state.current_player())

    def legal(self) -> Mask:
        return 0 if self.state.is_terminal() else mask(CARDS[NAMES[each]] for each in self.state.legal_actions())

    def play(self, card: str) -> None:
        self.states.append(self.state.child(ACTIONS[card]))
        self.left -= 1

    def undo(self) -> None:
        self.states.pop()
        self.left += 1

    def count(self, depth: int) -> Counts:
        """Count to a depth; the points where that is the end of the round, since only there they are the same thing."""
        depth = min(depth, self.left)
        nodes, points = [0] * depth, [0] * PLAYERS
        ends = depth == self.left
        if depth:
            _below(self.state, 0, nodes, points if ends else None)
        elif ends:
            _score(self.state, points)
        return Counts(tuple(nodes), tuple(points) if ends else None)


def _below(state: Any, level: int, nodes: list[int], points: list[int] | None) -> None:
    actions = state.legal_actions()
    nodes[level] += len(actions)
    last = level + 1 == len(nodes)
    if last and points is None:
        return
    for action in actions:
        child = state.child(action)
        if not last:
            _below(child, level + 1, nodes, points)
        elif points is not None:
            _score(child, points)


def _score(state: Any, points: list[int]) -> None:
    for seat, each in enumerate(state.returns()):
        points[seat] += int(ALL_POINTS - each)


@dataclass
class Met:
    """What has been counted so far."""

    positions: int = 0
    nodes: int = 0
    to_the_end: int = 0


def combinations() -> list[Rules]:
    """Return every combination of options that OpenSpiel plays and that changes what may be played or scored."""
    return [
        Rules.from_options(
            {"players": PLAYERS, "pass.cycle": list(DIRECTIONS), **dict(zip(VARIED, values, strict=True))}
        )
        for values in product(*VARIED.values())
    ]


def fixed_starts(tables: Sequence[Rules]) -> Iterator[tuple[Rules, Start]]:
    """Yield our own positions under each combination that can hold them."""
    for rules in tables:
        for each in written().values():
            start = each.lay_out(rules)
            if start is not None:
                yield rules, start


def random_starts(tables: Sequence[Rules], random: Random) -> Iterator[tuple[Rules, Start]]:
    """Yield random positions without end, going round the combinations and the directions of the pass."""
    number = 0
    while True:
        rules = tables[number % len(tables)]
        number += 1
        played = random.choice([0, random.randrange(1, 12), random.randrange(12, 40), random.randrange(36, 44)])
        start = _random_start(rules, random.randrange(1, 5), shuffled(random, number % 2 == 1), played, random)
        yield rules, start


def _random_start(rules: Rules, number: int, hands: Any, cards: int, random: Random) -> Start:
    leader = next(seat for seat, hand in enumerate(hands) if "2C" in hand)
    bare = Start("random", PLAYERS, PLAYERS - 1, number, leader, hands, (), ())
    match, played = bare.match(rules), []
    for _ in range(cards):
        card = random.choice(members(match.legal_mask))
        played.append(CARD_NAMES[card])
        match.play(match.turn, card)
    return Start("random", PLAYERS, PLAYERS - 1, number, leader, hands, (), tuple(played))


def compare(rules: Rules, start: Start, met: Met, enough: int = ENOUGH) -> Parting | None:
    """Count one position by both; return where they part, None where they do not."""
    match, other = start.match(rules), OpenSpielSide(start, rules)
    depth = deep_enough(match, enough)
    counts, seen = count(match, depth), other.count(depth)
    met.positions += 1
    met.nodes += sum(counts.by_depth)
    met.to_the_end += seen.points is not None
    if differ(counts, seen):
        return walk(start, Engine(match), other, counts.depth)
    for name in names(match.legal_mask):
        engine = Engine(match)
        engine.play(name)
        other.play(name)
        parts = differ(engine.count(counts.depth - 1), other.count(counts.depth - 1))
        engine.undo()
        other.undo()
        if parts:
            return walk(start, engine, other, counts.depth)
    return None


def deep_enough(match: Match, enough: int) -> int:
    """Return the first depth with so many continuations, or that of the end of the round."""
    left = cards_left(match)
    counts = count(match, 1)
    while counts.nodes < enough and counts.depth < left:
        counts = count(match, counts.depth + 1)
    return counts.depth


def run(nodes: int, seed: int, met: Met) -> tuple[Rules, Parting] | None:
    """Compare our positions, then random ones until so many continuations are counted; return the first parting."""
    tables, random = combinations(), Random(seed)
    for rules, start in fixed_starts(tables):
        parting = compare(rules, start, met)
        if parting:
            return rules, parting
    for rules, start in random_starts(tables, random):
        if met.nodes >= nodes:
            return None
        parting = compare(rules, start, met)
        if parting:
            return rules, parting
    return None


def told(rules: Rules, parting: Parting) -> str:
    """Return where the engines part, with all that is needed to see it again."""
    lines = [f"{axis}: {rules.options[axis]}" for axis in VARIED]
    lines += [f"seat {seat}: {' '.join(hand)}" for seat, hand in enumerate(parting.start.hands)]
    lines.append(f"played: {' '.join(parting.moves)}")
    return "\n".join([*lines, parting.sentence("the reference", "OpenSpiel")])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line and return the exit status."""
    parser = argparse.ArgumentParser(description="Count legal play with the reference engine and with OpenSpiel.")
    parser.add_argument("--nodes", type=int, default=12_000_000, help="how many continuations at least (12000000)")
    parser.add_argument("--seed", type=int, default=1, help="where the random numbers start (1)")
    given = parser.parse_args(arguments)
    begun, met = time.perf_counter(), Met()
    found = run(given.nodes, given.seed, met)
    if found:
        print(told(*found))
        return 1
    print(f"{met.nodes:>12,}  continuations, counted by both")
    print(f"{met.positions:>12,}  positions, {len(combinations())} combinations of options")
    print(f"{met.to_the_end:>12,}  of them to the end of the round, points added up")
    print(f"0 differences in {time.perf_counter() - begun:.0f} seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
