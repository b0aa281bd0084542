"""Implementations with one fault each, for the tests of the command."""

from __future__ import annotations

import os
from dataclasses import replace

from hearts_conformance.implementation import Description, Observation
from hearts_conformance.reference_target import Reference


class NoBan(Reference):
    """Bars no card from the first trick."""

    def __init__(self):
        super().__init__(transform=lambda rules: replace(rules, banned=0))


class Subtracts(Reference):
    """Subtracts every moon, and plays to 50."""

    def __init__(self):
        super().__init__(transform=lambda rules: replace(rules, moon="subtract", limit=50))


class Fragile(Reference):
    """Fails when the queen of spades is played."""

    def play(self, seat, card):
        if card == "QS":
            raise RuntimeError("no queen\nhere")
        super().play(seat, card)


class Leaving(Reference):
    """Takes the queen of spades for the end of everything, and so the end of the run."""

    def play(self, seat, card):
        if card == "QS":
            raise GeneratorExit
        super().play(seat, card)

    def close(self):
        raise SystemExit(7)


class Unready(Reference):
    """Ends the process before it says who it is."""

    def describe(self):
        raise SystemExit(0)


class Mortal(Reference):
    """Ends its process when the queen of spades is played."""

    def play(self, seat, card):
        if card == "QS":
            os._exit(0)
        super().play(seat, card)


class Talking(Reference):
    """Prints what it does."""

    def play(self, seat, card):
        print(f"PLAYED {card}")
        super().play(seat, card)


class Stranger(Reference):
    """Declares a sheet that does not exist."""

    def describe(self):
        return Description("stranger", "1", frozenset({4}), frozenset({"legal"}), sheets=("qdam",))


class Mute(Reference):
    """Lets nothing be seen."""

    def describe(self):
        return Description("mute", "1", frozenset({4}), frozenset(), sheets=("qdan",))

    def start(self, setup):
        super().start(replace(setup, options={**setup.options, "pass.cycle": ["hold"]}))

    def observe(self):
        return Observation()
