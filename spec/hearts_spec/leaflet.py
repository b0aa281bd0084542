"""A page of rules as it is before it is Markdown, HTML or JSON: a title, sections, and a few kinds of blocks.

`compose` fills it; what stands here knows nothing of rules.  The ids of rules are anchors in HTML and fields in
JSON, and do not appear in Markdown: a leaflet is for players.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any, Final

FORMAT: Final = "heartspec-sheet-page/1"


@dataclass(frozen=True)
class Paragraph:
    """Running text."""

    text: str

    def to_json(self) -> dict[str, Any]:
        """Return the block as JSON."""
        return {"type": "paragraph", "text": self.text}


@dataclass(frozen=True)
class Table:
    """A table; the first column names the row.  ``caption`` may be empty."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the block as JSON."""
        rows = [list(row) for row in self.rows]
        return {"type": "table", "caption": self.caption, "columns": list(self.columns), "rows": rows}


@dataclass(frozen=True)
class Item:
    """One rule, or one line of a list.

    ``scope`` says at which numbers of players it holds, where not at all of the page's.  ``translated`` is False
    where English stands in for a missing translation.  ``link`` is a web address or empty.
    """

    text: str
    id: str = ""
    scope: str = ""
    translated: bool = True
    link: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the item as JSON, empty fields left out."""
        found = {"id": self.id, "text": self.text, "scope": self.scope, "link": self.link}
        return {key: value for key, value in found.items() if value} | ({} if self.translated else {"language": "en"})


@dataclass(frozen=True)
class Items:
    """A list, numbered where people will want to refer to its lines."""

    items: tuple[Item, ...]
    numbered: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the block as JSON."""
        return {"type": "items", "numbered": self.numbered, "items": [each.to_json() for each in self.items]}


Block = Paragraph | Table | Items


