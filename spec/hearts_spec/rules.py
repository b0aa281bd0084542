"""`Rules`: every option settled for one number of players, and what the options mean for play.

A rule sheet leaves some values to the number of players; once that is known, each axis has one value, and the
whole is a flat JSON object, the *resolved options*.  `Rules.from_options` reads such an object, refuses a value
that is none (`BadOption`) and a pair of options that cannot stand together (`Impossible`), and works out what play
asks for again and again: the pack, the values of the cards, which cards the first trick bars.  Nothing is looked
up by name once cards are on the table.

This module knows cards and nothing else.  It runs where only Python is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from .cards import (
    ALL,
    CARDS,
    CLUBS,
    HEARTS,
    NAMES,
    POINT_CARDS,
    QUEEN,
    RANKS,
    Card,
    Mask,
    mask,
    members,
    names,
)

PLAYERS: Final = range(3, 8)
DIRECTIONS: Final = ("left", "right", "across", "hold")
MOON_CHOICES: Final = ("add", "subtract")

Options = dict[str, Any]


class OptionError(ValueError):
    """The options do not make a set of rules; ``axes`` names the one or two at fault."""

    def __init__(self, message: str, *axes: str) -> None:
        super().__init__(message)
        self.axes = axes


class BadOption(OptionError):
    """An axis that does not exist, is missing, or has a value that is none of its own."""


class Impossible(OptionError):
    """Two options that are each sound cannot stand together."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis on which rule sets differ: how its values are written, and the value where a sheet is silent."""

    expects: str
    read: Callable[[Any], Any]
    default: Any = None


def _choice(*values: Any) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if any(value == each and type(value) is type(each) for each in values):
            return value
        raise ValueError

    return read


def _integer(least: int | None, *words: str, most: int | None = None) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if value in words and isinstance(value, str):
            return value
        if type(value) is not int or (least is not None and value < least) or (most is not None and value > most):
            raise ValueError
        return value

    return read


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list | tuple) or len(set(map(repr, value))) != len(value):
        raise ValueError
    return list(value)


def _cards(value: Any) -> list[str]:
    return names(mask(CARDS[each] for each in _list(value)))


def _banned(value: Any) -> list[str]:
    given = _list(value)
    if not set(given) <= {"hearts", "queen"}:
        raise ValueError
    return [each for each in ("hearts", "queen") if each in given]


def _cycle(value: Any) -> list[str]:
    if not isinstance(value, list | tuple) or not value or not set(value) <= set(DIRECTIONS):
        raise ValueError
    if "hold" in value and set(value) == {"hold"}:
        return ["hold"]
    return list(value)


def _heart_values(value: Any) -> Any:
    if value in ("one", "pips") and isinstance(value, str):
        return value
    if not isinstance(value, Mapping) or set(value) != set(RANKS) or any(type(v) is not int for v in value.values()):
        raise ValueError
    if any(each < 0 for each in value.values()):
        raise ValueError
    return {rank: value[rank] for rank in reversed(RANKS)}


def _card_values(value: Any) -> dict[str, int]:
    if not isinstance(value, Mapping) or any(type(points) is not int for points in value.values()):
        raise ValueError
    if any(CARDS[each] in range(39, 52) for each in value):
        raise ValueError
    return {name: value[name] for name in sorted(value, key=lambda name: CARDS[name])}


def _bonus_card(value: Any) -> str:
    if value != "none" and value not in CARDS:
        raise ValueError
    return str(value)


