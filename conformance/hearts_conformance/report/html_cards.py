"""Cards as pictures in a page: each drawn once, and used as often as it lies somewhere.

Colours are left to the page's style, so that the same drawing serves light and dark.  A row of cards is one picture
to a screen reader, with a label in the language of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Final

from hearts_spec.cards import CARDS, SUITS
from hearts_spec.texts import Texts

SUIT_PATHS: Final = {
    "C": "M12 2a4.7 4.7 0 0 1 4 7.2A4.8 4.8 0 1 1 13.2 17c.2 2.4 1 4.2 2.8 5H8c1.8-.8 2.6-2.6 2.8-5"
    "A4.8 4.8 0 1 1 8 9.2 4.7 4.7 0 0 1 12 2z",
    "D": "M12 1 20 12 12 23 4 12z",
    "S": "M12 2C17 8 22 11 22 15.5a4.8 4.8 0 0 1-8.7 2.6c.3 1.9.9 3.2 2.7 3.9H8c1.8-.7 2.4-2 2.7-3.9"
    "A4.8 4.8 0 0 1 2 15.5C2 11 7 8 12 2z",
    "H": "M12 21C5 15 2 11 2 7.5A5 5 0 0 1 12 6a5 5 0 0 1 10 1.5C22 11 19 15 12 21z",
}
"""The outline of each suit in a square of 24."""
RED: Final = frozenset("DH")
_USED: Final = re.compile(r'href="#c-([2-9TJQKA][CDSH])"')


def hand(names: Iterable[str], words: Texts, marks: Mapping[str, str]) -> str:
    """Return a hand suit by suit, high to low; *marks* gives some cards a class of style."""
    held = in_order(names)
    suits = ([name for name in held if name[1] == suit] for suit in SUITS)
    drawn = "".join(
        f'<span class="suit">{"".join(one(name, marks.get(name, "")) for name in suit)}</span>'
        for suit in suits
        if suit
    )
    return picture(drawn, spoken(held, words))


def trick(played: Sequence[tuple[int, str]], words: Texts) -> str:
    """Return the cards of a trick in the order of play, each over the number of its seat."""
    drawn = "".join(f'<span class="played">{one(name)}<small>{seat}</small></span>' for seat, name in played)
    label = words.message("list.separator").join(
        f"{words.message('position.seat', number=seat)}: {words.card(name)}" for seat, name in played
    )
    return picture(drawn, label)


def picture(drawn: str, label: str) -> str:
    """Return drawn cards as one picture with a spoken label."""
    return f'<span class="cards" role="img" aria-label="{escape(label)}">{drawn}</span>'


def one(name: str, mark: str = "") -> str:
    """Return one card, for use inside a `picture`."""
    style = f"card {mark}".rstrip()
    return f'<svg class="{style}" viewBox="0 0 50 70"><use href="#c-{name}"/></svg>'


def in_order(names: Iterable[str]) -> list[str]:
    """Return cards as people hold them: by suit, the highest first."""
    return sorted(names, key=lambda name: (CARDS[name] // 13, -CARDS[name]))


def spoken(names: Sequence[str], words: Texts) -> str:
    """Return cards in words."""
    return words.message("list.separator").join(map(words.card, names)) or words.message("value.none")


def sprite(page: str) -> str:
    """Return the drawings of all cards that *page* uses; nothing where it uses none."""
    symbols = "".join(map(_symbol, used(page)))
    return f'<svg class="sprite" aria-hidden="true" width="0" height="0">{symbols}</svg>\n' if symbols else ""


def used(page: str) -> list[str]:
    """Return the cards of which *page* uses drawings, each once, in ascending order."""
    return sorted({*_USED.findall(page)}, key=CARDS.__getitem__)


def _symbol(name: str) -> str:
    rank, suit = name[0], name[1]
    squeezed = ' textLength="21" lengthAdjust="spacingAndGlyphs"' if rank == "T" else ""
    path = SUIT_PATHS[suit]
    return (
        f'<symbol id="c-{name}" viewBox="0 0 50 70"><rect class="face" x="1" y="1" width="48" height="68" rx="6"/>'
        f'<g class="{"red" if suit in RED else "black"}"><text x="5" y="25"{squeezed}>{rank.replace("T", "10")}</text>'
        f'<path transform="translate(4.5 31) scale(.58)" d="{path}"/>'
        f'<path transform="translate(20 38) scale(1.08)" d="{path}"/></g></symbol>'
    )
