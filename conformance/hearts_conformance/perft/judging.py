"""Judges an implementation by the tables: it plays every position, and what it counts must be what is written.

An implementation is seen through the usual interface, which knows no taking back: to try the next card the game is
started again and led back.  So tables are followed only as deep as `MOST` such journeys allow.  Where counts differ,
the implementation and the reference engine walk down together to the first move at which they part; only there is
the engine asked anything, to explain what the table has shown.
"""

from __future__ import annotations

import contextlib
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from hearts_conformance.claims import Claims
from hearts_conformance.faults import Crash, Fault, told
from hearts_conformance.implementation import Implementation, Refused
from hearts_conformance.script import JUDGING
from hearts_conformance.session import NothingToJudge, Selection, Session
from hearts_conformance.sight import UNSEEN, Sight
from hearts_conformance.table import Misplay, Table
from hearts_conformance.verdict import Difference, Kind, Verdict
from hearts_spec.cards import CARDS, Mask, names
from hearts_spec.data import DataError
from hearts_spec.rules import AXES, Rules
from hearts_spec.sheets import Sheet

from . import tables
from .counting import Counts
from .positions import Start, written
from .tables import Counted, Entry
from .walking import Engine, Parting, differ, moves_and_table, walk

T = TypeVar("T")

MOST: Final = 60
"""How often an implementation is led to a place in the game, at most about, for one position."""
CHAPTER: Final = "perft"
"""What the ids of these verdicts begin with."""


@dataclass(frozen=True)
class Job:
    """One position under one sheet with one number of players."""

    sheet: Sheet
    source: str
    """How a command line names the sheet."""
    rules: Rules
    entry: Entry

    @property
    def id(self) -> str:
        """``perft/`` and the position."""
        return f"{CHAPTER}/{self.entry.start.position}"

    @property
    def meets(self) -> tuple[str, ...]:
        """The rules for whose sake the position was chosen."""
        position = written().get(self.entry.start.position)
        return position.meets if position else ()

    @property
    def title(self) -> str:
        """What the position is."""
        position = written().get(self.entry.start.position)
        return position.title if position else ""

    @property
    def depth(self) -> int:
        """How deep the table can be followed through the interface."""
        counts = self.entry.counts.by_depth
        depth = 1
        while depth < len(counts) and self._journeys(depth + 1) <= MOST:
            depth += 1
        return depth

    def _journeys(self, depth: int) -> int:
        counts = self.entry.counts.by_depth
        return counts[depth - 1] if depth == self._left else counts[depth - 2]

    @property
    def _left(self) -> int:
        """How many cards are left to play."""
        return self.rules.hand_size * self.rules.players - len(self.entry.start.played)

    def expected(self) -> Counts:
        """Return what the table has, as far as it is followed; the points only where that is all of it."""
        counts, depth = self.entry.counts, self.depth
        whole = depth == counts.depth and depth == self._left
        return Counts(counts.by_depth[:depth], counts.points if whole else None)


def jobs(session: Session) -> list[Job]:
    """Return what there is to judge.

    Raises `NothingToJudge` where the selection leaves nothing, `DataError` for a sheet without a table, for one that
    cannot be read, and for one that was made under other options than the sheet now has.
    """
    chosen = session.selection
    if chosen.options:
        raise NothingToJudge(
            "tables are made for a sheet as it stands: write a sheet with these options, count it with "
            "heartspec perft --sheet FILE --write, and judge by that"
        )
    found = []
    given = dict(zip([sheet.id for sheet in session.sheets], chosen.sheets, strict=False))
    for sheet in session.sheets:
        table = tables.load(_path(sheet))
        for players in sheet.players:
            if players in session.players:
                counted = _current(table, sheet, players)
                source = given.get(sheet.id, sheet.id)
                found += [Job(sheet, source, counted.rules, entry) for entry in counted.entries.values()]
    picked = [job for job in found if _chosen(job, chosen)]
    if not picked:
        raise NothingToJudge("no position of the tables is chosen; heartspec perft --list names them all")
    return picked


def _path(sheet: Sheet) -> Any:
    path = tables.place(sheet)
    if not path.is_file():
        sentence = f"there is no table of {sheet.id} yet; heartspec perft --sheet {sheet.source_path} --write makes it"
        raise DataError(path, None, (), sentence)
    return path


