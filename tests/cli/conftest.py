"""A scenario of one's own, for the tests of the command."""

from __future__ import annotations

from pathlib import Path

import pytest

PROBE = """
title: Void in clubs on the first trick, holding the queen of spades
players: [3, 4, 5, 6, 7]
hands: {1: "S Q2 / C -"}
when: {open.leader: lowest-club}
before: [{opens: 0}]
cases:
  ban:
    decides: [first-trick.no-queen, first-trick.void-bound]
    when: {first-trick.banned: [hearts, queen]}
    steps:
      - legal: "D * / S 2"
      - {refuse: QS, rule: first-trick.no-queen}
      - 1: 2S
  no-ban:
    decides: [first-trick.off]
    when: {first-trick.banned: []}
    steps: [{legal: all}, {1: QS}]
"""


@pytest.fixture
def probe(tmp_path: Path) -> Path:
    """A folder of scenarios with the cases ``probe/queen/ban`` and ``probe/queen/no-ban``."""
    folder = tmp_path / "cases"
    (folder / "probe").mkdir(parents=True)
    (folder / "probe" / "queen.hearts.yaml").write_text(PROBE)
    return folder
