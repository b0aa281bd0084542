"""Plays a planned game on a target and compares everything that it lets be seen, move by move.

The comparison has a fast way and a careful one.  Nearly always an answer is, value for value, what the reference
shows; that is found out without reading it into another form.  Only where it is not, `sight.Sight` reads it with
care, and says what differs or that the answer is none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final

from hearts_conformance import protocol
from hearts_conformance.faults import Crash, Exhausted, Fault, told
from hearts_conformance.implementation import ABSENT, Implementation, Observation, Refused
from hearts_conformance.implementation import Deal as Dealt
from hearts_conformance.sight import UNSEEN, Sight
from hearts_conformance.stdio import Program
from hearts_spec.cards import BITS, NAMES, Mask, members

from .game import FIELDS, Choose, Deal, Game, Move, Pass, Play, Probe, View

ACCEPT: Final = "accept"
"""A move by the rules was refused."""
REFUSE: Final = "refuse"
"""A move against the rules was accepted."""
REASON: Final = "reason"
"""A refusal named another rule."""

AT_ONCE: Final = 100
"""So many moves go into one request to a program."""

PATIENCE: Final = 2
"""So many times the limit of one answer may pass for them; a program that hangs is then asked move by move."""

BIT_OF: Final = dict(zip(NAMES, BITS, strict=True))
"""For each name of a card the set of it alone."""

WITHOUT_PASSING: Final = frozenset({"direction", "round", "dealer"})
"""What is not compared where a target does not play the pass."""


@dataclass(frozen=True)
class Trace:
    """A game, or the beginning of one, in which a target showed what it should."""

    game: Game
    observed: tuple[dict[str, Any], ...]
    """What it showed after each move, in the form of `sight.Sight`."""


@dataclass(frozen=True)
class Clash:
    """The first difference between a game as planned and as a target plays it."""

    game: Game
    """The game up to the move at which it was seen."""
    what: str
    """A field of the observation, `ACCEPT`, `REFUSE`, `REASON`, or the kind of a fault."""
    expected: Any
    seen: Any
    observed: tuple[dict[str, Any], ...] = ()
    """What the target showed after each move but the last, in the form of `sight.Sight`; then the last, if any."""
    sentence: str = ""
    """For a fault what happened."""
    relaunched: bool = False
    """Whether the target is a program."""

    @property
    def index(self) -> int:
        """The index of the move at which it was seen."""
        return len(self.game.moves) - 1

    @property
    def move(self) -> Move | Probe:
        """That move."""
        return self.game.moves[-1]

    @property
    def before(self) -> Trace | None:
        """What was seen before it; None where that was nothing, or was not kept."""
        index = self.index
        if not 0 < index <= len(self.observed):
            return None
        return Trace(self.game.upto(index - 1), self.observed[:index])

    @property
    def costly(self) -> bool:
        """Whether it takes a process each time that it is seen: that of a program, which has to be launched again."""
        return self.faulty and self.relaunched

    @property
    def faulty(self) -> bool:
        """Whether the target failed rather than played otherwise."""
        return self.what in ("crash", "hang", "protocol-fault")


class Lockstep:
    """One target, and how it is asked."""

    def __init__(self, implementation: Implementation, can: Collection[str], options: Mapping[str, Any]) -> None:
        self.implementation = implementation
        self.can = frozenset(can)
        self.options = options
        skipped = frozenset() if "passing" in self.can else WITHOUT_PASSING
        self.compared = frozenset(FIELDS) - skipped
        self.program = implementation if isinstance(implementation, Program) else None
        """The target where it is a program that has not failed yet: it is sent many moves at once."""
        if self.program:
            limits = self.program.limits
            self.program.limits = replace(limits, replay=min(limits.replay, PATIENCE * limits.request))
        self._same = tuple(_SAME[name] if name in self.compared else _whatever for name in FIELDS)

    def play(self, game: Game, *, keep: bool = False) -> Clash | None:
        """Play *game*; return the first difference, with all that was observed before it where *keep* says so.

        A program takes many moves in one request.  Only where something is amiss it is asked move by move.
        """
        if self.program and not keep and self._plays_alike(self.program, game):
            return None
        clash = self._step_by_step(game, keep)
        if clash is not None and clash.costly:
            self.program = None
        return clash

    def trace(self, game: Game) -> Trace | None:
        """Play *game* and return all that was observed; None where something differs."""
        kept: list[dict[str, Any]] = []
        return None if self._step_by_step(game, True, kept) else Trace(game, tuple(kept))

    def _step_by_step(self, game: Game, keep: bool, kept: list[dict[str, Any]] | None = None) -> Clash | None:
        target = self.implementation
        kept = [] if kept is None else kept
        index = -1
        try:
            _called("start", target.start, game.setup(self.options))
            for index, (move, view) in enumerate(zip(game.moves, game.views, strict=True)):
                clash = self._refused(game, index, move) if isinstance(move, Probe) else self._make(game, index, move)
                if clash is None:
                    observation = _called("observe", target.observe)
                    field = self._differing(observation, view, game.rules.players)
                    if keep or field is not None:
                        kept.append(Sight(observation, game.rules.players).all())
                    if field is not None:
                        expected, seen = view[FIELDS.index(field)], kept[-1][field]
                        clash = Clash(game.upto(index), field, expected, seen, tuple(kept))
                if clash is not None:
                    return clash if clash.observed or not keep else _with(clash, kept)
        except Exhausted:
            raise
        except Fault as fault:
            return Clash(
                game.upto(max(index, 0)), fault.kind, None, None, tuple(kept), str(fault), isinstance(target, Program)
            )
        return None

    def _plays_alike(self, program: Program, game: Game) -> bool:
        """Tell whether a program shows at every move of a game what it should, many moves at a time."""
        try:
            program.start(game.setup(self.options))
            begin = 0
            while begin < len(game.moves):
                if isinstance(probe := game.moves[begin], Probe):
                    if self._refused(game, begin, probe) is not None:
                        return False
                    seen, end = [program.observe()], begin + 1
                else:
                    end = self._stretch(game, begin)
                    moves = [requested(move) for move in game.moves[begin:end] if not isinstance(move, Probe)]
                    seen = program.replay(moves, FIELDS).seen
                if len(seen) != end - begin or not all(map(self._alike, seen, game.views[begin:end])):
                    return False
                begin = end
        except Exhausted:
            raise
        except (Fault, Refused):
            return False
        return True

    def _stretch(self, game: Game, begin: int) -> int:
        """Return where the moves that go into one request end."""
        for index in range(begin, min(begin + AT_ONCE, len(game.moves))):
            if isinstance(game.moves[index], Probe):
                return index
        return min(begin + AT_ONCE, len(game.moves))

    # --- Moves -----------------------------------------------------------------------------------------------------

    def _make(self, game: Game, index: int, move: Move) -> Clash | None:
        try:
            make(self.implementation, move)
        except Refused as refused:
            return Clash(game.upto(index), ACCEPT, None, refused.rule)
        return None

    def _refused(self, game: Game, index: int, probe: Probe) -> Clash | None:
        try:
            make(self.implementation, probe.move)
        except Refused as refused:
            if "explain" in self.can and refused.rule not in (None, probe.rule):
                return Clash(game.upto(index), REASON, probe.rule, refused.rule)
            return None
        return Clash(game.upto(index), REFUSE, probe.rule, None)

    # --- Comparing -------------------------------------------------------------------------------------------------

    def _differing(self, observation: Observation, view: View, players: int) -> str | None:
        """Return the first field that shows another value than it should."""
        if type(observation) is Observation and self._alike(observation, view):
            return None
        sight = Sight(observation, players)
        for name, expected in zip(FIELDS, view, strict=True):
            if name in self.compared and sight.get(name) not in (UNSEEN, settled(expected)):
                return name
        return None

    def _alike(self, observation: Observation, view: View) -> bool:
        """Tell quickly whether all fields surely show what they should."""
        try:
            for value, expected, same in zip(_values(observation), view, self._same, strict=True):
                if value == expected or value is ABSENT or same(value, expected):
                    continue
                return False
        except Exception:  # somebody else's values, compared as they come
            return False
        return True


def _with(clash: Clash, kept: Sequence[dict[str, Any]]) -> Clash:
    return Clash(clash.game, clash.what, clash.expected, clash.seen, tuple(kept), clash.sentence)


def settled(value: Any) -> Any:
    """Return a value of a view as `Sight` reads it."""
    if isinstance(value, list):
        return tuple((seat, NAMES[card]) for seat, card in value)
    return value


def make(target: Implementation, move: Move) -> None:
    """Make one move; raise `Refused` where the target refuses it, a `Fault` where it fails."""
    if type(move) is Play:
        _called("play", target.play, move.seat, NAMES[move.card])
    elif isinstance(move, Deal):
        _called("deal", target.deal, Dealt(tuple(map(_named, move.hands)), _named(move.kitty)))
    elif isinstance(move, Pass):
        _called("pass_cards", target.pass_cards, move.seat, [NAMES[card] for card in move.cards])
    elif isinstance(move, Choose):
        _called("choose_moon", target.choose_moon, move.seat, move.choice)


def requested(move: Move) -> protocol.Request:
    """Return a move as a request of the stdio protocol."""
    if isinstance(move, Play):
        return protocol.play(move.seat, NAMES[move.card])
    if isinstance(move, Deal):
        return protocol.deal(Dealt(tuple(map(_named, move.hands)), _named(move.kitty)))
    if isinstance(move, Pass):
        return protocol.pass_cards(move.seat, [NAMES[card] for card in move.cards])
    return protocol.moon(move.seat, move.choice)


def _called(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """Call the target; whatever it raises but `Refused` and faults is a `Crash`."""
    try:
        return function(*arguments)
    except (Fault, KeyboardInterrupt):
        raise
    except Refused:
        if name in ("start", "observe"):
            raise Crash(f"{name}() raised Refused, which is for moves") from None
        raise
    except BaseException as error:
        raise Crash(f"{name}() raised {told(error)}") from error


@lru_cache(maxsize=1 << 10)
def _named(cards: Mask) -> tuple[str, ...]:
    return tuple([NAMES[card] for card in members(cards)])


@lru_cache(maxsize=1 << 10)
def _mask(cards: tuple[str, ...]) -> Mask:
    """Return a list of card names as a set; a list that names a card twice is no set, and raises.

    Where bits are added that are there already they carry, and fewer are left than cards were named.
    """
    result = sum(map(BIT_OF.__getitem__, cards))
    if result.bit_count() != len(cards):
        raise ValueError
    return result


def _whatever(value: Any, expected: Any) -> bool:
    return True


def _unlike(value: Any, expected: Any) -> bool:
    return False


def _same_cards(value: Any, expected: Mask | None) -> bool:
    return value is None if expected is None else value is not None and _mask(tuple(value)) == expected


def _same_piles(value: Any, expected: tuple[Mask, ...]) -> bool:
    if len(value) != len(expected):
        return False
    for cards, each in zip(value, expected, strict=True):  # noqa: SIM110 (a generator costs more than the loop)
        if _mask(tuple(cards)) != each:
            return False
    return True


def _same_trick(value: Any, expected: list[tuple[int, int]] | None) -> bool:
    if value is None or expected is None:
        return value is expected
    if len(value) != len(expected):
        return False
    for one, (seat, card) in zip(value, expected, strict=True):
        if one["seat"] != seat or one["card"] != NAMES[card]:
            return False
    return True


def _same_numbers(value: Any, expected: tuple[int, ...] | None) -> bool:
    return value is None if expected is None else value is not None and tuple(value) == expected


_SAME: Final[dict[str, Callable[[Any, Any], bool]]] = {
    **dict.fromkeys(FIELDS, _unlike),
    **dict.fromkeys(("legal", "kitty"), _same_cards),
    **dict.fromkeys(("hands", "captured"), _same_piles),
    "trick": _same_trick,
    **dict.fromkeys(("round_points", "totals", "places", "winners"), _same_numbers),
}
"""For each field the quick look whether a value that is not equal means the same after all."""

_values: Final = attrgetter(*FIELDS)
