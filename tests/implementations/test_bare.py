"""Deviations of other implementations, shown with their libraries alone: none is made by an adapter.

Each test runs a few lines in the environment of the library, in which nothing of ours is imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import textwrap
from typing import Any

import pytest

from hearts_implementations.environment import is_made, python

GYM_HEARTS = """
    import gymhearts.env, json, random
    from gymhearts.strategy import IStrategy
    from treys import Card

    PACK = [Card.new(rank + suit) for suit in "cdsh" for rank in "23456789TJQKA"]

    def stacked(*hands):
        "Let the hands be dealt as they are given, and filled up with what is left, low cards first."
        hands = [[Card.new(card) for card in hand.split()] for hand in hands]
        rest = [card for card in PACK if not any(card in hand for hand in hands)]
        for hand in hands:
            while len(hand) < 13:
                hand.append(rest.pop(0))
        pack = type("Pack", (), {"shuffle": lambda self: None, "draw": lambda self, count: hands.pop(0)})
        gymhearts.env.Deck = pack

    def begun(endgame_score=100):
        env = gymhearts.env.HeartsEnv(endgame_score)
        env.enable_shooting_the_moon()
        for _ in range(4):
            env.add_player(IStrategy())
        env.start()
        return env

    def names(cards):
        return sorted(Card.int_to_str(card) for card in cards)

    def tell(value):
        print(json.dumps(value))
"""

HEARTSGYM = """
    import json
    from HeartsGym import Card, Hearts

    SUITS = {"S": Card.spade, "C": Card.clubs, "H": Card.hearts, "D": Card.dimonds}

    def card(name):
        return Card(SUITS[name[1]], "23456789TJQKA".index(name[0]) + 2)

    def dealt(*hands):
        "Deal the hands as they are given, filled up with what is left, low clubs first."
        hands = [[card(name) for name in hand.split()] for hand in hands]
        rest = [card(rank + suit) for suit in "CDSH" for rank in "23456789TJQKA"]
        rest = [each for each in rest if not any(each in hand for hand in hands)]
        for hand in hands:
            while len(hand) < 13:
                hand.append(rest.pop(0))
        env = Hearts()
        env.dealHands = lambda: hands
        env.reset()
        return env

    def valid(env):
        hand, key = env.getCurrentPlayersHand(), env.state["actionKey"]
        return {str(hand[key[at]]): at for at in range(13) if key[at] < len(hand) and env.isActionValid(at)}

    def play(env, name):
        return env.step(valid(env)[name])

    def tell(value):
        print(json.dumps(value))
