"""The first trick."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hearts_conformance.mutants.mutant import Mutant, misread, proved
from hearts_reference.legality import suit_led
from hearts_reference.readings import Position, Reading
from hearts_spec.cards import CARDS, CLUBS, HEARTS, POINT_CARDS, QUEEN, SPADES, Mask

from .filters import BAN_FIRST, ban_split, binding_free_opening, binding_later, never_lifted
from .looking import HIGH, every, held, one, place, seats, when_void, without

Situation = Callable[[Position], bool]


def _barred_where(barred: Mask, where: Situation) -> Reading:
    """Return a ban that binds in some situations only."""
    return lambda cards, at: cards & ~(at.rules.banned & barred) if where(at) else cards


def _exempt_following(barred: Mask) -> Reading:
    return lambda cards, at: cards & ~(at.rules.banned & barred & ~suit_led(at))


def _bans(barred: Mask) -> tuple[tuple[str, str, Reading], ...]:
    """Return the ways to misread the ban on some cards, which are the same for hearts and for the queen."""
    named = {HEARTS: "hearts", QUEEN: "the queen of spades"}[barred]
    return (
        ("ignored", f"{named} may be played on the first trick", every),
        (
            "next-seat-only",
            f"only the seat after the leader may not play {named}",
            _barred_where(barred, lambda at: place(at) == 1),
        ),
        (
            "not-next-seat",
            f"the seat after the leader may play {named}",
            _barred_where(barred, lambda at: place(at) != 1),
        ),
        (
            "not-last-seat",
            f"the last seat may play {named}",
            _barred_where(barred, lambda at: place(at) < seats(at) - 1),
        ),
        (
            "first-round-only",
            f"in later rounds {named} may be played",
            _barred_where(barred, lambda at: at.round_number == 1),
        ),
        (
            "pass-rounds-only",
            f"in a hold round {named} may be played",
            _barred_where(barred, lambda at: at.direction != "hold"),
        ),
        (
            "clubs-only",
            f"{named} may be played where another suit than clubs is led",
            _barred_where(barred, lambda at: bool(suit_led(at) & CLUBS)),
        ),
        (
            "until-a-heart",
            f"{named} may be played once hearts are broken",
            _barred_where(barred, lambda at: not at.broken),
        ),
        (
            "not-when-void",
            f"who is void in the suit led may play {named}",
            lambda cards, at: cards & ~(at.rules.banned & barred) if held(at) & suit_led(at) else cards,
        ),
    )


def _holds_queen(at: Position) -> bool:
    return bool(held(at) & QUEEN)


def _nothing_else(at: Position) -> bool:
    return not held(at) & ~POINT_CARDS


def _valued(at: Position) -> Mask:
    """Return the cards to which the sheet gives a value of their own."""
    return sum(1 << CARDS[name] for name, value in at.rules.options["value.card"].items() if value > 0)


MUTANTS: Final[tuple[Mutant, ...]] = (
    *misread("first-trick.no-hearts", *_bans(HEARTS)),
    *misread(
        "first-trick.no-hearts",
        (
            "high-only",
            "only hearts from the ten up are barred",
            lambda cards, at: cards & ~(at.rules.banned & HEARTS & HIGH),
        ),
        (
            "low-only",
            "only hearts below the ten are barred",
            lambda cards, at: cards & ~(at.rules.banned & HEARTS & ~HIGH),
        ),
        (
            "queen-too",
            "with hearts the queen of spades is barred",
            lambda cards, at: cards & ~POINT_CARDS if at.rules.banned & HEARTS else cards,
        ),
        (
            "valued-too",
            "with hearts every card of value is barred",
            lambda cards, at: cards & ~(HEARTS | _valued(at)) if at.rules.banned & HEARTS else cards,
        ),
        (
            "bonus-too",
            "with hearts the bonus card is barred",
            lambda cards, at: cards & ~(HEARTS | at.rules.bonus) if at.rules.banned & HEARTS else cards,
        ),
    ),
    *misread(
        "first-trick.no-hearts",
        ("every-trick", "hearts are barred on every trick", binding_later("first-trick.no-hearts")),
        (
            "opening-too",
            "hearts are barred for an opening lead that may be any card",
            binding_free_opening("first-trick.no-hearts"),
        ),
        reading="play.precedence",
    ),
    *misread("first-trick.no-queen", *_bans(QUEEN)),
    *misread(
        "first-trick.no-queen",
        (
            "hearts-too",
            "with the queen of spades hearts are barred",
            lambda cards, at: cards & ~POINT_CARDS if at.rules.banned & QUEEN else cards,
        ),
        (
            "high-spades",
            "queen, king and ace of spades are barred",
            lambda cards, at: cards & ~(one("QS") | one("KS") | one("AS")) if at.rules.banned & QUEEN else cards,
        ),
        ("spades", "all spades are barred", lambda cards, at: cards & ~SPADES if at.rules.banned & QUEEN else cards),
        (
            "valued",
            "every card with a value of its own is barred",
            lambda cards, at: cards & ~(_valued(at) | QUEEN) if at.rules.banned & QUEEN else cards,
        ),
        (
            "only-if-valued",
            "a queen of spades without a value is not barred",
            lambda cards, at: cards & ~(at.rules.banned & QUEEN & _valued(at)),
        ),
    ),
    *misread(
        "first-trick.no-queen",
        ("every-trick", "the queen of spades is barred on every trick", binding_later("first-trick.no-queen")),
        (
            "opening-too",
            "the queen of spades is barred for an opening lead that may be any card",
            binding_free_opening("first-trick.no-queen"),
        ),
        reading="play.precedence",
    ),
    *proved(
        "A heart follows suit only where one was led; following suit then leaves hearts alone, and the ban is lifted.",
        misread("first-trick.no-hearts", ("following-exempt", "hearts may follow suit", _exempt_following(HEARTS))),
    ),
    *misread(
        "first-trick.no-queen",
        ("following-exempt", "the queen of spades may follow suit", _exempt_following(QUEEN)),
    ),
    *misread(
        "first-trick.void-bound",
        ("void-frees", "who is void in the suit led is not bound", lambda hand, at: not hand & suit_led(at)),
        (
            "void-frees-without-queen",
            "who is void and does not hold the queen is not bound",
            lambda hand, at: not hand & (suit_led(at) | QUEEN),
        ),
        (
            "void-in-two",
            "who is void in clubs and diamonds is not bound",
            lambda hand, at: not hand & (suit_led(at) | CLUBS << 13),
        ),
    ),
    *misread(
        "first-trick.void-bound",
        (
            "queen",
            "who is void may throw the queen of spades",
            lambda cards, at: cards & ~(at.rules.banned & QUEEN) if held(at) & suit_led(at) else cards,
        ),
        reading="first-trick.no-queen",
    ),
    *misread(
        "first-trick.void-bound",
        (
            "heart",
            "who is void may throw a heart",
            lambda cards, at: cards & ~(at.rules.banned & HEARTS) if held(at) & suit_led(at) else cards,
        ),
        reading="first-trick.no-hearts",
    ),
    *misread(
        "first-trick.all-points-release",
        ("dropped", "who holds nothing but point cards has no card to play", never_lifted("first-trick")),
        (
            "not-without-queen",
            "who holds hearts alone has no card to play",
            never_lifted("first-trick", lambda at: not _holds_queen(at)),
        ),
        (
            "not-with-queen",
            "who holds the queen and hearts alone has no card to play",
            never_lifted("first-trick", _holds_queen),
        ),
        reading="play.always-a-card",
    ),
    *misread(
        "first-trick.all-points-release",
        (
            "one-other",
            "one card of another kind is no hindrance",
            lambda hand, at: (hand & ~at.rules.banned).bit_count() <= 1,
        ),
        (
            "mostly",
            "a hand with more point cards than others is not bound",
            lambda hand, at: (hand & at.rules.banned).bit_count() * 2 > hand.bit_count(),
        ),
        ("queen-frees", "whoever holds the queen of spades is not bound", lambda hand, at: bool(hand & QUEEN)),
    ),
    *misread(
        "first-trick.all-points-release",
        (
            "queen-goes",
            "of queen and hearts only the queen may be played",
            ban_split("first-trick.no-hearts", "first-trick.no-queen"),
        ),
        (
            "hearts-go",
            "of queen and hearts only hearts may be played",
            ban_split("first-trick.no-queen", "first-trick.no-hearts"),
        ),
        reading="play.precedence",
    ),
    *misread(
        "first-trick.all-points-release",
        (
            "frees-from-suit",
            "who holds nothing but point cards need not follow suit",
            lambda cards, at: cards if not at.tricks and _nothing_else(at) else cards & suit_led(at),
        ),
        reading="play.follow-suit",
    ),
    *misread(
        "first-trick.lone-card-follows",
        ("following-exempt", "who follows suit is not bound", lambda hand, at: bool(hand & suit_led(at))),
    ),
    *misread(
        "first-trick.lone-card-follows",
        ("stuck", "who can follow with barred cards only has no card to play", never_lifted("first-trick")),
        (
            "throw-off",
            "who can follow with barred cards only may play any card",
            lambda kept, before, rule, at: kept or held(at),
        ),
        reading="play.always-a-card",
    ),
    *misread(
        "first-trick.lone-card-follows",
        ("ban-first", "the ban counts before following suit", BAN_FIRST),
        reading="play.precedence",
    ),
    *misread(
        "first-trick.lone-card-follows",
        (
            "need-not-follow",
            "who can follow with barred cards only need not follow",
            lambda cards, at: cards & suit_led(at) if cards & suit_led(at) & ~at.rules.banned or at.tricks else cards,
        ),
        reading="play.follow-suit",
    ),
    *misread(
        "first-trick.off",
        ("hearts", "hearts are barred all the same", without(HEARTS)),
        ("queen", "the queen of spades is barred all the same", without(QUEEN)),
        (
            "hearts-unbroken",
            "hearts are barred while they may not be led",
            lambda cards, at: cards & ~HEARTS if at.broken is False else cards,
        ),
        ("hearts-when-void", "who is void may not throw a heart", when_void(without(HEARTS))),
        ("queen-when-void", "who is void may not throw the queen of spades", when_void(without(QUEEN))),
        ("points", "point cards are barred all the same", without(POINT_CARDS)),
    ),
)
