"""Judges recorded games: the first move of each that the rules do not allow, and every claim that does not follow.

Records are read one at a time and forgotten (`read`), so that memory does not grow with the number of games.  A game
is played again on the reference; its first fault ends it, since what comes after rests on it.  Lines that are no
record are named with file and line and do not stop the rest.

Which rule a card breaks the reference says itself.  For a claim (points, totals, winners) it is the rule that a
fuzzing run would suspect first.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Final, cast

from hearts_reference import BadInput, Match, Refused
from hearts_spec import data, sheets
from hearts_spec.cards import CARDS, Mask, mask, names
from hearts_spec.data import DataError, Document
from hearts_spec.rules import OptionError, Rules

from .faults import shown
from .record import STANDARD, reading

FORMAT: Final = "heartspec-audit/1"
TOGETHER: Final = 50
"""So many lines make a piece of work, or fewer of many bytes."""
LONGEST: Final = 1 << 24
"""A line of more bytes than this is no record."""

Record = Mapping[str, Any]


@dataclass(frozen=True)
class Fault:
    """What is wrong with a game: its first offending move, or a claim that does not follow."""

    game: str
    """The id of the game, or its number in the file."""
    round: int
    """From 1; 0 for the game as a whole."""
    move: int | None
    """The card, from 1 within the round; None where it is not a card that is wrong."""
    rule: str
    expected: Any
    seen: Any
    what: str
    """``deal``, ``pass``, ``play``, ``moon``, ``points``, ``totals``, ``winners`` or ``round``."""
    file: str = ""
    line: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return the fault as an entry of ``faults``."""
        return {
            "game": self.game,
            "round": self.round,
            "move": self.move,
            "rule": self.rule,
            "expected": self.expected,
            "seen": self.seen,
            "what": self.what,
            "file": self.file,
            "line": self.line,
        }


@dataclass(frozen=True)
class Unreadable:
    """A line that is no record."""

    file: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.sentence}"


@dataclass(frozen=True)
class Lines:
    """Some lines of a file, one piece of work."""

    file: str
    first: int
    texts: tuple[bytes, ...]
    broken: str = ""
    """Why the file could not be read on from here."""


@dataclass
class Judged:
    """What came of some lines."""

    games: int = 0
    rounds: int = 0
    faults: list[Fault] = field(default_factory=list)
    unreadable: list[Unreadable] = field(default_factory=list)


class NoRecord(ValueError):
    """A line holds no game that could be judged; the text is a sentence."""


# --- Reading -------------------------------------------------------------------------------------------------------


def read(paths: Iterable[Path]) -> Iterator[Lines]:
    """Yield the lines of files, some at a time."""
    for path in paths:
        yield from _read(path)


def _read(path: Path) -> Iterator[Lines]:
    name = "standard input" if path == STANDARD else str(path)
    first, texts, size = 1, list[bytes](), 0
    try:
        with reading(path) as file:
            for text in _bounded(file):
                texts.append(text)
                size += len(text)
                if len(texts) == TOGETHER or size > LONGEST:
                    yield Lines(name, first, tuple(texts))
                    first, texts, size = first + len(texts), [], 0
    except (EOFError, zlib.error, OSError) as error:
        yield Lines(name, first, tuple(texts), f"it cannot be read on from here: {error}")
        return
    if texts:
        yield Lines(name, first, tuple(texts))