def _current(table: tables.Table, sheet: Sheet, players: int) -> Counted:
    """Return the counts for a number of players, made under the options that the sheet has now."""
    again = f"heartspec perft --sheet {sheet.id} --write makes them anew"
    if players not in table.counted:
        raise DataError(table.path, None, ("players",), f"there are no counts for {players} players; {again}")
    counted, now = table.counted[players], sheet.resolve(players).options
    changed = [axis for axis in AXES if counted.rules.options[axis] != now[axis]]
    if changed:
        sentence = f"the counts were made before {' and '.join(changed)} changed in {sheet.id}; {again}"
        raise DataError(table.path, None, ("players", str(players), "options"), sentence)
    return counted


def _chosen(job: Job, selection: Selection) -> bool:
    from fnmatch import fnmatchcase

    from hearts_conformance.scenario import matches

    if selection.cases and not any(matches(job.id, each) for each in selection.cases):
        return False
    return not selection.rules or any(fnmatchcase(rule, each) for rule in job.meets for each in selection.rules)


def judge_all(session: Session) -> tuple[Iterator[Verdict], int]:
    """Return the verdicts as they come, and how many there will be; raises as `jobs` does."""
    planned = jobs(session)
    return (judge(job, session) for job in planned), len(planned)


def judge(job: Job, session: Session) -> Verdict:
    """Judge one position.  What a target in this process prints goes to stderr."""
    kind, detail, difference, stderr = Kind.CONFORMS, "", None, ""
    with contextlib.redirect_stdout(sys.stderr):
        try:
            kind, detail, difference = _outcome(job, session)
        except Fault as fault:
            kind, detail, stderr = Kind(fault.kind), str(fault), fault.stderr
    target = shlex.join(session.target.arguments)
    return Verdict(
        id=job.id,
        sheet=job.sheet.id,
        players=job.rules.players,
        kind=kind,
        rules=job.meets,
        detail=detail,
        title=job.title,
        differences=(difference,) if difference else (),
        rerun=f"heartspec verify {target} --perft --sheet {shlex.quote(job.source)} --players {job.rules.players} "
        f"--scenario {job.id}",
        stderr=stderr,
    )


def _outcome(job: Job, session: Session) -> tuple[Kind, str, Difference | None]:
    objection = _objection(job, session.claims)
    if objection:
        return Kind.UNSUPPORTED, objection, None
    side = Played(session.implementation, job.entry.start, job.rules, session.claims)
    expected = job.expected()
    try:
        seen = _first_differing(expected, side)
        if seen is None:
            return Kind.CONFORMS, "", None
        reference = Engine(job.entry.start.match(job.rules))
        parting = walk(job.entry.start, reference, side, seen.depth)
    except Unwilling as unwilling:
        return Kind.DEVIATES, str(unwilling), _refusing(job, unwilling)
    detail = _counts_differ(expected, seen)
    return Kind.DEVIATES, detail, _difference(job, parting, reference) if parting else None


def _first_differing(expected: Counts, side: Played) -> Counts | None:
    """Return what a side counts down to the first depth at which that is not what is *expected*; None if it is."""
    for depth in range(1, expected.depth + 1):
        seen = side.count(depth)
        if seen.by_depth != expected.by_depth[:depth]:
            return seen
    return seen if differ(expected, seen) else None


def _objection(job: Job, claims: Claims) -> str:
    can = claims.description.can
    objection = claims.objection(job.sheet.id, job.rules)
    if objection:
        return objection
    missing = [] if {"legal", "refuse"} & can else [JUDGING]
    missing += ["kitty"] if job.entry.start.kitty and "kitty" not in can else []
    return f"needs {' and '.join(missing)}, which is not declared" if missing else ""


def _counts_differ(expected: Counts, seen: Counts) -> str:
    for depth, (wanted, found) in enumerate(zip(expected.by_depth, seen.by_depth, strict=False), 1):
        if wanted != found:
            cards = f"{depth} cards" if depth > 1 else "one card"
            return f"there are {wanted} ways to play on for {cards}, but {found} are counted"
    points = " ".join(map(str, expected.points or ())), " ".join(map(str, seen.points or ()))
    return f"over all ways to end the round the points add up to {points[0]}, but {points[1]} are counted"


