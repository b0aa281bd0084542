"""Judges a program: the interface over the stdio protocol, and the life of the process behind it.

The program is somebody else's, and anything may happen to it.  Each of its processes goes through these states:

| state | what happens | what follows |
|---|---|---|
| *launched* | it is running; nothing was said | *idle* once it has answered ``hello`` within the start-up limit |
| *idle* | it has answered everything | *asked* with the next request |
| *asked* | a request is out, its limit running | *idle* with the answer; *ended* with a fault |
| *ended* | its whole process group is killed, its pipes are closed | never used again; the next case launches another |

What makes a process go from *asked* to *ended*, and which fault that is:

| it | fault |
|---|---|
| does not answer within the limit | `Hang` |
| ends, or closes its standard input or output | `Crash` |
| writes a line that is no answer to the request, a line that is too long, or a second line | `ProtocolFault` |

After a `Hang`, once a case, a fresh process is launched, the moves of the case are replayed and the request is asked
again; only a second one counts.  So it is, once a case, after any fault at ``start`` of a process that has served
another case, for it may be a late echo of that one; and a process that has ended by then, or has said something
unasked, is replaced before it is asked.

A process that is late is never listened to again: its next line would be taken for the answer to the next question.
What an answer says of a failure (``error``) is a `Crash` too, but leaves the process *idle*.

`Limits` bound everything: each request, each start-up, all start-ups of a run together, the number of restarts, the
length of a line and what is kept of standard error.  When restarts are used up, `Exhausted` says that the rest is not
run.

Each process leads a session, and so a process group, of its own.  The group is killed when the process ends for any
reason, when the `Program` is closed or forgotten, when this process exits, and when it is told to (SIGTERM, SIGHUP).
If this process is killed outright, the program sees the end of its input and should end by itself, as ``heartspec
serve`` does.  What the program starts in a session of its own is out of reach.  This works on POSIX systems only.
"""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from . import protocol
from .faults import Crash, Exhausted, Fault, Hang, ProtocolFault
from .implementation import Deal, Description, Implementation, Observation, Refused, Setup
from .protocol import Malformed, Message, Request, clean, quoted

T = TypeVar("T")

CHUNK: Final = 1 << 16
LOOKS: Final = 40
"""How often one looks for an answer, giving way to others in between, before one sleeps until it comes."""
GRACE: Final = 1.0
"""Seconds that a process which has closed its output is given to end, so that its exit status can be told."""


@dataclass(frozen=True)
class Limits:
    """What a program is allowed.  Times are in seconds, sizes in bytes."""

    startup: float = 20.0
    """From its launch to its answer to ``hello``."""
    request: float = 5.0
    """For the answer to any other request but ``replay``."""
    replay: float = 30.0
    """For the answer to a ``replay``, however many moves it has."""
    closing: float = 2.0
    """To end after ``bye`` and the end of its input."""
    restarts: int = 50
    """How often it is launched again in a run."""
    starting: float = 60.0
    """For all start-ups after the first together."""
    line: int = 1 << 20
    """The longest line it may write."""
    stderr: int = 1 << 14
    """How much of its standard error is kept: the beginning and the end of what it wrote during a case."""


@dataclass(frozen=True)
class Replay:
    """What came of a replay: what was seen after each move that was accepted, and the refusal that ended it."""

    seen: list[Observation]
    refused: Refused | None = None


def connect(command: str, limits: Limits | None = None) -> Program:
    """Launch the program that a command line names; no shell is involved.

    Raises `ValueError` for a command line that cannot be taken apart and `OSError` where it cannot be launched.
    """
    return Program(shlex.split(command), limits or Limits())


def isolated(target: str, limits: Limits | None = None) -> Program:
    """Put the in-process target that *target* names into a process of its own, so that limits hold for it too."""
    return Program([sys.executable, "-m", "hearts_conformance", "serve", target], limits or Limits())


