"""What a target behaves as if, where it differs: one option set otherwise, or one rule misread.

An explanation is tried by playing the game once more on the reference, under the other option or with the misreading
in place, and holding it against everything that the target showed up to the difference, the difference included.
Options come from `identify.axes`, misreadings from the catalogue of `mutants`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hearts_conformance.identify import axes
from hearts_conformance.identify.misreadings import suspected, told
from hearts_conformance.identify.telling import written
from hearts_conformance.mutants.mutant import Mutant
from hearts_reference import Match, Readings
from hearts_spec import conditions, texts
from hearts_spec.rules import Rules

from .believing import Belief, mutants
from .game import FIELDS, Move, Probe, refusal, view
from .lockstep import ACCEPT, REASON, REFUSE, Clash, settled


@dataclass(frozen=True)
class Explanation:
    """One way in which a target may play, under which it would have answered just as it did."""

    text: str
    """What follows "behaves as if"."""
    accused: tuple[str, ...]
    """The rules that it leaves out or misreads, the first the likeliest."""
    axis: str = ""
    value: Any = field(default=None, hash=False)
    mutant: str = ""

    def on_top(self, belief: Belief) -> Belief:
        """Return a belief with this explanation added."""
        if self.mutant:
            return Belief(belief.axes, (*belief.mutants, self.mutant))
        return Belief((*belief.axes, (self.axis, self.value)), belief.mutants)

    def fits(self, clash: Clash) -> bool:
        """Tell whether it explains all that the target showed in a game with a difference."""
        if self.mutant:
            return _as_mutant(clash, mutants()[self.mutant])
        return any(_plays_so(clash, rules) for rules in _with(clash.game.rules, self.axis, self.value))


def explanations(clash: Clash, accused: Sequence[str]) -> Iterator[Explanation]:
    """Yield what explains a difference: options first, then misreadings, those of *accused* rules before others."""
    if clash.faulty:
        return
    rules = clash.game.rules
    for axis, values in axes.values(rules.players).items():
        for value in values:
            if value != rules.options[axis]:
                for other in _with(rules, axis, value):
                    if _plays_so(clash, other):
                        text = f"{axis} were {written(value)}"
                        yield Explanation(text, _no_longer(rules, other, axis), axis, value)
    for mutant in suspected(accused):
        if _as_mutant(clash, mutant):
            yield Explanation(told(mutant), (mutant.rule,), mutant=mutant.id)


def _with(rules: Rules, axis: str, value: Any) -> Iterator[Rules]:
    """Yield the rules nearest to *rules* in which an axis has another value."""
    for options in axes.with_value(rules.options, axis, value):
        other = axes.rules_of(options)
        if other is not None and other.pack == rules.pack and other.kitty_size == rules.kitty_size:
            yield other


def _no_longer(rules: Rules, other: Rules, axis: str) -> tuple[str, ...]:
    """Return the rules about an axis that hold under *rules* and would not under *other*, then others about it.

    Those come first that hold under the fewest values of the axis: they say most about this one.
    """
    known = texts.catalogue()
    about = [rule for rule in known.options[axis].rules if conditions.holds(known.rules[rule].when, rules.options)]
    gone = [rule for rule in about if not conditions.holds(known.rules[rule].when, other.options)]
    gone.sort(key=lambda rule: _breadth((known.rules[rule].when or {}).get(axis)))
    return tuple(dict.fromkeys([*gone, *about]))


def _breadth(wanted: Any) -> int:
    """Return under about how many values of an axis a condition holds."""
    return len(wanted) if isinstance(wanted, list) else 9 if isinstance(wanted, Mapping) or wanted is None else 1


def _as_mutant(clash: Clash, mutant: Mutant) -> bool:
    try:
        rules = mutant.transform(clash.game.rules) if mutant.transform else clash.game.rules
    except ValueError:
        return False
    return _plays_so(clash, rules, mutant.readings)


def _plays_so(clash: Clash, rules: Rules, readings: Readings | None = None) -> bool:
    """Tell whether *rules*, with *readings* in place of the book's, answer each move as the target did.

    What is believed of the target already is taken for granted.
    """
    belief = clash.game.belief
    try:
        match = clash.game.match(belief.rules(rules), {**belief.readings(), **(readings or {})} if readings else None)
        return _follows(clash, match)
    except Exception:  # a misreading may come to nothing in any way, as whoever reads so would find out
        return False


def believed(clash: Clash, belief: Belief) -> bool:
    """Tell whether a belief explains all that the target showed in a game, whatever was believed then."""
    try:
        return _follows(clash, clash.game.match(belief.rules(clash.game.rules), belief.readings()))
    except Exception:  # as above
        return False


def _follows(clash: Clash, match: Match) -> bool:
    *moves, last = clash.game.moves
    observed = clash.observed
    for index, move in enumerate(moves):
        _do(match, move)
        if index < len(observed) and not _shows(match, observed[index]):
            return False
    if clash.what in (ACCEPT, REFUSE, REASON):
        rule = refusal(match, last.move if isinstance(last, Probe) else last)
        return bool({ACCEPT: rule is not None, REFUSE: rule is None, REASON: rule == clash.seen}[clash.what])
    _do(match, last)
    return _shows(match, observed[-1])


def _do(match: Match, move: Move | Probe) -> None:
    if not isinstance(move, Probe):
        move.do(match)
    elif refusal(match, move.move) is None:
        raise ValueError("a move against the rules is accepted")


def _shows(match: Match, observed: Mapping[str, Any]) -> bool:
    shown = view(match)
    return all(observed[name] == settled(value) for name, value in zip(FIELDS, shown, strict=True) if name in observed)