@dataclass(frozen=True)
class Section:
    """A heading with blocks, and sections below it."""

    id: str
    title: str
    blocks: tuple[Block, ...] = ()
    sections: tuple[Section, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the section as JSON."""
        return {
            "id": self.id,
            "title": self.title,
            "blocks": [each.to_json() for each in self.blocks],
            "sections": [each.to_json() for each in self.sections],
        }


@dataclass(frozen=True)
class Page:
    """A whole rule sheet in one language."""

    sheet: str
    language: str
    players: tuple[int, ...]
    title: str
    lead: tuple[str, ...]
    sections: tuple[Section, ...]
    contents: str = ""
    """The heading of the table of contents."""
    footnotes: tuple[str, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """Return the page as JSON (``sheet-page.schema.json``)."""
        return {
            "format": FORMAT,
            "sheet": self.sheet,
            "language": self.language,
            "players": list(self.players),
            "title": self.title,
            "lead": list(self.lead),
            "sections": [each.to_json() for each in self.sections],
            "footnotes": list(self.footnotes),
        }

    def to_markdown(self) -> str:
        """Return the page as Markdown that reads well as it is."""
        return _markdown(self)

    def to_html(self) -> str:
        """Return the page as one HTML document that needs nothing else."""
        return _html(self)

    def __str__(self) -> str:
        return self.to_markdown()


# Markdown.


def _markdown(page: Page) -> str:
    parts = [f"# {page.title}", *page.lead]
    for section in page.sections:
        parts += _markdown_section(section, 2)
    if page.footnotes:
        parts += ["---", *(f"*{note}*" for note in page.footnotes)]
    return "\n\n".join(parts) + "\n"


def _markdown_section(section: Section, level: int) -> Iterator[str]:
    yield f"{'#' * level} {section.title}"
    for block in section.blocks:
        yield _markdown_block(block)
    for below in section.sections:
        yield from _markdown_section(below, level + 1)


def _markdown_block(block: Block) -> str:
    if isinstance(block, Table):
        return _markdown_table(block)
    if isinstance(block, Items):
        marks = [f"{number}." for number in range(1, len(block.items) + 1)] if block.numbered else None
        lines = [f"{marks[index] if marks else '-'} {_markdown_item(item)}" for index, item in enumerate(block.items)]
        return "\n".join(lines)
    return block.text


def _markdown_item(item: Item) -> str:
    text = f"[{item.text}]({item.link})" if item.link else item.text
    return f"{text} *({item.scope})*" if item.scope else text


def _markdown_table(table: Table) -> str:
    rows = [[cell.replace("|", "\\|") for cell in row] for row in (table.columns, *table.rows)]
    widths = [max(3, *(len(row[column]) for row in rows)) for column in range(len(table.columns))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    lines.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    return (f"**{table.caption}**\n\n" if table.caption else "") + "\n".join(lines)


# HTML.

_STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2320; --paper: #fffdf8; --line: #cfc9ba; --quiet: #5d625c; --red: #b3202c; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e9e6dd; --paper: #191c1a; --line: #444a45; --quiet: #a5aaa3; --red: #ff8a8a; }
}
body { background: var(--paper); color: var(--ink); font: 1.05rem/1.55 Georgia, "Times New Roman", serif; margin: 0; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1, h2, h3, th, caption, nav { font-family: system-ui, sans-serif; line-height: 1.25; }
h2 { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; width: 100%; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem .35rem 0; text-align: start; vertical-align: top; }
caption { font-weight: 600; padding: .3rem 0; text-align: start; }
ol, ul { padding-inline-start: 1.6rem; }
li { margin: .35rem 0; }
nav ul { columns: 14rem; padding: 0; list-style: none; }
a { color: inherit; }
.scope, footer { color: var(--quiet); font-style: italic; }
.scope::before { content: "("; }
.scope::after { content: ")"; }
.red { color: var(--red); }
@media print { nav { display: none; } body { font-size: 10.5pt; } h2, h3, table { break-inside: avoid; } }
"""
_RED_CARDS: Final = re.compile("[♥♦](?:10|[2-9JQKA])?")


def _html(page: Page) -> str:
    contents = "".join(f'<li><a href="#{escape(each.id)}">{escape(each.title)}</a></li>' for each in page.sections)
    lines = [
        "<!doctype html>",
        f'<html lang="{escape(page.language)}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(page.title)}</title>",
        f"<style>{_STYLE}</style>",
        "</head>",
        "<body>",
        "<main>",
        f"<h1>{_inline(page.title)}</h1>",
        *(f"<p>{_inline(text)}</p>" for text in page.lead),
        f'<nav aria-label="{escape(page.contents)}"><ul>{contents}</ul></nav>',
        *(line for section in page.sections for line in _html_section(section, 2)),
        *(["<footer>", *(f"<p>{_inline(note)}</p>" for note in page.footnotes), "</footer>"] if page.footnotes else []),
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _html_section(section: Section, level: int) -> Iterator[str]:
    yield f'<section id="{escape(section.id)}">'
    yield f"<h{level}>{_inline(section.title)}</h{level}>"
    for block in section.blocks:
        yield _html_block(block)
    for below in section.sections:
        yield from _html_section(below, level + 1)
    yield "</section>"


def _html_block(block: Block) -> str:
    if isinstance(block, Table):
        return _html_table(block)
    if isinstance(block, Items):
        kind = "ol" if block.numbered else "ul"
        return f"<{kind}>\n" + "\n".join(map(_html_item, block.items)) + f"\n</{kind}>"
    return f"<p>{_inline(block.text)}</p>"


def _html_item(item: Item) -> str:
    marks = (f' id="{escape(item.id)}"' if item.id else "") + ("" if item.translated else ' lang="en"')
    text = f'<a href="{escape(item.link)}">{_inline(item.text)}</a>' if item.link else _inline(item.text)
    scope = f' <span class="scope">{_inline(item.scope)}</span>' if item.scope else ""
    return f"<li{marks}>{text}{scope}</li>"


def _html_table(table: Table) -> str:
    caption = f"<caption>{_inline(table.caption)}</caption>" if table.caption else ""
    head = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in table.columns)
    rows = "\n".join(
        f'<tr><th scope="row">{_inline(row[0])}</th>'
        + "".join(f"<td>{_inline(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in table.rows
    )
    return f"<table>{caption}\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>"


def _inline(text: str) -> str:
    return _RED_CARDS.sub(r'<span class="red">\g<0></span>', escape(text))