AXES: Final[dict[str, Axis]] = {
    "players": Axis("a number from 3 to 7", _integer(3, most=7)),
    "deck.strip": Axis("a list of different cards, such as [2D, 2C]", _cards, []),
    "deal.remainder": Axis("strip or kitty", _choice("strip", "kitty"), "strip"),
    "kitty.taker": Axis("first-trick", _choice("first-trick"), "first-trick"),
    "kitty.visibility": Axis("hidden, taker or all", _choice("hidden", "taker", "all"), "hidden"),
    "pass.count": Axis("a whole number from 1 up", _integer(1), 3),
    "pass.cycle": Axis("a list of left, right, across and hold", _cycle, ["hold"]),
    "open.leader": Axis("lowest-club or left-of-dealer", _choice("lowest-club", "left-of-dealer"), "lowest-club"),
    "open.card": Axis("that-card, any-club or any", _choice("that-card", "any-club", "any"), "that-card"),
    "first-trick.banned": Axis("a list out of hearts and queen", _banned, ["hearts", "queen"]),
    "hearts.lead": Axis(
        "after-heart, after-heart-or-queen or any-time",
        _choice("after-heart", "after-heart-or-queen", "any-time"),
        "after-heart",
    ),
    "hearts.lead-release": Axis("only-hearts or only-points", _choice("only-hearts", "only-points"), "only-hearts"),
    "value.heart": Axis("one, pips, or a map of all thirteen ranks to numbers from 0 up", _heart_values, "one"),
    "value.card": Axis("a map of cards other than hearts to numbers", _card_values, {"QS": 13}),
    "bonus.card": Axis("none or a card", _bonus_card, "none"),
    "bonus.value": Axis("a number below 0", _integer(None, most=-1), -10),
    "moon.mode": Axis(
        "add, subtract, choice, auto or none", _choice("add", "subtract", "choice", "auto", "none"), "add"
    ),
    "moon.amount": Axis("total or a whole number from 1 up", _integer(1, "total"), "total"),
    "moon.needs": Axis(
        "penalties, penalties-and-bonus or hearts-and-queen",
        _choice("penalties", "penalties-and-bonus", "hearts-and-queen"),
        "penalties",
    ),
    "match.end": Axis("limit or rounds", _choice("limit", "rounds"), "limit"),
    "match.limit": Axis("a whole number from 1 up", _integer(1), 100),
    "match.rounds": Axis("none or a whole number from 1 up", _integer(1, "none"), "none"),
    "match.compare": Axis("reach or exceed", _choice("reach", "exceed"), "reach"),
    "match.tie": Axis("extra-rounds or shared", _choice("extra-rounds", "shared"), "extra-rounds"),
    "table.turn-limit": Axis("none or a number of seconds from 1 up", _integer(1, "none"), "none"),
    "table.absent-seat": Axis("substitute or wait", _choice("substitute", "wait"), "substitute"),
    "rating.tie": Axis("half", _choice("half"), "half"),
}
"""Every axis, in the order in which resolved options list them."""


def read_option(axis: str, value: Any) -> Any:
    """Return *value* in the one form in which *axis* is written; raise `BadOption` if it is none of its values."""
    if axis not in AXES:
        raise BadOption(f"there is no option {axis!r}", axis)
    try:
        return AXES[axis].read(value)
    except (ValueError, KeyError, TypeError):
        raise BadOption(f"{axis} cannot be {value!r}: it takes {AXES[axis].expects}", axis) from None


def takes(axis: str, value: Any) -> bool:
    """Tell whether *value* is one of the values of *axis*."""
    try:
        read_option(axis, value)
    except BadOption:
        return False
    return True


