"""A program that answers as the reference does, but for one answer, which is spoilt: ``spoiling.py SEED DUE``."""

from __future__ import annotations

import sys

from mutations import spoilt

from hearts_conformance.reference_target import Reference
from hearts_conformance.serving import Server


def serve(seed: int, due: int) -> None:
    """Speak the protocol on standard input and output, and spoil the answer to request number *due*."""
    server = Server(Reference())
    while not server.over and (line := sys.stdin.buffer.readline()):
        due -= 1
        answer = server.answer(line)
        sys.stdout.buffer.write(spoilt(seed, answer.strip()) + b"\n" if due == 0 else answer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    serve(*map(int, sys.argv[1:]))
