"""A project of its own for each test: a copy of the specification with two cases, in which one thing is broken."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hearts_conformance import check

QUEEN = """\
# yaml-language-server: $schema=../../../spec/schema/scenario.schema.json
title: Void in clubs on the first trick, holding the queen of spades
players: 4
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
TITLES = """\
# yaml-language-server: $schema=../../../spec/schema/locale-scenarios.schema.json
language: fil
entries:
  first-trick/queen-discard: {title: Walang trebol sa unang trick, seal: unsealed}
"""


@dataclass
class Project:
    """A copy of the data that a test may break."""

    root: Path

    @property
    def spec(self) -> Path:
        return self.root / "spec"

    @property
    def scenarios(self) -> Path:
        return self.root / "conformance" / "scenarios"

    def file(self, name: str) -> Path:
        return self.root / name

    def change(self, name: str, old: str, new: str, after: str = "") -> int:
        """Replace the first *old* behind *after* in a file; return the line of the new text."""
        text = self.file(name).read_text(encoding="utf-8")
        place = text.index(old, text.index(after))
        self.file(name).write_text(text[:place] + new + text[place + len(old) :], encoding="utf-8")
        return text[:place].count("\n") + 1

    def write(self, name: str, text: str) -> Path:
        self.file(name).parent.mkdir(parents=True, exist_ok=True)
        self.file(name).write_text(text, encoding="utf-8")
        return self.file(name)

    def load(self) -> check.Graph:
        return check.load(self.spec, self.scenarios, implementations=self.root / "adapters")

    def find(self, name: str) -> list[str]:
        """Run one check and return what it finds, files named from the project's root."""
        graph = self.load()
        (result,) = check.run(graph, [each for each in check.CHECKS if each.name == name])
        assert result.findings is not None, [str(finding) for _, finding in graph.faults]
        return [str(finding).replace(f"{self.root}/", "") for finding in result.findings]


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    status: int
    out: str
    err: str
