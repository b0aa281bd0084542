"""The other side of the stdio protocol: an implementation in this process, asked line by line.

`Server.answer` takes the line of a request and returns the line of its answer.  Whatever comes in, an answer goes
out: a line that is no request, and a failure of the implementation, are answered with ``error``.  Only `bye` ends it.
"""

from __future__ import annotations

import math
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from .faults import shown, told
from .implementation import ABSENT, Deal, Description, Implementation, Observation, Refused, Setup
from .protocol import FIELDS, VERSION, Malformed, Message, done, from_line, quoted, to_line


class Failed(Exception):
    """The implementation raised something other than `Refused`; ``str`` is one sentence."""


class Server:
    """Answers requests with what *implementation* does."""

    def __init__(self, implementation: Implementation) -> None:
        self.implementation = implementation
        self.over = False
        """Whether ``bye`` has been said."""

    def answer(self, line: bytes) -> bytes:
        """Return the answer to one line."""
        try:
            request = from_line(line)
        except Malformed as problem:
            return to_line({"id": None, "error": f"the line {problem}: {quoted(line)}"})
        number = request.get("id")
        if type(number) is not int:
            return to_line({"id": None, "error": f"the request has no id that is a number: {quoted(line)}"})
        try:
            body = self._carry_out(request)
            if not body:
                return done(number) + b"\n"
        except Refused as refusal:
            body = {"refused": _rule(refusal)}
        except (Malformed, Failed) as problem:
            body = {"error": str(problem)}
        return _encoded({"id": number} | body)

    def _carry_out(self, request: Message) -> Message:
        op = request.get("op")
        function = _OPS.get(op) if isinstance(op, str) else None
        if function is None:
            raise Malformed(f"there is no op {op!r:.60}; there are {', '.join(_OPS)}")
        return function(self, request)

    def _hello(self, request: Message) -> Message:
        if _number(request, "protocol", least=VERSION) < VERSION:
            raise Malformed(f"hello needs a protocol from {VERSION} up")
        said = self._call("describe", self.implementation.describe)
        if not isinstance(said, Description):
            raise Failed(f"describe() returned {shown(said)}, not a Description")
        message: Message = {
            "protocol": VERSION,
            "implementation": {"name": said.name, "version": said.version},
            "can": sorted(said.can),
            "players": sorted(said.players),
            "sheets": list(said.sheets),
            "replay": True,
        }
        return message if said.options is None else message | {"options": dict(said.options)}

    def _start(self, request: Message) -> Message:
        options = request.get("options")
        if not isinstance(options, dict):
            raise Malformed("start needs options, an object")
        setup = Setup(
            options=options,
            players=_number(request, "players", least=1),
            dealer=_number(request, "dealer"),
            round=_number(request, "round", least=1, default=1),
            totals=tuple(_list(request, "totals", int, default=[])),
            limit_reached=request.get("limit_reached") is True,
        )
        try:
            self._call("start", self.implementation.start, setup)
        except Refused:
            raise Failed("start() raised Refused, which is for moves") from None
        return {}

    def _deal(self, request: Message) -> Message:
        hands = _list(request, "hands", list)
        if any(not isinstance(card, str) for hand in hands for card in hand):
            raise Malformed("deal needs hands, for each seat a list of cards")
        kitty = _list(request, "kitty", str, default=[])
        self._call("deal", self.implementation.deal, Deal(tuple(map(tuple, hands)), tuple(kitty)))
        return {}

    def _pass(self, request: Message) -> Message:
        seat, cards = _number(request, "seat"), _list(request, "cards", str)
        self._call("pass_cards", self.implementation.pass_cards, seat, cards)
        return {}

    def _play(self, request: Message) -> Message:
        self._call("play", self.implementation.play, _number(request, "seat"), _text(request, "card"))
        return {}

    def _moon(self, request: Message) -> Message:
        self._call("choose_moon", self.implementation.choose_moon, _number(request, "seat"), _text(request, "choice"))
        return {}

    def _observe(self, request: Message) -> Message:
        return {"seen": self._seen()}

    def _replay(self, request: Message) -> Message:
        moves, want = _list(request, "moves", dict), _list(request, "want", str)
        wanted = [name for name in FIELDS if name in want]
        seen: list[Any] = []
        try:
            for move in moves:
                op = move.get("op")
                if op not in REPLAYED:
                    raise Malformed(f"there is no move {op!r:.60}; there are {', '.join(REPLAYED)}")
                _OPS[op](self, move)
                seen.append(self._seen(wanted) if wanted else {})
        except Refused as refusal:
            return {"seen": seen, "refused": _rule(refusal)}
        except (Malformed, Failed) as problem:
            return {"seen": seen, "error": str(problem)}
        return {"seen": seen}

    def _bye(self, request: Message) -> Message:
        self.over = True
        return {}

    def _seen(self, wanted: Sequence[str] = FIELDS) -> Any:
        """Return what can be seen of the fields *wanted*; a text where that is no observation at all."""
        try:
            observation: Any = self._call("observe", self.implementation.observe)
        except Refused:
            raise Failed("observe() raised Refused, which is for moves") from None
        if not isinstance(observation, Observation):
            return shown(observation)
        return {name: value for name in wanted if (value := getattr(observation, name)) is not ABSENT}

    def _call(self, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Refused:
            raise
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            traceback.print_exc(file=sys.stderr)
            raise Failed(f"{what}() raised {told(error)}") from error


_OPS: Final[dict[str, Callable[[Server, Message], Message]]] = {
    "hello": Server._hello,
    "start": Server._start,
    "deal": Server._deal,
    "pass": Server._pass,
    "play": Server._play,
    "moon": Server._moon,
    "observe": Server._observe,
    "replay": Server._replay,
    "bye": Server._bye,
}

REPLAYED: Final = ("start", "deal", "pass", "play", "moon")
"""The moves that a replay may hold."""


def _number(request: Message, name: str, least: int = 0, default: int | None = None) -> int:
    value = request.get(name, default)
    if type(value) is int and value >= least:
        return value
    raise Malformed(f"{request['op']} needs {name}, a number from {least} up")


def _text(request: Message, name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise Malformed(f"{request['op']} needs {name}, a text")
    return value


def _list(request: Message, name: str, kind: type, default: list[Any] | None = None) -> list[Any]:
    value = request.get(name, default)
    if not isinstance(value, list) or any(type(each) is not kind for each in value):
        raise Malformed(f"{request['op']} needs {name}, a list")
    return value


def _rule(refusal: Refused) -> str | None:
    rule: Any = refusal.rule
    return rule if isinstance(rule, str | None) else shown(rule)


def _encoded(message: Message) -> bytes:
    """Return a message as a line, with what JSON cannot say replaced by something that it can."""
    try:
        return to_line(message)
    except (ValueError, TypeError, RecursionError):
        return to_line(_plain(message))


def _plain(value: Any, depth: int = 0) -> Any:
    """Return what comes nearest to *value* in JSON, so that the suite can say what is wrong with it."""
    if depth > 20:
        return "..."
    if isinstance(value, Mapping):
        return {key if isinstance(key, str) else shown(key): _plain(each, depth + 1) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each, depth + 1) for each in value]
    if isinstance(value, set | frozenset):
        return [_plain(each, depth + 1) for each in sorted(value, key=shown)]
    if isinstance(value, float) and not math.isfinite(value):
        return repr(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return shown(value)
