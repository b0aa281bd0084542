"""The front page: what is here, and where each kind of reader begins."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from hearts_site import cards, markup, routes
from hearts_site.book import Book
from hearts_site.routes import Here
from hearts_site.words import Words

DOORS: Final = (
    ("learn", routes.LEARN),
    ("sheets", routes.SHEETS),
    ("rules", routes.RULES),
    ("find", routes.FIND),
    ("scenarios", routes.SCENARIOS),
    ("compose", routes.COMPOSER),
    ("decisions", routes.DECISIONS),
    ("glossary", routes.GLOSSARY),
)
"""What the front page offers, and where it leads."""
SHOWN: Final = ("QS", "AH", "KH", "QH", "JH")
"""The cards that the game turns on, as a picture."""


def pages(book: Book, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the front page."""
    here = Here(routes.HOME)
    doors = "".join(
        _door(here, words, name, path) for name, path in DOORS if path != routes.LEARN or path in book.by_hand
    )
    numbers = words(
        "front.numbers",
        rules=len(book.source.rules),
        sheets=len(book.sheets),
        cases=len(book.cases),
    )
    parts = [
        markup.paragraph(cards.row(SHOWN, cards.spoken(SHOWN, words)), "hs-front-cards"),
        markup.paragraph(escape(words("front.lead")), "hs-lead"),
        f'<ul class="hs-doors">{doors}</ul>',
        markup.paragraph(escape(numbers)),
    ]
    yield routes.HOME, markup.page(words("site.name"), parts, description=words("front.lead"))


def _door(here: Here, words: Words, name: str, path: str) -> str:
    title, text = escape(words(f"front.{name}")), escape(words(f"front.{name}-text"))
    return f"<li>{here.wrap(path, f'<strong>{title}</strong>')}<span>{text}</span></li>"
