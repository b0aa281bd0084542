"""Around a match: what a seat may see, who acts for an absent player, when a claim stands, what a rating counts.

The rules of the game do not need this module; the policies of a table do.  It moves cards only through the actions
of a `Match`, so that nothing done here can break a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hearts_spec.cards import Card, CardSet, members

from .errors import BadInput
from .match import Match
from .scoring import ADD

WIN, TIE, LOSS = 2, 1, 0
"""What a rating counts, in halves (``policy.rating-tie``)."""


@dataclass(frozen=True)
class View:
    """What one seat may see (``state.public``, ``deal.hand-private``), and all that a computer decides from."""

    seat: int
    phase: str
    turn: int | None
    hand: CardSet
    legal: CardSet | None
    """The legal cards if it is this seat's turn, otherwise None."""
    passed: CardSet | None
    """The seat's own selection to pass, once made."""
    trick: list[tuple[int, Card]] | None
    hand_sizes: tuple[int, ...]
    kitty: CardSet | None
    """The kitty, once this seat may look at it (``kitty.visibility``)."""
    broken: bool | None
    round_number: int
    direction: str | None
    pass_count: int
    totals: tuple[int, ...]


def view(match: Match, seat: int) -> View:
    """Return what *seat* may see of *match*."""
    hands = match.hands
    selected = match.selections[seat] if match.selections else None
    kitty = match.kitty_seen
    if seat == match.kitty_taker and match.rules.kitty_shown == "taker":
        kitty = match.kitty
    return View(
        seat=seat,
        phase=match.phase,
        turn=match.turn,
        hand=CardSet(hands[seat]),
        legal=match.legal if match.turn == seat else None,
        passed=None if selected is None else CardSet(selected),
        trick=match.trick,
        hand_sizes=tuple(hand.bit_count() for hand in hands),
        kitty=None if kitty is None else CardSet(kitty),
        broken=match.broken,
        round_number=match.round_number,
        direction=match.direction,
        pass_count=match.rules.pass_count,
        totals=match.totals,
    )


class Substitute(Protocol):
    """Whoever decides for an absent player, from the view of that seat alone (``policy.cpu-view``)."""

    def pass_cards(self, seen: View) -> Sequence[Card]:
        """Return the cards to pass."""

    def play(self, seen: View) -> Card:
        """Return the card to play, one of the legal ones."""

    def choose_moon(self, seen: View) -> str:
        """Return ``add`` or ``subtract``."""


class Plain:
    """The plainest substitute: passes the highest cards, plays the lowest legal one, and adds a moon.

    Highest and lowest are by rank, clubs before diamonds before spades before hearts among equals.
    """

    def pass_cards(self, seen: View) -> Sequence[Card]:
        """Return the highest cards of the hand."""
        return sorted(seen.hand, key=_by_rank)[-seen.pass_count :]

    def play(self, seen: View) -> Card:
        """Return the lowest legal card."""
        return min(seen.legal or (), key=_by_rank)

    def choose_moon(self, seen: View) -> str:
        """Return ``add``, as if no choice had been made in time (``moon.choice-default``)."""
        return ADD


def _by_rank(card: Card) -> tuple[int, int]:
    return card % 13, card // 13


class Seats:
    """The players at the table of one match: present, or absent and perhaps substituted."""

    def __init__(self, match: Match, substitute: Substitute | None = None) -> None:
        self.match = match
        self.substitute = Plain() if substitute is None else substitute
        self.absent: set[int] = set()
        self.waits = match.rules.options["table.absent-seat"] == "wait"
        """Whether the table waits for an absent player instead of having a substitute play."""

    def leave(self, seat: int) -> None:
        """Note that the player of *seat* is away."""
        self.absent.add(seat)

    def come_back(self, seat: int) -> None:
        """Give the seat back to its player, with hand and total as they now stand (``policy.rejoin``)."""
        self.absent.discard(seat)

    def to_act(self) -> tuple[int, ...]:
        """Return the seats from which an action is awaited, in ascending order; none while a deal is."""
        match = self.match
        if match.phase == "pass":
            return tuple(seat for seat, cards in enumerate(match.selections) if cards is None)
        if match.phase == "moon" and match.shooter is not None:
            return (match.shooter,)
        return () if match.turn is None else (match.turn,)

    def act_for_absent(self) -> int:
        """Make the moves of absent players until one of a present player is awaited; return how many there were.

        At a table that waits for its players nothing is done (``policy.cpu``).
        """
        made = 0
        while not self.waits and (due := [seat for seat in self.to_act() if seat in self.absent]):
            self._act_for(due[0])
            made += 1
        return made

    def time_out(self, seat: int) -> None:
        """Have the substitute make one move for a player whose time is up and who keeps the seat.

        This is ``policy.timer-action``.  Raises `BadInput` if no move of *seat* is awaited.
        """
        if seat not in self.to_act():
            raise BadInput(f"no move of seat {seat!r} is awaited")
        self._act_for(seat)

    def _act_for(self, seat: int) -> None:
        match, seen = self.match, view(self.match, seat)
        if match.phase == "pass":
            match.pass_cards(seat, self.substitute.pass_cards(seen))
        elif match.phase == "moon":
            match.choose_moon(seat, self.substitute.choose_moon(seen))
        else:
            match.play(seat, self.substitute.play(seen))


def forced_card(match: Match) -> Card | None:
    """Return the sole legal card, which the table may play unasked, or None (``policy.auto-play``)."""
    legal = match.legal_mask
    return legal.bit_length() - 1 if legal.bit_count() == 1 else None


def claim_stands(match: Match) -> bool:
    """Return whether every way of playing on gives each player the same points (``policy.claim``).

    Where a moon choice would be open at the end, the raw card points are compared.  Every way is tried: ask late
    in a round.  Raises `BadInput` if no cards are being played.
    """
    if match.phase != "play":
        raise BadInput("there are no tricks left to claim")
    return len(_outcomes(match.copy(), set())) == 1


def _outcomes(match: Match, found: set[tuple[int, ...] | None]) -> set[tuple[int, ...] | None]:
    """Add to *found* what the ways of playing on lead to, and stop at the second outcome."""
    legal = members(match.legal_mask)
    if not legal:
        found.add(match.round_points)
    for card in legal:
        if len(found) < 2:
            assert match.turn is not None
            match.play(match.turn, card)
            _outcomes(match, found)
            match.undo()
    return found


def rating(totals: Sequence[int]) -> tuple[int, ...]:
    """Return by seat what the match counts for a rating, in halves: 2 a player beaten, 1 a player tied with.

    This is ``policy.rating-tie``.
    """
    return tuple(
        sum(WIN if mine < other else TIE if mine == other else LOSS for other in totals) - TIE for mine in totals
    )
