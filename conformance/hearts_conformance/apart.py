"""Judges a class in a process of its own, so that one which ends its process costs no more than the case it is at.

The process judges one case after the other and hands each verdict back.  Where it ends instead, the case that was
due is a crash, and another process goes on with the next; after `DEATHS` of them the rest is not run.  What the class
raises, prints or leaves unanswered is the same as without: that is the business of `hearts_conformance.runner`.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import Pipe, Process, parent_process
from multiprocessing.connection import Connection
from multiprocessing.util import Finalize
from threading import Thread
from typing import Final, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")
T_in = TypeVar("T_in", contravariant=True)
R_out = TypeVar("R_out", covariant=True)


class Worker(Protocol[T_in, R_out]):
    """What does the work in the other process."""

    def __call__(self, piece: T_in, /) -> R_out:
        """Do one piece."""

    def close(self) -> None:
        """Let go of everything; called when all is done."""


DEATHS: Final = 1000
"""How many processes may end before the rest is not run."""
LOOK: Final = 0.2
"""Seconds after which one looks whether a process that says nothing is still there."""
LEAVING: Final = 2.0
"""Seconds that a process which has judged everything is given to end."""


class Died(Exception):
    """The process ended; the text says how."""


def each(start: Callable[[], Worker[T, R]], pieces: Sequence[T], died: Callable[[T, str], R]) -> Iterator[R]:
    """Yield what the worker that *start* makes in another process makes of each piece, in order.

    *died* is asked here for what becomes of a piece at which the process ended, given how; given nothing, the piece
    is left because too many have ended.  What the worker raises ends everything.
    """
    done = deaths = 0
    while done < len(pieces) and deaths < DEATHS:
        try:
            for result in _results(start, pieces[done:]):
                done += 1
                yield result
        except Died as end:
            deaths += 1
            done += 1
            yield died(pieces[done - 1], str(end))
    yield from (died(piece, "") for piece in pieces[done:])


def _results(start: Callable[[], Worker[T, R]], pieces: Sequence[T]) -> Iterator[R]:
    with _process(start, pieces) as (process, answers):
        for _ in pieces:
            try:
                while not answers.poll(LOOK):
                    if process.exitcode is not None and not answers.poll():
                        raise EOFError
                result = answers.recv()
            except (EOFError, OSError):
                process.join()
                raise Died(_how(process.exitcode)) from None
            if isinstance(result, BaseException):
                raise result
            yield result


@contextmanager
def _process(start: Callable[[], Worker[T, R]], pieces: Sequence[T]) -> Iterator[tuple[Process, Connection]]:
    answers, theirs = Pipe(duplex=False)
    process = Process(target=_work, args=(start, pieces, theirs))
    process.start()
    theirs.close()
    end = Finalize(None, _end, (process,), exitpriority=10)
    try:
        yield process, answers
        process.join(LEAVING)
    finally:
        end()
        answers.close()


def _end(process: Process) -> None:
    process.kill()
    process.join()


def _how(status: int | None) -> str:
    if status is not None and status < 0:
        return f"was ended by {signal.Signals(-status).name}"
    return f"ended with exit status {status}"


def _work(start: Callable[[], Worker[T, R]], pieces: Sequence[T], answers: Connection) -> None:
    """Do the work of the other process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is the first process's to hear
    end_with_parent()
    try:
        worker = start()
        for piece in pieces:
            answers.send(worker(piece))
        worker.close()
    except BrokenPipeError:
        pass
    except Exception as error:
        answers.send(error)
    finally:
        sys.stderr.flush()


def end_with_parent() -> None:
    """Let this process end with the one that started it, also where that one is killed."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    assert parent
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