@dataclass(frozen=True)
class Rules:
    """One set of rules for one number of players, ready for play.

    Make one with `from_options`.  The fields below ``options`` follow from it; a reading of the rules that
    differs in one of them is made with `dataclasses.replace`.
    """

    options: Mapping[str, Any]
    """The resolved options: a flat JSON object, one value an axis."""

    players: int
    pack: Mask
    """The cards in use (``deck.standard``, ``deck.stripped``)."""
    hand_size: int
    kitty_size: int
    """How many cards the even deal leaves (``kitty.size``); 0 under stripping."""
    kitty_shown: str
    """``hidden``, ``taker`` or ``all`` (``kitty.visibility``)."""
    pass_count: int
    pass_cycle: tuple[str, ...]
    """Directions, the first for round one (``pass.direction-from-round``)."""
    opens_lowest_club: bool
    """True where the lowest club dealt leads first (``open.lowest-club``), False for left of the dealer."""
    opening: str
    """``that-card``, ``any-club`` or ``any``."""
    banned: Mask
    """The cards the first trick bars."""
    breakers: Mask | None
    """The cards that break hearts when played; None where hearts may be led any time."""
    lead_release: Mask
    """A leader who holds nothing outside this set may lead a heart unbroken."""
    values: tuple[int, ...]
    """Points of each card, by card; the bonus card not included."""
    penalties: Mask
    """The cards in the pack whose value is positive."""
    bonus: Mask
    """The bonus card as a set, empty where there is none."""
    bonus_value: int
    moon: str
    """``add``, ``subtract``, ``choice``, ``auto`` or ``none``."""
    moon_cards: Mask
    """What one player must capture to shoot the moon."""
    moon_amount: int
    ends_by_rounds: bool
    limit: int
    round_count: int
    """The number of rounds of a match that ends by rounds, otherwise 0."""
    must_exceed: bool
    """True where a total must be above the limit to end the match (``match.exceed``)."""
    shares_win: bool
    """True where equal lowest totals share the win (``match.tie-shared``)."""

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Rules:
        """Read resolved options, absent axes at their default.

        Raises `BadOption` for an unknown axis, a missing number of players or a value that is none of its axis,
        and `Impossible` for two options that cannot stand together.
        """
        for axis in options:
            if axis not in AXES:
                raise BadOption(f"there is no option {axis!r}", axis)
        if "players" not in options:
            raise BadOption("the number of players is missing", "players")
        settled = {axis: read_option(axis, options.get(axis, AXES[axis].default)) for axis in AXES}
        if settled["deal.remainder"] == "kitty":
            settled["deck.strip"] = []
        rules = cls(options=settled, **_meaning(settled))
        for problem in _impossible(rules):
            raise problem
        return rules

    def to_json(self) -> Options:
        """Return the resolved options as a new flat JSON object, from which `from_options` makes equal rules."""
        return {axis: _copy(value) for axis, value in self.options.items()}

    def __hash__(self) -> int:
        return hash((self.players, self.pack, self.values, self.pass_cycle, self.moon, self.limit))

    def direction(self, round_number: int) -> str:
        """Return the pass direction of a round, 1 being the first (``pass.direction-from-round``)."""
        return self.pass_cycle[(round_number - 1) % len(self.pass_cycle)]

    def points(self, cards: Mask) -> int:
        """Return what the cards of a set are worth together, the bonus card left out."""
        return sum(self.values[each] for each in members(cards))


def _copy(value: Any) -> Any:
    if isinstance(value, str | int):
        return value
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, list | tuple) else value


def _heart_points(setting: Any) -> dict[Card, int]:
    by_rank: dict[str, int]
    if setting == "one":
        by_rank = dict.fromkeys(RANKS, 1)
    elif setting == "pips":
        by_rank = {rank: pips for pips, rank in enumerate(RANKS, start=2)}
    else:
        by_rank = dict(setting)
    return {CARDS[rank + "H"]: points for rank, points in by_rank.items()}


def _meaning(settled: Options) -> dict[str, Any]:
    """Return the fields of `Rules` that follow from settled options."""
    players = settled["players"]
    pack = ALL & ~mask(CARDS[name] for name in settled["deck.strip"])
    points = _heart_points(settled["value.heart"])
    points |= {CARDS[name]: value for name, value in settled["value.card"].items()}
    values = tuple(points.get(each, 0) for each in range(52))
    penalties = mask(each for each in members(pack) if values[each] > 0)
    bonus = 0 if settled["bonus.card"] == "none" else 1 << CARDS[settled["bonus.card"]]
    needed = POINT_CARDS if settled["moon.needs"] == "hearts-and-queen" else penalties
    amount = settled["moon.amount"]
    barred = settled["first-trick.banned"]
    return {
        "players": players,
        "pack": pack,
        "hand_size": pack.bit_count() // players,
        "kitty_size": pack.bit_count() % players if settled["deal.remainder"] == "kitty" else 0,
        "kitty_shown": settled["kitty.visibility"],
        "pass_count": settled["pass.count"],
        "pass_cycle": tuple(settled["pass.cycle"]),
        "opens_lowest_club": settled["open.leader"] == "lowest-club",
        "opening": settled["open.card"],
        "banned": (HEARTS if "hearts" in barred else 0) | (QUEEN if "queen" in barred else 0),
        "breakers": {"after-heart": HEARTS, "after-heart-or-queen": POINT_CARDS}.get(settled["hearts.lead"]),
        "lead_release": POINT_CARDS if settled["hearts.lead-release"] == "only-points" else HEARTS,
        "values": values,
        "penalties": penalties,
        "bonus": bonus,
        "bonus_value": settled["bonus.value"],
        "moon": settled["moon.mode"],
        "moon_cards": needed | (bonus if settled["moon.needs"] == "penalties-and-bonus" else 0),
        "moon_amount": sum(values[each] for each in members(penalties)) if amount == "total" else amount,
        "ends_by_rounds": settled["match.end"] == "rounds",
        "limit": settled["match.limit"],
        "round_count": settled["match.rounds"] if settled["match.rounds"] != "none" else 0,
        "must_exceed": settled["match.compare"] == "exceed",
        "shares_win": settled["match.tie"] == "shared",
    }


