"""``heartspec serve``: an in-process target as a program that speaks the stdio protocol."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, BinaryIO, Final

import click

if TYPE_CHECKING:
    from hearts_conformance.implementation import Implementation

LONGEST: Final = 1 << 24
"""The length at which a request is cut, so that it is answered with an error."""


@click.command()
@click.argument("target")
def serve(target: str) -> None:
    """Expose a target over the stdio protocol: requests on standard input, answers on standard output.

    TARGET is a registered name or package.module:Class.  It ends with `bye`, or with the end of its input.  Whatever
    the target prints goes to standard error.

    \b
      heartspec serve reference
      heartspec verify --exec 'heartspec serve my_game:Adapter'
    """
    from hearts_conformance import targets

    requests, answers = _take_over()
    found = targets.find(target)
    implementation = found.open()
    found.describe(implementation)
    answer_all(implementation, requests, answers)


def answer_all(implementation: Implementation, requests: int, answers: int) -> None:
    """Answer the requests on one descriptor on another, until `bye` or the end."""
    from hearts_conformance import targets
    from hearts_conformance.serving import Server

    server = Server(implementation)
    try:
        with open(requests, "rb") as lines:
            while not server.over and (line := lines.readline(LONGEST)):
                if len(line) == LONGEST and not line.endswith(b"\n"):
                    _skip_line(lines)
                if not line.isspace():
                    _write(answers, server.answer(line))
    except BrokenPipeError:
        pass
    finally:
        targets.close(implementation)


def _write(descriptor: int, line: bytes) -> None:
    """Write all of a line at once, or as the pipe takes it."""
    sent = os.write(descriptor, line)
    while sent < len(line):
        sent += os.write(descriptor, line[sent:])


def _skip_line(lines: BinaryIO) -> None:
    while (part := lines.readline(LONGEST)) and not part.endswith(b"\n"):
        pass


def _take_over() -> tuple[int, int]:
    """Return descriptors of standard input and output, and let nobody else read or write there."""
    sys.stdout.flush()
    requests, answers = os.dup(0), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    return requests, answers
