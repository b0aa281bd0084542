"""The stdio protocol, version 1: what its lines say.

One JSON object a line, in UTF-8.  The suite asks, the program answers, one answer to each request and nothing
unasked.  A request has an ``id``, which its answer echoes, and an ``op``:

| op | fields | answer, besides ``id`` |
|---|---|---|
| ``hello`` | ``protocol``, the highest version known | ``protocol`` and who answers (below) |
| ``start`` | ``players``, ``options``, ``dealer``, ``round``, ``totals`` | |
| ``deal`` | ``hands``, ``kitty`` | may be refused |
| ``pass`` | ``seat``, ``cards`` | may be refused |
| ``play`` | ``seat``, ``card`` | may be refused |
| ``moon`` | ``seat``, ``choice`` | may be refused |
| ``observe`` | | ``seen``: what can be seen |
| ``replay`` | ``moves``, ``want`` | ``seen``: what was seen after each move; may be refused |
| ``bye`` | | |

Who answers ``hello`` says so in ``implementation`` (its ``name`` and ``version``), ``can``, ``players``, and either
``sheets`` or ``options``, which all mean what they do in a `Description`.
``refused``, the id of a rule or null, says that a move is not allowed; ``error``, in words, that the program failed.
A ``replay`` is carried out up to the first move that is refused or fails, so that ``seen`` is as long as the moves
that were accepted; it is sent only to a program that says ``"replay": true``.  Fields that are not known are ignored
on both sides.  ``limit_reached`` is sent with a ``start`` where it is true.

Nothing here reads or writes: functions take a line apart or put one together.  What is wrong with a line is a
`Malformed`, one phrase; who talks to the other side says to which request it belongs.  The same messages stand in
``protocol.schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, Final, NamedTuple

from .implementation import Deal, Description, Observation, Setup

VERSION: Final = 1
"""The version of the protocol that is spoken here; there is no other yet."""

MOVES: Final = ("deal", "pass", "play", "moon")
"""The requests that may be refused."""

FIELDS: Final = tuple(each.name for each in fields(Observation))
"""The fields of an observation, which are those that ``want`` may name."""

QUOTED: Final = 120
"""How many characters of a line are quoted."""

LONGEST_TEXT: Final = 500
"""How many characters are kept of a text that a program writes: its name, a rule, an error."""

LONGEST_NUMBER: Final = 15
"""How many characters a number may have: all such integers are exact in every language."""

Message = dict[str, Any]
"""A request or an answer as an object."""


class Malformed(ValueError):
    """A line is not what was agreed; ``str`` is a phrase that goes on from its name: ``is not JSON``."""


# --- Lines ---------------------------------------------------------------------------------------------------------


def _integer(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise Malformed("has a number that is too large")
    return int(text)


def _decimal(text: str) -> float:
    value = float(text)
    if len(text) > 2 * LONGEST_NUMBER or not abs(value) < 10.0**LONGEST_NUMBER:
        raise Malformed("has a number that is too large")
    return value


def _constant(text: str) -> Any:
    raise Malformed(f"has {text}, which JSON does not know")


_encode: Final[Callable[[Any], str]] = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
_decode: Final[Callable[[str], tuple[Any, int]]] = json.JSONDecoder(
    parse_int=_integer, parse_float=_decimal, parse_constant=_constant
).raw_decode


def to_line(message: Mapping[str, Any]) -> bytes:
    """Return a message as a line, all ASCII.  Raises `ValueError` or `TypeError` for what JSON cannot say."""
    return _encode(message).encode("ascii") + b"\n"


def done(number: int) -> bytes:
    """Return the plainest answer, without the end of its line: by far the most frequent, so that it saves time."""
    return b'{"id":%d}' % number


def from_line(line: bytes) -> Message:
    """Read a line; white space around it does not matter.  Raises `Malformed`."""
    try:
        text = line.decode("utf-8").strip()
        message, end = _decode(text)
    except UnicodeDecodeError:
        raise Malformed("is not UTF-8") from None
    except json.JSONDecodeError:
        raise Malformed("is not JSON") from None
    except RecursionError:
        raise Malformed("is nested too deeply") from None
    if end != len(text):
        raise Malformed("is not JSON")
    if not isinstance(message, dict):
        raise Malformed("is not a JSON object")
    return message


def quoted(line: bytes) -> str:
    """Return a line as it can stand in a sentence: printable, and cut where it is long."""
    start = line[: 4 * QUOTED].strip().decode("utf-8", "backslashreplace")
    shown = clean(start, QUOTED)
    return shown if len(line) <= 4 * QUOTED else f"{shown.removesuffix('...')}... ({len(line)} bytes)"


def clean(text: str, longest: int = LONGEST_TEXT) -> str:
    """Return a text that somebody else wrote in one printable line of at most *longest* characters."""
    line = " ".join(text[: 4 * longest].split())
    shown = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in line)
    return shown if len(shown) <= longest and len(text) <= 4 * longest else shown[: longest - 3] + "..."


# --- Requests ------------------------------------------------------------------------------------------------------


class Request(NamedTuple):
    """What is asked, or one move of a ``replay``: its op, and all of it but an id as JSON."""

    op: str
    text: bytes

    def line(self, number: int) -> bytes:
        """Return the request as a line."""
        return b'{"id":%d,%b\n' % (number, self.text[1:])


def _request(op: str, **fields: Any) -> Request:
    return Request(op, _encode({"op": op} | fields).encode("ascii"))


HELLO: Final = _request("hello", protocol=VERSION)
OBSERVE: Final = _request("observe")
BYE: Final = _request("bye")


def start(setup: Setup) -> Request:
    """Return the request that begins a game."""
    return _request(
        "start",
        players=setup.players,
        options=dict(setup.options),
        dealer=setup.dealer,
        round=setup.round,
        totals=list(setup.totals) or [0] * setup.players,
        **({"limit_reached": True} if setup.limit_reached else {}),
    )


def deal(dealt: Deal) -> Request:
    """Return the request that deals a round."""
    return _request("deal", hands=dealt.hands, kitty=dealt.kitty)


def pass_cards(seat: int, cards: Sequence[str]) -> Request:
    """Return the request that selects cards to pass."""
    return _request("pass", seat=seat, cards=list(cards))


@lru_cache(maxsize=7 * 52)
def play(seat: int, card: str) -> Request:
    """Return the request that plays a card."""
    return _request("play", seat=seat, card=card)


def moon(seat: int, choice: str) -> Request:
    """Return the request that makes the shooter's choice."""
    return _request("moon", seat=seat, choice=choice)


