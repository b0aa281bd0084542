"""Tricks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hearts_conformance.mutants.mutant import Mutant, misread
from hearts_reference.readings import Position
from hearts_spec.cards import HEARTS, POINT_CARDS, SUIT_OF, Card, Mask

from .looking import seats


def _leader(at: Position) -> int:
    return (at.trick or [])[0][0]


def _at_place(winner: int, at: Position) -> int:
    """Return the place of the winner in the trick, taken for a seat."""
    return [seat for seat, _ in at.trick or ()].index(winner)


def _higher_than_led(table: Mask, led: Card) -> Mask:
    """Let every card contend that ranks above the card led, whatever its suit."""
    return sum(1 << card for card in range(52) if table >> card & 1 and (card % 13 > led % 13 or card == led))


def _beside(steps: int) -> Callable[[int, Position], int]:
    return lambda winner, at: (winner + steps) % seats(at)


def _one_trick_early(hands: list[Mask], at: Position) -> bool:
    return all(hand.bit_count() <= 1 for hand in hands)


MUTANTS: Final[tuple[Mutant, ...]] = (
    *misread(
        "trick.complete",
        ("one-short", "a trick is complete when all but one have played", lambda rules: rules.players - 1),
        ("one-more", "a trick is complete when the leader has played again", lambda rules: rules.players + 1),
        ("four", "a trick is four cards with any number of players", lambda rules: 4),
        ("three", "a trick is three cards with any number of players", lambda rules: 3),
    ),
    *misread(
        "trick.highest-led",
        ("lowest", "the lowest card of the suit led wins", lambda cards, led: (cards & -cards).bit_length() - 1),
        ("led", "the card led wins", lambda cards, led: led),
        (
            "second",
            "the second highest card of the suit led wins",
            lambda cards, led: (cards & ~(1 << cards.bit_length() - 1) or cards).bit_length() - 1,
        ),
        (
            "next-above",
            "the card next above the one led wins",
            lambda cards, led: next((card for card in range(led + 1, 52) if cards >> card & 1), led),
        ),
    ),
    *misread(
        "trick.offsuit-loses",
        ("any-suit", "the highest suit on the table wins, in the order of the pack", lambda table, led: table),
        ("hearts", "a heart beats the suit led", lambda table, led: table & HEARTS or table & SUIT_OF[led]),
        ("higher-rank", "a discard of a higher rank than the card led wins", _higher_than_led),
        ("points", "a point card beats the suit led", lambda table, led: table & POINT_CARDS or table & SUIT_OF[led]),
        ("discards", "a discard beats the suit led", lambda table, led: table & ~SUIT_OF[led] or table),
    ),
    *misread(
        "trick.winner-captures",
        ("leader", "the leader captures the trick", lambda winner, at: _leader(at)),
        ("seat-zero", "seat 0 captures every trick", lambda winner, at: 0),
        ("left", "the winner's left neighbour captures it", _beside(1)),
        ("place", "the place of the winning card in the trick is taken for a seat", _at_place),
    ),
    *misread(
        "trick.winner-leads",
        ("leader", "the leader leads again", lambda winner, at: _leader(at)),
        ("seat-zero", "seat 0 leads every trick", lambda winner, at: 0),
        ("left-of-winner", "the winner's left neighbour leads", _beside(1)),
        ("left-of-leader", "the lead goes round", lambda winner, at: (_leader(at) + 1) % seats(at)),
        ("place", "the place of the winning card in the trick is taken for a seat", _at_place),
    ),
    *misread(
        "trick.count",
        ("one-short", "the last card of each hand is not played", _one_trick_early),
        ("seven", "a round has at most seven tricks", lambda hands, at: not any(hands) or at.tricks >= 7),
        (
            "two-left",
            "the last two cards of each hand are not played",
            lambda hands, at: all(hand.bit_count() <= 2 for hand in hands),
        ),
        reading="round.end",
    ),
)
