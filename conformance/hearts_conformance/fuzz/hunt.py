"""A whole run: rounds in numbered pieces, differences gathered, each cause shrunk, explained and written down once.

A piece is played from its own number and the seed and knows of no other piece, so that any number of workers finds
the same.  What it brings back is small: counts, and for each field and first suspect the first difference.  The rest
is done by whoever asked, in the order of the pieces: `causes` sorts the differences and makes findings of them.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from hearts_conformance import SUITE
from hearts_conformance.claims import Claims, declared_sheets
from hearts_conformance.faults import Exhausted
from hearts_conformance.implementation import Description, Implementation
from hearts_conformance.parallel import Workers
from hearts_conformance.session import NothingToJudge
from hearts_conformance.targets import Target
from hearts_spec import sheets
from hearts_spec.rules import Rules

from .believing import NOTHING, Belief, possible
from .causes import Causes
from .census import Census, in_force
from .draw import Draw
from .findings import Harvest, Outcome, Setting
from .game import FIELDS, Game
from .lockstep import Clash, Lockstep, Trace
from .planning import Planner
from .shrink import key_of

PIECE: Final = 100
"""The rounds of one piece of work."""
FIRST: Final = 2
"""After so many pieces what was found is taken for granted; after twice as many again, and so on."""
LONGEST: Final = 8
"""The most pieces after which this is done again."""
ENOUGH: Final = 2
"""After so many failures of one kind a program is not launched again in the same piece."""
KEPT: Final = 12
"""So many kinds of difference are brought back from one piece at most."""
ALIKE: Final = 4
"""So many differences of one kind: what explains one of them by chance hardly explains them all."""

WELL: Final = 8
"""So many games of one kind in which nothing differed: more than those that one mistake may spoil for another."""


@dataclass(frozen=True)
class Piece:
    """One piece of a run: enough to play it anywhere."""

    target: Target
    setting: Setting
    seed: int
    number: int
    rounds: int
    belief: Belief = NOTHING

    def __str__(self) -> str:
        return f"piece {self.number} ({self.setting.sheet}, {self.setting.players} players)"


def planned(rules: Rules, can: frozenset[str]) -> Rules:
    """Return the rules by which games are planned: who does not play the pass plays from the first lead on."""
    if "passing" in can or rules.pass_cycle == ("hold",):
        return rules
    return Rules.from_options({**rules.options, "pass.cycle": ["hold"]})


def opened(target: Target) -> tuple[Implementation, Description]:
    """Attach a target once in each process: two that talked to one program would hear each other's answers."""
    return _opened(target, os.getpid())


@lru_cache(maxsize=4)
def _opened(target: Target, process: int) -> tuple[Implementation, Description]:
    implementation = target.open()
    return implementation, target.describe(implementation)


def play_piece(piece: Piece) -> Harvest:
    """Play one piece and return what it found."""
    with contextlib.redirect_stdout(sys.stderr):
        implementation, description = opened(piece.target)
        can = description.can
        return harvest(piece.setting, implementation, can, piece.seed, piece.number, piece.rounds, belief=piece.belief)


def harvest(
    setting: Setting,
    implementation: Implementation,
    can: frozenset[str],
    seed: int,
    number: int,
    rounds: int,
    *,
    belief: Belief = NOTHING,
) -> Harvest:
    """Play so many rounds under a setting on a target at hand."""
    rules = planned(setting.rules, can)
    found = Harvest(setting, number)
    census = Census(rules, in_force(rules, can))
    draw = Draw("fuzz", SUITE, setting.sheet, setting.players, seed, number)
    asked = Lockstep(implementation, can, setting.rules.to_json())
    well: defaultdict[tuple[str, bool], list[Game]] = defaultdict(list)
    if not possible(belief, rules):
        belief = NOTHING
    try:
        for game in Planner(rules, can, draw, census, belief).games(rounds):
            found.rounds += game.rounds
            found.moves += len(game.moves)
            clash = asked.play(game)
            if clash is None:
                well[_end(game)].append(game)
                continue
            _note(found, clash, asked)
            if clash.costly and found.sightings[key_of(clash)] >= ENOUGH:
                break
        found.traces = _traces(found, well.values(), asked)
    except Exhausted as exhausted:
        found.stopped = str(exhausted)
    found.counts = census.counts
    return found


def _traces(found: Harvest, well: Iterable[Sequence[Game]], asked: Lockstep) -> list[Trace]:
    """Play some games of each kind once more in which nothing differs, and keep what is observed.

    Where there is no difference to explain that is not needed, and where a process has died it would cost another.
    """
    clashes = [clash for alike in found.clashes.values() for clash in alike]
    if not clashes or any(clash.costly for clash in clashes):
        return []
    traces = (asked.trace(game) for games in well for game in games[:WELL])
    return [trace for trace in traces if trace is not None]


