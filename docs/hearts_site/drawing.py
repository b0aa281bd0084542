"""A frame as HTML: the seats with their hands, the trick between them, and what happens in words.

What stands here is read as it is where there are no scripts; the viewer only shows one frame at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from html import escape
from typing import Any, Final

from hearts_conformance.report.html_cards import in_order
from hearts_conformance.script import See
from hearts_spec.cards import CARDS
from hearts_spec.rules import MOON_CHOICES

from . import aside, cards, routes
from .frames import Frame, Trick
from .routes import Here
from .words import Words


def steps(found: tuple[Frame, ...], name: str, words: Words, here: Here) -> str:
    """Return the frames of a case as the viewer takes them; *name* begins the ids of the steps."""
    items = []
    for number, frame in enumerate(found, 1):
        mark = f"{name}.{number}"
        label = escape(words("viewer.step", number=number, total=len(found)))
        items.append(
            f'<li class="hs-step" id="{mark}" data-kind="{frame.kind}">'
            f'<a class="hs-step-link" href="#{mark}">{label}</a>{_frame(frame, words, here)}</li>'
        )
    return aside.mark(f'<ol class="hs-steps">{"".join(items)}</ol>', aside.DRAWING)


def moment(frame: Frame, words: Words, here: Here, rule: str = "") -> str:
    """Return one frame by itself: what is asked, and the hand and trick that it turns on; a deal with all its hands.

    The sentence of *rule* is left out, for a page where it stands already.
    """
    told = _told(replace(frame, rule=None) if frame.rule == rule else frame, words, here)
    shown = _table(frame, words) if frame.kind == "deal" else _trick(frame, words) + _own_hand(frame, words)
    return f'<div class="hs-moment">{told}{_facts(frame, words)}{shown}</div>'


def _frame(frame: Frame, words: Words, here: Here) -> str:
    table = _table(frame, words) if frame.position else ""
    return f"{_told(frame, words, here)}{_facts(frame, words)}{table}"


# In words.


def _told(frame: Frame, words: Words, here: Here) -> str:
    sentence = _TOLD[frame.kind](frame, words)
    told = f'<p class="hs-told hs-told-{frame.kind}">{sentence}</p>' if sentence else ""
    if frame.rule:
        link = here.link(routes.rule(frame.rule), frame.rule, "hs-rule")
        told += f'<p class="hs-because">{link} {escape(words.texts.rule(frame.rule))}</p>'
    return told


def _deal(frame: Frame, words: Words) -> str:
    deal = frame.deal
    assert deal is not None
    return escape(
        words(
            "told.deal",
            number=deal.number,
            seat=words.seat(deal.dealer),
            direction=words(f"direction.{deal.direction}"),
        )
    )


def _play(frame: Frame, words: Words) -> str:
    if len(frame.tricks) > 1:
        lines = "".join(f"<li>{_line(each, words)}</li>" for each in frame.tricks)
        head = escape(words.counted("told.tricks", len(frame.tricks)))
        return f"{head}</p><ol class='hs-tricks'>{lines}</ol><p class='hs-told'>"
    return _line(frame.tricks[0], words)


def _line(trick: Trick, words: Words) -> str:
    line = words("list.separator").join(f"{seat}\u00a0{words.texts.symbol(card)}" for seat, card in trick.plays)
    told = words("told.plays", cards=line)
    return cards.signs(told if trick.winner is None else f"{told} {words('position.trick-taken', number=trick.winner)}")


def _about_cards(key: str) -> Callable[[Frame, Words], str]:
    def tell(frame: Frame, words: Words) -> str:
        assert frame.seat is not None
        shown = words.texts.cards(in_order(frame.cards))
        return cards.signs(words(key, seat=words.seat(frame.seat), cards=shown))

    return tell


def _moon(key: str) -> Callable[[Frame, Words], str]:
    def tell(frame: Frame, words: Words) -> str:
        assert frame.seat is not None
        known = frame.choice in MOON_CHOICES
        choice = words(f"moon.choice.{frame.choice}") if known else f"“{frame.choice}”"
        return escape(words(key, seat=words.seat(frame.seat), choice=choice))

    return tell


_TOLD: Final[dict[str, Callable[[Frame, Words], str]]] = {
    "deal": _deal,
    "pass": _about_cards("told.pass"),
    "play": _play,
    "moon": _moon("told.moon"),
    "legal": _about_cards("told.legal"),
    "accept": _about_cards("told.accept"),
    "refuse": _about_cards("told.refuse"),
    "refuse-pass": _about_cards("told.refuse-pass"),
    "refuse-moon": _moon("told.refuse-moon"),
    "see": lambda frame, words: "",
}


# What is seen.


def _facts(frame: Frame, words: Words) -> str:
    lines = "".join(f"<li>{line}</li>" for each in frame.facts for line in _fact(each, words))
    return f'<ul class="hs-facts">{lines}</ul>' if lines else ""


def _fact(see: See, words: Words) -> Iterator[str]:
    label = escape(words(f"see.{see.what}"))
    yield f"<b>{label}</b> {_value(see.what, see.value, words)}"


def _value(what: str, value: Any, words: Words) -> str:
    if value is None:
        return escape(words("see.none"))
    if isinstance(value, bool):
        return escape(words("value.yes" if value else "value.no"))
    if what in ("takes", "turn", "dealer"):
        return escape(words.seat(value))
    if what == "winners":
        return escape(words.seats(list(value)))
    if what in ("points", "totals", "places", "sizes"):
        return _by_seat(value, words)
    if what in ("phase", "direction"):
        return escape(words(f"{what}.{value}"))
    if isinstance(value, list | tuple):
        return _list(value, words)
    return cards.signs(words.texts.symbol(value)) if value in CARDS else escape(str(value))


def _list(value: Any, words: Words) -> str:
    if all(isinstance(each, str) for each in value):
        return cards.signs(words.texts.cards(in_order(value)))
    parts = []
    for seat, each in value:
        held = words.texts.cards([each] if isinstance(each, str) else in_order(each))
        parts.append(f"{escape(words.seat(seat))}: {cards.signs(held)}")
    return escape(words("list.clauses")).join(parts)


def _by_seat(values: Any, words: Words) -> str:
    cells = [
        f"<span>{escape(words.seat(seat))}: <b>{words.texts.number(value)}</b></span>"
        for seat, value in enumerate(values)
    ]
    return f'<span class="hs-by-seat">{" ".join(cells)}</span>'


# The table.


def _table(frame: Frame, words: Words) -> str:
    position = frame.position
    assert position is not None
    seats = "".join(_seat(frame, seat, words) for seat in range(len(position.hands)) if position.hands[seat])
    kitty = ""
    if position.kitty:
        shown = cards.row(position.kitty, cards.spoken(position.kitty, words))
        kitty = f'<p class="hs-kitty">{escape(words("position.kitty"))} {shown}</p>'
    return f'<div class="hs-table">{_trick(frame, words)}{kitty}<ul class="hs-seats">{seats}</ul></div>'


def _seat(frame: Frame, seat: int, words: Words) -> str:
    position = frame.position
    assert position is not None
    marks = []
    if seat == position.dealer:
        marks.append(words("position.dealer"))
    if seat == position.turn:
        marks.append(words("position.turn"))
    marked = f' <span class="hs-marks">{escape(" · ".join(marks))}</span>' if marks else ""
    concerned = seat == _concerned(frame)
    shown = _hand(frame, seat, words) if concerned else cards.by_suit(position.hands[seat], words)
    kind = ' class="hs-turn"' if concerned else ""
    return f"<li{kind}><b>{escape(words.seat(seat))}</b>{marked} {shown}</li>"


def _concerned(frame: Frame) -> int | None:
    if frame.seat is not None and frame.kind not in ("deal", "moon"):
        return frame.seat
    return frame.position.turn if frame.position else None


def _own_hand(frame: Frame, words: Words) -> str:
    seat = _concerned(frame)
    return "" if seat is None else f'<p class="hs-own">{escape(words.seat(seat))} {_hand(frame, seat, words)}</p>'


def _hand(frame: Frame, seat: int, words: Words) -> str:
    assert frame.position is not None
    held = in_order(frame.position.hands[seat])
    refused = frame.cards if frame.kind.startswith("refuse") else ()
    label = cards.spoken(held, words)
    if frame.legal is not None:
        label = words("hand.legal", cards=label, legal=cards.spoken(in_order(frame.legal), words))
    return cards.row(held, label, legal=frame.legal, refused=refused)


def _trick(frame: Frame, words: Words) -> str:
    """Return the trick on the table: the one just played, or the one that is being played."""
    position = frame.position
    if frame.tricks:
        return trick(frame.tricks[-1], words)
    return trick(Trick(tuple(position.trick)), words) if position and position.trick else ""


def trick(trick: Trick, words: Words) -> str:
    """Return the cards of a trick, each over the number of its seat; the card that takes it is marked."""
    label = words("list.clauses").join(f"{words.seat(seat)}: {words.texts.card(card)}" for seat, card in trick.plays)
    drawn = "".join(
        f'<span class="hs-in-trick">{cards.one(card, " hs-winner" if seat == trick.winner else "")}'
        f"<small>{seat}</small></span>"
        for seat, card in trick.plays
    )
    return f'<div class="hs-trick" role="img" aria-label="{escape(label)}">{drawn}</div>'