"""


def told(environment: str, preparation: str, lines: str) -> Any:
    """Return what the lines tell, run in an environment."""
    if not is_made(environment) and not os.environ.get("CI"):
        pytest.skip(f"the environment {environment} has not been made (python -m hearts_implementations)")
    code = textwrap.dedent(preparation) + textwrap.dedent(lines)
    done = subprocess.run([str(python(environment)), "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def gym_hearts(lines: str) -> Any:
    return told("gym-hearts", GYM_HEARTS, lines)


def heartsgym(lines: str) -> Any:
    return told("heartsgym", HEARTSGYM, lines)


def test_gym_hearts_lets_a_leader_follow_the_trick_before() -> None:
    lines = """
        stacked("2c 3c 2d", "Ac 4c Kd", "5c", "6c")
        env = begun()
        for card in ("2c", "Ac", "5c", "6c"):
            env.step(Card.new(card))
        seen = env.get_observation()
        tell([seen["current_player_id"], names(seen["valid_hand_cards"]), len(seen["hand_cards"])])
    """
    leader, valid, held = gym_hearts(lines)
    assert leader == 1
    assert held == 12
    assert valid
    assert all(card.endswith("c") for card in valid)


def test_gym_hearts_has_no_card_for_a_hand_of_hearts() -> None:
    lines = """
        stacked("2c", "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "", "")
        env = begun()
        env.step(Card.new("2c"))
        tell(env.get_observation()["valid_hand_cards"])
    """
    assert gym_hearts(lines) == []


def test_gym_hearts_ends_at_100_whatever_was_asked_for() -> None:
    lines = """
        random.seed(0)
        env, done, ends = begun(endgame_score=20), False, 0
        while not done:
            seen = env.get_observation()
            _, _, done, told = env.step(random.choice(seen["valid_hand_cards"] or seen["hand_cards"]))
            ends += told["is_new_round"] and max(env.get_observation()["scores"]) >= 20
        tell([ends, max(env.get_observation()["scores"])])
    """
    went_on, highest = gym_hearts(lines)
    assert went_on > 0
    assert highest >= 100


MOON_BY_THE_LAST_TRICK = """
    env = begun()
    seen = env.get_observation()
    for player, total, card in zip(env._players, TOTALS, ("2c", "3c", "4c", "Ah")):
        player.add_score(total)
        player.commit_new_round_score()
        player.reset_hand_cards([Card.new(card)])
    env._players[3].add_score(25)
    env.copy_observation(seen | {"trick": 12, "current_player_id": 3})
    for card in ("Ah", "2c", "3c", "4c"):
        _, _, done, told = env.step(Card.new(card))
    tell([done, env.get_observation()["scores"]])
"""
"""Seat 3 has 25 points of the round and takes the 26th."""


def test_gym_hearts_ends_a_match_by_the_points_that_a_moon_then_takes_off() -> None:
    done, scores = gym_hearts(MOON_BY_THE_LAST_TRICK.replace("TOTALS", "(0, 0, 0, 99)"))
    assert scores == [26, 26, 26, 99]
    assert done


def test_gym_hearts_does_not_end_a_match_by_the_points_that_a_moon_adds() -> None:
    done, scores = gym_hearts(MOON_BY_THE_LAST_TRICK.replace("TOTALS", "(90, 0, 0, 0)"))
    assert scores == [116, 26, 26, 0]
    assert not done


def test_gym_hearts_begins_a_round_with_hearts_broken_by_the_last_card_of_the_one_before() -> None:
    lines = """
        random.seed(0)
        seen = {True: set(), False: set()}
        for _ in range(20):
            env, told = begun(), {"is_new_round": False}
            while not told["is_new_round"]:
                last = random.choice(env.get_observation()["hand_cards"])
                _, _, _, told = env.step(last)
            seen[Card.get_suit_int(last) == Card.CHAR_SUIT_TO_INT_SUIT["h"]].add(env._is_heart_broken)
        tell([sorted(seen[True]), sorted(seen[False])])
    """
    assert gym_hearts(lines) == [[True], [False]]


def test_heartsgym_lets_points_fall_on_the_first_trick() -> None:
    lines = """
        env = dealt("2C", "QS AH 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD", "", "")
        play(env, "2c")
        tell(sorted(valid(env)))
    """
    assert {"qs", "ah"} <= set(heartsgym(lines))


def test_heartsgym_lets_the_queen_break_hearts() -> None:
    lines = """
        env = dealt("2C AC 2H", "QS 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD", "3C", "4C")
        for name in ("2c", "qs"):
            play(env, name)
        while env.state["currentTrick"]:
            env.step(0)
        before = [card for card in env.state["pastCards"] if card.suit == Card.hearts]
        held = [str(card) for card in env.getCurrentPlayersHand()]
        tell([len(before), sorted(valid(env)), sorted(held)])
    """
    hearts_before, valid, held = heartsgym(lines)
    assert hearts_before == 0
    assert valid == held
    assert any(card.endswith("h") for card in held)


def test_heartsgym_leaves_a_moon_with_who_shot_it() -> None:
    lines = """
        env = dealt("2C AC KC QC JC TC 9C 8C 7C AS KS QS AH", "", "", "")
        env.state["hands"] = [[card(name) for name in hand.split()] for hand in (
            "AH KH QS", "2H 3H 2S", "4H 5H 3S", "6H 7H 4S")]
        points = {"AH", "KH", "QS", "2H", "3H", "4H", "5H", "6H", "7H"}
        env.state["pastCards"] = [card(rank + suit) for suit in "CDSH" for rank in "23456789TJQKA"
                                  if rank + suit not in points | {"2S", "3S", "4S"}]
        env.state["scores"], env.state["currentPlayer"], env.state["shootingTheMoon"] = [5, 0, 0, 0], 0, 0
        done = False
        while not done:
            own = next((name for name in ("ah", "kh", "qs") if name in valid(env)), None)
            _, _, done = play(env, own or min(valid(env)))
        tell(env.state["scores"])
    """
    assert heartsgym(lines) == [26, 0, 0, 0]
