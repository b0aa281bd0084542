"""``heartspec why``: the rule that refuses a card, at one moment of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import common

if TYPE_CHECKING:
    from hearts_conformance.moment import Moment


@click.command()
@click.argument("game", metavar="CASE-OR-RECORD")
@click.argument("card")
@click.option("--seat", type=click.IntRange(0, 6), help="Who wants to play; by default the seat whose turn it is.")
@click.option("--step", type=click.IntRange(0), help="In a case: before this step, from 0.")
@click.option("--game", "number", type=click.IntRange(1), help="In a record: which game; by default the first.")
@click.option("--round", "round_number", type=click.IntRange(1), help="In a record: which round; by default the last.")
@click.option("--move", type=click.IntRange(1), help="In a record: before which card of the round, from 1.")
@common.one_game
@common.language
@common.listing
def why(
    game: str,
    card: str,
    seat: int | None,
    step: int | None,
    number: int | None,
    round_number: int | None,
    move: int | None,
    sheet: str | None,
    options: Sequence[tuple[str, Any]],
    players: int | None,
    folders: tuple[Path, ...],
    lang: str,
    form: str,
) -> None:
    """Say which rule refuses a card at some moment, in a language; or that it may be played.

    The moment stands in a case (at the step that refuses this card, or at --step), or in a record of a game (before
    --move of --round).  A card is its rank and its suit: QS, TC, 2D.

    \b
      heartspec why first-trick/queen-discard/ban QS
      heartspec why first-trick/queen-discard/ban QS --players 5 --lang id
      heartspec why games.jsonl AH --game 3 --round 1 --move 5
    """
    from hearts_conformance import moment
    from hearts_conformance.session import find_cases
    from hearts_spec import cards, texts

    card = card.upper()
    cards.card(card)
    words = texts.in_language(lang)
    in_record = _is_file(game)
    of_case = {"--step": step, "--sheet": sheet, "--option": options, "--players": players, "--scenarios": folders}
    of_record = {"--game": number, "--round": round_number, "--move": move}
    _expect_nothing(game, of_case if in_record else of_record, "a record" if in_record else "a case")
    if in_record:
        there = moment.in_record(moment.read_game(Path(game), number or 1), round_number, move)
    else:
        found = find_cases(game, sheet, players, dict(options), folders)
        if len(found) > 1:
            raise click.UsageError(f"{game} is several cases; take one: {', '.join(run.id for run in found)}")
        there = moment.in_case(found[0], card, step)
    if seat is not None and seat >= len(there.position.hands):
        raise click.BadParameter(f"there is no seat {seat}; the seats are 0 to {len(there.position.hands) - 1}")
    _answer(there, card, seat, words, form)


def _expect_nothing(game: str, options: Mapping[str, object], kind: str) -> None:
    """Raise a usage error for the first option that says nothing of such a *kind* of game."""
    for option, value in options.items():
        if value not in (None, ()):
            raise click.UsageError(f"{option} says nothing here: {game} is {kind}")


def _answer(there: Moment, card: str, seat: int | None, words: Any, form: str) -> None:
    from hearts_conformance import draw
    from hearts_conformance.report.words import behind_line, wrapped

    rule = there.refusal(card, seat)
    legal = there.legal()
    who = there.match.turn if seat is None else seat
    text = words.rule(rule) if rule else None
    if form == "json":
        common.print_json({"card": card, "seat": who, "rule": rule, "text": text, "legal": legal})
        return
    named = words.card(card)
    if rule:
        told = words.message("refused.play", card=named, text=text)
    elif legal == [card]:
        told = words.message("allowed.sole", card=named)
    else:
        told = words.message("allowed.play", card=named)
    lines = [*draw.seat_view(there.position, who), *behind_line("moves", draw.history(there.history), draw.WIDTH), []]
    lines += wrapped(told, draw.WIDTH)
    if rule:
        lines += wrapped(words.message("refused.rule", rule=rule), draw.WIDTH)
    if rule and legal and who == there.match.turn:
        playable = words.listed([words.symbol(name) for name in legal], "or")
        lines += wrapped(words.message("refused.playable", cards=playable), draw.WIDTH)
    common.print_lines(lines)


def _is_file(text: str) -> bool:
    return text.endswith((".json", ".jsonl", ".gz")) or Path(text).is_file()
