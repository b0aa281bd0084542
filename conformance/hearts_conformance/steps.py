"""The steps of a case, read from the plain data of a scenario file.

Schemas say which keys a step may have; this module reads the small notations inside them and says which cards a
seat must hold for the steps to make sense.  `Step.needs` is the reason why a scenario need not repeat in ``hands``
what its moves already say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hearts_spec.cards import CARDS, Card, Mask, mask, names

from .notation import NotationError, named_in_set, parse_cards, parse_set

SEES: Final = (
    "takes",
    "turn",
    "phase",
    "broken",
    "captured",
    "holds",
    "lacks",
    "hands",
    "sizes",
    "trick",
    "kitty",
    "points",
    "totals",
    "over",
    "winners",
    "places",
    "round",
    "dealer",
    "direction",
)
"""What may be expected to be seen, in the order in which it is looked at."""

UNHELD: Final = ("round.phase", "turn.in-order")
"""The rules that refuse a card before anybody asks whether it is held."""

Token = Card | str
"""A card, or ``low`` or ``top``."""


@dataclass(frozen=True)
class Step:
    """One step: what is asked first (``legal``, ``accept``, ``refuse``), then done, then seen."""

    content: Mapping[str, Any]
    moves: tuple[tuple[int, Token], ...] = ()
    """Who plays what, in the order written."""
    rest: bool = False
    """Whether the other seats complete the trick with low cards."""
    opens: int | None = None
    """The seat that leads the lowest club dealt."""
    run: tuple[int, tuple[Card, ...]] | None = None
    """A seat and what it leads, trick after trick, each of which it takes; no cards for all that it holds."""

    @property
    def seat(self) -> int | None:
        """The seat that the step names."""
        seat: int | None = self.content.get("seat")
        return seat

    @property
    def mover(self) -> int | None:
        """The seat that makes the first move of the step."""
        if self.opens is not None:
            return self.opens
        if self.run:
            return self.run[0]
        return self.moves[0][0] if self.moves else None

    @property
    def passes(self) -> bool:
        """Whether the step selects cards to pass."""
        return "pass" in self.content

    def seen(self) -> Iterator[tuple[str, Any]]:
        """Yield what is expected to be seen after it."""
        for what in SEES:
            if what in self.content:
                yield what, self.content[what]


def read_step(content: Mapping[str, Any], players: int) -> Step:
    """Read one step; raise `NotationError` for what is not written as it should be."""
    actions = [key for key in ("opens", "run", "pass", "choose") if key in content]
    seats = [key for key in content if key.isdigit()]
    if len(actions) > 1 or (actions and seats and actions != ["opens"]):
        raise NotationError(f"a step does one thing, but this one has {' and '.join([*actions, *seats[:1]])}")
    if "rule" in content and "refuse" not in content:
        raise NotationError("a rule stands only beside a refuse")
    if "held" in content and (not isinstance(content.get("refuse"), str) or content.get("rule") not in UNHELD):
        raise NotationError(f"held stands only beside refused cards, with one of the rules {', '.join(UNHELD)}")
    if "choose" in content and "seat" not in content:
        raise NotationError("a choose needs the seat that chooses")
    for seat in _seats(content):
        if seat >= players:
            raise NotationError(f"there is no seat {seat} with {players} players; seats are 0 to {players - 1}")
    opens, rest = _opens(content.get("opens"))
    moves: list[tuple[int, Token]] = []
    for key in seats:
        words = content[key].split()
        if words[-1] == "...":
            words, rest = words[:-1], True
        moves += [((int(key) + offset) % players, CARDS.get(word, word)) for offset, word in enumerate(words)]
    taken = [seat for seat, _ in moves] + ([opens] if opens is not None else [])
    if len(set(taken)) < len(taken):
        raise NotationError("a seat plays twice in this step; a step is one trick at most")
    return Step(content, tuple(moves), rest, opens, _run(content.get("run")))


def _opens(value: Any) -> tuple[int | None, bool]:
    if value is None or isinstance(value, int):
        return value, False
    seat, *rest = str(value).split()
    return int(seat), bool(rest)


def _run(value: Mapping[str, str] | None) -> tuple[int, tuple[Card, ...]] | None:
    if value is None:
        return None
    ((seat, cards),) = value.items()
    return int(seat), () if cards == "*" else tuple(parse_cards(cards))


def _seats(content: Mapping[str, Any]) -> list[int]:
    seats = [int(key) for key in content if key.isdigit()]
    seats += [content[key] for key in ("seat", "takes", "turn", "dealer") if isinstance(content.get(key), int)]
    for key in ("captured", "holds", "lacks", "hands", "trick", "pass", "run"):
        if isinstance(content.get(key), Mapping):
            seats += [int(seat) for seat in content[key]]
    seats += [int(str(content["opens"])[0])] if "opens" in content else []
    seats += content.get("winners") or []
    return seats


def needs(steps: Sequence[Step], players: int) -> list[Mask]:
    """Return, by seat, the cards that *steps* say it holds: those it plays, is refused, or may legally play.

    Where a step does not name the seat that is asked, it is the one that moves next in the steps, or else the one
    that took the last trick.  A card refused that is not held is none of these.
    """
    result = [0] * players
    for index, step in enumerate(steps):
        for seat, token in step.moves:
            if not isinstance(token, str):
                result[seat] |= 1 << token
        if step.run:
            result[step.run[0]] |= mask(step.run[1])
        asked = step.seat if step.seat is not None else _next_mover(steps, index)
        if asked is not None:
            result[asked] |= _asked(step.content)
    return result


def needs_for_pass(steps: Sequence[Step], players: int) -> list[Mask]:
    """Return, by seat, the cards that it must be dealt to make the selections in *steps*."""
    result = [0] * players
    for step in steps:
        if isinstance(step.content.get("pass"), Mapping):
            for seat, text in step.content["pass"].items():
                result[int(seat)] |= 0 if text == "low" else mask(parse_cards(text))
    return result


def _asked(content: Mapping[str, Any]) -> Mask:
    cards = named_in_set(content["legal"]) if content.get("legal") else 0
    if "accept" in content:
        cards |= mask(parse_cards(content["accept"]))
    if isinstance(content.get("refuse"), str) and holds_refused(content):
        cards |= mask(parse_cards(content["refuse"]))
    return cards


def holds_refused(content: Mapping[str, Any]) -> bool:
    """Tell whether the cards that a step refuses are held by the seat that tries them."""
    return content.get("rule") != "turn.own-card" and "held" not in content


def _next_mover(steps: Sequence[Step], index: int) -> int | None:
    for step in steps[index:]:
        if step.mover is not None:
            return step.mover
    for step in reversed(steps[:index]):
        if step.mover is not None:
            taker: int | None = step.content.get("takes")
            return taker
    return None


def numbers(value: Any, players: int) -> tuple[int, ...]:
    """Return a number for each seat: a list, or a map from seats to numbers with ``else`` for the rest (0).

    Raises `NotationError` where there are not as many as seats.
    """
    if isinstance(value, Mapping):
        beyond = [seat for seat in value if seat != "else" and int(seat) >= players]
        if beyond:
            raise NotationError(f"there is no seat {beyond[0]} with {players} players; seats are 0 to {players - 1}")
        return tuple(value.get(str(seat), value.get("else", 0)) for seat in range(players))
    if len(value) != players:
        raise NotationError(f"there are {len(value)} numbers for {players} seats")
    return tuple(value)


def set_names(text: str, held: Mask) -> tuple[str, ...]:
    """Return the names of a set of cards as written in a step, of a seat that holds *held*."""
    return tuple(names(parse_set(text, held)))