def replay(moves: Sequence[Request], want: Sequence[str]) -> Request:
    """Return the request that carries out *moves* and tells the fields *want* after each."""
    wanted = _encode(list(want)).encode("ascii")
    return Request("replay", b'{"op":"replay","moves":[%b],"want":%b}' % (b",".join([m.text for m in moves]), wanted))


# --- Answers, as they are read --------------------------------------------------------------------------------------


def answer(line: bytes, number: int, op: str) -> Message:
    """Read the answer to the request *number*, an *op*; raise `Malformed` where it cannot be one.

    What an answer to that op must have besides its id is looked at by `description`, `observation` and `replayed`.
    """
    if line == done(number):
        return {}
    message = from_line(line)
    echoed = message.get("id")
    if echoed != number or type(echoed) is not int:
        raise _wrong_id(message, number)
    if "error" in message and not isinstance(message["error"], str):
        raise Malformed("has an error that is not a text")
    if "refused" in message:
        if op not in MOVES and op != "replay":
            raise Malformed(f"refuses {op}, which is no move")
        if not isinstance(message["refused"], str | None):
            raise Malformed("has refused, which is neither a text nor null")
    return message


def _wrong_id(message: Message, number: int) -> Malformed:
    if "id" not in message:
        return Malformed("has no id")
    echoed = message["id"]
    if type(echoed) is not int:
        return Malformed(f"has an id that is not the number {number}")
    if 0 < echoed < number:
        return Malformed(f"has the id {echoed}, which was answered before, not {number}")
    return Malformed(f"has the id {echoed}, which was not asked, not {number}")


def description(message: Message) -> Description:
    """Return what an answer to ``hello`` declares.  Whether the capabilities exist is not looked at here."""
    _needs(message, "protocol", "implementation", "can", "players")
    version = message["protocol"]
    if version != VERSION or type(version) is not int:
        raise Malformed(f"has the protocol {clean(repr(version), 40)}; this suite speaks {VERSION}")
    who = message["implementation"]
    if not isinstance(who, dict) or not _all_text([who.get("name"), who.get("version")]) or not who["name"].strip():
        raise Malformed("needs implementation with name and version, both texts")
    can, players, sheets = message["can"], message["players"], message.get("sheets", [])
    if not _all_text(can):
        raise Malformed("has can, which is not a list of capabilities")
    if not isinstance(players, list) or not players or any(type(n) is not int or not 3 <= n <= 7 for n in players):
        raise Malformed("has players, which is not a list of numbers from 3 to 7")
    if not _all_text(sheets):
        raise Malformed("has sheets, which is not a list of names")
    options = message.get("options")
    if options is not None and not (isinstance(options, dict) and all(isinstance(v, list) for v in options.values())):
        raise Malformed("has options, which do not give a list of values for each axis")
    return Description(
        name=clean(who["name"]),
        version=clean(who["version"]),
        players=frozenset(players),
        can=frozenset(clean(each) for each in can),
        sheets=tuple(clean(each) for each in sheets),
        options=options,
    )


def observation(message: Message) -> Observation:
    """Return what an answer to ``observe`` lets be seen.  Whether a field has a sound value is not looked at here."""
    _needs(message, "seen")
    return _seen(message["seen"])


def replayed(message: Message, moves: int) -> list[Observation]:
    """Return what was seen after each of the moves that were accepted; there are *moves* where nothing ended it."""
    _needs(message, "seen")
    seen = message["seen"]
    if not isinstance(seen, list):
        raise Malformed("has seen, which is not a list")
    ended = "refused" in message or "error" in message
    if len(seen) != moves and not (ended and len(seen) < moves):
        raise Malformed(f"has seen {len(seen)} times, for {moves} moves")
    if ended and len(seen) == moves:
        raise Malformed("refuses a move, but has accepted all")
    return [_seen(each) for each in seen]


def _seen(value: Any) -> Observation:
    if not isinstance(value, dict):
        raise Malformed("has seen, which is not an object")
    if not value:
        return NOTHING
    return Observation(**{name: value[name] for name in FIELDS if name in value})


NOTHING: Final = Observation()


def _needs(message: Message, *names: str) -> None:
    missing = [name for name in names if name not in message]
    if missing:
        raise Malformed(f"has no {' and no '.join(missing)}")


def _all_text(values: Any) -> bool:
    return isinstance(values, list) and all(isinstance(each, str) for each in values)
