"""When a match ends, who has won it, who stands where, and how it goes on.

The test comes after a whole round and never within one (``match.whole-round``).  A limit once reached stays
reached (``match.tie-latched``).  While the lowest total is shared, rounds go on (``match.tie-continues``), or the
win is shared (``match.tie-shared``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hearts_spec.rules import Rules

from .readings import Position, reading

Totals = Sequence[int]

# --- Has the end come? ---------------------------------------------------------------------------------------------


def rule_of_reaching(rules: Rules) -> str:
    """Return the id of the rule that says when a total has reached the limit."""
    return "match.exceed" if rules.must_exceed else "match.reach"


@reading("match.reach")
def reaches(total: int, limit: int) -> bool:
    """``match.reach``: a total equal to the limit or above it has reached it."""
    return total >= limit


@reading("match.exceed")
def exceeds(total: int, limit: int) -> bool:
    """``match.exceed``: only a total above the limit has reached it."""
    return total > limit


@reading("match.limit")
def limit_reached(totals: Totals, limit: int, reached: Callable[[int, int], bool]) -> bool:
    """``match.limit``: the match ends when any total has reached the limit."""
    for total in totals:  # noqa: SIM110 (a generator costs more than the loop)
        if reached(total, limit):
            return True
    return False


@reading("match.tie-latched")
def latched(before: bool, now: bool) -> bool:
    """``match.tie-latched``: the limit, once reached, counts as reached from then on."""
    return before or now


@reading("match.rounds")
def rounds_played(rounds: int, rules: Rules) -> bool:
    """``match.rounds``: the match ends when the number of rounds that the sheet sets has been played."""
    return rounds >= rules.round_count


def rule_of_ties(rules: Rules) -> str:
    """Return the id of the rule that says what a shared lowest total leads to."""
    return "match.tie-shared" if rules.shares_win else "match.tie-continues"


@reading("match.tie-continues")
def tie_goes_on(winners: Sequence[int], rules: Rules) -> bool:
    """``match.tie-continues``: while the lowest total is shared, further rounds are played."""
    return len(winners) > 1


@reading("match.tie-shared")
def tie_ends(winners: Sequence[int], rules: Rules) -> bool:
    """``match.tie-shared``: those who share the lowest total share the win, and no further round is played."""
    return False


# --- Who has won? --------------------------------------------------------------------------------------------------


@reading("match.tie-open")
def everybody(totals: Totals, at: Position) -> Sequence[int]:
    """``match.tie-open``: every seat may win, in extra rounds too.  *at* shows the totals before the round."""
    return range(len(totals))


@reading("match.lowest-wins")
def lowest(totals: Totals, seats: Sequence[int]) -> tuple[int, ...]:
    """``match.lowest-wins``: of *seats*, those with the lowest total, whoever reached the limit."""
    least = min([totals[seat] for seat in seats])
    return tuple([seat for seat in seats if totals[seat] == least])


@reading("match.rank-shared")
def places(totals: Totals) -> tuple[int, ...]:
    """``match.rank-shared``: equal totals share a place, and as many places are skipped: 1, 2, 2, 4."""
    return tuple(1 + sum(other < total for other in totals) for total in totals)


# --- How does it go on? --------------------------------------------------------------------------------------------


@reading("match.tie-cycle")
def next_round(round_number: int, extra: bool) -> int:
    """``match.tie-cycle``: rounds are counted on, extra ones too, and the cycle of passes with them.

    *extra* says whether the round that follows is an extra one.
    """
    return round_number + 1


@reading("deal.first-dealer")
def first_dealer(dealer: int, round_number: int, rules: Rules) -> int:
    """``deal.first-dealer``: who deals first is given; *dealer* deals the round with which the match begins."""
    return dealer


@reading("deal.dealer-rotates")
def next_dealer(dealer: int, rules: Rules) -> int:
    """``deal.dealer-rotates``: after every round the deal moves one seat to the left."""
    return (dealer + 1) % rules.players
