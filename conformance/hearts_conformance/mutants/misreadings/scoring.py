"""Points, the bonus card and totals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hearts_conformance.mutants.mutant import Mutant, misread
from hearts_reference.legality import suit_led
from hearts_reference.readings import Position, Reading
from hearts_reference.scoring import with_bonus
from hearts_spec.cards import CARDS, DIAMONDS, HEARTS, QUEEN, RANKS, Card, Mask
from hearts_spec.rules import Rules

from .looking import one, when_following, when_void

Points = tuple[int, ...]


def _worth(points: int) -> Reading:
    return lambda card, rules: points


def _except(name: str, points: int) -> Reading:
    """Return a reading under which one card scores *points*, and all others what the sheet says."""
    return lambda card, rules: points if card == CARDS[name] else rules.values[card]


def _pips(card: Card, rules: Rules) -> int:
    return card % 13 + 2


def _ten_for_pictures(card: Card, rules: Rules) -> int:
    return min(card % 13 + 2, 10)


def _each_heart() -> tuple[tuple[str, str, Reading], ...]:
    return tuple((f"{rank}H".lower(), f"the heart {rank} scores nothing", _except(f"{rank}H", 0)) for rank in RANKS)


def _bonus_without_moon(points: Points, bonuses: Points, shooter: int | None) -> Points:
    return points if shooter is not None else with_bonus(points, bonuses, shooter)


def _bonus_for(keeps: Callable[[int, int | None], bool]) -> Reading:
    """Return a reading under which only some seats get their bonus after a moon."""

    def entered(points: Points, bonuses: Points, shooter: int | None) -> Points:
        if shooter is None:
            return with_bonus(points, bonuses, shooter)
        kept = tuple(bonus if keeps(seat, shooter) else 0 for seat, bonus in enumerate(bonuses))
        return with_bonus(points, kept, shooter)

    return entered


def _down_to_zero(points: Points, bonuses: Points, shooter: int | None) -> Points:
    return tuple(max(0, point + bonus) for point, bonus in zip(points, bonuses, strict=True))


def _with_moon_cards(cards: Mask, rules: Rules) -> Mask:
    return cards | rules.bonus


def _five_off_for_none(totals: Points, points: Points) -> Points:
    return tuple(total + (each or -5) for total, each in zip(totals, points, strict=True))


def _running(totals: Points, at: Position) -> Points:
    """Show the points captured so far with the totals while a round is played."""
    if at.round_is_over:
        return totals
    return tuple(total + at.rules.points(pile) for total, pile in zip(totals, at.captured, strict=True))


def _bonus_need_not_follow(cards: Mask, at: Position) -> Mask:
    following = cards & suit_led(at)
    return following if at.tricks or following & ~at.rules.bonus else cards


def _no_bonus(cards: Mask, at: Position) -> Mask:
    return cards & ~at.rules.bonus


MUTANTS: Final[tuple[Mutant, ...]] = (
    *misread(
        "score.heart",
        ("pips", "a heart scores its rank", _pips),
        ("nothing", "hearts score nothing", _worth(0)),
        ("two", "a heart scores 2 points", _worth(2)),
        ("minus-one", "a heart takes a point off", _worth(-1)),
        ("pictures", "only picture hearts score", lambda card, rules: int(card % 13 > 8)),
        *_each_heart(),
    ),
    *misread(
        "score.pips",
        ("one", "a heart scores 1 point", _worth(1)),
        ("ace-one", "the ace of hearts scores 1", _except("AH", 1)),
        ("ace-fifteen", "the ace of hearts scores 15", _except("AH", 15)),
        ("ace-eleven", "the ace of hearts scores 11", _except("AH", 11)),
        ("pictures-ten", "picture hearts score 10", _ten_for_pictures),
        ("from-one", "the two of hearts scores 1, and so on", lambda card, rules: card % 13 + 1),
        ("from-zero", "the two of hearts scores nothing, and so on", lambda card, rules: card % 13),
        *_each_heart(),
    ),
    *misread(
        "score.heart-by-rank",
        ("one", "a heart scores 1 point", _worth(1)),
        ("pips", "a heart scores its rank", _pips),
        (
            "backwards",
            "the list is read from the other end",
            lambda card, rules: rules.values[CARDS["2H"] + 12 - card % 13],
        ),
        (
            "one-off",
            "a heart scores what the rank below it should",
            lambda card, rules: rules.values[max(card - 1, CARDS["2H"])],
        ),
        *_each_heart(),
    ),
    *misread(
        "score.queen",
        ("nothing", "the queen of spades scores nothing", _worth(0)),
        ("twelve", "the queen of spades scores 12 points", _worth(12)),
        ("fourteen", "the queen of spades scores 14 points", _worth(14)),
        ("one", "the queen of spades scores 1 point", _worth(1)),
        ("twenty-six", "the queen of spades scores 26 points", _worth(26)),
        ("minus", "the queen of spades takes 13 points off", _worth(-13)),
    ),
    *misread(
        "score.high-spades",
        ("nothing", "king and ace of spades score nothing", _worth(0)),
        (
            "swapped",
            "king and ace of spades are exchanged",
            lambda card, rules: rules.values[CARDS["KS"] + CARDS["AS"] - card],
        ),
        ("king-nine", "the king of spades scores 9 points", _except("KS", 9)),
        ("king-eleven", "the king of spades scores 11 points", _except("KS", 11)),
        ("ace-six", "the ace of spades scores 6 points", _except("AS", 6)),
        ("ace-eight", "the ace of spades scores 8 points", _except("AS", 8)),
        ("king-alone", "the ace of spades scores nothing", _except("AS", 0)),
        ("ace-alone", "the king of spades scores nothing", _except("KS", 0)),
    ),
    *misread(
        "score.card-value",
        ("nothing", "a card that is listed scores nothing", _worth(0)),
        ("one-more", "a card that is listed scores a point more", lambda card, rules: rules.values[card] + 1),
        ("one-less", "a card that is listed scores a point less", lambda card, rules: rules.values[card] - 1),
        ("off", "a card that is listed takes its value off", lambda card, rules: -rules.values[card]),
        ("thirteen", "a card that is listed scores like the queen of spades", _worth(13)),
        ("never-off", "a value below zero counts as none", lambda card, rules: max(0, rules.values[card])),
    ),
    *misread(
        "score.card-value",
        (
            "queen-anyway",
            "the queen of spades scores 13 though the sheet does not list it",
            lambda card, rules: 13 if 1 << card & QUEEN else 0,
        ),
        reading="score.others-zero",
    ),
    *misread(
        "score.card-value",
        ("queen-thirteen", "the queen of spades scores 13 whatever the sheet lists", _worth(13)),
        reading="score.queen",
    ),
    *misread(
        "score.card-value",
        (
            "ten-and-seven",
            "king and ace of spades score 10 and 7 whatever the sheet lists",
            lambda card, rules: 10 if card == CARDS["KS"] else 7,
        ),
        (
            "double",
            "king and ace of spades count double where the sheet lists them",
            lambda card, rules: 2 * rules.values[card],
        ),
        reading="score.high-spades",
    ),
    *misread(
        "score.others-zero",
        ("one", "every other card scores 1 point", _worth(1)),
        (
            "jack-of-diamonds",
            "the jack of diamonds takes 10 points off",
            lambda card, rules: -10 if card == CARDS["JD"] else 0,
        ),
        ("ten-of-clubs", "the ten of clubs scores 10 points", lambda card, rules: 10 if card == CARDS["TC"] else 0),
        (
            "high-spades",
            "king and ace of spades score 10 and 7",
            lambda card, rules: {CARDS["KS"]: 10, CARDS["AS"]: 7}.get(card, 0),
        ),
        ("diamonds", "diamonds score 1 point each", lambda card, rules: int(bool(DIAMONDS >> card & 1))),
        ("aces", "aces score 1 point each", lambda card, rules: int(card % 13 == 12)),
        ("two-of-clubs", "the two of clubs scores 1 point", lambda card, rules: int(card == CARDS["2C"])),
    ),
    *misread(
        "score.raw-sum",
        ("trick", "each card captured scores a point besides", lambda card, rules: 1),
        reading="score.others-zero",
    ),
    *misread(
        "score.raw-sum", ("twenty-five", "the queen of spades scores 12, the sum 25", _worth(12)), reading="score.queen"
    ),
    *misread("score.raw-sum", ("thirty-nine", "hearts score 2 each, the sum 39", _worth(2)), reading="score.heart"),
    *misread(
        "score.order",
        ("bonus-before-moon", "the bonus comes before the moon, which replaces it", _bonus_without_moon),
        (
            "shooter-loses-it",
            "the moon replaces the bonus of the shooter",
            _bonus_for(lambda seat, shooter: seat != shooter),
        ),
        reading="bonus.after-moon",
    ),
    *misread("score.final-sum", ("hearts-double", "hearts count double in the sum", _worth(2)), reading="score.heart"),
    *misread(
        "score.final-sum",
        ("bonus-left-out", "the bonus does not show in the sum", lambda captured, rules: 0),
        (
            "bonus-doubled",
            "the bonus counts twice",
            lambda captured, rules: 2 * rules.bonus_value if captured & rules.bonus else 0,
        ),
        reading="bonus.value",
    ),
    *misread(
        "score.final-sum",
        (
            "moon-shared",
            "the moon amount is shared among the opponents",
            lambda raw, shooter, amount: tuple(
                0 if seat == shooter else amount // (len(raw) - 1) for seat in range(len(raw))
            ),
        ),
        reading="moon.add",
    ),
    *misread(
        "score.after-round",
        ("running", "points count as soon as they are captured", _running),
        (
            "hidden",
            "no totals are shown while a round is played",
            lambda totals, at: totals if at.round_is_over else (0,) * len(totals),
        ),
    ),
    *misread(
        "score.cumulative",
        ("five-off-for-none", "who scores nothing in a round gets 5 points off", _five_off_for_none),
        ("last-round", "only the last round counts", lambda totals, points: tuple(points)),
        (
            "taken-off",
            "points are taken off",
            lambda totals, points: tuple(total - each for total, each in zip(totals, points, strict=True)),
        ),
        ("highest", "the best round counts", lambda totals, points: tuple(map(max, totals, points))),
        (
            "to-the-left",
            "points are entered for the left neighbour",
            lambda totals, points: tuple(total + points[seat - 1] for seat, total in enumerate(totals)),
        ),
        (
            "reset-at-hundred",
            "a total of exactly 100 falls to 50",
            lambda totals, points: tuple(
                50 if total + each == 100 else total + each for total, each in zip(totals, points, strict=True)
            ),
        ),
    ),
    *misread(
        "score.negative",
        ("not-below-zero", "a total does not fall below zero", lambda total, rules: max(0, total)),
        ("without-sign", "a total below zero loses its sign", lambda total, rules: abs(total)),
        ("not-below-minus-ten", "a total does not fall below minus ten", lambda total, rules: max(-10, total)),
    ),
    *misread(
        "bonus.default-off",
        (
            "jack-of-diamonds",
            "the jack of diamonds takes 10 points off all the same",
            lambda card, rules: -10 if card == CARDS["JD"] and not rules.bonus else 0,
        ),
        (
            "jack-scores",
            "the jack of diamonds scores 10 points",
            lambda card, rules: 10 if card == CARDS["JD"] and not rules.bonus else 0,
        ),
        reading="score.others-zero",
    ),
    *misread(
        "bonus.value",
        ("nothing", "the bonus card scores nothing", lambda captured, rules: 0),
        (
            "added",
            "the bonus is added as points",
            lambda captured, rules: -rules.bonus_value if captured & rules.bonus else 0,
        ),
        ("ten", "the bonus is always 10", lambda captured, rules: -10 if captured & rules.bonus else 0),
        (
            "jack-only",
            "only a jack of diamonds is a bonus",
            lambda captured, rules: rules.bonus_value if captured & rules.bonus & one("JD") else 0,
        ),
        (
            "not-taken",
            "who does not capture it gets the bonus",
            lambda captured, rules: 0 if captured & rules.bonus else rules.bonus_value,
        ),
        (
            "all-diamonds",
            "every diamond is a bonus card",
            lambda captured, rules: rules.bonus_value * (captured & DIAMONDS).bit_count() if rules.bonus else 0,
        ),
    ),
    *misread(
        "bonus.not-penalty",
        ("needed", "a moon needs the bonus card too", _with_moon_cards),
    ),
    *misread(
        "bonus.not-penalty",
        ("breaks", "the bonus card breaks hearts", lambda card, at: bool((HEARTS | at.rules.bonus) >> card & 1)),
        reading="hearts.break",
    ),
    *misread(
        "bonus.allowed-first-trick",
        ("banned", "the bonus card may not be played on the first trick", _no_bonus),
        ("not-discarded", "who is void may not discard the bonus card on the first trick", when_void(_no_bonus)),
        ("not-following", "the bonus card may not follow suit on the first trick", when_following(_no_bonus)),
    ),
    *misread(
        "bonus.allowed-first-trick",
        ("need-not-follow", "a bonus card that alone could follow suit need not", _bonus_need_not_follow),
        reading="play.follow-suit",
    ),
    *misread(
        "bonus.after-moon",
        ("cancelled", "a moon cancels the bonus", _bonus_without_moon),
        ("not-the-shooter", "the shooter gets no bonus", _bonus_for(lambda seat, shooter: seat != shooter)),
        ("only-the-shooter", "only the shooter gets a bonus", _bonus_for(lambda seat, shooter: seat == shooter)),
        ("not-below-zero", "the bonus does not take a score below zero", _down_to_zero),
    ),
)
