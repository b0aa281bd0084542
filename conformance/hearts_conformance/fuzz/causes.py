"""Sorts differences by their causes, so that one mistake is one finding and ten mistakes are ten.

A difference that the findings so far explain together is another sighting of one of them.  Any other is shrunk and
explained *on top of* these: the target plays as is known already, with one more option set otherwise or one more rule
misread.  What nothing explains yet is put by, since with several mistakes at work it may well be explained once the
others are known.  It is looked at again after each stretch of a run, and what is left at its end becomes a finding
for each rule that is suspected first.

What a target does as it should counts as well: an explanation must not be at odds with it.  A difference may also show
that an explanation is wrong, if it is met in a game that took it for granted.  Then it is given up for the next one
that fits, or for none.  And a finding that others have come to explain is laid to them.
"""

from __future__ import annotations

import contextlib
import sys
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from hearts_conformance.implementation import Implementation

from .believing import NOTHING, Belief
from .explaining import CAUSES, Explanation, agrees, believed, explanations, partly, unreachable, wrong
from .findings import Finding, Harvest, Setting
from .lockstep import Clash, Lockstep, Trace
from .shrink import Key, Shrinker, key_of
from .suspects import MOST, moment, suspects
from .telling import sentence
from .writing import Writer

OTHERS: Final = 8
"""So many explanations that are as good as each other are kept."""
ATTEMPTS: Final = 2
"""So many times more a difference of one kind is shrunk in search of one that can be explained."""
MOST_ALIKE: Final = 8
"""So many of one kind are kept."""

MOST_TRACES: Final = 150
"""So many games, or beginnings of games, in which nothing differed are kept."""
LONGEST: Final = 3
"""The most rounds of these."""


@dataclass
class Pending:
    """A kind of difference of which the cause is looked for."""

    setting: Setting
    piece: int
    small: Clash
    """The difference made small."""
    alike: list[Clash]
    """Some of its kind as they were met."""
    others: list[Clash]
    """Differences of all kinds out of the same piece."""
    sightings: int = 0
    attempts: int = 0
    tried: Belief | None = None
    """What was taken for granted when an explanation was last looked for, in vain."""
    tried_partly: Belief | None = None
    """The same for what explains a part."""

    @property
    def key(self) -> Key:
        """What makes two differences the same."""
        return key_of(self.small)


