"""The opening lead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hearts_conformance.mutants.mutant import Mutant, misread, proved
from hearts_reference.legality import suit_led
from hearts_reference.readings import Position
from hearts_reference.tricks import holder
from hearts_spec.cards import CLUBS, DIAMONDS, HEARTS, POINT_CARDS, QUEEN, Card, Mask, members
from hearts_spec.rules import Rules

from .filters import binding_free_opening
from .looking import every, only, seats, without


def _held(hands: Sequence[Mask]) -> Mask:
    together = 0
    for hand in hands:
        together |= hand
    return together


def _above_the_kitty(lowest: Card, hands: Sequence[Mask], rules: Rules) -> Card:
    """Return the lowest club dealt that ranks above every club of the kitty."""
    in_kitty = rules.pack & CLUBS & ~_held(hands)
    return next(club for club in members(_held(hands) & CLUBS) if club >= in_kitty.bit_length())


def _if_dealt(club: Card) -> Callable[[Card, Sequence[Mask], Rules], Card]:
    """Return *club* where it has been dealt, and the lowest one otherwise."""
    return lambda lowest, hands, rules: club if _held(hands) >> club & 1 else lowest


def _second_lowest(lowest: Card, hands: Sequence[Mask], rules: Rules) -> Card:
    return members(_held(hands) & CLUBS)[1]


def _highest_club(card: Card, hands: Sequence[Mask], at: Position) -> int:
    return holder((_held(hands) & CLUBS).bit_length() - 1, hands, at)


def _beside(steps: int) -> Callable[[Card, Sequence[Mask], Position], int]:
    return lambda card, hands, at: (holder(card, hands, at) + steps) % seats(at)


def _most_clubs(card: Card, hands: Sequence[Mask], at: Position) -> int:
    return max(range(seats(at)), key=lambda seat: (hands[seat] & CLUBS).bit_count())


MUTANTS: Final[tuple[Mutant, ...]] = (
    *misread(
        "open.lowest-club",
        ("left-of-dealer", "the dealer's left neighbour opens", lambda card, hands, at: (at.dealer + 1) % seats(at)),
        ("dealer", "the dealer opens", lambda card, hands, at: at.dealer),
        ("seat-zero", "seat 0 opens", lambda card, hands, at: 0),
        ("left-of-holder", "the left neighbour of its holder opens", _beside(1)),
        ("right-of-holder", "the right neighbour of its holder opens", _beside(-1)),
        ("highest-club", "the holder of the highest club opens", _highest_club),
        ("most-clubs", "whoever has most clubs opens", _most_clubs),
        (
            "not-on-hold",
            "in a round without a pass the dealer's left opens",
            lambda card, hands, at: holder(card, hands, at) if at.direction != "hold" else (at.dealer + 1) % seats(at),
        ),
        (
            "first-round-only",
            "from the second round on the dealer's left opens",
            lambda card, hands, at: holder(card, hands, at) if at.round_number == 1 else (at.dealer + 1) % seats(at),
        ),
    ),
    *misread(
        "open.after-pass",
        ("as-dealt", "whoever was dealt the lowest club opens, though it was passed on", lambda dealt, passed: dealt),
    ),
    *misread(
        "open.exact-card",
        ("any-club", "any club may open", only(CLUBS)),
        ("any-card", "any card may open", every),
        ("two-only", "the two of clubs has to be led, and without it anything may be", only(1)),
        (
            "low-club",
            "the lowest club or one little higher may open",
            lambda cards, at: cards & CLUBS & (1 << (at.opening_card or 0) + 4) - 1,
        ),
        (
            "highest-club",
            "the opener leads the highest club held",
            lambda cards, at: 1 << (cards & CLUBS).bit_length() - 1,
        ),
        ("not-points", "any card but a point card may open", without(POINT_CARDS)),
        (
            "first-round-only",
            "in later rounds any card may open",
            lambda cards, at: cards if at.round_number > 1 else cards & 1 << (at.opening_card or 0),
        ),
    ),
    *proved(
        "The opener holds the lowest club dealt, and clubs come first in the order of cards.",
        misread("open.exact-card", ("lowest-held", "the lowest card held opens", lambda cards, at: cards & -cards)),
    ),
    *misread(
        "open.any-club",
        ("lowest", "the lowest club has to open", lambda cards, at: cards & CLUBS & -(cards & CLUBS)),
        ("any-card", "any card may open", every),
        ("not-points", "any card but a point card may open", without(POINT_CARDS)),
        ("highest", "the highest club held has to open", lambda cards, at: 1 << (cards & CLUBS).bit_length() - 1),
        (
            "not-the-lowest",
            "any club but the lowest may open",
            lambda cards, at: cards & CLUBS & ~(1 << (at.opening_card or 0)),
        ),
        ("no-hearts", "any card but a heart may open", without(HEARTS)),
    ),
    *misread(
        "open.three-at-five",
        ("four", "the four of clubs opens", lambda lowest, hands, rules: 2),
        ("second-lowest", "the club above the lowest one opens", _second_lowest),
        ("diamond", "the lowest diamond opens", lambda lowest, hands, rules: members(_held(hands) & DIAMONDS)[0]),
        ("highest", "the ace of clubs opens", lambda lowest, hands, rules: 12),
    ),
    *misread(
        "open.kitty-next-club",
        ("three", "the three of clubs opens whenever it is dealt", _if_dealt(1)),
        ("four", "the four of clubs opens whenever it is dealt", _if_dealt(2)),
        ("above-the-kitty", "the next club above those in the kitty opens", _above_the_kitty),
        ("second-lowest", "the second lowest club dealt opens", _second_lowest),
        (
            "highest",
            "the highest club dealt opens",
            lambda lowest, hands, rules: (_held(hands) & CLUBS).bit_length() - 1,
        ),
    ),
    *misread(
        "open.left-of-dealer",
        ("dealer", "the dealer opens", lambda dealer, rules: dealer),
        ("right", "the dealer's right neighbour opens", lambda dealer, rules: (dealer - 1) % rules.players),
        ("seat-zero", "seat 0 opens", lambda dealer, rules: 0),
        ("seat-one", "seat 1 opens", lambda dealer, rules: 1),
        ("two-on", "the second seat from the dealer opens", lambda dealer, rules: (dealer + 2) % rules.players),
        (
            "stops",
            "with the last seat as dealer it opens itself",
            lambda dealer, rules: min(dealer + 1, rules.players - 1),
        ),
    ),
    *misread(
        "open.any-card",
        ("no-hearts", "any card but a heart may open", without(HEARTS)),
        ("no-queen", "any card but the queen of spades may open", without(QUEEN)),
        ("banned", "what the first trick bars may not open", lambda cards, at: cards & ~at.rules.banned),
        (
            "heart-unbroken",
            "a heart may open only where hearts may be led any time",
            lambda cards, at: cards & ~HEARTS if at.rules.breakers is not None else cards,
        ),
        ("clubs", "a club has to open", only(CLUBS)),
        ("lowest-club", "the lowest club held has to open", lambda cards, at: cards & CLUBS & -(cards & CLUBS)),
        ("not-points", "any card but a point card may open", without(POINT_CARDS)),
    ),
    *misread(
        "open.any-card",
        ("no-hearts-ban", "the ban on hearts binds this lead too", binding_free_opening("first-trick.no-hearts")),
        (
            "no-queen-ban",
            "the ban on the queen of spades binds this lead too",
            binding_free_opening("first-trick.no-queen"),
        ),
        (
            "heart-lead-ban",
            "the ban on leading hearts binds this lead too",
            binding_free_opening("hearts.no-lead-unbroken"),
        ),
        reading="play.precedence",
    ),
    *misread(
        "open.any-card",
        ("frees-followers", "the players after this lead are free of the ban too", lambda cards, at: cards),
        reading="first-trick.no-hearts",
    ),
    *misread(
        "open.any-card",
        (
            "frees-void",
            "who is void after this lead is free of the ban",
            lambda hand, at: at.rules.opening == "any" and not hand & suit_led(at),
        ),
        reading="first-trick.void-bound",
    ),
    *misread(
        "open.any-card",
        ("frees-later-leads", "later leads are free as well", every),
        reading="hearts.no-lead-unbroken",
    ),
)
