"""Small pieces of Markdown and HTML that the pages are put together from.

Headings are Markdown, so that tables of contents and search sections come of themselves, always with an explicit id.
Blocks whose cells carry links and pictures are HTML, which MkDocs passes through as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from . import aside, cards

STACKED: Final = "hs-grid hs-stack"
"""The kind of a table with much text, whose cells stand below one another on a narrow screen, each with its column."""


def heading(level: int, text: str, anchor: str = "", *, english: bool = False) -> str:
    """Return a heading, with the same *anchor* in every language; *english* marks it as such on another's page."""
    mark = f" {{ {'lang=en ' if english else ''}#{anchor} }}" if anchor else ""
    return f"{'#' * level} {plain(text)}{mark}"


def plain(text: str) -> str:
    """Return text as Markdown that means the text itself."""
    return "".join(f"\\{each}" if each in "\\`*_{}[]<>#|" else each for each in text)


def page(title: str, parts: Iterable[str], *, description: str = "", search: bool = True, contents: bool = True) -> str:
    """Return a page of parts under its title, with the drawings of the cards that it shows.

    A page of wide tables goes without its *contents* beside it.
    """
    body = "\n\n".join(_aside(part) for part in parts if part)
    meta = [f"title: {quoted(title)}"]
    if description:
        meta.append(f"description: {quoted(description)}")
    if not search:
        meta += ["search:", "  exclude: true"]
    if not contents:
        meta.append("hide: [toc]")
    head = "\n".join(meta)
    return f"---\n{head}\n---\n\n{heading(1, title)}\n\n{body}\n\n{_aside(cards.sprite(body))}\n"


def _aside(part: str) -> str:
    """Mark a part that is HTML, unless it is small or holds something marked itself."""
    return aside.mark(part) if len(part) > 200 and part.startswith("<") and "<!-- " not in part else part


def quoted(text: str) -> str:
    """Return a text as a YAML scalar on one line."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str = "", label: str = "", kind: str = "hs-grid"
) -> str:
    """Return a table of HTML cells under plain column titles; the first cell of a row heads it.

    The *caption* stands above; a *label* is only spoken, for a table whose title stands above it anyway.
    """
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    named = kind == STACKED and len(columns) > 2
    begin = [f'<td data-column="{escape(column)}">' if named else "<td>" for column in columns]
    body = "\n".join(
        f'<tr><th scope="row">{row[0]}</th>'
        f"{''.join(f'{tag}{cell}</td>' for tag, cell in zip(begin[1:], row[1:], strict=True))}</tr>"
        for row in rows
    )
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    return (
        f'<div class="hs-wide" tabindex="0" role="region" aria-label="{escape(label or caption or columns[0])}">'
        f'<table class="{kind}">{told}<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'
    )


def items(lines: Iterable[str], *, kind: str = "", ordered: bool = False) -> str:
    """Return a list of HTML lines; empty where there are none."""
    body = "\n".join(f"<li>{line}</li>" for line in lines)
    tag = "ol" if ordered else "ul"
    mark = f' class="{kind}"' if kind else ""
    return f"<{tag}{mark}>\n{body}\n</{tag}>" if body else ""


def paragraph(html: str, kind: str = "") -> str:
    """Return a paragraph of HTML."""
    mark = f' class="{kind}"' if kind else ""
    return f"<p{mark}>{html}</p>" if html else ""


def english(text: str, language: str) -> str:
    """Return escaped English text, marked as such on a page in another language."""
    shown = cards.signs(text)
    return shown if language == "en" else f'<span lang="en">{shown}</span>'
