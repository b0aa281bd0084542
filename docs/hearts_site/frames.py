"""A case cut into frames: what a reader sees at one press of a button.

A frame is one thing that happens (a deal, a pass, some cards played) or that is asked (which cards are legal, may this
one be played), with the table as it is then, and what is to be seen after it.  Frames know no language and follow the
script alone, save that the legal cards of whoever is to play are asked of the reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from hearts_conformance.moment import in_case
from hearts_conformance.script import (
    Accept,
    CaseRun,
    ChooseMoon,
    DealRound,
    Instruction,
    Legal,
    Names,
    PassCards,
    Play,
    Refuse,
    See,
)
from hearts_conformance.verdict import Position

FOLDED: Final = 3
"""How many tricks in a row are shown one by one; more are told in one frame."""


@dataclass(frozen=True)
class Trick:
    """Cards played one after another; ``winner`` is None while the trick is not complete."""

    plays: tuple[tuple[int, str], ...]
    winner: int | None = None


@dataclass(frozen=True)
class Frame:
    """One thing that happens or is asked.

    ``step`` is the step of the case, -1 before its first.  ``position`` is the table before what is asked and after
    what happens.  ``legal`` are the cards that the seat to play may play, None where nobody is to.
    """

    kind: str
    step: int
    position: Position | None
    seat: int | None = None
    cards: Names = ()
    rule: str | None = None
    choice: str = ""
    tricks: tuple[Trick, ...] = ()
    legal: tuple[str, ...] | None = None
    facts: tuple[See, ...] = ()
    deal: DealRound | None = field(default=None, repr=False)

    @property
    def is_choice(self) -> bool:
        """Whether a seat whose turn it is asks for cards that it holds, while it may play others."""
        if not self.position or not self.legal or self.seat is None or self.seat != self.position.turn:
            return False
        return set(self.cards) <= set(self.position.hands[self.seat])


def frames(run: CaseRun) -> tuple[Frame, ...]:
    """Return the frames of a case."""
    found: list[Frame] = []
    for frame in _cut(run):
        if frame.kind == "see" and found and found[-1].step == frame.step:
            found[-1] = replace(found[-1], facts=(*found[-1].facts, *frame.facts))
        else:
            found.append(frame)
    return tuple(found)


def _cut(run: CaseRun) -> Iterator[Frame]:
    index = 0
    for kind, group in groupby(run.script, key=lambda each: (type(each), each.step)):
        instructions = list(group)
        if kind[0] is Play:
            yield from _plays(run, index, instructions)
        else:
            for offset, each in enumerate(instructions):
                yield _frame(run, index + offset, each)
        index += len(instructions)


def _frame(run: CaseRun, index: int, each: Instruction) -> Frame:
    before, after = run.position(index), run.position(index + 1)
    if isinstance(each, DealRound):
        return Frame("deal", each.step, after, seat=each.dealer, deal=each)
    if isinstance(each, PassCards):
        return Frame("pass", each.step, after, seat=each.seat, cards=each.cards)
    if isinstance(each, ChooseMoon):
        return Frame("moon", each.step, after, seat=each.seat, choice=each.choice)
    if isinstance(each, Legal):
        return Frame("legal", each.step, before, seat=each.seat, cards=each.cards, legal=each.cards)
    if isinstance(each, Accept):
        return Frame(
            "accept", each.step, before, seat=each.seat, cards=(each.card,), legal=_legal(run, each.step, each.card)
        )
    if isinstance(each, Refuse):
        choice = each.what[0] if each.action == "moon" and each.what else ""
        cards = () if choice else each.what
        legal = _legal(run, each.step, each.what[0]) if each.action == "play" else None
        kind = "refuse" if each.action == "play" else f"refuse-{each.action}"
        return Frame(kind, each.step, before, each.seat, cards, each.rule, choice, legal=legal)
    assert isinstance(each, See)
    return Frame("see", each.step, before, facts=(each,))


def _plays(run: CaseRun, index: int, plays: Sequence[Instruction]) -> Iterator[Frame]:
    """Yield the frames of cards played in a row: one a trick, or one for all where they are many."""
    tricks: list[tuple[int, Trick]] = []
    begun = run.position(index)
    trick = list(begun.trick) if begun else []
    for offset, each in enumerate(plays):
        assert isinstance(each, Play)
        trick.append((each.seat, each.card))
        if len(trick) == run.players:
            tricks.append((index + offset + 1, Trick(tuple(trick), _winner(trick))))
            trick = []
    if trick:
        tricks.append((index + len(plays), Trick(tuple(trick))))
    step = plays[0].step
    if len(tricks) > FOLDED:
        end, _ = tricks[-1]
        yield Frame("play", step, run.position(end), tricks=tuple(one for _, one in tricks))
        return
    for end, one in tricks:
        yield Frame("play", step, run.position(end), tricks=(one,))


def _winner(trick: Sequence[tuple[int, str]]) -> int:
    led = [(card, seat) for seat, card in trick if card[1] == trick[0][1][1]]
    return max(led, key=lambda each: "23456789TJQKA".index(each[0][0]))[1]


def _legal(run: CaseRun, step: int, card: str) -> tuple[str, ...] | None:
    """Return what the reference allows where a step asks about *card*."""
    return tuple(in_case(run, card, step).legal()) if step >= 0 else None