def _difference(job: Job, parting: Parting, reference: Engine) -> Difference:
    values: dict[str, tuple[Any, Any]] = {
        "legal": (list(parting.legal[0]), list(parting.legal[1])),
        "turn": parting.turns,
        "points": (list(parting.counts[0].points or ()), list(parting.counts[1].points or ())),
    }
    expected, seen = values[parting.what]
    return Difference(
        step=len(parting.path),
        what=parting.what,
        expected=expected,
        seen=seen,
        rules=_broken(parting, reference) or job.meets,
        sentence=parting.sentence("the table", "the target"),
        history=parting.moves,
        position=parting.position(),
    )


def _broken(parting: Parting, reference: Engine) -> tuple[str, ...]:
    """Return the rules that refuse the cards that only the implementation thinks legal."""
    match = reference.match
    for card in parting.path:
        reference.play(card)
    more = [card for card in parting.legal[1] if card not in parting.legal[0]]
    found = [match.refusal(match.turn, CARDS[card]) for card in more] if match.turn is not None else []
    for _ in parting.path:
        reference.undo()
    return tuple(dict.fromkeys(rule for rule in found if rule))


def _refusing(job: Job, unwilling: Unwilling) -> Difference:
    moves, table = moves_and_table(job.entry.start, unwilling.path)
    return Difference(
        step=len(unwilling.path),
        what="accept",
        expected="accepted",
        seen=unwilling.rule,
        rules=job.meets,
        sentence=str(unwilling),
        history=moves,
        position=table.position(),
    )


# --- The implementation as one side ----------------------------------------------------------------------------------


class Unwilling(Exception):
    """An implementation does not go along to a place in the game; ``str`` says where, in a sentence."""

    def __init__(self, sentence: str, path: tuple[str, ...], rule: str | None = None) -> None:
        super().__init__(sentence + (f" ({rule})" if rule else ""))
        self.path = path
        self.rule = rule


@dataclass(frozen=True)
class Move:
    """One action on the way to a place in the game."""

    op: str
    """The method of the interface."""
    arguments: tuple[Any, ...]
    sentence: str
    """What is to be said where it is refused."""
    path: tuple[str, ...] = ()
    """The cards of the path before it."""


