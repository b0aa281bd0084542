"""A case laid out for one sheet and one number of players: a list of things to do and things to expect.

The scenario is for people; this is what the runner carries out, one instruction after another, and what
``heartspec export`` writes for runners in other languages.  Every card, seat and expectation is spelled out here, so
that nothing is left to compute.  Cards are names; sets of cards are in ascending order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final

from hearts_spec.cards import CARDS, Mask, mask
from hearts_spec.rules import Rules

from .implementation import Deal, Setup
from .table import Table, target
from .verdict import Position

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing to do or to expect.  ``step`` is the step of the case that says so, -1 for what comes before."""

    op: ClassVar[str] = ""
    step: int


@dataclass(frozen=True, slots=True)
class DealRound(Instruction):
    """Deal a round.

    Whoever plays the pass is dealt ``dealt`` and told ``passes``, which leads to ``hands``; whoever does not is
    dealt ``hands``.  A case about passing has no ``passes`` here: it states them itself.
    """

    op: ClassVar[str] = "deal"
    hands: tuple[Names, ...]
    dealt: tuple[Names, ...]
    passes: tuple[tuple[int, Names], ...]
    kitty: Names
    opener: int | None
    """The seat that leads first; None while a case about passing leaves it open."""
    dealer: int
    number: int
    direction: str

    def deal(self, *, passing: bool) -> Deal:
        """Return what to deal to an implementation that does or does not play the pass."""
        return Deal(self.dealt if passing else self.hands, self.kitty)


@dataclass(frozen=True, slots=True)
class PassCards(Instruction):
    """Select cards to pass; ``final`` where this is the selection after which all take effect."""

    op: ClassVar[str] = "pass"
    seat: int
    cards: Names
    final: bool = False


@dataclass(frozen=True, slots=True)
class Play(Instruction):
    """Play a card, which must be accepted."""

    op: ClassVar[str] = "play"
    seat: int
    card: str
    starts: bool
    """Whether this is the first move of its step, so that it is worth seeing whose turn it is."""


@dataclass(frozen=True, slots=True)
class ChooseMoon(Instruction):
    """Make the shooter's choice."""

    op: ClassVar[str] = "moon"
    seat: int
    choice: str


@dataclass(frozen=True, slots=True)
class Legal(Instruction):
    """Expect exactly these cards to be legal for the seat whose turn it is; ``hand`` is all that it holds."""

    op: ClassVar[str] = "legal"
    seat: int
    cards: Names
    hand: Names


@dataclass(frozen=True, slots=True)
class Accept(Instruction):
    """Expect this card to be legal, without playing it."""

    op: ClassVar[str] = "accept"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Refuse(Instruction):
    """Expect an action to be refused and to change nothing.

    ``action`` is ``play``, ``pass`` or ``moon``; ``what`` are the cards, or the choice.  ``turn`` is the seat whose
    turn it is.  ``rule`` is the id that a refusal must name where it names one; None where that is left open.
    """

    op: ClassVar[str] = "refuse"
    action: str
    seat: int
    what: Names
    rule: str | None
    turn: int | None


@dataclass(frozen=True, slots=True)
class See(Instruction):
    """Expect an observation: ``what`` is the word of the scenario, ``value`` is what it should be."""

    op: ClassVar[str] = "see"
    what: str
    value: Any


ACTIONS = (DealRound, PassCards, Play, ChooseMoon)
"""The instructions that change the state of a game."""

JUDGING = "legal or refuse"
"""What `CaseRun.missing` calls the need for one of two views of the same fact."""


