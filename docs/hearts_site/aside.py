"""Sets large drawings aside while MkDocs works on a page.

A case played through is a hundred kilobytes of HTML in which there is nothing for Markdown to do and nothing that a
search should find besides its title.  It is taken out before and put back into the finished page, which halves the
time of a build.
"""

from __future__ import annotations

import re
from typing import Final

BEGIN: Final = "<!-- drawing -->"
END: Final = "<!-- /drawing -->"
_DRAWING: Final = re.compile(f"{re.escape(BEGIN)}(.*?){re.escape(END)}", re.DOTALL)
_PLACE: Final = re.compile(r'<div data-aside="(\d+)"></div>')


def mark(html: str) -> str:
    """Return HTML that may be set aside."""
    return f"{BEGIN}{html}{END}"


def take(markdown: str) -> tuple[str, list[str]]:
    """Return a page with its drawings taken out, and the drawings."""
    kept: list[str] = []

    def keep(found: re.Match[str]) -> str:
        kept.append(found[1])
        return f'<div data-aside="{len(kept) - 1}"></div>'

    return _DRAWING.sub(keep, markdown), kept


def put_back(html: str, kept: list[str]) -> str:
    """Return a finished page with its drawings where they were taken out."""
    return _PLACE.sub(lambda found: kept[int(found[1])], html)
