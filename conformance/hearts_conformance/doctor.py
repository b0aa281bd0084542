"""Proves an adapter sound before any rule is judged.

Most of what goes wrong on the first day has nothing to do with Hearts: a card is written ``10H``, seats are counted
from 1, output is not flushed, a log message stands among the answers.  Judged case by case, that looks like hundreds
of broken rules.  So the adapter has a script of its own: it is greeted, told to start, dealt two plain rounds that
every sheet allows, looked at, given a card that nobody could play, started again and let go.  Each thing that is not
as it should be is a `Finding`, one sentence for the author: what was expected, what came, and what to do about it.

`examine` looks at everything; `first_fault` only at what makes all judging pointless, and is cheap.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hearts_spec.cards import CARDS, Mask, names
from hearts_spec.rules import Rules

from . import rounds
from .faults import Fault, ProtocolFault, shown, told
from .identify.matches import match_case
from .implementation import Description, Implementation, Observation, Refused
from .layout import expand
from .script import CaseRun, DealRound, Instruction, Play, to_mask
from .sight import UNSEEN, Sight

FORMAT: Final = "heartspec-doctor/1"

HINTS: Final[tuple[tuple[str, str], ...]] = (
    (r"no answer to .* a line without an end came", "end every answer with a newline, and flush it"),
    (
        r"no answer to",
        "flush standard output after every answer, for output to a pipe is kept back otherwise, and answer each line "
        "when it comes instead of reading to the end of the input",
    ),
    (r"is not JSON: [\[{]$", "write each answer as one line of JSON, without line breaks and indentation"),
    (r"is not JSON: \{'", "write JSON, with double quotes (in Python json.dumps, not str)"),
    (
        r"is not JSON|is not a JSON object",
        "standard output is for answers alone, so send everything else to standard error",
    ),
    (r"wrote more, unasked", "write one line for each request, and send everything else to standard error"),
    (r"has no id|has an id|has the id", "copy the id of each request into its answer, as the same number"),
    (r"has no protocol|has the protocol", 'answer hello with "protocol": 1 among the rest'),
    (
        r"its answer to hello has",
        "answer hello with protocol, implementation (name and version), can, players and sheets",
    ),
    (r"has no seen|has seen", 'answer observe with "seen": an object of what can be seen'),
    (r"it ended|it was ended|it closed", "answer requests in a loop until bye comes or the input ends"),
    (r"is not UTF-8", "write UTF-8"),
    (r"which is no Observation", "return an Observation from observe"),
)
"""What a fault is known to come from, by what its sentence says: pattern and advice, the first that matches."""

NUMBERS: Final = frozenset({"round_points", "totals", "places", "round"})
SEATS: Final = frozenset({"turn", "trick_winner", "dealer"})
CARD_FIELDS: Final = frozenset({"legal", "hands", "captured", "kitty", "trick"})


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with an adapter."""

    check: str
    """The part of the script in which it showed: a name out of `CHECKS`, ``hello`` or ``close``."""
    sentence: str
    fatal: bool = True
    """Whether judging is pointless before this is put right."""

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {"check": self.check, "sentence": self.sentence, "fatal": self.fatal}


def advised(sentence: str) -> str:
    """Return what a fault says, followed by what it is known to come from where that is known."""
    for pattern, advice in HINTS:
        if re.search(pattern, sentence):
            return f"{sentence}; {advice}"
    return sentence


def examine(implementation: Implementation, description: Description, rules: Rules, sheet: str) -> Iterator[Finding]:
    """Yield everything that is found wrong, in the order of `CHECKS`; what is fatal ends the examination.

    *rules* are those of *sheet*, which the implementation claims to play.
    """
    patient = _Patient(implementation, description, rules, sheet)
    for name, check in CHECKS.items():
        try:
            for finding in check(patient):
                yield finding
                if finding.fatal:
                    return
        except _Ill as illness:
            yield Finding(name, str(illness))
            return