class Program(Implementation):
    """An implementation that is a program, launched again where that is needed."""

    def __init__(self, words: Sequence[str], limits: Limits = Limits()) -> None:
        """Launch the program; raises `ValueError` for no words, `OSError` where it cannot be launched."""
        if os.name != "posix":
            raise OSError("programs can be judged on POSIX systems only")
        if not words:
            raise ValueError("the command line is empty")
        self.words = tuple(words)
        self.limits = limits
        self._stderr = Ends(limits.stderr)
        self._process: Process | None = Process(self.words, limits, self._stderr)
        self._greeted = False
        self._description: Description | None = None
        self._replays = False
        self.restarts = 0
        """How often it was launched again."""
        self._starting = 0.0
        self._number = 0
        self._line = b""
        self._setup: Setup | None = None
        self._history: list[Request] = []
        self._afresh = False
        self._closed = False

    # --- The interface ---------------------------------------------------------------------------------------------

    def describe(self) -> Description:
        """Return what the program declares; a fault where it does not."""
        if self._description is None:
            self._ready()
        assert self._description is not None
        return self._description

    def start(self, setup: Setup) -> None:
        """Begin a game.  A `Setup` that is not the one before it begins a case."""
        if setup is not self._setup:
            self._afresh = False
            if self._process:
                self._process.drain()
            self._stderr.clear()
        self._setup = setup
        self._history.clear()
        if self._process and self._process.is_stale():
            self._end()
        self._act(protocol.start(setup))

    def deal(self, deal: Deal) -> None:
        """Deal the next round."""
        self._act(protocol.deal(deal))

    def pass_cards(self, seat: int, cards: Sequence[str]) -> None:
        """Select cards to pass."""
        self._act(protocol.pass_cards(seat, cards))

    def play(self, seat: int, card: str) -> None:
        """Play a card."""
        self._act(protocol.play(seat, card))

    def choose_moon(self, seat: int, choice: str) -> None:
        """Make the shooter's choice."""
        self._act(protocol.moon(seat, choice))

    def observe(self) -> Observation:
        """Return what can be seen."""
        answer = self._ask(protocol.OBSERVE)
        return self._taken_apart("observe", lambda: protocol.observation(answer))

    def close(self) -> None:
        """Say good-bye, and end the process group whether or not it listens."""
        process, self._process, self._closed = self._process, None, True
        greeted, self._greeted = self._greeted, False
        if process:
            self._number += 1
            process.leave(protocol.BYE.line(self._number) if greeted else b"")

    @property
    def stderr(self) -> str:
        """The beginning and the end of what the program wrote to standard error since the case began."""
        if self._process:
            self._process.drain()
        return self._stderr.text()

    def replay(self, moves: Sequence[Request], want: Sequence[str] = ()) -> Replay:
        """Carry out *moves* (made by the functions of `protocol`) up to the first that is refused.

        Where the program offers it, that is one round trip.  *want* names the fields to observe after each move.
        """
        self._ready()
        if not self._replays:
            return self._replay_singly(moves, want)
        answer = self._ask(protocol.replay(moves, want), self.limits.replay)
        seen = self._taken_apart("replay", lambda: protocol.replayed(answer, len(moves)))
        for move in moves[: len(seen)]:
            self._remember(move)
        return Replay(seen, _refusal(answer) if "refused" in answer else None)

    def _replay_singly(self, moves: Sequence[Request], want: Sequence[str]) -> Replay:
        seen: list[Observation] = []
        for move in moves:
            try:
                self._act(move)
            except Refused as refusal:
                return Replay(seen, refusal)
            whole = self.observe().seen() if want else {}
            seen.append(Observation(**{field: value for field, value in whole.items() if field in want}))
        return Replay(seen)

    # --- Asking ----------------------------------------------------------------------------------------------------

    def _act(self, move: Request) -> None:
        answer = self._ask(move)
        if "refused" in answer:
            raise _refusal(answer)
        self._remember(move)

    def _remember(self, move: Request) -> None:
        if move.op == "start":
            self._history.clear()
        self._history.append(move)

    def _ask(self, request: Request, limit: float | None = None) -> Message:
        """Return the answer to a request; once a case, ask again in a fresh process that is brought to where we are."""
        limit = limit or self.limits.request
        if self._process is None and request.op != "start":
            raise Crash("the program was ended after a fault; a game has to be started first")
        used = self._greeted
        self._ready()
        try:
            return self._exchange(request, limit)
        except Fault as fault:
            again = isinstance(fault, Hang) or (used and request.op == "start")
            if self._process or not again or self._afresh or not self._may_restart():
                raise
        self._afresh = True
        self._ready()
        self._redo()
        return self._exchange(request, limit)

    def _redo(self) -> None:
        """Bring a fresh process to where the case is."""
        if self._replays and len(self._history) > 1:
            answer = self._exchange(protocol.replay(self._history, ()), self.limits.replay)
            self._taken_apart("replay", lambda: protocol.replayed(answer, len(self._history)))
            answers = [answer]
        else:
            answers = [self._exchange(each, self.limits.request) for each in self._history]
        if any("refused" in each for each in answers):
            raise Crash("launched afresh, it refuses a move that it accepted before", self.stderr)

    def _exchange(self, request: Request, limit: float) -> Message:
        """Send one request to the process there is and return the answer; any fault ends the process."""
        process, op = self._process, request.op
        assert process is not None
        self._number = number = self._number + 1
        try:
            self._line = process.exchange(request.line(number), limit, op)
            answer = protocol.answer(self._line, number, op)
            if process.unasked:
                raise ProtocolFault(f"after its answer to {op} it wrote more, unasked: {quoted(process.unasked)}")
        except Malformed as problem:
            raise self._faulty(op, problem) from None
        except Fault as fault:
            self._end()
            fault.stderr = self._stderr.text()
            raise
        except BaseException:
            self._end()
            raise
        if "error" in answer:
            raise Crash(clean(answer["error"]) or f"it failed at {op} and does not say how", self.stderr)
        return answer

    def _taken_apart(self, op: str, read: Callable[[], T]) -> T:
        try:
            return read()
        except Malformed as problem:
            raise self._faulty(op, problem) from None

    def _faulty(self, op: str, problem: Malformed) -> ProtocolFault:
        self._end()
        return ProtocolFault(f"its answer to {op} {problem}: {quoted(self._line)}", self._stderr.text())

    # --- Launching -------------------------------------------------------------------------------------------------

    def _ready(self) -> None:
        """Have a process that is idle."""
        if self._greeted:
            return
        if self._closed:
            raise Crash("the program was closed")
        if self._process:
            self._greet(self.limits.startup)
            return
        if not self._may_restart():
            raise Exhausted(f"the program was launched again {self.restarts} times; {self._bound()}")
        self.restarts += 1
        began = time.monotonic()
        try:
            self._process = Process(self.words, self.limits, self._stderr)
            self._greet(min(self.limits.startup, self.limits.starting - self._starting))
        except OSError as error:
            raise Crash(f"the program cannot be launched again: {error}") from error
        finally:
            self._starting += time.monotonic() - began

    def _may_restart(self) -> bool:
        return self.restarts < self.limits.restarts and self._starting < self.limits.starting

    def _bound(self) -> str:
        if self.restarts >= self.limits.restarts:
            return "no more are allowed"
        return f"starting it has taken more than {self.limits.starting:g} s in all"

    def _greet(self, limit: float) -> None:
        answer = self._exchange(protocol.HELLO, limit)
        said = self._taken_apart("hello", lambda: protocol.description(answer))
        if self._description and _claims(said) != _claims(self._description):
            raise self._faulty("hello", Malformed("declares something else than it did before"))
        self._description = said
        self._replays = answer.get("replay") is True
        self._greeted = True

    def _end(self) -> None:
        self._greeted = False
        process, self._process = self._process, None
        if process:
            process.end()


