"""HeartsGym's ``Hearts`` seen through the suite's interface; runs where that package is installed.

It plays one round for four, without passing and without choices, and is held against the sheet ``qdan``.  Which
answers are its own, and what is made here:

- *Dealing*: ``dealHands`` is replaced by one that returns the hands asked for; ``reset`` calls it, and finds the
  holder of the two of clubs by itself.
- *Legal cards* are those for which ``isActionValid`` says so.  An action is a place among thirteen, which
  ``actionKey`` shuffles anew after each card; the adapter looks up at which place a card stands.
- *A refused card* is one for which ``isActionValid`` says no, one that is not held, or any from another seat than the
  one whose turn it is.  ``step`` itself refuses nothing: told to play such a card it plays the first valid one
  instead, so that ``refuse`` is not declared and such a card is kept from it.
- *The winner of a trick* is read in its log; *points* are its scores when it says that the round is done.

Whether hearts are broken it works out anew each time and never shows, and captured cards it keeps in one heap; so
these are unseen.
"""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import Any, Final

from HeartsGym import Card, Hearts

from hearts_conformance.implementation import Deal, Description, Implementation, Observation, Refused, Setup, TrickCard

SUITS: Final = {"S": Card.spade, "C": Card.clubs, "H": Card.hearts, "D": Card.dimonds}
NAMES: Final[dict[int, str]] = {
    Card(suit, number).id: rank + letter
    for letter, suit in SUITS.items()
    for number, rank in enumerate("23456789TJQKA", start=2)
}
"""Our name of each card, by its id."""
IDS: Final = {name: number for number, name in NAMES.items()}
WINNER: Final = re.compile(r"Player (\d) wins the trick")


class Adapter(Implementation):
    """One round of ``Hearts``."""

    def __init__(self) -> None:
        self._env: Any = None
        self._done = False

    def describe(self) -> Description:
        """Declare the usual sheet, for one round of four."""
        return Description(
            name="HeartsGym",
            version=version("HeartsGym"),
            players=frozenset({4}),
            can=frozenset({"legal"}),
            sheets=("qdan",),
        )

    def start(self, setup: Setup) -> None:
        """Forget the round; there is nothing to set."""
        self._env, self._done = None, False

    def deal(self, deal: Deal) -> None:
        """Let it deal these hands; raise `Refused` for a second round."""
        if self._env is not None:
            raise Refused
        self._env = Hearts()
        self._env.dealHands = lambda: [[Card.cardById(IDS[card]) for card in hand] for hand in deal.hands]
        self._env.reset()

    def play(self, seat: int, card: str) -> None:
        """Play *card*; raise `Refused` where it is not valid, is not held, or it is not the turn of *seat*."""
        if self._env is None or self._done or seat != self._env.getCurrentPlayer():
            raise Refused
        action = self._actions().get(card)
        if action is None or not self._env.isActionValid(action):
            raise Refused
        _, _, self._done = self._env.step(action)

    def observe(self) -> Observation:
        """Tell what it shows."""
        if self._env is None:
            nothing = dict.fromkeys(("turn", "legal", "trick", "trick_winner", "round_points"))
            return Observation(phase="deal", **nothing)
        winners = WINNER.findall(self._env.log)
        common: dict[str, Any] = {
            "hands": [[NAMES[card.id] for card in hand] for hand in self._env.state["hands"]],
            "trick_winner": int(winners[-1]) if winners else None,
        }
        if self._done:
            return Observation(
                **common,
                turn=None,
                legal=None,
                trick=None,
                round_points=[int(each) for each in self._env.state["scores"]],
            )
        return Observation(
            **common,
            phase="play",
            turn=self._env.getCurrentPlayer(),
            legal=[card for card, action in self._actions().items() if self._env.isActionValid(action)],
            trick=self._trick(),
            round_points=None,
        )

    def _actions(self) -> dict[str, int]:
        """Return for each card of the player whose turn it is the action that plays it."""
        hand = self._env.getCurrentPlayersHand()
        key = self._env.state["actionKey"]
        return {NAMES[hand[place].id]: action for action, place in enumerate(key) if place < len(hand)}

    def _trick(self) -> list[TrickCard]:
        """Return the cards on the table with who played them, seat after seat up to the one whose turn it is."""
        cards = self._env.state["currentTrick"]
        leader = self._env.getCurrentPlayer() - len(cards)
        return [TrickCard(seat=(leader + place) % 4, card=NAMES[card.id]) for place, card in enumerate(cards)]
