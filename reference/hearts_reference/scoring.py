"""From captured cards to the points of a round, and from those to totals.

The order is fixed (``score.order``): card points first, then the moon, then the bonus card, then the totals, then
the test for the end of the match.  A moon therefore replaces card points alone, and a bonus comes on top of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hearts_spec.cards import CARDS, HEARTS, QUEEN, Card, Mask, members
from hearts_spec.rules import Rules

from .readings import Position, Readings, reading

Points = tuple[int, ...]
"""Points by seat."""

ADD: Final = "add"
SUBTRACT: Final = "subtract"
CHOICE: Final = "choice"
AUTO: Final = "auto"

SETTLEMENTS: Final = {ADD: "moon.add", SUBTRACT: "moon.subtract", "none": "moon.off"}
"""The rule that settles a moon, by the way it is settled."""

HIGH_SPADES: Final = 1 << CARDS["AS"] | 1 << CARDS["KS"]

# --- Card points ---------------------------------------------------------------------------------------------------


def rule_of_value(card: Card, rules: Rules) -> str:
    """Return the id of the rule that says what *card* scores."""
    setting = rules.options["value.heart"]
    bit = 1 << card
    if bit & HEARTS:
        return {"one": "score.heart", "pips": "score.pips"}.get(str(setting), "score.heart-by-rank")
    if not rules.values[card]:
        return "score.others-zero"
    if bit & QUEEN:
        return "score.queen"
    return "score.high-spades" if bit & HIGH_SPADES else "score.card-value"


@reading("score.heart", "score.pips", "score.heart-by-rank")
@reading("score.queen", "score.high-spades", "score.card-value")
def value_in_sheet(card: Card, rules: Rules) -> int:
    """``score.heart`` and the other values of a sheet: the card scores what the sheet says."""
    return rules.values[card]


@reading("score.others-zero")
def scores_nothing(card: Card, rules: Rules) -> int:
    """``score.others-zero``: a card to which the sheet gives no value scores nothing."""
    return 0


def weights(rules: Rules, readings: Readings) -> tuple[tuple[Mask, int], ...]:
    """Return the cards that score, grouped by what each scores, so that points are counted by groups."""
    groups: dict[int, Mask] = {}
    for card in members(rules.pack):
        points = readings[rule_of_value(card, rules)](card, rules)
        if points:
            groups[points] = groups.get(points, 0) | 1 << card
    return tuple((cards, points) for points, cards in groups.items())


@reading("kitty.points-count", "kitty.in-moon")
def with_kitty(captured: Mask, kitty: Mask, rules: Rules) -> Mask:
    """``kitty.points-count``, ``kitty.in-moon``: the kitty counts among the cards that its taker has captured."""
    return captured | kitty


# --- The moon ------------------------------------------------------------------------------------------------------


def rule_of_moon(rules: Rules) -> str:
    """Return the id of the rule that says which cards a moon needs."""
    needs = rules.options["moon.needs"]
    if needs == "penalties-and-bonus":
        return "moon.needs-bonus"
    if needs == "hearts-and-queen":
        return "moon.hearts-and-queen"
    return "moon.fourteen" if rules.moon_cards == HEARTS | QUEEN else "moon.all-penalties"


@reading("moon.all-penalties", "moon.fourteen", "moon.hearts-and-queen", "moon.needs-bonus")
def needed(rules: Rules) -> Mask:
    """``moon.all-penalties``, ``moon.fourteen`` and the like: the cards that one player has to capture."""
    return rules.moon_cards


@reading("bonus.not-penalty")
def needed_with_bonus(cards: Mask, rules: Rules) -> Mask:
    """``bonus.not-penalty``: the bonus card is no penalty card, so that it changes nothing about a moon's cards."""
    return cards


@reading("moon.fails")
def captured_all(captured: Mask, cards: Mask, at: Position) -> bool:
    """``moon.fails``: if any of the cards needed is captured by another, there is no moon."""
    return captured & cards == cards


@reading("moon.tricks-irrelevant")
def whatever_tricks(seat: int, captured: Sequence[Mask], at: Position) -> bool:
    """``moon.tricks-irrelevant``: how many tricks the shooter has won does not matter."""
    return True


@reading("moon.amount")
def worth(rules: Rules) -> int:
    """``moon.amount``: what a moon is worth."""
    return rules.moon_amount


@reading("moon.add")
def add(raw: Points, shooter: int, amount: int) -> Points:
    """``moon.add``: the shooter scores nothing, everybody else the worth of the moon."""
    return tuple(0 if seat == shooter else amount for seat in range(len(raw)))


@reading("moon.subtract")
def subtract(raw: Points, shooter: int, amount: int) -> Points:
    """``moon.subtract``: the worth of the moon comes off the shooter's score, and nobody else scores."""
    return tuple(-amount if seat == shooter else 0 for seat in range(len(raw)))


@reading("moon.off")
def stands(raw: Points, shooter: int, amount: int) -> Points:
    """``moon.off``: card points stand, though one player has captured them all."""
    return raw


@reading("moon.choice")
def may_choose(seat: int, choice: str, at: Position) -> bool:
    """``moon.choice``: it is the shooter who chooses, and the choice is to add or to subtract."""
    return seat == at.shooter and choice in (ADD, SUBTRACT)


@reading("moon.auto")
def decides(shooter: int, over: bool, winners: Sequence[int], at: Position) -> str:
    """``moon.auto``: add, unless the match would then end and the shooter not be among the winners.

    *over* and *winners* are as they would be after adding, the bonus card included.
    """
    return SUBTRACT if over and shooter not in winners else ADD


# --- Bonus and totals ----------------------------------------------------------------------------------------------


@reading("bonus.value")
def bonus(captured: Mask, rules: Rules) -> int:
    """``bonus.value``: the bonus card scores its value for whoever captured it."""
    return rules.bonus_value if captured & rules.bonus else 0


@reading("bonus.after-moon")
def with_bonus(points: Points, bonuses: Points, shooter: int | None) -> Points:
    """``bonus.after-moon``: the bonus comes on top of the points, those of a moon too.

    *shooter* is the seat whose moon has been settled, or None where there was none.
    """
    return tuple([point + bonus for point, bonus in zip(points, bonuses, strict=True)])


@reading("score.cumulative")
def added_up(totals: Points, points: Points) -> Points:
    """``score.cumulative``: the points of a round are added to the totals."""
    return tuple([total + point for total, point in zip(totals, points, strict=True)])


@reading("score.negative")
def any_total(total: int, rules: Rules) -> int:
    """``score.negative``: a total may fall below zero."""
    return total


@reading("score.after-round")
def totals_shown(totals: Points, at: Position) -> Points:
    """``score.after-round``: the totals change after the last trick of a round, and not before."""
    return totals
