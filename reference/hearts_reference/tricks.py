"""Who opens, how a trick goes round, who takes what, what breaks hearts, and when a round is over."""

from __future__ import annotations

from collections.abc import Sequence

from hearts_spec.cards import CARDS, CLUBS, QUEEN, SUIT_OF, Card, Mask
from hearts_spec.rules import Rules

from .readings import Lead, Position, cardwise, reading

TWO_OF_CLUBS = 1 << CARDS["2C"]

# --- Who opens -----------------------------------------------------------------------------------------------------


def lowest_club(hands: Sequence[Mask]) -> Card:
    """Return the lowest club in any of *hands*."""
    clubs = sum(hands) & CLUBS
    return (clubs & -clubs).bit_length() - 1


def rule_of_opening_card(rules: Rules) -> str | None:
    """Return the id of the rule that has a say in which club is the lowest dealt, or None where it is the two."""
    if rules.kitty_size:
        return "open.kitty-next-club"
    return None if rules.pack & TWO_OF_CLUBS else "open.three-at-five"


@reading("open.kitty-next-club", "open.three-at-five")
def lowest_stands(lowest: Card, hands: Sequence[Mask], rules: Rules) -> Card:
    """``open.kitty-next-club``, ``open.three-at-five``: with the two out of the way the next club dealt opens."""
    return lowest


@reading("open.after-pass")
def hands_that_open(dealt: Sequence[Mask], passed: Sequence[Mask]) -> Sequence[Mask]:
    """``open.after-pass``: who opens is found in the hands after the pass."""
    return passed


@reading("open.lowest-club")
def holder(opening_card: Card, hands: Sequence[Mask], at: Position) -> int:
    """``open.lowest-club``: whoever holds the lowest club dealt leads to the first trick."""
    seat = 0
    while not hands[seat] >> opening_card & 1:
        seat += 1
    return seat


@reading("open.left-of-dealer")
def left_of_dealer(dealer: int, rules: Rules) -> int:
    """``open.left-of-dealer``: the seat on the dealer's left leads to the first trick."""
    return (dealer + 1) % rules.players


# --- A trick -------------------------------------------------------------------------------------------------------


@reading("turn.clockwise")
def next_seat(seat: int, rules: Rules) -> int:
    """``turn.clockwise``: the turn passes to the left."""
    return (seat + 1) % rules.players


@reading("trick.complete")
def cards_in_trick(rules: Rules) -> int:
    """``trick.complete``: a trick is complete when every seat has played a card to it."""
    return rules.players


@reading("trick.offsuit-loses")
def contenders(table: Mask, led: Card) -> Mask:
    """``trick.offsuit-loses``: only cards of the suit led can win."""
    return table & SUIT_OF[led]


@reading("trick.highest-led")
def highest(cards: Mask, led: Card) -> Card:
    """``trick.highest-led``: of the cards that can win, the highest does."""
    return cards.bit_length() - 1


@reading("trick.winner-captures")
def winner_captures(winner: int, at: Position) -> int:
    """``trick.winner-captures``: the winner captures the cards of the trick."""
    return winner


@reading("trick.winner-leads")
def winner_leads(winner: int, at: Position) -> int:
    """``trick.winner-leads``: the winner leads to the next trick."""
    return winner


# --- Breaking hearts -----------------------------------------------------------------------------------------------


@reading("hearts.break-per-round")
def broken_at_start(broken: bool | None, rules: Rules) -> bool | None:
    """``hearts.break-per-round``: every round begins unbroken; None where hearts may be led any time.

    *broken* is how the round before ended, None before the first.
    """
    return None if rules.breakers is None else False


def rule_of_breaking(card: Card, rules: Rules) -> str:
    """Return the id of the rule that says whether *card* breaks hearts."""
    if not 1 << card & QUEEN:
        return "hearts.break"
    return "hearts.queen-breaks" if (rules.breakers or 0) & QUEEN else "hearts.queen-keeps"


@reading("hearts.break")
@cardwise
def heart_breaks(card: Card, at: Lead) -> bool:
    """``hearts.break``: the first heart played breaks hearts."""
    return bool((at.rules.breakers or 0) >> card & 1)


@reading("hearts.queen-breaks")
@cardwise
def queen_breaks(card: Card, at: Lead) -> bool:
    """``hearts.queen-breaks``: where the sheet says so, the queen of spades breaks hearts too."""
    return True


@reading("hearts.queen-keeps")
@cardwise
def queen_keeps(card: Card, at: Lead) -> bool:
    """``hearts.queen-keeps``: where only a heart breaks, the queen of spades does not."""
    return False


# --- The kitty -----------------------------------------------------------------------------------------------------


@reading("kitty.first-trick-takes")
def takes_kitty(captor: int, at: Position) -> bool:
    """``kitty.first-trick-takes``: the first to win a trick takes the kitty with it."""
    return True


@reading("kitty.never-breaks")
def kitty_breaks(kitty: Mask, at: Position) -> bool:
    """``kitty.never-breaks``: a heart in the kitty breaks nothing."""
    return False


@reading("kitty.visibility")
def kitty_shown(at: Position) -> bool:
    """``kitty.visibility``: all may see the kitty from the deal on where the sheet says so, else after the round."""
    return at.rules.kitty_shown == "all" or at.round_is_over


@reading("kitty.face-down")
def kitty_among_captured(at: Position) -> bool:
    """``kitty.face-down``: a hidden kitty stays face down, for its taker too, until the round is over."""
    return at.rules.kitty_shown != "hidden" or at.round_is_over


# --- The end of a round --------------------------------------------------------------------------------------------


@reading("round.end")
def hands_empty(hands: Sequence[Mask], at: Position) -> bool:
    """``round.end``: a round ends when all hands are empty."""
    return not any(hands)


@reading("match.whole-round")
def stops_within_round(at: Position) -> bool:
    """``match.whole-round``: nothing ends a match within a round.  Asked after each trick."""
    return False


def conserved(captured: Sequence[Mask], kitty: Mask, rules: Rules) -> bool:
    """``round.conserve``: at its end every card of the pack has been captured exactly once.

    No reading, but the engine's check on itself, made where it plays by the book.
    """
    return sum(captured) + kitty == rules.pack
