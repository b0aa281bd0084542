"""The reference as a program that kills: itself, the suite that judges it, or both, once, at a certain request.

``KILL`` in the environment says what and when, as in ``suite 57``; ``SUITE`` is the process of the suite; the file
``KILLED`` is made so that it happens once.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from hearts_conformance.reference_target import Reference
from hearts_conformance.serving import Server


class Killing(Reference):
    """Plays as the reference does until the moment has come."""

    def __init__(self):
        super().__init__()
        self.whom, _, moment = os.environ.get("KILL", "nobody 0").partition(" ")
        self.left = int(moment)

    def _count(self):
        self.left -= 1
        if self.left == 0 and self.whom != "nobody" and not Path(os.environ["KILLED"]).exists():
            Path(os.environ["KILLED"]).touch()
            if self.whom in ("suite", "both"):
                os.kill(int(os.environ["SUITE"]), signal.SIGKILL)
            if self.whom in ("itself", "both"):
                os.kill(os.getpid(), signal.SIGKILL)

    def start(self, setup):
        self._count()
        super().start(setup)

    def deal(self, deal):
        self._count()
        super().deal(deal)

    def play(self, seat, card):
        self._count()
        super().play(seat, card)

    def observe(self):
        self._count()
        return super().observe()


def serve():
    """Speak the protocol on standard input and output."""
    server = Server(Killing())
    while not server.over and (line := sys.stdin.buffer.readline()):
        os.write(1, server.answer(line))


if __name__ == "__main__":
    serve()
