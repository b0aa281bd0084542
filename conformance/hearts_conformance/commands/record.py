"""``heartspec record``: games as a target plays them, written down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import common

if TYPE_CHECKING:
    from hearts_conformance.fuzz.findings import Setting


@click.command()
@common.target
@click.option("--sheet", "sheets", metavar="ID|FILE", multiple=True, help="A rule sheet; repeatable.")
@common.settings
@click.option(
    "--players", metavar="N", type=click.IntRange(3, 7), multiple=True, help="A number of players; repeatable."
)
@click.option(
    "--games", metavar="N", type=click.IntRange(1), default=10, show_default=True, help="Record so many games."
)
@click.option(
    "--rounds", metavar="N", type=click.IntRange(1), default=100, show_default=True, help="The most rounds of a game."
)
@click.option("--seed", metavar="N", type=int, default=1, show_default=True, help="Where the random numbers start.")
@click.option(
    "--out",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    default="-",
    help="The file to write, compressed where it ends in .gz; standard output by default.",
)
def record(
    target: str | None,
    command: str | None,
    startup_limit: float | None,
    answer_limit: float | None,
    sheets: tuple[str, ...],
    options: Sequence[tuple[str, Any]],
    players: tuple[int, ...],
    games: int,
    rounds: int,
    seed: int,
    out: Path,
) -> None:
    """Play games on an implementation and write down what it makes of them.

    Deals and cards are drawn at random among those that the target takes; whose turn it is, which cards are taken
    and what is counted are the target's own.  Each game is one line of JSON (heartspec-record/1), with sheet,
    players, dealer, and for each round hands, kitty, passes, plays, points and totals.  Judge it with audit.

    \b
      heartspec record reference --games 100 --out games.jsonl.gz
      heartspec record my_game:Adapter --sheet cohen --players 5 | heartspec audit -
      heartspec record --exec './my-game --stdio' --seed 7 --out games.jsonl
    """
    from hearts_conformance import targets
    from hearts_conformance.fuzz.hunt import settings
    from hearts_conformance.record import line, writing
    from hearts_spec.data import naming

    found = targets.find(target, command, {"startup": startup_limit, "request": answer_limit})
    chosen = settings(found, sheets, players, dict(options))
    with naming(out), writing(out) as file:
        for game in _games(found, chosen, games, rounds, seed):
            file.write(line(game))


def _games(found: Any, chosen: Sequence[Setting], games: int, rounds: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yield the games, the settings taking turns; raise `TargetError` where the target fails."""
    import contextlib
    import sys

    from hearts_conformance.faults import Fault
    from hearts_conformance.fuzz.draw import Draw
    from hearts_conformance.fuzz.hunt import opened
    from hearts_conformance.record import Recorder
    from hearts_conformance.targets import TargetError

    implementation, description = opened(found)
    recorders = [Recorder(implementation, description, each.rules, each.head()) for each in chosen]
    for number in range(games):
        each = recorders[number % len(recorders)]
        try:
            with contextlib.redirect_stdout(sys.stderr):
                game = each.game(Draw("record", seed, number), number + 1, rounds)
        except Fault as fault:
            raise TargetError(f"target {found.text}: in game {number + 1}: {fault}") from fault
        yield game
