"""What can go wrong with an implementation, other than breaking a rule.

The layers that talk to an implementation raise these; the runner turns each into the verdict of the same name and
goes on with the next case.  They are no part of the game: `implementation.Refused` is how a game says no.
"""

from __future__ import annotations

from typing import Any, ClassVar


class Fault(Exception):
    """The implementation, not its play, is at fault.  ``str`` is one sentence; ``stderr`` what it printed there."""

    kind: ClassVar[str] = "crash"

    def __init__(self, sentence: str, stderr: str = "") -> None:
        super().__init__(sentence)
        self.stderr = stderr


class Crash(Fault):
    """It raised an exception, or the program ended."""


class Hang(Fault):
    """It did not answer in time."""

    kind = "hang"


class ProtocolFault(Fault):
    """What it answered is no answer: not of the form that was agreed."""

    kind = "protocol-fault"


class Exhausted(Fault):
    """It failed so often that it is not started again; what is left is not run."""

    kind = "not-run"


def shown(value: Any) -> str:
    """Return a value that somebody else made as it can stand in a sentence, whatever its ``repr`` does."""
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = f"a {type(value).__name__} that cannot be printed"
    return text if len(text) <= 120 else text[:117] + "..."


def told(error: BaseException) -> str:
    """Return what an exception says, in one line: its type, and its text where it has one."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = ""
    return f"{type(error).__name__}: {text[:300]}" if text else type(error).__name__
