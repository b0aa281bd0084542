"""One deal: passing, playing and capturing, and every step taken back on demand.

The phases, and what leads from one to the next::

    deal ── deal ──> pass ── last selection ──> play ── last card ──> moon ── choice ──> deal or over
        └── a deal that passes nothing ────────────>    └── no choice to make ─────────>

`legality.ACTIONS` lists the action that belongs to each phase.  What the last card leads to is the business of
`match`.

How a round is kept.  Hands and captured cards are sets in integers, by seat.  The trick is a list of cards, played by
the seats in `_order`; beside it stands what was legal before each card of the round, and so `undo` within a trick
takes off its last card.  What lies further back is in the journal: an entry for each closed trick, and the whole
state before each of the rare other actions.

The legal cards of a seat are worked out as soon as its turn comes, since somebody is going to ask for them.  A round
is counted when somebody does ask: a search through the ways to play its end takes most of them back uncounted.
Where every play passes, a set is taken out of its list, changed and put back: the compiled build then calculates with
machine words, which it does not for an operator that changes the list in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, Final

from hearts_spec.cards import BITS, SUIT_OF, Card, CardSet, Mask, mask
from hearts_spec.rules import Rules

from .errors import BadInput, Refused
from .legality import Chain
from .plan import Plan
from .playout import Draw, drawn, first_trick, play_out
from .tricks import lowest_club

COUNTED: Final = ("_phase", "_shooter", "_round_points", "_totals", "_limit_reached", "_winners")
"""What the count at the end of a round changes."""

STATE: Final = (
    *COUNTED,
    "dealer",
    "kitty",
    "kitty_taker",
    "legal_mask",
    "opening_card",
    "round_number",
    "selections",
    "trick_winner",
    "tricks",
    "turn",
    "_captured",
    "_breaker",
    "_broken",
    "_dealt",
    "_direction",
    "_due",
    "_hands",
    "_led",
    "_legals",
    "_masks",
    "_order",
    "_table",
    "_trick",
)
"""What actions change."""

_counted = attrgetter(*COUNTED)
_state = attrgetter(*STATE)

NO_CARD: Final = -1

Order = tuple[int, ...]
"""The seats of a trick in the order in which they play."""

Closed = tuple[list[Card], Order, Mask, int, int | None, int | None, bool | None, tuple[Any, ...] | None]
"""The journal entry of a closed trick: its cards in order and as a set, between them the seats, and its captor; who
had won the trick before, taken the kitty before, and whether hearts were broken without the kitty; and, if it was the
last trick and the round has been counted, what the count changed."""


class Kept:
    """The journal entry of any action but a play: the whole state before it."""

    __slots__ = ("state",)

    def __init__(self, state: tuple[Any, ...]) -> None:
        self.state = state


class Round:
    """A round on the table.  It is also the `readings.Position` at which readings look."""

    __slots__ = (*STATE, "_journal", "_may_break", "_plan", "_trick_size", "rules")

    def __init__(self, plan: Plan, dealer: int, round_number: int) -> None:
        nothing = [0] * plan.rules.players
        self.rules: Rules = plan.rules
        self._plan = plan
        self._may_break = plan.may_break
        self._trick_size = plan.trick_size
        self._journal: list[Closed | Kept] = []

        self.turn: int | None = None
        """The seat to play; None where nobody is (``turn.in-order``)."""
        self.legal_mask: Mask = 0
        """The cards that this seat may play, a set in an integer; empty where nobody is to play."""
        self.tricks = 0
        """The number of tricks complete in the round."""
        self.trick_winner: int | None = None
        """The seat that won the last of them."""
        self.kitty: Mask = 0
        """The cards of the kitty, whoever may see them; `kitty_seen` is what all may see."""
        self.kitty_taker: int | None = None
        """The seat that has taken the kitty."""
        self.dealer = dealer
        """The seat that deals the round, or has dealt it."""
        self.round_number = round_number
        """The number of the round, from 1; between rounds that of the finished one."""
        self.opening_card: Card | None = None
        """The lowest club dealt, where it settles who opens."""
        self.selections: tuple[Mask | None, ...] = ()
        """By seat the cards selected to pass; None where none are yet."""

        self._phase = "deal"
        self._due = False
        self._shooter: int | None = None
        self._round_points: tuple[int, ...] | None = None
        self._limit_reached = False
        self._winners: tuple[int, ...] | None = None
        self._totals: tuple[int, ...] = ()
        self._dealt = False
        self._direction: str | None = None
        self._broken: bool | None = None
        self._hands: list[Mask] = nothing
        self._captured: list[Mask] = nothing
        self._breaker: Card = NO_CARD
        """The card that broke hearts."""
        self._trick: list[Card] = []
        self._order: Order = ()
        self._legals: list[Mask] = []
        """What was legal before each card of the round."""
        self._table: Mask = 0
        """The cards of the trick as a set."""
        self._led: Card = NO_CARD
        self._masks: tuple[Mask, ...] | None = ()

    # --- What can be seen ------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """``deal``, ``pass``, ``play``, ``moon`` or ``over`` (``round.phase``)."""
        if self._due:
            self._count()
        return self._phase

    @property
    def between_rounds(self) -> bool:
        """Whether no round is under way: before the first deal, after a round, after the match."""
        return self.phase in ("deal", "over")

    @property
    def round_is_over(self) -> bool:
        """Whether the last card of the round has been played; an open moon choice counts as over."""
        return self.phase not in ("pass", "play")

    @property
    def legal(self) -> CardSet | None:
        """The cards that the seat in turn may play, never empty; None where nobody is to play."""
        return CardSet(self.legal_mask) if self.phase == "play" else None

    @property
    def hands(self) -> tuple[Mask, ...]:
        """The cards held, by seat, each a set in an integer."""
        return (0,) * self.rules.players if self.between_rounds else tuple(self._hands)

    @property
    def trick(self) -> list[tuple[int, Card]] | None:
        """The unfinished trick as seats and cards in order of play; None between rounds."""
        return None if self.between_rounds else list(zip(self._order, self._trick, strict=False))

    @property
    def led(self) -> Card | None:
        """The card that led the trick; None before a lead."""
        return self._led if self._trick else None

    @property
    def broken(self) -> bool | None:
        """Whether hearts are broken; None between rounds and where hearts may be led any time."""
        return None if self.between_rounds else self._broken

    @property
    def direction(self) -> str | None:
        """The direction of the pass; None between rounds (``pass.direction-from-round``)."""
        return None if self.between_rounds else self._direction

    @property
    def captured(self) -> tuple[Mask, ...]:
        """The cards captured in the round, by seat; the kitty among them once its taker may see it."""
        if self.kitty_taker is None or not self._plan.shows_captured(self):
            return tuple(self._captured)
        return self._captured_with_kitty()

    def _captured_with_kitty(self) -> tuple[Mask, ...]:
        taker = self.kitty_taker
        return tuple([cards | self.kitty if seat == taker else cards for seat, cards in enumerate(self._captured)])

    @property
    def kitty_seen(self) -> Mask | None:
        """The cards of the kitty when all may see them, otherwise None (``kitty.visibility``)."""
        return self.kitty if self._dealt and self._plan.shows_kitty(self) else None

    @property
    def round_points(self) -> tuple[int, ...] | None:
        """The round's points once it is over, raw card points while a moon choice is open, otherwise None."""
        if self._due:
            self._count()
        return self._round_points

    @property
    def shooter(self) -> int | None:
        """The seat that has a moon to choose about (``moon.choice``)."""
        return self._shooter if self.round_is_over else None

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals by seat (``score.after-round``)."""
        if self._due:
            self._count()
        shown: tuple[int, ...] = self._plan.totals_shown(self._totals, self)
        return shown

    @property
    def limit_reached(self) -> bool:
        """Whether a round has reached the limit (``match.tie-latched``)."""
        if self._due:
            self._count()
        return self._limit_reached

    # --- Dealing and passing ---------------------------------------------------------------------------------------

    def _require(self, action: str) -> None:
        if not self._plan.in_phase(action, self):
            raise Refused("round.phase")

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.rules.players:
            raise BadInput(f"there is no seat {seat!r}; seats are 0 to {self.rules.players - 1}")

    def _begin(self, hands: Sequence[Mask], kitty: Mask) -> None:
        """Give out the cards of a round of which dealer and number are set."""
        plan, rules = self._plan, self.rules
        self._dealt = True
        self._hands = list(hands)
        self._captured = [0] * rules.players
        self._legals = []
        self._breaker = NO_CARD
        self.kitty = kitty
        self.kitty_taker = None
        self.tricks = 0
        self.trick_winner = None
        self._round_points = None
        self._broken = plan.broken_at_start(self._broken, rules)
        self._direction = plan.direction(self.round_number, rules)
        if plan.selects(self._direction, rules):
            self._phase = "pass"
            self.selections = (None,) * rules.players
        else:
            self._open(self._hands)

    def pass_cards(self, seat: int, cards: Sequence[Card]) -> None:
        """Select the *cards* that *seat* passes; they move when every seat has selected (``pass.atomic``).

        Until then a seat may select anew.  Raises `Refused` (``pass.count``, ``pass.own-distinct``).
        """
        self._check_seat(seat)
        given = list(cards)
        for card in given:
            _check_card(card)
        broken = [] if self._plan.in_phase("pass_cards", self) else ["round.phase"]
        broken += [rule for rule, allows in self._plan.checks if not allows(seat, given, self)]
        rule = self._plan.reason(broken, self)
        if rule is not None:
            raise Refused(rule)
        self._keep()
        selections = list(self.selections)
        selections[seat] = mask(given)
        self.selections = tuple(selections)
        dealt = self._hands
        self._hands = self._plan.exchanged(dealt, self.selections, self._plan.receivers[self._direction], self)
        if self._plan.all_selected(self.selections, self.rules):
            self._open(dealt)

    def _open(self, dealt: Sequence[Mask]) -> None:
        """Begin the play: find who leads to the first trick and what may be led."""
        plan, rules = self._plan, self.rules
        self._phase = "play"
        if rules.opens_lowest_club:
            hands = plan.hands_that_open(dealt, self._hands)
            card = lowest_club(hands)
            if plan.opening_card is not None:
                card = plan.opening_card(card, hands, rules)
            self.opening_card = card
            self.turn = leader = plan.holder(card, hands, self)
        else:
            self.opening_card = None
            self.turn = leader = plan.left_of_dealer(self.dealer, rules)
        self.legal_mask = plan.opening.legal(self._hands[leader], self)

    # --- Playing ---------------------------------------------------------------------------------------------------

    def play(self, seat: int, card: Card) -> None:
        """Play *card* from the hand of *seat*; raise `Refused` where the rules forbid it (see `legality`)."""
        try:
            bit = BITS[card]
        except (IndexError, TypeError):
            raise _no_card(card) from None
        legal = self.legal_mask
        if seat != self.turn or not legal & bit or card < 0:
            self._judge(seat, card)
        trick = self._trick
        hands = self._hands
        hand = hands[seat]
        hands[seat] = hand ^ bit
        trick.append(card)
        self._legals.append(legal)
        played = len(trick)
        if played == 1:
            self._order = self._plan.orders[seat]
            self._lead(card)
        else:
            self._table |= bit
        if self._broken is False and bit & self._may_break and self._plan.breaks[card](card, self):
            self._broken = True
            self._breaker = card
        if played == self._trick_size:
            self._close_trick(trick)
            return
        self.turn = seat = self._order[played]
        legal = hands[seat]
        masks = self._masks
        if masks is None:
            self.legal_mask = self._chain().legal(legal, self)
            return
        for each in masks:
            legal = legal & each or legal
        self.legal_mask = legal

    def play_out(self, draw: Draw) -> None:
        """Play the round to its end, every card drawn from the legal ones; `undo` takes all of it back in one.

        *draw* returns a number from 0 up to but not including 1, as ``random.random`` does; of n legal cards in
        ascending order the one at ``int(draw() * n)`` is played.  Does nothing where nobody is to play.
        """
        turn = self.turn
        if turn is None:
            return
        before = len(self._journal)
        self._keep()
        while turn is not None:
            if self._plan.by_the_book and not self._trick:
                self._play_out_by_the_book(turn, draw)
            else:
                self.play(turn, drawn(self.legal_mask, draw))
            turn = self.turn
        del self._journal[before + 1 :]

    def _play_out_by_the_book(self, leader: int, draw: Draw) -> None:
        """Come from a lead to where `play` would come card by card (see `playout`)."""
        plan = self._plan
        hands = self._hands
        broken = self._broken
        if not self.tricks:
            leader, table = first_trick(plan, hands, leader, self.legal_mask, draw)
            self._captured[leader] |= table
            if broken is False and table & self._may_break:
                broken = True
            if self.kitty:
                self.kitty_taker = leader
        winner, broken = play_out(plan, hands, self._captured, leader, broken, draw)
        self.trick_winner = winner
        self._broken = broken
        self._hands = [0] * self.rules.players
        self.tricks = self.rules.hand_size
        self._end_play()

    def _lead(self, card: Card) -> None:
        """Note the card led, and with it the masks of those who follow."""
        self._led = card
        self._table = BITS[card]
        self._masks = (self._plan.later if self.tricks else self._plan.first).masks[card]

    def _close_trick(self, trick: list[Card]) -> None:
        """Give a complete trick to its captor, and the turn to the next leader, if the round goes on."""
        plan = self._plan
        hands = self._hands
        table = self._table
        order = self._order
        led = self._led
        best = (table & SUIT_OF[led]).bit_length() - 1 if plan.winning is None else plan.winning(table, led)
        captor = leader = winner = order[trick.index(best)]
        if not plan.winner_takes:
            captor, leader = plan.captor(winner, self), plan.leader(winner, self)
        self._journal.append((trick, order, table, captor, self.trick_winner, self.kitty_taker, self._broken, None))
        pile = self._captured[captor]
        self._captured[captor] = pile | table
        if self.kitty and self.kitty_taker is None:
            self._take_kitty(captor)
        self._trick = []
        self.tricks += 1
        self.trick_winner = winner
        hand = hands[leader]
        if not hand if plan.ends_round is None else plan.ends_round(hands, self):
            self._end_play()
        else:
            self.turn = leader
            self.legal_mask = hand if self._broken and plan.lead_masks is not None else self._leads(hand)

    def _end_play(self) -> None:
        """Note that nobody is to play, and that the round can be counted."""
        self.turn = None
        self.legal_mask = 0
        self._due = True

    def _take_kitty(self, captor: int) -> None:
        """Give the kitty to the captor of the trick, if it is that trick (``kitty.first-trick-takes``)."""
        if self._plan.takes_kitty(captor, self):
            self.kitty_taker = captor
            if self._broken is False:
                self._broken = bool(self._plan.kitty_breaks(self.kitty, self))

    def _leads(self, hand: Mask) -> Mask:
        """Return what may be led from *hand* to a later trick while hearts are unbroken, or may be."""
        plan = self._plan
        masks = plan.lead_masks
        if masks is None:
            return plan.leading.legal(hand, self)
        if plan.releases_points is None or not plan.releases_points(hand, self):
            for each in masks:
                hand = hand & each or hand
        return hand

    def _count(self) -> None:
        """Count the round: the last card is played, and somebody wants to know what it led to."""
        self._due = False
        entry = self._journal[-1]
        if isinstance(entry, tuple):
            self._journal[-1] = (*entry[:-1], _counted(self))
        self._phase = "moon"
        self._end_round()

    def _end_round(self) -> None:
        """Do what follows the last card."""

    # --- Refusing --------------------------------------------------------------------------------------------------

    def refusal(self, seat: int, card: Card) -> str | None:
        """Return the id of the rule that forbids *seat* to play *card* now, or None where none does."""
        self._check_seat(seat)
        _check_card(card)
        plan = self._plan
        asked = (
            ("round.phase", plan.in_phase("play", self)),
            ("turn.in-order", plan.in_turn(seat, self)),
            ("turn.own-card", plan.holds(seat, card, self)),
        )
        broken = [rule for rule, kept in asked if not kept]
        if "round.phase" not in broken:
            broken += self._chain().refusing(self._hands[seat] | BITS[card], card, self)
        rule: str | None = plan.reason(broken, self)
        return rule

    def _chain(self) -> Chain:
        """Return the filters of the situation (see `legality.ORDER`)."""
        plan = self._plan
        if self._trick:
            return plan.later if self.tricks else plan.first
        return plan.leading if self.tricks else plan.opening

    def _judge(self, seat: int, card: Card) -> None:
        """Refuse a play that is not plainly legal, unless a reading of another kind lets it pass."""
        rule = self.refusal(seat, card)
        if rule is not None:
            raise Refused(rule)
        self._hands[seat] |= BITS[card]
        played = len(self._trick)
        self._order = (*self._order[:played], *self._plan.orders[seat])[: self._trick_size]

    # --- Taking back -----------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take back the last action of any kind, and with it all that it led to; raise `BadInput` if none is left."""
        if not self._trick and not self._reopen():
            return
        trick = self._trick
        card = trick.pop()
        self.turn = seat = self._order[len(trick)]
        self.legal_mask = self._legals.pop()
        bit = BITS[card]
        hand = self._hands[seat]
        self._hands[seat] = hand | bit
        self._table ^= bit
        if card == self._breaker:
            self._broken = False
            self._breaker = NO_CARD

    def _reopen(self) -> bool:
        """Put the last closed trick back on the table and return True, or take back a rarer action."""
        if not self._journal:
            raise BadInput("there is no action to take back")
        entry = self._journal.pop()
        if isinstance(entry, Kept):
            self._restore(STATE, entry.state)
            self._unshare()
            return False
        trick, self._order, table, captor, self.trick_winner, self.kitty_taker, self._broken, counted = entry
        self._due = False
        if counted is not None:
            self._restore(COUNTED, counted)
        self._trick = trick.copy()
        pile = self._captured[captor]
        self._captured[captor] = pile ^ table
        self.tricks -= 1
        self._lead(trick[0])
        self._table = table
        return True

    def _keep(self) -> None:
        """Enter the whole state in the journal, before it changes."""
        self._journal.append(Kept(_state(self)))
        self._unshare()

    def _restore(self, names: Sequence[str], values: Sequence[Any]) -> None:
        for name, value in zip(names, values, strict=True):
            setattr(self, name, value)

    def _unshare(self) -> None:
        """Copy what plays change in place, and what the journal therefore must not share."""
        self._hands = list(self._hands)
        self._captured = list(self._captured)
        self._trick = list(self._trick)
        self._legals = list(self._legals)

    def _become(self, other: Round) -> None:
        """Take over the state of *other*, and the actions that it can take back."""
        for name in ("_plan", "_may_break", "_trick_size"):
            setattr(self, name, getattr(other, name))
        self._restore(STATE, _state(other))
        self._unshare()
        self._journal = list(other._journal)


def _check_card(card: Card) -> None:
    if type(card) is not int or not 0 <= card < 52:
        raise _no_card(card)


def _no_card(card: object) -> BadInput:
    return BadInput(f"there is no card {card!r}; cards are 0 to 51")
