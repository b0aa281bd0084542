"""What was found out, put into lines for a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from hearts_conformance.draw import Line

from . import Axis, Identification

INDENT: Final = "  "
MOST: Final = 6
"""How many cases are named for what nothing explains."""


def lines(found: Identification) -> Iterator[Line]:
    """Yield everything that was found: the sheets, every axis that is settled, those left open, and what is odd."""
    yield [
        (f"{found.name} {found.version}", "bold"),
        (f" with {found.players} players, started as {found.sheet}; {found.probes} probes", ""),
    ]
    yield []
    yield from _sheets(found)
    settled = {name: axis for name, axis in found.axes.items() if not axis.open}
    yield from _block("plays by", settled)
    yield from _block("open", found.open)
    yield from _unexplained(found)


def _sheets(found: Identification) -> Iterator[Line]:
    if found.sheets:
        yield [("like ", ""), (", ".join(found.sheets), "bold green")]
        return
    yield [("like no registered sheet; nearest:", "yellow")]
    width = max(len(each.sheet) for each in found.nearest)
    for each in found.nearest:
        apart = "; ".join(
            f"{axis} is {written(seen)}, not {written(ours)}" for axis, (ours, seen) in each.differences.items()
        )
        yield [(f"{INDENT}{each.sheet.ljust(width)}  ", "bold"), (apart, "")]


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
    yield [(f"no option explains what was seen in {len(found.unexplained)} cases", "yellow")]
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
