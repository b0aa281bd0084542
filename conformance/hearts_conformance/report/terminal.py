"""The report that a person reads: a table by chapter, then every deviation with all that explains it.

Complete but compact: of the failures that turn on the same rules, the first `IN_FULL` are told in full and each other
one is the command that runs it alone.  It reads well in 80 columns and without colour.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NoReturn

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.measure import Measurement
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from hearts_conformance.draw import Line
from hearts_conformance.verdict import Kind, Verdict

from . import FAILED, Listener, Run, Tally, in_order
from .words import BROKEN, Words, alike, explain, reading_order

STYLES: Final = {
    Kind.CONFORMS: "green",
    Kind.DEVIATES: "bold red",
    Kind.UNSUPPORTED: "dim",
    Kind.UNOBSERVED: "yellow",
    Kind.KNOWN: "yellow",
    Kind.UNEXPECTED_PASS: "bold magenta",
    Kind.HANG: "bold red",
    Kind.CRASH: "bold red",
    Kind.PROTOCOL_FAULT: "bold red",
    Kind.NOT_RUN: "yellow",
    Kind.SUITE_BUG: "bold white on red",
}

IN_FULL: Final = 6
"""How many failures that turn on the same rules are told in full."""

TOGETHER: Final = (
    ("conforms", "green", (Kind.CONFORMS,)),
    ("fails", "bold red", tuple(kind for kind in Kind if kind in FAILED or kind is Kind.SUITE_BUG)),
    ("known", "yellow", (Kind.KNOWN,)),
    ("not judged", "dim", (Kind.UNSUPPORTED, Kind.UNOBSERVED, Kind.NOT_RUN)),
)
"""The columns of the table where there are too many kinds for one each."""

TOLD: Final = frozenset({*FAILED, Kind.SUITE_BUG})
"""The kinds whose verdicts are told one by one."""

PASSED_OVER: Final = (Kind.UNSUPPORTED, Kind.UNOBSERVED, Kind.KNOWN, Kind.NOT_RUN)
"""The kinds whose reasons are counted."""


class Terminal(Console):
    """A console that shows texts as they are, and lets whoever runs the command deal with a closed pipe."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, highlight=False, emoji=False)

    def on_broken_pipe(self) -> NoReturn:
        """Raise the error, where rich would end the process with a status that means a deviation here."""
        raise BrokenPipeError


