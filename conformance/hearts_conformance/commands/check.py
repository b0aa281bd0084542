"""``heartspec check``: the data of the project, checked as one graph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .common import FOLDER, listing, print_columns, print_json

if TYPE_CHECKING:
    from hearts_conformance.check import Check, Graph


@click.command()
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--only", metavar="CHECK", multiple=True, help="Run only this check; repeatable.")
@click.option("--list", "listed", is_flag=True, help="List the checks and what each asks for.")
@click.option("--seal", is_flag=True, help="Renew the seals of translations: NAME is LANG:KIND:ID, or a pattern.")
@click.option("--spec", type=FOLDER, metavar="DIR", help="Check a copy of the folder spec.")
@click.option("--scenarios", type=FOLDER, metavar="DIR", help="Check scenarios of yours; with --spec: a copy of ours.")
@click.option("--fresh", is_flag=True, help="Prove every case anew, also those found sound before.")
@listing
def check(
    names: tuple[str, ...],
    only: tuple[str, ...],
    listed: bool,
    seal: bool,
    spec: Path | None,
    scenarios: Path | None,
    fresh: bool,
    form: str,
) -> int:
    """Check the rules, sheets, translations and scenarios: schemas, ids, links, traces, proof.

    Every finding is one line: file, line, key and a sentence.  Exit status 1 means that there are findings.

    \b
      heartspec check
      heartspec check --only words --only translations
      heartspec check --scenarios my-cases
      heartspec check --seal fil:rules:moon.add 'id:glossary:*'
    """
    from hearts_conformance.check import load, report, run

    if names and not seal:
        raise click.UsageError("names go with --seal; to run one check only: --only CHECK")
    checks = _chosen(only)
    if listed:
        return _list(checks, form)
    graph = load(spec, scenarios, fresh=fresh)
    if seal:
        return _seal(graph, names)
    results = list(run(graph, checks))
    if form == "json":
        print_json(report.to_json(graph, results))
    else:
        print("\n".join(report.lines(graph, results)))
    return 0 if report.well(results) else 1


def _chosen(only: Sequence[str]) -> list[Check]:
    """Return the checks to run, in order; those that read the files always run."""
    from hearts_conformance.check import CHECKS
    from hearts_spec.data import did_you_mean

    known = [each.name for each in CHECKS]
    for name in only:
        if name not in known:
            raise click.UsageError(f"there is no check {name!r}{did_you_mean(name, known)} (see --list)")
    return [each for each in CHECKS if not only or each.name in (*only, "files")]


def _list(checks: Sequence[Check], form: str) -> int:
    if form == "json":
        print_json([{"name": each.name, "asks": each.asks} for each in checks])
    else:
        print_columns([(each.name, each.asks) for each in checks])
    return 0


def _seal(graph: Graph, patterns: Sequence[str]) -> int:
    from hearts_conformance.check import seals
    from hearts_spec.data import shown

    if not patterns:
        raise click.UsageError("--seal needs the names of translations: LANG:KIND:ID, or patterns of them")
    if graph.faults:
        for _, finding in graph.faults:
            print(str(finding))
        return 1
    sealed = seals.renew(graph, patterns)
    for file in sealed.files:
        print(shown(file))
    print(f"{sealed.changed} of {sealed.picked} seals renewed")
    if sealed.unmatched:
        raise click.ClickException(f"no translation has a name like {', '.join(sealed.unmatched)}")
    return 0
