"""The kitty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from hearts_conformance.fill import ODD_CARDS
from hearts_conformance.mutants.mutant import Mutant, Transform, misread, of_option, retold
from hearts_reference.passing import exchanged
from hearts_reference.readings import Position, Reading
from hearts_reference.tricks import kitty_shown
from hearts_spec.cards import CARDS, HEARTS, POINT_CARDS, QUEEN, Card, Mask, mask
from hearts_spec.rules import Rules


def _strips_instead(rules: Rules) -> Rules:
    if rules.options["deal.remainder"] != "kitty":
        return rules
    odd = sorted(ODD_CARDS.get(rules.players, ()), key=lambda name: CARDS[name])
    return Rules.from_options({**rules.to_json(), "deal.remainder": "strip", "deck.strip": odd})


def _strips_one(rules: Rules) -> Rules:
    if rules.options["deal.remainder"] != "kitty":
        return rules
    return replace(rules, pack=rules.pack & ~(1 << CARDS["2D"]))


def _kitty_of(size: int) -> Transform:
    """Return the change to a kitty of so many cards, where there is one, and as many fewer for the hands."""
    return lambda rules: replace(rules, kitty_size=size) if rules.kitty_size else rules


def _kitty_at_four(rules: Rules) -> Rules:
    if rules.options["deal.remainder"] != "kitty" or rules.players != 4:
        return rules
    return replace(rules, hand_size=12, kitty_size=4)


def _own_or_kitty(seat: int, cards: Sequence[Card], at: Position) -> bool:
    return len(set(cards)) == len(cards) and not mask(cards) & ~(at.hands[seat] | at.kitty)


def _kitty_taken_up(
    hands: Sequence[Mask], selections: Sequence[Mask | None], receivers: Sequence[int], at: Position
) -> list[Mask]:
    after = exchanged(hands, selections, receivers, at)
    if None not in selections:
        after[at.dealer] |= at.kitty
    return after


def _into_the_hand(captor: int, at: Any) -> bool:
    if not at.tricks:
        at._hands[captor] |= at.kitty
    return False


def _open_later(book: Reading) -> Reading:
    """Return a reading that shows the kitty from the second round on, and follows *book* in the first."""
    return lambda at: at.round_number > 1 or book(at)


def _needed_outside(captured: Mask, cards: Mask, at: Position) -> bool:
    return not cards & ~(captured | at.kitty)


def _only_the_taker(seat: int, captured: Sequence[Mask], at: Position) -> bool:
    return not at.kitty or seat == at.kitty_taker


MUTANTS: Final[tuple[Mutant, ...]] = (
    *of_option(
        "deal.remainder",
        "kitty",
        retold(
            "kitty.option",
            ("stripped", "the odd cards are stripped there too", _strips_instead),
            ("some-stripped", "the two of diamonds is stripped all the same", _strips_one),
        ),
    ),
    *retold(
        "kitty.only-when-uneven",
        ("four-cards", "with four players one card of each hand makes a kitty", _kitty_at_four),
    ),
    *retold(
        "kitty.size",
        ("one", "the kitty is one card", _kitty_of(1)),
        ("two", "the kitty is two cards", _kitty_of(2)),
        ("three", "the kitty is three cards", _kitty_of(3)),
        ("four", "the kitty is four cards", _kitty_of(4)),
    ),
    *misread(
        "kitty.face-down",
        ("taker-looks", "whoever takes a hidden kitty looks at it at once", lambda at: True),
        ("after-round-only", "nobody sees the kitty before the round is over", lambda at: at.round_is_over),
        ("never", "the kitty is never turned up", lambda at: False),
    ),
    *misread(
        "kitty.face-down",
        ("open-later", "in later rounds the kitty lies open", _open_later(kitty_shown)),
        reading="kitty.visibility",
    ),
    *misread(
        "kitty.not-passed",
        ("may-be-passed", "a card of the kitty may be passed like one of the hand", _own_or_kitty),
        reading="pass.own-distinct",
    ),
    *misread(
        "kitty.not-passed",
        ("dealer-takes-it-up", "the dealer takes up the kitty with the cards passed", _kitty_taken_up),
        reading="pass.atomic",
    ),
    *misread(
        "kitty.first-trick-takes",
        ("never", "nobody takes the kitty", lambda captor, at: False),
        ("last-trick", "the winner of the last trick takes it", lambda captor, at: at.tricks + 1 == at.rules.hand_size),
        ("into-the-hand", "the winner of the first trick takes the kitty into the hand", _into_the_hand),
        ("second-trick", "the winner of the second trick takes it", lambda captor, at: at.tricks == 1),
        (
            "first-points",
            "the first to capture a point card takes it",
            lambda captor, at: bool(at.captured[captor] & POINT_CARDS),
        ),
        ("first-heart", "the first to capture a heart takes it", lambda captor, at: bool(at.captured[captor] & HEARTS)),
    ),
    *misread(
        "kitty.visibility",
        ("open", "all may see the kitty from the deal on, whatever the sheet says", lambda at: True),
        ("never", "nobody but the taker ever sees it", lambda at: False),
        (
            "after-round-only",
            "all may see it only after the round, whatever the sheet says",
            lambda at: at.round_is_over,
        ),
        ("not-after-round", "where it is hidden it stays so after the round", lambda at: at.rules.kitty_shown == "all"),
        (
            "once-taken",
            "all may see it once it is taken",
            lambda at: at.rules.kitty_shown == "all" or at.kitty_taker is not None,
        ),
        (
            "taker-is-all",
            "what the taker may see, all may",
            lambda at: at.rules.kitty_shown != "hidden" or at.round_is_over,
        ),
    ),
    *misread(
        "kitty.points-count",
        ("nothing", "the kitty scores nothing", lambda captured, kitty, rules: captured),
        ("hearts-only", "of the kitty hearts alone score", lambda captured, kitty, rules: captured | kitty & HEARTS),
        ("no-hearts", "hearts in the kitty do not score", lambda captured, kitty, rules: captured | kitty & ~HEARTS),
        (
            "no-queen",
            "the queen of spades in the kitty does not score",
            lambda captured, kitty, rules: captured | kitty & ~QUEEN,
        ),
    ),
    *misread(
        "kitty.never-breaks",
        ("always", "taking the kitty breaks hearts", lambda kitty, at: True),
        ("heart", "a heart in the kitty breaks hearts when it is taken", lambda kitty, at: bool(kitty & HEARTS)),
        (
            "queen",
            "the queen of spades in the kitty breaks hearts when it is taken",
            lambda kitty, at: bool(kitty & POINT_CARDS),
        ),
    ),
    *misread(
        "kitty.in-moon",
        ("left-out", "the kitty does not help to a moon", lambda captured, kitty, rules: captured),
        (
            "hearts-only",
            "of the kitty hearts alone help to a moon",
            lambda captured, kitty, rules: captured | kitty & HEARTS,
        ),
    ),
    *misread(
        "kitty.in-moon",
        ("not-needed", "what lies in the kitty is not needed for a moon", _needed_outside),
        reading="moon.fails",
    ),
    *misread(
        "kitty.in-moon",
        ("taker-only", "only who has taken the kitty can shoot the moon", _only_the_taker),
        reading="moon.tricks-irrelevant",
    ),
)
