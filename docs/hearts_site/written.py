"""Pages written by hand: how they link to rules and show cards.

A hand-written page is Markdown below the folder of its language.  Links name things by what they are
(``[the ban](rule:first-trick.no-queen)``), and a line such as ``[[cards: QS AH 2C]]`` becomes a picture.  What is
named must exist; anything else is a warning, which a strict build does not let pass.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final

from hearts_conformance.report.html_cards import in_order
from hearts_spec.cards import CARDS

from . import cards, drawing, routes
from .book import Book
from .frames import Trick
from .routes import Here, Route
from .words import Words

Warn = Callable[..., None]
KINDS: Final[dict[str, tuple[Callable[[str], Route], Callable[[Book], Collection[str]]]]] = {
    "rule": (routes.rule, lambda book: book.source.rules),
    "chapter": (routes.chapter, lambda book: book.source.chapters),
    "sheet": (routes.sheet, lambda book: [each.id for each in book.sheets]),
    "option": (routes.option, lambda book: book.source.options),
    "term": (routes.term, lambda book: book.source.glossary),
    "decision": (routes.decision, lambda book: book.source.decisions),
    "scenario": (routes.scenario, lambda book: [each.id for each in book.scenarios]),
    "case": (routes.case, lambda book: book.cases),
}
"""What a link may name: where it leads, and what there is."""
_LINK: Final = re.compile(r"\]\((" + "|".join(KINDS) + r"):([^)\s]+)\)")
_PAGE: Final = re.compile(r"\]\(([\w-]+\.md)(?:#[^)]*)?\)")
_CARDS: Final = re.compile(r"^\[\[(cards|hand|trick)(?: (\d))?: *([^\]]*)\]\]$", re.MULTILINE)


def pages(folder: Path) -> list[str]:
    """Return the paths of the pages written by hand in a folder.

    In each folder its index comes first and then the pages in the order in which the index links to them.
    """

    def place(file: Path) -> tuple[str, int, str]:
        index = file.with_name("index.md")
        named = _PAGE.findall(index.read_text(encoding="utf-8")) if index.is_file() else []
        order = ["index.md", *named]
        inside = order.index(file.name) if file.name in order else len(order)
        return file.parent.relative_to(folder).as_posix(), inside, file.name

    return [file.relative_to(folder).as_posix() for file in sorted(folder.rglob("*.md"), key=place)]


def expand(markdown: str, path: str, book: Book, words: Words, warn: Warn) -> str:
    """Return a page with its links resolved and its cards drawn; call *warn* for what does not exist."""
    here = Here(path)

    def link(found: re.Match[str]) -> str:
        route, known = KINDS[found[1]]
        if found[2] not in known(book):
            warn("%s: there is no %s %s", path, found[1], found[2])
            return "](#)"
        return f"]({here.markdown(route(found[2]))})"

    def picture(found: re.Match[str]) -> str:
        named = found[3].split()
        unknown = [each for each in named if each.strip("*") not in CARDS]
        if unknown:
            warn("%s: %s is no card", path, unknown[0])
            return ""
        return _DRAWN[found[1]](named, words, int(found[2] or 0))

    text = _CARDS.sub(picture, _LINK.sub(link, markdown))
    return f"{text}\n\n{cards.sprite(text)}\n"


def _trick(named: list[str], words: Words, leader: int) -> str:
    """Draw a trick in the order of play, *leader* being the seat that led; the card with a star takes it."""
    seats = [(leader + place) % len(named) for place in range(len(named))]
    plays = tuple((seat, each.strip("*")) for seat, each in zip(seats, named, strict=True))
    winner = next((seat for seat, each in zip(seats, named, strict=True) if each.endswith("*")), None)
    return drawing.trick(Trick(plays, winner), words)


def _row(named: list[str], words: Words, _: int) -> str:
    return f'<p class="hs-own">{cards.row(named, cards.spoken(named, words))}</p>'


def _hand(named: list[str], words: Words, _: int) -> str:
    """Draw a hand; where some cards carry a star, those may be played and the others stand back."""
    held = in_order(each.strip("*") for each in named)
    legal = [each.strip("*") for each in named if each.endswith("*")] or None
    label = cards.spoken(held, words)
    if legal:
        label = words("hand.legal", cards=label, legal=cards.spoken(in_order(legal), words))
    return f'<p class="hs-own">{cards.row(held, label, legal=legal)}</p>'


_DRAWN: Final[dict[str, Callable[[list[str], Words, int], str]]] = {"cards": _row, "hand": _hand, "trick": _trick}
