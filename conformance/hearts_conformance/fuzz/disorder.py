"""Mistakes in the order of steps: each step is done as the rules say, but one of them too early or too late.

A mutant of the catalogue misreads one rule and has one reading replaced.  The order of steps has no reading that
could be replaced: it is how the engine calls one after the other.  So several work together here: one of them keeps,
for a later one, how things stood before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hearts_conformance.mutants.misreadings.filters import reordered
from hearts_conformance.mutants.mutant import Mutant
from hearts_reference import READINGS
from hearts_reference.legality import LEADING
from hearts_reference.readings import Position, Reading
from hearts_spec.cards import SUIT_OF, Card, Mask

Points = tuple[int, ...]


# --- The limit, before a moon is settled ---------------------------------------------------------------------------


class Settled(Points):
    """Points, or totals, in which a moon has been settled, and that remember what they were before."""

    before: Points

    @classmethod
    def of(cls, points: Points, before: Points) -> Settled:
        """Return *points* that remember others."""
        made = cls(points)
        made.before = before
        return made


def _settle(way: str) -> Reading:
    """Return the reading of a way to settle a moon whose points remember those of the cards."""
    settle = READINGS[way]
    return lambda raw, shooter, amount: Settled.of(settle(raw, shooter, amount), raw)


def _with_bonus(points: Points, bonuses: Points, shooter: int | None) -> Points:
    """Add the bonus, to what is remembered as well."""
    return _remembering(points, lambda each: READINGS["bonus.after-moon"](each, bonuses, shooter))


def _added_up(totals: Points, points: Points) -> Points:
    """Add the points of a round to the totals, and those remembered to the same totals."""
    return _remembering(points, lambda each: READINGS["score.cumulative"](totals, each))


def _remembering(points: Points, step: Callable[[Points], Points]) -> Points:
    """Take a step with some points, and with those that they remember."""
    return Settled.of(step(points), step(points.before)) if isinstance(points, Settled) else step(points)


def _looked_at_before_moon(totals: Points, limit: int, reached: Callable[[int, int], bool]) -> bool:
    """Look at the totals as they were before a moon was settled."""
    at_limit: bool = READINGS["match.limit"](totals.before if isinstance(totals, Settled) else totals, limit, reached)
    return at_limit


def _limit_before_moon() -> Mutant:
    return Mutant(
        "score.order/limit-before-moon",
        "score.order",
        "whether the limit is reached is looked at before a moon is settled",
        {
            **{way: _settle(way) for way in ("moon.add", "moon.subtract")},
            "bonus.after-moon": _with_bonus,
            "score.cumulative": _added_up,
            "match.limit": _looked_at_before_moon,
        },
    )


# --- The trick before, still on the table --------------------------------------------------------------------------


def _trick_before() -> Mutant:
    """Return a misreading whose readings know with which card the latest trick was led."""
    led: Card | None = None

    def leads(winner: int, at: Position) -> int:
        nonlocal led
        led = at.led
        leader: int = READINGS["trick.winner-leads"](winner, at)
        return leader

    def follows(cards: Mask, at: Position) -> Mask:
        card = led if at.led is None else at.led
        return cards if card is None else cards & SUIT_OF[card]

    return Mutant(
        "play.follow-suit/trick-before",
        "play.follow-suit",
        "a trick is cleared away only when the next one is led, and whoever leads that has to follow",
        {
            "trick.winner-leads": leads,
            "play.precedence": reordered(LEADING, lambda order: (("play.follow-suit",),)),
            "play.follow-suit": follows,
        },
    )


OUT_OF_ORDER: Final[Mapping[str, Callable[[], Mutant]]] = {
    made().id: made for made in (_trick_before, _limit_before_moon)
}
"""Mutants with as many readings replaced as it takes to do a step out of order, each made anew for every match."""