@dataclass(frozen=True)
class CaseRun:
    """One case under one sheet with one number of players."""

    id: str
    title: str
    sheet: str
    players: int
    rules: Rules
    decides: tuple[str, ...]
    setup: Setup
    script: tuple[Instruction, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options set on top of the sheet, by the case and by whoever runs it."""
    asked: Mapping[str, Any] = field(default_factory=dict)
    """Those of them that whoever runs it has set."""
    source: str = ""
    """How a command line names the sheet, where that is not its id: the path of its file."""
    problem: str = ""
    """Why the case cannot be laid out although it applies; empty where it can."""

    @property
    def key(self) -> tuple[str, str, int]:
        """Case, sheet and number of players: unique in a run."""
        return self.id, self.sheet, self.players

    def missing(self, can: Iterable[str]) -> list[str]:
        """Return the capabilities that the case needs and *can* lacks."""
        return sorted(self.needs() - set(can) - ({JUDGING} if {"legal", "refuse"} & set(can) else set()))

    def needs(self) -> set[str]:
        """Return the capabilities that the case needs (see `JUDGING`)."""
        return script_needs(self.script) | ({"resume"} if any(self.setup.totals) or self.setup.limit_reached else set())

    def position(self, upto: int) -> Position | None:
        """Return what lies on the table before the instruction with the index *upto*; None before the deal."""
        table = replay(self.script[:upto])
        return table.position() if table else None

    def history(self, upto: int) -> tuple[str, ...]:
        """Return the moves before the instruction with the index *upto*, as a scenario writes them."""
        return tuple(line for each in self.script[:upto] for line in _told(each))

    def to_json(self) -> dict[str, Any]:
        """Return the case as plain JSON, for a runner in any language."""
        return {
            "id": self.id,
            "title": self.title,
            "sheet": self.sheet,
            "players": self.players,
            "decides": list(self.decides),
            "on-top": dict(self.options),
            "needs": sorted(self.needs()),
            "setup": {
                "options": dict(self.setup.options),
                "players": self.setup.players,
                "dealer": self.setup.dealer,
                "round": self.setup.round,
                "totals": list(self.setup.totals),
                "limit-reached": self.setup.limit_reached,
            },
            "script": [instruction_json(each) for each in self.script],
        }


def script_needs(script: Iterable[Instruction]) -> set[str]:
    """Return the capabilities without which *script* cannot be carried out."""
    by_kind: dict[type[Instruction], list[Any]] = {}
    for each in script:
        by_kind.setdefault(type(each), []).append(each)
    needed = {need for kind in by_kind if kind in _NEEDS for need in _NEEDS[kind]}
    for deal in by_kind.get(DealRound, ()):
        needed |= {"kitty"} if deal.kitty else set()
        needed |= {"passing"} if deal.direction != "hold" and deal.opener is None else set()
    for refusal in by_kind.get(Refuse, ()):
        needed |= _REFUSAL_NEEDS[refusal.action]
    return needed | ({"match"} if len(by_kind.get(DealRound, ())) > 1 else set())


_NEEDS: Final[dict[type[Instruction], tuple[str, ...]]] = {
    PassCards: ("passing",),
    ChooseMoon: ("moon-choice",),
    Legal: (JUDGING,),
    Accept: (JUDGING,),
}
_REFUSAL_NEEDS: Final[dict[str, set[str]]] = {
    "play": {JUDGING},
    "pass": {"refuse", "passing"},
    "moon": {"refuse", "moon-choice"},
}


def instruction_json(each: Instruction) -> dict[str, Any]:
    """Return one instruction as JSON: ``op``, then its fields."""
    fields = {name: getattr(each, name) for name in each.__dataclass_fields__}
    if isinstance(each, DealRound):
        fields["passes"] = [{"seat": seat, "cards": list(cards)} for seat, cards in each.passes]
    return {"op": each.op} | {name: _plain(value) for name, value in fields.items()}


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _told(each: Instruction) -> list[str]:
    if isinstance(each, DealRound):
        return [f"deal: round {each.number}"] if each.number > 1 else []
    if isinstance(each, PassCards):
        return [f"pass {each.seat}: {' '.join(each.cards)}"]
    if isinstance(each, Play):
        return [f"{each.seat}: {each.card}"]
    if isinstance(each, ChooseMoon):
        return [f"moon {each.seat}: {each.choice}"]
    return []


def to_mask(cards: Iterable[str]) -> Mask:
    """Return card names as a set."""
    return mask(CARDS[name] for name in cards)


def replay(script: Iterable[Instruction]) -> Table | None:
    """Follow the actions of *script* on a `Table`; None if nothing is dealt."""
    table: Table | None = None
    for each in script:
        if isinstance(each, DealRound):
            turn = each.opener if each.opener is not None else each.dealer
            table = Table([to_mask(hand) for hand in each.hands], to_mask(each.kitty), turn, each.dealer, each.number)
            if each.opener is None:
                table.turn = None
            selections: dict[int, Mask] = {}
            direction = each.direction
        elif isinstance(each, PassCards) and table:
            selections[each.seat] = to_mask(each.cards)
            if each.final:
                exchange(table, selections, direction)
        elif isinstance(each, Play) and table:
            if table.turn is None:
                table.turn = each.seat
            table.play(each.seat, CARDS[each.card])
    return table


def exchange(table: Table, selections: Mapping[int, Mask], direction: str) -> None:
    """Let the selections of all seats take effect."""
    for seat, cards in selections.items():
        table.hands[seat] &= ~cards
    for seat, cards in selections.items():
        table.hands[target(seat, direction, table.players)] |= cards
