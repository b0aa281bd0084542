"""OpenSpiel's ``hearts`` seen through the suite's interface.

OpenSpiel plays one round for four, in C++ with Python bindings, and eight switches say by which rules.  `SWITCHES`
sets six of them from our options; the other two have no counterpart among the options (a bonus for taking no
trick, which stays off) or are not needed (a game that never passes: the direction ``hold`` does the same).

Which of OpenSpiel's answers are its own, and which are made here:

- *Legal cards, captures by trick, broken hearts, the delivery of passed cards, points and the moon* are
  OpenSpiel's own.  No rule is computed here.
- *The pass direction* is the outcome of its first chance event.  It knows no match, so the direction is picked
  here, from the number of the round and the options' pass cycle; so nothing about the cycle is claimed.
- *A refused card* is one that is missing from its legal list, or a seat other than the one it waits for.  Its
  ``apply_action`` asks less: it takes any card that the player holds, whatever the rules say, so the list is the
  only rule it has.
- *A refused pass* follows from its legal lists too.  It takes cards one by one, three from each seat, seat after
  seat, so a selection is tried on a copy of the position, and all four are carried out when the last is made.  Until
  then OpenSpiel has seen none of them, so that a seat may still select again: that freedom is made here.
- *The end of the round*: its points are 26 less its returns, because returns grow as points fall.  Whether the
  match is over it cannot know, so ``phase`` is then left out, as ``over``, totals, places and dealer are always.
- *The winner of the thirteenth trick* it does not name, since nobody leads next; it is the player whose points
  that trick changed, leaving aside the 26 that a moon moves, and stays unseen when no points were in the trick.

Forced cards are not played by themselves: a round takes 52 plays, the last trick included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

from hearts_conformance.implementation import ABSENT, Deal, Description, Implementation, Observation, Refused, Setup
from hearts_spec import cards

SWITCHES: Final[tuple[tuple[str, str, tuple[Any, ...]], ...]] = (
    ("can_lead_any_club", "open.card", ("any-club",)),
    ("no_pts_on_first_trick", "first-trick.banned", (["hearts", "queen"],)),
    ("must_break_hearts", "hearts.lead", ("after-heart", "after-heart-or-queen")),
    ("qs_breaks_hearts", "hearts.lead", ("after-heart-or-queen",)),
    ("can_lead_hearts_instead_of_qs", "hearts.lead-release", ("only-points",)),
    ("jd_bonus", "bonus.card", ("JD",)),
)
"""OpenSpiel's parameter, the axis that decides it, and the values of that axis that switch it on."""

OPTIONS: Final[dict[str, tuple[Any, ...]]] = {
    "deck.strip": ([],),
    "deal.remainder": ("strip", "kitty"),
    "pass.count": (3,),
    "open.leader": ("lowest-club",),
    "open.card": ("that-card", "any-club"),
    "first-trick.banned": ([], ["hearts", "queen"]),
    "hearts.lead": ("after-heart", "after-heart-or-queen", "any-time"),
    "hearts.lead-release": ("only-hearts", "only-points"),
    "value.heart": ("one",),
    "value.card": ({"QS": 13},),
    "bonus.card": ("none", "JD"),
    "bonus.value": (-10,),
    "moon.mode": ("add",),
    "moon.amount": ("total", 26),
    "moon.needs": ("penalties", "hearts-and-queen"),
}
"""The values it can play.  Four players leave no odd cards, so any ``deal.remainder`` will do; with hearts at one
point and the queen alone beside them, both readings of ``moon.needs`` name the same fourteen cards."""

DIRECTIONS: Final = {"hold": 0, "left": 1, "across": 2, "right": 3}
"""The outcomes of the first chance event: how many seats on the cards go."""

DIRECTION_NAMES: Final = {"No Pass": "hold", "Left": "left", "Across": "across", "Right": "right"}
SEAT_NAMES: Final = "NESW"
ALL_POINTS: Final = 26

ACTIONS: Final[dict[str, int]] = {
    rank + suit: 4 * number + "CDHS".index(suit) for number, rank in enumerate(cards.RANKS) for suit in cards.SUITS
}
"""A card's number in OpenSpiel, by name; dealing, passing and playing it are the same action."""
NAMES: Final = {action: name for name, action in ACTIONS.items()}


