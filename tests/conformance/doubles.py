"""Implementations that misbehave, each in one way, built on the reference."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from hearts_conformance.faults import Exhausted, Hang
from hearts_conformance.implementation import (
    ABSENT,
    CAPABILITIES,
    Deal,
    Description,
    Observation,
    Refused,
    Setup,
)
from hearts_conformance.reference_target import Reference


class Declaring(Reference):
    """The reference, declaring and showing only some of what it can."""

    def __init__(
        self,
        can: Collection[str] = tuple(CAPABILITIES),
        shows: Collection[str] | None = None,
        sheets: Sequence[str] = (),
        options: Any = ABSENT,
        players: Collection[int] = (3, 4, 5, 6, 7),
    ) -> None:
        super().__init__()
        self.can = frozenset(can)
        self.shows = shows
        self.declared = Description(
            "double", "1", frozenset(players), self.can, tuple(sheets), {} if options is ABSENT else options
        )
        self.calls: list[tuple[Any, ...]] = []

    def describe(self) -> Description:
        return self.declared

    def start(self, setup: Setup) -> None:
        self.calls.append(("start",))
        super().start(setup)

    def deal(self, deal: Deal) -> None:
        self.calls.append(("deal", deal))
        super().deal(deal)
        if "passing" not in self.can and self._match().phase == "pass":
            self._skip_pass(deal)

    def _skip_pass(self, deal: Deal) -> None:
        """Play on with the hands as they were dealt, as an engine without a pass does."""
        match = self._match()
        setup = Setup({**match.rules.to_json(), "pass.cycle": ["hold"]}, match.rules.players, match.dealer)
        super().start(setup)
        super().deal(deal)

    def pass_cards(self, seat: int, cards: Sequence[str]) -> None:
        self.calls.append(("pass", seat))
        super().pass_cards(seat, cards)

    def play(self, seat: int, card: str) -> None:
        self.calls.append(("play", seat, card))
        super().play(seat, card)

    def observe(self) -> Observation:
        whole = super().observe()
        if self.shows is None:
            return whole
        return Observation(**{field: value for field, value in whole.seen().items() if field in self.shows})


class AcceptsEverything(Reference):
    """Never refuses; what the rules forbid is silently dropped."""

    def _do(self, action: Callable[[Any], None]) -> None:
        try:
            super()._do(action)
        except Refused:
            return


class RefusesEverything(Reference):
    def play(self, seat: int, card: str) -> None:
        raise Refused("play.follow-suit")


class WrongReason(Reference):
    def play(self, seat: int, card: str) -> None:
        try:
            super().play(seat, card)
        except Refused:
            raise Refused("turn.in-order") from None


class NoReason(Reference):
    def play(self, seat: int, card: str) -> None:
        try:
            super().play(seat, card)
        except Refused:
            raise Refused from None


class ChangesWhenRefusing(Reference):
    refused = False

    def play(self, seat: int, card: str) -> None:
        try:
            super().play(seat, card)
        except Refused:
            self.refused = True
            raise

    def observe(self) -> Observation:
        seen = super().observe()
        return replace(seen, totals=[1] * len(seen.totals)) if self.refused else seen


class Raises(Reference):
    """Raises at one method, by itself."""

    def __init__(self, where: str, error: BaseException) -> None:
        super().__init__()
        self.where, self.error = where, error

    def _fail_at(self, where: str) -> None:
        if where == self.where:
            raise self.error

    def start(self, setup: Setup) -> None:
        self._fail_at("start")
        super().start(setup)

    def deal(self, deal: Deal) -> None:
        self._fail_at("deal")
        super().deal(deal)

    def play(self, seat: int, card: str) -> None:
        self._fail_at("play")
        super().play(seat, card)

    def observe(self) -> Observation:
        self._fail_at("observe")
        return super().observe()


class Shows(Reference):
    """Shows something else in one field."""

    def __init__(self, **fields: Any) -> None:
        super().__init__()
        self.fields = fields

    def observe(self) -> Observation:
        return replace(super().observe(), **self.fields)


class ShowsNonsense(Reference):
    def observe(self) -> Observation:
        return {"turn": 0}  # type: ignore[return-value]


class Hangs(Reference):
    def play(self, seat: int, card: str) -> None:
        raise Hang("no answer to play within 5 seconds", stderr="still thinking")


class GivesUp(Reference):
    def start(self, setup: Setup) -> None:
        raise Exhausted("it was started again 3 times already")
