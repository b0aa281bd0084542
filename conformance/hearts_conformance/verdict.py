"""What the suite says about one case: a verdict, and the differences on which it rests.

A verdict is plain data.  The runner makes them one at a time; reports, the journal and the pytest plugin only read
them.  Each says all that a person needs to see the point without running anything: what was expected, what was
seen, which rules it turns on, and the position at that moment.  `Verdict.to_json` is one entry of ``cases`` in a
``heartspec-report/1`` and one line of a journal; `Verdict.from_json` reads it back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """The kinds of verdict, in the words that reports use."""

    CONFORMS = "conforms"
    """All that the case expects was seen."""
    DEVIATES = "deviates"
    """Something was seen that the case does not expect."""
    UNSUPPORTED = "unsupported"
    """The case needs a capability that was not declared."""
    UNOBSERVED = "unobserved"
    """Nothing failed, but some expectation could not be seen."""
    KNOWN = "known"
    """It fails, and the list of known deviations says so."""
    UNEXPECTED_PASS = "unexpected-pass"
    """It conforms, though the list of known deviations says that it fails."""
    HANG = "hang"
    """An answer did not come in time."""
    CRASH = "crash"
    """The implementation failed, or ended, by itself."""
    PROTOCOL_FAULT = "protocol-fault"
    """An answer was none."""
    NOT_RUN = "not-run"
    """The run had to stop before this case."""
    SUITE_BUG = "suite-bug"
    """The suite itself failed, or the case is unsound."""


FAILURES = frozenset({Kind.DEVIATES, Kind.HANG, Kind.CRASH, Kind.PROTOCOL_FAULT})
"""The kinds that an entry in a list of known deviations can cover."""

JUDGED = frozenset({*FAILURES, Kind.CONFORMS, Kind.KNOWN, Kind.UNEXPECTED_PASS})
"""The kinds that say something about the implementation."""


@dataclass(frozen=True)
class Position:
    """What lay on the table at some moment, as the case has it: enough to draw it.

    Cards are names such as ``QS``.  ``turn`` is the seat to play, or None.
    """

    hands: tuple[tuple[str, ...], ...]
    trick: tuple[tuple[int, str], ...] = ()
    turn: int | None = None
    captured: tuple[tuple[str, ...], ...] = ()
    kitty: tuple[str, ...] = ()
    dealer: int | None = None
    round: int = 1

    def to_json(self) -> dict[str, Any]:
        """Return the position as a JSON object."""
        return {
            "hands": [list(hand) for hand in self.hands],
            "trick": [{"seat": seat, "card": card} for seat, card in self.trick],
            "turn": self.turn,
            "captured": [list(pile) for pile in self.captured],
            "kitty": list(self.kitty),
            "dealer": self.dealer,
            "round": self.round,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Position:
        """Read what `to_json` wrote."""
        return cls(
            hands=tuple(tuple(hand) for hand in value["hands"]),
            trick=tuple((each["seat"], each["card"]) for each in value["trick"]),
            turn=value["turn"],
            captured=tuple(tuple(pile) for pile in value["captured"]),
            kitty=tuple(value["kitty"]),
            dealer=value["dealer"],
            round=value["round"],
        )


@dataclass(frozen=True)
class Difference:
    """One thing that was seen and should not have been, or the other way round."""

    step: int
    """Which step of the case, from 0; -1 for the moves before its first step."""
    what: str
    """What differs: ``legal``, ``refuse``, ``accept``, ``reason``, ``unchanged``, ``turn``, ``takes``,
    ``totals`` and so on: the word that the scenario uses."""
    expected: Any
    seen: Any
    rules: tuple[str, ...]
    """The rules that are in question here."""
    sentence: str
    """One sentence that says it all, in English."""
    history: tuple[str, ...] = ()
    """The moves that led here, each as the scenario writes it: ``0: 2C``, ``pass 1: 2C 3C 4C``."""
    position: Position | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the difference as a JSON object."""
        return {
            "step": self.step,
            "what": self.what,
            "expected": self.expected,
            "seen": self.seen,
            "rules": list(self.rules),
            "sentence": self.sentence,
            "history": list(self.history),
            "position": self.position.to_json() if self.position else None,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Difference:
        """Read what `to_json` wrote."""
        return cls(
            step=value["step"],
            what=value["what"],
            expected=value["expected"],
            seen=value["seen"],
            rules=tuple(value["rules"]),
            sentence=value["sentence"],
            history=tuple(value["history"]),
            position=Position.from_json(value["position"]) if value["position"] else None,
        )


@dataclass(frozen=True)
class Misreading:
    """One way to misread one rule, which explains what was seen where the options do not."""

    rule: str
    mutant: str
    """Its id in the catalogue of misreadings; empty in what was written before ids were."""
    misreading: str
    """What whoever reads it so takes the rule to say, in English."""

    def __str__(self) -> str:
        """Return what follows "behaves as if"."""
        return f"{self.rule} said: {self.misreading}"

    def to_json(self) -> dict[str, str]:
        """Return the misreading as a JSON object."""
        told = {"rule": self.rule, "mutant": self.mutant, "misreading": self.misreading}
        return {key: value for key, value in told.items() if value}

    @classmethod
    def from_json(cls, value: Mapping[str, str]) -> Misreading:
        """Read what `to_json` wrote."""
        return cls(value["rule"], value.get("mutant", ""), value["misreading"])


@dataclass(frozen=True)
class Verdict:
    """What the suite says about one case under one sheet with one number of players."""

    id: str
    """The case: its file below the scenario folder and its name, as ``first-trick/queen-discard/ban``."""
    sheet: str
    players: int
    kind: Kind
    rules: tuple[str, ...]
    """The rules that the case decides."""
    detail: str = ""
    """One sentence: why it is not `Kind.CONFORMS`; empty where it is."""
    title: str = ""
    """What the position is, in English."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The options that were set on top of the sheet, by the case or by whoever runs it."""
    differences: tuple[Difference, ...] = ()
    unobserved: tuple[str, ...] = ()
    """The expectations that could not be seen, one phrase each."""
    rerun: str = ""
    """The command that judges this case alone."""
    reason: str = ""
    """Why a deviation is known, from the list of known deviations."""
    link: str = ""
    """Where a known deviation is discussed, from the same list."""
    stderr: str = ""
    """What the program wrote to its standard error meanwhile: no part of the verdict."""
    behaves_as: tuple[tuple[str, Any], ...] = ()
    """Each axis and value under which what was seen would be right, for a deviation that one option explains."""
    misread_as: tuple[Misreading, ...] = ()
    """The misreadings of rules by each of which what was seen would be right, where no option explains."""

    @property
    def chapter(self) -> str:
        """The folder that the case stands in."""
        return self.id.partition("/")[0]

    @property
    def key(self) -> tuple[str, str, int]:
        """What no two verdicts of a run share: case, sheet and number of players."""
        return self.id, self.sheet, self.players

    @property
    def first(self) -> Difference | None:
        """The first difference, if there is one."""
        return self.differences[0] if self.differences else None

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as an entry of ``cases`` in a report.  What is empty and optional is left out."""
        entry: dict[str, Any] = {
            "id": self.id,
            "sheet": self.sheet,
            "players": self.players,
            "options": dict(self.options),
            "verdict": str(self.kind),
            "rules": list(self.rules),
            "detail": self.detail,
            "rerun": self.rerun,
        }
        extras = {
            "title": self.title,
            "differences": [each.to_json() for each in self.differences],
            "unobserved": list(self.unobserved),
            "reason": self.reason,
            "link": self.link,
            "stderr": self.stderr,
            "behaves-as-if": [{"axis": axis, "value": value} for axis, value in self.behaves_as],
            "misreadings": [each.to_json() for each in self.misread_as],
        }
        return entry | {key: value for key, value in extras.items() if value}

    @classmethod
    def from_json(cls, entry: Mapping[str, Any]) -> Verdict:
        """Read what `to_json` wrote."""
        return cls(
            id=entry["id"],
            sheet=entry["sheet"],
            players=entry["players"],
            kind=Kind(entry["verdict"]),
            rules=tuple(entry["rules"]),
            detail=entry["detail"],
            title=entry.get("title", ""),
            options=dict(entry["options"]),
            differences=tuple(Difference.from_json(each) for each in entry.get("differences", ())),
            unobserved=tuple(entry.get("unobserved", ())),
            rerun=entry["rerun"],
            reason=entry.get("reason", ""),
            link=entry.get("link", ""),
            stderr=entry.get("stderr", ""),
            behaves_as=tuple((each["axis"], each["value"]) for each in entry.get("behaves-as-if", ())),
            misread_as=tuple(map(Misreading.from_json, entry.get("misreadings", ()))),
        )
