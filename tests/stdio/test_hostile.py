"""Thousands of spoilt answers and files: a typed verdict or one clear sentence each, never a traceback.

What is spoilt is what the reference answers, and what a run of it writes.  Nothing but `stdio.Process`, which would
launch a program, is replaced by a double; the last tests do the same with a real one.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from left_behind import HASTY, HERE, PATIENT
from mutations import spoilt

from hearts_conformance import audit, commands, journal, known, moment, protocol, runner, stdio
from hearts_conformance.faults import Fault
from hearts_conformance.implementation import Deal, Refused, Setup
from hearts_conformance.reference_target import Reference
from hearts_conformance.report import comparison
from hearts_conformance.script import CaseRun
from hearts_conformance.serving import Server
from hearts_conformance.stdio import Program
from hearts_conformance.verdict import Kind
from hearts_spec import schemas
from hearts_spec.cards import NAMES
from hearts_spec.rules import Rules

LINES = 2000
"""How many answers are spoilt."""
FILES = 350
"""How many files of each kind are."""


class Spoiling:
    """In the place of `stdio.Process`: the reference, of whose answers one is spoilt, the next that is due."""

    seed = due = 0

    def __init__(self, *arguments: Any) -> None:
        self.server = Server(Reference())
        self.unasked = b""

    def exchange(self, line: bytes, limit: float, op: str) -> bytes:
        answer = self.server.answer(line).strip()
        Spoiling.due -= 1
        if Spoiling.due == 0:
            answer = spoilt(Spoiling.seed, answer)
        found, _, rest = answer.lstrip().partition(b"\n")
        self.unasked = rest.strip()
        return found

    def is_stale(self) -> bool:
        return False

    def drain(self) -> None:
        pass

    def end(self) -> None:
        pass

    def leave(self, farewell: bytes) -> None:
        pass


@pytest.fixture
def doubled(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], Program]:
    """Return a program, the answer to whose request number *due* is spoilt by *seed*."""
    monkeypatch.setattr(stdio, "Process", Spoiling)

    def program(seed: int, due: int) -> Program:
        Spoiling.seed, Spoiling.due = seed, due
        return Program(["double"], PATIENT)

    return program


def fault_of(action: Callable[[], object]) -> Fault | Refused | None:
    """Do something; return the fault or the refusal that it raises, if any."""
    try:
        action()
    except (Fault, Refused) as raised:
        return raised
    return None


def test_a_spoilt_answer_is_a_verdict(doubled: Callable[[int, int], Program], cases: list[CaseRun]) -> None:
    kinds: Counter[Kind] = Counter()
    for seed in range(LINES):
        program = doubled(seed, 1 + seed % 9)
        fault = fault_of(program.describe)
        if fault:  # the target cannot be attached, and the run says so
            assert str(fault).isprintable(), seed
            kinds[Kind.NOT_RUN] += 1
            continue
        verdict = runner.judge(cases[0], program)
        program.close()
        kinds[verdict.kind] += 1
        assert verdict.kind is not Kind.SUITE_BUG, (seed, verdict.detail)
        assert all(each.isprintable() for each in (verdict.detail, *(d.sentence for d in verdict.differences))), seed
        assert len(verdict.detail) < 1000, seed
        assert schemas.problems(json.loads(json.dumps(verdict.to_json())), "report#/$defs/verdict") == [], seed
    assert kinds[Kind.PROTOCOL_FAULT] > LINES / 3
    assert {Kind.CRASH, Kind.DEVIATES, Kind.CONFORMS} <= set(kinds)


SETUP = Setup(Rules.from_options({"players": 4}).to_json(), 4, dealer=3, round=4)
DEAL = Deal(tuple(NAMES[13 * suit : 13 * suit + 13] for suit in range(4)))


def test_a_spoilt_replay_is_a_typed_fault_at_worst(doubled: Callable[[int, int], Program]) -> None:
    moves = [protocol.start(SETUP), protocol.deal(DEAL), protocol.play(0, "2C")]
    faults = 0
    for seed in range(LINES, LINES + 300):
        raised = fault_of(partial(doubled(seed, 2).replay, moves, ["turn", "legal", "trick"]))
        said = raised.rule or "" if isinstance(raised, Refused) else str(raised)
        assert said.isprintable(), seed
        faults += isinstance(raised, Fault)
    assert faults > 50


# --- Files -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a run of the reference writes: report, stream of verdicts, journal; a list of known deviations; records."""
    folder = tmp_path_factory.mktemp("written")
    path = {name: folder / name for name in ("json", "jsonl", "journal", "known", "record")}
    chosen = [
        "reference",
        "--sheet",
        "qdan",
        "--players",
        "4",
        "--scenario",
        "first-trick/queen-discard",
        "--jobs",
        "0",
    ]
    reports = ["--report", f"json={path['json']}", "--report", f"jsonl={path['jsonl']}", "--journal", path["journal"]]
    assert commands.run([str(each) for each in ("verify", *chosen, *reports)]) == 0
    assert commands.run(["record", "reference", "--games", "1", "--rounds", "2", "--out", str(path["record"])]) == 0
    path["known"].write_text(
        "known:\n"
        "  - case: first-trick/queen-discard/ban\n    reason: It bars nothing.\n    link: https://example.org/1\n"
        "  - rule: first-trick.*\n    sheet: qdan\n    players: 4\n    reason: Not explained yet.\n"
    )
    return {name: each.read_bytes() for name, each in path.items()}


