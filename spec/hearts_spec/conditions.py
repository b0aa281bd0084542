"""The one language in which rules, cases and the composer say under which options they hold.

A condition maps axes to what they must be; all of them must hold.  ``hearts.lead: any-time`` asks for that value;
a list asks for any one of its values; ``{not: …}`` asks for anything else.  On an axis whose value is itself a
list (``first-trick.banned``, ``pass.cycle``, ``deck.strip``) a scalar asks that it be contained and a list that it
be equal; on a map axis (``value.card``) a mapping asks for equality.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Condition = Mapping[str, Any]

UNORDERED = frozenset({"deck.strip", "first-trick.banned"})
"""The axes whose lists are sets: the order in which a condition names the members does not matter."""


def holds(when: Condition | None, options: Mapping[str, Any]) -> bool:
    """Tell whether the resolved *options* satisfy *when*; an absent condition always holds.

    An axis that *options* lack satisfies nothing but a negation.
    """
    return not when or all(meets(wanted, options.get(axis), axis) for axis, wanted in when.items())


def meets(wanted: Any, value: Any, axis: str = "") -> bool:
    """Tell whether one axis with the resolved *value* is as *wanted*."""
    if isinstance(wanted, Mapping) and set(wanted) == {"not"}:
        return not meets(wanted["not"], value, axis)
    if isinstance(value, list | tuple):
        if not isinstance(wanted, list | tuple):
            return wanted in value
        if axis in UNORDERED:
            return sorted(wanted) == sorted(value)
        return list(wanted) == list(value)
    if isinstance(wanted, list | tuple):
        return any(_same(each, value) for each in wanted)
    return _same(wanted, value)


def _same(wanted: Any, value: Any) -> bool:
    return bool(wanted == value) and isinstance(wanted, bool) == isinstance(value, bool)