@dataclass
class Causes:
    """What has been found out about one target, and what is not settled yet."""

    implementation: Implementation
    can: frozenset[str]
    seed: int
    findings: list[Finding] = field(default_factory=list)
    pending: list[Pending] = field(default_factory=list)
    traces: deque[Trace] = field(default_factory=lambda: deque(maxlen=MOST_TRACES))
    """The latest games, and beginnings of games, in which nothing differed."""

    def learned(self) -> Belief:
        """Return how the target is known to play otherwise: the best explanation of each finding."""
        return _together(self.findings)

    def take(self, each: Harvest) -> None:
        """Take in the differences of a piece."""
        begun = (clash.before for alike in each.clashes.values() for clash in alike)
        self.traces.extend(trace for trace in (*each.traces, *begun) if trace and trace.game.rounds <= LONGEST)
        for key, clashes in each.clashes.items():
            sightings = each.sightings[key]
            if believed(clashes[0], NOTHING):
                if not believed(clashes[0], self.learned()):
                    self._correct(clashes[0])
                continue
            if (finding := self.known(clashes[0]) or self._beside(clashes)) is not None:
                finding.sightings += sightings
                continue
            before = next((one for one in self.pending if one.key == key), None)
            if before is not None:
                self.pending.remove(before)
                sightings += before.sightings
            if before is None or before.attempts < ATTEMPTS:
                now = self._shrunk(each, clashes)
                if before is not None:
                    now.attempts = before.attempts + 1
                    now.alike = [*before.alike, *now.alike][-MOST_ALIKE:]
            else:
                now = before
            now.sightings = sightings
            self.pending.append(now)
            if now is not before:
                self._explained(now, self.learned())

    def settle(self) -> None:
        """Look again at what is not explained, those first that come first in the order of causes."""
        while self._progress(self._explained):
            pass
        while self._progress(self._partly_explained):
            self._progress(self._explained)
        self._merge()

    def conclude(self) -> None:
        """Make findings of what is left, and write all of them down."""
        self.settle()
        while self.pending:
            each = self.pending[0]
            finding = next((one for one in self.findings if _same(one, each.small)), None)
            finding = finding or next((one for one in self.findings if _at_one_moment(one, each.small)), None)
            if finding is None:
                self._found(each, ())
            else:
                self._another(each, finding)
        for number, finding in enumerate(self.findings, start=1):
            if finding.written is None:
                self._write(finding, number)

    # --- What is known already -------------------------------------------------------------------------------------

    def known(self, clash: Clash) -> Finding | None:
        """Return the finding to which a difference belongs; None where it is a new one."""
        if believed(clash, self.learned()):
            return self._responsible(clash)
        same = next((one for one in self.findings if _same(one, clash)), None)
        if clash.faulty or not clash.game.belief:
            return same
        if same and not (same.explained and same.explained[0].within(clash.game.belief)):
            return same
        return self._correct(clash) or same

    def _beside(self, clashes: list[Clash]) -> Finding | None:
        """Return the finding that keeps games from starting where all those of one kind of difference do, if any."""
        learned = self.learned()
        if not all(unreachable(clash, learned) for clash in clashes):
            return None
        return self._responsible(clashes[0], unreachable)

    def _responsible(self, clash: Clash, settles: Callable[[Clash, Belief], bool] = believed) -> Finding:
        """Return the finding without which what is known would not settle a difference, the first if there are any.

        What its game took for granted already is not what it shows.
        """
        explained = [one for one in self.findings if one.explained]
        since = [one for one in explained if not one.explained[0].within(clash.game.belief)]
        for one in since:
            if not settles(clash, _together([each for each in explained if each is not one])):
                return one
        return (since or explained)[-1]

    def _merge(self) -> None:
        """Lay findings to others that have come to settle all that they explain, those first that explain nothing."""
        for finding in sorted(self.findings, key=lambda one: bool(one.explained)):
            learned, rest = self.learned(), _together([one for one in self.findings if one is not finding])
            own = [finding.clash, *(clash for clash in finding.alike if believed(clash, learned))]
            if rest and all(believed(clash, rest) or unreachable(clash, rest) for clash in own):
                self.findings.remove(finding)
                settles = believed if believed(finding.clash, rest) else unreachable
                self._responsible(finding.clash, settles).sightings += finding.sightings

    def _correct(self, clash: Clash) -> Finding | None:
        """Correct what is known by a difference that it does not explain; return the finding whose explanation fell."""
        return next((one for one in self.findings if one.explained and self._corrected(one, clash)), None)

    def _corrected(self, finding: Finding, clash: Clash) -> bool:
        """Exchange the explanation of a finding for one that fits a difference too, if there is one."""
        rest = _together([one for one in self.findings if one is not finding])
        for start, other in enumerate((*finding.explained[1:], None), start=1):
            if believed(clash, other.on_top(rest) if other else rest):
                finding.explained = finding.explained[start:]
                finding.rules = _in_question(suspects(finding.clash), finding.explained)
                return True
        return False

    # --- What is new -----------------------------------------------------------------------------------------------

    def _shrunk(self, of: Harvest, clashes: list[Clash]) -> Pending:
        small = self._small(clashes[0], of.setting, of.number)
        everything = [clash for alike in of.clashes.values() for clash in alike]
        return Pending(of.setting, of.number, small, clashes, everything)

    def _small(self, clash: Clash, setting: Setting, piece: int) -> Clash:
        asked = Lockstep(self.implementation, self.can, setting.rules.to_json())
        with contextlib.redirect_stdout(sys.stderr):
            return Shrinker(asked, clash).shrink(f"{self.seed}:{piece}")

    def _progress(self, explained: Callable[[Pending, Belief], bool]) -> bool:
        """Try to explain each kind of difference once; tell whether any could be."""
        found = False
        for each in sorted(self.pending, key=lambda one: _place(one.small.what)):
            learned = self.learned()
            if not _from_the_rules(each):
                self.pending.remove(each)
            elif believed(each.small, learned):
                self._another(each, self._responsible(each.small))
            elif (beside := self._beside([each.small, *each.alike])) is not None:
                self._another(each, beside)
            else:
                found |= explained(each, learned)
        return found

    def _explained(self, each: Pending, learned: Belief) -> bool:
        """Make a finding of a difference if one more mistake explains it."""
        if each.small.faulty or each.tried == learned:
            return False
        each.tried = learned
        found = self._best(each, learned, believed) or self._by_another(each, learned)
        if found:
            self._found(each, found)
        return bool(found)

    def _by_another(self, each: Pending, learned: Belief) -> tuple[Explanation, ...]:
        """Return what explains another difference of the kind, and put that in the place of the one made small.

        The small one may show two mistakes at once, of which neither is known yet.
        """
        was = each.small
        for clash in each.alike:
            each.small = clash
            found = () if clash.faulty else self._best(each, learned, believed, wide=(False,))
            if found:
                small = self._small(clash, each.setting, each.piece)
                each.small = small if believed(small, found[0].on_top(learned)) else clash
                return found
        each.small = was
        return ()

    def _partly_explained(self, each: Pending, learned: Belief) -> bool:
        """Make a finding of a difference if one more mistake explains what comes first of it, and of most alike."""
        if each.tried_partly == learned or not wrong(each.small, learned):
            return False
        each.tried_partly = learned
        was = {id(clash): wrong(clash, learned) for clash in (each.small, *each.alike, *each.others)}

        def fits(clash: Clash, belief: Belief) -> bool:
            before = was[id(clash)]
            return bool(before) and partly(clash, belief, before or frozenset())

        found = self._best(each, learned, fits)
        open_still = sum(bool(was[id(clash)]) for clash in each.alike)
        if not found or 2 * sum(fits(clash, found[0].on_top(learned)) for clash in each.alike) < open_still:
            return False
        self._found(each, found)
        return True

    def _best(
        self,
        each: Pending,
        learned: Belief,
        fits: Callable[[Clash, Belief], bool],
        wide: tuple[bool, ...] = (False, True),
    ) -> tuple[Explanation, ...]:
        """Return what explains a difference: first what explains most of those alike, then most of all others.

        It must not be at odds with as many games that went as they should; with some it may be, since one mistake can
        undo another.  Of those that are as good in that, `_rank` says which are likelier.  Where an option, or a
        misreading of a rule that is accused, explains all those alike, others are not looked for.
        """
        accused, rules = suspects(each.small), each.small.game.rules
        others = [clash for clash in each.others if not believed(clash, learned)]
        times: dict[Explanation, tuple[int, int]] = {}
        for all_rules in wide:
            for one in explanations(accused, rules, learned, lambda belief: fits(each.small, belief), wide=all_rules):
                belief = one.on_top(learned)
                alike = sum(fits(clash, belief) for clash in each.alike)
                if self._odds(belief, learned) < max(alike, 1):
                    times[one] = alike, sum(fits(clash, belief) for clash in others)
            if any(alike == len(each.alike) for alike, _ in times.values()):
                break
        most = max(times.values(), default=(0, 0))
        best = [one for one, count in times.items() if count == most]
        return tuple(sorted(best, key=lambda one: _rank(one, accused))[:OTHERS])

    def _odds(self, belief: Belief, learned: Belief) -> int:
        """Return with how many games a belief is at odds, and *learned* is not, that went as they should."""
        return sum(not agrees(trace, belief) and agrees(trace, learned) for trace in self.traces)

    def _found(self, each: Pending, explained: tuple[Explanation, ...]) -> None:
        self.pending.remove(each)
        rules = _in_question(suspects(each.small), explained)
        text = sentence(each.small)
        self.findings.append(
            Finding(each.setting, rules, explained, each.small, each.alike, text, each.piece, each.sightings)
        )

    def _write(self, finding: Finding, number: int) -> None:
        """Write down the scenario of a finding."""
        rules = finding.rules
        chapter = rules[0].partition(".")[0] if rules else "round"
        name = f"{chapter}/{_slug(rules[0] if rules else finding.clash.what)}-{number}"
        with contextlib.redirect_stdout(sys.stderr):
            writer = Writer(self.implementation, finding.setting.rules, finding.setting.sheet)
            finding.written = writer.write(finding.clash, rules[:1], finding.sentence, name)

    def _another(self, each: Pending, finding: Finding) -> None:
        self.pending.remove(each)
        finding.sightings += each.sightings