def library() -> Any:
    """Return the module of OpenSpiel's bindings; raise `ImportError` with the remedy where it is not installed."""
    try:
        return import_module("pyspiel")
    except ImportError as error:
        raise ImportError('OpenSpiel is not installed; pip install "heartspec[openspiel]" installs it') from error


def parameters(options: Mapping[str, Any]) -> dict[str, bool]:
    """Return OpenSpiel's parameters for resolved options; raise `ValueError` for a value that it cannot play."""
    for axis, values in OPTIONS.items():
        if options[axis] not in values:
            raise ValueError(f"OpenSpiel cannot play {axis}: {options[axis]}")
    return {name: options[axis] in values for name, axis, values in SWITCHES}


def _action(card: str) -> int:
    return ACTIONS[cards.NAMES[cards.card(card)]]


class Round:
    """One round in OpenSpiel: its state object, asked only through what its bindings offer."""

    def __init__(self, game: Any, direction: str, hands: Sequence[Sequence[str]]) -> None:
        """Deal *hands* and fix the pass *direction*; raise `ValueError` unless four share out the whole pack."""
        if sorted(map(len, hands)) != [13] * 4 or {card for hand in hands for card in hand} != set(ACTIONS):
            raise ValueError("OpenSpiel deals the whole pack of 52 to four players, thirteen cards each")
        self.hearts_need_breaking: bool = game.get_parameters()["must_break_hearts"]
        self.state: Any = game.new_initial_state()
        self.state.apply_action(DIRECTIONS[direction])
        for one_each in zip(*hands, strict=True):
            for card in one_each:
                self.state.apply_action(_action(card))
        self._selected: dict[int, Sequence[int]] = {}
        self._points_before: list[float] = [0.0] * 4

    def legal(self) -> list[str]:
        """Return the cards that OpenSpiel accepts from the seat it waits for."""
        return [NAMES[action] for action in self.state.legal_actions()]

    def select(self, seat: int, chosen: Sequence[str]) -> None:
        """Keep the cards that *seat* passes, and pass when all four have chosen; raise `Refused` for a wrong choice."""
        actions = [_action(card) for card in chosen]
        trial = self.state.clone()
        for earlier in range(seat):
            self._give(trial, earlier, trial.legal_actions()[:3])
        self._give(trial, seat, actions)
        self._selected[seat] = actions
        if len(self._selected) == 4:
            for each in range(4):
                self._give(self.state, each, self._selected[each])

    @staticmethod
    def _give(state: Any, seat: int, actions: Sequence[int]) -> None:
        """Take the cards from *seat* one by one; raise `Refused` unless each is wanted and none is still missing."""

        def waits() -> bool:
            return bool(state.to_struct().phase == "Pass" and state.current_player() == seat)

        for action in actions:
            if not waits() or action not in state.legal_actions():
                raise Refused
            state.apply_action(action)
        if waits() or not actions:
            raise Refused

    def play(self, seat: int, card: str) -> None:
        """Play *card*; raise `Refused` out of turn, outside play, and for a card not in the legal list."""
        action = _action(card)
        in_play = self.state.to_struct().phase == "Play"
        if not in_play or seat != self.state.current_player() or action not in self.state.legal_actions():
            raise Refused
        self._points_before = [self.state.points(each) for each in range(4)]
        self.state.apply_action(action)

    def observe(self) -> Observation:
        """Tell what can be read off the state."""
        seen = self.state.to_struct()
        tricks = [[(SEAT_NAMES.index(seat), card) for seat, card in trick] for trick in seen.tricks]
        complete = [trick for trick in tricks if len(trick) == 4]
        winners = [trick[0][0] for trick in tricks[1:]]
        if complete and len(winners) < len(complete):
            winners.append(self._last_winner())
        common: dict[str, Any] = {
            "hands": [list(hand) for hand in seen.hands],
            "trick_winner": winners[-1] if winners else None,
            "captured": _captured(complete, winners),
        }
        if self.state.is_terminal():
            points = [int(ALL_POINTS - each) for each in self.state.returns()]
            between = dict.fromkeys(("turn", "legal", "trick", "broken", "direction"))
            return Observation(**common, **between, round_points=points)
        playing = seen.phase == "Play"
        open_trick = tricks[-1] if len(tricks) > len(complete) else []
        return Observation(
            **common,
            phase="play" if playing else "pass",
            turn=self.state.current_player() if playing else None,
            legal=self.legal() if playing else None,
            trick=[{"seat": seat, "card": card} for seat, card in open_trick],
            broken=seen.hearts_broken if self.hearts_need_breaking else None,
            direction=DIRECTION_NAMES[seen.pass_direction],
            round_points=None,
        )

    def _last_winner(self) -> Any:
        """Return who won the trick just completed: whoever leads next, or at the end whoever got its points."""
        if not self.state.is_terminal():
            return self.state.current_player()
        changed = [seat for seat in range(4) if (self.state.points(seat) - self._points_before[seat]) % ALL_POINTS]
        return changed[0] if changed else ABSENT


