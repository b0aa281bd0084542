"""Which options explain what was seen.

For each probe there is the trace of the implementation, and for any set of options the trace that the reference
gives by them.  The facts of the one that the other lacks are what those options leave unexplained.  `Search` finds
the options that leave least: it begins at the sheet that leaves least, changes one axis at a time as long as that
helps, and two linked ones where one alone does not.  Axes that a probe is not about are not varied by it.

An implementation with a peculiarity of its own leaves the same facts unexplained whatever the options; nothing rests
on them.  An axis may have any value that leaves nothing unexplained besides.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hearts_conformance.implementation import Implementation
from hearts_conformance.reference_target import Reference

from .axes import Options, key, values, with_two, with_value
from .probes import Probe
from .traces import Trace, record, unexplained

NO_PASS: Final = {"pass.cycle": ["hold"]}
"""What the reference plays by beside an implementation that does not pass and is dealt the hands that it leads from."""

Facts = frozenset[tuple[int, str]]
"""Facts left unexplained: the number of a probe and the name of what was seen."""


@dataclass(frozen=True)
class Asked:
    """A probe that was carried out."""

    probe: Probe
    trace: Trace


class Search:
    """What an implementation showed, and how well options explain it."""

    def __init__(
        self, implementation: Implementation, can: Collection[str], only: Collection[str] | None = None
    ) -> None:
        self.implementation = implementation
        self.can = frozenset(can)
        self.only = only
        """The facts that count; None for all."""
        self.reference = Reference()
        self.asked: list[Asked] = []
        self._known: dict[tuple[int, str], frozenset[str]] = {}

    def ask(self, probe: Probe) -> bool:
        """Carry out a probe; tell whether it could be begun.  Raises `Fault` as `traces.record` does."""
        trace = record(self.implementation, probe.setup, probe.script, self.can)
        if trace.began:
            self.asked.append(Asked(probe, trace))
        return trace.began

    # --- Explaining ------------------------------------------------------------------------------------------------

    def left_by(self, options: Options, numbers: Iterable[int], most: int | None = None) -> Facts:
        """Return what *options* leave unexplained in the probes with these *numbers*; stop beyond *most*."""
        left: set[tuple[int, str]] = set()
        name = key(options)
        for number in numbers:
            left |= {(number, fact) for fact in self._left(number, options, name)}
            if most is not None and len(left) > most:
                break
        return frozenset(left)

    def _left(self, number: int, options: Options, name: str) -> frozenset[str]:
        found = self._known.get((number, name))
        if found is None:
            asked = self.asked[number]
            found = self._unexplained(asked, {**options, **asked.probe.own})
            if found and asked.probe.own:
                ignoring = self._unexplained(asked, options)
                found = min(found, ignoring, key=len)
            self._known[number, name] = found
        return found

    def _unexplained(self, asked: Asked, options: Options) -> frozenset[str]:
        if "passing" not in self.can:
            options = {**options, **NO_PASS}
        expected = record(self.reference, replace(asked.probe.setup, options=options), asked.probe.script, self.can)
        refuses = bool({"refuse", "legal"} & self.can)
        return unexplained(asked.trace, expected, refuses=refuses, only=self.only)

    # --- Searching -------------------------------------------------------------------------------------------------

    def about(self, axis: str) -> list[int]:
        """Return the numbers of the probes that are about *axis*: those of its own chapter and short ones first."""
        chapter = axis.partition(".")[0] + "/"
        numbers = [number for number, asked in enumerate(self.asked) if axis in asked.probe.axes]
        probes = [asked.probe for asked in self.asked]
        return sorted(numbers, key=lambda at: (not probes[at].case.startswith(chapter), len(probes[at].script)))

    def best(self, starts: Sequence[Options]) -> dict[str, Any]:
        """Return the options, near one of *starts*, that leave least unexplained."""
        everything = range(len(self.asked))
        best, least = dict(starts[0]), self.left_by(starts[0], everything)
        for each in starts[1:]:
            left = self.left_by(each, everything, len(least))
            if len(left) < len(least):
                best, least = dict(each), left
        while least:
            better = self._step(best, least)
            if better is None:
                break
            best, least = better
        return best

    def _step(self, best: Options, least: Facts) -> tuple[dict[str, Any], Facts] | None:
        """Return the change that explains most, of one axis or, where none helps, of two; None where nothing does."""
        everything = range(len(self.asked))
        for nearest in (with_value, with_two):
            found: tuple[dict[str, Any], Facts] | None = None
            for axis, choice in values(best["players"]).items():
                for value in choice:
                    if value == best[axis]:
                        continue
                    for options in nearest(best, axis, value):
                        left = self.left_by(options, everything, len(found[1] if found else least))
                        if len(left) < len(found[1] if found else least):
                            found = options, left
            if found:
                return found
        return None

    def candidates(self, best: Options, axis: str) -> tuple[list[Any], list[int]]:
        """Return the values that *axis* may have, *best* being the best options, and the probes that exclude others."""
        numbers = self.about(axis)
        possible, evidence = [], list[int]()
        for value in values(best["players"])[axis]:
            nearest = with_value(best, axis, value) if value != best[axis] else [best]
            against = [self._against(options, best, numbers) for options in nearest]
            if None in against:
                possible.append(value)
            evidence += [number for number in against if number is not None]
        return possible, evidence

    def _against(self, options: Options, best: Options, numbers: Iterable[int]) -> int | None:
        """Return the first probe in which *options* leave something unexplained that *best* explains; None for none."""
        return next((at for at in numbers if self.left_by(options, [at]) - self.left_by(best, [at])), None)