def _from_the_rules(each: Pending) -> bool:
    """Tell whether one of a kind differs from the rules, not from a belief alone, and see that the small one does."""
    differing = [clash for clash in (each.small, *each.alike) if not believed(clash, NOTHING)]
    each.small = next(iter(differing), each.small)
    return bool(differing)


def _together(findings: list[Finding]) -> Belief:
    belief = NOTHING
    for finding in findings:
        if finding.explained:
            belief = finding.explained[0].on_top(belief)
    return belief


def _same(finding: Finding, clash: Clash) -> bool:
    """Tell whether a difference looks like that of a finding: the same failure, or the same rule suspected first."""
    if clash.faulty or finding.clash.faulty:
        return key_of(clash) == key_of(finding.clash)
    first, accused = suspects(clash)[:1], suspects(finding.clash)
    return first == finding.rules[:1] or (bool(set(finding.rules[:1]) & set(accused)) and first == accused[:1])


def _at_one_moment(finding: Finding, clash: Clash) -> bool:
    """Tell whether nothing explains a finding, and a difference shows in the same field at the same kind of moment.

    A mistake that nobody has thought of accuses now this rule, now that.
    """
    if finding.explained or clash.faulty or finding.clash.faulty:
        return False
    return (clash.what, moment(clash)) == (finding.clash.what, moment(finding.clash))


def _place(what: str) -> int:
    """Return where a kind of difference stands in the order of causes; moves come before all fields."""
    return CAUSES.index(what) if what in CAUSES else -1


def _rank(explanation: Explanation, accused: tuple[str, ...]) -> tuple[bool, bool, int]:
    """Return what an explanation is sorted by.

    The first suspect comes first: an option with wider effects would have explained other differences, too.  Then an
    option set otherwise is likelier than a rule misread.
    """
    places = [accused.index(rule) for rule in explanation.accused[:1] if rule in accused]
    place = places[0] if places else MOST
    return place > 0, bool(explanation.mutant), place


def _in_question(accused: tuple[str, ...], explained: tuple[Explanation, ...]) -> tuple[str, ...]:
    """Return the rules in question: those of the best explanations, then those that the field accuses."""
    of_explanations = [rule for each in explained for rule in each.accused[:1]]
    return tuple(dict.fromkeys([*of_explanations, *accused]))[:MOST]


def _slug(text: str) -> str:
    return text.partition(".")[2].replace("_", "-") or text
