"""A whole run: rounds in numbered pieces, differences gathered, each cause shrunk, explained and written down once.

A piece is played from its own number and the seed and knows of no other piece, so that any number of workers finds
the same.  What it brings back is small: counts, and for each field and first suspect the first difference.  The rest
is done by whoever asked, in the order of the pieces: a difference that a finding already explains, or that accuses
the same rule first, is another sighting of that finding; any other is shrunk, explained and written as a scenario.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
from .census import Census, in_force
from .draw import Draw
from .explaining import Explanation, believed, explanations
from .findings import Finding, Outcome, Setting
from .lockstep import Clash, Lockstep
from .planning import Planner
from .shrink import Key, Shrinker, key_of
from .suspects import MOST, suspects
from .telling import sentence
from .writing import Writer

PIECE: Final = 100
"""The rounds of one piece of work."""
FIRST: Final = 4
"""After so many pieces what was found is taken for granted; after twice as many again, and so on."""
ENOUGH: Final = 2
"""After so many failures of one kind a program is not launched again in the same piece."""
KEPT: Final = 12
"""So many kinds of difference are brought back from one piece at most."""
ALIKE: Final = 4
"""So many differences of one kind: what explains one of them by chance hardly explains them all."""


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


@dataclass
class Harvest:
    """What a piece brings back."""

    setting: Setting
    number: int
    rounds: int = 0
    moves: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    clashes: dict[Key, list[Clash]] = field(default_factory=dict)
    sightings: Counter[Key] = field(default_factory=Counter)
    stopped: str = ""
    """Why the target cannot be played on with, where it cannot."""


def planned(rules: Rules, can: frozenset[str]) -> Rules:
    """Return the rules by which games are planned: who does not play the pass plays from the first lead on."""
    if "passing" in can or rules.pass_cycle == ("hold",):
        return rules
    return Rules.from_options({**rules.options, "pass.cycle": ["hold"]})


def lockstep(implementation: Implementation, can: frozenset[str], rules: Rules) -> Lockstep:
    """Return what compares a target under *rules*."""
    return Lockstep(implementation, can, rules.to_json())


@lru_cache(maxsize=4)
def opened(target: Target) -> tuple[Implementation, Description]:
    """Attach a target once in each process."""
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
    asked = lockstep(implementation, can, setting.rules)
    if not possible(belief, rules):
        belief = NOTHING
    try:
        for game in Planner(rules, can, draw, census, belief).games(rounds):
            found.rounds += game.rounds
            found.moves += len(game.moves)
            clash = asked.play(game)
            if clash is not None:
                _note(found, clash, asked)
                if clash.costly and found.sightings[key_of(clash)] >= ENOUGH:
                    break
    except Exhausted as exhausted:
        found.stopped = str(exhausted)
    found.counts = census.counts
    return found


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
        self.can = frozenset(description.can)
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

        *heard* is told after every piece.
        """
        end = None if seconds is None else time.monotonic() + seconds
        done, stretch = 0, FIRST
        while rounds is None or done * PIECE < rounds:
            harvests = workers.each(play_piece, self.pieces(done, stretch, rounds))
            try:
                for each in harvests:
                    self.take(each)
                    heard(self.outcome)
                    if self.outcome.stopped:
                        return self.outcome
                    if end is not None and time.monotonic() >= end:
                        return self.outcome
            finally:
                harvests.close()
            done, stretch = done + stretch, 2 * stretch
            self.belief = self.learned()
        return self.outcome

    def learned(self) -> Belief:
        """Return what is to be taken for granted from here on: the best explanation of each finding."""
        belief = NOTHING
        for finding in self.outcome.findings:
            if finding.explained:
                belief = finding.explained[0].on_top(belief)
        return belief

    def known(self, clash: Clash) -> Finding | None:
        """Return the finding to which a difference belongs; None where it is a new one.

        A difference from what is believed of the target may be explained by what has been found since.  Or it shows
        that a belief is wrong: then that belief is given up for the next explanation that fits, or for none.
        """
        findings = self.outcome.findings
        same = next((one for one in findings if one.same(clash)), None)
        if same or clash.faulty or not clash.game.belief:
            return same
        if believed(clash, self.learned()):
            return findings[-1]
        return next((one for one in findings if one.explained and self._corrected(one, clash)), None)

    def _corrected(self, finding: Finding, clash: Clash) -> bool:
        """Exchange the explanation of a finding for one that fits a difference too, if there is one."""
        for start, other in enumerate((*finding.explained[1:], None), start=1):
            belief = other.on_top(NOTHING) if other else NOTHING
            for one in self.outcome.findings:
                if one is not finding and one.explained:
                    belief = one.explained[0].on_top(belief)
            if believed(clash, belief):
                finding.explained = finding.explained[start:]
                return True
        return False

    def take(self, each: Harvest) -> None:
        """Take in what a piece has found."""
        outcome = self.outcome
        outcome.rounds += each.rounds
        outcome.moves += each.moves
        outcome.counts.update(each.counts)
        outcome.stopped = outcome.stopped or each.stopped
        for key, clashes in each.clashes.items():
            finding = self.known(clashes[0])
            if finding is None:
                with contextlib.redirect_stdout(sys.stderr):
                    finding = examine(
                        self.implementation, self.can, each, clashes, self.seed, len(outcome.findings) + 1
                    )
                outcome.findings.append(finding)
            finding.sightings += each.sightings[key]


