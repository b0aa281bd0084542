"""The moon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hearts_conformance.mutants.mutant import Mutant, misread
from hearts_reference.readings import Position, Reading
from hearts_spec.cards import HEARTS, POINT_CARDS, QUEEN, Mask, members
from hearts_spec.rules import Rules

from .looking import one

Points = tuple[int, ...]


def _cards(wanted: Mask) -> Reading:
    return lambda rules: wanted


def _but(left_out: Mask) -> Reading:
    """Return a reading under which a moon does not need some of its cards."""
    return lambda rules: rules.moon_cards & ~left_out


def _and(added: Mask) -> Reading:
    """Return a reading under which a moon needs some cards more."""
    return lambda rules: rules.moon_cards | added & rules.pack


def _all_tricks(seat: int, captured: Sequence[Mask], at: Position) -> bool:
    return not any(pile for other, pile in enumerate(captured) if other != seat)


def _most_tricks(seat: int, captured: Sequence[Mask], at: Position) -> bool:
    return 2 * captured[seat].bit_count() > sum(pile.bit_count() for pile in captured)


def _last_trick(seat: int, captured: Sequence[Mask], at: Position) -> bool:
    return seat == at.trick_winner


def _all_listed(rules: Rules) -> Mask:
    return rules.moon_cards | sum(1 << card for card in members(rules.pack) if rules.values[card])


def _spoilt_by_others(captured: Mask, cards: Mask, at: Position) -> bool:
    return not POINT_CARDS & ~captured and not captured & at.rules.penalties & ~POINT_CARDS


def _spoilt_by_bonus(captured: Mask, cards: Mask, at: Position) -> bool:
    return not at.rules.penalties & ~captured and not captured & at.rules.bonus


def _most_hearts(captured: Mask, cards: Mask, at: Position) -> bool:
    return 2 * (captured & HEARTS).bit_count() > 13


def _all_but(number: int) -> Reading:
    return lambda captured, cards, at: (cards & ~captured).bit_count() <= number


def _hearts_scored(raw: Points, shooter: int, amount: int) -> Points:
    """Add the moon to what the others captured."""
    return tuple(0 if seat == shooter else raw[seat] + amount for seat in range(len(raw)))


def _added(share: int, shooters: int = 0) -> Reading:
    """Return a settlement that gives each opponent a share of the amount, and the shooter *shooters* of it."""
    return lambda raw, shooter, amount: tuple(
        shooters * amount if seat == shooter else amount // share for seat in range(len(raw))
    )


def _subtracted(share: int, others: int = 0) -> Reading:
    """Return a settlement that takes a share of the amount off the shooter, and gives each opponent *others* of it."""
    return lambda raw, shooter, amount: tuple(
        -(amount // share) if seat == shooter else others * amount for seat in range(len(raw))
    )


def _auto(way: str) -> Reading:
    return lambda shooter, over, winners, at: way


MUTANTS: Final[tuple[Mutant, ...]] = (
    *misread(
        "moon.all-penalties",
        ("fourteen", "hearts and the queen of spades are enough", _cards(POINT_CARDS)),
        ("hearts", "all hearts are enough", _cards(HEARTS)),
        ("not-high-spades", "king and ace of spades are not needed", _but(one("KS") | one("AS"))),
        ("high-spades", "king and ace of spades are always needed", _and(one("KS") | one("AS"))),
        ("not-the-queen", "the queen of spades is not needed", _but(QUEEN)),
        ("queen-anyway", "the queen of spades is needed, whatever it is worth", _and(QUEEN)),
    ),
    *misread(
        "moon.fourteen",
        ("hearts", "all hearts are enough", _cards(HEARTS)),
        (
            "queen-and-three",
            "the queen of spades and three hearts are enough",
            _cards(QUEEN | one("AH") | one("KH") | one("QH")),
        ),
        ("high-spades", "king and ace of spades are needed too", _and(one("KS") | one("AS"))),
        ("jack-of-diamonds", "the jack of diamonds is needed too", _and(one("JD"))),
        ("not-the-two", "the two of hearts is not needed", _but(one("2H"))),
        ("queen", "the queen of spades is enough", _cards(QUEEN)),
    ),
    *misread(
        "moon.fourteen",
        (
            "thirteen",
            "the hearts without the queen of spades make a moon",
            lambda captured, cards, at: captured & POINT_CARDS == HEARTS,
        ),
        reading="moon.fails",
    ),
    *misread(
        "moon.all-penalties",
        ("all-listed", "every card that the sheet lists is needed, those that take points off too", _all_listed),
        reading="moon.fourteen",
    ),
    *misread(
        "moon.all-penalties",
        ("others-spoil", "a penalty card other than the fourteen spoils a moon", _spoilt_by_others),
        reading="moon.fails",
    ),
    *misread(
        "moon.needs-bonus",
        ("spoils", "the bonus card spoils a moon", _spoilt_by_bonus),
        reading="moon.fails",
    ),
    *misread(
        "moon.choice",
        ("one-missing", "there is a choice where one card is missing", _all_but(1)),
        ("most-hearts", "who captures most hearts has the choice", _most_hearts),
        reading="moon.fails",
    ),
    *misread(
        "moon.auto",
        ("one-missing", "a moon that lacks one card is settled too", _all_but(1)),
        reading="moon.fails",
    ),
    *misread(
        "moon.needs-bonus",
        ("without", "the bonus card is not needed", lambda rules: rules.moon_cards & ~rules.bonus),
        (
            "jack",
            "it is the jack of diamonds that is needed",
            lambda rules: rules.moon_cards & ~rules.bonus | one("JD"),
        ),
        ("hearts", "hearts and the bonus card are enough", lambda rules: HEARTS | rules.bonus),
    ),
    *misread(
        "moon.hearts-and-queen",
        ("all-penalties", "every penalty card is needed", lambda rules: rules.penalties),
        ("hearts", "all hearts are enough", _cards(HEARTS)),
        ("high-spades", "king and ace of spades are needed too", _and(one("KS") | one("AS"))),
        ("listed", "only cards with a value are needed", lambda rules: rules.moon_cards & rules.penalties),
        ("bonus", "the bonus card is needed too", lambda rules: rules.moon_cards | rules.bonus),
    ),
    *misread(
        "moon.tricks-irrelevant",
        ("all-tricks", "the shooter has to win every trick", _all_tricks),
        ("most", "the shooter has to win most tricks", _most_tricks),
        ("last-trick", "the shooter has to win the last trick", _last_trick),
    ),
    *misread(
        "moon.fails",
        ("one-missing", "a moon may lack one card", _all_but(1)),
        ("two-missing", "a moon may lack two cards", _all_but(2)),
        (
            "one-heart-missing",
            "a moon may lack one heart",
            lambda captured, cards, at: (
                (cards & ~captured & HEARTS).bit_count() <= 1 and not cards & ~captured & ~HEARTS
            ),
        ),
        (
            "queen-missing",
            "a moon may lack the queen of spades",
            lambda captured, cards, at: not cards & ~captured & ~QUEEN,
        ),
        ("all-hearts", "all hearts make a moon", lambda captured, cards, at: captured & HEARTS == HEARTS),
        (
            "most-points",
            "more points than all others together make a moon",
            lambda captured, cards, at: 2 * at.rules.points(captured) > at.rules.points(cards),
        ),
    ),
    *misread(
        "moon.amount",
        ("twenty-six", "a moon is worth 26 in every sheet", lambda rules: 26),
        ("hearts", "a moon is worth as much as all hearts", lambda rules: rules.points(HEARTS)),
        (
            "with-bonus",
            "the bonus comes off the moon amount",
            lambda rules: rules.moon_amount + (rules.bonus_value if rules.bonus else 0),
        ),
        ("one-less", "a moon is worth a point less", lambda rules: rules.moon_amount - 1),
        ("one-more", "a moon is worth a point more", lambda rules: rules.moon_amount + 1),
        ("double", "a moon is worth double", lambda rules: 2 * rules.moon_amount),
        ("always-total", "a number that the sheet sets does not count", lambda rules: rules.points(rules.penalties)),
        ("needed-only", "a moon is worth the cards that it needs", lambda rules: rules.points(rules.moon_cards)),
        (
            "with-negative",
            "values below zero are counted in",
            lambda rules: rules.points(rules.pack) if rules.options["moon.amount"] == "total" else rules.moon_amount,
        ),
    ),
    *misread(
        "moon.add",
        ("stands", "the shooter scores the cards captured", lambda raw, shooter, amount: raw),
        ("subtracts", "a moon is subtracted instead", _subtracted(1)),
        (
            "shared",
            "the opponents share the moon amount",
            lambda raw, shooter, amount: tuple(
                0 if seat == shooter else amount // (len(raw) - 1) for seat in range(len(raw))
            ),
        ),
        (
            "left-neighbour",
            "only the left neighbour scores",
            lambda raw, shooter, amount: tuple(
                amount if seat == (shooter + 1) % len(raw) else 0 for seat in range(len(raw))
            ),
        ),
        ("shooter-too", "the shooter scores the moon too", _added(1, 1)),
        ("shooter-minus", "the shooter gets the moon off besides", _added(1, -1)),
        ("half", "each opponent scores half the amount", _added(2)),
        ("on-top", "the moon comes on top of the card points", _hearts_scored),
    ),
    *misread(
        "moon.subtract",
        ("stands", "the shooter scores the cards captured", lambda raw, shooter, amount: raw),
        ("adds", "a moon is added instead", _added(1)),
        ("nobody", "nobody scores", lambda raw, shooter, amount: (0,) * len(raw)),
        ("half", "half the amount comes off", _subtracted(2)),
        ("others-too", "the opponents score the moon besides", _subtracted(1, 1)),
        (
            "on-top",
            "the amount comes off the card points",
            lambda raw, shooter, amount: tuple(
                each - amount if seat == shooter else each for seat, each in enumerate(raw)
            ),
        ),
        ("everybody", "the amount comes off everybody", _subtracted(1, -1)),
    ),
    *misread(
        "moon.choice",
        ("anybody", "anybody may choose", lambda seat, choice, at: choice in ("add", "subtract")),
        (
            "left-neighbour",
            "the shooter's left neighbour chooses",
            lambda seat, choice, at: (
                at.shooter is not None and seat == (at.shooter + 1) % at.rules.players and choice in ("add", "subtract")
            ),
        ),
        ("add-only", "the shooter may only add", lambda seat, choice, at: seat == at.shooter and choice == "add"),
        (
            "subtract-only",
            "the shooter may only subtract",
            lambda seat, choice, at: seat == at.shooter and choice == "subtract",
        ),
        ("dealer", "the dealer chooses", lambda seat, choice, at: seat == at.dealer and choice in ("add", "subtract")),
        (
            "not-the-shooter",
            "the others choose",
            lambda seat, choice, at: seat != at.shooter and choice in ("add", "subtract"),
        ),
    ),
    *misread(
        "moon.auto",
        ("adds", "a moon is always added", _auto("add")),
        ("subtracts", "a moon is always subtracted", _auto("subtract")),
        (
            "when-over",
            "a moon is subtracted whenever adding would end the match",
            lambda shooter, over, winners, at: "subtract" if over else "add",
        ),
        (
            "sole-winner",
            "a moon is subtracted where adding would not let the shooter win alone",
            lambda shooter, over, winners, at: "subtract" if over and tuple(winners) != (shooter,) else "add",
        ),
        (
            "when-winning",
            "a moon is subtracted where adding would let the shooter win",
            lambda shooter, over, winners, at: "subtract" if shooter in winners else "add",
        ),
        (
            "unless-over",
            "a moon is added only where that ends the match",
            lambda shooter, over, winners, at: "add" if over else "subtract",
        ),
        (
            "not-winning",
            "a moon is added only where the shooter then wins",
            lambda shooter, over, winners, at: "add" if shooter in winners else "subtract",
        ),
        (
            "behind",
            "a moon is subtracted where the shooter is not in front before it",
            lambda shooter, over, winners, at: "subtract" if at.totals[shooter] > min(at.totals) else "add",
        ),
    ),
    *misread(
        "moon.off",
        ("adds", "a moon is added all the same", _added(1)),
        ("subtracts", "a moon is subtracted all the same", _subtracted(1)),
        ("nobody", "nobody scores", lambda raw, shooter, amount: (0,) * len(raw)),
        ("half", "who captures everything scores half", lambda raw, shooter, amount: tuple(each // 2 for each in raw)),
    ),
)
