"""What a target behaves as if, where it differs: one option set otherwise, or one rule misread.

An explanation is tried by playing the game once more on the reference, under the other option or with the misreading
in place, and holding it against everything that the target showed up to the difference, the difference included.
What is believed of the target already stays in place meanwhile.  Options come from `identify.axes`, misreadings from
the catalogue of `mutants`.

Two mistakes may show in the same move, and then no single one explains it all: a trick that the wrong seat takes, and
the left neighbour of that seat who leads.  `partly` is for these: an explanation that sets right what comes first in
the order of causes, and spoils nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from hearts_conformance.identify import axes
from hearts_conformance.identify.misreadings import suspected, told
from hearts_conformance.identify.telling import written
from hearts_reference import BadInput, Match, Refused
from hearts_spec import conditions, texts
from hearts_spec.rules import OptionError, Rules

from .believing import NOTHING, Belief
from .disorder import OUT_OF_ORDER
from .game import FIELDS, Move, Probe, refusal, view
from .lockstep import ACCEPT, REASON, REFUSE, Clash, Trace, settled

MOVES: Final = (ACCEPT, REFUSE, REASON)
"""The differences that show in whether a move is taken, and in no field."""

CAUSES: Final = (
    *("round", "dealer", "direction", "hands", "broken", "trick", "trick_winner", "captured", "kitty"),
    *("round_points", "totals", "over", "winners", "places", "phase", "turn", "legal"),
)
"""The fields of an observation, each before those that follow from it."""


@dataclass(frozen=True)
class Explanation:
    """One way in which a target may play, under which it would have answered just as it did."""

    text: str
    """What follows "behaves as if"."""
    accused: tuple[str, ...]
    """The rules that it leaves out or misreads, the first the likeliest."""
    axes: tuple[tuple[str, Any], ...] = field(default=(), hash=False)
    """The options that it sets otherwise: one, and what cannot stand beside it."""
    mutant: str = ""

    def on_top(self, belief: Belief) -> Belief:
        """Return a belief with this explanation added."""
        mutants = (*belief.mutants, self.mutant) if self.mutant else belief.mutants
        return Belief((*belief.axes, *self.axes), mutants)

    def contradicts(self, belief: Belief) -> bool:
        """Tell whether a belief already says something else about the option, or the same about option or rule."""
        if self.mutant:
            return self.mutant in belief.mutants
        return bool({name for name, _ in self.axes} & {name for name, _ in belief.axes})

    def within(self, belief: Belief) -> bool:
        """Tell whether a belief takes it for granted."""
        return self.mutant in belief.mutants if self.mutant else all(each in belief.axes for each in self.axes)


def explanations(
    accused: Sequence[str], rules: Rules, belief: Belief, fits: Callable[[Belief], bool], *, wide: bool
) -> Iterator[Explanation]:
    """Yield what makes a belief fit: options and misreadings of *accused* rules; where *wide*, those of other rules.

    Only misreadings of rules in force are tried.
    """
    try:
        believed_rules = Belief(belief.axes).rules(rules)
    except OptionError:
        belief, believed_rules = NOTHING, rules
    options = () if wide else _options(believed_rules)
    for each in (*options, *_misreadings(accused, believed_rules, wide=wide)):
        if not each.contradicts(belief) and fits(each.on_top(belief)):
            yield each


def _options(rules: Rules) -> Iterator[Explanation]:
    for axis, values in axes.values(rules.players).items():
        for value in values:
            if value != rules.options[axis]:
                for other in _with(rules, axis, value):
                    changed = tuple((name, each) for name, each in other.options.items() if each != rules.options[name])
                    yield Explanation(f"{axis} were {written(value)}", _no_longer(rules, other, axis), changed)


def _misreadings(accused: Sequence[str], rules: Rules, *, wide: bool) -> Iterator[Explanation]:
    known = texts.catalogue().rules
    tried = {
        rule: conditions.holds(each.when, rules.options) and (rule in accused) != wide for rule, each in known.items()
    }
    for mutant in (*suspected(accused), *(made() for made in OUT_OF_ORDER.values())):
        if tried[mutant.rule]:
            yield Explanation(str(told(mutant)), (mutant.rule,), mutant=mutant.id)


def _with(rules: Rules, axis: str, value: Any) -> Iterator[Rules]:
    """Yield the rules nearest to *rules* in which an axis has another value."""
    for options in axes.with_value(rules.options, axis, value):
        other = axes.rules_of(options)
        if other is not None and other.pack == rules.pack and other.kitty_size == rules.kitty_size:
            yield other


def _no_longer(rules: Rules, other: Rules, axis: str) -> tuple[str, ...]:
    """Return the rules about an axis that hold under *rules* and would not under *other*, then others about it.

    What bars a move comes first, then what holds under the fewest values of the axis: it says most about this one.
    """
    known = texts.catalogue()
    about = [rule for rule in known.options[axis].rules if conditions.holds(known.rules[rule].when, rules.options)]
    gone = [rule for rule in about if not conditions.holds(known.rules[rule].when, other.options)]
    several = isinstance(rules.options[axis], list)
    breadth = {rule: _breadth((known.rules[rule].when or {}).get(axis), several=several) for rule in gone}
    gone.sort(key=lambda rule: (known.rules[rule].kind != "restriction", breadth[rule]))
    return tuple(dict.fromkeys([*gone, *about]))


def _breadth(wanted: Any, *, several: bool) -> int:
    """Return under about how many values of an axis a condition holds; *several* where each value is a list itself.

    Then a list must be equal, and what is no list must be in it.
    """
    if isinstance(wanted, Mapping) or wanted is None:
        return 9
    if several:
        return 1 if isinstance(wanted, list) else 5
    return len(wanted) if isinstance(wanted, list) else 1


# --- Holding a belief against a game -------------------------------------------------------------------------------


def believed(clash: Clash, belief: Belief) -> bool:
    """Tell whether a belief explains all that the target showed in a game, whatever was believed then.

    A failure is explained where the reference fails too, if it plays so: some misreadings come to nothing at times.
    """
    try:
        rules, readings = belief.rules(clash.game.rules), belief.readings()
    except Exception:  # a misreading may come to nothing in any way, as whoever reads so would find out
        return False
    if clash.faulty:
        return bool(belief) and _fails(clash, lambda: clash.game.match(rules, readings))
    try:
        match = clash.game.match(rules, readings)
        # nearly every misreading is given away by the last move, which is quick to see
        return _ends(clash, match.copy()) and _follows(clash, match)
    except Exception:  # as above
        return False


def agrees(trace: Trace, belief: Belief) -> bool:
    """Tell whether a target that plays by a belief would have shown what this one did, where it did as it should.

    A game that starts where matches never get to, if a belief is true, says nothing about it.
    """
    try:
        match = trace.game.match(belief.rules(trace.game.rules), belief.readings())
        for move, observed in zip(trace.game.moves, trace.observed, strict=True):
            _do(match, move)
            if not _shows(match, observed):
                return False
    except Exception:  # as above
        return unreachable(trace, belief)
    return True


def unreachable(seen: Clash | Trace, belief: Belief) -> bool:
    """Tell whether a game starts after a tie, and matches are over by then if a belief is true.

    Whoever ends a match at a tie knows nothing of one that is played off.  What he makes of it when he is put there
    is no mistake of its own.
    """
    if not seen.game.limit_reached:
        return False
    try:
        seen.game.match(belief.rules(seen.game.rules), belief.readings())
    except BadInput:
        return True
    except Exception:  # as above
        return False
    return False


def partly(clash: Clash, belief: Belief, was: frozenset[str]) -> bool:
    """Tell whether a belief sets right what is first, in the order of causes, of the fields that *was* wrong.

    Nothing may be wrong under it that was not wrong before.
    """
    still = wrong(clash, belief)
    return still is not None and still < was and next(name for name in CAUSES if name in was) not in still


def wrong(clash: Clash, belief: Belief) -> frozenset[str] | None:
    """Return the fields wrong at the last move under a belief; None where something else is wrong, or before."""
    if clash.faulty or clash.what in MOVES:
        return None
    try:
        rules, readings = belief.rules(clash.game.rules), belief.readings()
        match = clash.game.match(rules, readings)
        if not _follows(clash, match.copy(), last=False):
            return None
        for move in clash.game.moves:
            if not isinstance(move, Probe):
                move.do(match)
    except Exception:  # as above
        return None
    observed, shown = clash.observed[-1], dict(zip(FIELDS, view(match), strict=True))
    return frozenset(name for name in observed if name in shown and observed[name] != settled(shown[name]))


def _ends(clash: Clash, match: Match) -> bool:
    """Tell whether the last move comes out as the target showed it."""
    for move in clash.game.moves[:-1]:
        if not isinstance(move, Probe):
            move.do(match)
    return _last(clash, match)


def _follows(clash: Clash, match: Match, *, last: bool = True) -> bool:
    """Tell whether every move comes out as the target showed it, the last only where *last* says so."""
    observed = clash.observed
    for index, move in enumerate(clash.game.moves[:-1]):
        _do(match, move)
        if index < len(observed) and not _shows(match, observed[index]):
            return False
    return not last or _last(clash, match)


def _last(clash: Clash, match: Match) -> bool:
    move = clash.game.moves[-1]
    if clash.what in MOVES:
        rule = refusal(match, move.move if isinstance(move, Probe) else move)
        return bool({ACCEPT: rule is not None, REFUSE: rule is None, REASON: rule == clash.seen}[clash.what])
    _do(match, move)
    return _shows(match, clash.observed[-1])


def _fails(clash: Clash, begun: Callable[[], Match]) -> bool:
    """Tell whether the reference fails at the last move, or where a match begins if that is what failed."""
    try:
        match = begun()
    except Exception:
        return clash.sentence.startswith("start()")
    try:
        for move in clash.game.moves[:-1]:
            _do(match, move)
    except Exception:
        return False
    try:
        move = clash.game.moves[-1]
        if isinstance(move, Probe):
            refusal(match, move.move)
        else:
            move.do(match)
        view(match)
    except Refused:
        return False
    except Exception:
        return clash.what == "crash"
    return False


def _do(match: Match, move: Move | Probe) -> None:
    if not isinstance(move, Probe):
        move.do(match)
    elif refusal(match, move.move) is None:
        raise ValueError("a move against the rules is accepted")


def _shows(match: Match, observed: Mapping[str, Any]) -> bool:
    shown = view(match)
    return all(observed[name] == settled(value) for name, value in zip(FIELDS, shown, strict=True) if name in observed)
