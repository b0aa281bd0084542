"""A moment of a game, brought about on the reference: at some step of a case, or before some move of a record.

There anything can be asked of the reference: which cards are legal, and which rule refuses another.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from hearts_reference import BadInput, Match, Refused
from hearts_spec import data, sheets
from hearts_spec.cards import CARDS, NAMES, names
from hearts_spec.data import DataError, Document
from hearts_spec.rules import Rules

from .script import CaseRun, ChooseMoon, DealRound, Instruction, PassCards, Play, Refuse, to_mask
from .verdict import Position


@dataclass(frozen=True)
class Moment:
    """A match of the reference, stopped, and the moves of the round that led here."""

    match: Match
    history: tuple[str, ...]

    @property
    def position(self) -> Position:
        """What lies on the table."""
        match = self.match
        return Position(
            hands=tuple(tuple(names(hand)) for hand in match.hands),
            trick=tuple((seat, NAMES[card]) for seat, card in match.trick or ()),
            turn=match.turn,
            captured=tuple(tuple(names(pile)) for pile in match.captured),
            dealer=match.dealer,
            round=match.round_number,
        )

    def legal(self) -> list[str]:
        """Return the cards that may be played now."""
        return names(self.match.legal_mask) if self.match.phase == "play" else []

    def refusal(self, card: str, seat: int | None = None) -> str | None:
        """Return the id of the rule that forbids *seat* (by default the one whose turn it is) to play *card*."""
        who = self.match.turn if seat is None else seat
        return self.match.refusal(self.match.dealer if who is None else who, CARDS[card])


def in_case(run: CaseRun, card: str, step: int | None = None) -> Moment:
    """Return the moment in a case before its step *step*, from 0.

    By default it is where the case itself refuses *card*, or else before its first step.  Raises `DataError` for a
    step that the case does not have.
    """
    index = _index(run, card, step)
    setup = run.setup
    match = Match(
        run.rules,
        dealer=setup.dealer,
        round_number=setup.round,
        totals=setup.totals or None,
        limit_reached=setup.limit_reached,
    )
    for each in run.script[:index]:
        _do(match, each)
    return Moment(match, run.history(index))


def _index(run: CaseRun, card: str, step: int | None) -> int:
    refused = [i for i, each in enumerate(run.script) if isinstance(each, Refuse) and card in each.what]
    if step is None:
        return (refused or [_starts(run).get(0, len(run.script))])[0]
    starts = _starts(run)
    if step not in starts:
        raise DataError(run.id, None, (), f"the case has no step {step}; its steps are 0 to {max(starts, default=0)}")
    return next((i for i in refused if run.script[i].step == step), starts[step])


def _starts(run: CaseRun) -> dict[int, int]:
    """Return the index of the first instruction of each step."""
    found: dict[int, int] = {}
    for index, each in enumerate(run.script):
        found.setdefault(each.step, index)
    found.pop(-1, None)
    return found


def _do(match: Match, each: Instruction) -> None:
    if isinstance(each, DealRound):
        match.deal([to_mask(hand) for hand in each.dealt], to_mask(each.kitty))
        for seat, cards in each.passes:
            match.pass_cards(seat, [CARDS[name] for name in cards])
    elif isinstance(each, PassCards):
        match.pass_cards(each.seat, [CARDS[name] for name in each.cards])
    elif isinstance(each, Play):
        match.play(each.seat, CARDS[each.card])
    elif isinstance(each, ChooseMoon):
        match.choose_moon(each.seat, each.choice)


def read_game(path: Path, number: int = 1) -> Document:
    """Return one game out of a file of records, the first being 1; raise `DataError` where there is none."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            game = next(islice((line for line in lines if line.strip()), number - 1, None), None)
    except FileNotFoundError:
        raise DataError(path, None, (), "there is no such file") from None
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise DataError(path, None, (), f"this file cannot be read: {error}") from None
    if game is None:
        raise DataError(path, None, (), f"there is no game {number} in it")
    try:
        return data.check(Document(path, json.loads(game)), "record")
    except RecursionError:
        raise DataError(path, number, (), "this line is not JSON that can be read: it is nested too deeply") from None
    except ValueError as error:
        if isinstance(error, DataError):
            raise
        raise DataError(path, number, (), f"this line is not JSON: {error}") from None


def in_record(game: Document, round_number: int | None = None, move: int | None = None) -> Moment:
    """Return the moment in a recorded game before a move of a round, both counted from 1.

    By default that is after the last recorded move.  Raises `DataError` where the record does not get there.
    """
    record: Mapping[str, Any] = game.value
    rounds = record["rounds"]
    last = len(rounds) if round_number is None else round_number
    if not 1 <= last <= len(rounds):
        raise DataError(game.path, None, ("rounds",), f"the game has no round {last}; it has {len(rounds)}")
    try:
        match = Match(
            _rules(game), dealer=record["dealer"], round_number=record.get("round", 1), totals=record.get("before")
        )
    except BadInput as error:
        raise DataError(game.path, None, ("before" if "before" in record else "dealer",), str(error)) from None
    history: list[str] = []
    for number, each in enumerate(rounds[:last], start=1):
        moves = move - 1 if move is not None and number == last else len(each["plays"])
        if not 0 <= moves <= len(each["plays"]):
            raise DataError(game.path, None, ("rounds", number - 1), f"the round has no move {moves + 1}")
        history = _play_round(game, match, number, moves, each)
    return Moment(match, tuple(history))


def _play_round(game: Document, match: Match, number: int, moves: int, record: Mapping[str, Any]) -> list[str]:
    where: tuple[str | int, ...] = ("rounds", number - 1)
    history: list[str] = []
    try:
        match.deal([to_mask(hand) for hand in record["hands"]], to_mask(record.get("kitty", ())))
        for seat, cards in enumerate(record.get("passes") or ()):
            match.pass_cards(seat, [CARDS[name] for name in cards])
            history.append(f"pass {seat}: {' '.join(cards)}")
        for index, play in enumerate(record["plays"][:moves]):
            where = ("rounds", number - 1, "plays", index)
            match.play(play["seat"], CARDS[play["card"]])
            history.append(f"{play['seat']}: {play['card']}")
        if match.phase == "moon" and record.get("moon") and match.shooter is not None:
            match.choose_moon(match.shooter, record["moon"])
    except Refused as refusal:
        raise DataError(game.path, None, where, f"{refusal.rule} forbids this; ask about an earlier move") from None
    except ValueError as error:
        raise DataError(game.path, None, where, str(error)) from None
    return history


def _rules(game: Document) -> Rules:
    record = game.value
    options = record.get("options")
    if "sheet" in record:
        return sheets.load(record["sheet"]).resolve(record["players"], options or {})
    return Rules.from_options({**(options or {}), "players": record["players"]})
