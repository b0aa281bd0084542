"""`heartspec serve`, and in-process targets in a process of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import inside
import pytest
from left_behind import HASTY, HERE, PATIENT, gone

from hearts_conformance import runner, scenario
from hearts_conformance.implementation import Implementation
from hearts_conformance.reference_target import Reference
from hearts_conformance.script import CaseRun
from hearts_conformance.stdio import Limits, Program, isolated
from hearts_conformance.verdict import Kind
from hearts_spec import sheets

SERVE = [sys.executable, "-m", "hearts_conformance", "serve"]


def serve(target: str, lines: bytes, cwd: Path = HERE) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*SERVE, target], input=lines, capture_output=True, timeout=60, check=False, cwd=cwd)


def test_bad_lines_are_answered_with_an_error_and_survived() -> None:
    lines = b'hello\n\n  \r\n\xff\n[]\n{"op":"bye"}\n{"id":1,"op":"dance"}\n{"id":2,"op":"bye"}\r\nnever read\n'
    done = serve("reference", lines)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["id"] for each in answers] == [None, None, None, None, 1, 2]
    assert ["error" in each for each in answers] == [True] * 5 + [False]
    assert done.returncode == 0
    assert done.stderr == b""


def test_it_ends_with_its_input() -> None:
    done = serve("reference", b'{"id":1,"op":"hello","protocol":1}\n{"id":2,"op":"obs')
    assert len(done.stdout.splitlines()) == 2
    assert done.returncode == 0


def test_it_ends_when_nobody_reads() -> None:
    with subprocess.Popen([*SERVE, "reference"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.close()
        process.stdin.write(b'{"id":1,"op":"hello","protocol":1}\n' * 2)
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_line_without_an_end_is_cut(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from hearts_conformance.commands import serve as command

    monkeypatch.setattr(command, "LONGEST", 64)
    requests, answers = tmp_path / "requests", tmp_path / "answers"
    requests.write_bytes(b"a" * 64 + b"b" * 100 + b'\n{"id":1,"op":"bye"}\n')
    with requests.open("rb") as given, answers.open("wb") as taken:
        import os

        command.answer_all(Reference(), os.dup(given.fileno()), taken.fileno())
    first, second = map(json.loads, answers.read_bytes().splitlines())
    assert first["error"].startswith("the line is not JSON")
    assert second == {"id": 1}


def test_what_a_target_prints_goes_to_standard_error() -> None:
    done = serve("inside:Prints", b'{"id":1,"op":"observe"}\n{"id":2,"op":"bye"}\n')
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]
    assert b"printed by Python" in done.stderr
    assert b"printed by C" in done.stderr


def test_a_target_cannot_read_the_requests() -> None:
    done = serve("inside:ReadsInput", b'{"id":1,"op":"observe"}\n{"id":2,"op":"bye"}\n')
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]


def test_a_target_that_does_not_exist_is_a_wrong_usage() -> None:
    done = serve("inside:Nobody", b"")
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1


# --- In a process of its own -----------------------------------------------------------------------------------------


@pytest.fixture
def apart(mark: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Program]]:
    """Isolated targets, closed in the end."""
    monkeypatch.chdir(HERE)
    programs: list[Program] = []
    yield programs
    for each in programs:
        each.close()
    assert gone(mark)


@pytest.mark.parametrize(
    ("name", "limits", "kind", "says"),
    [
        ("Raises", PATIENT, Kind.CRASH, "play() raised ZeroDivisionError: division by zero"),
        ("Exits", PATIENT, Kind.CRASH, "play() raised SystemExit: 0"),
        ("Nonsense", PATIENT, Kind.PROTOCOL_FAULT, "observe() gave legal as"),
        ("NoObservation", PATIENT, Kind.PROTOCOL_FAULT, "which is"),
        ("Mutates", PATIENT, Kind.CONFORMS, ""),
        ("BreaksOnClose", PATIENT, Kind.CONFORMS, ""),
        ("NeverReturns", HASTY, Kind.HANG, "no answer to play within 0.4 s"),
        ("Aborts", PATIENT, Kind.CRASH, "it was ended by SIGABRT before it answered play"),
    ],
)
def test_an_in_process_target_apart_has_its_verdict(
    apart: list[Program], cases: list[CaseRun], name: str, limits: Limits, kind: Kind, says: str
) -> None:
    apart.append(isolated(f"inside:{name}"))
    before = runner.judge(cases[0], apart[0])
    apart[0].limits = limits
    there = runner.judge(cases[1], apart[0])
    apart[0].limits = PATIENT
    after = runner.judge(cases[2], apart[0])
    assert (before.kind, there.kind, after.kind) == (Kind.CONFORMS, kind, Kind.CONFORMS)
    assert says in there.detail


@pytest.mark.parametrize("name", ["Raises", "Exits", "Nonsense", "NoObservation", "Mutates", "BreaksOnClose"])
def test_an_in_process_target_has_the_same_verdict_here(cases: list[CaseRun], apart: list[Program], name: str) -> None:
    here: Implementation = getattr(inside, name)()
    apart.append(isolated(f"inside:{name}", PATIENT))
    for each in cases[:3]:
        ours, theirs = runner.judge(each, here), runner.judge(each, apart[0])
        assert ours.kind == theirs.kind
        if ours.kind != Kind.PROTOCOL_FAULT:
            assert ours.detail == theirs.detail


def test_a_repeated_hang_costs_one_restart_a_case(apart: list[Program], cases: list[CaseRun]) -> None:
    apart.append(isolated("inside:NeverReturns", HASTY))
    verdicts = [runner.judge(cases[1], apart[0]) for _ in range(2)]
    assert [each.kind for each in verdicts] == [Kind.HANG] * 2
    assert apart[0].restarts == 3  # one within each case, one between them


# --- The reference, behind the protocol and not -----------------------------------------------------------------------


@pytest.mark.parametrize("sheet", ["qdan", "reserve", "moon-subtract"])
def test_the_reference_has_the_same_verdicts_over_stdio(apart: list[Program], sheet: str) -> None:
    apart.append(isolated("reference"))
    scenarios = scenario.load_folder(None)[::3]
    played = [sheets.load(sheet)]
    ours = list(runner.run(Reference(), scenarios, played))
    theirs = list(runner.run(apart[0], scenarios, played))
    assert ours
    assert ours == theirs
