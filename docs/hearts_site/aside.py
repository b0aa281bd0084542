"""Sets finished HTML aside while MkDocs works on a page.

In a table or a drawing there is nothing for Markdown to do, and it takes long over it.  Such blocks are taken out of a
page before and put back behind.  A case played through is a hundred kilobytes in which a search should find nothing
either; it is put back last of all.  Together this takes more than half off the time of a build.
"""

from __future__ import annotations

import re
from typing import Final

BLOCK: Final = "block"
"""What is put back into the content of a page, where the search finds it."""
DRAWING: Final = "drawing"
"""What is put back into the finished page."""
_MARKED: Final = re.compile(r"<!-- (block|drawing) -->(.*?)<!-- /\1 -->", re.DOTALL)
_PLACE: Final = re.compile(r'<div data-(block|drawing)="(\d+)"></div>')
Kept = dict[str, list[str]]


def mark(html: str, kind: str = BLOCK) -> str:
    """Return HTML that may be set aside."""
    return f"<!-- {kind} -->{html}<!-- /{kind} -->"


def take(markdown: str) -> tuple[str, Kept]:
    """Return a page with its marked parts taken out, and these by kind."""
    kept: Kept = {BLOCK: [], DRAWING: []}

    def keep(found: re.Match[str]) -> str:
        kind = found[1]
        kept[kind].append(found[2])
        return f'<div data-{kind}="{len(kept[kind]) - 1}"></div>'

    return _MARKED.sub(keep, markdown), kept


def put_back(html: str, kept: Kept, kind: str) -> str:
    """Return a page with the parts of one kind where they were taken out."""
    return _PLACE.sub(lambda found: kept[kind][int(found[2])] if found[1] == kind else found[0], html)


def bare(markdown: str) -> str:
    """Return a page without the marks."""
    return _MARKED.sub(lambda found: bare(found[2]), markdown)
