"""Sheets: each printed in full, as one would hang it on the wall, and all of them in a list."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hearts_conformance.scenario import Case
from hearts_site import cards, drawing, markup, routes
from hearts_site.book import Book
from hearts_site.frames import Frame
from hearts_site.routes import Here
from hearts_site.words import Words
from hearts_spec.compose import sheet_page
from hearts_spec.leaflet import Block, Item, Items, Section, Table
from hearts_spec.sheets import Sheet

EXAMPLES = 6
"""How many refusals a sheet shows at most as worked examples."""


def pages(book: Book, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the list of sheets and the sheets."""
    yield routes.SHEETS, _index(book, words)
    for sheet in book.sheets:
        yield routes.sheet(sheet.id).path, _Page(book, words, sheet).page()


def _index(book: Book, words: Words) -> str:
    here = Here(routes.SHEETS)
    rows = []
    for sheet in book.sheets:
        told = words.sheet(sheet)
        players = words.texts.listed([str(each) for each in sheet.players], "or")
        parent = words.sheet(sheet.parent).title if sheet.parent else "–"
        if sheet.parent and book.published(sheet.parent.id):
            parent = here.link(routes.sheet(sheet.parent.id), parent)
        rows.append((here.link(routes.sheet(sheet.id), told.title), cards.signs(told.summary), players, parent))
    columns = [
        words(f"sheets.{each}") for each in ("column-sheet", "column-summary", "column-players", "column-parent")
    ]
    lead = markup.paragraph(escape(words("sheets.lead")))
    return markup.page(
        words("sheets.title"), [lead, markup.table(columns, rows, caption=words("sheets.title"), kind=markup.STACKED)]
    )


class _Page:
    """A sheet, printed."""

    def __init__(self, book: Book, words: Words, sheet: Sheet) -> None:
        self.book = book
        self.words = words
        self.sheet = sheet
        self.here = Here(routes.sheet(sheet.id).path)

    def page(self) -> str:
        printed = sheet_page(self.sheet, self.words.language)
        parts = [markup.paragraph(cards.signs(each), "hs-lead hs-leaflet") for each in printed.lead]
        for section in printed.sections:
            parts += self.section(section, 2)
            if section.id == "rules":
                parts += self.examples()
        parts.append(self.onwards())
        parts += [markup.paragraph(f"<em>{escape(note)}</em>") for note in printed.footnotes]
        return markup.page(printed.title, parts, description=printed.lead[0])

    def section(self, section: Section, level: int) -> Iterator[str]:
        yield markup.heading(level, section.title, section.id)
        for block in section.blocks:
            yield self.block(block)
        for below in section.sections:
            yield from self.section(below, level + 1)

    def block(self, block: Block) -> str:
        if isinstance(block, Table):
            rows = [[cards.signs(cell) for cell in row] for row in block.rows]
            return markup.table(block.columns, rows, caption=block.caption)
        if isinstance(block, Items):
            lines = "\n".join(map(self.item, block.items))
            tag = "ol" if block.numbered else "ul"
            return f"<{tag}>\n{lines}\n</{tag}>"
        return markup.paragraph(cards.signs(block.text))

    def item(self, item: Item) -> str:
        text = cards.signs(item.text)
        if item.link:
            text = f'<a href="{escape(item.link)}">{text}</a>'
        if not item.translated:
            text = f'<span lang="en">{text}</span>'
        if item.scope:
            text += f' <em class="hs-scope">({escape(item.scope)})</em>'
        if not item.id:
            return f"<li>{text}</li>"
        link = self.here.wrap(routes.rule(item.id), "§", "hs-to-rule", self.words("sheet.to-rule", rule=item.id))
        return f'<li id="{item.id}">{text} {link}</li>'

    def onwards(self) -> str:
        """Return links to the tools that begin with this sheet."""
        other = self.sheet.parent or next((each for each in self.book.sheets if each.id != self.sheet.id), self.sheet)
        compare = f"{self.here.url(routes.COMPARE)}?first={other.id}&second={self.sheet.id}"
        compose = f"{self.here.url(routes.COMPOSER)}?base={self.sheet.id}"
        links = [(compare, "sheet.compare")] if self.book.published(other.id) and other != self.sheet else []
        lines = "".join(
            f'<a class="md-button" href="{escape(address)}">{escape(self.words(key))}</a> '
            for address, key in [*links, (compose, "sheet.compose")]
        )
        return f'<p class="hs-onwards">{lines}</p>'

    # Worked examples.

    def examples(self) -> list[str]:
        found = list(self.chosen())
        if not found:
            return []
        shown = "".join(self.example(case, frame) for case, frame in found)
        title = self.words("sheet.heading.examples")
        return [markup.heading(2, title, "examples"), f'<div class="hs-twins hs-examples">{shown}</div>']

    def chosen(self) -> Iterator[tuple[Case, Frame]]:
        """Yield for each rule of this sheet that limits a player to move a case in which it does, in reading order."""
        found = 0
        for rule in self.book.counts[self.sheet.id]:
            example = self.refused(rule)
            if example and found < EXAMPLES:
                found += 1
                yield example
        scored = self.scored()
        if scored:
            yield scored

    def refused(self, rule: str) -> tuple[Case, Frame] | None:
        for case in sorted(self.book.refusing.get(rule, ()), key=lambda case: self.book.plainness(case, rule)):
            if rule in case.decides and self.book.applies(case, self.sheet):
                for frame in self.book.frames[case.id]:
                    if frame.rule == rule and frame.is_choice:
                        return case, frame
        return None

    def scored(self) -> tuple[Case, Frame] | None:
        """Return a case in which a whole round is counted, the plainest."""
        counted = [case for case in self.book.cases.values() if case.chapter == "score"]
        for case in sorted(counted, key=lambda case: self.book.plainness(case, case.decides[0])):
            if self.book.applies(case, self.sheet):
                for frame in self.book.frames[case.id]:
                    if any(fact.what == "points" and any(fact.value or ()) for fact in frame.facts):
                        return case, frame
        return None

    def example(self, case: Case, frame: Frame) -> str:
        title = self.here.wrap(routes.case(case.id), cards.signs(self.words.case(case)))
        return (
            f'<figure class="hs-twin"><figcaption>{title}</figcaption>'
            f"{drawing.moment(frame, self.words, self.here)}</figure>"
        )
