"""Leading hearts, and the queen of spades."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hearts_conformance.mutants.mutant import Mutant, misread, proved
from hearts_reference.legality import suit_led
from hearts_reference.readings import Position, Reading
from hearts_spec.cards import CARDS, DIAMONDS, HEARTS, POINT_CARDS, QUEEN, SPADES, SUIT_OF, Card, Mask

from .filters import binding_free_opening, never_lifted
from .looking import (
    HIGH,
    every,
    hearts_are_out,
    one,
    only,
    place,
    played,
    points_are_out,
    seats,
    taken,
    when_void,
    without,
)

# --- What breaks hearts --------------------------------------------------------------------------------------------


def _heart(card: Card) -> bool:
    return bool(HEARTS >> card & 1)


def _discarded(at: Position) -> bool:
    """Tell whether the card just played did not follow suit."""
    cards = played(at)
    return not SUIT_OF[cards[0]] >> cards[-1] & 1


def _heart_where(where: Callable[[Position], bool]) -> Reading:
    """Return a reading under which a heart breaks hearts in some situations only."""
    return lambda card, at: _heart(card) and where(at)


def _queen_where(where: Callable[[Position], bool]) -> Reading:
    """Return a reading under which the queen breaks hearts in some situations only."""
    return lambda card, at: where(at)


def _unless(way: Callable[[Position], bool]) -> Callable[[Position], bool]:
    return lambda at: not way(at)


def _led(at: Position) -> bool:
    return place(at) == 1


def _follows(at: Position) -> bool:
    return place(at) > 1 and not _discarded(at)


WAYS: Final = (
    ("led", "as a lead", _led),
    ("following", "to follow suit", _follows),
    ("discarded", "as a discard", _discarded),
)
"""The three ways in which a card can be played."""

# --- Leading -------------------------------------------------------------------------------------------------------


def _barred_where(where: Callable[[Position], bool]) -> Reading:
    """Return a ban on leading hearts that binds in some situations only."""
    return lambda cards, at: cards & ~HEARTS if where(at) else cards


def _free_where(where: Callable[[Position], bool], barred: Mask = HEARTS) -> Reading:
    """Return a filter that drops cards unless something is so."""
    return lambda cards, at: cards if where(at) else cards & ~barred


def _lowest_heart(kept: Mask, before: Mask, rule: str, at: Position) -> Mask:
    return kept or (before & -before if rule.startswith("hearts") else before)


LEAD: Final = (
    *misread(
        "hearts.no-lead-unbroken",
        ("ignored", "hearts may be led any time", every),
        ("queen-too", "the queen of spades may not be led either", without(POINT_CARDS)),
        ("second-trick-only", "hearts may be led from the third trick on", _barred_where(lambda at: at.tricks == 1)),
        ("not-second-trick", "on the second trick hearts may be led", _barred_where(lambda at: at.tricks != 1)),
        ("first-round-only", "in later rounds hearts may be led", _barred_where(lambda at: at.round_number == 1)),
        ("high-only", "only hearts from the ten up may not be led", without(HEARTS & HIGH)),
        ("low-only", "only hearts below the ten may not be led", without(HEARTS & ~HIGH)),
        (
            "until-points",
            "hearts may be led once a point card is captured",
            _barred_where(lambda at: not points_are_out(at)),
        ),
        ("spades-too", "spades may not be led either", without(HEARTS | SPADES)),
    ),
    *misread(
        "hearts.no-lead-unbroken",
        (
            "one-other",
            "a leader with one card that is no heart may lead one",
            lambda hand, at: (hand & ~HEARTS).bit_count() <= 1,
        ),
        (
            "mostly",
            "a leader whose hand is half hearts may lead one",
            lambda hand, at: (hand & HEARTS).bit_count() * 2 >= hand.bit_count(),
        ),
        reading="hearts.only-hearts-release",
    ),
    *misread(
        "hearts.no-lead-unbroken",
        (
            "fourth-trick",
            "from the fifth trick on hearts may be led",
            lambda hand, at: bool(at.broken) or at.tricks > 3,
        ),
        reading="hearts.anyone-after",
    ),
    *misread(
        "hearts.no-lead-unbroken",
        (
            "opening-too",
            "an opening lead that may be any card may not be a heart",
            binding_free_opening("hearts.no-lead-unbroken"),
        ),
        reading="play.precedence",
    ),
    *misread(
        "hearts.discard-free",
        (
            "not-unbroken",
            "no heart may be discarded while hearts are unbroken",
            lambda cards, at: cards & ~HEARTS if not at.broken and not suit_led(at) & HEARTS else cards,
        ),
        ("has-to", "who is void has to discard a heart", when_void(only(HEARTS))),
        (
            "has-to-unbroken",
            "who is void has to break hearts",
            when_void(lambda cards, at: cards if at.broken else cards & HEARTS),
        ),
        (
            "low-only",
            "only a heart below the ten may break hearts",
            when_void(lambda cards, at: cards if at.broken else cards & ~(HEARTS & HIGH)),
        ),
    ),
    *misread(
        "hearts.break-per-round",
        (
            "kept",
            "hearts once broken stay broken in the rounds that follow",
            lambda broken, rules: None if rules.breakers is None else bool(broken),
        ),
        (
            "second-round",
            "from the second round on hearts are broken from the start",
            lambda broken, rules: None if rules.breakers is None else broken is not None,
        ),
    ),
    *misread(
        "hearts.break",
        ("never", "nothing breaks hearts", lambda card, at: False),
        *(
            (
                f"not-{name}",
                f"a heart played {words} does not break hearts",
                _heart_where(_unless(way)),
            )
            for name, words, way in WAYS
            if way is not _follows
        ),
        *(
            (f"only-{name}", f"only a heart played {words} breaks hearts", _heart_where(way))
            for name, words, way in WAYS
        ),
        (
            "high-spades",
            "king and ace of spades break hearts too",
            lambda card, at: _heart(card) or card in (CARDS["KS"], CARDS["AS"]),
        ),
        ("any-discard", "any discard breaks hearts", lambda card, at: _heart(card) or _discarded(at)),
        (
            "diamonds",
            "jack and ten of diamonds break hearts too",
            lambda card, at: _heart(card) or card in (CARDS["JD"], CARDS["TD"]),
        ),
        ("red", "diamonds break hearts too", lambda card, at: bool((HEARTS | DIAMONDS) >> card & 1)),
        ("not-on-first", "a heart on the first trick does not break hearts", _heart_where(lambda at: at.tricks > 0)),
        ("high-only", "only a heart from the ten up breaks hearts", lambda card, at: bool((HEARTS & HIGH) >> card & 1)),
        ("low-only", "only a heart below the ten breaks hearts", lambda card, at: bool((HEARTS & ~HIGH) >> card & 1)),
        (
            "not-next-seat",
            "a heart from the seat after the leader does not break hearts",
            _heart_where(lambda at: place(at) != 2),
        ),
        (
            "not-last-seat",
            "a heart from the last seat does not break hearts",
            _heart_where(lambda at: place(at) < seats(at)),
        ),
        (
            "bonus",
            "the bonus card breaks hearts too",
            lambda card, at: _heart(card) or bool(at.rules.bonus >> card & 1),
        ),
    ),
    *proved(
        "A heart follows suit only where a heart was led, and that one broke hearts.",
        misread(
            "hearts.break",
            ("not-following", "a heart played to follow suit does not break hearts", _heart_where(_unless(_follows))),
        ),
    ),
    *misread(
        "hearts.break-at-once",
        ("too-late", "the last card of a trick breaks nothing", _heart_where(lambda at: place(at) < seats(at))),
        (
            "last-card",
            "a heart breaks hearts only as the last card of its trick",
            _heart_where(lambda at: place(at) == seats(at)),
        ),
        reading="hearts.break",
    ),
    *misread(
        "hearts.break-at-once",
        (
            "queen-last-card",
            "the queen of spades breaks hearts only as the last card of its trick",
            _queen_where(lambda at: place(at) == seats(at)),
        ),
        reading="hearts.queen-breaks",
    ),
    *misread(
        "hearts.break-at-once",
        (
            "next-trick-only",
            "broken hearts may be led only by who captured the heart",
            lambda hand, at: bool(at.broken) and bool(taken(at) & HEARTS),
        ),
        (
            "wears-off",
            "hearts count as unbroken again from the third trick on",
            lambda hand, at: bool(at.broken) and at.tricks <= 2,
        ),
        reading="hearts.anyone-after",
    ),
    *misread(
        "hearts.queen-keeps",
        ("breaks", "the queen of spades breaks hearts", lambda card, at: True),
        *(
            (f"breaks-{name}", f"the queen of spades played {words} breaks hearts", _queen_where(way))
            for name, words, way in WAYS
        ),
        (
            "breaks-on-a-trick-of-spades",
            "the queen of spades breaks hearts where spades are led",
            _queen_where(lambda at: bool(suit_led(at) & SPADES)),
        ),
    ),
    *misread(
        "hearts.queen-breaks",
        ("keeps", "the queen of spades does not break hearts", lambda card, at: False),
        *(
            (
                f"not-{name}",
                f"the queen of spades played {words} does not break hearts",
                _queen_where(_unless(way)),
            )
            for name, words, way in WAYS
        ),
        *(
            (f"only-{name}", f"only a queen of spades played {words} breaks hearts", _queen_where(way))
            for name, words, way in WAYS
        ),
    ),
    *misread(
        "hearts.anyone-after",
        ("nobody", "hearts broken or not, no heart may be led", lambda hand, at: False),
        (
            "captor",
            "only who has captured a point card may lead a heart",
            lambda hand, at: bool(at.broken) and bool(taken(at) & POINT_CARDS),
        ),
        (
            "not-captor",
            "only who has captured no point card may lead a heart",
            lambda hand, at: bool(at.broken) and not taken(at) & POINT_CARDS,
        ),
        (
            "once-captured",
            "a heart may be led once one is captured, whatever broke hearts",
            lambda hand, at: any(pile & HEARTS for pile in at.captured),
        ),
        (
            "a-trick-only",
            "a heart may be led on the next trick and never after",
            lambda hand, at: bool(at.broken) and at.tricks <= 2,
        ),
        (
            "not-with-spades",
            "who holds a spade may not lead a heart",
            lambda hand, at: bool(at.broken) and not hand & SPADES,
        ),
    ),
    *misread(
        "hearts.only-hearts-release",
        ("dropped", "who holds nothing but hearts has no card to lead", never_lifted("hearts")),
        ("lowest", "who holds nothing but hearts has to lead the lowest", _lowest_heart),
        reading="play.always-a-card",
    ),
    *misread(
        "hearts.only-hearts-release",
        ("one-other", "one other card is no hindrance", lambda hand, at: (hand & ~HEARTS).bit_count() <= 1),
        (
            "mostly",
            "half the hand in hearts is enough",
            lambda hand, at: (hand & HEARTS).bit_count() * 2 >= hand.bit_count(),
        ),
        (
            "with-queen",
            "hearts and the queen of spades are as good as hearts alone",
            lambda hand, at: not hand & ~POINT_CARDS,
        ),
    ),
    *misread(
        "hearts.queen-not-heart",
        (
            "as-a-heart",
            "who holds the queen of spades and hearts alone may lead any of them",
            lambda hand, at: not hand & ~POINT_CARDS,
        ),
        ("frees", "whoever holds the queen of spades may lead a heart", lambda hand, at: bool(hand & QUEEN)),
    ),
    *misread(
        "hearts.queen-not-heart",
        ("barred", "the queen of spades may not be led while hearts are unbroken", without(POINT_CARDS)),
        reading="hearts.no-lead-unbroken",
    ),
    *misread(
        "hearts.points-release",
        ("nobody", "the queen of spades has to be led", lambda hand, at: False),
        ("frees", "whoever holds the queen of spades may lead a heart", lambda hand, at: bool(hand & QUEEN)),
        ("one-other", "one other card is no hindrance", lambda hand, at: (hand & ~POINT_CARDS).bit_count() <= 1),
    ),
    *misread(
        "hearts.release-breaks",
        ("unbroken", "a heart led from hearts alone does not break hearts", _heart_where(lambda at: not _led(at))),
        ("nor-followers", "neither it nor the hearts that follow it break hearts", _heart_where(_discarded)),
        ("next-heart", "it is the next heart that breaks them", _heart_where(lambda at: place(at) == 2)),
        reading="hearts.break",
    ),
    *misread(
        "hearts.free-lead",
        ("unbroken", "a heart may be led once one has been played", _free_where(hearts_are_out)),
        ("never", "no heart may be led", without(HEARTS)),
        ("not-second-trick", "no heart may be led on the second trick", _free_where(lambda at: at.tricks != 1)),
        ("once-captured", "a heart may be led once a point card is captured", _free_where(points_are_out)),
        ("high", "only a heart below the ten may be led", without(HEARTS & HIGH)),
    ),
    *misread(
        "hearts.free-lead",
        ("unbroken-still", "hearts count as unbroken all the same", lambda broken, rules: False),
        reading="hearts.break-per-round",
    ),
    *misread(
        "hearts.free-lead",
        (
            "first-trick-too",
            "the first trick bars no hearts there",
            lambda cards, at: cards & ~(at.rules.banned & HEARTS) if at.rules.breakers is not None else cards,
        ),
        reading="first-trick.no-hearts",
    ),
)

QUEEN_OF_SPADES: Final = (
    *misread(
        "queen.lead-free",
        (
            "not-unbroken",
            "the queen of spades may not be led before a heart has been played",
            _free_where(lambda at: bool(at.broken) or (at.broken is None and hearts_are_out(at)), QUEEN),
        ),
        ("never", "the queen of spades may not be led", without(QUEEN)),
        (
            "where-bound",
            "the queen of spades may not be led while hearts are unbroken",
            _free_where(lambda at: at.broken is not False, QUEEN),
        ),
        ("has-to", "the queen of spades has to be led at the first chance", only(QUEEN)),
        (
            "not-second-trick",
            "the queen of spades may not be led on the second trick",
            _free_where(lambda at: at.tricks != 1, QUEEN),
        ),
        (
            "once-high-spades-are-out",
            "the queen of spades may be led once king and ace are out",
            lambda cards, at: cards if not sum(at.hands) & (one("KS") | one("AS")) else cards & ~QUEEN,
        ),
    ),
    *misread(
        "queen.discard-free",
        ("has-to", "who is void has to discard the queen of spades", when_void(only(QUEEN))),
        (
            "not-unbroken",
            "the queen of spades may not be discarded while hearts are unbroken",
            when_void(lambda cards, at: cards if at.broken else cards & ~QUEEN),
        ),
        ("never", "the queen of spades may not be discarded", when_void(without(QUEEN))),
        (
            "under-a-higher",
            "under king or ace of spades the queen has to be played",
            lambda cards, at: cards & QUEEN if {CARDS["KS"], CARDS["AS"]} & {*played(at)} else cards,
        ),
        (
            "before-hearts",
            "who holds the queen of spades may not discard a heart",
            when_void(lambda cards, at: cards & ~HEARTS if cards & QUEEN else cards),
        ),
        (
            "spades-only",
            "the queen of spades may be played on spades alone",
            lambda cards, at: cards if suit_led(at) & SPADES else cards & ~QUEEN,
        ),
        ("at-once", "the queen of spades has to be played at the first chance, on spades too", only(QUEEN)),
    ),
    *misread(
        "queen.discard-free",
        (
            "first-trick-has-to",
            "on a first trick without a ban the queen of spades has to be discarded",
            when_void(only(QUEEN)),
        ),
        reading="first-trick.off",
    ),
)

MUTANTS: Final[tuple[Mutant, ...]] = (*LEAD, *QUEEN_OF_SPADES)
