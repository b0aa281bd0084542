"""``heartspec mutants``: the proof that the suite bites."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import common, workers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from hearts_conformance.mutants.evidence import Evidence


@click.command()
@click.option("--rule", "rules", metavar="GLOB", multiple=True, help="Only mutants of such a rule; repeatable.")
@click.option("--mutant", "names", metavar="GLOB", multiple=True, help="Only mutants with such an id; repeatable.")
@click.option("--scenarios", "folder", metavar="DIR", type=common.FOLDER, help="Measure these scenarios, not ours.")
@click.option("--report", "reports", metavar="json=PATH", multiple=True, help="Write a report: json=PATH; repeatable.")
@click.option("--list", "listed", is_flag=True, help="List the mutants and what each takes its rule to say.")
@workers.workers
@common.listing
def mutants(
    rules: tuple[str, ...],
    names: tuple[str, ...],
    folder: Path | None,
    reports: tuple[str, ...],
    listed: bool,
    jobs: int,
    dask: str | None,
    form: str,
) -> int:
    """Misread one rule at a time, and see whether the cases that decide it notice.

    A mutant is the reference engine with one rule misread.  It is killed when a case that decides its rule fails on
    it, weak when only other cases do, and it has survived when none does.  Survivors and weak ones are named, and so
    is every case that says that it decides a rule and fails on no mutant of it.

    \b
      heartspec mutants --jobs 2
      heartspec mutants --rule 'hearts.*'
      heartspec mutants --mutant 'moon.add/*' --format json
      heartspec mutants --list --rule first-trick.no-queen
      heartspec mutants --scenarios my-cases --report json=mutants.json

    Exit status: 0 every mutant is killed and every claim to decide a rule is borne out; 1 some are not; 2 wrong usage,
    or no mutant is chosen; 3 a fault of heartspec itself.
    """
    from hearts_conformance.mutants import catalogue, report
    from hearts_conformance.mutants.evidence import Work, measure_all, trials
    from hearts_conformance.session import NothingToJudge

    paths = [common.json_report(each) for each in reports]
    chosen = catalogue.pick(rules, names)
    if not chosen:
        raise click.UsageError("no mutant is like this; --list lists them all")
    if listed:
        common.print_json(report.listed(chosen)) if form == "json" else common.print_columns(report.rows(chosen))
        return 0
    picked = frozenset(each.id for each in chosen) if names else None
    if not trials(folder):
        raise NothingToJudge(f"there is no scenario below {folder}")
    wanted = catalogue.rules(chosen)
    measured = measure_all(wanted, Work(folder, picked=picked), workers.chosen(jobs, dask))
    return _tell(list(_watched(measured, len(wanted))), paths, form)


def _watched(measured: Iterable[Evidence], rules: int) -> Iterator[Evidence]:
    """Pass on what is measured, and show on a terminal how far it is."""
    from hearts_conformance.mutants import report
    from hearts_conformance.report.terminal import Progressing, Terminal

    progress = Progressing(Terminal(stderr=True))
    progress.start("misreading rules", rules)
    try:
        for each in measured:
            progress.advance(failed=bool(report.status([each])))
            yield each
    finally:
        progress.stop()


def _tell(measured: Sequence[Evidence], paths: Iterable[Path], form: str) -> int:
    """Print and write what was measured; return the exit status."""
    from hearts_conformance.mutants import report

    told = report.to_json(measured)
    for path in paths:
        common.write_json(path, told)
    if form == "json":
        common.print_json(told)
    else:
        report.to_terminal(measured)
    return report.status(measured)
