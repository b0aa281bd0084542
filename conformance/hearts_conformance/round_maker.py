"""Writes played rounds into the library (``python -m hearts_conformance.round_maker``).

It looks for the rounds that match cases name and the library lacks, finds a deal and a play for each, and adds them;
what is there stays as it is.  The search deals at random from a seed that is the name of the round, and lets all
seats help: trick after trick it keeps the plays from which the points that are wanted can still be reached.

A play is *safe* when it is legal under every set of options, which comes to this: the lowest club is led first;
suit is followed; no heart and no queen of spades falls on the first trick; a heart is led only after a heart was
played; and no hand ever comes to a choice that a filter would have to be lifted for.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from hearts_spec import data
from hearts_spec.cards import ALL, CARDS, HEARTS, NAMES, POINT_CARDS, QUEEN, SUIT_OF, Card, Mask, mask, members
from hearts_spec.rules import PLAYERS

from .fill import ODD_CARDS
from .notation import NotationError
from .rounds import key_of
from .scenario import Case, cases, load_folder
from .steps import numbers
from .table import lowest_club

BEAM: Final = 60
TRIES: Final = 40
PACKS: Final = {players: [mask(CARDS[name] for name in ODD_CARDS.get(players, ()))] for players in PLAYERS}
PACKS[3].append(mask([CARDS["2C"]]))
"""By number of players, the sets of cards left out for which rounds are made."""


class NotFound(LookupError):
    """No such round was found."""


@dataclass(frozen=True)
class Line:
    """A round on its way: what is still held, what each seat has taken, and how it came about."""

    hands: tuple[Mask, ...]
    points: tuple[int, ...]
    leader: int
    broken: bool = False
    tricks: tuple[tuple[int, tuple[Card, ...]], ...] = ()


def make(players: int, out: Mask, points: Sequence[int]) -> list[str]:
    """Return a safe round in which seat 0 leads and each seat takes its *points*; raise `NotFound`."""
    if len(points) != players or sum(points) != 26 or min(points) < 0:
        raise NotFound(f"the points of a round are 26, shared out among {players} seats; {list(points)} are not")
    dice = random.Random(f"{players} {key_of(out)} {list(points)}")
    for _ in range(400):
        line = _play_out(_deal(players, ALL & ~out, points, dice), points, dice)
        if line is not None:
            return [" ".join([str(leader), *(NAMES[card] for card in trick)]) for leader, trick in line.tricks]
    raise NotFound(f"no round found for {players} players in which the seats take {list(points)}")


def _deal(players: int, pack: Mask, points: Sequence[int], dice: random.Random) -> Line:
    """Deal at random, the lowest club to seat 0, high cards rather to the seats that are to take points."""
    size = pack.bit_count() // players
    first = lowest_club(pack)
    assert first is not None
    hands: list[list[Card]] = [[] for _ in range(players)]
    hands[0].append(first)
    rest = members(pack & ~(1 << first))
    dice.shuffle(rest)
    if max(points) > 18:
        rest.sort(key=lambda card: -(card % 13) - dice.random() * 4)
    eager = sorted(range(players), key=lambda seat: -points[seat])
    for card in rest:
        open_seats = [seat for seat in eager if len(hands[seat]) < size]
        greedy = max(points) > 18 and dice.random() < 0.8
        hands[open_seats[0] if greedy else dice.choice(open_seats)].append(card)
    return Line(tuple(mask(hand) for hand in hands), (0,) * players, 0)


def _play_out(start: Line, points: Sequence[int], dice: random.Random) -> Line | None:
    lines = [start]
    while lines[0].hands[lines[0].leader]:
        following: dict[tuple[object, ...], Line] = {}
        for line in lines:
            for _ in range(TRIES):
                after = _trick(line, points, dice)
                if after is not None:
                    following[after.hands, after.points, after.leader] = after
        if not following:
            return None
        ranked = sorted(following.values(), key=lambda line: (_distance(line, points), dice.random()))
        lines = ranked[:BEAM]
    return next((line for line in lines if line.points == tuple(points)), None)


def _distance(line: Line, points: Sequence[int]) -> float:
    """Return how unlikely it is that the line still comes to the points that are wanted.

    Seats that lack points should hold high cards, the others low ones; and few seats should lack points late.
    """
    missing = [wanted - taken for wanted, taken in zip(points, line.points, strict=True)]
    left = max(1, line.hands[0].bit_count())
    average = [sum(card % 13 for card in members(hand)) / left for hand in line.hands]
    wanting = sum(each > 0 for each in missing)
    return 12 * wanting / left - sum(average[seat] * missing[seat] for seat in range(len(points))) / 13


def _trick(line: Line, points: Sequence[int], dice: random.Random) -> Line | None:
    """Return the line after one more trick, played at random; None where that is unsafe or takes too much."""
    players, seat = len(line.hands), line.leader
    hands, played, broken = list(line.hands), list[Card](), line.broken
    for _ in range(players):
        safe = _safe(hands[seat], played, first=not line.tricks, broken=broken)
        if not safe:
            return None
        card = dice.choice(members(safe))
        hands[seat] ^= 1 << card
        played.append(card)
        broken = broken or bool(HEARTS >> card & 1)
        seat = (seat + 1) % players
    best = max(card for card in played if SUIT_OF[played[0]] >> card & 1)
    winner = (line.leader + played.index(best)) % players
    table = mask(played)
    taken = list(line.points)
    taken[winner] += (table & HEARTS).bit_count() + (13 if table & QUEEN else 0)
    unmet = sum(wanted > have for wanted, have in zip(points, taken, strict=True))
    if taken[winner] > points[winner] or unmet > hands[winner].bit_count():
        return None
    return replace(
        line,
        hands=tuple(hands),
        points=tuple(taken),
        leader=winner,
        broken=broken,
        tricks=(*line.tricks, (line.leader, tuple(played))),
    )


def _safe(hand: Mask, played: Sequence[Card], *, first: bool, broken: bool) -> Mask:
    """Return the cards that are legal whatever the options."""
    if not played:
        if first:
            lowest = lowest_club(hand)
            return 0 if lowest is None else 1 << lowest
        return hand if broken else hand & ~HEARTS
    following = hand & SUIT_OF[played[0]] or hand
    return following & ~POINT_CARDS if first else following


def wanted(found: Iterable[Case]) -> Iterator[tuple[int, Mask, tuple[int, ...]]]:
    """Yield every round that match cases may ask for: number of players, cards left out, points from the leader on."""
    for case in found:
        for players in case.players:
            stated = case.stated(players)
            for index, entry in enumerate(stated.get("rounds", ())):
                try:
                    points = numbers(entry.get("played", entry.get("points", [])), players)
                except NotationError:
                    continue
                dealers = [stated["dealer"]] if "dealer" in stated else range(players)
                if "dealer" not in stated and not ({"steps", "before"} & stated.keys()):
                    dealers = [players - 1]
                for dealer in dealers:
                    opener = (dealer + index + 1) % players
                    for out in PACKS[players]:
                        yield players, out, tuple(points[(opener + offset) % players] for offset in range(players))


def complete(folder: Path | None = None, say: bool = True) -> int:
    """Add the rounds that the library lacks; return how many could not be found."""
    home = data.home("hearts_conformance") / "rounds"
    home.mkdir(exist_ok=True)
    failures = 0
    stores = {players: _stored(home / f"{players}.json", players) for players in PLAYERS}
    for players, out, points in dict.fromkeys(wanted(cases(load_folder(folder)))):
        shelf = stores[players]["rounds"].setdefault(key_of(out), {})
        name = " ".join(map(str, points))
        if name in shelf:
            continue
        try:
            shelf[name] = make(players, out, points)
        except NotFound as error:
            failures += 1
            print(error, file=sys.stderr)
            continue
        if say:
            print(f"{players} players, {key_of(out)} out: {name}")
        _write(home / f"{players}.json", stores[players])
    return failures


def _stored(file: Path, players: int) -> dict[str, dict[str, dict[str, list[str]]]]:
    if file.is_file():
        content: dict[str, dict[str, dict[str, list[str]]]] = json.loads(file.read_text(encoding="utf-8"))
        return content
    return {"players": players, "rounds": {}}  # type: ignore[dict-item]


def _write(file: Path, content: object) -> None:
    file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(1 if complete() else 0)