def _end(game: Game) -> tuple[str, bool]:
    """Return in which phase a game ends, and whether it has more than one round."""
    return game.views[-1][FIELDS.index("phase")], game.rounds > 1


def _note(found: Harvest, clash: Clash, asked: Lockstep) -> None:
    """Keep a difference, with all that was observed, unless there are enough like it."""
    key = key_of(clash)
    found.sightings[key] += 1
    if key not in found.clashes and len(found.clashes) >= KEPT:
        return
    alike = found.clashes.setdefault(key, [])
    if clash.costly:
        alike[:] = alike or [clash]
    elif len(alike) < ALIKE:
        again = asked.play(clash.game, keep=True)
        alike.append(again if again is not None and key_of(again) == key else clash)


class Hunt:
    """A run against one target."""

    def __init__(self, target: Target, settings: tuple[Setting, ...], seed: int) -> None:
        """Attach the target; raises `TargetError`, or `NothingToJudge` where it plays by none of the settings."""
        self.target = target
        self.seed = seed
        self.implementation, description = opened(target)
        self.outcome = Outcome(target, description, seed, _claimed(description, settings))
        self.causes = Causes(self.implementation, frozenset(description.can), seed, self.outcome.findings)
        self.belief = NOTHING

    def pieces(self, first: int, count: int, rounds: int | None) -> Iterator[Piece]:
        """Yield so many pieces of a run of so many rounds, or of one without end; settings take turns."""
        settings = self.outcome.settings
        for number in range(first, first + count):
            size = PIECE if rounds is None else min(PIECE, rounds - number * PIECE)
            if size <= 0:
                return
            setting = settings[number % len(settings)]
            yield Piece(self.target, setting, self.seed, number, size, self.belief)

    def run(
        self,
        workers: Workers,
        rounds: int | None,
        seconds: float | None = None,
        heard: Callable[[Outcome], None] = lambda outcome: None,
    ) -> Outcome:
        """Play until *rounds* are played or *seconds* have passed, and return what was found.

        *heard* is told after every piece.  An interrupt leaves what was found so far to `conclude`.
        """
        end = None if seconds is None else time.monotonic() + seconds
        done, stretch = 0, FIRST
        while rounds is None or done * PIECE < rounds:
            harvests = workers.each(play_piece, self.pieces(done, stretch, rounds))
            try:
                for each in harvests:
                    self.take(each)
                    heard(self.outcome)
                    if self.outcome.stopped or (end is not None and time.monotonic() >= end):
                        return self.conclude()
            finally:
                harvests.close()
            done, stretch = done + stretch, min(2 * stretch, LONGEST)
            self.causes.settle()
            self.belief = self.causes.learned()
        return self.conclude()

    def conclude(self) -> Outcome:
        """Make findings of the differences that are left, and return what was found."""
        self.causes.conclude()
        return self.outcome

    def take(self, each: Harvest) -> None:
        """Take in what a piece has found."""
        outcome = self.outcome
        outcome.rounds += each.rounds
        outcome.moves += each.moves
        outcome.counts.update(each.counts)
        outcome.stopped = outcome.stopped or each.stopped
        self.causes.take(each)


def settings(
    target: Target,
    chosen: tuple[str, ...] = (),
    players: tuple[int, ...] = (),
    options: Mapping[str, Any] | None = None,
) -> tuple[Setting, ...]:
    """Return what is to be played: the sheets chosen, or else declared, with each number of players that both know.

    Raises `TargetError` where the target cannot be attached, `DataError` for a sheet that cannot be read or does not
    allow an option, and `NothingToJudge` where nothing is left.
    """
    description = opened(target)[1]
    loaded = [(name, sheets.load(name)) for name in chosen] or [
        (sheet.id, sheet) for sheet in declared_sheets(description)
    ]
    top = tuple((options or {}).items())
    counts = set(players or description.players) & set(description.players)
    found = tuple(Setting(name, count, top) for name, sheet in loaded for count in sheet.players if count in counts)
    if not found:
        raise NothingToJudge(f"{target.text} plays no sheet that was chosen with that number of players")
    return found


def _claimed(description: Description, settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
    claims = Claims(description)
    objections = [claims.objection(each.sheet, each.rules, [axis for axis, _ in each.options]) for each in settings]
    claimed = tuple(each for each, no in zip(settings, objections, strict=True) if not no)
    kitties = tuple(each for each in claimed if not each.rules.kitty_size or "kitty" in description.can)
    if not kitties:
        why = objections[0] if objections and objections[0] else "it cannot play with a kitty"
        raise NothingToJudge(f"{description.name} plays by none of what was chosen: it {why}")
    return kitties