def first_fault(implementation: Implementation, description: Description, rules: Rules, sheet: str) -> str:
    """Return the first thing that makes judging pointless, in a sentence, or nothing, by the cheap checks.

    That it fails or hangs is none: the cases say where it does, and there may be others.
    """
    patient = _Patient(implementation, description, rules, sheet)
    for name in CHEAP:
        try:
            found = next((each.sentence for each in CHECKS[name](patient) if each.fatal), "")
        except _Broken:
            return ""
        except _Ill as illness:
            found = str(illness)
        if found:
            return found
    return ""


def closing(implementation: Implementation) -> list[Finding]:
    """Let go of an implementation; return what is wrong where that fails."""
    try:
        implementation.close()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return [Finding("close", f"close raised {told(error)}; let go of everything without failing", fatal=False)]
    return []


class _Ill(Exception):
    """It cannot be examined any further; ``str`` says why."""


class _Broken(_Ill):
    """It failed or hung, which every case that it does so in will say."""


class _Patient:
    """An implementation under examination, and the plain rounds that it is dealt."""

    def __init__(self, implementation: Implementation, description: Description, rules: Rules, sheet: str) -> None:
        self.implementation = implementation
        self.description = description
        self.can = description.can
        self.rules = rules
        self.sheet = sheet
        self.players = rules.players
        self.begun = False
        self.plain = self._round(opener=0)
        self.turned = self._round(opener=self.players - 1)

    def _round(self, opener: int) -> CaseRun:
        """Return a whole round that is legal by every sheet, in which *opener* leads."""
        out = to_mask(self.rules.options["deck.strip"]) or to_mask(rounds_out(self.rules))
        stored = rounds.library(self.players).get(rounds.key_of(out), {})
        points = tuple(map(int, next(iter(stored)).split()))
        case = match_case("doctor/plain", [points], dealer=(opener - 1) % self.players)
        run = expand(case, self.sheet, self.rules)
        assert run is not None
        return run

    # --- Asking ----------------------------------------------------------------------------------------------------

    def ask(self, what: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a method; raise `_Ill` for whatever it raises but `Refused`."""
        try:
            return function(*arguments)
        except Refused:
            if what in ("start", "observe"):
                raise _Ill(f"{what} is refused, but only moves can be; do not raise Refused there") from None
            raise
        except Fault as fault:
            kind = _Ill if isinstance(fault, ProtocolFault) else _Broken
            raise kind(advised(str(fault))) from fault
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise _Broken(f"{what} raised {told(error)}{_by_error(what, error)}") from error

    def begin(self, run: CaseRun) -> DealRound:
        """Start the game of *run* and deal its first round, the pass included."""
        dealt = next(each for each in run.script if isinstance(each, DealRound))
        passing = "passing" in self.can
        self.ask("start", self.implementation.start, replace(run.setup, options=dict(run.setup.options)))
        try:
            self.ask("deal", self.implementation.deal, dealt.deal(passing=passing))
        except Refused:
            if self.begun:
                raise _Ill("started again, it refuses the deal; forget the old game in start") from None
            raise _Ill(
                f"deal refuses a plain deal of {len(dealt.hands[0])} cards to each of {self.players} seats; "
                "accept any deal of the pack, in the order of seats in which it comes"
            ) from None
        self.begun = True
        problem = passing and _other_hands(self.look().get("hands"), dealt.dealt, self.players)
        if problem:
            raise _Ill(problem)
        for seat, cards in dealt.passes if passing else ():
            try:
                self.ask("pass_cards", self.implementation.pass_cards, seat, list(cards))
            except Refused:
                raise _Ill(
                    f"passing is declared, but pass_cards refuses {' '.join(cards)} from seat {seat}, which it was "
                    f"dealt, in a round that passes {dealt.direction}; take the direction from pass.cycle and round"
                ) from None
        return dealt

    def look(self) -> Sight:
        """Observe; raise `_Ill` where a field cannot be read, with what is wrong with its value."""
        observation = self.ask("observe", self.implementation.observe)
        sight = Sight(observation, self.players) if isinstance(observation, Observation) else None
        if sight is None:
            raise _Ill(advised(f"observe() answered {shown(observation)}, which is no Observation"))
        for field in Observation.__dataclass_fields__:
            try:
                sight.get(field)
            except ProtocolFault as fault:
                value = getattr(observation, field)
                raise _Ill(f"{fault}{_by_value(field, value, self.players)}") from fault
        return sight


def rounds_out(rules: Rules) -> Sequence[str]:
    """Return the cards that lie in the kitty of a library round, where there is one."""
    from .fill import ODD_CARDS

    return ODD_CARDS[rules.players] if rules.kitty_size else ()


# --- What a value is known to come from ------------------------------------------------------------------------------


def _by_value(field: str, value: Any, players: int) -> str:
    if field in CARD_FIELDS:
        odd = next((text for text in _texts(value) if text not in CARDS), None)
        return f"; {_by_card(odd)}" if odd is not None else ""
    if field in NUMBERS and any(_texts(value)):
        return "; give numbers, not texts"
    if field in SEATS and type(value) is int and value == players:
        return f"; count seats from 0 to {players - 1}, not from 1"
    if field in SEATS and isinstance(value, str):
        return "; give seats as numbers, not texts"
    return ""


def _texts(value: Any) -> Iterator[str]:
    """Yield every text in a value, however deep, that is not the name of a key."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for each in value.values() for text in _texts(each))
    elif isinstance(value, list | tuple | set | frozenset):
        yield from (text for each in value for text in _texts(each))


def _by_card(text: str) -> str:
    if text.startswith("10") or text.endswith("10"):
        return f"write the ten as T, so that {text} is T{text.replace('10', '')[:1].upper()}"
    if any(symbol in text for symbol in "♣♦♠♥♧♢♤♡"):
        return f"write suits as the letters C, D, S and H behind the rank, as in QS, not {text}"
    if text[::-1].upper() in CARDS:
        return f"write the rank before the suit, {text[::-1].upper()} and not {text}"
    if text.upper() in CARDS:
        return f"write cards in capital letters, {text.upper()} and not {text}"
    return f"write a card as its rank and its suit in two characters, such as QS or TC, not {text!r}"


def _by_error(what: str, error: BaseException) -> str:
    if isinstance(error, NotImplementedError):
        return f"; write the method {what}"
    if what in ("deal", "play", "pass_cards"):
        return "; cards come as rank and suit, such as QS or TC, and seats from 0 up"
    return ""


# --- The checks ------------------------------------------------------------------------------------------------------


def _declares(at: _Patient) -> Iterator[Finding]:
    said = at.description
    if not {"legal", "refuse"} & said.can:
        yield Finding(
            "declares",
            "neither legal nor refuse is declared, so that no rule about cards can be judged; list the legal cards in "
            "observe and declare legal, or refuse cards against the rules and declare refuse",
            fatal=False,
        )
    if "explain" in said.can and "refuse" not in said.can:
        yield Finding("declares", "explain is declared without refuse; declare refuse too", fatal=False)


def _plain_deal(at: _Patient) -> Iterator[Finding]:
    for run in (at.plain, at.turned):
        dealt = at.begin(run)
        sight = at.look()
        yield from _hands(at, dealt, sight)
        yield from _turn(at, dealt, sight)
        yield from _legal(at, dealt, sight)


def _hands(at: _Patient, dealt: DealRound, sight: Sight) -> Iterator[Finding]:
    problem = _other_hands(sight.get("hands"), dealt.hands, at.players)
    if problem:
        yield Finding("deal", problem)


def _other_hands(seen: Any, hands: Sequence[Sequence[str]], players: int) -> str:
    """Return what is wrong with the hands seen where *hands* should be held, or nothing."""
    expected = tuple(to_mask(hand) for hand in hands)
    if seen is UNSEEN or seen == expected:
        return ""
    if sorted(seen) == sorted(expected):
        shift = next(other for other in range(players) if seen[other] == expected[0])
        return (
            f"observe gives seat {shift} the hand that was dealt to seat 0; keep hands in the order of seats, the "
            "first for seat 0"
        )
    seat = next(seat for seat in range(players) if seen[seat] != expected[seat])
    cause = "copy the hands of each deal, start anew from them, and pass left to the next higher seat"
    if len(set(seen)) < players:
        cause = "several seats hold the same cards, so give each seat a hand of its own"
    return f"after a plain deal seat {seat} should hold {_told(expected[seat])}, but holds {_told(seen[seat])}; {cause}"


def _turn(at: _Patient, dealt: DealRound, sight: Sight) -> Iterator[Finding]:
    turn, legal = sight.get("turn"), sight.get("legal")
    if turn is UNSEEN or turn == dealt.opener or dealt.opener is None:
        return
    if turn == (dealt.opener + 1) % at.players and dealt.opener == 0 and _holder(dealt, legal) in (None, dealt.opener):
        yield Finding(
            "deal",
            f"seat 0 leads this round, but turn is 1; count seats from 0 to {at.players - 1}, not from 1",
        )
    elif turn is None:
        yield Finding("deal", f"seat {dealt.opener} is to lead after the deal, but turn is None; give its seat as turn")


def _holder(dealt: DealRound, legal: Any) -> int | None:
    """Return the seat that was dealt all the cards in a list of legal ones, None for no such seat."""
    if legal is UNSEEN or not legal:
        return None
    holders = (seat for seat, hand in enumerate(dealt.hands) if not legal & ~to_mask(hand))
    return next(holders, None)


def _legal(at: _Patient, dealt: DealRound, sight: Sight) -> Iterator[Finding]:
    legal, turn = sight.get("legal"), sight.get("turn")
    if "legal" not in at.can:
        return
    if legal is UNSEEN:
        yield Finding(
            "deal", "legal is declared, but observe leaves legal out; give the legal cards of the seat to play"
        )
    elif not legal:
        yield Finding("deal", "legal is declared, but no card is legal after a deal; give those of the seat to play")
    else:
        seat = dealt.opener if turn is UNSEEN or turn is None else turn
        if seat is not None and legal & ~to_mask(dealt.hands[seat]):
            holder = _holder(dealt, legal)
            whose = f"cards of seat {holder}" if holder is not None else "cards that it does not hold"
            yield Finding(
                "deal",
                f"it is the turn of seat {seat}, but legal lists {whose}: {_told(legal)}; list the legal cards of the "
                "seat whose turn it is",
            )


def _observing(at: _Patient) -> Iterator[Finding]:
    at.begin(at.plain)
    before, after = at.look().all(), at.look().all()
    changed = sorted(field for field in {**before, **after} if before.get(field) != after.get(field))
    if changed:
        yield Finding(
            "observe", f"two observations in a row differ in {' and '.join(changed)}; observe must not change the game"
        )


def _refusing(at: _Patient) -> Iterator[Finding]:
    if "refuse" not in at.can:
        return
    dealt = at.begin(at.plain)
    seat = dealt.opener or 0
    card = dealt.hands[(seat + 1) % at.players][-1]
    before = at.look().all()
    try:
        at.implementation.play(seat, card)
    except Refused as refusal:
        if "explain" in at.can and not refusal.rule:
            yield Finding(
                "refuse", f"explain is declared, but the refusal of {card} from seat {seat} names no rule", fatal=False
            )
        after = at.look().all()
        changed = sorted(field for field in {**before, **after} if before.get(field) != after.get(field))
        if changed:
            yield Finding(
                "refuse",
                f"a refused card changes {' and '.join(changed)}; see whether a card is allowed before it is moved",
            )
        return
    except Fault as fault:
        raise _Ill(
            f"seat {seat} played {card}, which it does not hold, and the answer was no refusal but: {fault}; "
            "answer refused, or do not declare refuse"
        ) from fault
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _Ill(
            f"seat {seat} played {card}, which it does not hold, and play raised {told(error)}; raise Refused for a "
            "card that may not be played"
        ) from error
    yield Finding(
        "refuse",
        f"refuse is declared, but seat {seat} may play {card}, which it does not hold; refuse a card against the "
        "rules, or do not declare refuse",
    )


def _starting_again(at: _Patient) -> Iterator[Finding]:
    at.begin(at.plain)
    before = at.look().all()
    for each in [each for each in at.plain.script if isinstance(each, Play)][: 2 * at.players + 1]:
        _play(at, each)
    at.look()
    at.begin(at.plain)
    after = at.look().all()
    changed = sorted(field for field in {**before, **after} if before.get(field, UNSEEN) != after.get(field, UNSEEN))
    if changed:
        yield Finding(
            "start",
            f"started again and dealt the same cards, it shows other {' and '.join(changed)} than before; forget the "
            "old game in start",
        )


def _whole_round(at: _Patient) -> Iterator[Finding]:
    at.begin(at.plain)
    script = list(at.plain.script)
    further = [index for index, each in enumerate(script) if isinstance(each, DealRound)][1]
    for index, each in enumerate(script[1:further], start=1):
        if isinstance(each, Play):
            refused = _play(at, each)
            if refused:
                done = sum(isinstance(other, Play) for other in script[:index])
                yield Finding("round", f"{refused} (move {done + 1} of a plain round)", fatal=False)
                return
    sight = at.look()
    points, totals = sight.get("round_points"), sight.get("totals")
    if points is UNSEEN and totals is UNSEEN:
        yield Finding(
            "round",
            "a round is over, and neither round_points nor totals is seen, so that no score can be judged",
            fatal=False,
        )
    elif points is None:
        yield Finding("round", "a round is over, but round_points is None; give the points of every seat", fatal=False)
    if "match" in at.can:
        yield from _second_round(at, script[further])


def _second_round(at: _Patient, second: Instruction) -> Iterator[Finding]:
    assert isinstance(second, DealRound)
    try:
        at.ask("deal", at.implementation.deal, second.deal(passing="passing" in at.can))
    except Refused:
        yield Finding(
            "round",
            "match is declared, but the second round of a match cannot be dealt; play on, or do not declare match",
        )
        return
    at.look()


def _resuming(at: _Patient) -> Iterator[Finding]:
    if "resume" not in at.can:
        return
    wanted = tuple(range(1, at.players + 1))
    at.ask("start", at.implementation.start, replace(at.plain.setup, totals=wanted))
    dealt = next(each for each in at.plain.script if isinstance(each, DealRound))
    at.ask("deal", at.implementation.deal, dealt.deal(passing="passing" in at.can))
    totals = at.look().get("totals")
    if totals is not UNSEEN and totals != wanted:
        yield Finding(
            "resume",
            f"resume is declared and the totals were to be {list(wanted)}, but they are {list(totals)}; begin from the "
            "totals in start, or do not declare resume",
        )


def _play(at: _Patient, each: Play) -> str:
    """Play a card of the plain round; return what is wrong, in a sentence, where it is refused."""
    try:
        at.ask("play", at.implementation.play, each.seat, each.card)
    except Refused as refusal:
        reason = f" by {refusal.rule}" if refusal.rule else ""
        return f"{each.card} from seat {each.seat} is refused{reason}, though every sheet allows it there"
    return ""


def _told(cards: Mask) -> str:
    return " ".join(names(cards)) or "no card"


CHECKS: Final[dict[str, Callable[[_Patient], Iterator[Finding]]]] = {
    "declares": _declares,
    "deal": _plain_deal,
    "observe": _observing,
    "refuse": _refusing,
    "start": _starting_again,
    "round": _whole_round,
    "resume": _resuming,
}
"""The parts of the examination, in order, by name."""

CHEAP: Final = ("deal",)
"""The checks without which nothing else means anything."""