class TerminalReport(Listener):
    """Writes to a console when the run ends; meanwhile shows progress where *progress* is a terminal."""

    def __init__(self, words: Words, console: Console | None = None, progress: Console | None = None) -> None:
        self.words = words
        self.console = console or Terminal()
        self.progress = Progressing(progress or Terminal(stderr=True))
        self.run: Run | None = None
        self.told: list[Verdict] = []
        self.passed_over: dict[Kind, Counter[str]] = {kind: Counter() for kind in PASSED_OVER}

    def begin(self, run: Run) -> None:
        """Show progress from now on."""
        self.run = run
        self.progress.start(f"judging {run.description.name}", run.total)

    def verdict(self, verdict: Verdict) -> None:
        """Keep what will be told."""
        self.progress.advance(failed=verdict.kind in TOLD)
        if verdict.kind in TOLD:
            self.told.append(verdict)
        elif verdict.kind in self.passed_over:
            told = _excused(verdict) if verdict.kind is Kind.KNOWN else verdict.detail
            self.passed_over[verdict.kind][told] += 1

    def end(self, tally: Tally) -> None:
        """Write the whole report."""
        self.progress.stop()
        self._table(tally)
        self._passed_over()
        self._failures()
        self._stale(tally)
        self._summary(tally)

    @property
    def width(self) -> int:
        """How wide texts may be."""
        return max(60, min(self.console.width, 100))

    def _failures(self) -> None:
        groups: dict[tuple[str, ...], list[Verdict]] = {}
        for verdict in self.told:
            groups.setdefault(alike(verdict), []).append(verdict)
        number = 0
        for group in groups.values():
            for verdict in group[:IN_FULL]:
                number += 1
                self._full(number, verdict)
                self.console.print()
            if group[IN_FULL:]:
                self._others(group[IN_FULL:])
                self.console.print()

    def _full(self, number: int, verdict: Verdict) -> None:
        title = Text.assemble(
            (f" {number} ", "bold"), (f"{verdict.kind} ", STYLES[verdict.kind]), (verdict.id, "bold"), (" · ", "dim")
        )
        title.append(f"{verdict.sheet}, {verdict.players} players")
        self.console.print(Rule(title, align="left", style="dim"), width=self.width)
        self._lines(explain(verdict, self.words, self.width - INDENT))

    def _others(self, others: Sequence[Verdict]) -> None:
        told = "1 more fails" if len(others) == 1 else f"{len(others)} more fail"
        same = "in the same way" if others[0].kind in BROKEN else "by the same rules"
        self._lines([[(f"{told} {same}:", "dim")]])
        self._lines([[(each.rerun or f"{each.id} {each.sheet} {each.players}", "")] for each in others], INDENT + 2)

    def _lines(self, lines: Iterable[Line], indent: int = 3) -> None:
        for line in lines:
            self.console.print(Text(" " * indent) + assembled(line), soft_wrap=True)

    def _table(self, tally: Tally) -> None:
        if not tally.counts:
            return
        table = self._counts(tally, [(str(kind), STYLES[kind], (kind,)) for kind in in_order(tally.counts)])
        if Measurement.get(self.console, self.console.options.update_width(500), table).maximum > self.width:
            table = self._counts(tally, TOGETHER)
        self.console.print(table, width=self.width)

    def _counts(self, tally: Tally, columns: Sequence[tuple[str, str, tuple[Kind, ...]]]) -> Table:
        """Return a row a chapter and a column for each group of kinds: title, style and the kinds."""
        table = Table(box=SIMPLE_HEAD, show_footer=True, pad_edge=False, padding=(0, 1))
        table.add_column("chapter", footer="all", no_wrap=True)
        table.add_column("cases", justify="right", footer=str(tally.counts.total()), no_wrap=True)
        for title, style, kinds in columns:
            total = str(sum(tally.counts[kind] for kind in kinds))
            table.add_column(title, justify="right", footer=total, style=style, footer_style=style, no_wrap=True)
        for chapter in sorted(tally.chapters, key=reading_order):
            counts = tally.chapters[chapter]
            numbers = [sum(counts[kind] for kind in kinds) for _, _, kinds in columns]
            shown = (str(number) if number else Text("·", "not bold dim default") for number in numbers)
            table.add_row(chapter, str(counts.total()), *shown)
        return table

    def _passed_over(self) -> None:
        for kind, reasons in self.passed_over.items():
            for reason, times in reasons.most_common():
                line: Line = [(f"{times} {kind}", STYLES[kind]), (f": {reason}" if reason else "", "")]
                self._lines([line], 0)
        if any(self.passed_over.values()):
            self.console.print()

    def _stale(self, tally: Tally) -> None:
        for sentence in tally.stale:
            self._lines([[("stale", "bold magenta"), (f": {sentence}", "")]], 0)
        if tally.stale:
            self.console.print()

    def _summary(self, tally: Tally) -> None:
        if self.run is None:
            return
        said = self.run.description
        counts = [Text(f"{tally.counts[kind]} {kind}", STYLES[kind]) for kind in in_order(tally.counts)]
        line = Text.assemble((f"{said.name} {said.version}", "bold"))
        line.append(f" · {_list('sheet', self.run.sheets)} · {', '.join(map(str, self.run.players))} players")
        total = Text(", ").join(counts) if counts else Text("nothing to judge", "yellow")
        if len(line) + len(total) + 3 > self.width:
            self.console.print(line, soft_wrap=True)
            line = Text()
        self.console.print(line + Text(" · ") + total if line else total, width=self.width)
        if counts and not tally.judged:
            self.console.print(Text("nothing was judged", "yellow"))
        if self.run.known:
            self._lines([[("held to the known deviations in ", "dim"), (self.run.known, "")]], 0)
        elif self.run.ships_known and self.told:
            self._lines([[("it brings a list of known deviations: ", "dim"), ("--known shipped", "")]], 0)


INDENT: Final = 3


def _excused(verdict: Verdict) -> str:
    return f"{verdict.reason} ({verdict.link})" if verdict.link else verdict.reason


def assembled(line: Line) -> Text:
    """Return a drawn line as styled text."""
    text = Text.assemble(*line)
    text.rstrip()
    return text


def _list(word: str, names: Sequence[str]) -> str:
    if len(names) > 4:
        return f"{len(names)} {word}s"
    return f"{word}{'s' if len(names) != 1 else ''} {', '.join(names)}"


class Progressing:
    """A bar on a terminal, and nothing at all anywhere else."""

    def __init__(self, console: Console) -> None:
        self.bar: Progress | None = None
        self.console = console
        self.task = TaskID(0)
        self.failed = 0

    def start(self, text: str, total: int | None) -> None:
        """Begin to show how far the run is."""
        if not self.console.is_terminal or not sys.stderr.isatty():
            return
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            TextColumn("[red]{task.fields[failed]}"),
            TimeRemainingColumn(),
            console=self.console,
            transient=True,
        )
        self.task = self.bar.add_task(text, total=total, failed="")
        self.bar.start()

    def advance(self, *, failed: bool) -> None:
        """Show one verdict more."""
        self.failed += failed
        if self.bar is not None:
            self.bar.update(self.task, advance=1, failed=f"{self.failed} fail" if self.failed else "")

    def stop(self) -> None:
        """Take the bar away."""
        if self.bar is not None:
            self.bar.stop()
