"""``heartspec show``: a case for the eye."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from . import common


@click.command()
@click.argument("case", metavar="CASE")
@common.one_game
@common.language
def show(
    case: str,
    sheet: str | None,
    options: Sequence[tuple[str, Any]],
    players: int | None,
    folders: tuple[Path, ...],
    lang: str,
) -> None:
    """Draw the position of a case and play it through, step by step.

    CASE is an id as reports name it, or the id of a scenario file for all its cases.  Without --sheet and
    --players, the first of our sheets is taken to which the case applies.

    \b
      heartspec show first-trick/queen-discard/ban
      heartspec show first-trick/queen-discard --players 5 --lang fil
      heartspec show mine/lone-queen/ban --scenarios scenarios
    """
    from hearts_conformance.playthrough import Playthrough
    from hearts_conformance.session import find_cases
    from hearts_spec import texts

    words = texts.in_language(lang)
    for number, run in enumerate(find_cases(case, sheet, players, dict(options), folders)):
        if number:
            print()
        common.print_lines(Playthrough(run, words).draw())