def _captured(tricks: Sequence[Sequence[tuple[int, str]]], winners: Sequence[Any]) -> Any:
    """Return the cards captured by seat, or `ABSENT` where the winner of a trick is not known."""
    if ABSENT in winners:
        return ABSENT
    piles: list[list[str]] = [[], [], [], []]
    for trick, winner in zip(tricks, winners, strict=True):
        piles[winner].extend(card for _, card in trick)
    return piles


class OpenSpiel(Implementation):
    """OpenSpiel, told by its parameters to play the rules asked for."""

    def __init__(self) -> None:
        """Find OpenSpiel; raise `ImportError` where it is not installed."""
        self._pyspiel = library()
        self._game: Any = None
        self._direction = "hold"
        self._round: Round | None = None

    def describe(self) -> Description:
        """Declare the options that its parameters cover, for one round of four players."""
        return Description(
            name="OpenSpiel hearts",
            version=self._pyspiel.__version__,
            players=frozenset({4}),
            can=frozenset({"legal", "refuse", "passing"}),
            options=OPTIONS,
        )

    def start(self, setup: Setup) -> None:
        """Load the game for the options, and keep the pass direction of the round that will be dealt."""
        cycle = setup.options["pass.cycle"]
        self._game = self._pyspiel.load_game("hearts", self._parameters(setup.options))
        self._direction = cycle[(setup.round - 1) % len(cycle)]
        self._round = None

    def _parameters(self, options: Mapping[str, Any]) -> dict[str, bool]:
        return parameters(options)

    def deal(self, deal: Deal) -> None:
        """Deal the one round there is; raise `Refused` for a second."""
        if self._round is not None:
            raise Refused
        if deal.kitty:
            raise ValueError("OpenSpiel has no kitty")
        self._round = Round(self._game, self._direction, deal.hands)

    def pass_cards(self, seat: int, cards: Sequence[str]) -> None:
        """Select the cards that *seat* passes."""
        self._dealt().select(seat, cards)

    def play(self, seat: int, card: str) -> None:
        """Play *card* from the hand of *seat*."""
        self._dealt().play(seat, card)

    def observe(self) -> Observation:
        """Tell what OpenSpiel shows; before the deal, that nothing is on the table."""
        if self._round is None:
            nothing = ("turn", "legal", "trick", "trick_winner", "broken", "direction", "round_points")
            return Observation(phase="deal", **dict.fromkeys(nothing))
        return self._round.observe()

    def _dealt(self) -> Round:
        if self._round is None:
            raise Refused
        return self._round


class OpenSpielDefault(OpenSpiel):
    """OpenSpiel with the parameters it has when nobody sets any, held against the sheet ``qdan``.

    It differs from that sheet in one rule: by default the queen of spades breaks hearts.
    """

    known_deviations = "default.known.yaml"

    def describe(self) -> Description:
        """Claim the sheet, as a program does that offers no choice."""
        default = super().describe()
        return Description(
            name="OpenSpiel hearts, default parameters",
            version=default.version,
            players=default.players,
            can=default.can,
            sheets=("qdan",),
        )

    def _parameters(self, options: Mapping[str, Any]) -> dict[str, bool]:
        return {}
