"""The life of a process: limits, restarts, replays, and its end."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from left_behind import HASTY, HERE, PATIENT, Launch, gone, marked

from hearts_conformance import protocol, runner, targets
from hearts_conformance.faults import Crash, Exhausted, Fault, Hang, ProtocolFault
from hearts_conformance.implementation import Deal, Setup
from hearts_conformance.protocol import Request
from hearts_conformance.script import CaseRun
from hearts_conformance.stdio import Limits, Program, connect
from hearts_conformance.targets import TargetError
from hearts_conformance.verdict import Kind
from hearts_spec.cards import NAMES
from hearts_spec.rules import Rules

OPTIONS = Rules.from_options({"players": 4}).to_json()
SOUND, BAD = Setup(OPTIONS, 4, dealer=3), Setup(OPTIONS, 4, dealer=1)
DEAL = Deal(tuple(NAMES[13 * suit : 13 * suit + 13] for suit in range(4)))
REFERENCE = [sys.executable, "-m", "hearts_conformance", "serve", "reference"]


def begin(program: Program, setup: Setup) -> None:
    program.start(setup)
    program.deal(DEAL)


# --- Restarts ------------------------------------------------------------------------------------------------------


def test_a_time_out_is_tried_again_once_in_a_fresh_process(launch: Launch, cases: list[CaseRun]) -> None:
    program = launch("hang", HASTY)
    assert runner.judge(cases[1], program).kind == Kind.HANG
    assert program.restarts == 1
    assert runner.judge(cases[2], program).kind == Kind.CONFORMS
    assert program.restarts == 2


@pytest.mark.parametrize("mode", ["hang-once", "hang-once-no-replay"])
def test_a_fresh_process_is_brought_to_where_the_case_is(launch: Launch, mode: str) -> None:
    program = launch(mode, HASTY)
    begin(program, BAD)
    program.play(0, "2C")
    seen = program.observe().seen()
    assert program.restarts == 1
    assert seen["trick"] == [{"seat": 0, "card": "2C"}]
    program.play(1, "2D")
    assert program.restarts == 1


@pytest.mark.parametrize(
    ("mode", "fault", "says"),
    [
        ("forgetful", Crash, "launched afresh, it refuses a move that it accepted before"),
        ("forgetful-no-replay", Crash, "launched afresh, it refuses a move that it accepted before"),
        ("no-real-replay", ProtocolFault, "its answer to replay has no seen"),
    ],
)
def test_a_fresh_process_that_cannot_be_brought_there_is_at_fault(
    launch: Launch, mode: str, fault: type[Fault], says: str
) -> None:
    program = launch(mode, HASTY)
    begin(program, BAD)
    program.play(0, "2C")
    with pytest.raises(fault, match=says):
        program.observe()


def test_any_other_fault_is_not_tried_again(launch: Launch, cases: list[CaseRun]) -> None:
    program = launch("crash")
    assert runner.judge(cases[1], program).kind == Kind.CRASH
    assert program.restarts == 0


def test_a_failure_that_is_said_leaves_the_process_as_it_is(launch: Launch, cases: list[CaseRun]) -> None:
    program = launch("error")
    assert runner.judge(cases[1], program).kind == Kind.CRASH
    assert runner.judge(cases[2], program).kind == Kind.CONFORMS
    assert program.restarts == 0


def test_after_so_many_restarts_the_rest_is_not_run(launch: Launch, cases: list[CaseRun]) -> None:
    program = launch("crash", replace(PATIENT, restarts=1))
    crashed, again, after = (runner.judge(each, program) for each in (cases[1], cases[1], cases[2]))
    assert (crashed.kind, again.kind, after.kind) == (Kind.CRASH, Kind.CRASH, Kind.NOT_RUN)
    assert after.detail == "the program was launched again 1 times; no more are allowed"


def test_a_time_out_without_restarts_left_is_a_time_out(launch: Launch, cases: list[CaseRun]) -> None:
    program = launch("hang", replace(HASTY, restarts=0))
    assert runner.judge(cases[1], program).kind == Kind.HANG
    assert runner.judge(cases[2], program).kind == Kind.NOT_RUN


def test_all_start_ups_together_are_bounded(launch: Launch) -> None:
    program = launch("second-launch-hangs", replace(PATIENT, starting=0.2))
    begin(program, BAD)
    with pytest.raises(Crash):
        program.play(0, "2C")
    with pytest.raises(Hang, match=r"no answer to hello within 0\.2 s"):
        program.start(SOUND)
    with pytest.raises(Exhausted, match=r"starting it has taken more than 0\.2 s in all"):
        program.start(SOUND)


def test_a_program_that_cannot_be_launched_again_crashes(launch: Launch) -> None:
    program = launch("second-launch-fails")
    begin(program, BAD)
    with pytest.raises(Crash, match="exit status 3 before it answered play"):
        program.play(0, "2C")
    with pytest.raises(Crash, match=r"exit status 7 before it answered hello|before it was asked to hello"):
        program.start(SOUND)


def test_a_program_that_is_gone_cannot_be_launched_again(tmp_path: Path, mark: str) -> None:
    script = tmp_path / "game"
    script.write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, str(HERE / 'misbehaving.py'), 'crash'])}\n")
    script.chmod(0o755)
    program = connect(str(script), PATIENT)
    begin(program, BAD)
    script.unlink()
    with pytest.raises(Crash, match="exit status 3"):
        program.play(0, "2C")
    with pytest.raises(Crash, match=r"the program cannot be launched again: .*No such file"):
        program.start(SOUND)
    program.close()
    assert gone(mark)


def test_without_a_game_nothing_is_sent_after_a_fault(launch: Launch) -> None:
    program = launch("crash")
    begin(program, BAD)
    for _ in range(2):
        with pytest.raises(Crash):
            program.play(0, "2C")
    assert program.restarts == 0


@pytest.mark.parametrize("mode", ["end-between", "second-answer", "endless-answers"])
def test_what_happens_after_the_last_answer_is_no_fault_of_the_next_case(launch: Launch, mode: str) -> None:
    program = launch(mode)
    begin(program, BAD)
    try:
        program.play(0, "2C")
    except ProtocolFault:
        assert mode != "end-between"
    begin(program, SOUND)
    program.play(0, "2C")
    assert program.observe().seen()["turn"] == 1


# --- Replay --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pair() -> Iterator[tuple[Program, Program]]:
    """The same engine with and without `replay`."""
    double = [sys.executable, str(HERE / "misbehaving.py"), "hang-once-no-replay"]
    programs = Program(REFERENCE), Program(double)
    yield programs
    for each in programs:
        each.close()


@given(data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_replay_says_what_single_requests_say(pair: tuple[Program, Program], data: st.DataObject) -> None:
    hands = data.draw(st.permutations(NAMES))
    moves: list[Request] = [
        protocol.start(SOUND),
        protocol.deal(Deal(tuple(tuple(hands[13 * seat : 13 * seat + 13]) for seat in range(4)))),
    ]
    moves += [
        protocol.play(seat, hands[13 * seat + index])
        for seat, index in data.draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 12)), max_size=4))
    ]
    want = data.draw(st.lists(st.sampled_from(protocol.FIELDS), unique=True, max_size=4))
    together, singly = (each.replay(moves, want) for each in pair)
    assert [each.seen() for each in together.seen] == [each.seen() for each in singly.seen]
    assert (together.refused and together.refused.rule) == (singly.refused and singly.refused.rule)
    assert pair[0].observe().seen() == pair[1].observe().seen()


def test_a_replay_ends_at_the_move_that_is_refused(launch: Launch) -> None:
    program = launch("exit-at-bye")
    begin(program, SOUND)
    moves = [protocol.play(0, "2C"), protocol.play(1, "2D"), protocol.play(1, "3D"), protocol.play(2, "2S")]
    done = program.replay(moves, ["turn"])
    assert [each.seen() for each in done.seen] == [{"turn": 1}, {"turn": 2}]
    assert done.refused is not None
    assert done.refused.rule == "turn.in-order"
    program.play(2, "2S")


# --- The end -------------------------------------------------------------------------------------------------------


def test_a_closed_program_is_not_launched_again(launch: Launch) -> None:
    program = launch("stay-after-bye")
    assert program.describe().name == "heartspec reference engine"
    program.close()
    program.close()
    with pytest.raises(Crash, match="the program was closed"):
        program.start(SOUND)


def test_a_forgotten_program_is_ended(mark: str) -> None:
    program: Program | None = Program(REFERENCE)
    assert program
    program.describe()
    del program
    assert gone(mark)


SUITE = """
import sys
from hearts_conformance.implementation import Setup
from hearts_conformance.stdio import connect
program = connect(sys.argv[1])
program.describe()
print("ready", flush=True)
if sys.argv[2] == "ask":
    program.start(Setup({options!r}, 4, dealer=1))
