"""Lays a case out for resolved rules: from what a scenario states to a script that the runner carries out.

`expand` is the way in.  It answers None where a case does not apply (another number of players, options that its
``when`` does not meet, a pack in which the position cannot arise), and otherwise a `CaseRun`; a case that applies
and makes no sense is one with a ``problem``, or a `DataError` for who asks with ``strict``.

What is laid out depends on few of the options (the pack, how its rounds pass, who opens), so that a case keeps its
scripts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NoReturn

from hearts_spec import conditions
from hearts_spec.cards import ALL, CARDS, CLUBS, NAMES, Mask, mask, members, names
from hearts_spec.data import DataError
from hearts_spec.rules import Rules

from . import rounds
from .fill import Unfit, fill, fill_kitty
from .implementation import Setup
from .notation import Hand, NotationError, parse_cards, parse_hand
from .scenario import Case
from .script import (
    Accept,
    CaseRun,
    ChooseMoon,
    DealRound,
    Instruction,
    Legal,
    Names,
    PassCards,
    Play,
    Refuse,
    See,
    exchange,
)
from .steps import Step, holds_refused, needs, needs_for_pass, numbers, read_step, set_names
from .table import Misplay, Table, before_plain_pass, low_first, lowest_club

EARLY = ("round", "dealer", "direction")
"""What a whole round lets be seen while it is played; all else is seen when it is over."""


@dataclass(frozen=True)
class Layout:
    """What is the same for all rules that deal, pass and open alike."""

    round: int
    dealer: int
    totals: tuple[int, ...]
    script: tuple[Instruction, ...]


def expand(
    case: Case,
    sheet: str,
    rules: Rules,
    options: Mapping[str, Any] | None = None,
    asked: Mapping[str, Any] | None = None,
    *,
    strict: bool = False,
) -> CaseRun | None:
    """Return the case laid out for *rules*, or None where it does not apply.

    *options* are those set on top of the sheet, *asked* those of them that whoever runs it has set.  Under *strict*
    a case that makes no sense raises `DataError` and one that the pack does not allow raises `Unfit`.
    """
    if not applies(case, rules):
        return None
    stated = case.stated(rules.players)
    problem = ""
    try:
        layout = _remembered(case, rules)
    except Unfit:
        if strict:
            raise
        return None
    except DataError as error:
        if strict:
            raise
        problem, layout = str(error), Layout(1, 0, (), ())
    setup = Setup(
        options=rules.to_json(),
        players=rules.players,
        dealer=layout.dealer,
        round=layout.round,
        totals=layout.totals,
        limit_reached=stated.get("limit-reached", False),
    )
    return CaseRun(
        id=case.id,
        title=case.title,
        sheet=sheet,
        players=rules.players,
        rules=rules,
        decides=case.decides,
        setup=setup,
        script=layout.script,
        options=options or {},
        asked=asked or {},
        problem=problem,
    )


def applies(case: Case, rules: Rules) -> bool:
    """Tell whether *rules* are among those that the case is about."""
    if rules.players not in case.players:
        return False
    stated = case.stated(rules.players)
    if not conditions.holds(stated.get("when"), rules.options):
        return False
    return "direction" not in stated or stated["direction"] in rules.pass_cycle


def _remembered(case: Case, rules: Rules) -> Layout:
    first, last = _rounds(case, rules)
    directions = tuple(rules.direction(number) for number in range(first, last + 1))
    key = (rules.players, rules.pack, rules.kitty_size, first, directions, rules.pass_count, rules.opens_lowest_club)
    found: Layout | Unfit | DataError | None = case.memory.get(key)
    if found is None:
        try:
            found = _Layout(case, rules).lay_out()
        except (Unfit, DataError) as error:
            found = error
        case.memory[key] = found
    if isinstance(found, Exception):
        raise found
    return found


def _rounds(case: Case, rules: Rules) -> tuple[int, int]:
    """Return the numbers of the first round of a case, and of the one in which its steps are."""
    stated = case.stated(rules.players)
    first = rules.pass_cycle.index(stated["direction"]) + 1 if "direction" in stated else stated.get("round", 1)
    return first, first + len(stated.get("rounds", ()))


class _Layout:
    """The work of laying one case out."""

    def __init__(self, case: Case, rules: Rules) -> None:
        self.case = case
        self.rules = rules
        self.players = rules.players
        self.stated = case.stated(rules.players)
        self.before = self._read("before")
        self.steps = self._read("steps")
        self.rounds: Sequence[Mapping[str, Any]] = self.stated.get("rounds", [])
        self.passing = "dealt" in self.stated or any(step.passes for step in (*self.before, *self.steps))
        self.first, self.number = _rounds(case, rules)
        self.script: list[Instruction] = []
        self.selected: dict[int, Mask] = {}
        self.pass_done = False

    # What is stated

    def _read(self, key: str) -> list[Step]:
        remembered: list[Step] | None = self.case.memory.get((self.players, key))
        if remembered is not None:
            return remembered
        result = []
        for index, content in enumerate(self.stated.get(key, [])):
            try:
                result.append(read_step(content, self.players))
            except NotationError as error:
                self._fail(str(error), key, index)
        self.case.memory[self.players, key] = result
        return result

    def _fail(self, sentence: str, key: str, *further: str | int) -> NoReturn:
        """Raise `DataError` where *key* is stated."""
        self.case.fail(self.case.place(key, self.players, *further), sentence)

    @cached_property
    def opener(self) -> int | None:
        """The seat that the case has lead first; None where it leaves that open."""
        if "opener" in self.stated:
            opener: int = self.stated["opener"]
            return opener
        return next((step.mover for step in (*self.before, *self.steps) if step.mover is not None), None)

    @cached_property
    def dealer(self) -> int:
        """The dealer of the first round: as stated, else the last seat, or the seat whose left leads as it should."""
        if "dealer" in self.stated:
            dealer: int = self.stated["dealer"]
            return dealer
        if self.rules.opens_lowest_club or self.opener is None or not self._has_position():
            return self.players - 1
        return (self.opener - 1 - len(self.rounds)) % self.players

    def _has_position(self) -> bool:
        return bool(self.steps or self.before or "hands" in self.stated or "dealt" in self.stated)

    # The script

    def lay_out(self) -> Layout:
        for index, entry in enumerate(self.rounds):
            try:
                self._whole_round(index, entry)
            except NotationError as error:
                self._fail(str(error), "rounds", index)
        if self.steps or self.before:
            self.table = self._deal()
            for index, step in enumerate(self.before):
                self._step(step, -1, "before", index)
            for index, step in enumerate(self.steps):
                self._step(step, index, "steps", index)
        return Layout(self.first, self.dealer, self._totals(), tuple(self.script))

    def _totals(self) -> tuple[int, ...]:
        try:
            return numbers(self.stated.get("totals", {"else": 0}), self.players)
        except NotationError as error:
            self._fail(str(error), "totals")

    def _whole_round(self, index: int, entry: Mapping[str, Any]) -> None:
        try:
            points = numbers(entry.get("played", entry.get("points", [])), self.players)
        except NotationError as error:
            self._fail(f"what the seats take in this round: {error}", "rounds", index)
        dealer = (self.dealer + index) % self.players
        kitty = self._odd_cards()
        tricks = rounds.find(self.players, ALL & ~self.rules.pack | kitty, points, (dealer + 1) % self.players)
        hands = rounds.hands_of(tricks, self.players)
        step = -1 if self.steps else index
        self._deal_round(hands, kitty, tricks[0][0], dealer, self.first + index, step)
        self._see_all(step, [(what, entry[what]) for what in EARLY if what in entry], None)
        for leader, cards in tricks:
            for offset, card in enumerate(cards):
                seat = (leader + offset) % self.players
                self.script.append(Play(step, seat, NAMES[card], starts=leader == tricks[0][0] and not offset))
        if "choose" in entry:
            self.script.append(ChooseMoon(step, points.index(max(points)), entry["choose"]))
        late = [(what, value) for what, value in entry.items() if what not in (*EARLY, "played", "choose")]
        self._see_all(step, late, None)

    def _odd_cards(self) -> Mask:
        return fill_kitty(0, self.rules.kitty_size, self.players, 0) if self.rules.kitty_size else 0

    def _deal(self) -> Table:
        steps = [*self.before, *self.steps]
        hands = [self._hand(seat) for seat in range(self.players)]
        try:
            needed = needs_for_pass(steps, self.players) if self.passing else needs(steps, self.players)
        except NotationError as error:
            self._fail(str(error), "steps")
        self._check_hands(hands, needed)
        kitty = self._kitty([hand.named | needed[seat] if hand else needed[seat] for seat, hand in enumerate(hands)])
        dealt = self.rules.pack & ~kitty
        opens = self.rules.opens_lowest_club or any(step.opens is not None for step in steps)
        if self.opener is not None and opens and not self.passing:
            needed[self.opener] |= dealt & CLUBS & -(dealt & CLUBS)
        full = filled(tuple(hands), tuple(needed), dealt, self.rules.hand_size)
        dealer = (self.dealer + len(self.rounds)) % self.players
        opener = self._who_leads(full, dealer)
        direction = self.rules.direction(self.number)
        waits = self.passing and direction != "hold"
        self._deal_round(full, kitty, None if waits else opener, dealer, self.number, -1)
        self.dealt = full
        table = Table(full, kitty, opener, dealer, self.number)
        if waits:
            table.turn = None
        return table

    def _check_hands(self, hands: Sequence[Hand | None], needed: Sequence[Mask]) -> None:
        """Raise `DataError` where what is written contradicts itself, whatever the pack."""
        key = "steps" if self.steps else "before"
        seen = 0
        for seat, hand in enumerate(hands):
            missing = needed[seat] & ~hand.named & ~hand.open if hand else 0
            if missing:
                self._fail(f"seat {seat} needs {names(missing)[0]}, but its hand is written without it", key)
            held = needed[seat] | (hand.named if hand else 0)
            if held & seen:
                self._fail(f"two seats hold {names(held & seen)[0]}, seat {seat} the second of them", key)
            seen |= held

    def _who_leads(self, hands: Sequence[Mask], dealer: int) -> int:
        if not self.rules.opens_lowest_club:
            return (dealer + 1) % self.players
        together = 0
        for hand in hands:
            together |= hand
        lowest = lowest_club(together)
        assert lowest is not None
        return next(seat for seat, hand in enumerate(hands) if hand >> lowest & 1)

    def _hand(self, seat: int) -> Hand | None:
        key = "dealt" if "dealt" in self.stated else "hands"
        text = self.stated.get(key, {}).get(str(seat))
        if text is None:
            return None
        try:
            return parse_hand(text)
        except NotationError as error:
            self._fail(str(error), key, str(seat))

    def _kitty(self, taken: Sequence[Mask]) -> Mask:
        size = self.rules.kitty_size
        written = 0
        if "kitty" in self.stated:
            if not size:
                raise Unfit("the case states a kitty, and there is none")
            try:
                written = mask(parse_cards(self.stated["kitty"]))
            except NotationError as error:
                self._fail(str(error), "kitty")
        if not size:
            return 0
        together = 0
        for each in taken:
            together |= each
        return fill_kitty(written, size, self.players, together)

    def _deal_round(
        self, hands: Sequence[Mask], kitty: Mask, opener: int | None, dealer: int, number: int, step: int
    ) -> None:
        direction = self.rules.direction(number)
        dealt, passes = list(hands), list[Mask]()
        if direction != "hold" and opener is not None:
            dealt, passes = before_plain_pass(hands, direction, self.rules.pass_count)
        self.script.append(
            DealRound(
                step=step,
                hands=tuple(_names(hand) for hand in hands),
                dealt=tuple(_names(hand) for hand in dealt),
                passes=tuple((seat, _names(cards)) for seat, cards in enumerate(passes)),
                kitty=_names(kitty),
                opener=opener,
                dealer=dealer,
                number=number,
                direction=direction,
            )
        )

    # Steps

    def _step(self, step: Step, number: int, key: str, index: int) -> None:
        try:
            self._ask(step, number)
            self._act(step, number)
            if step.content.get("takes") is not None:
                self._check_taker(step)
            self._see_all(number, list(step.seen()), self.table)
        except (Misplay, NotationError) as error:
            self._fail(str(error), key, index)

    def _ask(self, step: Step, number: int) -> None:
        content = step.content
        if "legal" in content:
            if content["legal"] is None:
                self.script.append(See(number, "legal", None))
            else:
                seat = self._seat(step)
                cards = set_names(content["legal"], self.table.hands[seat])
                for card in cards:
                    self._check_held(seat, card)
                self.script.append(Legal(number, seat, cards, _names(self.table.hands[seat])))
        if "accept" in content:
            seat = self._seat(step)
            for name in content["accept"].split():
                self._check_held(seat, name)
                self.script.append(Accept(number, seat, name))
        if "refuse" in content:
            self._refuse(step, number)

    def _refuse(self, step: Step, number: int) -> None:
        what, rule = step.content["refuse"], step.content.get("rule")
        seat = self._seat(step)
        if isinstance(what, str):
            for name in what.split():
                if holds_refused(step.content):
                    self._check_held(seat, name)
                elif self.table.hands[seat] >> CARDS[name] & 1:
                    raise Misplay(f"seat {seat} holds {name}, but is refused a card that it does not hold")
                self.script.append(Refuse(number, "play", seat, (name,), rule, self.table.turn))
        elif "pass" in what:
            cards = tuple(what["pass"].split())
            self.script.append(Refuse(number, "pass", seat, cards, rule, self.table.turn))
        else:
            self.script.append(Refuse(number, "moon", seat, (what["choose"],), rule, self.table.turn))

    def _seat(self, step: Step) -> int:
        seat = step.seat if step.seat is not None else self.table.turn
        if seat is None:
            raise Misplay("nobody is to play here; write the seat")
        return seat

    def _check_held(self, seat: int, name: str) -> None:
        if not self.table.hands[seat] >> CARDS[name] & 1:
            raise Misplay(f"seat {seat} does not hold {name} here")

    def _act(self, step: Step, number: int) -> None:
        if step.passes:
            self._select(step.content["pass"], number)
        elif "choose" in step.content:
            self.script.append(ChooseMoon(number, self._seat(step), step.content["choose"]))
        elif step.run:
            self._run(step.run[0], step.run[1], number)
        elif step.moves or step.opens is not None:
            self._moves(step, number)

    def _moves(self, step: Step, number: int) -> None:
        starts = True
        if step.opens is not None:
            leads = lowest_club(self._all_hands())
            if leads is None:
                raise Misplay("nobody holds a club to open with")
            self._play(step.opens, leads, number, starts=True)
            starts = False
        if not step.rest:
            for seat, token in step.moves:
                self._play(seat, token, number, starts=starts)
                starts = False
            return
        written = dict(step.moves)
        first = step.opens if step.opens is not None else step.moves[0][0]
        if starts and first != self.table.turn:
            self._play(first, step.moves[0][1], number, starts=True)  # says what is wrong with it
        while starts or self.table.trick:
            turn = self.table.turn
            assert turn is not None
            self._play(turn, written.pop(turn, "low"), number, starts=starts)
            starts = False
        if written:
            raise Misplay(f"seat {next(iter(written))} has no place in what is left of this trick")

    def _run(self, seat: int, cards: Sequence[int], number: int) -> None:
        for card in cards or _from_the_top(self.table.hands[seat]):
            self._play(seat, card, number, starts=True)
            while self.table.trick:
                assert self.table.turn is not None
                self._play(self.table.turn, "low", number, starts=False)
            if self.table.winner != seat:
                raise Misplay(f"seat {seat} does not take the trick that it leads with {NAMES[card]}")

    def _play(self, seat: int, token: int | str, number: int, *, starts: bool) -> None:
        if self.table.turn is None and self.passing and not self.pass_done:
            raise Misplay("not every seat has passed yet")
        if isinstance(token, str):
            token = self.table.low(seat) if token == "low" else self.table.top(seat)
        self.table.play(seat, token)
        self.script.append(Play(number, seat, NAMES[token], starts))

    def _select(self, selections: str | Mapping[str, str], number: int) -> None:
        if self.pass_done or self.rules.direction(self.number) == "hold":
            raise Misplay("there is no pass to select for here")
        if isinstance(selections, str):
            selections = {str(seat): selections for seat in range(self.players) if seat not in self.selected}
        for key, text in selections.items():
            seat = int(key)
            if text == "low":
                cards = mask(low_first(self.table.hands[seat])[: self.rules.pass_count])
            else:
                cards = mask(parse_cards(text))
            if cards & ~self.table.hands[seat]:
                raise Misplay(f"seat {seat} passes {names(cards & ~self.table.hands[seat])[0]}, which it is not dealt")
            if cards.bit_count() != self.rules.pass_count:
                raise Misplay(
                    f"seat {seat} passes {cards.bit_count()} cards, but pass.count is {self.rules.pass_count}"
                )
            self.selected[seat] = cards
            final = len(self.selected) == self.players
            self.script.append(PassCards(number, seat, _names(cards), final))
            if final:
                self._finish_pass()

    def _finish_pass(self) -> None:
        exchange(self.table, self.selected, self.rules.direction(self.number))
        self.pass_done = True
        self.table.turn = self._who_leads(self.table.hands, self.table.dealer)

    def _all_hands(self) -> Mask:
        together = 0
        for hand in self.table.hands:
            together |= hand
        return together

    def _check_taker(self, step: Step) -> None:
        if self.table.trick or self.table.winner is None:
            raise Misplay("the trick is not complete, so nobody takes it")
        if self.table.winner != step.content["takes"]:
            raise Misplay(f"seat {self.table.winner} takes this trick, not seat {step.content['takes']}")

    # What is seen

    def _see_all(self, number: int, seen: Sequence[tuple[str, Any]], table: Table | None) -> None:
        for what, value in seen:
            self.script.append(See(number, what, self._seen(what, value, table)))

    def _seen(self, what: str, value: Any, table: Table | None) -> Any:
        """Return what is to be seen in the form in which a script has it."""
        if what in ("captured", "holds", "lacks", "hands") and isinstance(value, Mapping):
            held = table.hands if table else [0] * self.players
            return tuple((int(seat), set_names(text, held[int(seat)])) for seat, text in value.items())
        if what == "captured":
            return _names(self.rules.pack)
        if what == "hands":
            return tuple((seat, _names(hand)) for seat, hand in enumerate(self.dealt))
        if what == "sizes":
            return (self.rules.hand_size,) * self.players
        if what == "trick" and value is not None:
            return tuple((int(seat), card) for seat, card in value.items())
        if what == "kitty" and value is not None:
            return _names(mask(parse_cards(value)))
        if what in ("points", "totals", "places") and value is not None:
            return numbers(value, self.players)
        return tuple(sorted(value)) if isinstance(value, list) else value


@lru_cache(maxsize=1 << 12)
def filled(hands: tuple[Hand | None, ...], needed: tuple[Mask, ...], pack: Mask, size: int) -> tuple[Mask, ...]:
    """Return what `fill` does; the cases of a file, and sheets that pass otherwise, have the same hands."""
    return tuple(fill(hands, needed, pack, size))


def _from_the_top(hand: Mask) -> list[int]:
    """Return a hand suit by suit, each from the highest down."""
    return [card for suit in range(4) for card in reversed(members(hand)) if card // 13 == suit]


def _names(cards: Mask) -> Names:
    return tuple(names(cards))