def examine(
    implementation: Implementation, can: frozenset[str], of: Harvest, clashes: Sequence[Clash], seed: int, number: int
) -> Finding:
    """Shrink, explain and write down a kind of difference seen for the first time, as the finding *number*."""
    setting = of.setting
    small = Shrinker(lockstep(implementation, can, setting.rules), clashes[0]).shrink(f"{seed}:{of.number}")
    accused = suspects(small)
    others = [clash for alike in of.clashes.values() for clash in alike]
    explained = best_explanations(small, clashes, others, accused)
    rules = _in_question(accused, explained)
    text = sentence(small)
    chapter = rules[0].partition(".")[0] if rules else "round"
    name = f"{chapter}/{_slug(rules[0] if rules else small.what)}-{number}"
    written = Writer(implementation, setting.rules, setting.sheet).write(small, rules[:1], text, name)
    return Finding(setting, rules, explained, small, text, written, of.number)


def best_explanations(
    small: Clash, alike: Sequence[Clash], others: Sequence[Clash], accused: tuple[str, ...]
) -> tuple[Explanation, ...]:
    """Return what explains a difference: first what explains most of those *alike*, then most of all *others*.

    Of explanations that are as good in that, options come first, then misreadings of what the field accuses.
    """
    fits = {
        each: (sum(each.fits(clash) for clash in alike), sum(each.fits(clash) for clash in others))
        for each in explanations(small, accused)
    }
    most = max(fits.values(), default=(0, 0))
    best = [each for each, times in fits.items() if times == most]
    return tuple(sorted(best, key=lambda each: _rank(each, accused))[:8])


def _rank(explanation: Explanation, accused: tuple[str, ...]) -> tuple[bool, int]:
    """Return what an explanation is sorted by: an option set otherwise is likelier than a rule misread."""
    places = [accused.index(rule) for rule in explanation.accused[:1] if rule in accused]
    return bool(explanation.mutant), places[0] if places else len(accused)


def _in_question(accused: tuple[str, ...], explained: tuple[Explanation, ...]) -> tuple[str, ...]:
    """Return the rules in question: those of the best explanations, then those that the field accuses."""
    of_explanations = [rule for each in explained for rule in each.accused[:1]]
    return tuple(dict.fromkeys([*of_explanations, *accused]))[:MOST]


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


def _slug(text: str) -> str:
    return text.partition(".")[2].replace("_", "-") or text