def _refusal(answer: Message) -> Refused:
    rule = answer["refused"]
    return Refused(None if rule is None else clean(rule))


def _claims(description: Description) -> Description:
    return replace(description, name="", version="")


class Ends:
    """The beginning and the end of a stream of bytes, of bounded length together."""

    def __init__(self, size: int) -> None:
        self.size = size - size // 4
        """How much of the end is kept."""
        self.first = size // 4
        """How much of the beginning is."""
        self._beginning = bytearray()
        self._end = bytearray()
        self._cut = False

    def add(self, chunk: bytes) -> None:
        """Add what came."""
        room = self.first - len(self._beginning)
        self._beginning += chunk[:room]
        self._end += chunk[room:]
        if len(self._end) > 2 * self.size:
            self._shorten()

    def _shorten(self) -> None:
        self._cut = self._cut or len(self._end) > self.size
        del self._end[: max(0, len(self._end) - self.size)]

    def clear(self) -> None:
        """Forget everything."""
        self._beginning.clear()
        self._end.clear()
        self._cut = False

    def text(self) -> str:
        """Return what is kept as text without control characters, with a mark where something is missing."""
        self._shorten()
        if self._cut:
            return f"{_as_text(self._beginning)}[...]{_as_text(self._end)}"
        return _as_text(self._beginning + self._end)