def _impossible(rules: Rules) -> Iterable[Impossible]:
    """Yield each pair of options that cannot stand together."""
    options = rules.options
    stripped = ALL & ~rules.pack
    passes = any(direction != "hold" for direction in rules.pass_cycle)
    if stripped & POINT_CARDS:
        yield Impossible(
            f"deck.strip takes out {NAMES[members(stripped & POINT_CARDS)[0]]}, but value.heart and value.card "
            "count hearts and the queen of spades, which always stay in the pack",
            "deck.strip",
            "value.card",
        )
    if stripped & rules.bonus:
        yield Impossible(
            f"deck.strip takes out {options['bonus.card']}, which is the bonus.card",
            "deck.strip",
            "bonus.card",
        )
    for name in options["value.card"]:
        if stripped >> CARDS[name] & 1:
            yield Impossible(
                f"deck.strip takes out {name}, to which value.card gives a value", "deck.strip", "value.card"
            )
    if options["deal.remainder"] == "strip" and rules.pack.bit_count() % rules.players:
        yield Impossible(
            f"deck.strip leaves {rules.pack.bit_count()} cards, which players: {rules.players} cannot share evenly",
            "deck.strip",
            "players",
        )
    if rules.opens_lowest_club and not rules.pack & CLUBS:
        yield Impossible("deck.strip takes out every club, but open.leader is lowest-club", "deck.strip", "open.leader")
    if "across" in rules.pass_cycle and rules.players % 2:
        yield Impossible(
            f"pass.cycle passes across, but players: {rules.players} have no seat across",
            "pass.cycle",
            "players",
        )
    if passes and rules.pass_count > rules.hand_size:
        yield Impossible(
            f"pass.count is {rules.pass_count}, but players: {rules.players} hold {rules.hand_size} cards each",
            "pass.count",
            "players",
        )
    if rules.opens_lowest_club == (rules.opening == "any"):
        yield Impossible(
            f"open.card: {rules.opening} does not go with open.leader: {options['open.leader']} "
            "(lowest-club goes with that-card or any-club, left-of-dealer with any)",
            "open.card",
            "open.leader",
        )
    if rules.bonus & POINT_CARDS or options["bonus.card"] in options["value.card"]:
        yield Impossible(
            f"bonus.card is {options['bonus.card']}, which value.heart or value.card already counts",
            "bonus.card",
            "value.heart" if rules.bonus & HEARTS else "value.card",
        )
    if options["moon.needs"] == "penalties-and-bonus" and not rules.bonus:
        yield Impossible("moon.needs asks for the bonus card, but bonus.card is none", "moon.needs", "bonus.card")
    if rules.moon != "none" and not rules.penalties & HEARTS and options["moon.needs"] != "hearts-and-queen":
        yield Impossible(
            f"moon.mode is {rules.moon}, but value.heart makes no heart a penalty card",
            "moon.mode",
            "value.heart",
        )
    if rules.moon != "none" and rules.moon_amount < 1:
        yield Impossible(
            f"moon.mode is {rules.moon}, but value.heart and value.card leave no penalty card",
            "moon.mode",
            "value.heart",
        )
    if rules.ends_by_rounds and not rules.round_count:
        yield Impossible("match.end is rounds, but match.rounds is none", "match.end", "match.rounds")