class Played:
    """An implementation that plays a position, led back to its beginning wherever a card is taken back."""

    def __init__(self, implementation: Implementation, start: Start, rules: Rules, claims: Claims) -> None:
        self.implementation = implementation
        self.start = start
        self.can = claims.description.can
        self.setup = start.setup(rules)
        self.dealt = start.deal(rules, passing="passing" in self.can)
        self.round_points = rules.moon != "choice" or "moon-choice" in self.can
        self.left = rules.hand_size * rules.players - len(start.played)
        self.path: list[str] = []
        self.reached: list[str] | None = None
        """The cards that the implementation has played since the position; None before it is there."""
        self.sight: Sight | None = None
        self.turns: dict[tuple[str, ...], Any] = {}
        """Whose turn it was seen to be, by path."""

    def turn(self) -> int | None:
        """Return the seat whose turn it is, as seen; where that cannot be seen, whose it should be."""
        seen = self._see().get("turn")
        if seen is UNSEEN:
            return self._table(self.path).turn
        turn: int | None = seen
        return turn

    def legal(self) -> Mask:
        """Return the legal cards: those that are listed, or else those that are not refused."""
        if len(self.path) == self.left:
            return 0
        listed = self._see().get("legal") if "legal" in self.can else UNSEEN
        if listed is not UNSEEN:
            return listed or 0
        table = self._table(self.path)
        turn = self.turn()
        if turn is None:
            return 0
        legal = 0
        for card in names(table.hands[turn]):
            if self._takes(turn, card):
                legal |= 1 << CARDS[card]
        return legal

    def play(self, card: str) -> None:
        """Let the seat whose turn it is play a card; carried out when something is to be seen."""
        self.path.append(card)
        self.sight = None

    def undo(self) -> None:
        """Take back the last card."""
        self.path.pop()
        self.sight = None

    def count(self, depth: int) -> Counts:
        """Count the continuations of up to *depth* cards; the points where they end the round and can be seen."""
        depth = min(depth, self.left - len(self.path))
        nodes = [0] * depth
        ends = len(self.path) + depth == self.left
        points: list[int] | None = [0] * self.start.players if ends and self.round_points else None
        if not self._below(0, depth, nodes, points):
            points = None
        return Counts(tuple(nodes), None if points is None else tuple(points))

    def _below(self, level: int, depth: int, nodes: list[int], points: list[int] | None) -> bool:
        """Count below; return whether all points that were to be added up could be seen."""
        if level == depth:
            return points is not None and self._score(points)
        legal = self.legal()
        nodes[level] += legal.bit_count()
        if level + 1 == depth and points is None:
            return True
        seen = True
        for card in names(legal):
            self.play(card)
            seen = self._below(level + 1, depth, nodes, points) and seen
            self.undo()
        return seen

    def _score(self, points: list[int]) -> bool:
        scored = self._see().get("round_points")
        if scored is UNSEEN or scored is None:
            return False
        for seat, each in enumerate(scored):
            points[seat] += each
        return True

    # Leading it there

    def _see(self) -> Sight:
        self._go()
        if self.sight is None:
            self.sight = Sight(self._call("observe", self.implementation.observe), self.start.players)
            self.turns[tuple(self.path)] = self.sight.get("turn")
        return self.sight

    def _takes(self, turn: int, card: str) -> bool:
        """Tell whether a card is accepted; if so, the way has to be gone again."""
        self._go()
        try:
            self._call("play", self.implementation.play, turn, card)
        except Refused:
            return False
        self.reached = None
        return True

    def _go(self) -> None:
        """Lead the implementation to where the path is; raise `Unwilling` where it does not go along."""
        moves: list[Move] = []
        if self.reached is None or self.path[: len(self.reached)] != self.reached:
            self.reached = None
            self._call("start", self.implementation.start, self.setup)
            moves += self._to_the_position()
        moves += [self._card(number) for number in range(len(self.reached or ()), len(self.path))]
        if not moves:
            return
        self.reached = None
        refused = self._carry_out(moves)
        if refused:
            move, rule = refused
            raise Unwilling(move.sentence, move.path, rule)
        self.reached = list(self.path)

    def _to_the_position(self) -> list[Move]:
        deal, passes = self.dealt
        moves = [Move("deal", (deal,), "the deal is refused")]
        for seat, cards in passes:
            moves.append(
                Move("pass_cards", (seat, list(cards)), f"seat {seat} passes {' '.join(cards)}, which is refused")
            )
        for written_move in moves_and_table(self.start, ())[0]:
            who, card = written_move.split(": ")
            sentence = f"on the way to the position seat {who} plays {card}, which is refused"
            moves.append(Move("play", (int(who), card), sentence))
        return moves

    def _card(self, number: int) -> Move:
        """Return the play of one card of the path, by the seat whose turn it was seen to be."""
        before, card = tuple(self.path[:number]), self.path[number]
        turn = self.turns.get(before, UNSEEN)
        if turn is UNSEEN or turn is None:
            turn = self._table(before).turn
        return Move("play", (turn, card), f"seat {turn} may play {card} by its own list, but that is refused", before)

    def _carry_out(self, moves: Sequence[Move]) -> tuple[Move, str | None] | None:
        """Carry out moves, those of a program in one request; return the one that is refused, and the rule it names."""
        from hearts_conformance import protocol, stdio

        if isinstance(self.implementation, stdio.Program):
            requests = [getattr(protocol, move.op)(*move.arguments) for move in moves]
            done = self._call("replay", self.implementation.replay, requests)
            return (moves[len(done.seen)], done.refused.rule) if done.refused else None
        for move in moves:
            try:
                self._call(move.op, getattr(self.implementation, move.op), *move.arguments)
            except Refused as refusal:
                return move, refusal.rule
        return None

    def _table(self, path: Sequence[str]) -> Table:
        """Return the table as it should be after *path*."""
        try:
            return moves_and_table(self.start, path)[1]
        except Misplay as misplay:
            raise Unwilling(f"of the cards that are listed as legal, {misplay}", ()) from None

    def _call(self, what: str, function: Callable[..., T], *arguments: Any) -> T:
        """Call the implementation; whatever it raises but `Refused` of a move and faults is a `Crash`."""
        try:
            return function(*arguments)
        except (Fault, KeyboardInterrupt):
            raise
        except Refused:
            if what in ("start", "observe"):
                raise Crash(f"{what}() raised Refused, which is for moves") from None
            raise
        except BaseException as error:
            raise Crash(f"{what}() raised {told(error)}") from error
