"""How many positions there are at and below one, by playing every legal card and taking it back.

The plainest use of `Match.play` and `Match.undo`, and a measure of both.  `hearts_conformance.perft` counts more, by
depth and with points, and compares the counts of two implementations.
"""

from __future__ import annotations

from .match import Match


def positions(match: Match) -> int:
    """Return the number of positions at and below where *match* stands, up to the end of the round.

    Two ways to the same cards on the table count as two.  The match is left as it was.
    """
    count, legal, turn = 1, match.legal_mask, match.turn
    if turn is None:
        return count
    while legal:
        lowest = legal & -legal
        legal ^= lowest
        match.play(turn, lowest.bit_length() - 1)
        count += positions(match)
        match.undo()
    return count
