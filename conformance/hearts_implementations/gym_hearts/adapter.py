"""gym-hearts' ``HeartsEnv`` seen through the suite's interface; runs where that package is installed.

It plays a match for four without passing.  Which answers are its own, and what is made here:

- *Dealing*: it shuffles and deals by itself.  The one thing replaced is the pack that it draws from, by one that lies
  as the hands are to be (`_stacked`); who leads it finds out itself.
- *The next deal* it makes in the same call that takes the last card of a round, before anybody could say what to deal.
  So the position before each such card is kept.  When the next deal is asked for, that card is played there again,
  with the pack stacked for both.  Between the rounds it is shown as one that has finished a round: hands, turn and
  legal cards would be those of a deal nobody asked for, and are left out.
- *Legal cards* are ``valid_hand_cards`` of ``get_observation``.
- *A refused card* is one that is not held, or another seat than the one whose turn it is; ``step`` takes anything
  else, legal or not, so ``refuse`` is not declared and a case is played on past a wrong list of legal cards.
- *Totals* are its scores less what the round under way has brought so far; *points* are the difference between two
  totals.
- *A match under way*: the number of its round comes in by ``copy_observation``, totals by ``add_score`` and
  ``commit_new_round_score``.
- *The trick* is empty once four cards lie there: it clears them away with the next card.

- *Passing* there is none of: declared is that it never passes.

It knows no dealer, names no winner of the match and keeps no captured cards: these are unseen.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from typing import Any, Final
from unittest.mock import patch

from gymhearts.env import HeartsEnv
from gymhearts.strategy import IStrategy
from treys import Card

from hearts_conformance.implementation import Deal, Description, Implementation, Observation, Refused, Setup, TrickCard

CARDS: Final[dict[str, int]] = {
    rank + suit: Card.new(rank + suit.lower()) for suit in "CDSH" for rank in "23456789TJQKA"
}
NAMES: Final = {number: name for name, number in CARDS.items()}

OPTIONS: Final[dict[str, tuple[Any, ...]]] = {
    "deck.strip": ([],),
    "pass.cycle": (["hold"],),
    "open.leader": ("lowest-club",),
    "open.card": ("that-card",),
    "first-trick.banned": (["hearts", "queen"],),
    "hearts.lead": ("after-heart",),
    "hearts.lead-release": ("only-hearts",),
    "value.heart": ("one",),
    "value.card": ({"QS": 13},),
    "bonus.card": ("none",),
    "moon.mode": ("none", "add"),
    "moon.amount": ("total", 26),
    "moon.needs": ("penalties", "hearts-and-queen"),
    "match.end": ("limit",),
    "match.compare": ("reach",),
}
"""What it sets out to play.  The limit is left out, since ``endgame_score`` is a parameter of any value, and so are
ties, of which it says nothing."""


@contextmanager
def _stacked(deal: Deal) -> Iterator[None]:
    """Let the environment draw from a pack in which the hands lie one after another."""
    hands = iter([[CARDS[card] for card in hand] for hand in deal.hands])

    class Stacked:
        def shuffle(self) -> None:
            pass

        def draw(self, count: int) -> list[int]:
            return next(hands)

    with patch("gymhearts.env.Deck", Stacked):
        yield


class Adapter(Implementation):
    """A match in ``HeartsEnv``."""

    def __init__(self) -> None:
        self._setup: Setup | None = None
        self._deals: list[Deal] = []
        self._env: Any = None
        self._before: Any = None
        """A copy of the environment as it was before the last card of the latest round that was finished."""
        self._last_card = 0
        self._between = False
        """Whether a round is over and the next has not been asked for."""
        self._done = False
        self._trick_winner: int | None = None

    def describe(self) -> Description:
        """Declare the rules it sets out to play, for a match of four."""
        return Description(
            name="gym-hearts",
            version=version("gym-hearts"),
            players=frozenset({4}),
            can=frozenset({"legal", "passing", "match", "resume"}),
            options=OPTIONS,
        )

    def start(self, setup: Setup) -> None:
        """Forget the environment; a new one is made for the first deal, since it cannot be without cards."""
        self.__init__()  # type: ignore[misc]
        self._setup = setup

    def deal(self, deal: Deal) -> None:
        """Let the environment deal these hands; raise `Refused` where it would not deal."""
        if self._setup is None or self._done or (self._env is not None and not self._between):
            raise Refused
        if self._env is None:
            self._env = _begun(self._setup, deal)
        else:
            self._env = self._before
            with _stacked(deal):
                self._env.step(self._last_card)
        self._between = False
        self._trick_winner = None

    def pass_cards(self, seat: int, cards: Sequence[str]) -> None:
        """Refuse, since there is no passing."""
        raise Refused

    def play(self, seat: int, card: str) -> None:
        """Play *card*; raise `Refused` out of turn, outside play and for a card not held, as ``step`` does."""
        if not self._in_play or seat != self._env.get_observation()["current_player_id"]:
            raise Refused
        number = CARDS[card]
        if number not in self._env.get_observation()["hand_cards"]:
            raise Refused
        if sum(self._env.get_observation()["number_of_hand_cards_for_all_players"]) == 1:
            self._before, self._last_card = copy.deepcopy(self._env), number
        _, _, self._done, told = self._env.step(number)
        self._between = told["is_new_round"]
        self._trick_winner = told.get("punish_player_id", self._trick_winner)

    @property
    def _in_play(self) -> bool:
        return self._env is not None and not self._between and not self._done

    def observe(self) -> Observation:
        """Tell what the environment shows."""
        nothing: dict[str, Any] = dict.fromkeys(("turn", "legal", "trick", "broken"))
        if self._env is None:
            totals = list(self._setup.totals) if self._setup else []
            return Observation(phase="deal", **nothing, trick_winner=None, round_points=None, totals=totals, over=False)
        totals = _totals(self._env)
        if not self._in_play:
            before = _totals(self._before)
            return Observation(
                phase="over" if self._done else "deal",
                **nothing,
                trick_winner=self._trick_winner,
                round=self._before.get_observation()["round"],
                round_points=[after - earlier for after, earlier in zip(totals, before, strict=True)],
                totals=totals,
                over=self._done,
            )
        seen = self._env.get_observation()
        trick = list(zip(seen["playing_ids"], seen["playing_cards"], strict=True))
        return Observation(
            phase="play",
            turn=seen["current_player_id"],
            legal=[NAMES[card] for card in seen["valid_hand_cards"]],
            hands=[[NAMES[card] for card in player.get_hand_cards()] for player in self._env._players],
            trick=[TrickCard(seat=seat, card=NAMES[card]) for seat, card in trick if len(trick) < 4],
            trick_winner=self._trick_winner,
            broken=self._env._is_heart_broken,
            round=seen["round"],
            round_points=None,
            totals=totals,
            over=False,
        )


class Cleared(Adapter):
    """The same, with the table cleared by ``copy_observation`` after each trick, as its ``step`` does a card later.

    As it comes, ``valid_hand_cards`` of a leader are those that follow the trick before, which still lies there.  That
    hides everything else about leading; here it is seen.
    """

    def describe(self) -> Description:
        """Declare the same under another name."""
        return replace(super().describe(), name="gym-hearts, table cleared")

    def play(self, seat: int, card: str) -> None:
        """Play *card*, and clear the table if that was the last of a trick."""
        super().play(seat, card)
        seen = self._env.get_observation()
        if self._in_play and len(seen["playing_cards"]) == seen["number_of_players"]:
            self._env.copy_observation(seen | {"playing_cards": [], "playing_ids": []})


def _begun(setup: Setup, deal: Deal) -> Any:
    """Return an environment that has begun as *setup* says and dealt the first round."""
    env = HeartsEnv(endgame_score=setup.options["match.limit"])
    if setup.options["moon.mode"] == "add":
        env.enable_shooting_the_moon()
    for _ in range(setup.players):
        env.add_player(IStrategy())
    with _stacked(deal):
        env.start()
    for player, total in zip(env._players, setup.totals, strict=True):
        player.add_score(total)
        player.commit_new_round_score()
    env.copy_observation(env.get_observation() | {"round": setup.round})
    return env


def _totals(env: Any) -> list[int]:
    """Return the scores without what the round under way has brought so far."""
    return [player.get_score() - player.get_uncommited_score() for player in env._players]
