"""Play random hands through the reference engine and OpenSpiel in step, and compare them at every card.

    python benchmarks/lockstep.py --hands 20000 --seed 1

Two engines that share no code and no author have to agree on everything that both can be asked: before every card
whose turn it is, which cards are legal and whether hearts are broken; after every trick who won it, what everybody
has captured and what is left in the hands; at the end the points.  The hands go round all combinations of the
options that OpenSpiel can play and all four pass directions; cards are passed and played at random among the legal
ones.  Every second hand is dealt with long suits, because evenly shuffled hands almost never meet the corners: a
void on the first trick, a leader with nothing but hearts and the queen of spades.

Prints what was met, and "0 differences" or the first differing position; exits 1 on a difference.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from hearts_conformance.implementation import ABSENT, Deal, Setup
from hearts_implementations.openspiel import OpenSpiel
from hearts_reference import Match
from hearts_spec.cards import CLUBS, NAMES, POINT_CARDS, Mask, mask, members, names, parse
from hearts_spec.rules import Rules

DIRECTIONS = ("left", "right", "across", "hold")
VARIED: dict[str, tuple[Any, ...]] = {
    "hearts.lead": ("after-heart", "after-heart-or-queen", "any-time"),
    "hearts.lead-release": ("only-hearts", "only-points"),
    "first-trick.banned": (["hearts", "queen"], []),
    "open.card": ("that-card", "any-club"),
    "bonus.card": ("none", "JD"),
}
DEALER = 3


class Difference(AssertionError):
    """The two engines see one position differently."""


@dataclass
class Hand:
    """One hand: what it is played by, what has happened, and what was met on the way."""

    rules: Rules
    round_number: int
    dealt: tuple[tuple[str, ...], ...]
    passed: list[tuple[int, list[str]]] = field(default_factory=list)
    played: list[tuple[int, str]] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)

    def compare(self, what: str, reference: Any, openspiel: Any) -> None:
        """Raise `Difference`, with the whole hand, unless the two answers are equal."""
        self.met["answers compared"] += 1
        if reference != openspiel:
            raise Difference(f"{self}\n{what}:\n  reference  {reference}\n  OpenSpiel  {openspiel}")

    def __str__(self) -> str:
        lines = [f"{axis}: {self.rules.options[axis]}" for axis in VARIED]
        lines.append(f"direction: {self.rules.direction(self.round_number)}")
        lines += [f"dealt to {seat}: {' '.join(hand)}" for seat, hand in enumerate(self.dealt)]
        lines += [f"{seat} passes {' '.join(chosen)}" for seat, chosen in self.passed]
        lines.append("played: " + " ".join(f"{seat}:{card}" for seat, card in self.played))
        return "\n".join(lines)


def shuffled(random: Random, long_suits: bool) -> tuple[tuple[str, ...], ...]:
    """Return four random hands; with *long_suits* cards of a suit stay together, a little or nearly all of them."""
    apart = random.uniform(0.2, 0.9) if long_suits else 0.0
    suits = random.sample(range(4), 4)
    order = sorted(range(52), key=lambda card: apart * suits[card // 13] + random.random())
    return tuple(tuple(names(mask(order[start : start + 13]))) for start in range(0, 52, 13))


def play_hand(hand: Hand, openspiel: OpenSpiel, random: Random) -> None:
    """Play one hand in both engines; raise `Difference` as soon as they disagree."""
    match = Match(hand.rules, dealer=DEALER, round_number=hand.round_number)
    openspiel.start(Setup(hand.rules.options, 4, DEALER, hand.round_number))
    match.deal([mask(parse(each)) for each in hand.dealt])
    openspiel.deal(Deal(hand.dealt))
    hand.compare("direction", match.direction, openspiel.observe().direction)
    if match.phase == "pass":
        pass_at_random(hand, match, openspiel, random)
    while match.phase == "play":
        step(hand, match, openspiel, random)
    assert match.round_points is not None
    hand.compare("points", list(match.round_points), openspiel.observe().round_points)
    if any(pile & POINT_CARDS == POINT_CARDS for pile in match.captured):
        hand.met["moons"] += 1


def pass_at_random(hand: Hand, match: Match, openspiel: OpenSpiel, random: Random) -> None:
    """Let everybody, in any order, pass three cards in both engines."""
    for seat in random.sample(range(4), 4):
        chosen = random.sample(members(match.hands[seat]), 3)
        hand.passed.append((seat, [NAMES[card] for card in chosen]))
        match.pass_cards(seat, chosen)
        openspiel.pass_cards(seat, [NAMES[card] for card in chosen])
    hand.met["hands with a pass"] += 1


def step(hand: Hand, match: Match, openspiel: OpenSpiel, random: Random) -> None:
    """Compare the position before a card, play the card, and compare the trick if that completes one."""
    assert match.turn is not None
    assert match.legal is not None
    seat, legal, seen = match.turn, sorted(match.legal), openspiel.observe()
    hand.compare("turn", seat, seen.turn)
    hand.compare("legal", names(mask(legal)), names(mask(parse(seen.legal))))
    hand.compare("broken", match.broken, seen.broken)
    count_corners(hand, match, match.hands[seat])
    card = random.choice(legal)
    match.play(seat, card)
    openspiel.play(seat, NAMES[card])
    hand.played.append((seat, NAMES[card]))
    if len(hand.played) % 4 == 0:
        compare_trick(hand, match, openspiel)


def compare_trick(hand: Hand, match: Match, openspiel: OpenSpiel) -> None:
    """Compare what a trick has led to.  OpenSpiel does not tell who won a thirteenth trick without points."""
    seen = openspiel.observe()
    hand.compare("hands", [names(each) for each in match.hands], [names(mask(parse(each))) for each in seen.hands])
    if seen.trick_winner is ABSENT:
        hand.met["last tricks whose winner is not told"] += 1
        return
    hand.compare("trick winner", match.trick_winner, seen.trick_winner)
    captured = [names(mask(parse(pile))) for pile in seen.captured]
    hand.compare("captured", [names(pile) for pile in match.captured], captured)


def count_corners(hand: Hand, match: Match, held: Mask) -> None:
    """Count the positions that decide a rule and that random play seldom meets; the seat to play holds *held*."""
    leads = not match.trick
    if len(hand.played) < 4 and not held & CLUBS:
        hand.met["void in clubs on the first trick"] += 1
        if not held & ~POINT_CARDS:
            hand.met["nothing but point cards on the first trick"] += 1
    if leads and match.broken is False and not held & ~POINT_CARDS:
        hand.met["leads unbroken from hearts and the queen alone"] += 1


def hands(count: int, random: Random) -> Iterator[Hand]:
    """Yield *count* hands, going round every combination of options and directions."""
    tables = [
        Rules.from_options({"players": 4, "pass.cycle": list(DIRECTIONS), **dict(zip(VARIED, values, strict=True))})
        for values in product(*VARIED.values())
    ]
    turns = [(rules, number) for rules in tables for number in range(1, 5)]
    for index in range(count):
        if index % len(turns) == 0:
            random.shuffle(turns)
        rules, round_number = turns[index % len(turns)]
        yield Hand(rules, round_number, shuffled(random, long_suits=index % 2 == 1))


def compare(count: int, seed: int) -> Counter[str]:
    """Play *count* hands and return what was met; raise `Difference` at the first disagreement."""
    random, openspiel, met = Random(seed), OpenSpiel(), Counter[str]()
    for hand in hands(count, random):
        play_hand(hand, openspiel, random)
        met["hands"] += 1
        met["plays"] += len(hand.played)
        met.update(hand.met)
        met[f"direction: {hand.rules.direction(hand.round_number)}"] += 1
        met.update(f"{axis}: {hand.rules.options[axis]}" for axis in VARIED)
    return met


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line and return the exit status."""
    parser = argparse.ArgumentParser(description="Compare the reference engine with OpenSpiel, card by card.")
    parser.add_argument("--hands", type=int, default=20_000, help="how many hands to play (20000)")
    parser.add_argument("--seed", type=int, default=1, help="where the random numbers start (1)")
    given = parser.parse_args(arguments)
    begun = time.perf_counter()
    try:
        met = compare(given.hands, given.seed)
    except Difference as difference:
        print(difference)
        return 1
    for what, number in sorted(met.items(), key=lambda each: (": " in each[0], each[0])):
        print(f"{number:>12,}  {what}")
    print(f"0 differences in {time.perf_counter() - begun:.0f} seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
