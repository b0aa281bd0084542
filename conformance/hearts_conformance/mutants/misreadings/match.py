"""The match: its limit, its end, ties and places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from hearts_conformance.mutants.mutant import Mutant, misread
from hearts_reference.ending import lowest, places
from hearts_reference.readings import Position, Reading

Totals = Sequence[int]


def _any_of(picked: Callable[[Totals], Totals]) -> Reading:
    """Return a test of the limit that looks at some numbers made of the totals."""
    return lambda totals, limit, reached: any(reached(total, limit) for total in picked(totals))


def _limit(changed: Callable[[int], int]) -> Reading:
    """Return a test against another limit."""
    return lambda totals, limit, reached: any(reached(total, changed(limit)) for total in totals)


def _tied_may_win(totals: Totals, at: Position) -> Totals:
    """Return the seats that shared the lowest total, once there is a tie to be broken."""
    tied = [seat for seat, total in enumerate(at.totals) if total == min(at.totals)]
    extra = at.limit_reached or (at.rules.ends_by_rounds and at.round_number > at.rules.round_count)
    return tied if extra and len(tied) > 1 else range(len(totals))


def _in_the_last_round(at: Position) -> bool:
    return at.rules.ends_by_rounds and at.round_number >= at.rules.round_count


def _highest_wins(totals: Totals, seats: Totals) -> tuple[int, ...]:
    return tuple(seat for seat in seats if totals[seat] == max(totals[each] for each in seats))


def _nearest_zero(totals: Totals, seats: Totals) -> tuple[int, ...]:
    return lowest([abs(total) for total in totals], seats)


def _not_the_highest(totals: Totals, seats: Totals) -> tuple[int, ...]:
    return tuple(seat for seat in seats if totals[seat] < max(totals)) or lowest(totals, seats)


def _dense(totals: Totals) -> tuple[int, ...]:
    order = sorted(set(totals))
    return tuple(1 + order.index(total) for total in totals)


def _places_from_zero(totals: Totals) -> tuple[int, ...]:
    return places([abs(total) for total in totals])


def _by_seat(totals: Totals) -> tuple[int, ...]:
    order = sorted(range(len(totals)), key=lambda seat: totals[seat])
    return tuple(1 + order.index(seat) for seat in range(len(totals)))


MUTANTS: Final[tuple[Mutant, ...]] = (
    *misread(
        "match.limit",
        (
            "all",
            "the match ends when all totals have reached the limit",
            lambda totals, limit, reached: all(reached(total, limit) for total in totals),
        ),
        ("sum", "the totals together have to reach the limit", _any_of(lambda totals: [sum(totals)])),
        ("lowest", "the lowest total has to reach the limit", _any_of(lambda totals: [min(totals)])),
        ("two", "two totals have to reach the limit", _any_of(lambda totals: [sorted(totals)[-2]])),
        ("first-seat", "the total of seat 0 has to reach the limit", _any_of(lambda totals: totals[:1])),
        ("last-seat", "the total of the last seat has to reach the limit", _any_of(lambda totals: totals[-1:])),
        ("not-first-seat", "the total of seat 0 does not count", _any_of(lambda totals: totals[1:])),
        ("never", "no limit ends the match", lambda totals, limit, reached: False),
        ("one-round", "the match ends with its first round", lambda totals, limit, reached: any(totals)),
    ),
    *misread(
        "match.limit-values",
        ("hundred", "the limit is always 100", _limit(lambda limit: 100)),
        ("fifty", "the limit is always 50", _limit(lambda limit: 50)),
        ("at-most-hundred", "a limit above 100 counts as 100", _limit(lambda limit: min(limit, 100))),
        ("at-least-fifty", "a limit below 50 counts as 50", _limit(lambda limit: max(limit, 50))),
        ("one-less", "the limit is a point lower", _limit(lambda limit: limit - 1)),
        ("one-more", "the limit is a point higher", _limit(lambda limit: limit + 1)),
        ("tens", "the limit is rounded to tens", _limit(lambda limit: max(10, limit // 10 * 10))),
        reading="match.limit",
    ),
    *misread(
        "match.reach",
        ("above", "only a total above the limit has reached it", lambda total, limit: total > limit),
        ("exactly", "only a total equal to the limit has reached it", lambda total, limit: total == limit),
        ("hundred", "100 points have reached any limit", lambda total, limit: total >= limit or total >= 100),
        ("either-sign", "a total as far below zero has reached it too", lambda total, limit: abs(total) >= limit),
        ("one-below", "a total one below has reached it", lambda total, limit: total >= limit - 1),
        ("one-above", "a total has to be two above the limit", lambda total, limit: total > limit + 1),
    ),
    *misread(
        "match.exceed",
        ("equal", "a total equal to the limit has reached it", lambda total, limit: total >= limit),
        ("two-above", "a total has to be two above the limit", lambda total, limit: total > limit + 1),
        ("below", "a total one below has reached it", lambda total, limit: total >= limit - 1),
        ("never", "no total ever reaches the limit", lambda total, limit: False),
    ),
    *misread(
        "match.rounds",
        ("one-more", "the match ends a round later", lambda rounds, rules: rounds > rules.round_count),
        ("one-less", "the match ends a round earlier", lambda rounds, rules: rounds + 1 >= rules.round_count),
        ("exactly", "the match ends after that round or never", lambda rounds, rules: rounds == rules.round_count),
        ("never", "no number of rounds ends the match", lambda rounds, rules: False),
        (
            "each-deals",
            "every seat deals as many rounds",
            lambda rounds, rules: rounds >= rules.round_count * rules.players,
        ),
    ),
    *misread(
        "match.whole-round",
        (
            "when-reached",
            "the match ends as soon as the cards captured carry a total to the limit",
            lambda at: (
                not at.rules.ends_by_rounds
                and any(
                    total + at.rules.points(pile) >= at.rules.limit
                    for total, pile in zip(at.totals, at.captured, strict=True)
                )
            ),
        ),
        ("last-round", "the last round is not played out", _in_the_last_round),
        (
            "points-gone",
            "a round ends when all point cards are captured",
            lambda at: not any(at.rules.points(hand) for hand in at.hands),
        ),
    ),
    *misread(
        "match.lowest-wins",
        ("highest", "the highest total wins", _highest_wins),
        ("first", "of equal totals the first seat wins", lambda totals, seats: lowest(totals, seats)[:1]),
        ("nearest-zero", "the total nearest to zero wins", _nearest_zero),
        ("all-but-one", "all but the highest total win", _not_the_highest),
        ("seat-zero", "seat 0 wins", lambda totals, seats: (0,)),
    ),
    *misread(
        "match.tie-continues",
        ("ends", "a tie does not go on", lambda winners, rules: False),
        ("three", "only a tie of more than two goes on", lambda winners, rules: len(winners) > 2),
        ("two", "a tie of more than two ends the match", lambda winners, rules: len(winners) == 2),
        ("always", "the match never ends", lambda winners, rules: True),
    ),
    *misread(
        "match.tie-cycle",
        (
            "repeats",
            "an extra round has the number of the last one",
            lambda number, extra: number if extra else number + 1,
        ),
        ("from-one", "extra rounds are counted from one", lambda number, extra: 1 if extra else number + 1),
        ("skips", "an extra round skips a number", lambda number, extra: number + 2 if extra else number + 1),
    ),
    *misread(
        "match.tie-latched",
        ("anew", "the limit has to be reached anew in every round", lambda before, now: now),
        ("before-only", "the limit counts from the round after", lambda before, now: before),
    ),
    *misread(
        "match.tie-open",
        ("tied-only", "in an extra round only those who were tied may win", _tied_may_win),
    ),
    *misread(
        "match.tie-shared",
        ("goes-on", "a tie goes on", lambda winners, rules: len(winners) > 1),
        ("goes-on-two", "a tie of two goes on", lambda winners, rules: len(winners) == 2),
    ),
    *misread(
        "match.tie-shared",
        ("first", "of those who are tied the first seat wins", lambda totals, seats: lowest(totals, seats)[:1]),
        reading="match.lowest-wins",
    ),
    *misread(
        "match.rank-shared",
        ("dense", "no place is left out after a shared one", _dense),
        ("by-seat", "of equal totals the first seat has the better place", _by_seat),
        (
            "worst",
            "equal totals share the worst place among them",
            lambda totals: tuple(sum(other <= total for other in totals) for total in totals),
        ),
        (
            "highest-first",
            "the highest total has the first place",
            lambda totals: tuple(1 + sum(other > total for other in totals) for total in totals),
        ),
        ("nearest-zero", "the total nearest to zero has the first place", _places_from_zero),
        (
            "from-zero",
            "places count from zero",
            lambda totals: tuple(sum(other < total for other in totals) for total in totals),
        ),
    ),
)
