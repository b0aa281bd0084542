"""How scenario files write cards: hands with room left to fill, sets of held cards, plain lists.

A *hand* is written suit by suit, the parts divided by ``/``: ``S Q2 / C -`` holds exactly the queen and the two of
spades, no club, and whatever the filling gives it in diamonds and hearts.  ``H +`` leaves a suit open where others
are named (``H A+``: the ace at least), and closes those that are not named; ``high`` fills from the top down.  A
*set* is written in the same way, with ``*`` for all that is held in a suit, ``all`` for the whole hand, ``all but``
before what is left out, and ``-`` for nothing.  Either may name cards in full instead: ``QS 2C``.

Nothing here knows a rule of play.
"""

from __future__ import annotations

from dataclasses import dataclass

from hearts_spec.cards import CARDS, RANKS, SUIT_MASKS, SUITS, Card, Mask, NotACard, card, mask


class NotationError(ValueError):
    """A text does not write what it should; ``str`` is one sentence."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as written: what it holds, and where the filling may add to it."""

    named: Mask = 0
    """Cards that it holds."""
    open: Mask = (1 << 52) - 1
    """All cards of the suits to which the filling may add."""
    high: bool = False
    """Whether it is filled from the top down."""


def parse_hand(text: str) -> Hand:
    """Read a hand; raise `NotationError` for a text that is none."""
    named = closed = reopened = 0
    high = False
    for part in _parts(text):
        if part == ["high"]:
            high = True
        elif part[0] in SUITS and len(part[0]) == 1:
            suit, ranks = SUIT_MASKS[SUITS.index(part[0])], "".join(part[1:])
            if (closed | reopened) & suit:
                raise NotationError(f"{text!r} names the suit {part[0]} twice")
            if ranks.endswith("+"):
                reopened |= suit
            elif not ranks:
                raise NotationError(f"{text!r} names the suit {part[0]} but no rank; write {part[0]} - for none")
            else:
                closed |= suit
            named |= _ranks(text, part[0], ranks.removesuffix("+"))
        else:
            named |= mask(parse_cards(" ".join(part)))
    return Hand(named, reopened if reopened else ~closed & ((1 << 52) - 1), high)


def parse_set(text: str, held: Mask) -> Mask:
    """Read a set of cards, where *held* is the hand it speaks of; raise `NotationError` for a text that is none."""
    words = text.split()
    if words[:1] == ["all"]:
        if words[1:2] == ["but"] and len(words) > 2:
            return held & ~parse_set(" ".join(words[2:]), held)
        if len(words) > 1:
            raise NotationError(
                f"{text!r} is no set of cards; after 'all' comes nothing, or 'but' and what to leave out"
            )
        return held
    if words == ["-"]:
        return 0
    result = 0
    for part in _parts(text):
        if part[0] in SUITS and len(part[0]) == 1:
            suit, ranks = SUIT_MASKS[SUITS.index(part[0])], "".join(part[1:])
            result |= held & suit if ranks == "*" else _ranks(text, part[0], ranks)
        else:
            result |= mask(parse_cards(" ".join(part)))
    return result


def named_in_set(text: str) -> Mask:
    """Return the cards that a set names one by one: those its hand must hold for the set to make sense."""
    return 0 if text.split()[:1] == ["all"] else parse_set(text, 0)


def parse_cards(text: str) -> list[Card]:
    """Read a list of cards named in full, in order; raise `NotationError` for one that is none or comes twice."""
    try:
        cards = [card(each) for each in text.split()]
    except NotACard as error:
        raise NotationError(str(error)) from None
    if len(set(cards)) < len(cards):
        raise NotationError(f"{text!r} names a card twice")
    return cards


def _parts(text: str) -> list[list[str]]:
    parts = [part.split() for part in text.split("/")]
    if not all(parts):
        raise NotationError(f"{text!r} has an empty part; a part is a suit and its ranks, as in S Q2")
    return parts


def _ranks(text: str, suit: str, ranks: str) -> Mask:
    if ranks == "-":
        return 0
    wrong = [rank for rank in ranks if rank not in RANKS]
    if wrong:
        raise NotationError(f"{text!r} has {wrong[0]!r} for a rank; ranks are {RANKS}")
    if len(set(ranks)) < len(ranks):
        raise NotationError(f"{text!r} names a card twice")
    return mask(CARDS[rank + suit] for rank in ranks)
