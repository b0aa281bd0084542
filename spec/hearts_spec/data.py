"""Finds, reads and checks the data files: one loader for every YAML file there is.

`read` turns a file into a `Document`, plain values that know their lines; `load` checks it against one of the
JSON Schemas besides.  Whatever is wrong with a file, somebody wrote it by hand and has to find the place, so each
fault is a `DataError`: one sentence with file, line and key.

YAML and JSON Schema libraries are imported when the first file is read, not with this module.
"""

from __future__ import annotations

import importlib.util
import os
import stat
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

MAX_BYTES: Final = 8 * 1024 * 1024
"""How large a data file may be."""
_WITHOUT_WAITING: Final = getattr(os, "O_NONBLOCK", 0)

Key = str | int
_BOMS: Final = {
    b"\xef\xbb\xbf": "begins with a byte order mark; save it as plain UTF-8 without one",
    b"\xff\xfe": "is UTF-16; save it as UTF-8",
    b"\xfe\xff": "is UTF-16; save it as UTF-8",
}


class DataError(ValueError):
    """A data file is not as it must be.  ``str()`` is ``file:line: key: sentence``.

    ``path`` is the file, ``line`` counts from 1 (None where there is no place in the file), ``key`` is the way to
    the place (``options/pass.count``, empty for the whole file), ``sentence`` says what is wrong, and ``others``
    are further errors found at the same time.
    """

    def __init__(
        self,
        path: Path | str,
        line: int | None,
        keys: Sequence[Hashable],
        sentence: str,
        others: Sequence[DataError] = (),
    ) -> None:
        self.path = Path(path)
        self.line = line
        self.keys = tuple(keys)
        self.key = "/".join(str(key) for key in keys)
        self.sentence = sentence
        self.others = tuple(others)
        place = shown(path) if line is None else f"{shown(path)}:{line}"
        super().__init__(": ".join(part for part in (place, self.key, sentence) if part))


class Document:
    """A data file as read: ``value`` is plain data with text keys, `line` tells where each part stands."""

    __slots__ = ("_root", "path", "value")

    def __init__(self, path: Path, value: Any, root: Any = None) -> None:
        self.path = path
        self.value = value
        self._root = root

    def line(self, *keys: Hashable) -> int:
        """Return the line, from 1, of the value at *keys*; of the nearest place above it where there is none."""
        if self._root is None:
            return 1
        from . import nodes

        return nodes.line(self._root, keys)


@cache
def home(package: str) -> Path:
    """Return the folder with the data of *package*: inside it when installed, beside it in a checkout."""
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise LookupError(f"package {package} is not installed")
    inside = Path(spec.origin).parent
    return inside / "data" if (inside / "data").is_dir() else inside.parent


def read(path: Path | str) -> Document:
    """Read one YAML file; raise `DataError` for a file that is missing, unreadable or not acceptable YAML."""
    path = Path(path)
    return parse(content(path), path)


def content(path: Path) -> bytes:
    """Return the bytes of a data file; raise `DataError` for one that is missing, unreadable or too large."""
    try:
        with open(path, "rb", buffering=0, opener=_without_waiting) as file:
            kind = os.fstat(file.fileno())
            if not stat.S_ISREG(kind.st_mode):
                raise DataError(path, None, (), "this is no regular file")
            raw = file.readall() if kind.st_size <= MAX_BYTES else b""
    except FileNotFoundError:
        raise DataError(path, None, (), "there is no such file") from None
    except IsADirectoryError:
        raise DataError(path, None, (), "this is a folder, not a file") from None
    except PermissionError:
        raise DataError(path, None, (), "this file may not be read by you") from None
    except DataError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError(path, None, (), f"this file cannot be read: {reason}") from None
    if max(len(raw), kind.st_size) > MAX_BYTES:
        raise DataError(path, None, (), f"this file is larger than {MAX_BYTES // 1024 // 1024} MB, the most allowed")
    return raw


def _without_waiting(path: str, flags: int) -> int:
    """Open a file that may be a pipe, for which nobody writes."""
    return os.open(path, flags | _WITHOUT_WAITING)


def parse(text: bytes | str, path: Path | str = "(text)") -> Document:
    """Read YAML from memory as if it stood in the file *path*; raise `DataError`."""
    path = Path(path)
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    _check_encoding(raw, path)
    from . import nodes

    try:
        value, root = nodes.compose(raw)
    except nodes.Malformed as error:
        raise DataError(path, error.line, error.keys, str(error)) from None
    return Document(path, value, root)


def load(path: Path | str, schema: str) -> Document:
    """Read one YAML file and check it against the JSON Schema named *schema*.

    Raises `DataError` for the first fault in the order of the file; its ``others`` are the rest.
    """
    return check(read(path), schema)


def check(document: Document, schema: str) -> Document:
    """Check a document against the JSON Schema named *schema*; return it, or raise `DataError` as `load` does."""
    from . import schemas

    problems = schemas.problems(document.value, schema)
    if problems:
        errors = sorted(
            (DataError(document.path, document.line(*keys), keys, sentence) for keys, sentence in problems),
            key=lambda error: error.line or 0,
        )
        first, *rest = errors
        raise DataError(first.path, first.line, first.keys, first.sentence, rest)
    return document


def fail(document: Document, keys: Sequence[Hashable], sentence: str) -> NoReturn:
    """Raise `DataError` with *sentence* at *keys* of a document."""
    raise DataError(document.path, document.line(*keys), keys, sentence)


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """Let an `OSError` name the file at *path*; one of writing, unlike one of opening, names none by itself."""
    try:
        yield
    except OSError as error:
        error.filename = error.filename or os.fspath(path)
        raise


def nearest(word: str, words: Sequence[str]) -> list[str]:
    """Return up to three of *words* that *word* may have been meant to be, the nearest first."""
    from difflib import get_close_matches

    by_letters = {each.lower(): each for each in reversed(words)}
    close = get_close_matches(word.lower(), by_letters, n=3, cutoff=0.6)
    if not close:
        close = [each for each in by_letters if len(word) > 2 and (word.lower() in each or each.endswith(word.lower()))]
    return [by_letters[each] for each in close[:3]]


def did_you_mean(word: str, words: Sequence[str]) -> str:
    """Return ``; did you mean X?`` or, where nothing is near, the few words there are or nothing."""
    close = nearest(word, words)
    if close:
        return f"; did you mean {close[0]}?"
    return f"; there are {', '.join(words)}" if 0 < len(words) <= 12 else ""


def shown(path: Path | str) -> str:
    """Return a path as a person wants to read it: relative where it lies below the working folder."""
    text = os.fspath(path)
    here = str(Path.cwd()) + os.sep
    return text.removeprefix(here)


def _check_encoding(raw: bytes, path: Path) -> None:
    for mark, sentence in _BOMS.items():
        if raw.startswith(mark):
            raise DataError(path, 1, (), f"this file {sentence}")
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(path, line, (), f"this file is not UTF-8 (byte 0x{raw[error.start]:02X})") from None
