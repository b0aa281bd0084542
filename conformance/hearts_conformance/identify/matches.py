"""Whole matches to probe with: what ends one, and whether a tie does.

A match shows its limit only to who plays up to it, and its way with ties only where two are lowest just then.  Cases
about that start near the limit, by totals that not every implementation can start from, and most are for four.  So
here matches are put together for the options in question out of the library of played rounds: the shortest one after
which, when a limit is first reached, two seats share the lowest total; and the shortest one in which a total equals it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from hearts_conformance import rounds
from hearts_conformance.fill import ODD_CARDS
from hearts_conformance.rounds import Trick, hands_of, library
from hearts_conformance.scenario import Case
from hearts_conformance.table import Table
from hearts_spec.cards import CARDS, Mask, mask
from hearts_spec.rules import Rules

from .axes import Options, used

Points = tuple[int, ...]

LONGEST: Final = 12
"""How many rounds a match has at most."""
GOALS: Final[dict[str, Callable[[Points, int], bool]]] = {
    "tie": lambda totals, limit: sorted(totals)[0] == sorted(totals)[1],
    "exactly": lambda totals, limit: max(totals) == limit and sorted(totals)[0] < sorted(totals)[1],
}
"""What is to be so when the limit is first reached."""


def whole_matches(options: Options) -> Iterator[Case]:
    """Yield matches as cases: for each candidate limit and each of `GOALS` one, where one is found."""
    rules = Rules.from_options(options)
    for limit in used(rules.players)["match.limit"]:
        for goal, wanted in GOALS.items():
            found = _shortest(rules, wanted, limit)
            if found:
                yield match_case(f"match/at-{limit}/{goal}", found)


def _shortest(rules: Rules, wanted: Callable[[Points, int], bool], limit: int) -> list[Points] | None:
    """Return what the seats take, round after round, in the shortest match with *wanted* totals at its end."""
    players = rules.players
    reached: dict[Points, list[Points]] = {(0,) * players: []}
    for number in range(LONGEST):
        opener, further = number % players, dict[Points, list[Points]]()
        for card_points, points in _choices(rules, opener):
            for totals, before in reached.items():
                after = tuple(map(sum, zip(totals, points, strict=True)))
                if max(after) < limit:
                    further.setdefault(after, [*before, card_points])
                elif wanted(after, limit):
                    return [*before, card_points]
        reached = further
    return None


def _choices(rules: Rules, opener: int) -> list[tuple[Points, Points]]:
    """Return the rounds that *opener* may lead: the card points that name each, and what it scores by *rules*."""
    players = rules.players
    out = _out(rules)
    stored = library(players).get(rounds.key_of(out), {})
    first = next(iter(stored), "")
    found = []
    for offset in range(players if first else 0):
        numbers = tuple(map(int, first.split()))
        card_points = numbers[offset:] + numbers[:offset]
        tricks = rounds.find(players, out, card_points, opener)
        found.append((card_points, _scored(tricks, opener, rules)))
    return found


def _out(rules: Rules) -> Mask:
    """Return the cards that a library round leaves out: those that are stripped, or lie in the kitty."""
    return mask(CARDS[name] for name in (ODD_CARDS[rules.players] if rules.kitty_size else rules.options["deck.strip"]))


def _scored(tricks: Sequence[Trick], opener: int, rules: Rules) -> Points:
    table = Table(hands_of(tricks, rules.players), 0, tricks[0][0], opener - 1, 1)
    for leader, cards in tricks:
        for offset, card in enumerate(cards):
            table.play((leader + offset) % rules.players, card)
    return tuple(rules.points(pile) + (rules.bonus_value if pile & rules.bonus else 0) for pile in table.captured)


def match_case(name: str, played: Sequence[Points], **stated: Any) -> Case:
    """Return a match as a case, with one round more to see whether that is dealt; *stated* is stated besides."""
    entries = [{"played": list(points), "over": False} for points in [*played, played[0]]]
    return Case(
        id=name,
        name=name.rpartition("/")[2],
        title="A whole match",
        decides=("match.limit", "match.reach", "match.tie-continues"),
        players=(len(played[0]),),
        path=Path(__file__),
        shared={},
        own={"rounds": entries, **stated},
    )
