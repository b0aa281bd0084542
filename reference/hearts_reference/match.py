"""A match: rounds, totals, the end.

`Match` is what users of this package hold.  Its actions are those of a round, and `deal` and `choose_moon`; its
views say what anybody at an open table could see.  Between rounds it shows the round just finished.

>>> from hearts_spec.rules import Rules
>>> match = Match(Rules.from_options({"players": 4}), dealer=0)
>>> match.phase
'deal'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from hearts_spec.cards import Mask, names
from hearts_spec.rules import Rules

from . import scoring
from .errors import BadInput, Fault, Refused
from .plan import plan
from .readings import READINGS, Readings
from .round import Masks, Round


class Match(Round):
    """A match of Hearts under one set of rules, bound once to one table of readings."""

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

        *totals* are the scores before that round, and *limit_reached* tells that an earlier round has reached the
        limit.  Raises `BadInput` for a match that could not have come about, or that would be over.
        """
        given = (0,) * rules.players if totals is None else tuple(totals)
        super().__init__(plan(rules, readings), dealer, round_number, given, False)
        self._seat(dealer)
        if type(round_number) is not int or round_number < 1:
            raise BadInput(f"there is no round {round_number!r}; rounds count from 1")
        if len(given) != rules.players or any(type(each) is not int for each in given):
            raise BadInput(f"totals are {rules.players} whole numbers, not {given!r}")
        if not rules.ends_by_rounds:
            self.limit_reached = bool(limit_reached) or self._reached(given)
        if self._is_over(given, self.limit_reached, round_number - 1):
            raise BadInput("a match with these totals is over; there is no further round to deal")

    # --- What can be seen ------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.phase == "over"

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that have won, in ascending order, once the match is over (``match.lowest-wins``)."""
        return tuple(self._plan.winners(self.totals, self)) if self.over else None

    @property
    def places(self) -> tuple[int, ...] | None:
        """The places by seat once the match is over (``match.rank-shared``)."""
        return tuple(self._plan.places(self.totals)) if self.over else None

    # --- Actions ---------------------------------------------------------------------------------------------------

    def deal(self, hands: Sequence[Mask], kitty: Mask = 0) -> None:
        """Deal the next round: *hands* by seat and the *kitty*, each a set in an integer.

        Raises `BadInput` unless they are the pack, in hands of equal size (``deal.equal-hands``, ``kitty.size``).
        """
        self._require("deal")
        self._check_deal(hands, kitty)
        self._keep()
        if self.rounds_dealt:
            extra = self.limit_reached
            self.round_number = self._plan.next_round(self.round_number, extra)
            self.dealer = self._plan.next_dealer(self.dealer, self.rules)
        self._begin(hands, kitty)

    def _check_deal(self, hands: Sequence[Mask], kitty: Mask) -> None:
        rules = self.rules
        size = rules.hand_size
        seen = kitty
        for hand in hands:
            seen |= hand
            if hand.bit_count() != size:
                self._complain(hands, kitty)
        if seen != rules.pack or len(hands) != rules.players or kitty.bit_count() != rules.kitty_size:
            self._complain(hands, kitty)

    def _complain(self, hands: Sequence[Mask], kitty: Mask) -> NoReturn:
        """Say what is wrong with a deal."""
        rules = self.rules
        if len(hands) != rules.players:
            raise BadInput(f"{rules.players} players are dealt {rules.players} hands, not {len(hands)}")
        seen = 0
        for name, size, cards in [
            *((f"the hand of seat {seat}", rules.hand_size, hand) for seat, hand in enumerate(hands)),
            ("the kitty", rules.kitty_size, kitty),
        ]:
            if type(cards) is not int or cards < 0:
                raise BadInput(f"{name} is a set of cards in an integer, not {cards!r}")
            if cards & ~rules.pack:
                raise BadInput(f"{name} holds cards that are not in the pack: {cards & ~rules.pack:#x}")
            if cards & seen:
                raise BadInput(f"{name} holds cards that are dealt twice: {' '.join(names(cards & seen))}")
            if cards.bit_count() != size:
                raise BadInput(f"{name} has {cards.bit_count()} cards, not {size}")
            seen |= cards

    def choose_moon(self, seat: int, choice: str) -> None:
        """Settle the moon that *seat* has shot: ``add`` or ``subtract`` (``moon.choice``)."""
        self._seat(seat)
        self._require("choose_moon")
        if not self._plan.may_choose(seat, choice, self):
            raise Refused("moon.choice")
        assert self.round_points is not None
        self._keep()
        self._enter(self._settled(self.round_points, seat, choice))

    # --- The end of a round ----------------------------------------------------------------------------------------

    def _end_round(self) -> None:
        """Score the round, step by step (``score.order``), unless the shooter has a choice to make first."""
        plan = self._plan
        self.turn = None
        self.legal_mask = 0
        if plan.by_the_book and not plan.conserved(self._captured_with_kitty(), self.rules):
            raise Fault("a round has lost cards or captured them twice")
        raw = self._card_points()
        self.shooter = self._find_shooter()
        if self.shooter is None:
            self._enter(self._settled(raw, None, "none"))
        elif self.rules.moon == scoring.CHOICE:
            self.phase = "moon"
            self.round_points = raw
        else:
            self._enter(self._settled(raw, self.shooter, self._way(raw)))

    def _captured_with_kitty(self) -> Masks:
        return tuple(
            cards | self.kitty if seat == self.kitty_taker else cards for seat, cards in enumerate(self._captured)
        )

    def _card_points(self) -> scoring.Points:
        plan = self._plan
        points = []
        for seat, cards in enumerate(self._captured):
            if seat == self.kitty_taker:
                cards = plan.kitty_scores(cards, self.kitty, self.rules)  # noqa: PLW2901
            points.append(sum(worth * (cards & group).bit_count() for group, worth in plan.weights))
        return tuple(points)

    def _find_shooter(self) -> int | None:
        plan = self._plan
        if self.rules.moon == "none":
            return None
        for seat, cards in enumerate(self._captured):
            if seat == self.kitty_taker:
                cards = plan.kitty_in_moon(cards, self.kitty, self.rules)  # noqa: PLW2901
            if plan.shoots(cards, self):
                return seat
        return None

    def _way(self, raw: scoring.Points) -> str:
        """Return how a moon is settled about which nobody chooses (``moon.auto``)."""
        if self.rules.moon != "auto":
            return self.rules.moon
        totals = self._with(self._settled(raw, self.shooter, scoring.ADD))
        over = self._is_over(totals, self._latched(totals), self.round_number)
        way: str = self._plan.decides(self.shooter, over, self._plan.winners(totals, self), self)
        return way

    def _settled(self, raw: scoring.Points, shooter: int | None, way: str) -> scoring.Points:
        """Return the points of the round, the moon settled and the bonus on top."""
        plan = self._plan
        points = raw if shooter is None else plan.settle[way](raw, shooter, plan.worth)
        if self.rules.bonus:
            bonuses = tuple(plan.bonus(cards, self.rules) for cards in self._captured_with_kitty())
            points = plan.with_bonus(points, bonuses, shooter)
        return points

    def _enter(self, points: scoring.Points) -> None:
        """Enter the points of the round, and see whether the match is over."""
        self.round_points = points
        self.totals = self._with(points)
        self.limit_reached = self._latched(self.totals)
        over = self._is_over(self.totals, self.limit_reached, self.round_number)
        self.phase = "over" if over else "deal"
        self.shooter = None
        self.broken = None
        self.direction = None
        self._hands = [0] * self.rules.players

    # --- The end of the match --------------------------------------------------------------------------------------

    def _with(self, points: scoring.Points) -> tuple[int, ...]:
        plan = self._plan
        return tuple(plan.unfloored(total, self.rules) for total in plan.added_up(self.totals, points))

    def _reached(self, totals: Sequence[int]) -> bool:
        return any(self._plan.reaches(total, self.rules.limit) for total in totals)

    def _latched(self, totals: Sequence[int]) -> bool:
        if self.rules.ends_by_rounds:
            return False
        return bool(self._plan.latched(self.limit_reached, self._reached(totals)))

    def _is_over(self, totals: Sequence[int], limit_reached: bool, rounds: int) -> bool:
        """Return whether a match of so many whole rounds is over with these totals (``match.whole-round``)."""
        plan = self._plan
        ends = plan.rounds_played(rounds, self.rules) if self.rules.ends_by_rounds else limit_reached
        return bool(ends) and not plan.goes_on(plan.winners(totals, self), totals, self.rules)
