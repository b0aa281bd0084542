"""Implementations in this process that misbehave where the dealer is seat 1, each in its own way."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

from hearts_conformance.implementation import Observation, Setup
from hearts_conformance.reference_target import Reference


class Double(Reference):
    """Knows whether it is to misbehave."""

    armed = False

    def start(self, setup: Setup) -> None:
        self.armed = setup.dealer == 1
        super().start(setup)

    def play(self, seat: int, card: str) -> None:
        if self.armed:
            self.misbehave()
        super().play(seat, card)

    def misbehave(self) -> None:
        """Do something bad before a card is played."""


class Raises(Double):
    def misbehave(self) -> None:
        raise ZeroDivisionError("division by zero")


class Exits(Double):
    def misbehave(self) -> None:
        sys.exit(0)


class Aborts(Double):
    def misbehave(self) -> None:
        os.abort()


class NeverReturns(Double):
    def misbehave(self) -> None:
        while True:
            pass


class Nonsense(Double):
    def observe(self) -> Observation:
        return Observation(legal=object()) if self.armed else super().observe()


class NoObservation(Double):
    def observe(self) -> Any:
        return {"turn": 0} if self.armed else super().observe()


class Mutates(Double):
    """Changes everything that it is given."""

    def start(self, setup: Setup) -> None:
        super().start(setup)
        options: Any = setup.options
        for value in options.values():
            if isinstance(value, list | dict):
                value.clear()
        options.clear()

    def pass_cards(self, seat: int, cards: Sequence[str]) -> None:
        super().pass_cards(seat, list(cards))
        cards.clear()  # type: ignore[attr-defined]


class BreaksOnClose(Double):
    def close(self) -> None:
        raise RuntimeError("cannot let go")


class Prints(Double):
    def observe(self) -> Observation:
        print("printed by Python", flush=True)
        os.write(1, b"printed by C\n")
        return super().observe()


class ReadsInput(Double):
    def observe(self) -> Observation:
        assert sys.stdin.read() == ""
        assert os.read(0, 100) == b""
        return super().observe()
