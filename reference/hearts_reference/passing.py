"""Passing: in which direction, what a selection must be, and when the cards change hands.

Selections are made in any order and may be changed until the last seat has made its own (``pass.simultaneous``,
``pass.final``).  Until then the hands stand as dealt; then all cards move at once (``pass.atomic``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hearts_spec.cards import Card, Mask, mask
from hearts_spec.rules import Rules

from .readings import Position, reading

HOLD: Final = "hold"
STEPS: Final = {"left": 1, "right": -1}
"""How many seats clockwise a direction passes.  How many across does, the table says (``pass.across-even-only``)."""

CHECKS: Final = ("pass.final", "pass.count", "pass.own-distinct", "pass.any-card")
"""The rules that a selection may break, in the order in which they are asked (``play.refusal-reason``)."""

REFUSALS: Final = {"pass.final": "round.phase"}
"""The rule that a refusal names, where that is not the rule asked."""

Selections = Sequence[Mask | None]
"""By seat the cards selected, or None where none are yet."""


@reading("pass.direction-from-round")
def direction_of(round_number: int, rules: Rules) -> str:
    """``pass.direction-from-round``: the first entry of the cycle is round one's, and the cycle repeats."""
    return rules.direction(round_number)


@reading("pass.hold-no-selection")
def selects(direction: str, rules: Rules) -> bool:
    """``pass.hold-no-selection``: in a round that passes nothing no selection is asked for."""
    return direction != HOLD


@reading("table.seats-clockwise")
def seat_from(seat: int, steps: int, rules: Rules) -> int:
    """``table.seats-clockwise``: seats are numbered clockwise, and the next one up is the left neighbour."""
    return (seat + steps) % rules.players


@reading("pass.across-even-only")
def steps_across(rules: Rules) -> int:
    """``pass.across-even-only``: across is half way round a table of even size."""
    return rules.players // 2


@reading("pass.final")
def may_still_select(seat: int, cards: Sequence[Card], at: Position) -> bool:
    """``pass.final``: a selection may be changed until all have been made, and with that the phase is over."""
    return True


@reading("pass.count")
def right_count(seat: int, cards: Sequence[Card], at: Position) -> bool:
    """``pass.count``: each seat passes as many cards as the sheet says."""
    return len(cards) == at.rules.pass_count


@reading("pass.own-distinct")
def own_and_distinct(seat: int, cards: Sequence[Card], at: Position) -> bool:
    """``pass.own-distinct``: the cards are different ones, all out of the hand dealt."""
    return len(set(cards)) == len(cards) and not mask(cards) & ~at.hands[seat]


@reading("pass.any-card")
def any_card_passes(seat: int, cards: Sequence[Card], at: Position) -> bool:
    """``pass.any-card``: every card of a hand may be passed."""
    return True


@reading("pass.simultaneous")
def all_selected(selections: Selections, rules: Rules) -> bool:
    """``pass.simultaneous``: passing is done when every seat has selected."""
    return None not in selections


@reading("pass.atomic")
def exchanged(hands: Sequence[Mask], selections: Selections, receivers: Sequence[int], at: Position) -> list[Mask]:
    """``pass.atomic``: nothing moves before all have selected, and then everything does."""
    if None in selections:
        return list(hands)
    after = [hand & ~(given or 0) for hand, given in zip(hands, selections, strict=True)]
    for receiver, given in zip(receivers, selections, strict=True):
        after[receiver] |= given or 0
    return after
