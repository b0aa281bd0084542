"""A corpus of two cases, and what a command line did."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

CASES = """\
# yaml-language-server: $schema=../../../spec/schema/scenario.schema.json
title: Void in clubs on the first trick, holding the queen of spades
players: 4
hands: {1: "S Q2 / C -"}
when: {open.leader: lowest-club}
before: [{opens: 0}]
cases:
  ban:
    decides: [first-trick.no-queen]
    when: {first-trick.banned: [hearts, queen]}
    steps:
      - legal: "D * / S 2"
      - {refuse: QS, rule: first-trick.no-queen}
      - 1: 2S
  no-ban:
    decides: [first-trick.off]
    with: {first-trick.banned: []}
    steps: [{legal: all}, {1: QS}]
"""


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    status: int
    out: str
    err: str


def write(folder: Path, text: str) -> None:
    """Write the one scenario file of a corpus."""
    (folder / "first-trick").mkdir(parents=True, exist_ok=True)
    (folder / "first-trick" / "queen-discard.hearts.yaml").write_text(text, encoding="utf-8")
