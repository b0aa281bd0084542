"""Judges: one case against one implementation, and many.

`judge` carries out the script of a case and compares what is seen with what is written; it knows no rule of Hearts.
It sends nothing that the implementation did not declare and asks for nothing that it cannot show, and it says so:
a need that is not declared is *unsupported*, an expectation that could not be seen *unobserved*.  Whatever the
implementation raises is its own fault and ends the case, never the run; whatever goes wrong here is a *suite-bug*.

``legal`` and ``refuse`` are two views of one fact.  Who lists legal cards is compared by the list; who refuses is
tried with each card, and started again where a card was accepted only to try it; who does both is judged by both.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any, Final, NoReturn, TypeVar

from hearts_spec.cards import CARDS, NAMES, Mask, members, names, symbol
from hearts_spec.data import DataError, home
from hearts_spec.rules import Rules
from hearts_spec.sheets import Sheet

from .claims import Claims
from .faults import Crash, Fault, told
from .implementation import Description, Implementation, Refused
from .layout import expand
from .scenario import Case, Scenario, cases
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
    to_mask,
)
from .sight import UNSEEN, Sight
from .verdict import Difference, Kind, Verdict

T = TypeVar("T")

LABELS: Final = {
    "takes": "the seat that takes this trick",
    "turn": "the seat whose turn it is",
    "phase": "the phase",
    "broken": "whether hearts are broken",
    "captured": "what is captured",
    "holds": "what is held",
    "lacks": "what is held",
    "hands": "the hands",
    "sizes": "the numbers of cards held",
    "trick": "the trick on the table",
    "kitty": "what is seen of the kitty",
    "points": "the points of the round",
    "totals": "the totals",
    "over": "whether the match is over",
    "winners": "the winners",
    "places": "the places",
    "round": "the number of the round",
    "dealer": "the dealer",
    "direction": "the direction of the pass",
    "legal": "the legal cards",
}
"""What a sentence calls each thing that can be seen."""


class _Stop(Exception):
    """The case cannot go on: a difference has been noted after which the state is not what the case says."""


def run(
    implementation: Implementation,
    scenarios: Iterable[Scenario],
    played: Iterable[Sheet],
    players: Collection[int] | None = None,
    *,
    overrides: Mapping[str, Any] | None = None,
    pattern: str | None = None,
    rules: str | None = None,
    target: str = "",
    description: Description | None = None,
) -> Iterator[Verdict]:
    """Judge every case that applies, one verdict after the other, in the order of `plan`.

    *players* are the counts to judge with, by default those that the implementation declares.  *target* is how a
    command line names the implementation.  See `plan` for the rest.
    """
    said = description or implementation.describe()
    claims = Claims(said)
    counts = said.players if players is None else players
    for each in plan(scenarios, played, counts, overrides=overrides, pattern=pattern, rules=rules):
        yield judge(each, implementation, claims, target=target)


def plan(
    scenarios: Iterable[Scenario],
    played: Iterable[Sheet],
    players: Collection[int] | None = None,
    *,
    overrides: Mapping[str, Any] | None = None,
    pattern: str | None = None,
    rules: str | None = None,
) -> Iterator[CaseRun]:
    """Yield what there is to judge: every case under every sheet and number of players that it applies to.

    *overrides* are options set on top of every sheet; a case's own ``with`` goes on top of them.  *pattern* picks
    cases by id, *rules* those that decide a rule whose id it matches (both shell patterns).  Cases that do not
    apply are passed over.  Raises `DataError` where a sheet does not allow an override.
    """
    picked = [case for case in cases(scenarios, pattern) if decides(case, rules)]
    for sheet in played:
        for count in sheet.players:
            if players is None or count in players:
                yield from _under(sheet, count, picked, overrides or {})


def decides(case: Case, pattern: str | None) -> bool:
    """Tell whether *case* decides a rule whose id *pattern* matches; None matches all."""
    return pattern is None or any(fnmatchcase(rule, pattern) for rule in case.decides)


def _under(sheet: Sheet, players: int, picked: Iterable[Case], asked: Mapping[str, Any]) -> Iterator[CaseRun]:
    plain = sheet.resolve(players, asked)
    source = "" if sheet.source_path.parent == home("hearts_spec") / "sheets" else str(sheet.source_path)
    settled: dict[str, Rules | None] = {}
    for case in picked:
        if players not in case.players:
            continue
        own = case.stated(players).get("with", {})
        rules: Rules | None = plain
        if own:
            key = repr(own)
            if key not in settled:
                settled[key] = _on_top(sheet, players, {**asked, **own})
            rules = settled[key]
        if rules is None:
            continue
        top = {axis: rules.options[axis] for axis in {**asked, **own}}
        laid_out = expand(case, sheet.id, rules, top, {axis: plain.options[axis] for axis in asked})
        if laid_out is not None:
            yield replace(laid_out, source=source) if source else laid_out


def _on_top(sheet: Sheet, players: int, options: Mapping[str, Any]) -> Rules | None:
    """Return the rules with *options* on top of a sheet, None where they cannot stand together."""
    try:
        return sheet.resolve(players, options)
    except DataError:
        return None


def rerun_command(run: CaseRun, target: str) -> str:
    """Return the command that judges this case alone."""
    words = ["heartspec", "verify", *([target] if target else []), "--sheet", shlex.quote(run.source or run.sheet)]
    words += ["--players", str(run.players)]
    for axis, value in run.asked.items():
        text = value if isinstance(value, str) else json.dumps(value)
        words += ["--option", shlex.quote(f"{axis}={text}")]
    return " ".join([*words, "--scenario", run.id])


def judge(
    run: CaseRun,
    implementation: Implementation,
    claims: Claims | None = None,
    *,
    target: str = "",
) -> Verdict:
    """Judge one case.  Never raises but for an interrupt; what it sends is all declared."""
    if claims is None:
        claims = Claims(implementation.describe())
    kind, detail, judging, stderr = Kind.CONFORMS, "", _Judging(run, implementation, claims.description.can), ""
    try:
        kind, detail = _outcome(run, judging, claims)
    except Fault as fault:
        kind, detail, stderr = Kind(fault.kind), judging.so_far(str(fault)), fault.stderr
    except Exception as error:
        kind, detail = Kind.SUITE_BUG, f"the suite itself failed: {type(error).__name__}: {error}"
    return Verdict(
        id=run.id,
        sheet=run.sheet,
        players=run.players,
        kind=kind,
        rules=run.decides,
        detail=detail,
        title=run.title,
        options=run.options,
        differences=tuple(judging.differences),
        unobserved=tuple(judging.unobserved),
        rerun=rerun_command(run, target),
        stderr=stderr,
    )


def _outcome(run: CaseRun, judging: _Judging, claims: Claims) -> tuple[Kind, str]:
    if run.problem:
        return Kind.SUITE_BUG, run.problem
    objection = claims.objection(run.sheet, run.rules, run.asked)
    if objection:
        return Kind.UNSUPPORTED, objection
    missing = run.missing(claims.description.can)
    if missing:
        return Kind.UNSUPPORTED, f"needs {' and '.join(missing)}, which is not declared"
    judging.carry_out()
    if judging.differences:
        return Kind.DEVIATES, judging.differences[0].sentence
    if judging.unobserved:
        return Kind.UNOBSERVED, f"could not be seen: {', '.join(judging.unobserved)}"
    return Kind.CONFORMS, ""


class _Judging:
    """One case under way."""

    def __init__(self, run: CaseRun, implementation: Implementation, can: Collection[str]) -> None:
        self.run = run
        self.setup = replace(run.setup, options=_own(run.setup.options))
        self.implementation = implementation
        self.can = can
        self.index = 0
        self.differences: list[Difference] = []
        self.unobserved: list[str] = []
        self.sight: Sight | None = None
        self.totals: tuple[int, ...] | None = None
        """The totals before the round under way, None where they could not be seen."""

    def carry_out(self) -> None:
        """Carry out the script, noting differences and what could not be seen."""
        self._call("start", self.implementation.start, self.setup)
        try:
            for index, instruction in enumerate(self.run.script):
                self.index = index
                _DO[type(instruction)](self, instruction)
        except _Stop:
            pass

    def so_far(self, sentence: str) -> str:
        """Return *sentence* with where it happened."""
        if not self.run.script or not self.index:
            return sentence
        last = self.run.history(self.index + 1)[-1:]
        return f"{sentence} (after {last[0]})" if last else sentence

    # --- Calling the implementation --------------------------------------------------------------------------------

    def _call(self, what: str, function: Callable[..., T], *arguments: Any) -> T:
        """Call the implementation; whatever it raises but `Refused` and faults is a `Crash`."""
        self.sight = None
        try:
            return function(*arguments)
        except Fault:
            raise
        except Refused:
            if what in ("start", "observe"):
                raise Crash(f"{what}() raised Refused, which is for moves") from None
            raise
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # it may try to end the process, or the run of a test
            raise Crash(f"{what}() raised {told(error)}") from error

    def see(self) -> Sight:
        """Return what can be seen now."""
        if self.sight is None:
            self.sight = Sight(self._call("observe", self.implementation.observe), self.run.players)
        return self.sight

    # --- Noting ----------------------------------------------------------------------------------------------------

    def differ(self, what: str, expected: Any, seen: Any, sentence: str, rules: tuple[str, ...] | None = None) -> None:
        """Note a difference."""
        self.differences.append(
            Difference(
                step=self.run.script[self.index].step,
                what=what,
                expected=expected,
                seen=seen,
                rules=self.run.decides if rules is None else rules,
                sentence=sentence,
                history=self.run.history(self.index),
                position=self.run.position(self.index),
            )
        )

    def unseen(self, what: str) -> None:
        """Note an expectation that could not be seen."""
        if what not in self.unobserved:
            self.unobserved.append(what)

    # --- Actions ---------------------------------------------------------------------------------------------------

    def deal(self, each: DealRound) -> None:
        """Deal, pass as the case has it, and see whether the hands are those that it speaks of."""
        passing = "passing" in self.can
        if any(isinstance(other, DealRound) for other in self.run.script[: self.index]):
            before = self.see().get("totals")
            self.totals = None if before is UNSEEN else before
        else:
            self.totals = self.run.setup.totals
        try:
            self._do_deal(each, passing)
        except Refused as refusal:
            self.differ("deal", "accepted", refusal.rule, f"the deal of round {each.number} is refused", ())
            raise _Stop from None
        hands = self.see().get("hands")
        expected = _masks(each.hands)
        if hands is not UNSEEN and hands != expected:
            passed = passing and each.passes
            where = f"after the pass ({each.direction})" if passed else "after the deal"
            seat = next(seat for seat in range(self.run.players) if hands[seat] != expected[seat])
            self.differ(
                "pass" if passed else "deal",
                list(each.hands[seat]),
                names(hands[seat]),
                f"{where} seat {seat} should hold {_cards(expected[seat])}, but holds {_cards(hands[seat])}",
                ("pass.direction-from-round", "pass.atomic") if passed else (),
            )
            raise _Stop

    def _do_deal(self, each: DealRound, passing: bool) -> None:
        self._call("deal", self.implementation.deal, each.deal(passing=passing))
        if passing:
            for seat, cards in each.passes:
                self._call("pass_cards", self.implementation.pass_cards, seat, list(cards))

    def pass_cards(self, each: PassCards) -> None:
        """Select cards, which must be accepted."""
        self._must(each)

    def play(self, each: Play) -> None:
        """Play a card, which must be accepted; at the start of a step see whose turn it is."""
        if each.starts:
            self._check_turn(each)
        if each.step >= 0 and "legal" in self.can and "refuse" not in self.can:
            legal = self.see().get("legal")
            if legal is not UNSEEN and legal is not None and not legal >> CARDS[each.card] & 1:
                sentence = f"{_card(each.card)} should be legal for seat {each.seat}, but is not among {_cards(legal)}"
                self.differ("accept", each.card, names(legal), sentence)
                raise _Stop
        try:
            self._call("play", self.implementation.play, each.seat, each.card)
        except Refused as refusal:
            self._not_allowed(each, refusal)

    def choose_moon(self, each: ChooseMoon) -> None:
        """Make the shooter's choice, which must be accepted."""
        self._must(each)

    def _must(self, each: PassCards | ChooseMoon) -> None:
        try:
            self._repeat(each)
        except Refused as refusal:
            self._not_allowed(each, refusal)

    def _not_allowed(self, each: PassCards | Play | ChooseMoon, refusal: Refused) -> NoReturn:
        """Note that a move is refused which must be accepted."""
        reason = f" ({refusal.rule})" if refusal.rule else ""
        named = (refusal.rule,) if refusal.rule else ()
        rules = self.run.decides if each.step >= 0 else named
        sentence = f"seat {each.seat} should be allowed to {_made(each)}, but is refused{reason}"
        self.differ("accept", "accepted", refusal.rule, sentence, rules)
        raise _Stop from None

    def _repeat(self, each: Instruction) -> None:
        """Carry out an action without judging it."""
        if isinstance(each, Play):
            self._call("play", self.implementation.play, each.seat, each.card)
        elif isinstance(each, PassCards):
            self._call("pass_cards", self.implementation.pass_cards, each.seat, list(each.cards))
        elif isinstance(each, ChooseMoon):
            self._call("choose_moon", self.implementation.choose_moon, each.seat, each.choice)
        elif isinstance(each, DealRound):
            self._do_deal(each, "passing" in self.can)

    def _start_again(self) -> None:
        """Bring the implementation back to where the case is."""
        try:
            self._call("start", self.implementation.start, self.setup)
            for each in self.run.script[: self.index]:
                self._repeat(each)
        except Refused:
            raise Crash("started again, it refuses a move that it accepted before") from None

    def _check_turn(self, each: Play) -> None:
        turn = self.see().get("turn")
        if turn is UNSEEN or turn == each.seat:
            return
        position = self.run.position(self.index)
        opening = position is not None and not any(position.captured) and not position.trick
        rule = ("open.lowest-club" if self.run.rules.opens_lowest_club else "open.left-of-dealer") if opening else ""
        rule = rule or ("turn.clockwise" if position and position.trick else "trick.winner-leads")
        seen = "nobody's" if turn is None else f"that of seat {turn}"
        sentence = f"it should be the turn of seat {each.seat}, but is {seen}"
        self.differ("turn", each.seat, turn, sentence, (rule,))
        raise _Stop

    # --- Legal cards and refusals ----------------------------------------------------------------------------------

    def legal(self, each: Legal) -> None:
        """Compare the whole legal set, by the list, by refusals, or by both."""
        expected, asked = to_mask(each.cards), False
        if "legal" in self.can:
            asked = self._legal_listed(each, expected)
        if "refuse" in self.can:
            asked = True
            if not any(difference.what == "legal" for difference in self.differences):
                self._legal_tried(each, expected)
        if not asked:
            self.unseen("legal")

    def _legal_listed(self, each: Legal, expected: Mask) -> bool:
        turn, legal = self.see().get("turn"), self.see().get("legal")
        if turn is not UNSEEN and turn != each.seat:
            seen = "nobody's" if turn is None else f"that of seat {turn}"
            self.differ("turn", each.seat, turn, f"it should be the turn of seat {each.seat}, but is {seen}")
            raise _Stop
        if legal is UNSEEN:
            return False
        if legal != expected:
            self._legal_differs(each, expected, legal or 0)
        return True

    def _legal_differs(self, each: Legal, expected: Mask, seen: Mask) -> None:
        parts = []
        if seen & ~expected:
            parts.append(f"{_cards(seen & ~expected)} should not be")
        if expected & ~seen:
            parts.append(f"{_cards(expected & ~seen)} should be, but is not")
        sentence = f"of the cards of seat {each.seat}, {_cards(expected)} should be legal; {_cards(seen)} is: "
        self.differ("legal", list(each.cards), names(seen), sentence + "; ".join(parts))

    def _legal_tried(self, each: Legal, expected: Mask) -> None:
        """Try every card that is held, starting again after each that is accepted."""
        following = self.run.script[self.index + 1] if self.index + 1 < len(self.run.script) else None
        coming = following.card if isinstance(following, Play) and following.seat == each.seat else ""
        seen = 0
        for card in each.hand:
            wanted = bool(expected >> CARDS[card] & 1)
            if "legal" in self.can and wanted:
                seen |= 1 << CARDS[card]  # the list has it; its refusal would show when it is played
            elif (card == coming and wanted) or self._accepts(each.seat, card):
                seen |= 1 << CARDS[card]
        if seen != expected:
            self._legal_differs(each, expected, seen)

    def _accepts(self, seat: int, card: str) -> bool:
        """Tell whether a card is accepted, and leave things as they were."""
        try:
            self._call("play", self.implementation.play, seat, card)
        except Refused:
            return False
        self._start_again()
        return True

    def accept(self, each: Accept) -> None:
        """Expect one card to be legal."""
        bit = 1 << CARDS[each.card]
        legal = self.see().get("legal") if "legal" in self.can else UNSEEN
        if legal is not UNSEEN:
            accepted = bool(legal and legal & bit)
        elif "refuse" in self.can:
            accepted = self._accepts(each.seat, each.card)
        else:
            self.unseen("accept")
            return
        if not accepted:
            sentence = f"seat {each.seat} should be allowed to play {_card(each.card)}, but is not"
            self.differ("accept", each.card, "refused", sentence)

    def refuse(self, each: Refuse) -> None:
        """Expect an action to be refused, for the right reason where reasons are given, and to change nothing."""
        seen = False
        if each.action == "play" and "legal" in self.can:
            seen = self._refused_by_list(each)
        if "refuse" in self.can:
            seen = True
            self._refused_when_tried(each)
        if not seen:
            self.unseen("refuse")

    def _refused_by_list(self, each: Refuse) -> bool:
        legal = self.see().get("legal")
        if legal is UNSEEN or each.seat != each.turn:
            return False
        if legal and legal >> CARDS[each.what[0]] & 1:
            sentence = f"{_card(each.what[0])} is listed as legal for seat {each.seat}, but {_because(each)}"
            self.differ("refuse", each.rule or "refused", "legal", sentence, self._refusing(each))
            raise _Stop
        return True

    def _refused_when_tried(self, each: Refuse) -> None:
        before = self.see().all()
        try:
            self._try(each)
        except Refused as refusal:
            self._check_reason(each, refusal.rule)
            self._check_unchanged(each, before)
            return
        sentence = f"seat {each.seat} is allowed to {_doing(each)}, but {_because(each)}"
        self.differ("refuse", each.rule or "refused", "accepted", sentence, self._refusing(each))
        raise _Stop

    def _try(self, each: Refuse) -> None:
        if each.action == "play":
            self._call("play", self.implementation.play, each.seat, each.what[0])
        elif each.action == "pass":
            self._call("pass_cards", self.implementation.pass_cards, each.seat, list(each.what))
        else:
            self._call("choose_moon", self.implementation.choose_moon, each.seat, each.what[0])

    def _refusing(self, each: Refuse) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*([each.rule] if each.rule else []), *self.run.decides]))

    def _check_reason(self, each: Refuse, rule: Any) -> None:
        if each.rule is None or "explain" not in self.can or rule == each.rule:
            return
        said = f"the reason given is {rule}" if rule else "no reason is given"
        sentence = f"{each.rule} should refuse seat {each.seat} to {_doing(each)}, but {said}"
        self.differ("reason", each.rule, rule if isinstance(rule, str) else None, sentence, self._refusing(each))

    def _check_unchanged(self, each: Refuse, before: dict[str, Any]) -> None:
        after = self.see().all()
        changed = [field for field in {**before, **after} if before.get(field, UNSEEN) != after.get(field, UNSEEN)]
        if changed:
            sentence = f"seat {each.seat} is refused to {_doing(each)}, but that changes {' and '.join(changed)}"
            self.differ("unchanged", "nothing changes", changed, sentence, self._refusing(each))
            raise _Stop

    # --- What is seen ----------------------------------------------------------------------------------------------

    def look(self, each: See) -> None:
        """Compare one thing that can be seen."""
        seen = _LOOK[each.what](self, each.value) if each.what in _LOOK else self.see().get(each.what)
        if seen is UNSEEN:
            self.unseen(each.what)
        elif seen != each.value:
            expected, shown = _plain(each.value), _plain(seen)
            sentence = f"{LABELS[each.what]} should be {_written(each.value)}, but is {_written(seen)}"
            self.differ(each.what, expected, shown, sentence)


