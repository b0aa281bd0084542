"""Implementations with one fault each, for the tests of what becomes of verdicts."""

from __future__ import annotations

import os
import signal
from dataclasses import replace

from hearts_conformance.implementation import Description
from hearts_conformance.reference_target import Reference


class NoBan(Reference):
    """Bars no card from the first trick."""

    def __init__(self):
        super().__init__(transform=lambda rules: replace(rules, banned=0))


class Fragile(Reference):
    """Fails at the two of spades."""

    def play(self, seat, card):
        if card == "2S":
            raise RuntimeError("no two here")
        super().play(seat, card)


class Blind(Reference):
    """Neither lists legal cards nor refuses any."""

    def describe(self):
        return Description("blind", "1", frozenset({4}), frozenset(), sheets=("qdan",))

    def start(self, setup):
        super().start(replace(setup, options={**setup.options, "pass.cycle": ["hold"]}))


class Shipping(NoBan):
    """Brings a list of known deviations along."""

    known_deviations = "shipping.known.yaml"


class Ending(Reference):
    """Ends its process at the two of spades, as if all were well."""

    def play(self, seat, card):
        if card == "2S":
            os._exit(0)
        super().play(seat, card)


class Aborting(Reference):
    """Ends its process at the two of spades as a failed assertion in C does."""

    def play(self, seat, card):
        if card == "2S":
            os.kill(os.getpid(), signal.SIGABRT)
        super().play(seat, card)


class Stuck(Reference):
    """Never comes back from the four of clubs."""

    def play(self, seat, card):
        if card == "4C":
            signal.pause()
        super().play(seat, card)


class Gone(Reference):
    """Ends its process before it says who it is."""

    def describe(self):
        os._exit(0)
