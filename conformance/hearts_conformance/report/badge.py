"""A badge for a README: how well a game plays, plays a round, and plays a match.

There are three profiles, each of which takes in the one before: see `PROFILES`.  A profile is whole (✓) when every
case that was judged in it conforms, otherwise the badge shows how many in a hundred do, rounded down.  A deviation
that is known is a deviation here.  Only declared rules count: what was unsupported is left out, and so is a profile
of whose own chapters nothing was judged.  Where only some rules or cases were asked for, the badge says *in part*.
It names the suite's version and the date, since both may change
what it says.

The file is an SVG that needs no service, or the JSON that a badge service takes (the *endpoint* of shields.io).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hearts_conformance.verdict import JUDGED, Kind

from . import Listener, ReportError, Run, Tally
from .markup import save, shown

PROFILES: Final[dict[str, frozenset[str]]] = {
    "play": frozenset(
        {"table", "deck", "open", "turn", "play", "first-trick", "hearts", "queen", "trick", "state"},
    ),
    "round": frozenset({"deal", "kitty", "pass", "round", "score", "bonus", "moon"}),
    "match": frozenset({"match"}),
}
"""The chapters that each profile adds to the one before: which cards may be played and who takes them; a whole round
with its pass and its points; a match of many rounds.  Chapters of one's own scenarios, and ``policy``, are in none."""

COUNTED: Final = frozenset({*JUDGED, Kind.NOT_RUN, Kind.SUITE_BUG})
"""The kinds that a profile counts: also what should have been judged and was not."""
GOOD: Final = frozenset({Kind.CONFORMS, Kind.UNEXPECTED_PASS})
WHOLE: Final = "✓"

COLOURS: Final = {
    "brightgreen": "#1f7a33",
    "yellowgreen": "#55700d",
    "yellow": "#856404",
    "orange": "#ad4e00",
    "red": "#b3261e",
    "lightgrey": "#6b6b6b",
}
"""The names that badge services know, and what is behind white letters here, dark enough to read them."""
STEPS: Final = ((95, "yellow"), (80, "orange"), (0, "red"))
"""The colour where no profile is whole, by the percentage from which it holds."""


@dataclass(frozen=True)
class Badge:
    """What stands on a badge, and the sentence behind it."""

    label: str
    message: str
    colour: str
    """One of `COLOURS`."""
    title: str
    """What a screen reader says and a pointer shows."""


class BadgeReport(Listener):
    """Writes the badge when the run ends; how, is told by the file's name."""

    def __init__(self, path: Path) -> None:
        if path.suffix.lower() not in WRITERS:
            raise ReportError(f"{path}: a badge is written to a file named .svg or .json")
        self.path = path
        self.run: Run | None = None

    def begin(self, run: Run) -> None:
        """Note what is judged."""
        self.run = run

    def end(self, tally: Tally) -> None:
        """Write the file."""
        if self.run is not None:
            save(self.path, WRITERS[self.path.suffix.lower()](badge(self.run, tally)))


# What it says.


def badge(run: Run, tally: Tally) -> Badge:
    """Return the badge of a run."""
    grades = dict(_grades(tally.chapters))
    date = run.started.partition("T")[0]
    said = " ".join(f"{profile} {WHOLE if grade == 100 else f'{grade}%'}" for profile, grade in grades.items())
    message = " · ".join(filter(None, [said or "nothing judged", date]))
    label = f"heartspec {run.suite}{', in part' if run.part else ''}"
    judged = f"{run.description.name} {run.description.version}".strip()
    title = f"{label}: {message} ({judged}; {', '.join(run.sheets)})"
    return Badge(label, message, _colour(grades), title)


def _grades(chapters: Mapping[str, Counter[Kind]]) -> Iterator[tuple[str, int]]:
    """Yield each profile of whose own chapters something was judged, and how many in a hundred conform."""
    counts: Counter[Kind] = Counter()
    for profile, its in PROFILES.items():
        own: Counter[Kind] = Counter()
        for chapter in its:
            own.update(chapters.get(chapter, {}))
        counts.update(own)
        if any(own[kind] for kind in JUDGED):
            yield profile, 100 * _sum(counts, GOOD) // _sum(counts, COUNTED)


def _sum(counts: Counter[Kind], kinds: frozenset[Kind]) -> int:
    return sum(counts[kind] for kind in kinds)


def _colour(grades: Mapping[str, int]) -> str:
    if not grades:
        return "lightgrey"
    if min(grades.values()) == 100:
        return "brightgreen"
    if max(grades.values()) == 100:
        return "yellowgreen"
    return next(colour for least, colour in STEPS if min(grades.values()) >= least)


# How it looks.

HEIGHT: Final = 22
SIZE: Final = 11
"""The size of the letters."""
PADDING: Final = 8
ROUND: Final = 4
"""The radius of the corners."""
GREY: Final = "#3f4650"
NARROW: Final = {" ": 3.9, ".": 3.9, "·": 4.5, "-": 4.8, "i": 3.1, "l": 3.1, "j": 3.8, "t": 4.4, "f": 4.0, "r": 4.8}
WIDE: Final = {"m": 10.6, "w": 8.9, "%": 11.4, WHOLE: 9.2, "M": 9.4, "W": 10.9}
LETTER: Final = 6.8
"""How wide any other character is."""


def width(text: str) -> int:
    """Return about how wide a text is in the letters of the badge, which are then fitted to it."""
    return round(sum({**NARROW, **WIDE}.get(character, LETTER) for character in text))


def drawn(badge: Badge) -> str:
    """Return a badge as SVG: two fields, the label on grey and the message on its colour.

    Nothing in it has an id, so that a page may hold several.
    """
    label, message = width(badge.label), width(badge.message)
    left = label + 2 * PADDING
    whole = left + message + 2 * PADDING
    title = shown(badge.title)
    corner = f"a{ROUND} {ROUND} 0 0 1"
    outline = f"M{left} 0v{HEIGHT}H{ROUND}{corner}-{ROUND}-{ROUND}V{ROUND}{corner} {ROUND}-{ROUND}z"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{HEIGHT}" role="img" aria-label="{title}">\n'
        f"<title>{title}</title>\n"
        f'<rect width="{whole}" height="{HEIGHT}" rx="{ROUND}" fill="{COLOURS[badge.colour]}"/>\n'
        f'<path fill="{GREY}" d="{outline}"/>\n'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="{SIZE}">'
        f'<text x="{PADDING}" y="15" textLength="{label}">{shown(badge.label)}</text>'
        f'<text x="{left + PADDING}" y="15" textLength="{message}">{shown(badge.message)}</text></g>\n'
        "</svg>\n"
    )


def as_json(badge: Badge) -> str:
    """Return what a badge service takes."""
    told = {"schemaVersion": 1, "label": badge.label, "message": badge.message, "color": badge.colour}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


WRITERS: Final[Mapping[str, Callable[[Badge], str]]] = {".svg": drawn, ".json": as_json}
"""How a badge is written, by the suffix of the file."""
