"""What was found out, put into lines for a person."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from hearts_conformance.draw import WIDTH, Line
from hearts_conformance.verdict import Misreading
from hearts_spec import texts

from . import Axis, Identification

INDENT: Final = "  "
MOST: Final = 6
"""How many cases are named for what no option explains, and how many misreadings."""
LABEL: Final = 9
"""How wide the labels of a misreading are."""


def lines(found: Identification) -> Iterator[Line]:
    """Yield everything that was found: the sheets, what is misread, axes settled, axes left open, and what is odd."""
    yield [
        (f"{found.name} {found.version}", "bold"),
        (f" with {found.players} players, started as {found.sheet}; {found.probes} probes", ""),
    ]
    yield []
    yield from _sheets(found)
    yield from _misreadings(found.misreadings)
    settled = {name: axis for name, axis in found.axes.items() if not axis.open}
    yield from _block("plays by", settled)
    yield from _block("open", found.open)
    yield from _unexplained(found)


def _sheets(found: Identification) -> Iterator[Line]:
    if found.sheets:
        apart = ", but for one rule that is read otherwise" if found.misreadings else ""
        yield [("like ", ""), (", ".join(found.sheets), "bold green"), (apart, "yellow")]
        return
    yield [("like no registered sheet; nearest:", "yellow")]
    width = max(len(each.sheet) for each in found.nearest)
    for each in found.nearest:
        apart = "; ".join(
            f"{axis} is {written(seen)}, not {written(ours)}" for axis, (ours, seen) in each.differences.items()
        )
        yield [(f"{INDENT}{each.sheet.ljust(width)}  ", "bold"), (apart, "")]


def _misreadings(found: Sequence[Misreading]) -> Iterator[Line]:
    if not found:
        return
    several = f"each of {len(found)} misreadings of a rule explains all that was seen; the likeliest first"
    yield []
    yield [("one misreading of a rule explains all that was seen" if len(found) == 1 else several, "bold yellow")]
    for rule, ways in groupby(found[:MOST], key=attrgetter("rule")):
        yield [(f"{INDENT}{rule}", "bold")]
        yield from _behind("says", texts.catalogue().rules[rule].text, "dim")
        for each in ways:
            yield from _behind("read as", each.misreading, "bold")
    if len(found) > MOST:
        yield [(f"{INDENT}and {len(found) - MOST} more; --format json has them all", "dim")]


def _behind(label: str, text: str, style: str) -> Iterator[Line]:
    """Yield a text in lines behind a label, below a rule."""
    indent = INDENT * 2
    for row in textwrap.wrap(text, WIDTH - len(indent) - LABEL):
        yield [(f"{indent}{label.ljust(LABEL)}", "dim"), (row, style)]
        label = ""


def _block(title: str, axes: Mapping[str, Axis]) -> Iterator[Line]:
    if not axes:
        return
    yield []
    yield [(title, "bold")]
    width = max(map(len, axes))
    for name, axis in axes.items():
        values = " or ".join(map(written, axis.candidates))
        told = axis.open or (f"seen in {axis.evidence[0]}" if axis.evidence else "")
        yield [(f"{INDENT}{name.ljust(width)}  ", ""), (values, "bold"), (f"  {told}", "dim")]


def _unexplained(found: Identification) -> Iterator[Line]:
    if not found.unexplained:
        return
    yield []
    cases = "1 case" if len(found.unexplained) == 1 else f"{len(found.unexplained)} cases"
    yield [(f"no option explains what was seen in {cases}", "yellow")]
    for case, facts in list(found.unexplained.items())[:MOST]:
        yield [(f"{INDENT}{case}", ""), (f": {', '.join(facts)}", "dim")]
    if len(found.unexplained) > MOST:
        yield [(f"{INDENT}and {len(found.unexplained) - MOST} more; heartspec verify shows them all", "dim")]


def written(value: Any) -> str:
    """Return a value of an option as a sheet writes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {each}" for key, each in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(str, value))}]"
    return str(value)