def _as_text(raw: bytearray) -> str:
    text = raw.decode("utf-8", "backslashreplace")
    return "".join(each if each.isprintable() or each in "\n\t" else ascii(each)[1:-1] for each in text)


# --- One process ---------------------------------------------------------------------------------------------------


class Process:
    """One process of the program, from its launch to its end.  Whoever owns it ends it after any fault."""

    def __init__(self, words: Sequence[str], limits: Limits, stderr: Ends) -> None:
        """Launch it; raises `OSError` where that is impossible."""
        self.limits = limits
        self.unasked = b""
        """What it wrote after the line that was its answer."""
        self._stderr = stderr
        self._popen = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._owner = os.getpid()
        self._finalizer = weakref.finalize(self, _kill_group, self._popen, self._owner)
        self._pipes = [pipe for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr) if pipe]
        self._in, self._out, self._err = (pipe.fileno() for pipe in self._pipes)
        self._poll = select.poll()
        self._listening = 0
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        for descriptor in (self._out, self._err):
            self._poll.register(descriptor, select.POLLIN)
        _guard_signals()
        _LIVE.add(self)

    def exchange(self, line: bytes, limit: float, op: str) -> bytes:
        """Send a line and return the line that comes back.

        Raises `Hang`, `Crash` or `ProtocolFault`; *op* is what their sentences call the request.
        """
        deadline = time.monotonic() + limit
        unsent = self._send(line, op)
        received, left = b"", limit
        while left > 0:
            for descriptor, _ in self._wait(left):
                if descriptor == self._out:
                    received = self._hear(received, op)
                    found, ended, rest = received.partition(b"\n")
                    if len(found) > self.limits.line:
                        limit_said = f"is longer than {self.limits.line} bytes"
                        raise ProtocolFault(f"its answer to {op} {limit_said}: {quoted(received)}")
                    if ended:
                        self.unasked = rest.strip()
                        return found
                elif descriptor == self._err:
                    self._hear_stderr()
                else:
                    unsent = self._send(unsent, op)
            left = deadline - time.monotonic()
        raise self._late(received, limit, op)

    def is_stale(self) -> bool:
        """Tell whether it has ended or said something since its last answer."""
        try:
            chunk = os.read(self._out, CHUNK)
        except BlockingIOError:
            return False
        return not chunk or not chunk.isspace()

    def drain(self) -> None:
        """Read what there is on its standard error, within bounds."""
        for _ in range(16):
            try:
                chunk = os.read(self._err, CHUNK)
            except (BlockingIOError, ValueError, OSError):
                return
            if not chunk:
                return
            self._stderr.add(chunk)

    def leave(self, farewell: bytes) -> None:
        """Say *farewell*, close its input, and give it a while to end before it is ended."""
        if os.getpid() != self._owner:
            self.end()
            return
        with contextlib.suppress(OSError):
            os.write(self._in, farewell)
        with contextlib.suppress(OSError):
            self._pipes[0].close()
        try:
            self._await_end(self.limits.closing)
        finally:
            self.end()

    def end(self) -> None:
        """Kill its whole group and let go of it."""
        self._finalizer()
        self.drain()
        for pipe in self._pipes:
            with contextlib.suppress(OSError):
                pipe.close()
        _LIVE.discard(self)

    def _send(self, line: bytes, op: str) -> bytes:
        """Write what goes into the pipe; return the rest, and wait for room for it."""
        try:
            sent = os.write(self._in, line)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            raise self._gone(f"before it was asked to {op}", b"", "input") from None
        if sent == len(line):
            if self._listening:
                self._poll.unregister(self._in)
                self._listening = 0
            return b""
        if not self._listening:
            self._poll.register(self._in, select.POLLOUT)
            self._listening = 1
        return line[sent:]

    def _wait(self, seconds: float) -> list[tuple[int, int]]:
        """Return what is ready to be read or written, an empty list after *seconds*.

        Most answers take microseconds.  Looking out for them that long costs less than to fall asleep and be woken.
        """
        poll = self._poll.poll
        for _ in range(LOOKS):
            _give_way()
            ready = poll(0)
            if ready:
                return ready
        return poll(seconds * 1000 + 1)

    def _hear(self, received: bytes, op: str) -> bytes:
        """Return what has been received with what is there now, without the white space before a line."""
        chunk = os.read(self._out, CHUNK)
        if not chunk:
            raise self._gone(f"before it answered {op}", received)
        return (received + chunk).lstrip()

    def _hear_stderr(self) -> None:
        chunk = os.read(self._err, CHUNK)
        if chunk:
            self._stderr.add(chunk)
        else:
            self._poll.unregister(self._err)

    def _late(self, received: bytes, limit: float, op: str) -> Fault:
        said = f"; a line without an end came: {quoted(received)}" if received.strip() else ""
        status = self._status()
        if status is None:
            return Hang(f"no answer to {op} within {limit:g} s{said}")
        return Crash(f"{_ended(status)} before it answered {op}, leaving its output to another process{said}")

    def _gone(self, when: str, received: bytes, stream: str = "output") -> Crash:
        status = self._await_end(GRACE)
        said = f"; its last words were: {quoted(received)}" if received.strip() else ""
        what = f"it closed its standard {stream}" if status is None else _ended(status)
        return Crash(f"{what} {when}{said}")

    def _await_end(self, seconds: float) -> int | None:
        """Wait until it ends, throwing away what it still says; return its status, None where it does not end."""
        deadline, pause = time.monotonic() + seconds, 0.001
        open_ends = {self._out, self._err}
        while (status := self._status()) is None and time.monotonic() < deadline:
            for descriptor in [*select.select(list(open_ends), [], [], pause)[0]]:
                chunk = os.read(descriptor, CHUNK)
                if descriptor == self._err:
                    self._stderr.add(chunk)
                if not chunk:
                    open_ends.discard(descriptor)
            pause = min(2 * pause, 0.02)
        return status

    def _status(self) -> int | None:
        """Return its exit status (negative: the signal that ended it) while it stays a zombie, None if it runs."""
        if not hasattr(os, "waitid"):
            return self._popen.poll()
        found = os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status


_give_way: Final[Callable[[], Any]] = getattr(os, "sched_yield", lambda: time.sleep(0))


def _ended(status: int) -> str:
    if status >= 0:
        return f"it ended with exit status {status}"
    try:
        return f"it was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"it was ended by signal {-status}"


# --- No process is left behind --------------------------------------------------------------------------------------

_LIVE: Final[weakref.WeakSet[Process]] = weakref.WeakSet()
"""The processes that have not been ended."""


def _kill_group(popen: subprocess.Popen[bytes], owner: int) -> None:
    """Kill a process and all that it started, and wait for it; does nothing in a fork of the process that owns it.

    The process has not been waited for yet, so that its number, which is that of its group, cannot be another's.
    """
    if os.getpid() != owner:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(popen.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        popen.wait(GRACE)


def _guard_signals() -> None:
    """Let signals that would end this process without a word end its programs first."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end_with)


def _end_with(number: int, frame: Any) -> None:
    for each in list(_LIVE):
        each.end()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