@lru_cache(maxsize=1 << 12)
def _masks(hands: tuple[Names, ...]) -> tuple[Mask, ...]:
    """Return the hands of a deal as sets; a case has the same under every sheet that lays it out alike."""
    return tuple(map(to_mask, hands))


def _takes(at: _Judging, wanted: int) -> Any:
    """Return who took the last trick: as said, or else the seat whose turn it is, since the winner leads."""
    winner = at.see().get("trick_winner")
    if winner is UNSEEN:
        turn = at.see().get("turn")
        return UNSEEN if turn is None else turn
    return winner


def _points(at: _Judging, wanted: Any) -> Any:
    """Return the points of the round: as said, or else what the totals have grown by."""
    points, totals = at.see().get("round_points"), at.see().get("totals")
    if points is not UNSEEN or totals is UNSEEN or not at.totals or wanted is None or at.run.rules.moon == "choice":
        return points
    return tuple(now - before for now, before in zip(totals, at.totals, strict=True))


def _over(at: _Judging, wanted: bool) -> Any:
    over, phase = at.see().get("over"), at.see().get("phase")
    return phase == "over" if over is UNSEEN and phase is not UNSEEN else over


def _legal_of_nobody(at: _Judging, wanted: None) -> Any:
    legal = at.see().get("legal") if "legal" in at.can else UNSEEN
    return tuple(names(legal)) if legal is not UNSEEN and legal is not None else legal


