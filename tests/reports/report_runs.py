"""Runs and verdicts as no implementation at hand gives rise to them."""

from __future__ import annotations

from hearts_conformance.implementation import Description
from hearts_conformance.report import Run
from hearts_conformance.verdict import Difference, Kind, Position, Verdict

HOSTILE = "</p></text>]]>--><script>alert('x')</script>\x00\x1b[31m\ud800\u202e\uffff & \"quoted\""
"""What an implementation may well say of itself."""
POSITION = Position((("2H", "3S"), ("QS", "4D"), ("5C",), ("6C",)), ((3, "4C"),), 0, ((), (), (), ()), (), 3)


def a_run(**changes: object) -> Run:
    """Return a run of a game, as it begins."""
    said = Description("Game", "1.2", frozenset({4}), frozenset({"legal"}))
    stated = {"target": "game", "description": said, "sheets": ("qdan",), "players": (4,), "suite": "1.0"}
    return Run(**{**stated, "started": "2026-11-30T09:00:00+00:00", **changes})


def a_verdict(kind: Kind = Kind.CONFORMS, case: str = "moon/shoot/add", **changes: object) -> Verdict:
    """Return a verdict, with what its kind usually brings along."""
    stated = {"rules": ("moon.add",), "title": "All hearts and the queen", "rerun": f"heartspec verify game {case}"}
    if kind is not Kind.CONFORMS:
        stated["detail"] = f"because {kind}"
    return Verdict(case, "qdan", 4, kind, **{**stated, **changes})


def a_deviation(case: str = "hearts/lead/barred", **changes: object) -> Verdict:
    """Return a deviation with a position in which a heart may be led that may not."""
    rule = "hearts.no-lead-unbroken"
    sentence = "♥2 should not be legal"
    difference = Difference(0, "legal", ["3S"], ["2H", "3S"], (rule,), sentence, ("3: 4C",), POSITION)
    stated = {"rules": (rule,), "differences": (difference,), "detail": sentence}
    return a_verdict(Kind.DEVIATES, case, **{**stated, **changes})
