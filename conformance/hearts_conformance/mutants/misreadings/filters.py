"""Filters in another order, and filters that are lifted otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hearts_reference.legality import FIRST, FIRST_TRICK_BAN, FREE_OPENING, LATER, ORDER
from hearts_reference.readings import Position, Reading

Order = tuple[tuple[str, ...], ...]
"""The filters of a situation, each with the rules that it carries."""


def reordered(situation: str, order: Callable[[Order], Order]) -> Reading:
    """Return the filters with those of one situation in another order."""
    return lambda asked, rules: order(ORDER[asked]) if asked == situation else ORDER[asked]


def binding_free_opening(*rules: str) -> Reading:
    """Return the filters with these rules binding an opening lead that may be any card."""
    return reordered(FREE_OPENING, lambda order: tuple((rule,) for rule in rules))


def binding_later(*rules: str) -> Reading:
    """Return the filters with these rules binding, as one filter, those who follow on later tricks."""
    return reordered(LATER, lambda order: (*order[:2], rules, *order[2:]))


BAN_FIRST: Final = reordered(
    FIRST, lambda order: (FIRST_TRICK_BAN, *(group for group in order if group != FIRST_TRICK_BAN))
)
"""The filters with the first-trick ban before following suit."""


def ban_split(*rules: str) -> Reading:
    """Return the filters with the first-trick ban as a filter for each of *rules*, so that each is lifted alone."""
    parts = [(rule,) for rule in rules]
    return reordered(
        FIRST, lambda order: tuple(part for group in order for part in (parts if group == FIRST_TRICK_BAN else [group]))
    )


def never_lifted(chapter: str, where: Callable[[Position], bool] = lambda at: True) -> Reading:
    """Return a lifting that in some situations spares the filters of one chapter, so that they can leave no card."""
    return lambda kept, before, rule, at: kept if rule.startswith(chapter) and where(at) else kept or before
