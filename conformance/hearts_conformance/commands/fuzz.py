"""``heartspec fuzz``: differences that no scenario has thought of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import common
from .workers import chosen, workers

if TYPE_CHECKING:
    from hearts_conformance.fuzz.findings import Outcome
    from hearts_conformance.fuzz.hunt import Hunt
    from hearts_conformance.parallel import Workers

ROUNDS = 2000
"""The rounds of a run where neither rounds nor minutes are given."""


@click.command()
@common.target
@click.option("--sheet", "sheets", metavar="ID|FILE", multiple=True, help="A rule sheet; repeatable.")
@common.settings
@click.option(
    "--players", metavar="N", type=click.IntRange(3, 7), multiple=True, help="A number of players; repeatable."
)
@click.option("--rounds", metavar="N", type=click.IntRange(1), help=f"Play so many rounds; {ROUNDS} by default.")
@click.option("--minutes", metavar="M", type=common.SECONDS, help="Play for so long, or until --rounds are played.")
@click.option("--seed", metavar="N", type=int, default=1, show_default=True, help="Where the random numbers start.")
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the scenario of each finding to this folder.",
)
@click.option("--report", "reports", metavar="json=PATH", multiple=True, help="Write what was found to a file.")
@workers
@common.listing
def fuzz(
    target: str | None,
    command: str | None,
    startup_limit: float | None,
    answer_limit: float | None,
    sheets: tuple[str, ...],
    options: Sequence[tuple[str, Any]],
    players: tuple[int, ...],
    rounds: int | None,
    minutes: float | None,
    seed: int,
    out: Path | None,
    reports: tuple[str, ...],
    jobs: int,
    dask: str | None,
    form: str,
) -> int:
    """Play matches against an implementation and the reference in step, and find where they differ.

    Deals and moves are built to meet the corners of the rules: voids in clubs on the first trick, a leader with only
    hearts before they are broken, moons and nearly moons, ties and limits at the end of a match.  Moves against the
    rules are thrown in, which must be refused and change nothing.  After every move all that the target shows is
    compared.  Each cause of differences is one finding: shrunk to few tricks, with the rules in question, what the
    target behaves as if, and a scenario that fails on it and conforms on the reference.

    At the end you see which rules have decided something, and which were never met.  The same seed and version play
    the same rounds, whatever the number of workers.

    \b
      heartspec fuzz openspiel --sheet qdan --rounds 20000
      heartspec fuzz my_game:Adapter --sheet cohen --players 5 --minutes 10 --out found
      heartspec verify my_game:Adapter --scenarios found
      heartspec fuzz my_game:Adapter --option moon.mode=none --seed 7 --jobs 2
      heartspec fuzz --exec './my-game --stdio' --report json=fuzz.json

    An interrupt (Ctrl-C) ends the run early: what was found until then is reported and written as at any end, and
    the exit status is that of what was found.  Before a hundred rounds are played there is nothing to report yet,
    and it is 130.

    Exit status: 0 no difference was found; 1 some were; 2 wrong usage, nothing could be played, or a report could
    not be written; 3 heartspec itself is at fault; 130 interrupted before anything was played.
    """
    from hearts_conformance import targets
    from hearts_conformance.fuzz.hunt import Hunt, settings
    from hearts_spec.data import naming

    paths = [common.json_report(each) for each in reports]
    found = targets.find(target, command, {"startup": startup_limit, "request": answer_limit})
    if rounds is None and minutes is None:
        rounds = ROUNDS
    hunt = Hunt(found, settings(found, sheets, players, dict(options)), seed)
    workers = chosen(jobs, dask)
    if out is not None:
        with naming(out):  # now, not when all has been played
            out.mkdir(parents=True, exist_ok=True)
    outcome = _run(hunt, workers, rounds, None if minutes is None else 60 * minutes)
    try:
        if out is not None:
            _write(outcome, out)
        for path in paths:
            common.write_json(path, outcome.to_json())
    finally:
        _tell(outcome, form)
    return 1 if outcome.findings else 0


def _run(hunt: Hunt, workers: Workers, rounds: int | None, seconds: float | None) -> Outcome:
    """Play, showing on a terminal how far it is; an interrupt ends the run and keeps what was found."""
    from hearts_conformance.fuzz.hunt import PIECE
    from hearts_conformance.report.terminal import Progressing, Terminal

    progress = Progressing(Terminal(stderr=True))
    progress.start("fuzz", None if rounds is None else -(-rounds // PIECE))
    known = 0

    def heard(outcome: Outcome) -> None:
        nonlocal known
        progress.advance(failed=len(outcome.findings) > known)
        known = len(outcome.findings)

    try:
        return hunt.run(workers, rounds, seconds, heard)
    except KeyboardInterrupt:
        if not hunt.outcome.rounds:
            raise
        return hunt.conclude()
    finally:
        progress.stop()


def _write(outcome: Outcome, folder: Path) -> None:
    """Write the scenarios of all findings."""
    from hearts_spec.data import naming

    for finding in outcome.findings:
        if finding.written:
            with naming(folder):
                finding.path = str(finding.written.write(folder))


def _tell(outcome: Outcome, form: str) -> None:
    from hearts_conformance.fuzz.telling import lines

    if form == "json":
        common.print_json(outcome.to_json())
    else:
        common.print_lines(lines(outcome))
