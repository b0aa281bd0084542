"""``heartspec audit``: recorded games judged by the rules."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import common
from .workers import chosen, workers

if TYPE_CHECKING:
    from hearts_conformance.audit import Audit, Fault
    from hearts_conformance.parallel import Workers

SHOWN = 20
"""So many faults are told on the terminal; the rest is counted."""


@click.command()
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path),
)
@click.option("--report", "reports", metavar="json=PATH", multiple=True, help="Write all faults to a file.")
@workers
@common.listing
def audit(files: tuple[Path, ...], reports: tuple[str, ...], jobs: int, dask: str | None, form: str) -> int:
    """Judge recorded games: the first move of each that is against the rules, and claims that do not follow.

    A file holds one game a line, as heartspec-record/1 (see spec/schema/record.schema.json); .gz is decompressed,
    and - is standard input.  Of each game the first fault is told: a card that may not be played, a pass or a deal
    that cannot be, points, totals or winners that do not follow from the cards; with the rule, what the rules expect
    and what the record says.  Lines that are no record are named on standard error and do not stop the rest.  Files
    are read as they come, so that their length does not matter.

    \b
      heartspec audit games.jsonl
      heartspec audit season/*.jsonl.gz --jobs 2 --report json=faults.json
      heartspec record my_game:Adapter --games 100 | heartspec audit - --format json
      heartspec why games.jsonl QH --game 3 --round 1 --move 5

    Exit status: 0 no game has a fault; 1 some have; 2 wrong usage, or no game could be judged.
    """
    paths = [common.json_report(each) for each in reports]
    records = {os.path.realpath(each) for each in files}
    for path in paths:
        if os.path.realpath(path) in records:
            raise click.UsageError(f"{path} is to be judged; write the report to a file of its own")
    outcome, shown = _judge(files, chosen(jobs, dask), paths, form)
    if form == "text":
        _summary(outcome, shown)
    return outcome.status


def _judge(files: tuple[Path, ...], by: Workers, paths: list[Path], form: str) -> tuple[Audit, int]:
    """Judge everything, telling and writing faults as they are found; return the counts and how many were told."""
    from contextlib import ExitStack

    from hearts_conformance import audit
    from hearts_conformance.report.terminal import Progressing, Terminal

    outcome, shown = audit.Audit(), 0
    progress = Progressing(Terminal(stderr=True))
    with ExitStack() as stack:
        sinks = [stack.enter_context(_report(path, outcome)) for path in paths]
        if form == "json":
            sinks.append(stack.enter_context(_report(None, outcome)))

        def fault(each: Fault) -> None:
            nonlocal shown
            for sink in sinks:
                sink(each)
            if form == "text" and shown < SHOWN:
                shown += 1
                common.print_lines(_told(each))

        def unreadable(line: audit.Unreadable) -> None:
            print(f"heartspec: {line}", file=sys.stderr)

        progress.start("audit", None)
        judged = by.each(audit.judge_lines, audit.read(files))
        try:
            for piece in judged:
                outcome.take(piece, fault, unreadable)
                progress.advance(failed=bool(piece.faults))
        finally:
            progress.stop()
            judged.close()
    return outcome, shown


@contextmanager
def _report(path: Path | None, outcome: Audit) -> Iterator[Any]:
    """Write a report while faults come in, to a file or to standard output: memory does not grow with their number."""
    import json

    from hearts_conformance import SUITE
    from hearts_conformance.audit import FORMAT
    from hearts_spec.data import naming

    with naming(path or "standard output"), path.open("w", encoding="utf-8") if path else _standard() as file:
        head = {"format": FORMAT, "suite": {"version": SUITE}}
        file.write(json.dumps(head)[:-1] + ', "faults": [')
        between = "\n"

        def sink(fault: Fault) -> None:
            nonlocal between
            file.write(between + json.dumps(fault.to_json(), ensure_ascii=False))
            between = ",\n"

        yield sink
        file.write("\n], " + json.dumps(outcome.to_json())[1:] + "\n")


@contextmanager
def _standard() -> Iterator[Any]:
    yield sys.stdout


def _told(fault: Fault) -> list[Any]:
    """Return a fault as lines for a person."""
    from hearts_conformance.draw import WIDTH
    from hearts_conformance.report.words import behind

    where = f"round {fault.round}" if fault.round else "the game"
    if fault.move is not None:
        where += f", card {fault.move}"
    return [
        [(f"{fault.file}:{fault.line}", "bold"), (f"  game {fault.game}, {where}: {fault.what}", "")],
        *behind("rule", fault.rule, WIDTH),
        *behind("expected", _value(fault.expected), WIDTH),
        *behind("seen", _value(fault.seen), WIDTH),
        [],
    ]


def _value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, dict) and "legal" in value:
        return f"seat {value['seat']} plays one of {' '.join(value['legal'])}"
    if isinstance(value, dict):
        return f"seat {value['seat']} plays {value['card']}"
    if isinstance(value, list):
        return " ".join(" ".join(each) if isinstance(each, list) else str(each) for each in value)
    return str(value)


def _summary(outcome: Audit, shown: int) -> None:
    if outcome.faulty > shown:
        print(f"and {outcome.faulty - shown} more; --report json=PATH writes them all\n")
    if outcome.by_rule:
        common.print_columns([[rule, str(times)] for rule, times in outcome.by_rule.most_common()])
        print()
    unread = f", {outcome.unreadable} lines were no record" if outcome.unreadable else ""
    faulty = f"{outcome.faulty} with a fault" if outcome.faulty else "none with a fault"
    print(f"{outcome.games} games, {outcome.rounds} rounds, {faulty}{unread}")
