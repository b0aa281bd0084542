"""What the reports in XML, SVG and HTML have in common: texts that are safe in markup, and a file written at once.

An implementation's own words end up in these files: its name, its errors, its standard error.  Whatever they are, no
markup in them takes effect, no character makes the file invalid, and none of them is longer than a reader can use.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Final

from hearts_spec.data import naming

MOST: Final = 8_000
"""How many characters of one text a report shows, unless told."""
_NOT_TEXT: Final = re.compile(r"[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML forbids or no reader can see: control characters, halves of surrogate pairs, the noncharacters."""
_TURNING: Final = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
"""Characters that change the direction of the text around them, and so could make a line read as another."""


def visible(text: str) -> str:
    r"""Return *text* with every character that markup cannot carry written out, as ``\x1b``."""
    lines = text.replace("\r\n", "\n")
    return _TURNING.sub(_written, _NOT_TEXT.sub(_written, lines))


def _written(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def cut(text: str, most: int = MOST, *, ends: bool = False) -> str:
    """Return at most about *most* characters of *text*, and say how many are missing.

    What is kept is the beginning or, of a text that tells most at its *ends*, some of that and more of its end.
    """
    missing = len(text) - most
    if missing <= 0:
        return text
    first = most // 4 if ends else most
    rest = text[first + missing :]
    return f"{text[:first]}… [{missing} characters left out]{f' …{rest}' if rest else ''}"


def shown(text: str, most: int = MOST) -> str:
    """Return a text as markup: cut, its characters visible, and nothing in it taken for a tag."""
    return escape(visible(cut(text, most)))


def save(path: Path, text: str) -> None:
    """Write a report; an `OSError` names the file."""
    with naming(path):
        path.write_text(text, encoding="utf-8")
