"""From captured cards to the points of a round.

The order is fixed (``score.order``): card points first, then the moon, then the bonus card, then the totals, then
the test for the end of the match.  So a moon replaces card points only, and a bonus is always on top of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hearts_spec.cards import ALL, CARDS, HEARTS, QUEEN, Card, Mask, members
from hearts_spec.rules import Rules

from .readings import Readings, reading

Points = tuple[int, ...]
"""Points by seat."""

ADD: Final = "add"
SUBTRACT: Final = "subtract"
CHOICE: Final = "choice"

HEART_RULES: Final = {"one": "score.heart", "pips": "score.pips"}
HIGH_SPADES: Final = (1 << CARDS["AS"]) | (1 << CARDS["KS"])
MOON_RULES: Final = {
    "penalties": "moon.all-penalties",
    "hearts-and-queen": "moon.hearts-and-queen",
    "penalties-and-bonus": "moon.needs-bonus",
}
"""What a moon needs, by ``moon.needs``."""

SETTLEMENTS: Final = {ADD: "moon.add", SUBTRACT: "moon.subtract"}


# --- Card points ---------------------------------------------------------------------------------------------------


@reading("score.heart", "score.pips", "score.heart-by-rank")
@reading("score.queen", "score.high-spades", "score.card-value")
def value_in_sheet(card: Card, rules: Rules) -> int:
    """``score.heart`` and the other values of a sheet: the card scores what the sheet says."""
    return rules.values[card]


@reading("score.others-zero")
def nothing(card: Card, rules: Rules) -> int:
    """``score.others-zero``: a card to which the sheet gives no value scores nothing."""
    return 0


def rule_of_value(card: Card, rules: Rules) -> str:
    """Return the id of the rule that gives *card* its value."""
    bit = 1 << card
    if bit & HEARTS:
        setting = rules.options["value.heart"]
        return HEART_RULES[setting] if isinstance(setting, str) else "score.heart-by-rank"
    if not rules.values[card]:
        return "score.others-zero"
    if bit & QUEEN:
        return "score.queen"
    return "score.high-spades" if bit & HIGH_SPADES else "score.card-value"


def weights(rules: Rules, readings: Readings) -> tuple[tuple[Mask, int], ...]:
    """Return the cards that score, grouped by what they score, so that points are counted group by group."""
    groups: dict[int, Mask] = {}
    for card in members(rules.pack):
        points = readings[rule_of_value(card, rules)](card, rules)
        if points:
            groups[points] = groups.get(points, 0) | 1 << card
    return tuple((cards, points) for points, cards in groups.items())


# --- What counts as captured ---------------------------------------------------------------------------------------


@reading("kitty.points-count", "kitty.in-moon")
def with_kitty(captured: Mask, kitty: Mask, rules: Rules) -> Mask:
    """``kitty.points-count``, ``kitty.in-moon``: the kitty counts as captured by its taker."""
    return captured | kitty


# --- The moon ------------------------------------------------------------------------------------------------------


@reading("moon.all-penalties", "moon.fourteen", "moon.hearts-and-queen", "moon.needs-bonus")
def captured_all(captured: Mask, at: Any) -> bool:
    """``moon.all-penalties`` and its kin: one player has captured every card that a moon needs."""
    needed: Mask = at.rules.moon_cards
    return captured & needed == needed


def rule_of_moon(rules: Rules) -> str:
    """Return the id of the rule that says what a moon is."""
    rule = MOON_RULES[rules.options["moon.needs"]]
    if rule == "moon.all-penalties" and rules.moon_cards == HEARTS | QUEEN:
        return "moon.fourteen"
    return rule


@reading("moon.amount")
def amount(rules: Rules) -> int:
    """``moon.amount``: what a moon is worth."""
    return rules.moon_amount


@reading("moon.add")
def add(raw: Points, shooter: int, worth: int) -> Points:
    """``moon.add``: the shooter scores nothing and everybody else the worth of the moon."""
    return tuple(0 if seat == shooter else worth for seat in range(len(raw)))


@reading("moon.subtract")
def subtract(raw: Points, shooter: int, worth: int) -> Points:
    """``moon.subtract``: the worth of the moon is taken off the shooter's score, and nobody else scores."""
    return tuple(-worth if seat == shooter else 0 for seat in range(len(raw)))


@reading("moon.off")
def stands(raw: Points, shooter: int, worth: int) -> Points:
    """``moon.off``: card points stand, whoever captured them."""
    return raw


@reading("moon.choice")
def may_choose(seat: int, choice: str, at: Any) -> bool:
    """``moon.choice``: the shooter chooses, add or subtract."""
    return seat == at.shooter and choice in SETTLEMENTS


@reading("moon.auto")
def decides(shooter: int, over: bool, winners: Sequence[int], at: Any) -> str:
    """``moon.auto``: add, unless the match would then end and the shooter not be among the winners.

    ``over`` and ``winners`` are as they would be after adding, bonus cards included.
    """
    return SUBTRACT if over and shooter not in winners else ADD


# --- Bonus and sum -------------------------------------------------------------------------------------------------


@reading("bonus.value")
def bonus(captured: Mask, rules: Rules) -> int:
    """``bonus.value``: what the bonus card is worth to its captor; it is worth nothing to others."""
    return rules.bonus_value if captured & rules.bonus else 0


@reading("bonus.after-moon")
def with_bonus(points: Points, bonuses: Points, shooter: int | None) -> Points:
    """``bonus.after-moon``: the bonus comes on top of the points, settled moon included."""
    return tuple(map(sum, zip(points, bonuses, strict=True)))


@reading("score.cumulative")
def added_up(totals: Points, points: Points) -> Points:
    """``score.cumulative``: the points of a round are added to the totals."""
    return tuple(map(sum, zip(totals, points, strict=True)))


@reading("score.negative")
def unfloored(total: int, rules: Rules) -> int:
    """``score.negative``: a total may fall below nothing."""
    return total


@reading("round.conserve")
def conserved(captured: Sequence[Mask], rules: Rules) -> bool:
    """``round.conserve``: every card of the pack has been captured exactly once."""
    return sum(captured) == rules.pack & ALL
