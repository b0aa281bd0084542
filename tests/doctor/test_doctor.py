"""Whoever makes a beginner's mistake is told what it is, in one sentence; a sound adapter is told nothing."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hearts_conformance.cli import main
from hearts_conformance.doctor import Finding, advised, closing, examine
from hearts_conformance.implementation import Description, Observation, Refused
from hearts_conformance.reference_target import Reference
from hearts_spec import schemas, sheets

HERE = Path(__file__).parent


def program(mistake: str) -> str:
    return shlex.join([sys.executable, str(HERE / "beginner.py"), mistake])


TOLD = {
    "tens": ("deal", "write the ten as T, so that 10C is TC"),
    "symbols": ("deal", "write suits as the letters C, D, S and H behind the rank, as in QS, not ♣3"),
    "suit-first": ("deal", "write the rank before the suit, 3C and not C3"),
    "small-letters": ("deal", "write cards in capital letters, 3C and not 3c"),
    "seats-from-1": ("deal", "count seats from 0 to 3, not from 1"),
    "no-id": ("hello", "its answer to hello has no id"),
    "no-version": ("hello", 'answer hello with "protocol": 1'),
    "log": ("hello", "standard output is for answers alone, so send everything else to standard error"),
    "many-lines": ("hello", "write each answer as one line of JSON, without line breaks and indentation"),
    "python": ("hello", "write JSON, with double quotes (in Python json.dumps, not str)"),
    "one-answer": ("deal", "answer requests in a loop until bye comes or the input ends"),
    "one-hand": ("deal", "several seats hold the same cards, so give each seat a hand of its own"),
    "legal-of-next": ("deal", "it is the turn of seat 0, but legal lists cards of seat 1"),
    "text-points": ("deal", "observe() gave totals as ['0', '0', '0', '0']; it should be for each seat a number"),
    "no-legal": ("deal", "legal is declared, but observe leaves legal out"),
    "starts-once": ("deal", "started again, it refuses the deal; forget the old game in start"),
    "old-captures": ("start", "it shows other captured than before; forget the old game in start"),
    "accepts-all": ("refuse", "refuse is declared, but seat 0 may play KH, which it does not hold"),
    "fails-at-refusals": ("refuse", "the answer was no refusal but: ValueError: illegal"),
}
"""For each mistake the check in which it shows, and what its sentence says."""


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[dict[str, Any]]]:
    status = main(["doctor", "--format", "json", *arguments])
    result = json.loads(capsys.readouterr().out)
    assert schemas.problems(result, "doctor") == []
    return status, result["findings"]


@pytest.mark.parametrize("mistake", TOLD)
def test_a_mistake_is_told_in_one_sentence(mistake: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, findings = told(capsys, "--exec", program(mistake))
    assert status == 1
    assert len(findings) == 1
    check, sentence = TOLD[mistake]
    assert findings[0]["check"] == check
    assert sentence in findings[0]["sentence"]
    assert findings[0]["fatal"]


@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        ("no-flush", "flush standard output after every answer"),
        ("no-newline", "end every answer with a newline, and flush it"),
    ],
)
def test_an_answer_that_does_not_arrive_is_told(
    mistake: str, sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    status, findings = told(capsys, "--exec", program(mistake), "--startup-limit", "5")
    assert status == 1
    assert sentence in findings[0]["sentence"]


def test_a_sound_program_is_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--exec", program("sound")) == (0, [])


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_the_reference_is_sound_at_every_table(players: int) -> None:
    assert examined(Reference(), players, "cohen") == []


def test_openspiel_is_sound(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyspiel")
    assert told(capsys, "openspiel") == (0, [])


def test_verify_stops_before_it_judges_where_the_adapter_is_at_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "--exec", program("tens"), "--sheet", "qdan", "--scenario", "play"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "write the ten as T" in printed.err
    assert "heartspec doctor" in printed.err


def test_a_target_that_does_not_exist_is_no_finding(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "no_such_module:Game"]) == 2
    assert "there is no module no_such_module" in capsys.readouterr().err


# --- Classes in this process -----------------------------------------------------------------------------------------


def examined(implementation: Reference, players: int = 4, sheet: str = "qdan") -> list[Finding]:
    rules = sheets.load(sheet).resolve(players)
    return list(examine(implementation, implementation.describe(), rules, sheet))


class Speaking(Reference):
    """Answers observe with a mapping."""

    def observe(self) -> Any:
        return {"turn": 0}


class Turned(Reference):
    """Deals to the seats the other way round."""

    def deal(self, deal: Any) -> None:
        super().deal(replace(deal, hands=tuple(reversed(deal.hands))))


class Restless(Reference):
    """Every look at it goes on to the next round."""

    looks = 0

    def observe(self) -> Observation:
        self.looks += 1
        return replace(super().observe(), round=self.looks)


class Forgetful(Reference):
    """Claims that a match can be taken up, and begins at nothing."""

    def start(self, setup: Any) -> None:
        super().start(replace(setup, totals=()))


class Strict(Reference):
    """Takes no queen of spades, from anybody."""

    def play(self, seat: int, card: str) -> None:
        if card == "QS":
            raise Refused("play.follow-suit")
        super().play(seat, card)


class OneRound(Reference):
    """Claims to play matches, and deals but once."""

    def deal(self, deal: Any) -> None:
        if self._match().totals != (0,) * self._match().rules.players:
            raise Refused
        super().deal(deal)


class Wordless(Reference):
    """Claims to explain refusals, and does not."""

    def play(self, seat: int, card: str) -> None:
        try:
            super().play(seat, card)
        except Refused:
            raise Refused from None


class Silent(Reference):
    """Declares neither of the two ways in which cards can be judged, nor any explanation."""

    def describe(self) -> Description:
        return replace(super().describe(), can=frozenset({"match", "passing"}))


@pytest.mark.parametrize(
    ("game", "check", "sentence"),
    [
        (Speaking, "deal", "return an Observation from observe"),
        (Turned, "deal", "keep hands in the order of seats"),
        (Restless, "observe", "two observations in a row differ in round; observe must not change the game"),
        (Forgetful, "resume", "begin from the totals in start, or do not declare resume"),
        (Strict, "round", "QS from seat"),
        (OneRound, "round", "the second round of a match cannot be dealt"),
        (Wordless, "refuse", "names no rule"),
        (Silent, "declares", "neither legal nor refuse is declared"),
    ],
)
def test_a_class_is_told_what_is_wrong_with_it(game: type[Reference], check: str, sentence: str) -> None:
    findings = examined(game())
    assert [each.check for each in findings] == [check]
    assert sentence in findings[0].sentence


class Clinging(Reference):
    """Does not let go."""

    def close(self) -> None:
        raise OSError("still busy")


def test_a_class_that_does_not_let_go_is_told() -> None:
    assert closing(Reference()) == []
    assert "close raised OSError: still busy" in closing(Clinging())[0].sentence


@pytest.mark.parametrize(
    ("sentence", "advice"),
    [
        ("its answer to observe has no seen: {}", 'answer observe with "seen"'),
        ("its answer to hello is not UTF-8: x", "write UTF-8"),
        ("something nobody has met", "something nobody has met"),
    ],
)
def test_advice_follows_from_what_a_fault_says(sentence: str, advice: str) -> None:
    assert advice in advised(sentence)
    assert advised(sentence).startswith(sentence)
