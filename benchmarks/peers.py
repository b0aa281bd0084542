"""Measure how many random hands a second other engines written in Python play.

    python benchmarks/peers.py
    python benchmarks/peers.py --seconds 5

Each runs in its own environment (``python -m hearts_implementations`` makes them), without an adapter and in the way
that costs it least: what it returns of itself is used, and nothing else is asked.  A hand is dealt by the engine and
played to its last card.  Prints hands a second as JSON: the median of five stretches.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from statistics import median

STRETCHES = 5


def gym_hearts() -> Callable[[], None]:
    """Return what plays a hand of gym-hearts, each with an environment of its own; without legal cards, any held."""
    from gymhearts.env import HeartsEnv
    from gymhearts.strategy import IStrategy

    strategy = IStrategy()

    def hand() -> None:
        env = HeartsEnv()
        for _ in range(4):
            env.add_player(strategy)
        env.start()
        seen = env.get_observation()
        for _ in range(52):
            seen, *_ = env.step(random.choice(seen["valid_hand_cards"] or seen["hand_cards"]))

    return hand


def heartsgym() -> Callable[[], None]:
    """Return what plays a hand of HeartsGym, which plays a valid card for an action that is not."""
    from HeartsGym import Hearts

    env = Hearts()

    def hand() -> None:
        env.reset()
        done = False
        while not done:
            _, _, done = env.step(random.randrange(13))

    return hand


PEERS = {"gym-hearts": gym_hearts, "heartsgym": heartsgym}


def measure(hand: Callable[[], None], seconds: float) -> float:
    """Return how many hands are played a second."""
    hand()
    rates = []
    for _ in range(STRETCHES):
        began, count = time.perf_counter(), 0
        while time.perf_counter() - began < seconds / STRETCHES:
            hand()
            count += 1
        rates.append(count / (time.perf_counter() - began))
    return median(rates)


def elsewhere(name: str, seconds: float) -> float:
    """Return what `measure` does of a peer, in a process of its environment."""
    from hearts_implementations.environment import is_made, python

    if not is_made(name):
        sys.exit(f"peers: the environment {name} has not been made; python -m hearts_implementations makes it")
    command = [str(python(name)), __file__, "--inside", name, "--seconds", str(seconds)]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    return float(printed)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each is measured")
    parser.add_argument("--inside", choices=PEERS, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.inside:
        random.seed(1)
        print(measure(PEERS[asked.inside](), asked.seconds))
    else:
        print(json.dumps({name: round(elsewhere(name, asked.seconds), 1) for name in PEERS}))


if __name__ == "__main__":
    main()
