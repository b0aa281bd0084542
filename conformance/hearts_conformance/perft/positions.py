"""The positions from which is counted: written in short, laid out for any rules.

``conformance/perft/positions.yaml`` writes them as scenarios are written (hands by suit, filled up by fixed rules,
moves before), and says of each which rules it meets.  Besides, ``left`` lets everybody play on low until so many cards
are left in each hand, and a seat that is ``taking`` play high meanwhile.  A position that a pack or a set of options
cannot hold is passed over there.

A `Start` is a position laid out: every card spelled out, so that whoever reads a table needs nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from hearts_conformance.fill import Unfit
from hearts_conformance.implementation import Deal, Setup
from hearts_conformance.layout import applies, expand
from hearts_conformance.scenario import Case
from hearts_conformance.script import DealRound, Instruction, Names, Play, replay, to_mask
from hearts_conformance.table import Misplay, Table, before_plain_pass, low_first, lowest_club
from hearts_reference import READINGS, Match, Readings
from hearts_spec import data
from hearts_spec.cards import CARDS, HEARTS, NAMES, POINT_CARDS, QUEEN_OF_SPADES, SUIT_OF, Card, Mask
from hearts_spec.rules import PLAYERS, Rules

OWN: Final = frozenset({"meets", "left", "taking"})
"""What a position may state that a scenario may not."""
LOOK: Final = {"phase": "play"}
"""The step that stands for whatever is to be counted."""


@dataclass(frozen=True)
class Start:
    """A position laid out: the hands at the first lead, and the cards played since."""

    position: str
    players: int
    dealer: int
    round: int
    leader: int
    """The seat that leads to the first trick."""
    hands: tuple[Names, ...]
    kitty: Names
    played: Names

    def setup(self, rules: Rules) -> Setup:
        """Return what an implementation is started with."""
        return Setup(rules.to_json(), self.players, self.dealer, self.round, (0,) * self.players)

    def deal(self, rules: Rules, *, passing: bool = True) -> tuple[Deal, list[tuple[int, Names]]]:
        """Return what to deal, and the selections to pass that lead to the hands at the first lead."""
        direction = rules.direction(self.round)
        if not passing or direction == "hold":
            return Deal(self.hands, self.kitty), []
        dealt, passed = before_plain_pass([to_mask(hand) for hand in self.hands], direction, rules.pass_count)
        named = [tuple(_names(cards)) for cards in passed]
        return Deal(tuple(tuple(_names(hand)) for hand in dealt), self.kitty), list(enumerate(named))

    def match(self, rules: Rules, readings: Readings = READINGS) -> Match:
        """Return the engine brought to this position; raise its `Refused` or `BadInput` where the rules forbid it."""
        match = Match(rules, readings, dealer=self.dealer, round_number=self.round)
        deal, passes = self.deal(rules)
        match.deal([to_mask(hand) for hand in deal.hands], to_mask(deal.kitty))
        for seat, cards in passes:
            match.pass_cards(seat, [CARDS[name] for name in cards])
        for name in self.played:
            match.play(-1 if match.turn is None else match.turn, CARDS[name])
        return match

    def to_json(self) -> dict[str, Any]:
        """Return the position as plain JSON, hands as cards between spaces."""
        return {
            "dealer": self.dealer,
            "round": self.round,
            "leader": self.leader,
            "hands": [" ".join(hand) for hand in self.hands],
            "kitty": " ".join(self.kitty),
            "played": " ".join(self.played),
        }

    @classmethod
    def from_json(cls, position: str, players: int, entry: Mapping[str, Any]) -> Start:
        """Read what `to_json` wrote."""
        return cls(
            position=position,
            players=players,
            dealer=entry["dealer"],
            round=entry["round"],
            leader=entry["leader"],
            hands=tuple(tuple(hand.split()) for hand in entry["hands"]),
            kitty=tuple(entry["kitty"].split()),
            played=tuple(entry["played"].split()),
        )


class _Written(Case):
    """A position as a case, which the layout understands."""

    def place(self, key: str, players: int, *further: str | int) -> tuple[str | int, ...]:
        """Return where *key* is stated in the file of positions."""
        way = super().place(key, players, *further)
        return ("positions", self.name, *(way[2:] if way[:1] == ("cases",) else way))


@dataclass(frozen=True)
class Written:
    """A position as it is written."""

    name: str
    title: str
    meets: tuple[str, ...]
    """The rules for whose sake it was chosen."""
    case: Case = field(repr=False)

    def lay_out(self, rules: Rules) -> Start | None:
        """Return the position under *rules*; None where they cannot hold it."""
        if not applies(self.case, rules):
            return None
        try:
            run = expand(self.case, "", rules, strict=True)
        except Unfit:
            return None
        if run is None:
            return None
        script = [each for each in run.script if isinstance(each, DealRound | Play)]
        deal = script[0]
        assert isinstance(deal, DealRound)
        played = [each.card for each in script if isinstance(each, Play)]
        stated = self.case.stated(rules.players)
        if "left" in stated:
            on = _play_on(script, stated["left"], stated.get("taking"))
            if on is None:
                return None
            played += on
        assert deal.opener is not None
        return Start(
            position=self.name,
            players=rules.players,
            dealer=deal.dealer,
            round=deal.number,
            leader=deal.opener,
            hands=deal.hands,
            kitty=deal.kitty,
            played=tuple(played),
        )


def _play_on(script: Sequence[Instruction], left: int, taking: int | None) -> list[str] | None:
    """Return the cards played until each hand has *left*; None where the hands are not that long."""
    table = replay(script)
    assert table is not None
    if any(hand.bit_count() < left for hand in table.hands):
        return None
    cards = []
    while table.trick or table.hands[0].bit_count() > left:
        turn = table.turn
        assert turn is not None
        card = _opening(table, turn)
        if card is None:
            card = _high(table, turn) if turn == taking else _low(table, turn)
        table.play(turn, card)
        cards.append(NAMES[card])
    return cards


def _opening(table: Table, seat: int) -> Card | None:
    """Return the lowest club dealt, with which its holder may open under any options; None for any other play."""
    if table.tricks or table.trick:
        return None
    lowest = lowest_club(sum(table.hands))
    return lowest if lowest is not None and table.hands[seat] >> lowest & 1 else None


def _low(table: Table, seat: int) -> Card:
    """Return the low card of a seat: of nothing but point cards it leads the queen, or else its lowest heart."""
    try:
        return table.low(seat)
    except Misplay:
        hand = table.hands[seat]
        return QUEEN_OF_SPADES if hand >> QUEEN_OF_SPADES & 1 else low_first(hand)[0]


def _high(table: Table, seat: int) -> Card:
    """Return the highest card of the suit led, or to lead: of the plain suits first, the hearts when they are all."""
    hand = table.hands[seat]
    if table.trick:
        suit = hand & SUIT_OF[table.trick[0][1]]
        return low_first(suit)[-1] if suit else _low(table, seat)
    return low_first(hand & ~POINT_CARDS or hand & ~HEARTS or hand)[-1]


@cache
def written() -> dict[str, Written]:
    """Return our positions by name; raise `DataError` for a file that is not as it must be."""
    path = data.home("hearts_conformance") / "perft" / "positions.yaml"
    document = data.load(path, "perft-positions")
    found = {}
    for name, entry in document.value["positions"].items():
        shared = {key: value for key, value in entry.items() if key != "meets"} | {"steps": [LOOK]}
        players = tuple(entry.get("players", PLAYERS))
        case = _Written(f"perft/{name}", name, entry["title"], (), players, path, shared, {})
        found[name] = Written(name, entry["title"], tuple(entry["meets"]), case)
    return found


def _names(cards: Mask) -> list[str]:
    return [NAMES[card] for card in range(52) if cards >> card & 1]
