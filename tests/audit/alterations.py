"""Records altered consistently, and the slow game's word on whether what is left is a game by the rules.

Each alteration changes a sound record in one way and leaves nothing else to notice: two cards trade places wherever
they stand, a seat plays two of its cards the other way round, a seat passes another card and plays the one it has
kept, points wander from one seat to another, a total is off by one.  Some of what comes of it is a sound game too.
`sound` asks the slow rules, which share nothing with the engine that audits.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from hearts_conformance.fuzz.draw import Draw
from hearts_spec import sheets

sys.path.insert(0, str(Path(__file__).parent.parent / "reference"))

from slow_rules import SlowGame

Record = dict[str, Any]


def sound(record: Record) -> bool:
    """Tell whether a record is of a game by the rules, and every claim in it true, as the slow rules have it."""
    rules = sheets.load(record["sheet"]).resolve(record["players"], record.get("options"))
    game = SlowGame(rules.to_json(), record["dealer"])
    try:
        return all(_sound_round(game, each) for each in record["rounds"]) and (
            "winners" not in record or (game.over and game.winners == record["winners"])
        )
    except (AssertionError, ValueError):
        return False


def _sound_round(game: SlowGame, each: Record) -> bool:
    if game.over or not _sound_deal(game, each):
        return False
    game.deal([set(hand) for hand in each["hands"]], each.get("kitty", []))
    if game.direction != "hold":
        game.pass_all([_different(cards) for cards in each["passes"]])
    for play in each["plays"]:
        if game.turn != play["seat"]:
            return False
        game.play(play["card"])
    if game.choosing is not None:
        game.choose(each["moon"])
    elif each.get("moon"):
        return False
    return game.points == each.get("points", game.points) and game.totals == each.get("totals", game.totals)


def _different(cards: list[str]) -> set[str]:
    assert len(set(cards)) == len(cards)
    return set(cards)


def _sound_deal(game: SlowGame, each: Record) -> bool:
    cards = [card for cards in (*each["hands"], each.get("kitty", [])) for card in cards]
    size = len(each["hands"][0])
    return len(set(cards)) == len(cards) and all(len(hand) == size for hand in each["hands"])


# --- Alterations ---------------------------------------------------------------------------------------------------


def swap_cards(record: Record, draw: Draw) -> None:
    """Let two cards trade places wherever they stand in a round."""
    each = draw.choice(record["rounds"])
    cards = [card for hand in each["hands"] for card in hand]
    one, other = draw.shuffled(cards)[:2]
    trade = {one: other, other: one}
    for key in ("hands", "passes"):
        if each.get(key):
            each[key] = [[trade.get(card, card) for card in hand] for hand in each[key]]
    if "kitty" in each:
        each["kitty"] = [trade.get(card, card) for card in each["kitty"]]
    for play in each["plays"]:
        play["card"] = trade.get(play["card"], play["card"])


def exchange_plays(record: Record, draw: Draw) -> None:
    """Let a seat play two of its cards the other way round."""
    each = draw.choice(record["rounds"])
    seat = draw.below(record["players"])
    own = [play for play in each["plays"] if play["seat"] == seat]
    one, other = draw.shuffled(own)[:2]
    one["card"], other["card"] = other["card"], one["card"]


def pass_another(record: Record, draw: Draw) -> None:
    """Let a seat pass another card of its hand, and whoever played either of the two play the other."""
    passing = [each for each in record["rounds"] if each.get("passes")]
    if not passing:
        return swap_cards(record, draw)
    each = draw.choice(passing)
    seat = draw.below(record["players"])
    given = each["passes"][seat]
    gone = draw.choice(given)
    instead = draw.choice([card for card in each["hands"][seat] if card not in given])
    given[given.index(gone)] = instead
    trade = {gone: instead, instead: gone}
    for play in each["plays"]:
        play["card"] = trade.get(play["card"], play["card"])
    return None


def move_points(record: Record, draw: Draw) -> None:
    """Let points wander from one seat to another in one round, and its totals follow from there on."""
    at = draw.below(len(record["rounds"]))
    giver, taker = draw.shuffled(range(record["players"]))[:2]
    moved = 1 + draw.below(3)
    record["rounds"][at]["points"][giver] -= moved
    record["rounds"][at]["points"][taker] += moved
    for each in record["rounds"][at:]:
        each["totals"][giver] -= moved
        each["totals"][taker] += moved


def total_off(record: Record, draw: Draw) -> None:
    """Let one total be off by one."""
    each = draw.choice(record["rounds"])
    each["totals"][draw.below(record["players"])] += draw.choice((-1, 1))


ALTERATIONS: dict[str, Callable[[Record, Draw], None]] = {
    "two cards swapped": swap_cards,
    "two plays of a seat exchanged": exchange_plays,
    "another card passed": pass_another,
    "points moved": move_points,
    "a total off by one": total_off,
}


def altered(record: Record, kind: str, draw: Draw) -> Record:
    """Return a copy of a record with one alteration."""
    copy = deepcopy(record)
    ALTERATIONS[kind](copy, draw)
    return copy
