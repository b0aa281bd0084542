"""What becomes of verdicts: one stream of events, and listeners that write it down.

A run tells each `Listener` how it begins, then every verdict as it comes, then how it ends.  A listener keeps what it
needs and knows of no other: the terminal report, JSON and every other kind are each one class.  A new kind of file is
one line in `KINDS`.

`Tally` is the listener that counts; it also knows the exit status that the counts amount to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from hearts_conformance.implementation import Description
from hearts_conformance.verdict import FAILURES, JUDGED, Kind, Verdict
from hearts_spec.data import did_you_mean

KINDS: Final[dict[str, str]] = {
    "json": "hearts_conformance.report.json:JsonReport",
    "jsonl": "hearts_conformance.report.jsonl:JsonLinesReport",
    "junit": "hearts_conformance.report.junit:JUnitReport",
    "html": "hearts_conformance.report.html:HtmlReport",
    "badge": "hearts_conformance.report.badge:BadgeReport",
}
"""The kinds of file that ``--report KIND=PATH`` writes: kind to ``module:Listener``, made with the path."""

STANDARD: Final = "-"
"""The path that means standard output, for the kinds in `ON_STANDARD`."""
ON_STANDARD: Final = frozenset({"json", "jsonl"})

FAILED: Final = frozenset({*FAILURES, Kind.UNEXPECTED_PASS})
"""The kinds that keep a run from being all well."""


@dataclass(frozen=True)
class Run:
    """What a run judges, and how: what a report says before its first verdict."""

    target: str
    """The target as it was named."""
    description: Description
    sheets: tuple[str, ...]
    players: tuple[int, ...]
    suite: str
    """The version of the suite."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options set on top of every sheet."""
    total: int | None = None
    """How many verdicts will come, where that is known."""
    language: str = "en"
    started: str = ""
    """When it began, as an ISO 8601 date and time in UTC."""
    known: str = ""
    """The file of known deviations that the verdicts are held to, if any."""
    ships_known: bool = False
    """Whether the target brings a list of known deviations along (``--known shipped``)."""
    part: bool = False
    """Whether only some rules or cases were asked for, so that a good end says nothing of the others."""


class Listener:
    """Hears a run from its beginning to its end.  Every method does nothing unless a kind of report overrides it."""

    def begin(self, run: Run) -> None:
        """Hear what is about to be judged."""

    def verdict(self, verdict: Verdict) -> None:
        """Hear one verdict."""

    def end(self, tally: Tally) -> None:
        """Hear that no more verdicts come, and how many there were of each kind.

        Called also where a run was cut short, so that what was found is always reported.
        """


class Tally(Listener):
    """Counts verdicts by kind and by chapter."""

    def __init__(self) -> None:
        self.counts: Counter[Kind] = Counter()
        self.chapters: dict[str, Counter[Kind]] = {}
        self.stale: tuple[str, ...] = ()
        """What is wrong with the list of known deviations, a sentence an entry."""

    def verdict(self, verdict: Verdict) -> None:
        """Count one verdict."""
        self.counts[verdict.kind] += 1
        self.chapters.setdefault(verdict.chapter, Counter())[verdict.kind] += 1

    @property
    def judged(self) -> int:
        """How many verdicts say something about the implementation."""
        return sum(self.counts[kind] for kind in JUDGED)

    @property
    def status(self) -> int:
        """The exit status: 3 for a fault of the suite, 2 where nothing was judged, 1 where not all is well, or 0."""
        if self.counts[Kind.SUITE_BUG]:
            return 3
        if not self.judged:
            return 2
        return int(bool(self.stale) or any(self.counts[kind] for kind in (*FAILED, Kind.NOT_RUN)))


def hear(
    run: Run,
    verdicts: Iterable[Verdict],
    listeners: Sequence[Listener],
    stale: Callable[[], Sequence[str]] = tuple,
) -> Tally:
    """Tell *listeners* a whole run, and return the counts.

    The end is told whatever happens on the way: an interrupted run still reports what it found.  After a whole one,
    *stale* says what is wrong with the list of known deviations.
    """
    tally = Tally()
    everybody = [tally, *listeners]
    for each in everybody:
        each.begin(run)
    try:
        for verdict in verdicts:
            for each in everybody:
                each.verdict(verdict)
        tally.stale = tuple(stale())
    finally:
        _end(everybody, tally)
    return tally


def _end(listeners: Sequence[Listener], tally: Tally) -> None:
    """Tell every listener that the run is over, also where one of them fails; then let the first failure out."""
    failures: list[Exception] = []
    for each in listeners:
        try:
            each.end(tally)
        except Exception as error:
            failures.append(error)
    if failures:
        raise failures[0]


class ReportError(ValueError):
    """A report cannot be written as asked; the text says why."""


def writer(request: str) -> Listener:
    """Return the listener for one ``KIND=PATH``; raise `ReportError` for a kind that there is not."""
    kind, equals, path = request.partition("=")
    if not equals or not path:
        raise ReportError(f"a report is asked for as KIND=PATH, such as json=report.json, not {request!r}")
    if kind not in KINDS:
        raise ReportError(f"there is no kind of report {kind!r}{did_you_mean(kind, list(KINDS))}")
    if path == STANDARD and kind not in ON_STANDARD:
        raise ReportError(
            f"a report {kind} needs a file; only {' and '.join(sorted(ON_STANDARD))} go to standard output"
        )
    expect_place(Path(path))
    module, _, name = KINDS[kind].partition(":")
    listener: Listener = getattr(import_module(module), name)(Path(path))
    return listener


def expect_place(path: Path) -> None:
    """Raise `ReportError` where there is no place for a file at *path*."""
    if not path.parent.is_dir():
        raise ReportError(f"{path}: there is no folder {path.parent} to write a report into")
    if path.is_dir():
        raise ReportError(f"{path}: this is a folder, not a file to write a report to")


def in_order(kinds: Iterable[Kind]) -> Iterator[Kind]:
    """Yield the kinds that occur in *kinds*, in the order in which reports list them."""
    occurring = set(kinds)
    return (kind for kind in Kind if kind in occurring)
