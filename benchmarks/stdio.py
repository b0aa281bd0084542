"""Measure the stdio protocol against the least that two processes can do: one echoing the other's lines.

    python benchmarks/stdio.py

The echo is a Python program that writes back what it reads, asked by bare `os.write` and `os.read`.  Against it stand
single ``play`` requests to ``heartspec serve reference``, through `hearts_conformance.stdio`; against those, the same
moves as one ``replay`` a round, and against plays each followed by an ``observe``, a replay that tells turn and legal
cards after each move.

The first ratio needs an idle machine.  Asking and answering take 3 microseconds of the processor; the rest is waiting,
during which `stdio.Process` gives way to other processes (`hearts_conformance.stdio.LOOKS`): to all that are busy.

Prints requests or moves a second, medians of interleaved repetitions, and the ratios.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

from hearts_conformance import protocol
from hearts_conformance.implementation import Deal, Setup
from hearts_conformance.stdio import Program
from hearts_reference import Match
from hearts_spec.cards import NAMES, mask, members, names
from hearts_spec.rules import Rules

ECHO = "import sys\nfor line in sys.stdin.buffer:\n sys.stdout.buffer.write(line)\n sys.stdout.buffer.flush()"
REFERENCE = [sys.executable, "-m", "hearts_conformance", "serve", "reference"]
RULES = Rules.from_options({"players": 4, "pass.cycle": ["hold"]})
HANDS = [mask(range(seat, 52, 4)) for seat in range(4)]
SETUP = Setup(RULES.to_json(), 4, dealer=3)
DEAL = Deal(tuple(tuple(names(hand)) for hand in HANDS))


def plays() -> list[tuple[int, str]]:
    """Return the plays of a round in which everybody plays the lowest legal card."""
    match, found = Match(RULES, dealer=3), []
    match.deal(HANDS)
    while match.phase == "play":
        turn, card = match.turn, members(match.legal_mask)[0]
        assert turn is not None
        found.append((turn, NAMES[card]))
        match.play(turn, card)
    return found


PLAYS = plays()
MOVES = [protocol.play(seat, card) for seat, card in PLAYS]


def echo(rounds: int) -> float:
    """Return the round trips a second of a bare echo."""
    line = MOVES[0].line(1)
    with subprocess.Popen([sys.executable, "-c", ECHO], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        there, back = process.stdin.fileno(), process.stdout.fileno()
        for count in (200, rounds * len(PLAYS)):
            began = time.perf_counter()
            for _ in range(count):
                os.write(there, line)
                os.read(back, 1 << 16)
            taken = time.perf_counter() - began
        process.stdin.close()
        return count / taken


def moves(play_round: Callable[[Program], None]) -> Callable[[int], float]:
    """Return what measures the moves a second of *play_round*."""

    def measure(rounds: int) -> float:
        program = Program(REFERENCE)
        program.describe()
        taken = 0.0
        for _ in range(rounds):
            program.start(SETUP)
            program.deal(DEAL)
            began = time.perf_counter()
            play_round(program)
            taken += time.perf_counter() - began
        program.close()
        return rounds * len(PLAYS) / taken

    return measure


def singly(program: Program) -> None:
    for seat, card in PLAYS:
        program.play(seat, card)


def observed(program: Program) -> None:
    for seat, card in PLAYS:
        program.play(seat, card)
        program.observe()


def together(program: Program) -> None:
    assert len(program.replay(MOVES).seen) == len(MOVES)


def together_observed(program: Program) -> None:
    assert len(program.replay(MOVES, ["turn", "legal"]).seen) == len(MOVES)


MEASURED: dict[str, Callable[[int], float]] = {
    "bare echo": echo,
    "play": moves(singly),
    "play and observe": moves(observed),
    "replay": moves(together),
    "replay, turn and legal": moves(together_observed),
}
RATIOS = [
    ("play", "bare echo", 0.5),
    ("replay", "play", 5.0),
    ("replay, turn and legal", "play and observe", 5.0),
]


def measured(rounds: int, repeat: int) -> dict[str, list[float]]:
    """Return requests or moves a second, by what was measured, one figure for each repetition."""
    taken: dict[str, list[float]] = {name: [] for name in MEASURED}
    for _ in range(repeat):
        for name, measure in MEASURED.items():
            taken[name].append(measure(rounds))
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the stdio protocol against a bare echo.")
    parser.add_argument("--rounds", type=int, default=60, help="rounds of 52 plays in one repetition")
    parser.add_argument("--repeat", type=int, default=7, help="repetitions, of which the median counts")
    given = parser.parse_args()
    taken = measured(given.rounds, given.repeat)
    for name, figures in taken.items():
        print(f"{name:24}{median(figures):>10,.0f} a second")
    for name, other, goal in RATIOS:
        print(f"{name} : {other:18} {median(taken[name]) / median(taken[other]):6.2f}   (goal {goal:g})")


if __name__ == "__main__":
    main()
