"""An implementation of Hearts, as the suite sees it.

The suite judges programs that it did not write and cannot look into.  It sees each through `Implementation`: a
handful of actions that change the state of a game, and `observe`, which tells what can be seen of it.  Whoever
wants a game judged writes a small class with these methods, in this process or behind the stdio protocol; the
runner cannot tell the difference.

Nothing is assumed.  `describe` says what the implementation can do, and nothing that it did not declare is asked
of it.  An observation leaves out what cannot be seen.  Cards are two characters, rank and suit (``QS``, ``TC``,
``2D``); seats are 0 to n-1 clockwise, so that the seat on the left is the next one up.

The least that is worth judging is under forty lines: `start`, `deal`, `play`, and an `observe` that tells whose
turn it is, which cards are legal and what the round's points are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Final, TypedDict

CAPABILITIES: Final[dict[str, str]] = {
    "legal": "observations list the legal cards of the seat whose turn it is",
    "refuse": "a move against the rules is refused and changes nothing",
    "explain": "a refusal names the rule that refuses",
    "passing": "pass_cards is played, not only the hands that follow from it",
    "match": "further rounds are dealt after the first: totals, pass cycle, the end",
    "resume": "a match can be started with totals other than zero",
    "moon-choice": "the shooter's choice is asked for with choose_moon",
    "kitty": "a deal may hold a kitty",
}
"""What an implementation may declare that it can do."""

ABSENT: Final[Any] = type("Absent", (), {"__repr__": lambda self: "ABSENT", "__bool__": lambda self: False})()
"""The value of an observation's field that cannot be seen.  None means seen, and that there is none."""


class Refused(Exception):
    """The implementation refuses a move; ``rule`` is the id of the rule it names, or None where it names none.

    A refused move must leave the state exactly as it was.
    """

    def __init__(self, rule: str | None = None) -> None:
        super().__init__(rule or "refused")
        self.rule = rule


@dataclass(frozen=True)
class Description:
    """What an implementation says about itself.

    ``sheets`` names the rule sheets it claims to play, or ``options`` maps each axis to the values it can play
    (an axis left out is one that it does not distinguish: any value will do that `can` allows).  ``players`` are
    the counts it can play; ``can`` are names out of `CAPABILITIES`.
    """

    name: str
    version: str
    players: frozenset[int]
    can: frozenset[str]
    sheets: tuple[str, ...] = ()
    options: Mapping[str, Sequence[Any]] | None = None


@dataclass(frozen=True)
class Setup:
    """What a game starts from.

    ``options`` are resolved options, a flat JSON object.  ``dealer`` deals round ``round``.  ``totals`` are the
    players' scores before that round, and ``limit_reached`` says that an earlier round has reached the limit;
    both differ from zero and False only for an implementation that declares ``resume``.
    """

    options: Mapping[str, Any]
    players: int
    dealer: int
    round: int = 1
    totals: tuple[int, ...] = ()
    limit_reached: bool = False


@dataclass(frozen=True)
class Deal:
    """The hands of one round as dealt, by seat, and the kitty (empty where there is none)."""

    hands: tuple[tuple[str, ...], ...]
    kitty: tuple[str, ...] = ()


class TrickCard(TypedDict):
    """One card on the table: who played it, and which."""

    seat: int
    card: str


@dataclass(frozen=True)
class Observation:
    """What can be seen of a game.  A field left at `ABSENT` cannot be seen; None says that there is none.

    Lists of cards may stand in any order, but for ``trick``, which stands in order of play.
    """

    phase: Any = ABSENT
    """``deal``, ``pass``, ``play``, ``moon`` (a choice is open) or ``over``."""
    turn: Any = ABSENT
    """The seat to play, or None."""
    legal: Any = ABSENT
    """The legal cards of that seat, or None where nobody is to play."""
    hands: Any = ABSENT
    """The cards held, by seat."""
    trick: Any = ABSENT
    """The unfinished trick as `TrickCard` objects, empty before a lead, or None between rounds."""
    trick_winner: Any = ABSENT
    """The seat that won the last complete trick of the round, or None."""
    captured: Any = ABSENT
    """The cards captured in this round, by seat; between rounds those of the finished one."""
    kitty: Any = ABSENT
    """The kitty's cards when everybody may see them, otherwise None."""
    broken: Any = ABSENT
    """Whether hearts are broken; None between rounds and where hearts may be led any time."""
    round: Any = ABSENT
    """The number of the round, from 1; between rounds that of the finished one."""
    dealer: Any = ABSENT
    """The seat that deals or dealt that round."""
    direction: Any = ABSENT
    """``left``, ``right``, ``across`` or ``hold`` once a round is dealt, None between rounds."""
    round_points: Any = ABSENT
    """The round's points by seat once it is over; raw card points while a moon choice is open; otherwise None."""
    totals: Any = ABSENT
    """The match totals by seat."""
    over: Any = ABSENT
    """Whether the match is over."""
    winners: Any = ABSENT
    """The winning seats in ascending order once the match is over, otherwise None."""
    places: Any = ABSENT
    """The places by seat once the match is over (equal totals share one, the next is skipped), otherwise None."""

    def seen(self) -> dict[str, Any]:
        """Return the fields that can be seen, by name."""
        return {each.name: value for each in fields(self) if (value := getattr(self, each.name)) is not ABSENT}


class Implementation:
    """The interface.  Subclass it and write the methods that your game has; the rest say that they are missing.

    Actions raise `Refused` where the rules do not allow them.  Any other exception is taken for a crash.
    """

    known_deviations: ClassVar[str] = ""
    """A file beside the module that lists known deviations, for ``heartspec verify --known shipped``."""

    def describe(self) -> Description:
        """Say who you are and what you can do.  Called before `start`, more than once."""
        raise NotImplementedError

    def start(self, setup: Setup) -> None:
        """Begin a game, forgetting any other; the first deal follows."""
        raise NotImplementedError

    def deal(self, deal: Deal) -> None:
        """Deal the next round; its dealer, number and pass direction follow from `start` and the rules."""
        raise NotImplementedError

    def pass_cards(self, seat: int, cards: Sequence[str]) -> None:
        """Select the cards that *seat* passes; all selections take effect when the last seat has made its own."""
        raise NotImplementedError

    def play(self, seat: int, card: str) -> None:
        """Play *card* from the hand of *seat*."""
        raise NotImplementedError

    def choose_moon(self, seat: int, choice: str) -> None:
        """Say what the shooter takes: ``add`` points to the others or ``subtract`` them."""
        raise NotImplementedError

    def observe(self) -> Observation:
        """Tell what can be seen now, without changing anything."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of everything; called once, at the end."""
