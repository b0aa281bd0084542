"""When a match ends, who has won it, and who stands where.

The test comes after a whole round and never within one (``match.whole-round``).  A limit once reached stays
reached (``match.tie-latched``), and while the lowest total is shared, rounds go on (``match.tie-continues``) or the
win is shared (``match.tie-shared``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hearts_spec.rules import Rules

from .readings import reading

Totals = Sequence[int]


@reading("match.reach")
def reaches(total: int, limit: int) -> bool:
    """``match.reach``: a total equal to the limit has reached it."""
    return total >= limit


@reading("match.exceed")
def exceeds(total: int, limit: int) -> bool:
    """``match.exceed``: only a total above the limit counts."""
    return total > limit


@reading("match.tie-latched")
def latched(before: bool, now: bool) -> bool:
    """``match.tie-latched``: the limit, once reached, counts as reached from then on."""
    return before or now


@reading("match.rounds")
def rounds_played(round_number: int, rules: Rules) -> bool:
    """``match.rounds``: the number of rounds that the sheet sets has been played."""
    return round_number >= rules.round_count


@reading("match.lowest-wins", "match.tie-open")
def lowest(totals: Totals, at: Any) -> tuple[int, ...]:
    """``match.lowest-wins``, ``match.tie-open``: the lowest total wins, whosever it is."""
    least = min(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == least)


@reading("match.tie-continues")
def tie_goes_on(winners: Sequence[int], totals: Totals, rules: Rules) -> bool:
    """``match.tie-continues``: while the lowest total is shared, further rounds are played."""
    return len(winners) > 1


@reading("match.tie-shared")
def tie_ends(winners: Sequence[int], totals: Totals, rules: Rules) -> bool:
    """``match.tie-shared``: those with the lowest total share the win, and no further round is played."""
    return False


@reading("match.rank-shared")
def places(totals: Totals) -> tuple[int, ...]:
    """``match.rank-shared``: equal totals share a place, and the next is skipped accordingly: 1, 2, 2, 4."""
    return tuple(1 + sum(other < total for other in totals) for total in totals)


@reading("match.tie-cycle")
def next_round(round_number: int, extra: bool) -> int:
    """``match.tie-cycle``: rounds are counted on, extra rounds too, and with them the cycle of passes."""
    return round_number + 1


@reading("deal.dealer-rotates")
def next_dealer(dealer: int, rules: Rules) -> int:
    """``deal.dealer-rotates``: the deal moves one seat to the left each round."""
    return (dealer + 1) % rules.players
