"""Spoils what others wrote, in ways that files and answers are spoilt: the same ones for the same seed, always."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final

Spoil = Callable[[Random, bytes], bytes]

ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    7,
    10**9,
    10**400,
    1.5,
    1e308,
    float("nan"),
    float("inf"),
    "",
    "QS",
    "\0",
    "\ud800",
    "\u202e\x1b[2J",
    "x" * 5000,
    [],
    {},
    [[]],
    [None],
    ["QS", "QS"],
    [0, 1, 2, 3],
    {"": {}},
    {"id": 1},
)
"""What a value may be replaced by."""
NOISE: Final = (
    b"",
    b"\0",
    b"\n",
    b"\r",
    b'"',
    b"{",
    b"]",
    b",",
    b":",
    b"\\",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"NaN",
)
RAW: Final = (
    b"",
    b"null",
    b"[]",
    b"7",
    b'"text"',
    b"NaN",
    b"-Infinity",
    b"1" * 6000,
    b"1e99999",
    b"[" * 100_000,
    b'{"id":' * 20_000,
    b"\xef\xbb\xbf{}",
    b"\xff\xfe{\0}\0",
    b"<html>502 Bad Gateway</html>",
)
"""What may stand in the place of everything."""


def spoilt(seed: int, text: bytes) -> bytes:
    """Return *text* with one to three things wrong with it."""
    random = Random(seed)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        text = random.choice(WAYS)(random, text)
    return text


def _cut(random: Random, text: bytes) -> bytes:
    return text[: random.randrange(len(text) + 1)]


def _flipped(random: Random, text: bytes) -> bytes:
    if not text:
        return text
    at = random.randrange(len(text))
    return text[:at] + bytes([text[at] ^ 1 << random.randrange(8)]) + text[at + 1 :]


def _noisy(random: Random, text: bytes) -> bytes:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(NOISE) + text[at + random.randrange(6) :]


def _other(random: Random, text: bytes) -> bytes:
    """Put something else in the place of one line, or of everything."""
    lines = text.split(b"\n")
    if random.random() < 0.5:
        return random.choice(RAW)
    lines[random.randrange(len(lines))] = random.choice(RAW)
    return b"\n".join(lines)


def _twice(random: Random, text: bytes) -> bytes:
    return text + random.choice((b"", b"\n", b" ")) + text


def _renumbered(random: Random, text: bytes) -> bytes:
    """Give every digit of a stretch another value, and so ids, seats and points."""
    at = random.randrange(len(text) + 1)
    end = at + random.randrange(20)
    digits = bytes(random.choice(b"0123456789") if each in b"0123456789" else each for each in text[at:end])
    return text[:at] + digits + text[end:]


def _restated(random: Random, text: bytes) -> bytes:
    """Remove, double, rename or replace one value somewhere in what *text*, or one of its lines, says."""
    lines = text.split(b"\n")
    at = random.randrange(len(lines))
    try:
        stated = json.loads(lines[at])
        _restate(random, stated)
        lines[at] = json.dumps(stated, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    except (ValueError, RecursionError):
        return _noisy(random, text)
    return b"\n".join(lines)


def _restate(random: Random, stated: Any) -> None:
    inner = stated
    while isinstance(inner, dict | list) and inner:
        key = random.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
        if isinstance(inner[key], dict | list) and inner[key] and random.random() < 0.8:
            inner = inner[key]
            continue
        way = random.randrange(4)
        if way == 0:
            del inner[key]
        elif way == 1 and isinstance(inner, list):
            inner.insert(key, inner[key])
        elif way == 1:
            inner[random.choice(("id", "seen", "refused", "error", key + "s"))] = inner.pop(key)
        else:
            inner[key] = random.choice(ODD)
        return


WAYS: Final[tuple[Spoil, ...]] = (_cut, _flipped, _noisy, _other, _twice, _renumbered, *[_restated] * 6)
"""The ways to spoil something; most keep it JSON, so that it is read on."""
