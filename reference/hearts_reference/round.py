"""One deal: passing, playing and capturing, and every step taken back on demand.

The phases, and what leads from one to the next::

    deal ── deal ──> pass ── last selection ──> play ── last card ──> moon ── choice ──> deal, or over
        └── a deal that passes nothing ────────────>    └── nobody has a choice to make ──>

`legality.ACTIONS` lists the action that belongs to each phase.  What follows the last card is the business of
`match`.

How a round is kept.  Hands and captured cards are sets in integers, by seat; the trick is a dict from card to seat
in order of play, with its cards as a set besides.  The legal cards of a seat are worked out as soon as its turn
comes, since somebody is going to ask for them.  The journal holds one entry for each action: what a play changes
and the state does not tell.  Rare actions keep the whole state instead.

A `Round` is also the position at which readings look (see `readings`).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from hearts_spec.cards import NAMES, Card, CardSet, Mask, mask, names
from hearts_spec.rules import Rules

from .errors import BadInput, Refused
from .plan import Plan
from .readings import READINGS

STATE: Final = (
    "phase",
    "turn",
    "legal_mask",
    "led",
    "broken",
    "tricks",
    "trick_winner",
    "kitty",
    "kitty_taker",
    "direction",
    "dealer",
    "round_number",
    "opening_card",
    "shooter",
    "round_points",
    "totals",
    "limit_reached",
    "rounds_dealt",
    "selections",
    "_hands",
    "_captured",
    "_trick",
    "_masks",
    "_watchful",
    "_following",
)
"""Everything that actions change."""

_state = attrgetter(*STATE)

Masks = tuple[Mask, ...]
Play = tuple[int, Card, Mask, bool | None, Any]


class _Kept:
    """A journal entry that keeps the whole state: before a rare action, or before what a play brought about."""

    __slots__ = ("brought_about", "state")

    def __init__(self, state: tuple[Any, ...], brought_about: bool) -> None:
        self.state = state
        self.brought_about = brought_about


class Round:
    """A round at the table: hands, the trick, captured cards, and whose turn it is."""

    __slots__ = (*STATE, "_after", "_journal", "_may_break", "_plan", "_trick_size", "rules")

    def __init__(self, plan: Plan, dealer: int, round_number: int, totals: tuple[int, ...], limit_reached: bool):
        self._plan = plan
        self._after = plan.after
        self._may_break = plan.may_break
        self._trick_size = plan.trick_size
        self._journal: list[Play | _Kept] = []
        self.rules: Rules = plan.rules
        self.phase = "deal"
        self.turn: int | None = None
        """The seat to play, or None (``turn.in-order``)."""
        self.legal_mask: Mask = 0
        """The cards that seat may play, as a set in an integer; empty where nobody is to play."""
        self.led: Card | None = None
        """The card that led the trick, or None before a lead."""
        self.broken: bool | None = None
        """Whether hearts are broken; None between rounds and where hearts may be led any time."""
        self.tricks = 0
        """The number of tricks complete in this round."""
        self.trick_winner: int | None = None
        """The seat that won the last of them."""
        self.kitty: Mask = 0
        self.kitty_taker: int | None = None
        self.direction: str | None = None
        """The direction of the pass in this round; None between rounds."""
        self.dealer = dealer
        self.round_number = round_number
        self.opening_card: Card | None = None
        """The lowest club dealt, where it opens."""
        self.shooter: int | None = None
        """The seat that has a moon to choose about, or None."""
        self.round_points: tuple[int, ...] | None = None
        """The points of the round once it is over, raw card points while a choice is open, otherwise None."""
        self.totals = totals
        self.limit_reached = limit_reached
        self.rounds_dealt = 0
        self.selections: tuple[Mask | None, ...] = ()
        self._hands: list[Mask] = [0] * plan.rules.players
        self._captured: list[Mask] = [0] * plan.rules.players
        self._trick: dict[Card, tuple[int, Mask, bool | None]] = {}
        self._masks: tuple[Mask, ...] = ()
        self._watchful = False
        self._following = plan.first

    # --- What can be seen ------------------------------------------------------------------------------------------

    @property
    def legal(self) -> CardSet | None:
        """The cards that the seat in turn may play, never empty; None where nobody is to play."""
        return CardSet(self.legal_mask) if self.phase == "play" else None

    @property
    def hands(self) -> Masks:
        """The cards held, by seat, each a set in an integer."""
        return tuple(self._hands)

    @property
    def trick(self) -> list[tuple[int, Card]] | None:
        """The unfinished trick as seats and cards in order of play; None between rounds."""
        if self.between_rounds:
            return None
        return [(played[0], card) for card, played in self._trick.items()]

    @property
    def captured(self) -> Masks:
        """The cards captured in this round, by seat; the kitty among them once it may be seen there."""
        taker = self.kitty_taker
        if taker is None or not self._plan.shows_captured(self):
            return tuple(self._captured)
        return tuple(cards | self.kitty if seat == taker else cards for seat, cards in enumerate(self._captured))

    @property
    def kitty_seen(self) -> Mask | None:
        """The cards of the kitty when everybody may see them, otherwise None (``kitty.visibility``)."""
        return self.kitty if self.rounds_dealt and self._plan.shows_kitty(self) else None

    @property
    def between_rounds(self) -> bool:
        """Whether no round is under way: before the first deal, after a round, after the match."""
        return self.phase in ("deal", "over")

    @property
    def round_is_over(self) -> bool:
        """Whether the last card of the round has been played; an open moon choice counts as over."""
        return self.phase in ("deal", "moon", "over")

    # --- Dealing and passing ---------------------------------------------------------------------------------------

    def _require(self, action: str) -> None:
        if not self._plan.in_phase(action, self):
            raise Refused("round.phase")

    def _seat(self, seat: int) -> int:
        if type(seat) is not int or not 0 <= seat < self.rules.players:
            raise BadInput(f"there is no seat {seat!r}; seats are 0 to {self.rules.players - 1}")
        return seat

    def _begin(self, hands: Sequence[Mask], kitty: Mask) -> None:
        """Put the cards of a new round into the hands; dealer and round number are set."""
        plan = self._plan
        self.rounds_dealt += 1
        self.tricks = 0
        self.trick_winner = None
        self.kitty = kitty
        self.kitty_taker = None
        self.round_points = None
        self.broken = plan.broken_at_start(self.broken, self.rules)
        self._hands = list(hands)
        self._captured = [0] * self.rules.players
        direction: str = plan.direction(self.round_number, self.rules)
        self.direction = direction
        if plan.selects(direction, self.rules):
            self.phase = "pass"
            self.selections = (None,) * self.rules.players
        else:
            self._open(hands)

    def pass_cards(self, seat: int, cards: Sequence[Card]) -> None:
        """Select the cards that *seat* passes (``pass.count``, ``pass.own-distinct``).

        The selection may be changed until every seat has made one; then all cards move at once.
        """
        self._seat(seat)
        given = [_card(each) for each in cards]
        self._require("pass_cards")
        for rule, allows in self._plan.checks:
            if not allows(seat, given, self):
                raise Refused(rule)
        self._keep()
        selections = list(self.selections)
        selections[seat] = mask(given)
        self.selections = tuple(selections)
        dealt = self._hands
        self._hands = self._plan.exchanged(dealt, self.selections, self._plan.receivers[self.direction or ""], self)
        if self._plan.all_selected(self.selections, self.rules):
            self._open(dealt)

    def _open(self, dealt: Sequence[Mask]) -> None:
        """Begin the play of the cards: find who leads, and what may be led."""
        plan, rules = self._plan, self.rules
        self.phase = "play"
        self._following = plan.first
        hands = plan.hands_that_open(dealt, self._hands)
        if rules.opens_lowest_club:
            self.opening_card = plan.opening_card(hands, rules)
            self.turn = seat = plan.holder(self.opening_card, hands, self)
        else:
            self.opening_card = None
            self.turn = seat = plan.left_of_dealer(self.dealer, rules)
        self.legal_mask = plan.opening.legal(self._hands[seat], self)

    # --- Playing ---------------------------------------------------------------------------------------------------

    def play(self, seat: int, card: Card) -> None:
        """Play *card* from the hand of *seat*; raise `Refused` where the rules forbid it (`legality`)."""
        try:
            bit = BIT[card]
        except (KeyError, TypeError):
            raise BadInput(f"there is no card {card!r}; cards are 0 to 51") from None
        legal = self.legal_mask
        if seat != self.turn or not legal & bit:
            self._judge(seat, card)
        hands = self._hands
        trick = self._trick
        hands[seat] ^= bit
        trick[card] = seat, legal, self.broken
        if bit & self._may_break and not self.broken:
            self._break(card)
        if len(trick) == self._trick_size:
            self._close_trick()
            return
        if self.led is None:
            self._lead(card)
        self.turn = seat = self._after[seat]
        legal = hands[seat]
        for each in self._masks:
            legal = legal & each or legal
        self.legal_mask = legal
        if self._watchful:
            self.legal_mask = self._following.legal(legal, self)

    def _break(self, card: Card) -> None:
        if self.broken is not None and self._plan.breaks[card](card, self):
            self.broken = True

    def _lead(self, card: Card) -> None:
        """Note which card was led, and with it what follows (``play.follow-suit``)."""
        self.led = card
        masks = self._following.masks
        self._masks = () if masks is None else masks[card]
        self._watchful = masks is None

    def _close_trick(self) -> None:
        """Give the trick to its winner, and the lead to the next leader."""
        plan = self._plan
        trick = self._trick
        led = self.led
        if led is None:
            self._lead(led := next(iter(trick)))
        table = 0
        for card in trick:
            table |= BIT[card]
        winner = trick[plan.highest(table, led)][0]
        captor = winner if plan.captor is None else plan.captor(winner, self)
        self._journal.append((trick, captor, self.trick_winner, self._following, self.kitty_taker))
        self._captured[captor] |= table
        self.trick_winner = winner
        if self.kitty and self.kitty_taker is None:
            self._take_kitty(captor)
        self.tricks += 1
        self._trick = {}
        self.led = None
        self._following = plan.later
        hands = self._hands
        if not hands[winner] if plan.round_over is None else plan.round_over(hands, self):
            self._keep(brought_about=True)
            self._end_round()
            return
        self.turn = seat = winner if plan.leader is None else plan.leader(winner, self)
        hand = hands[seat]
        self.legal_mask = hand if self.broken and plan.lead_masks is not None else self._legal_lead(hand)

    def _take_kitty(self, captor: int) -> None:
        plan = self._plan
        if plan.takes_kitty(captor, self):
            self.kitty_taker = captor
            if not self.broken and plan.kitty_breaks(self.kitty, self):
                self.broken = True

    def _legal_lead(self, hand: Mask) -> Mask:
        """Return what the leader of a later trick may lead (``hearts.no-lead-unbroken``)."""
        plan = self._plan
        masks = plan.lead_masks
        if masks is None:
            return plan.leading.legal(hand, self)
        if not plan.lead_released(hand, self):
            for each in masks:
                hand = hand & each or hand
        return hand

    def _end_round(self) -> None:
        """Do what follows the last card."""
        self.phase = "over"
        self.turn = None
        self.legal_mask = 0

    # --- Refusing --------------------------------------------------------------------------------------------------

    def refusal(self, seat: int, card: Card) -> str | None:
        """Return the id of the rule that forbids *seat* to play *card* now, or None where none does."""
        self._seat(seat)
        _card(card)
        plan = self._plan
        if not plan.in_phase("play", self):
            return "round.phase"
        if not plan.in_turn(seat, self):
            return "turn.in-order"
        if not plan.holds(seat, card, self):
            return "turn.own-card"
        answer: str | None = plan.reason(self._chain().refusing(self._hands[seat], card, self), self)
        return answer

    def _chain(self) -> Any:
        if self.led is not None:
            return self._following
        return self._plan.leading if self.tricks else self._plan.opening

    def _judge(self, seat: int, card: Card) -> None:
        """Refuse a play that is not plainly legal, unless the readings have nothing against it after all."""
        rule = self.refusal(seat, card)
        if rule is not None:
            raise Refused(rule)
        self._hands[seat] |= 1 << card

    # --- Taking back -----------------------------------------------------------------------------------------------

    def _keep(self, brought_about: bool = False) -> None:
        self._journal.append(_Kept(_state(self), brought_about))
        self._own()

    def _restore(self, state: tuple[Any, ...]) -> None:
        """Set the state, with copies of what plays change in place."""
        for name, value in zip(STATE, state, strict=True):
            setattr(self, name, value)
        self._own()

    def _own(self) -> None:
        self._hands = list(self._hands)
        self._captured = list(self._captured)
        self._trick = dict(self._trick)

    def undo(self) -> None:
        """Take back the last action of any kind, and all that it brought about."""
        if not self._trick:
            self._reopen()
        if self._trick:
            card, (seat, self.legal_mask, self.broken) = self._trick.popitem()
            self._hands[seat] |= BIT[card]
            self.turn = seat
            if not self._trick:
                self.led = None

    def _reopen(self) -> None:
        """Put the last closed trick back on the table, or the whole state before a rare action."""
        if not self._journal:
            raise BadInput("there is no action to take back")
        entry = self._journal.pop()
        if isinstance(entry, _Kept):
            self._restore(entry.state)
            if not entry.brought_about:
                return
            entry = self._journal.pop()
            assert not isinstance(entry, _Kept)
        trick, captor, self.trick_winner, self._following, self.kitty_taker = entry
        self._trick = dict(trick)
        self._captured[captor] ^= mask(trick)
        self._lead(next(iter(trick)))
        self.tricks -= 1

    def copy(self) -> Any:
        """Return an independent match in the same state, with the same actions to take back."""
        twin = object.__new__(type(self))
        for name in ("_after", "_may_break", "_plan", "_trick_size", "rules"):
            setattr(twin, name, getattr(self, name))
        twin._restore(_state(self))
        twin._journal = list(self._journal)
        return twin


BIT: Final = {card: 1 << card for card in range(52)}


def _card(card: Card) -> Card:
    if type(card) is not int or card not in BIT:
        raise BadInput(f"there is no card {card!r}; cards are 0 to 51")
    return card


_ = (NAMES, READINGS, names)