def read_journal(path: Path) -> object:
    first = path.read_bytes().partition(b"\n")[0]
    try:
        there = json.loads(first)
    except (ValueError, RecursionError):
        there = {}
    head = there if isinstance(there, dict) else {}
    return journal.resume({part: head.get(part) for part in journal.OTHER}, path)


def read_records(path: Path) -> object:
    for lines in audit.read([path]):
        for each in audit.judge_lines(lines).unreadable:
            assert str(each).isprintable()
            assert len(str(each)) < 1000
    return None


def compared(path: Path) -> object:
    return comparison.Comparison(path, console=None).lines()  # type: ignore[arg-type]


def moment_of(path: Path) -> object:
    return moment.in_record(moment.read_game(path)).refusal("QS", None)


READERS: list[tuple[str, str, Callable[[Path], object]]] = [
    ("compare", "json", compared),
    ("compare", "jsonl", compared),
    ("known", "known", known.load),
    ("resume", "journal", read_journal),
    ("audit", "record", read_records),
    ("why", "record", moment_of),
]


def status_of(action: Callable[[], object]) -> int:
    """Do something; return the exit status of a command that does nothing else."""
    try:
        action()
    except Exception as error:
        return commands.report(error)
    return 0


@pytest.mark.parametrize(("use", "kind", "read"), READERS, ids=[f"{use}-{kind}" for use, kind, _ in READERS])
def test_a_spoilt_file_is_read_or_told_in_a_sentence(
    use: str,
    kind: str,
    read: Callable[[Path], object],
    written: dict[str, bytes],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / kind
    told = 0
    for seed in range(FILES):
        path.write_bytes(spoilt(seed, written[kind]))
        status = status_of(partial(read, path))
        err = capsys.readouterr().err
        assert status in (0, 2), (seed, err)
        assert len(err) < 1500, (seed, err)
        assert err.count("\n") == bool(status), (seed, err)
        told += bool(status)
    assert told > FILES / 10 or use == "audit"


# --- With real processes, and by the whole command ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_a_program_that_spoils_an_answer_gets_a_verdict(seed: int, cases: list[CaseRun]) -> None:
    program = Program([sys.executable, str(HERE / "spoiling.py"), str(seed), str(2 + seed)], HASTY)
    verdicts = [runner.judge(case, program) for case in cases[:2]]
    program.close()
    assert {each.kind for each in verdicts} <= {
        Kind.CONFORMS,
        Kind.DEVIATES,
        Kind.CRASH,
        Kind.HANG,
        Kind.PROTOCOL_FAULT,
        Kind.UNOBSERVED,
    }


CHOSEN = ("--sheet", "qdan", "--players", "4", "--scenario", "first-trick/queen-discard")


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        ("json", ("verify", "reference", *CHOSEN, "--jobs", "0", "--compare")),
        ("known", ("verify", "reference", *CHOSEN, "--jobs", "0", "--known")),
        ("journal", ("verify", "reference", *CHOSEN, "--jobs", "0", "--resume", "--journal")),
        ("record", ("audit",)),
    ],
    ids=lambda each: each if isinstance(each, str) else None,
)
def test_a_command_that_is_given_a_spoilt_file_says_so(
    seed: int, kind: str, arguments: tuple[str, ...], written: dict[str, bytes], heartspec: Any, tmp_path: Path
) -> None:
    path = tmp_path / kind
    path.write_bytes(spoilt(seed, written[kind]))
    ran = heartspec(*arguments, path)
    assert ran.status in (0, 1, 2), ran.err
    assert "Traceback" not in ran.err
    if ran.status == 2:
        assert "heartspec: " in ran.err


def test_a_file_that_is_spoilt_is_told_by_a_process_without_a_traceback(
    written: dict[str, bytes], process: Any, tmp_path: Path
) -> None:
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(gzip.compress(written["record"] + b"[" * 100_000 + b"\n")[:-5])
    ran = process("audit", path)
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stderr.splitlines()) == 2
    assert "nested too deeply" in ran.stderr
    assert "it cannot be read on from here" in ran.stderr