def _piles(field: str) -> Callable[[_Judging, Any], Any]:
    """Return a look at the cards in *field* of the seats that are asked about, in the form that a script has."""

    def look(at: _Judging, wanted: Any) -> Any:
        piles = at.see().get(field)
        if piles is UNSEEN:
            return UNSEEN
        return tuple((seat, tuple(names(piles[seat]))) for seat, _ in wanted)

    return look


def _captured(at: _Judging, wanted: Any) -> Any:
    if wanted and isinstance(wanted[0], tuple):
        return _piles("captured")(at, wanted)
    piles = at.see().get("captured")
    if piles is UNSEEN:
        return UNSEEN
    return tuple(NAMES[card] for card in sorted(card for pile in piles for card in members(pile)))


def _holds(at: _Judging, wanted: Any) -> Any:
    """Return, of the cards that should be held, those that are."""
    hands = at.see().get("hands")
    if hands is UNSEEN:
        return UNSEEN
    return tuple((seat, tuple(names(hands[seat] & to_mask(cards)))) for seat, cards in wanted)


def _lacks(at: _Judging, wanted: Any) -> Any:
    """Return, of the cards that should not be held, those that are not."""
    hands = at.see().get("hands")
    if hands is UNSEEN:
        return UNSEEN
    return tuple((seat, tuple(names(to_mask(cards) & ~hands[seat]))) for seat, cards in wanted)


