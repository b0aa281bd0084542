"""A match: rounds, totals, the end.

`Match` is what users of this package hold.  Its actions are ``deal``, ``pass_cards``, ``play``, ``choose_moon`` and
``undo``, and ``play_out``, which plays a round to its end at random; its views tell what can be seen at an open
table.  Between rounds they show the round just finished.

>>> from hearts_spec.cards import CARDS, CLUBS, DIAMONDS, HEARTS, SPADES
>>> from hearts_spec.rules import Rules
>>> match = Match(Rules.from_options({"players": 4}), dealer=3)
>>> match.deal([CLUBS, DIAMONDS, SPADES, HEARTS])
>>> match.turn, match.legal
(0, CardSet.of('2C'))
>>> match.play(0, CARDS["2C"])
>>> match.refusal(2, CARDS["QS"])
'turn.in-order'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from hearts_spec.cards import Mask, names
from hearts_spec.rules import Rules

from .errors import BadInput, Fault, Refused
from .plan import plan
from .readings import READINGS, Readings
from .round import Round
from .scoring import ADD, AUTO, CHOICE, Points
from .tricks import conserved


class Match(Round):
    """A match of Hearts under one set of rules, bound once and for all to one table of readings."""

    __slots__ = ()

    def __init__(
        self,
        rules: Rules,
        readings: Readings = READINGS,
        *,
        dealer: int,
        round_number: int = 1,
        totals: Sequence[int] | None = None,
        limit_reached: bool = False,
    ) -> None:
        """Begin a match in which *dealer* deals round *round_number*.

        *totals* are the scores before that round, and *limit_reached* says that an earlier round has reached the
        limit; totals at the limit say so too.  Raises `BadInput` for a seat, a round or totals that do not exist,
        and for a match that would be over.
        """
        super().__init__(plan(rules, readings), dealer, round_number)
        self._check_seat(dealer)
        if type(round_number) is not int or round_number < 1:
            raise BadInput(f"there is no round {round_number!r}; rounds count from 1")
        given = (0,) * rules.players if totals is None else tuple(totals)
        if len(given) != rules.players or any(type(total) is not int for total in given):
            raise BadInput(f"totals are {rules.players} whole numbers, not {given!r}")
        self.dealer = self._plan.first_dealer(dealer, round_number, rules)
        self._totals = given
        self._limit_reached = limit_reached and not rules.ends_by_rounds
        self._limit_reached, winners = self._standing(given, round_number - 1)
        if winners is not None:
            raise BadInput(f"with totals {given!r} before round {round_number} the match is over")

    def copy(self) -> Match:
        """Return an independent match in the same state, with the same actions to take back."""
        twin = Match(self.rules, dealer=self.dealer)
        twin._become(self)
        return twin

    # --- What can be seen ------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.phase == "over"

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The winning seats in ascending order once the match is over, otherwise None (``match.lowest-wins``)."""
        return self._winners if self.over else None

    @property
    def places(self) -> tuple[int, ...] | None:
        """The places by seat once the match is over: 1, 2, 2, 4 (``match.rank-shared``)."""
        return tuple(self._plan.places(self._totals)) if self.over else None

    # --- Dealing ---------------------------------------------------------------------------------------------------

    def deal(self, hands: Sequence[Mask], kitty: Mask = 0) -> None:
        """Deal the next round: the *hands* by seat and the *kitty*, each a set in an integer.

        Raises `BadInput` unless together they are the pack, each hand and the kitty of the size that follows from
        the number of players (``deal.hand-size``, ``kitty.size``).
        """
        self._require("deal")
        self._check_deal(hands, kitty)
        self._keep()
        if self._dealt:
            rules = self.rules
            extra = self._limit_reached or (rules.ends_by_rounds and self.round_number >= rules.round_count)
            self.round_number = self._plan.next_round(self.round_number, extra)
            self.dealer = self._plan.next_dealer(self.dealer, rules)
        self._begin(hands, kitty)

    def _check_deal(self, hands: Sequence[Mask], kitty: Mask) -> None:
        rules = self.rules
        size = rules.hand_size
        together = 0
        for hand in hands:
            if type(hand) is not int or hand.bit_count() != size:
                self._complain(hands, kitty)
            together |= hand
        if type(kitty) is not int or kitty.bit_count() != rules.kitty_size:
            self._complain(hands, kitty)
        if together | kitty != rules.pack or len(hands) != rules.players:
            self._complain(hands, kitty)

    def _complain(self, hands: Sequence[Mask], kitty: Mask) -> NoReturn:
        """Say what is wrong with a deal."""
        rules = self.rules
        if len(hands) != rules.players:
            raise BadInput(f"{rules.players} players are dealt {rules.players} hands, not {len(hands)}")
        sizes = [rules.hand_size] * rules.players + [rules.kitty_size]
        dealt = 0
        for seat, (cards, size) in enumerate(zip([*hands, kitty], sizes, strict=True)):
            what = f"the hand of seat {seat}" if seat < rules.players else "the kitty"
            if type(cards) is not int:
                raise BadInput(f"{what} is {cards!r}; it should be a set of cards in an integer")
            if cards & ~rules.pack:
                raise BadInput(f"{what} has cards that are not in the pack")
            if cards & dealt:
                raise BadInput(f"{what} has cards that another hand has too: {' '.join(names(cards & dealt))}")
            if cards.bit_count() != size:
                raise BadInput(f"{what} has {cards.bit_count()} cards; it should have {size}")
            dealt |= cards
        raise Fault("a sound deal was taken for an unsound one")

    # --- The end of a round ----------------------------------------------------------------------------------------

    def _end_round(self) -> None:
        """Score the round, step by step (``score.order``), as far as nobody has a choice to make first."""
        plan, rules = self._plan, self.rules
        if plan.by_the_book and not conserved(self._captured, self.kitty, rules):
            raise Fault("a round has lost cards, or captured some twice")
        raw = self._card_points()
        self._shooter = shooter = self._find_shooter()
        if shooter is None and not rules.bonus:
            self._enter(raw)
        elif shooter is not None and rules.moon == CHOICE:
            self._round_points = raw
        else:
            self._enter(self._settled(raw, self._way(raw)))

    def choose_moon(self, seat: int, choice: str) -> None:
        """Settle the moon that *seat* has shot: ``add`` or ``subtract``.  Raises `Refused` (``moon.choice``)."""
        self._check_seat(seat)
        self._require("choose_moon")
        if not self._plan.may_choose(seat, choice, self):
            raise Refused("moon.choice")
        self._keep()
        self._enter(self._settled(self._card_points(), choice))

    def _card_points(self) -> Points:
        """Return the points of the cards captured, moon and bonus left out."""
        weights = self._plan.weights
        points = []
        for cards in self._scoring_cards():
            total = 0
            for group, each in weights:
                total += each * (cards & group).bit_count()
            points.append(total)
        return tuple(points)

    def _scoring_cards(self) -> list[Mask]:
        """Return the cards that score for each seat (``kitty.points-count``)."""
        taker = self.kitty_taker
        if taker is None:
            return self._captured
        cards = list(self._captured)
        cards[taker] = self._plan.kitty_scores(cards[taker], self.kitty, self.rules)
        return cards

    def _find_shooter(self) -> int | None:
        """Return the seat that has captured what a moon needs, if one has."""
        plan = self._plan
        needed = plan.moon_cards
        for seat, captured in enumerate(self._captured):
            cards = plan.kitty_in_moon(captured, self.kitty, self.rules) if seat == self.kitty_taker else captured
            if plan.captured_all(cards, needed, self) and plan.whatever_tricks(seat, self._captured, self):
                return seat
        return None

    def _way(self, raw: Points) -> str:
        """Return the way in which a moon is settled where nobody chooses."""
        plan = self._plan
        if self.rules.moon != AUTO or self._shooter is None:
            return self.rules.moon
        totals = self._with(self._settled(raw, ADD))
        winners = self._standing(totals, self.round_number)[1]
        way: str = plan.decides(self._shooter, winners is not None, winners or (), self)
        return way

    def _settled(self, raw: Points, way: str) -> Points:
        """Return the points of the round, a moon settled in its *way* and the bonus on top."""
        plan = self._plan
        points: Points = raw if self._shooter is None else plan.settle[way](raw, self._shooter, plan.worth)
        if self.rules.bonus:
            bonuses = tuple([plan.bonus(cards, self.rules) for cards in self._scoring_cards()])
            points = plan.with_bonus(points, bonuses, self._shooter)
        return points

    def _with(self, points: Points) -> Points:
        """Return the totals with the *points* of a round entered (``score.cumulative``)."""
        plan = self._plan
        totals: Points = plan.added_up(self._totals, points)
        return totals if plan.total is None else tuple([plan.total(total, self.rules) for total in totals])

    def _enter(self, points: Points) -> None:
        """Enter the points of the round in the totals, and see whether the match is over."""
        totals = self._with(points)
        self._limit_reached, self._winners = self._standing(totals, self.round_number)
        self._phase = "deal" if self._winners is None else "over"
        self._shooter = None
        self._round_points = points
        self._totals = totals

    # --- The end of the match --------------------------------------------------------------------------------------

    def _standing(self, totals: Points, rounds: int) -> tuple[bool, Points | None]:
        """Return whether the limit has been reached, and who has won, None while the match goes on.

        *totals* are those after so many whole *rounds*.
        """
        plan, rules = self._plan, self.rules
        if rules.ends_by_rounds:
            reached, ends = False, plan.rounds_played(rounds, rules)
        else:
            ends = reached = plan.latched(self._limit_reached, plan.limit_reached(totals, rules.limit, plan.reaches))
        if ends:
            winners: Points = plan.lowest(totals, plan.may_win(totals, self))
            if not plan.tie_goes_on(winners, rules):
                return reached, winners
        return reached, None
