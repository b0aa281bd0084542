"""Cards as pictures: inline SVG of our own, drawn once a page and used as often as needed.

A card is a symbol on the page's `sprite`; a row of cards is one picture to a screen reader, with a spoken label in the
language of the page.  Colours are CSS variables, so that the same drawing serves light, dark and forced colours.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import Final

from hearts_conformance.report.html_cards import RED, SUIT_PATHS, in_order, used
from hearts_spec.cards import RANKS, SUITS, SYMBOLS

from .words import Words


def row(
    cards: Sequence[str],
    label: str,
    *,
    legal: Collection[str] | None = None,
    refused: Collection[str] = (),
    played: Collection[str] = (),
) -> str:
    """Return cards in a row under a spoken label.

    Where *legal* is given, cards that are not in it stand back; *refused* ones are crossed out.
    """

    def kind(card: str) -> str:
        if card in refused:
            return " hs-refused"
        if card in played:
            return " hs-played"
        return "" if legal is None else " hs-legal" if card in legal else " hs-barred"

    drawn = "".join(one(card, kind(card)) for card in cards)
    return f'<span class="hs-cards" role="img" aria-label="{escape(label)}">{drawn}</span>'


def one(card: str, kind: str = "") -> str:
    """Return one card without a label of its own, for use inside a labelled picture."""
    return f'<svg class="hs-card{kind}" viewBox="0 0 50 70" aria-hidden="true"><use href="#c-{card}"/></svg>'


def sprite(html: str) -> str:
    """Return the drawings of all cards that *html* uses; empty where it uses none."""
    drawn = "".join(map(_symbol, used(html)))
    if not drawn:
        return ""
    return f'<svg class="hs-sprite" aria-hidden="true" width="0" height="0"><defs>{drawn}</defs></svg>'


def _symbol(card: str) -> str:
    rank, suit = card[0], card[1]
    shown = "10" if rank == "T" else rank
    ink = "hs-red" if suit in RED else "hs-black"
    squeeze = ' textLength="21" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    return (
        f'<symbol id="c-{card}" viewBox="0 0 50 70"><rect class="hs-face" x="1" y="1" width="48" height="68" rx="6"/>'
        f'<g class="{ink}"><text x="5" y="25"{squeeze}>{shown}</text>'
        f'<path transform="translate(4.500 31) scale(.58)" d="{SUIT_PATHS[suit]}"/>'
        f'<path transform="translate(20 38) scale(1.080)" d="{SUIT_PATHS[suit]}"/></g></symbol>'
    )


def by_suit(cards: Iterable[str], words: Words) -> str:
    """Return a hand as text: the suits with their ranks, high to low, spoken as cards."""
    held = set(cards)
    parts = []
    for suit in SUITS:
        ranks = [rank for rank in reversed(RANKS) if rank + suit in held]
        shown = " ".join("10" if rank == "T" else rank for rank in ranks) or "–"
        kind = "hs-suit hs-red" if suit in RED else "hs-suit"
        parts.append(f'<span class="{kind}"><b>{SYMBOLS[suit]}</b>\u00a0{shown}</span>')
    label = spoken(in_order(held), words)
    return f'<span class="hs-hand" role="img" aria-label="{escape(label)}">{"".join(parts)}</span>'


def spoken(cards: Sequence[str], words: Words) -> str:
    """Return cards in words, in the order given."""
    return words("list.separator").join(words.texts.card(card) for card in cards) or words("value.none")


def signs(text: str) -> str:
    """Return escaped text in which cards such as ``♠Q`` stay together and red suits are red."""
    return _SIGN.sub(lambda found: f'<span class="hs-sign{_red(found[1])}">{found[0]}</span>', escape(text))


_SIGN: Final = re.compile(r"([♣♦♠♥])(?:10|[2-9JQKA])?")


def _red(sign: str) -> str:
    return " hs-red" if sign in "♦♥" else ""
