"""Which options explain what was seen.

For each probe there is the trace of the implementation, and for any set of options the trace that the reference
gives by them.  The facts of the one that the other lacks are what those options leave unexplained.  `Search` finds
the options that leave least: it begins at the sheet that leaves least, changes one axis at a time as long as that
helps, and two linked ones where one alone does not.  Axes that a probe is not about are not varied by it.

An implementation with a peculiarity of its own leaves the same facts unexplained whatever the options; nothing rests
on them.  An axis may have any value that leaves nothing unexplained besides.  Where the peculiarity is one that can be
told, a rule misread, the same search goes on with a reference that misreads it too (`Search.misread`).
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hearts_conformance.faults import Fault
from hearts_conformance.implementation import Implementation, Setup
from hearts_conformance.mutants.mutant import Mutant
from hearts_conformance.reference_target import Reference
from hearts_conformance.script import DealRound, to_mask
from hearts_spec.cards import Mask
from hearts_spec.rules import Rules

from .axes import Options, key, values, with_two, with_value
from .probes import Probe
from .traces import MOVE, Outcome, Trace, record, unexplained

NO_PASS: Final = {"pass.cycle": ["hold"]}
"""What the reference plays by beside an implementation that does not pass and is dealt the hands that it leads from."""

PACK: Final = frozenset({"deck.strip", "deal.remainder"})
"""The axes that say which pack is dealt."""

Facts = frozenset[tuple[int, str]]
"""Facts left unexplained: the number of a probe and the name of what was seen."""


@dataclass(frozen=True, eq=False)
class Asked:
    """A probe that was carried out."""

    probe: Probe
    trace: Trace

    @property
    def pack(self) -> tuple[Mask, int]:
        """The cards that are dealt first, and how many of them lie in the kitty."""
        first = next(each for each in self.probe.script if isinstance(each, DealRound))
        cards = to_mask(card for hand in (*first.hands, first.kitty) for card in hand)
        return cards, len(first.kitty)


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
        self.misreads = False
        """Whether the reference misreads a rule."""
        self.asked: list[Asked] = []
        self.fixed: frozenset[str] = frozenset()
        """The axes that are not varied, because nothing shows them."""
        self._known: dict[tuple[int, str], frozenset[str]] = {}

    def ask(self, probe: Probe) -> bool:
        """Carry out a probe; tell whether it could be begun.  Raises `Fault` as `traces.record` does."""
        trace = record(self.implementation, probe.setup, probe.script, self.can)
        if trace.began:
            self.asked.append(Asked(probe, trace))
        return trace.began

    def misread(self, mutant: Mutant) -> Search:
        """Return a search in what was seen here by a reference that misreads a rule."""
        other = copy.copy(self)
        other.reference, other.misreads, other._known = mutant.target(), True, {}
        return other

    def settle_pack(self, start: Rules) -> None:
        """Where more than one pack is taken, whichever it is says nothing: go on with that of *start* alone."""
        told = [asked for asked in self.asked if not PACK & asked.probe.own.keys()]
        if self.fixed or len({asked.pack for asked in told if asked.trace.dealt}) > 1:
            self.fixed = PACK
            others = [asked for asked in told if asked.pack != (start.pack, start.kitty_size)]
            self.asked = [asked for asked in self.asked if asked not in others]
            self._known.clear()

    # --- Explaining ------------------------------------------------------------------------------------------------

    def left(self, options: Options) -> Facts:
        """Return what *options* leave unexplained."""
        name = key(options)
        return frozenset((at, fact) for at in range(len(self.asked)) for fact in self._left(at, options, name))

    def _left_if_fewer(self, options: Options, numbers: Iterable[int], than: int) -> Facts | None:
        """Return what *options* leave unexplained in the probes with these *numbers*; None once it is too much."""
        left: set[tuple[int, str]] = set()
        name = key(options)
        for number in numbers:
            left |= {(number, fact) for fact in self._left(number, options, name)}
            if len(left) >= than:
                return None
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
        setup = replace(asked.probe.setup, options=options)
        try:
            expected = record(self.reference, setup, asked.probe.script, self.can)
        except Fault:  # a misreading may come to nothing in any way
            return frozenset({MOVE})
        if self.misreads and expected.events[0].outcome is Outcome.FAILED and _starts(Reference(), setup):
            return frozenset({MOVE})
        refuses = bool({"refuse", "legal"} & self.can)
        return unexplained(asked.trace, expected, refuses=refuses, only=self.only)

    def explains(self, options: Options, first: Iterable[int] = ()) -> bool:
        """Tell whether *options* leave nothing unexplained; the probes with the numbers *first* are looked at first."""
        order = dict.fromkeys([*first, *range(len(self.asked))])
        return self._left_if_fewer(options, order, 1) is not None

    # --- Searching -------------------------------------------------------------------------------------------------

    def about(self, axis: str) -> list[int]:
        """Return the numbers of the probes that are about *axis*: those of its own chapter and short ones first."""
        chapter = axis.partition(".")[0] + "/"
        numbers = [number for number, asked in enumerate(self.asked) if axis in asked.probe.axes]
        probes = [asked.probe for asked in self.asked]
        return sorted(numbers, key=lambda at: (not probes[at].case.startswith(chapter), len(probes[at].script)))

    def best(self, starts: Sequence[Options]) -> dict[str, Any]:
        """Return the options, near one of *starts*, that leave least unexplained."""
        best, least = dict(starts[0]), self.left(starts[0])
        for each in starts[1:]:
            best, least = self._better([each], least) or (best, least)
        while least:
            alone = (options for axis, value in self._others(best) for options in with_value(best, axis, value))
            by_two = (options for axis, value in self._others(best) for options in with_two(best, axis, value))
            found = self._better(alone, least) or self._better(by_two, least)
            if not found:
                break
            best, least = found
        return best

    def _better(self, choice: Iterable[Options], least: Facts) -> tuple[dict[str, Any], Facts] | None:
        """Return which of *choice* leaves least, and what; None where none leaves less than *least*."""
        odd = sorted({number for number, _ in least})
        order = [*odd, *(number for number in range(len(self.asked)) if number not in odd)]
        found: tuple[dict[str, Any], Facts] | None = None
        for options in choice:
            left = self._left_if_fewer(options, order, len(least))
            if left is not None:
                found, least = (dict(options), left), left
        return found

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
        ours, theirs = key(best), key(options)
        return next((at for at in numbers if self._left(at, options, theirs) - self._left(at, best, ours)), None)

    def _others(self, options: Options) -> Iterator[tuple[str, Any]]:
        """Yield every axis with each of its candidates but the value that it has in *options*."""
        for axis, choice in values(options["players"]).items():
            if axis not in self.fixed:
                yield from ((axis, value) for value in choice if value != options[axis])


def _starts(reference: Reference, setup: Setup) -> bool:
    """Tell whether the reference takes a start."""
    try:
        reference.start(setup)
    except ValueError:
        return False
    return True
