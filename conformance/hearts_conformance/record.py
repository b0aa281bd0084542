"""Records of games, ``heartspec-record/1``: one JSON object a game, one game a line, gzip where the name says so.

A record says what happened, not what should have: hands, passes, cards in order of play, and the points, totals and
winners that somebody claims.  `audit` judges it.  This module reads and writes such files, a line at a time, and
`record` plays games on a target and writes down what the target makes of them: whose turn it is, which cards it
takes and what it counts are all its own, the reference is not asked.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from hearts_spec.cards import CARDS, NAMES, Mask, mask, members, names
from hearts_spec.rules import Rules

from .faults import Crash, Fault, told
from .fuzz.draw import Draw
from .implementation import Deal, Description, Implementation, Refused, Setup
from .sight import UNSEEN, Sight
from .table import Misplay, Table, lowest_club, target

FORMAT: Final = "heartspec-record/1"
STANDARD: Final = Path("-")
"""The path that stands for standard input or output."""

Game = dict[str, Any]


@contextmanager
def writing(path: Path) -> Iterator[IO[str]]:
    """Open a file of records to write, ``-`` being standard output; ``.gz`` is compressed."""
    if path == STANDARD:
        yield sys.stdout
    elif path.suffix == ".gz":
        with gzip.open(path, "wt", encoding="utf-8", newline="\n") as file:
            yield file
    else:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            yield file


@contextmanager
def reading(path: Path) -> Iterator[IO[bytes]]:
    """Open a file of records to read, ``-`` being standard input; ``.gz`` is decompressed."""
    if path == STANDARD:
        yield sys.stdin.buffer
    elif path.suffix == ".gz":
        with gzip.open(path, "rb") as packed:
            yield packed  # type: ignore[misc]
    else:
        with path.open("rb") as file:
            yield file


def line(game: Mapping[str, Any]) -> str:
    """Return a game as one line of a file, its end included."""
    return json.dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n"


class Recorder:
    """Plays games on one target under one set of rules and writes down what it makes of them."""

    def __init__(
        self, implementation: Implementation, description: Description, rules: Rules, head: Mapping[str, Any]
    ) -> None:
        """*head* is what a record says of its rules: ``sheet``, ``options``, ``players``."""
        self.target = implementation
        self.can = description.can
        self.rules = rules
        self.head = head
        self.options = rules.to_json()

    def game(self, draw: Draw, number: int, most: int) -> Game:
        """Play one game of at most so many rounds, and return its record.  Raises a `Fault` where the target fails."""
        dealer = draw.below(self.rules.players)
        setup = Setup(self.options, self.rules.players, dealer, 1, (0,) * self.rules.players)
        self._call(self.target.start, setup)
        rounds: list[dict[str, Any]] = []
        over: Any = False
        while not over and len(rounds) < (most if "match" in self.can else 1):
            rounds.append(self._round(draw, len(rounds), dealer))
            over = self._see().get("over")
            if over is UNSEEN:
                over = "match" not in self.can or len(rounds) >= self.rules.round_count > 0
        game: Game = {"format": FORMAT, "id": str(number), **self.head, "dealer": dealer, "rounds": rounds}
        winners = self._see().get("winners")
        if winners is not UNSEEN and winners is not None:
            game["winners"] = list(winners)
        return game

    # --- One round -------------------------------------------------------------------------------------------------

    def _round(self, draw: Draw, done: int, first_dealer: int) -> dict[str, Any]:
        rules, players = self.rules, self.rules.players
        cards = draw.shuffled(members(rules.pack))
        size = rules.hand_size
        hands = [mask(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
        kitty = mask(cards[size * players :])
        self._call(self.target.deal, Deal(tuple(tuple(names(hand)) for hand in hands), tuple(names(kitty))))
        entry: dict[str, Any] = {"hands": [names(hand) for hand in hands]}
        if kitty:
            entry["kitty"] = names(kitty)
        direction = self._direction(1 + done)
        if direction != "hold" and "passing" in self.can:
            entry["passes"] = self._pass(draw, hands, direction)
        dealer = (first_dealer + done) % players
        entry["plays"] = self._plays(draw, Table(hands, kitty, self._leader(hands, dealer), dealer))
        seen = self._see()
        if seen.get("phase") == "moon" and "moon-choice" in self.can:
            entry["moon"] = self._choose(draw)
            seen = self._see()
        for key, field in (("points", "round_points"), ("totals", "totals")):
            value = seen.get(field)
            if value is not UNSEEN and value is not None and (key == "points" or "match" in self.can):
                entry[key] = list(value)
        return entry

    def _direction(self, number: int) -> str:
        """Return the direction of the pass: as the target shows it, or else by the options."""
        shown = self._see().get("direction")
        return self.rules.direction(number) if shown in (UNSEEN, None) else str(shown)

    def _pass(self, draw: Draw, hands: list[Mask], direction: str) -> list[list[str]]:
        chosen = [draw.some(hand, self.rules.pass_count) for hand in hands]
        for seat, cards in enumerate(chosen):
            self._call(self.target.pass_cards, seat, names(cards))
        for seat, cards in enumerate(chosen):
            hands[seat] &= ~cards
        for seat, cards in enumerate(chosen):
            hands[target(seat, direction, len(hands))] |= cards
        return [names(cards) for cards in chosen]

    def _leader(self, hands: Sequence[Mask], dealer: int) -> int:
        """Return who leads: as the target shows it, or else by the options."""
        shown = self._see().get("turn")
        if shown not in (UNSEEN, None):
            return int(shown)
        card = lowest_club(sum(hands))
        if self.rules.opens_lowest_club and card is not None:
            return next(seat for seat, hand in enumerate(hands) if hand >> card & 1)
        return (dealer + 1) % len(hands)

    def _plays(self, draw: Draw, table: Table) -> list[dict[str, Any]]:
        """Play cards that the target takes until the hands are empty."""
        plays: list[dict[str, Any]] = []
        while not table.over:
            seen = self._see()
            turn = seen.get("turn")
            seat = table.turn if turn is UNSEEN else turn
            if seat is None:
                break
            card = self._card(draw, table, seat, seen)
            plays.append({"seat": seat, "card": card})
            table.turn = seat
            try:
                table.play(seat, CARDS[card])
            except Misplay as error:
                raise Crash(f"it plays on although {error}") from None
        return plays

    def _card(self, draw: Draw, table: Table, seat: int, seen: Sight) -> str:
        """Play one card that the target takes, and return it."""
        legal = seen.get("legal")
        candidates: Collection[int] = members(table.hands[seat] if legal in (UNSEEN, None) else legal)
        for card in draw.shuffled(list(candidates)):
            try:
                self._call(self.target.play, seat, NAMES[card])
            except Refused:
                continue
            return NAMES[card]
        raise Crash(f"it refuses every card of seat {seat}")

    def _choose(self, draw: Draw) -> str:
        for choice in draw.shuffled(["add", "subtract"]):
            for seat in range(self.rules.players):
                try:
                    self._call(self.target.choose_moon, seat, choice)
                except Refused:
                    continue
                return choice
        raise Crash("it refuses every choice about a moon")

    # --- Asking ----------------------------------------------------------------------------------------------------

    def _see(self) -> Sight:
        return Sight(self._call(self.target.observe), self.rules.players)

    def _call(self, function: Any, *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except (Fault, Refused, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise Crash(f"{getattr(function, '__name__', 'it')}() raised {told(error)}") from error