elif sys.argv[2] == "wait":
    sys.stdin.read()
elif sys.argv[2] == "fail":
    raise ValueError("the suite is at fault")
"""


def suite(command: list[str], what: str, number: int | None = None) -> int:
    """Let a process of its own judge a program, end it by a signal once it is at work, and return its exit status."""
    arguments = [sys.executable, "-c", SUITE.format(options=OPTIONS), shlex.join(command), what]
    with subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"ready\n"
        if number is not None:
            process.send_signal(number)
        return process.wait(20)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_that_ends_the_suite_ends_the_program(mark: str, number: int) -> None:
    assert suite([sys.executable, str(HERE / "misbehaving.py"), "hang-at-start"], "ask", number) in (-number, 1)
    assert gone(mark)


@pytest.mark.parametrize("what", ["go", "fail"])
def test_the_end_of_the_suite_ends_the_program(mark: str, what: str) -> None:
    assert suite([sys.executable, str(HERE / "misbehaving.py"), "stay-after-bye"], what) == (what == "fail")
    assert gone(mark)


def test_a_program_ends_by_itself_when_the_suite_is_killed(mark: str) -> None:
    assert suite(REFERENCE, "wait", signal.SIGKILL) == -signal.SIGKILL
    assert gone(mark)


def test_a_fork_leaves_the_program_to_its_owner(launch: Launch) -> None:
    program = launch("exit-at-bye")
    program.describe()
    child = os.fork()
    if child == 0:
        program.close()
        os._exit(0)
    os.waitpid(child, 0)
    begin(program, SOUND)
    assert program.restarts == 0


# --- Attaching -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "says"),
    [("game 'with", "No closing quotation"), ("/nowhere/to/be/found --fast", "No such file or directory")],
)
def test_a_command_line_that_cannot_be_launched_is_said(command: str, says: str) -> None:
    with pytest.raises(TargetError) as caught:
        targets.find(command=command).open()
    assert command in str(caught.value)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        ("unknown-capability", "it declares the capability 'telepathy', which does not exist"),
        ("echo", "its answer to hello has no implementation"),
        ("crash-at-hello", "it ended with exit status 1 before it answered hello"),
    ],
)
def test_a_program_that_cannot_be_attached_is_said(mark: str, mode: str, says: str) -> None:
    target = targets.find(command=shlex.join([sys.executable, str(HERE / "misbehaving.py"), mode]))
    program = target.open()
    with pytest.raises(TargetError) as caught:
        target.describe(program)
    program.close()
    assert says in str(caught.value)
    assert marked(mark) == []


def test_a_program_that_takes_no_input_is_late_not_a_deadlock(mark: str) -> None:
    program = Program([sys.executable, "-c", "import time; time.sleep(3600)"], Limits(startup=0.2))
    with pytest.raises(Hang):
        program.describe()
    program.close()
    assert gone(mark)


def test_an_answer_may_come_while_the_request_is_still_being_sent(mark: str) -> None:
    """A request larger than the pipe, to a program that answers before it has read it all, and reads on after."""
    program = Program([sys.executable, str(HERE / "misbehaving.py"), "stderr-flood"])
    begin(program, BAD)
    program.play(0, "2C")
    done = program.replay([protocol.start(SOUND), protocol.deal(DEAL)] * 400, ["hands"])
    assert len(done.seen) == 800
    program.close()
    assert gone(mark)


# --- Standard error --------------------------------------------------------------------------------------------------


def test_standard_error_is_kept_apart(launch: Launch, cases: list[CaseRun]) -> None:
    verdict = runner.judge(cases[1], launch("raise"))
    assert verdict.stderr.rstrip().endswith("RuntimeError: no such seat")
    assert "RuntimeError" not in verdict.detail


def test_the_beginning_and_the_end_of_standard_error_are_kept_and_no_more(launch: Launch) -> None:
    program = launch("stderr-flood", replace(PATIENT, stderr=100))
    begin(program, BAD)
    program.play(0, "2C")
    assert program.stderr == ("thinking\n" * 20)[:25] + "[...]" + ("thinking\n" * 20)[-75:]


def test_each_case_has_its_own_standard_error(launch: Launch) -> None:
    program = launch("stderr-flood")
    begin(program, BAD)
    program.play(0, "2C")
    begin(program, SOUND)
    assert program.stderr == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_end_of_a_run_in_several_processes_ends_all_of_them(
    mark: str, number: int, hear_interrupts: Callable[[], None]
) -> None:
    command = [sys.executable, "-m", "hearts_conformance", "verify", "--jobs", "2", "--exec", shlex.join(REFERENCE)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet, preexec_fn=hear_interrupts) as process:
        while sum("serve reference" in each and "verify" not in each for each in marked(mark)) < 3:
            assert process.poll() is None
        process.send_signal(number)
        process.wait(30)
    assert gone(mark)
