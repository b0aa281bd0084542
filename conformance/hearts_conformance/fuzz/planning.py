"""Plans games: chooses deals, passes, cards and totals so that the corners of the rules are met.

What a target cannot do is not planned for it: without ``passing`` the hands are dealt as they stand at the first
lead, without ``match`` each game is one round, without ``resume`` every match begins at nought.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from hearts_reference import Match
from hearts_spec.cards import ALL, POINT_CARDS, Mask, members
from hearts_spec.rules import Rules

from . import corners
from .believing import NOTHING, Belief
from .census import Census
from .corners import Built, other
from .draw import Draw
from .game import Choose, Deal, Game, Move, Pass, Play, Probe, View, refusal, view

PROBES: Final = 0.06
"""How often a move against the rules is thrown in before a move."""
BLIND_PROBES: Final = 0.4
"""The same where the legal cards cannot be seen."""
RESELECT: Final = 0.04
"""How often a seat selects anew what it passes."""
LATCHED: Final = 0.25
"""How often a match is begun in which the limit has been reached before and a tie goes on."""
MOST_ROUNDS: Final = 24
"""A match longer than this is left unfinished."""


@dataclass
class Planner:
    """Plans games under one set of rules for a target that can do what *can* says."""

    rules: Rules
    can: Collection[str]
    draw: Draw
    census: Census | None = None
    belief: Belief = NOTHING
    probes: float = field(init=False)

    def __post_init__(self) -> None:
        blind = "legal" not in self.can
        self.probes = (BLIND_PROBES if blind else PROBES) if "refuse" in self.can else 0.0

    def games(self, rounds: int) -> Iterator[Game]:
        """Yield games of that many rounds in all."""
        while rounds > 0:
            try:
                game = self.game(rounds)
            except Exception:
                if not self.belief:
                    raise
                self.belief = NOTHING  # as is believed of the target no match can even begin
                continue
            rounds -= max(1, game.rounds)
            if game.rounds:
                yield game

    def game(self, most: int) -> Game:
        """Return one game of at most so many rounds."""
        whole = "match" in self.can
        style = self.draw.random()
        if whole and "resume" in self.can and style < 0.5:
            return self._ending(most)
        length = min(most, MOST_ROUNDS if whole and style < 0.6 else 2 if whole and style < 0.8 else 1)
        return self._played(self._start(), length)

    def _start(self) -> Game:
        rules, draw = self.rules, self.draw
        number = 1 + draw.below(2 * len(rules.pass_cycle))
        if rules.ends_by_rounds:
            number = 1 + draw.below(rules.round_count)
        if "match" in self.can and draw.chance(0.5):
            number = 1
        return Game(rules, draw.below(rules.players), number, belief=self.belief)

    def _played(self, start: Game, length: int) -> Game:
        """Return a game of so many rounds, or fewer where the match ends or a choice cannot be made."""
        recording = _Recording(self, start)
        self._rounds(recording, length)
        return recording.game()

    def _rounds(self, recording: _Recording, length: int) -> bool:
        """Play so many rounds; tell whether they could be played.

        A misreading that is believed in may come to nothing at some move, and then the game goes no further.
        """
        try:
            while length > 0 and recording.match.phase == "deal":
                recording.round()
                length -= 1
        except Exception:
            if not self.belief:
                raise
            return False
        return True

    # --- Ends of matches -------------------------------------------------------------------------------------------

    def _ending(self, most: int) -> Game:
        """Return a game that starts from totals under which its first round ends the match, or nearly."""
        scratch = _Recording(self, self._start(), seen=False)
        whole = self._rounds(scratch, 1)
        points = scratch.match.round_points if whole else None
        first = scratch.game()
        if points is None or scratch.match.phase == "moon":
            return self._played(self._start(), 1)
        totals, latched = self._totals(points)
        start = replace(first, moves=(), views=(), totals=totals, limit_reached=latched)
        try:
            start.match()
        except ValueError:
            start = replace(first, moves=(), views=(), totals=(), limit_reached=False)
        recording = _Recording(self, start)
        recording.repeat(first)
        self._rounds(recording, min(most, 4) - 1)
        return recording.game()

    def _totals(self, points: tuple[int, ...]) -> tuple[tuple[int, ...], bool]:
        """Return totals before a round of *points*, and whether the limit has been reached before.

        After the round someone is just at the limit, above or below it, and often there is a tie.
        """
        rules, draw = self.rules, self.draw
        limit = rules.limit if not rules.ends_by_rounds else 60
        ceiling = limit if rules.must_exceed else limit - 1
        after = [draw.below(limit) for _ in points]
        edge = draw.below(rules.players)
        after[edge] = limit + draw.choice((-1, 0, 0, 0, 1, 1, 2, 5))
        if draw.chance(0.15):
            after[edge] = limit - 1 - draw.below(20)
        if draw.chance(0.5):
            least = min(after)
            for seat in draw.shuffled([seat for seat in range(len(points)) if seat != edge])[: 2 + draw.below(2)]:
                after[seat] = least
        if draw.chance(0.1):
            after = [limit] * len(points)
        latched = draw.chance(LATCHED) and not rules.ends_by_rounds and not rules.shares_win
        if latched and draw.chance(0.7):  # tied once more, and nobody at the limit any longer
            after = [min(total, limit - 1 - draw.below(3)) for total in after]
            after[other(edge, rules, draw)] = after[edge] = min(after)
        totals = [total - point for total, point in zip(after, points, strict=True)]
        if not latched:
            totals = [min(total, ceiling) for total in totals]
        else:
            low = min(min(totals), ceiling)
            lowest = sorted(range(len(totals)), key=lambda seat: totals[seat])[:2]
            totals = [low if seat in lowest else total for seat, total in enumerate(totals)]
        return tuple(totals), latched


class _Recording:
    """A game under way on the reference."""

    def __init__(self, planner: Planner, start: Game, *, seen: bool = True) -> None:
        self.planner = planner
        self.start = start
        self.match: Match = start.match()
        self.seen = seen
        self.census = planner.census if seen else None
        self.moves: list[Move | Probe] = []
        self.views: list[View] = []
        self.corners: list[str] = []
        self.held_once: tuple[Mask, ...] = (0,) * planner.rules.players
        """What each seat was dealt in this round."""

    def game(self) -> Game:
        """Return what has been recorded."""
        return replace(self.start, moves=tuple(self.moves), views=tuple(self.views), corners=tuple(self.corners))

    def _do(self, move: Move) -> None:
        if self.census:
            self.census.before(self.match, move)
        if isinstance(move, Deal):
            self.held_once = move.hands
        move.do(self.match)
        if self.seen:
            self.views.append(view(self.match))
        self.moves.append(move)
        if self.census:
            self.census.after(self.match, move)

    def repeat(self, game: Game) -> None:
        """Make the moves of a game played before."""
        self.corners += game.corners
        for move in game.moves:
            if isinstance(move, Probe):
                self._probe(move.move)
            else:
                self._do(move)

    def round(self) -> None:
        """Play a round for a corner, from the deal to the moon."""
        match, planner = self.match, self.planner
        draw, rules, probes = planner.draw, planner.rules, planner.probes
        again = bool(self.moves) or (match.between_rounds and match.round_points is not None)
        number = match.round_number + again
        dealer = (match.dealer + again) % rules.players
        name, built = corners.build(rules, dealer, draw)
        self.corners.append(name)
        direction = rules.direction(number)
        self._pass(built, direction)
        manners = built.manners
        while match.phase == "play":
            if probes and draw.random() < probes:
                self._throw_in()
            seat, legal = match.turn, match.legal_mask
            assert seat is not None
            self._do(Play(seat, corners.choose(manners[seat], legal, match.led, draw)))
        if match.phase == "moon" and "moon-choice" in planner.can:
            assert match.shooter is not None
            if probes and draw.chance(0.5):
                self._probe(Choose(corners.other(match.shooter, rules, draw), "add"))
            if probes and draw.chance(0.3):
                self._probe(self._out_of_round())
            self._do(Choose(match.shooter, draw.choice(("add", "subtract"))))
        if probes and draw.chance(2 * probes):
            self._probe(self._out_of_round())

    def _pass(self, built: Built, direction: str) -> None:
        """Deal, and pass where that is done, so that the hands at the first lead are those built, nearly always."""
        draw, rules, match = self.planner.draw, self.planner.rules, self.match
        players, count = rules.players, min(rules.pass_count, rules.hand_size)
        step = {"left": 1, "right": players - 1, "across": players // 2, "hold": 0}[direction]
        came = [draw.some(hand, count) for hand in built.hands]
        given = [came[(seat + step) % players] for seat in range(players)]
        dealt = tuple(hand & ~came[seat] | given[seat] for seat, hand in enumerate(built.hands))
        self._do(Deal(dealt, built.kitty))
        if match.phase != "pass":
            return
        seats = draw.shuffled(range(players))
        for seat in seats:
            if match.phase != "pass":
                return
            if self.planner.probes and draw.chance(self.planner.probes):
                self._throw_in_pass(seat, given[seat])
            if seat != seats[-1] and draw.chance(RESELECT):
                self._do(Pass(seat, tuple(members(draw.some(dealt[seat], count)))))
            self._do(Pass(seat, tuple(draw.shuffled(members(given[seat])))))

    # --- Moves against the rules -----------------------------------------------------------------------------------

    def _probe(self, move: Move) -> None:
        rule = refusal(self.match, move)
        if rule is not None:
            self.moves.append(Probe(move, rule))
            if self.seen:
                self.views.append(view(self.match))
                if self.census:
                    self.census.refused(rule)

    def _throw_in(self) -> None:
        """Throw in a card that may not be played."""
        match, draw = self.match, self.planner.draw
        assert match.turn is not None
        seat, held = match.turn, match.hands[match.turn]
        barred = held & ~match.legal_mask
        kind = draw.random()
        if barred and kind < 0.8:
            self._probe(Play(seat, draw.card(barred & POINT_CARDS if barred & POINT_CARDS and kind < 0.4 else barred)))
        elif kind < 0.88:
            self._probe(Play(seat, draw.card(self._not_held(held))))
        elif kind < 0.96:
            wrong = corners.other(seat, self.planner.rules, draw)
            if match.hands[wrong]:
                self._probe(Play(wrong, draw.card(match.hands[wrong])))
        else:
            self._too_late(seat, held)

    def _out_of_round(self) -> Move:
        """Return a move that has no place between rounds, nor after the match, nor before a moon is settled."""
        rules, draw = self.planner.rules, self.planner.draw
        seat, card = draw.below(rules.players), draw.card(rules.pack)
        if "moon-choice" in self.planner.can and draw.chance(0.3):
            return Choose(seat, "add")
        if "passing" in self.planner.can and draw.chance(0.3):
            return Pass(seat, tuple(members(draw.some(rules.pack, rules.pass_count))))
        return Play(seat, card)

    def _not_held(self, held: Mask) -> Mask:
        """Return cards that the seat does not hold: the kitty's, those not dealt, those that it held, or any."""
        rules, draw = self.planner.rules, self.planner.draw
        once = self.held_once[self.match.turn or 0] & ~held
        for cards, chance in ((self.match.kitty, 0.3), (ALL & ~rules.pack, 0.2), (once, 0.5)):
            if cards and draw.chance(chance):
                return cards
        return rules.pack & ~held

    def _too_late(self, seat: int, held: Mask) -> None:
        """Throw in a selection, or a choice, while cards are played."""
        draw, can = self.planner.draw, self.planner.can
        if "passing" in can and draw.chance(0.7):
            cards = draw.some(held, self.planner.rules.pass_count)
            self._probe(Pass(seat, tuple(members(cards))))
        elif "moon-choice" in can:
            self._probe(Choose(seat, "add"))

    def _throw_in_pass(self, seat: int, given: Mask) -> None:
        """Throw in a selection that may not be made: too few, too many, a card twice, a card not held."""
        match, draw = self.match, self.planner.draw
        cards, held = members(given), match.hands[seat]
        kind = draw.below(5)
        if "moon-choice" in self.planner.can and draw.chance(0.15):
            self._probe(Choose(seat, "add"))
        elif kind == 0:
            self._probe(Pass(seat, tuple(cards[1:])))
        elif kind == 1 and held & ~given:
            self._probe(Pass(seat, (*cards, draw.card(held & ~given))))
        elif kind == 2 and len(cards) > 1:
            self._probe(Pass(seat, (*cards[1:], cards[1])))
        elif kind == 3:
            self._probe(Pass(seat, (*cards[1:], draw.card(self.planner.rules.pack & ~held))))
        else:
            self._probe(Play(seat, draw.card(held)))
