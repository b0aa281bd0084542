"""Lets heartspec judge a game.  Replace each `NotImplementedError` by a call into yours, then run

heartspec verify MODULE:Adapter
"""

from collections.abc import Sequence

from hearts_conformance.implementation import Deal, Description, Implementation, Observation, Refused, Setup


class Adapter(Implementation):
    """One game at a time: `start`, then `deal`, then `play` card after card, and `observe` in between."""

    def describe(self) -> Description:
        """Claim what your game can do, and no more: nothing else is asked of it.

        sheets: what `heartspec sheets list` offers.  can: "legal" where `observe` lists the legal cards, "refuse"
        where `play` refuses the others, "passing" where cards are passed, "match" where further rounds follow.
        """
        return Description(
            name="My Hearts",
            version="1.0",
            players=frozenset({4}),
            can=frozenset({"legal", "refuse"}),
            sheets=("qdan",),
        )

    def start(self, setup: Setup) -> None:
        """Forget any game and begin one: `setup.players` seats, `setup.dealer` deals round `setup.round`."""
        raise NotImplementedError("start a new game here")

    def deal(self, deal: Deal) -> None:
        """Give each seat its cards: `deal.hands[seat]` is a tuple such as ("2C", "TD", "QS", "AH")."""
        raise NotImplementedError("put deal.hands into the players' hands here")

    def pass_cards(self, seat: int, cards: Sequence[str]) -> None:
        """Select the cards that *seat* passes.  Called only where you declare "passing"."""
        raise NotImplementedError("pass cards here")

    def play(self, seat: int, card: str) -> None:
        """Play *card* from the hand of *seat*, or raise `Refused` and leave everything as it was."""
        if card not in (self.legal() or ()):
            raise Refused
        raise NotImplementedError("play the card here")

    def observe(self) -> Observation:
        """Tell what can be seen.  Leave out what your game does not know: it is then not judged."""
        return Observation(turn=self.turn(), legal=self.legal(), round_points=None)

    def turn(self) -> int | None:
        """Return the seat to play, or None between rounds."""
        raise NotImplementedError("ask your game whose turn it is here")

    def legal(self) -> list[str] | None:
        """Return the cards that this seat may play, or None between rounds."""
        raise NotImplementedError("ask your game for the legal cards here")

    def close(self) -> None:
        """Let go of everything."""
