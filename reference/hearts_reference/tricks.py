"""Readings of a round: who opens, how a trick goes round, who takes what, what breaks hearts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hearts_spec.cards import CLUBS, SUIT_OF, Card, Mask, members
from hearts_spec.rules import Rules

from .readings import cardwise, reading

# --- who opens -------------------------------------------------------------------------------------------


@reading("open.after-pass")
def hands_that_open(dealt: Sequence[Mask], passed: Sequence[Mask]) -> Sequence[Mask]:
    """``open.after-pass``: who opens is found in the hands after passing."""
    return passed


@reading("open.kitty-next-club", "open.three-at-five")
def lowest_club_dealt(hands: Sequence[Mask], rules: Rules) -> Card:
    """``open.kitty-next-club``, ``open.three-at-five``: the lowest club in any hand."""
    return members(sum(hands) & CLUBS)[0]


@reading("open.lowest-club")
def holder(card: Card, hands: Sequence[Mask], at: Any) -> int:
    """``open.lowest-club``: the holder of the lowest club dealt leads the first trick."""
    return next(seat for seat, hand in enumerate(hands) if hand >> card & 1)


@reading("open.left-of-dealer")
def left_of_dealer(dealer: int, rules: Rules) -> int:
    """``open.left-of-dealer``: the seat on the dealer's left leads the first trick."""
    return (dealer + 1) % rules.players


# --- a trick ---------------------------------------------------------------------------------------------


@reading("turn.clockwise")
def next_seat(seat: int, rules: Rules) -> int:
    """``turn.clockwise``: the turn passes to the left."""
    return (seat + 1) % rules.players


@reading("trick.complete", "turn.one-card")
def cards_in_trick(rules: Rules) -> int:
    """``trick.complete``, ``turn.one-card``: a trick is complete when each seat has played one card to it."""
    return rules.players


@reading("trick.highest-led", "trick.offsuit-loses")
def highest_of_suit_led(table: Mask, led: Card) -> Card:
    """``trick.highest-led``, ``trick.offsuit-loses``: the highest card of the suit led wins."""
    return (table & SUIT_OF[led]).bit_length() - 1


@reading("trick.winner-captures")
def winner_captures(winner: int, at: Any) -> int:
    """``trick.winner-captures``: the winner captures the cards of the trick."""
    return winner


@reading("trick.winner-leads")
def winner_leads(winner: int, at: Any) -> int:
    """``trick.winner-leads``: the winner leads the next trick."""
    return winner


# --- Breaking hearts -----------------------------------------------------------------------------------------------


@reading("hearts.break-per-round")
def broken_at_start(broken: bool | None, rules: Rules) -> bool | None:
    """``hearts.break-per-round``: each round begins unbroken; None where hearts may be led any time."""
    return None if rules.breakers is None else False


@reading("hearts.break")
@cardwise
def heart_breaks(card: Card, at: Any) -> bool:
    """``hearts.break``: the first heart played breaks hearts."""
    return bool((at.rules.breakers or 0) >> card & 1)


@reading("hearts.queen-breaks")
@cardwise
def queen_breaks(card: Card, at: Any) -> bool:
    """``hearts.queen-breaks``: where the sheet says so, the queen of spades breaks hearts too."""
    return True


@reading("hearts.queen-keeps")
@cardwise
def queen_keeps(card: Card, at: Any) -> bool:
    """``hearts.queen-keeps``: where only a heart breaks, the queen of spades does not."""
    return False


# --- the kitty -------------------------------------------------------------------------------------------


@reading("kitty.first-trick-takes")
def takes_kitty(captor: int, at: Any) -> bool:
    """``kitty.first-trick-takes``: the winner of the first trick takes the kitty."""
    return True


@reading("kitty.never-breaks")
def kitty_breaks(kitty: Mask, at: Any) -> bool:
    """``kitty.never-breaks``: a heart in the kitty breaks nothing."""
    return False


@reading("kitty.visibility")
def kitty_shown(at: Any) -> bool:
    """``kitty.visibility``: all may see the kitty from the deal on where the sheet says so, else after the round."""
    return at.rules.kitty_shown == "all" or bool(at.round_is_over)


@reading("kitty.face-down")
def kitty_among_captured(at: Any) -> bool:
    """``kitty.face-down``: a hidden kitty stays face down, out of sight of its taker, until the round is over."""
    return at.rules.kitty_shown != "hidden" or bool(at.round_is_over)


# --- the end -------------------------------------------------------------------------------------------------------


@reading("round.end", "trick.count")
def is_over(hands: Sequence[Mask], at: Any) -> bool:
    """``round.end``, ``trick.count``: a round ends when all hands are empty."""
    return not any(hands)
