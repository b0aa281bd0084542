"""Writes a difference as a scenario file: a case that fails on the target and conforms on the reference.

A first draft states everything: every hand, every option, the dealer, the round.  Then whatever can go is left out,
as long as the case still fails on the target in the same way and still conforms on the reference, and that under all
the options that its ``when`` allows (`prove`).  What is left is what the difference turns on.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from hearts_conformance import prove, rounds
from hearts_conformance.claims import Claims
from hearts_conformance.implementation import Implementation
from hearts_conformance.layout import expand
from hearts_conformance.reference_target import Reference
from hearts_conformance.runner import judge
from hearts_conformance.scenario import SUFFIX, Case, Scenario
from hearts_conformance.verdict import FAILURES, Kind
from hearts_reference import READINGS, Refused
from hearts_spec import data
from hearts_spec.cards import ALL, NAMES, SUIT_MASKS, SUITS, Mask, names
from hearts_spec.data import DataError, Document
from hearts_spec.rules import Rules

from .game import FIELDS, Choose, Deal, Game, Move, Pass, Play, Probe, view
from .lockstep import ACCEPT, REASON, REFUSE, Clash
from .shrink import passes

IDLE: Final = frozenset({"players", "table.turn-limit", "table.absent-seat", "rating.tie", "kitty.taker"})
"""Axes that a ``when`` never needs: nothing that is dealt or played depends on them but by the cards themselves."""

LIBRARY: Final = 12
"""So many of the played rounds are tried for what comes before."""

Content = dict[str, Any]


@dataclass(frozen=True)
class Written:
    """A scenario that was found."""

    name: str
    """``<chapter>/<name>``, its file without suffix."""
    text: str
    content: Content
    conforms: bool
    """Whether it is proved on the reference under every set of options that it allows."""

    def write(self, folder: Path) -> Path:
        """Write the file below *folder* and return its path."""
        path = folder / f"{self.name}{SUFFIX}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text, encoding="utf-8")
        return path


class Writer:
    """Turns differences of one target under one sheet into scenarios."""

    def __init__(self, target: Implementation, rules: Rules, sheet: str) -> None:
        self.target = target
        self.rules = rules
        self.sheet = sheet
        self.reference = Reference()
        self.claims = Claims(target.describe())
        self.reference_claims = Claims(self.reference.describe())

    def write(self, clash: Clash, accused: Sequence[str], title: str, name: str) -> Written | None:
        """Return the scenario of a difference, None where none that fails could be written."""
        for draft in _drafts(clash, self.rules, accused, title):
            if clash.costly and self._valid(draft):
                return Written(name, text_of(draft), draft, self._sound(draft))
            if self._valid(draft) and self._fails(draft):
                small = self._smaller(draft)
                case = self._case(small)
                proved = case is not None and not self._objections(case)
                return Written(name, text_of(small), small, proved)
        return None

    # --- Oracles ---------------------------------------------------------------------------------------------------

    def _case(self, content: Content) -> Case | None:
        """Return the case as if it were read from a file."""
        return Scenario("fuzz/found", content["title"], self._nowhere, content).cases[0]

    @cached_property
    def _nowhere(self) -> Path:
        """A file to stand for the one that is not written yet, for messages that nobody reads."""
        folder = Path(tempfile.gettempdir())
        return folder / f"not-written{SUFFIX}"

    def _valid(self, content: Content) -> bool:
        """Tell whether the file would be as its schema says."""
        try:
            data.check(Document(self._nowhere, content), "scenario")
        except DataError:
            return False
        return True

    def _fails(self, content: Content) -> bool:
        """Tell whether the case conforms on the reference and fails on the target, under the options at hand."""
        case = self._case(content)
        assert case is not None
        try:
            run = expand(case, self.sheet, self.rules, strict=True)
        except (DataError, ValueError, OSError, AssertionError):
            return False
        if run is None or judge(run, self.reference, self.reference_claims).kind is not Kind.CONFORMS:
            return False
        return judge(run, self.target, self.claims).kind in FAILURES

    def _objections(self, case: Case) -> list[Any]:
        try:
            return list(prove.prove_case(case))
        except (DataError, OSError) as error:
            return [error]

    def _sound(self, content: Content) -> bool:
        case = self._case(content)
        return case is not None and not self._objections(case)

    # --- Leaving out -----------------------------------------------------------------------------------------------

    def _smaller(self, draft: Content) -> Content:
        """Leave out of a draft what can go: hands, then settings, then conditions."""
        content = draft
        for removed in _removals(draft):
            tried = removed(content)
            if tried is not None and self._fails(tried):
                content = tried
        return self._wider(content)

    def _wider(self, content: Content) -> Content:
        """Leave out conditions, many at a time where that goes."""
        axes = list(content["when"])
        if not self._sound(content):
            return content
        return self._without(content, axes)

    def _without(self, content: Content, axes: list[str]) -> Content:
        tried = {**content, "when": {key: value for key, value in content["when"].items() if key not in axes}}
        if not tried["when"]:
            del tried["when"]
        if self._fails(tried) and self._sound(tried):
            return tried
        if len(axes) == 1:
            return content
        half = len(axes) // 2
        content = self._without(content, axes[:half])
        return self._without(content, axes[half:]) if "when" in content else content


# --- Drafts --------------------------------------------------------------------------------------------------------


def _drafts(clash: Clash, rules: Rules, accused: Sequence[str], title: str) -> Iterator[Content]:
    """Yield ways to write a difference down, the plainest first."""
    steps = list(_expected(clash, rules))
    decides = list(accused) or [_default_rule(clash)]
    for heads in (_one_round(clash, rules), _pass_itself(clash, rules), _after_rounds(clash, rules)):
        for head in heads:
            for step in steps:
                content = deepcopy(head)
                before = content.pop("before", [])
                last = before.pop() if before and "last" in step else {}
                if before:
                    content["before"] = before
                yield _file(title, rules, content, {"decides": decides, "steps": [{**last, **_stated(step)}]})
    for head, played in _to_the_end(clash, rules):
        for step in steps:
            seen = [*played[:-1], {**played[-1], **_stated(step)}]
            yield _file(title, rules, head, {"decides": decides, "rounds": seen})


def _stated(step: Content) -> Content:
    """Return what a step states, without the mark that it belongs to the last move."""
    return {key: value for key, value in step.items() if key != "last"}


def _file(title: str, rules: Rules, head: Content, case: Content) -> Content:
    return {"title": title, "players": rules.players, **head, "cases": {"expected": deepcopy(case)}}


def _default_rule(clash: Clash) -> str:
    """Return the rule that a case is filed under where the target just failed."""
    move = clash.move.move if isinstance(clash.move, Probe) else clash.move
    return {Deal: "deal.equal-hands", Pass: "pass.any-card", Play: "turn.one-card", Choose: "moon.choice"}[type(move)]


def _conditions(rules: Rules) -> Content:
    """Return the condition that all options are as they are."""
    return {axis: _plain(value) for axis, value in rules.options.items() if axis not in IDLE}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, list | tuple) else value


def _hand(cards: Mask) -> str:
    """Return a hand as a scenario writes it: exact in every suit."""
    ranks = [
        (suit, "".join(name[0] for name in reversed(names(cards & of))))
        for suit, of in zip(SUITS, SUIT_MASKS, strict=True)
    ]
    return " / ".join(f"{suit} {held or '-'}" for suit, held in ranks)


def _set(cards: Mask) -> str:
    return " ".join(names(cards)) or "-"


def _head(game: Game, rules: Rules) -> Content:
    head: Content = {"when": _conditions(rules), "dealer": game.dealer}
    if game.round > 1 or any(isinstance(move, Pass) for move in game.moves):
        head["round"] = game.round
    if any(game.totals):
        head["totals"] = list(game.totals)
    if game.limit_reached:
        head["limit-reached"] = True
    deal = next(move for move in game.moves if isinstance(move, Deal))
    if deal.kitty:
        head["kitty"] = " ".join(names(deal.kitty))
    return head


def _opened(game: Game) -> tuple[int, tuple[Mask, ...]] | None:
    """Return the first leader and the hands at the first lead of the last round, None where that was not reached."""
    for move, seen in zip(reversed(game.moves), reversed(game.views), strict=True):
        shown = dict(zip(FIELDS, seen, strict=True))
        if isinstance(move, Deal | Pass) and shown["phase"] == "play":
            return shown["turn"], shown["hands"]
        if isinstance(move, Deal):
            return None
    return None


def _one_round(clash: Clash, rules: Rules) -> Iterator[Content]:
    """Yield the head of a case of one round, the hands being those at the first lead."""
    game = clash.game
    opened = _opened(game)
    if game.rounds != 1 or opened is None:
        return
    turn, hands = opened
    head = _head(game, rules)
    head["opener"] = turn
    head["hands"] = {str(seat): _hand(hand) for seat, hand in enumerate(hands)}
    head["before"] = list(_tricks(game))
    yield head


def _tricks(game: Game) -> Iterator[Content]:
    """Yield the steps that make the moves of the last round: a trick each."""
    trick: list[Play] = []
    for move in game.moves:
        if isinstance(move, Deal):
            trick = []
        elif isinstance(move, Play):
            trick.append(move)
            if len(trick) == game.rules.players:
                yield _trick(trick)
                trick = []
        elif isinstance(move, Choose):
            yield {"choose": move.choice, "seat": move.seat}
    if trick:
        yield _trick(trick)


def _trick(plays: Sequence[Play]) -> Content:
    return {str(plays[0].seat): " ".join(NAMES[play.card] for play in plays)}


def _pass_itself(clash: Clash, rules: Rules) -> Iterator[Content]:
    """Yield the head of a case about the pass: the hands as dealt, and each selection."""
    game = clash.game
    if game.rounds != 1 or rules.direction(game.round) == "hold":
        return
    deal = next(move for move in game.moves if isinstance(move, Deal))
    head = _head(game, rules)
    head["dealt"] = {str(seat): _hand(hand) for seat, hand in enumerate(deal.hands)}
    selected = passes(game)
    head["before"] = [{"pass": {str(each.seat): _listed(each)}} for each in selected]
    head["before"] += list(_tricks(game))
    if not head["before"]:
        del head["before"]
    yield head


def _listed(selection: Pass) -> str:
    return " ".join(NAMES[card] for card in selection.cards)


def _after_rounds(clash: Clash, rules: Rules) -> Iterator[Content]:
    """Yield heads of a case about what follows whole rounds, those being out of the library of played rounds.

    Where a match can be resumed, the totals at the start are such that those after the rounds are as they were.
    """
    game = clash.game
    if game.rounds < 2:
        return
    before = game.rounds - 1
    totals = _totals_before_last(game)
    for played, seated in _library(game, rules):
        head = {"when": _conditions(rules), "dealer": game.dealer, "rounds": [{"played": played}] * before}
        if game.round > 1:
            head["round"] = game.round
        yield head
        start = [total - before * points for total, points in zip(totals, seated, strict=True)]
        yield {**head, "totals": start, "limit-reached": game.limit_reached}


def _to_the_end(clash: Clash, rules: Rules) -> Iterator[tuple[Content, list[Content]]]:
    """Yield heads of a case about what one or two whole rounds lead to, and the rounds, out of the library.

    The totals at the start are such that one total is the limit at the end, and that seat has scored the most.
    """
    if clash.game.rounds < 2 or clash.game.views[-1][FIELDS.index("phase")] not in ("deal", "over"):
        return
    head = {"when": _conditions(rules), "dealer": clash.game.dealer}
    for count in (1, 2):
        for played, seated in _library(clash.game, rules):
            first = seated.index(max(seated))
            totals = [rules.limit - count * seated[first] if seat == first else 0 for seat in range(rules.players)]
            yield {**head, "totals": totals}, [{"played": played}] * count


def _library(game: Game, rules: Rules) -> Iterator[tuple[list[int], list[int]]]:
    """Yield played rounds: the points as they are found in the library, and by seat as *game* deals."""
    stored = rounds.library(rules.players).get(rounds.key_of(ALL & ~rules.pack), {})
    opener = (game.dealer + 1) % rules.players
    for key in list(stored)[:LIBRARY]:
        played = list(map(int, key.split()))
        yield played, [played[(seat - opener) % rules.players] for seat in range(rules.players)]


def _totals_before_last(game: Game) -> list[int]:
    """Return the totals before the last deal."""
    match = game.match()
    last = max(index for index, move in enumerate(game.moves) if isinstance(move, Deal))
    for move in game.moves[:last]:
        if not isinstance(move, Probe):
            move.do(match)
    return list(match.totals)


# --- What is expected ----------------------------------------------------------------------------------------------


def _expected(clash: Clash, rules: Rules) -> Iterator[Content]:
    """Yield steps that state what the reference shows where the target differs."""
    match = clash.game.match(clash.game.rules, READINGS)
    moves = clash.game.moves if not isinstance(clash.move, Probe) else clash.game.moves[:-1]
    before = moves if clash.what != ACCEPT else moves[:-1]
    try:
        for move in before:
            if not isinstance(move, Probe):
                move.do(match)
    except (Refused, ValueError):
        return  # by the book it does not come to this
    shown = dict(zip(FIELDS, view(match), strict=True))
    if clash.what in shown and shown[clash.what] != clash.expected:
        return  # what is expected here rests on what is known of the target already
    if clash.what in (REFUSE, REASON):
        yield _refusal(clash.move)
        return
    if clash.faulty:
        yield {"last": True}
        yield {"last": True, "turn": shown["turn"]}
        return
    if clash.what == ACCEPT:
        if isinstance(clash.move, Play):
            yield {"legal": _set(match.legal_mask), "seat": clash.move.seat}
            yield {"accept": NAMES[clash.move.card], "seat": clash.move.seat}
        yield {"last": True}
        return
    if clash.what == "legal":
        legal = {"legal": None if shown["legal"] is None else _set(shown["legal"])}
        if shown["turn"] is not None:
            legal["seat"] = shown["turn"]
        yield legal
        return
    if clash.what == "hands":
        wrong = [
            seat for seat, (mine, theirs) in enumerate(zip(shown["hands"], clash.seen, strict=True)) if mine != theirs
        ]
        yield {"last": True, "hands": {str(seat): _set(shown["hands"][seat]) for seat in wrong}}
        return
    yield {"last": True, **_seen(clash, shown)}


def _refusal(probe: Move | Probe) -> Content:
    assert isinstance(probe, Probe)
    move, rule = probe.move, {"rule": probe.rule} if probe.rule else {}
    if isinstance(move, Play):
        return {"refuse": NAMES[move.card], **rule, "seat": move.seat}
    if isinstance(move, Pass):
        return {"refuse": {"pass": _listed(move)}, **rule, "seat": move.seat}
    assert isinstance(move, Choose)
    return {"refuse": {"choose": move.choice}, **rule, "seat": move.seat}


def _seen(clash: Clash, shown: Mapping[str, Any]) -> Content:
    """Return the keys of a step that say what should be seen."""
    field, value = clash.what, shown[clash.what]
    if field == "captured":
        wrong = [seat for seat, (mine, theirs) in enumerate(zip(value, clash.seen, strict=True)) if mine != theirs]
        return {"captured": {str(seat): _set(value[seat]) for seat in wrong}}
    if field == "trick_winner":
        return {"takes": value}
    if field == "trick":
        return {"trick": None if value is None else {str(seat): NAMES[card] for seat, card in value}}
    if field == "kitty":
        return {"kitty": None if value is None else _set(value)}
    if field == "round_points":
        return {"points": None if value is None else list(value)}
    return {field: list(value) if isinstance(value, tuple) else value}


# --- What may be left out ------------------------------------------------------------------------------------------

Removal = Callable[[Content], "Content | None"]


def _removals(draft: Content) -> Iterator[Removal]:
    """Yield what may be left out of a draft, in the order in which it is tried."""
    for key in ("hands", "dealt"):
        seats = list(draft.get(key, ()))
        if seats:
            yield _without(key)
        for seat in seats:
            yield _without(key, seat)
        for seat in seats:
            for suit in range(4):
                yield _open_suit(key, seat, suit)
    for key in ("opener", "dealer", "kitty", "round", "totals", "limit-reached"):
        if key in draft:
            yield _without(key)


def _without(key: str, inner: str | None = None) -> Removal:
    def removed(content: Content) -> Content | None:
        if key not in content or (inner is not None and inner not in content[key]):
            return None
        if inner is None:
            return {each: value for each, value in content.items() if each != key}
        left = {each: value for each, value in content[key].items() if each != inner}
        return {**content, key: left} if left else _without(key)(content)

    return removed


def _open_suit(key: str, seat: str, suit: int) -> Removal:
    """Leave a suit of a written hand to the rules of filling."""

    def removed(content: Content) -> Content | None:
        hand = content.get(key, {}).get(seat)
        parts = hand.split(" / ") if hand else []
        kept = [part for part in parts if part[0] != SUITS[suit]]
        if not kept or len(kept) == len(parts):
            return None
        return {**content, key: {**content[key], seat: " / ".join(kept)}}

    return removed


# --- Text ----------------------------------------------------------------------------------------------------------

PLAIN: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .-]*")
NOT_TEXT: Final = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})


def text_of(content: Content) -> str:
    """Return a scenario file as people write it: one line a key, steps one line each."""
    lines = []
    for key, value in content.items():
        if key in ("before", "rounds"):
            lines += [f"{key}:", *(f"  - {_flow(step)}" for step in value)]
        elif key == "cases":
            lines.append("cases:")
            for name, case in value.items():
                told = "rounds" if "rounds" in case else "steps"
                lines += [f"  {name}:", f"    decides: {_flow(case['decides'])}", f"    {told}:"]
                lines += [f"      - {_flow(step)}" for step in case[told]]
        else:
            lines.append(f"{key}: {_flow(value)}")
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        number = re.fullmatch(r"[-+.0-9][0-9_.eE+-]*", value)
        plain = PLAIN.fullmatch(value) and value.lower() not in NOT_TEXT and not number and not value.endswith(" ")
        return value if plain else json.dumps(value, ensure_ascii=False)
    return json.dumps(value)


def _key(key: Any) -> str:
    return str(key) if not isinstance(key, str) or key.isdigit() else _flow(key)
