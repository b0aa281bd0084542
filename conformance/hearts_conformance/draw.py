"""A position drawn with characters: hands by suit, the trick on the table, the moves before.

A drawing is a list of lines, a line a list of pieces, each a text and a style (``red``, ``bold``, ``dim`` or none).
The terminal report colours them and the pytest plugin joins them as they are, so that both show the same.  Every line
fits 80 columns: a hand stands by suit, high to low, as card players write it, and where four hands in columns would
be too wide, without spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from hearts_spec.cards import CARDS, RANKS, SYMBOLS, card, symbol

from .verdict import Position

Piece = tuple[str, str]
"""A text and its style."""

Line = list[Piece]

SUITS = "CDSH"
VOID = "–"
WIDTH = 80
ROOM = 40
"""How many columns the four suits of `table` may take together."""


def plain(lines: Iterable[Line]) -> str:
    """Return drawn lines as text, without styles."""
    return "\n".join("".join(text for text, _ in line).rstrip() for line in lines)


def one(name: str, style: str = "") -> Piece:
    """Return a card, suit sign first, red suits red: ``♠Q``.  What is no card is shown as it stands."""
    if name not in CARDS:
        return str(name), style
    return symbol(card(name)), "red" if name[1] in "DH" else style


def cards(names: Sequence[str]) -> Line:
    """Return cards one by one in the order given, separated by spaces; a dash for none."""
    line: Line = []
    for name in names:
        line += [one(name), (" ", "")]
    return line[:-1] or [(VOID, "dim")]


def by_suit(names: Iterable[str], *, close: bool = False) -> dict[str, str]:
    """Return the ranks of each suit, high to low: ``{"S": "A Q 10", …}``, or ``AQT`` set *close*."""
    held = set(names)
    suits = {suit: [rank for rank in reversed(RANKS) if rank + suit in held] for suit in SUITS}
    if close:
        return {suit: "".join(ranks) for suit, ranks in suits.items()}
    return {suit: " ".join(ranks).replace("T", "10") for suit, ranks in suits.items()}


def hand(names: Iterable[str]) -> Line:
    """Return a hand as four suits, those it is void in with a dash."""
    line: Line = []
    for suit, ranks in by_suit(names).items():
        line += [(SYMBOLS[suit], "red" if suit in "DH" else ""), (" ", ""), _ranks(suit, ranks), ("   ", "")]
    return line[:-1]


def _ranks(suit: str, ranks: str, width: int = 0) -> Piece:
    if not ranks:
        return VOID.ljust(width), "dim"
    return ranks.ljust(width), "red" if suit in "DH" else ""


def table(position: Position) -> list[Line]:
    """Return the whole table: every hand by suit in columns, whose turn it is, and the cards of the trick."""
    held = [by_suit(each) for each in position.hands]
    widths = _widths(held)
    if sum(widths.values()) > ROOM:
        held = [by_suit(each, close=True) for each in position.hands]
        widths = _widths(held)
    played = dict(position.trick)
    lines: list[Line] = []
    for seat, suits in enumerate(held):
        turn = seat == position.turn
        line: Line = [("▸ " if turn else "  ", "bold"), (f"seat {seat}  ", "bold" if turn else "")]
        for suit in SUITS:
            line += [(SYMBOLS[suit] + " ", "red" if suit in "DH" else "dim"), _ranks(suit, suits[suit], widths[suit])]
            line.append(("  ", ""))
        if seat in played:
            line += [("  plays ", "dim"), one(played[seat], "bold")]
            if position.trick and position.trick[0][0] == seat:
                line.append((" (led)", "dim"))
        lines.append(line)
    if position.kitty:
        lines.append([("  kitty   ", ""), *cards(position.kitty)])
    return lines


def _widths(hands: Sequence[Mapping[str, str]]) -> dict[str, int]:
    return {suit: max([1, *(len(each[suit]) for each in hands)]) for suit in SUITS}


def seat_view(position: Position, seat: int | None = None) -> list[Line]:
    """Return what matters to one seat, that of the turn unless told: its hand, and the trick on the table."""
    concerned = position.turn if seat is None else seat
    lines: list[Line] = []
    if position.trick:
        lines.append(labelled("on the table", trick(position.trick)))
    if concerned is not None and concerned < len(position.hands):
        lines.append(labelled(f"seat {concerned} holds", hand(position.hands[concerned])))
    return lines


def trick(played: Sequence[tuple[int, str]]) -> Line:
    """Return the cards of a trick with their seats, in the order of play."""
    line: Line = []
    for seat, name in played:
        line += [(f"{seat} ", "dim"), one(name), ("  ", "")]
    return line[:-1] or [(VOID, "dim")]


LABEL = 14


def labelled(label: str, line: Line) -> Line:
    """Return *line* behind a label of fixed width."""
    return [(label.ljust(LABEL), "dim"), *line]


def history(moves: Sequence[str], most: int = 8) -> Line:
    """Return the last *most* moves, with how many came before them."""
    line: Line = []
    if len(moves) > most:
        line = [(f"… {len(moves) - most} moves, then ", "dim")]
    for move in moves[-most:]:
        who, _, what = move.partition(": ")
        line += [(f"{who} ", "dim"), *cards(what.split()), ("  ", "")]
    return line[:-1] if moves else [("nothing played yet", "dim")]