def _sizes(at: _Judging, wanted: Any) -> Any:
    hands = at.see().get("hands")
    return UNSEEN if hands is UNSEEN else tuple(hand.bit_count() for hand in hands)


def _kitty(at: _Judging, wanted: Any) -> Any:
    kitty = at.see().get("kitty")
    return kitty if kitty is UNSEEN or kitty is None else tuple(names(kitty))


_LOOK: Final[dict[str, Callable[[_Judging, Any], Any]]] = {
    "takes": _takes,
    "points": _points,
    "over": _over,
    "legal": _legal_of_nobody,
    "captured": _captured,
    "hands": _piles("hands"),
    "holds": _holds,
    "lacks": _lacks,
    "sizes": _sizes,
    "kitty": _kitty,
}
"""How to look at what is not simply a field of an observation; answers are in the form in which a script has them."""

_DO: Final[dict[type[Instruction], Callable[[_Judging, Any], None]]] = {
    DealRound: _Judging.deal,
    PassCards: _Judging.pass_cards,
    Play: _Judging.play,
    ChooseMoon: _Judging.choose_moon,
    Legal: _Judging.legal,
    Accept: _Judging.accept,
    Refuse: _Judging.refuse,
    See: _Judging.look,
}
"""What is done for each instruction."""


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _written(value: Any) -> str:
    """Return something seen as a person would write it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return _card(value)
    if not isinstance(value, tuple):
        return str(value)
    if value and all(isinstance(each, tuple) and len(each) == 2 for each in value):
        return ", ".join(f"seat {seat} {_written(cards)}" for seat, cards in value)
    return " ".join(_written(each) for each in value) or "nothing"


def _card(name: str) -> str:
    return symbol(CARDS[name]) if name in CARDS else name


def _list(cards: Iterable[str]) -> str:
    return " ".join(_card(name) for name in cards) or "no card"


def _cards(cards: Mask) -> str:
    return _list(names(cards))


def _made(each: PassCards | Play | ChooseMoon) -> str:
    if isinstance(each, Play):
        return f"play {_card(each.card)}"
    return f"pass {_list(each.cards)}" if isinstance(each, PassCards) else f"choose {each.choice}"


def _doing(each: Refuse) -> str:
    verb = {"play": "play", "pass": "pass", "moon": "choose"}[each.action]
    return f"{verb} {_list(each.what)}"


def _because(each: Refuse) -> str:
    return f"{each.rule} forbids it" if each.rule else "it should be refused"


_SHARED: Final = frozenset({list, dict})
"""The types of options that could be changed in place."""


def _own(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy that an implementation may change as it likes: what is shared belongs to other cases too."""
    return {axis: value.copy() if type(value) in _SHARED else value for axis, value in options.items()}
