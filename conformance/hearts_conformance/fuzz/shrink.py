"""Makes a difference smaller while it stays the same difference: one round, few tricks, nothing thrown in.

Two differences are taken for the same where the same field differs and the same rule is the first suspect.  Each way
of making a game smaller proposes a game that the reference accepts; it is kept if the target still differs in the
same way, and no later than before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from .draw import Draw
from .game import Deal, Game, Pass, Play, Probe
from .lockstep import Clash, Lockstep
from .planning import Planner
from .suspects import suspects

ATTEMPTS: Final = 160
"""So many new deals are tried in search of a shorter game."""

Key = tuple[str, str]
"""A field, and the first suspect."""


def key_of(clash: Clash) -> Key:
    """Return what makes two differences the same."""
    if clash.faulty:
        return clash.what, f"{type(clash.move).__name__.lower()}: {clash.sentence.partition(':')[0]}"
    return clash.what, next(iter(suspects(clash)), "")


def length(game: Game) -> tuple[int, int]:
    """Return how long a game is: rounds, then moves."""
    return game.rounds, len(game.moves)


class Shrinker:
    """One target and one difference on its way to being small."""

    def __init__(self, lockstep: Lockstep, clash: Clash) -> None:
        self.lockstep = lockstep
        self.key = key_of(clash)
        self.best = clash

    def shrink(self, seed: object) -> Clash:
        """Return the smallest difference that was found; one that costs a process each time is left as it is."""
        if self.best.costly:
            return self.best
        self._try(self._without_probes())
        self._rounds()
        for game in self._afresh(seed):
            self._try(game)
        self._tricks()
        kept = self.lockstep.play(self.best.game, keep=True)
        return kept if kept is not None and key_of(kept) == self.key else self.best

    def _try(self, game: Game | None) -> bool:
        if game is None or length(game) >= length(self.best.game):
            return False
        clash = self.lockstep.play(game)
        if clash is None or length(clash.game) >= length(self.best.game) or key_of(clash) != self.key:
            return False
        self.best = clash
        return True

    def _without_probes(self) -> Game | None:
        *moves, last = self.best.game.moves
        return self.best.game.with_moves([*(each for each in moves if not isinstance(each, Probe)), last])

    def _rounds(self) -> None:
        """Start with the last round, or with as late a one as will do."""
        game = self.best.game
        deals = [index for index, move in enumerate(game.moves) if isinstance(move, Deal)]
        for at in reversed(deals[1:]):
            for resumed in (False, True) if "resume" in self.lockstep.can else (False,):
                if self._try(self._from(game, at, resumed=resumed)):
                    return

    def _from(self, game: Game, at: int, *, resumed: bool) -> Game | None:
        """Return the game that starts with the deal at the move *at*."""
        match = game.match()
        for move in game.moves[:at]:
            if not isinstance(move, Probe):
                move.do(match)
        start = replace(
            game,
            dealer=(match.dealer + 1) % game.rules.players,
            round=match.round_number + 1,
            totals=match.totals if resumed else (),
            limit_reached=match.limit_reached and resumed,
        )
        try:
            return start.with_moves(game.moves[at:])
        except ValueError:
            return None

    def _afresh(self, seed: object) -> Iterator[Game]:
        """Yield new rounds of the same rules, each cut off where it would no longer be shorter."""
        if self.best.game.rounds > 1 or (self.best.faulty and len(self.best.game.moves) < 2):
            return
        can = self.lockstep.can - {"match", "resume"}
        if not isinstance(self.best.move, Probe):
            can -= {"refuse"}
        planner = Planner(self.best.game.rules, can, Draw("afresh", seed, *self.key), belief=self.best.game.belief)
        if any(self.best.game.totals):
            return
        for game in planner.games(ATTEMPTS):
            yield game.upto(len(self.best.game.moves) - 2)

    def _tricks(self) -> None:
        """Leave out tricks, the later ones first: their cards stay in the hands."""
        shorter = True
        while shorter:
            shorter = False
            for begin, end in reversed(_tricks(self.best.game)):
                moves = self.best.game.moves
                if self._try(self.best.game.with_moves([*moves[:begin], *moves[end:]])):
                    shorter = True
                    break


def _tricks(game: Game) -> list[tuple[int, int]]:
    """Return where the complete tricks of the last round begin and end, but for the first."""
    deal = max(index for index, move in enumerate(game.moves) if isinstance(move, Deal))
    plays = [index for index, move in enumerate(game.moves) if index > deal and isinstance(move, Play)]
    size = game.rules.players
    starts = range(size, len(plays) - size, size)
    return [(plays[start], plays[start + size - 1] + 1) for start in starts]


def passes(game: Game) -> list[Pass]:
    """Return the selections of the last round."""
    found: list[Pass] = []
    for move in game.moves:
        if isinstance(move, Deal):
            found = []
        elif isinstance(move, Pass):
            found.append(move)
    return found
