"""Six small cases of one's own, and a run of ``heartspec verify`` over them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

QUEEN = """
title: Void in clubs on the first trick
players: [3, 4, 5, 6, 7]
hands: {1: "S Q2 / C -"}
when: {open.leader: lowest-club}
before: [{opens: 0}]
cases:
  queen:
    decides: [first-trick.no-queen]
    when: {first-trick.banned: [hearts, queen]}
    steps: [{refuse: QS}, {1: 2S}]
  legal:
    decides: [first-trick.no-hearts, first-trick.void-bound]
    when: {first-trick.banned: [hearts, queen]}
    steps: [{legal: "D * / S 2"}, {1: 2S}]
  spade:
    decides: [first-trick.void-bound]
    steps: [{1: 2S}]
"""
PLAY = """
title: Clubs are led and seat 1 holds some
players: [3, 4]
hands: {0: "C 2 / S -", 1: "C 34", 3: "S 2"}
when: {open.leader: lowest-club}
cases:
  opens:
    decides: [open.exact-card]
    steps: [{legal: 2C}, {0: 2C}]
  follows:
    decides: [play.follow-suit]
    steps: [{0: 2C}, {legal: 3C 4C}, {1: 4C}]
  turn:
    decides: [turn.clockwise]
    steps: [{0: 2C}, {1: 3C}]
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of scenarios: ``mine/queen/{queen,legal,spade}`` and ``mine/play/{opens,follows,turn}``."""
    folder = tmp_path / "cases"
    (folder / "mine").mkdir(parents=True)
    (folder / "mine" / "queen.hearts.yaml").write_text(QUEEN)
    (folder / "mine" / "play.hearts.yaml").write_text(PLAY)
    return folder


@pytest.fixture
def verify(heartspec, own, tmp_path):
    """Judge a target by the cases of one's own under qdan with four players; return what was done and the report."""

    def run(target: str, *arguments: object):
        path = tmp_path / "report.json"
        path.unlink(missing_ok=True)
        chosen = () if "--sheet" in arguments else ("--sheet", "qdan")
        chosen += () if "--players" in arguments else ("--players", "4")
        chosen += () if "--scenario" in arguments else ("--scenario", "mine")
        ran = heartspec("verify", target, *chosen, "--scenarios", own, *arguments, "--report", f"json={path}")
        return ran, json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    return run


@pytest.fixture
def listed(tmp_path: Path):
    """Write a list of known deviations with these lines below ``known:``."""

    def write(*lines: str) -> Path:
        path = tmp_path / "game.known.yaml"
        path.write_text("\n".join(["known:", *(f"  {line}" for line in lines), ""]))
        return path

    return write
