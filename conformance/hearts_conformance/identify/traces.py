"""A probe carried out, and two ways of carrying it out compared.

A *trace* is all that an implementation showed while somebody made the moves of a case: which moves it took, and what
could be seen between them.  It judges nothing.  The reference, told to play by other options, is asked the very same,
and the facts of the one trace that the other does not have are what those options cannot explain.

A trace ends at the first move that is not taken, because from there on the game is not the one of the script.  A
start that the reference does not take, for the match would be over, is no evidence: nobody needs to look at that.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any, Final

from hearts_conformance.faults import Crash, Fault
from hearts_conformance.implementation import Implementation, Refused, Setup
from hearts_conformance.script import (
    Accept,
    ChooseMoon,
    DealRound,
    Instruction,
    Legal,
    PassCards,
    Play,
    Refuse,
)
from hearts_conformance.sight import UNSEEN, Sight
from hearts_spec.cards import CARDS


class Outcome(Enum):
    """What became of a move."""

    TAKEN = auto()
    REFUSED = auto()
    FAILED = auto()
    """Something other than a refusal was raised: this state, this deal or this move makes no sense to it."""


MOVE: Final = "move"
"""The name of the fact that a move was taken or not."""
TRIED: Final = "tried"
"""The name of the fact that a move, made only to see it refused, was taken or not."""


@dataclass
class Event:
    """One move and its outcome, or one look, with the facts seen."""

    outcome: Outcome | None = None
    """None for a look."""
    seen: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Trace:
    """What was shown from the start on, in the order of the script."""

    events: tuple[Event, ...]

    @property
    def began(self) -> bool:
        """Whether the game could be started and dealt at all, so that there is something to compare."""
        return len(self.events) > 1

    @property
    def dealt(self) -> bool:
        """Whether the first deal was taken."""
        return self.began and self.events[1].outcome is Outcome.TAKEN

    def facts(self, after: int) -> Iterator[str]:
        """Yield the names of the facts seen after the event with the index *after*."""
        for event in self.events[after + 1 :]:
            yield from event.seen


def record(
    implementation: Implementation, setup: Setup, script: tuple[Instruction, ...], can: Collection[str]
) -> Trace:
    """Carry out *script* from *setup* on, and return what was shown.

    Only what *can* declares is asked for.  Raises `Fault` where the implementation hangs, breaks the protocol or
    shows what is no observation.
    """
    return _Recording(implementation, setup, script, can).trace()


def unexplained(seen: Trace, expected: Trace, *, refuses: bool, only: Collection[str] | None = None) -> frozenset[str]:
    """Return the names of the facts in *seen* that *expected* does not have.

    *refuses* says that a move taken is evidence, because one against the rules would have been refused.  *only*
    names the facts that count; by default all do.  Where the two part, everything that was seen later is unexplained.
    """
    missing: set[str] = set()
    for index, ours in enumerate(seen.events):
        theirs = expected.events[index] if index < len(expected.events) else None
        if theirs is None:
            break
        taken = ours.outcome in (None, Outcome.TAKEN)
        if index == 0 and theirs.outcome is Outcome.FAILED:
            break
        if taken != (theirs.outcome in (None, Outcome.TAKEN)):
            if refuses or not taken or theirs.outcome is Outcome.FAILED:
                missing |= {MOVE, *seen.facts(index)}
            break
        missing |= {name for name, value in ours.seen.items() if theirs.seen.get(name, value) != value}
    return frozenset(missing if only is None else missing & {MOVE, TRIED, *only})


class _Recording:
    """One script under way."""

    def __init__(
        self, implementation: Implementation, setup: Setup, script: tuple[Instruction, ...], can: Collection[str]
    ) -> None:
        self.implementation = implementation
        self.setup = setup
        self.script = script
        self.can = can
        self.events: list[Event] = []
        self.looked = False

    def trace(self) -> Trace:
        self._move(self.implementation.start, replace(self.setup, options=_own(self.setup.options)))
        for index, each in enumerate(self.script):
            if not self._going:
                break
            if isinstance(each, DealRound | PassCards | Play | ChooseMoon):
                self._make(each)
            else:
                self._look(each, index)
        if self._going:
            self._see()
        return Trace(tuple(self.events))

    @property
    def _going(self) -> bool:
        return self.events[-1].outcome in (None, Outcome.TAKEN)

    def _make(self, each: Instruction) -> None:
        for function, arguments in self._calls(each):
            if isinstance(each, Play) and "refuse" not in self.can and not self._listed(each.card):
                self.events.append(Event(Outcome.REFUSED))
            else:
                self._move(function, *arguments)
            if not self._going:
                break

    def _calls(self, each: Instruction) -> Iterator[tuple[Callable[..., None], tuple[Any, ...]]]:
        """Yield the calls that an instruction amounts to."""
        if isinstance(each, DealRound):
            passing = "passing" in self.can
            yield self.implementation.deal, (each.deal(passing=passing),)
            for seat, cards in each.passes if passing else ():
                yield self.implementation.pass_cards, (seat, list(cards))
        elif isinstance(each, PassCards):
            yield self.implementation.pass_cards, (each.seat, list(each.cards))
        elif isinstance(each, Play):
            yield self.implementation.play, (each.seat, each.card)
        elif isinstance(each, ChooseMoon):
            yield self.implementation.choose_moon, (each.seat, each.choice)

    def _listed(self, card: str) -> bool:
        """Tell whether a card is listed as legal; what shows no list lists all."""
        legal = self._sight().get("legal") if "legal" in self.can else UNSEEN
        return legal is UNSEEN or bool(legal and legal >> CARDS[card] & 1)

    def _move(self, function: Callable[..., None], *arguments: Any) -> None:
        self.events.append(Event(_attempt(function, *arguments)))
        self.looked = False

    # --- Looking ---------------------------------------------------------------------------------------------------

    def _look(self, each: Instruction, index: int) -> None:
        self._see()
        if isinstance(each, Legal) and "legal" not in self.can and "refuse" in self.can:
            taken = [card for card in each.hand if self._taken(index, self.implementation.play, each.seat, card)]
            self.events.append(Event(seen={"legal": tuple(taken)}))
        elif isinstance(each, Accept) and "legal" not in self.can and "refuse" in self.can:
            tried = self._taken(index, self.implementation.play, each.seat, each.card)
            self.events.append(Event(seen={TRIED: tried}))
        elif isinstance(each, Refuse) and "refuse" in self.can:
            self.events.append(Event(seen={TRIED: self._taken(index, *self._tried(each))}))

    def _tried(self, each: Refuse) -> tuple[Any, ...]:
        if each.action == "pass":
            return self.implementation.pass_cards, each.seat, list(each.what)
        function = self.implementation.play if each.action == "play" else self.implementation.choose_moon
        return function, each.seat, each.what[0]

    def _see(self) -> None:
        if not self.looked:
            seen = self._sight().all()
            if "legal" not in self.can:
                seen.pop("legal", None)
            self.events.append(Event(seen=seen))
            self.looked = True

    def _sight(self) -> Sight:
        try:
            return Sight(self.implementation.observe(), self.setup.players)
        except (Fault, KeyboardInterrupt):
            raise
        except BaseException as error:
            raise Crash(f"observe() raised {type(error).__name__}: {error}") from error

    def _taken(self, index: int, function: Callable[..., None], *arguments: Any) -> bool:
        """Tell whether a move is taken, and leave things as they were."""
        if _attempt(function, *arguments) is not Outcome.TAKEN:
            return False
        _attempt(self.implementation.start, replace(self.setup, options=_own(self.setup.options)))
        for each in self.script[:index]:
            for again, its in self._calls(each):
                _attempt(again, *its)
        return True


def _attempt(function: Callable[..., None], *arguments: Any) -> Outcome:
    try:
        function(*arguments)
    except Refused:
        return Outcome.REFUSED
    except Crash:
        return Outcome.FAILED
    except (Fault, KeyboardInterrupt):
        raise
    except BaseException:
        return Outcome.FAILED
    return Outcome.TAKEN


def _own(options: Any) -> dict[str, Any]:
    """Return a copy that an implementation may change as it likes."""
    return {axis: value.copy() if isinstance(value, list | dict) else value for axis, value in options.items()}