def _bounded(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file, of one that is too long only so much that this can be told."""
    while text := file.readline(LONGEST + 1):
        yield text
        while len(text) > LONGEST and not text.endswith(b"\n"):
            text = file.readline(LONGEST + 1)


def judge_lines(lines: Lines) -> Judged:
    """Judge the games in some lines."""
    found = Judged()
    for number, text in enumerate(lines.texts, start=lines.first):
        if not text.strip():
            continue
        try:
            record = parsed(text)
            fault = judge(record, str(record.get("id", number)))
        except NoRecord as error:
            found.unreadable.append(Unreadable(lines.file, number, str(error)))
            continue
        found.games += 1
        found.rounds += len(record["rounds"])
        if fault is not None:
            found.faults.append(_placed(fault, lines.file, number))
    if lines.broken:
        found.unreadable.append(Unreadable(lines.file, lines.first + len(lines.texts), lines.broken))
    return found


def _placed(fault: Fault, file: str, line: int) -> Fault:
    return Fault(
        fault.game, fault.round, fault.move, fault.rule, fault.expected, fault.seen, fault.what, file=file, line=line
    )


def parsed(text: bytes | str) -> Record:
    """Return the game in one line; raise `NoRecord` where there is none."""
    if len(text) > LONGEST:
        raise NoRecord(f"this line is longer than {LONGEST} bytes")
    record = _from_json(text)
    try:
        data.check(Document(Path("record"), record), "record")
    except DataError as error:
        raise NoRecord(f"{error.key}: {error.sentence}" if error.key else error.sentence) from None
    players = record["players"]
    for each in record["rounds"]:
        lengths = [len(each[key]) for key in ("hands", "points", "totals", "passes") if each.get(key) is not None]
        if any(length != players for length in lengths):
            raise NoRecord(f"there are {players} players, but a list by seat with another length")
    return cast(Record, record)


def _from_json(text: bytes | str) -> Any:
    try:
        return json.loads(text if isinstance(text, str) else text.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise NoRecord(f"this line is not UTF-8 (byte 0x{error.object[error.start]:02X})") from None
    except json.JSONDecodeError as error:
        raise NoRecord(f"this line is not JSON: {error.msg}, at character {error.colno}") from None
    except RecursionError:
        raise NoRecord("this line is not JSON that can be read: it is nested too deeply") from None
    except ValueError:
        raise NoRecord("this line is not JSON that can be read: it has a number of too many digits") from None


# --- Judging -------------------------------------------------------------------------------------------------------


def judge(record: Record, game: str) -> Fault | None:
    """Return the first fault of a game, None where there is none; raise `NoRecord` where its rules make no sense."""
    rules = _rules_of(record)
    try:
        match = Match(
            rules,
            dealer=record["dealer"],
            round_number=record.get("round", 1),
            totals=record.get("before"),
        )
    except BadInput as error:
        raise NoRecord(str(error)) from None
    return _Replay(match, record, game).run()


def _rules_of(record: Record) -> Rules:
    return _rules(record.get("sheet"), record["players"], json.dumps(record.get("options") or {}, sort_keys=True))


@lru_cache(maxsize=256)
def _rules(sheet: str | None, players: int, options: str) -> Rules:
    try:
        if sheet is not None:
            return sheets.load(sheet).resolve(players, json.loads(options))
        return Rules.from_options({**json.loads(options), "players": players})
    except (DataError, OptionError) as error:
        raise NoRecord(str(error)) from None
    except OSError as error:
        raise NoRecord(f"sheet: {shown(sheet)} cannot be read: {error.strerror}") from None


class _Stop(Exception):
    """The first fault of a game has been found."""

    def __init__(self, fault: Fault) -> None:
        super().__init__()
        self.fault = fault


class _Replay:
    """One game, played again."""

    def __init__(self, match: Match, record: Record, game: str) -> None:
        self.match = match
        self.record = record
        self.game = game
        self.number = 0

    def run(self) -> Fault | None:
        """Play the game and return its first fault."""
        rounds = self.record["rounds"]
        try:
            for self.number, each in enumerate(rounds, start=1):
                self._round(each, last=self.number == len(rounds))
            self._winners()
        except _Stop as stop:
            return stop.fault
        return None

    def _fault(self, what: str, rule: str, expected: Any, seen: Any, move: int | None = None) -> _Stop:
        return _Stop(Fault(self.game, self.number, move, rule, expected, seen, what))

    def _round(self, each: Mapping[str, Any], *, last: bool) -> None:
        self._deal(each)
        self._pass(each.get("passes"), bool(each["plays"]))
        for number, play in enumerate(each["plays"], start=1):
            self._play(play, number)
        match = self.match
        if match.phase == "moon" and each.get("moon"):
            assert match.shooter is not None
            match.choose_moon(match.shooter, each["moon"])
        elif each.get("moon"):
            raise self._fault("moon", "moon.choice", None, each["moon"])
        if match.phase in ("pass", "play") and not last:
            raise self._fault("round", "round.end", "all cards are played", f"{len(each['plays'])} cards are")
        if match.phase == "moon" and not last:
            raise self._fault("moon", "moon.choice", "a choice", None)
        self._claims(each)

    def _deal(self, each: Mapping[str, Any]) -> None:
        match = self.match
        if match.phase != "deal":
            raise self._fault("deal", "round.phase", f"no deal, the phase being {match.phase}", "a deal")
        hands, kitty = each["hands"], each.get("kitty", [])
        for cards in (*hands, kitty):
            if len(set(cards)) < len(cards):
                raise self._fault("deal", "deck.standard", "different cards", cards)
        try:
            match.deal([_mask(hand) for hand in hands], _mask(kitty))
        except BadInput as error:
            rules = self.match.rules
            together = _mask([card for cards in (*hands, kitty) for card in cards])
            rule = "deal.hand-size" if together == rules.pack else "deck.standard"
            if together & ~rules.pack:
                rule = "deck.stripped"
            if len(kitty) != rules.kitty_size:
                rule = "kitty.size" if rules.kitty_size else "deal.all-cards-out"
            raise self._fault("deal", rule, str(error), [len(cards) for cards in (*hands, kitty)]) from None

    def _pass(self, passes: Sequence[Sequence[str]] | None, played: bool) -> None:
        match = self.match
        if match.phase != "pass":
            if passes and any(passes):
                raise self._fault("pass", "pass.hold-no-selection", None, passes)
            return
        if not passes:
            if played:
                raise self._fault("pass", "pass.count", f"{match.rules.pass_count} cards from each seat", None)
            return
        for seat, cards in enumerate(passes):
            try:
                match.pass_cards(seat, [CARDS[name] for name in cards])
            except Refused as refused:
                held = names(match.hands[seat])
                expected = f"{match.rules.pass_count} different cards of seat {seat}: {' '.join(held)}"
                raise self._fault("pass", refused.rule, expected, list(cards)) from None

    def _play(self, play: Mapping[str, Any], number: int) -> None:
        match, seat, card = self.match, play["seat"], CARDS[play["card"]]
        if seat >= match.rules.players:
            raise self._fault("play", "table.players", f"seats 0 to {match.rules.players - 1}", dict(play), number)
        try:
            match.play(seat, card)
        except Refused as refused:
            expected = {"seat": match.turn, "legal": names(match.legal_mask)} if match.phase == "play" else None
            raise self._fault("play", refused.rule, expected, dict(play), number) from None

    # --- Claims ----------------------------------------------------------------------------------------------------

    def _claims(self, each: Mapping[str, Any]) -> None:
        match = self.match
        if each.get("points") is not None:
            self._claim("points", "round_points", match.round_points, tuple(each["points"]))
        if each.get("totals") is not None:
            self._claim("totals", "totals", match.totals, tuple(each["totals"]))

    def _winners(self) -> None:
        claimed = self.record.get("winners")
        if claimed is not None:
            self._claim("winners", "winners", self.match.winners, tuple(sorted(claimed)))

    def _claim(self, what: str, name: str, value: tuple[int, ...] | None, claimed: tuple[int, ...]) -> None:
        if value != claimed:
            rule = self._suspect(name, value, claimed)
            raise self._fault(what, rule, None if value is None else list(value), list(claimed))

    def _suspect(self, name: str, value: Any, claimed: Any) -> str:
        from .fuzz.lockstep import Clash
        from .fuzz.suspects import suspects

        found = suspects(Clash(_as_game(self.record, self.match.rules, self.number), name, value, claimed))
        return found[0] if found else "score.final-sum"


def _as_game(record: Record, rules: Rules, rounds: int) -> Any:
    """Return the first rounds of a sound record as a game of the fuzzer."""
    from .fuzz.game import Choose, Deal, Game, Pass, Play

    game = Game(rules, record["dealer"], record.get("round", 1), tuple(record.get("before", ())))
    match, moves = game.match(), list[Any]()

    def do(move: Any) -> None:
        move.do(match)
        moves.append(move)

    for each in record["rounds"][:rounds]:
        do(Deal(tuple(map(_mask, each["hands"])), _mask(each.get("kitty", []))))
        for seat, cards in enumerate(each.get("passes") or ()):
            if match.phase == "pass":
                do(Pass(seat, tuple(CARDS[name] for name in cards)))
        for play in each["plays"]:
            do(Play(play["seat"], CARDS[play["card"]]))
        if match.phase == "moon" and each.get("moon") and match.shooter is not None:
            do(Choose(match.shooter, each["moon"]))
    return Game(game.rules, game.dealer, game.round, game.totals, moves=tuple(moves))


def _mask(cards: Sequence[str]) -> Mask:
    return mask(CARDS[name] for name in cards)


# --- A whole run ---------------------------------------------------------------------------------------------------


@dataclass
class Audit:
    """What has been judged so far: counts alone, whatever the number of games."""

    games: int = 0
    rounds: int = 0
    faulty: int = 0
    unreadable: int = 0
    by_rule: Counter[str] = field(default_factory=Counter)

    def take(self, judged: Judged, fault: Callable[[Fault], None], unreadable: Callable[[Unreadable], None]) -> None:
        """Take in what came of some lines, telling each fault and each line that is no record."""
        self.games += judged.games
        self.rounds += judged.rounds
        for each in judged.faults:
            self.faulty += 1
            self.by_rule[each.rule] += 1
            fault(each)
        for line in judged.unreadable:
            self.unreadable += 1
            unreadable(line)

    @property
    def status(self) -> int:
        """The exit status: 1 where there are faults, 2 where no game was judged, or 0."""
        return 1 if self.faulty else 0 if self.games else 2

    def to_json(self) -> dict[str, Any]:
        """Return the counts as a report has them."""
        return {
            "games": self.games,
            "rounds": self.rounds,
            "faulty": self.faulty,
            "unreadable": self.unreadable,
            "by-rule": dict(self.by_rule.most_common()),
        }
