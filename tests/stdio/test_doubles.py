"""Programs that misbehave: each has its verdict, and none costs another case its own."""

from __future__ import annotations

import pytest
from left_behind import HASTY, PATIENT, Launch
from misbehaving import MODES

from hearts_conformance import runner
from hearts_conformance.faults import Crash, Fault, Hang, ProtocolFault
from hearts_conformance.script import CaseRun
from hearts_conformance.stdio import Limits
from hearts_conformance.verdict import Kind, Verdict

SOUND, CRASH, HANG, FAULT, DEVIATES = Kind.CONFORMS, Kind.CRASH, Kind.HANG, Kind.PROTOCOL_FAULT, Kind.DEVIATES

VERDICTS: dict[str, tuple[Kind, str]] = {
    "crash": (CRASH, "it ended with exit status 3 before it answered play"),
    "raise": (CRASH, "it ended with exit status 1 before it answered play"),
    "exit-zero": (CRASH, "it ended with exit status 0 before it answered play"),
    "abort": (CRASH, "it was ended by SIGABRT before it answered play"),
    "end-in-line": (CRASH, 'it ended with exit status 0 before it answered play; its last words were: {"id'),
    "close-stdout": (CRASH, "it closed its standard output before it answered play"),
    "close-stdin": (CRASH, "it closed its standard input before it was asked to observe"),
    "error": (CRASH, "no such card \\ud800"),
    "stderr-flood": (SOUND, ""),
    "child": (SOUND, ""),
    "split": (SOUND, ""),
    "spaces": (SOUND, ""),
    "more-fields": (SOUND, ""),
    "refuse-all": (DEVIATES, "seat 0 should be allowed to play ♣2, but is refused (play.follow-suit)"),
    "accept-all": (DEVIATES, "should be legal; ♦2 ♦3 ♦4 ♦5 ♦6 ♦7 ♠2 ♠Q ♥2 ♥3 ♥4 ♥5 ♥6 is"),
    "print": (FAULT, "its answer to play is not JSON: seat 0 plays 2C"),
    "print-after": (FAULT, "after its answer to play it wrote more, unasked: your turn"),
    "not-json": (FAULT, "its answer to play is not JSON: {'id': 1}"),
    "two-objects": (FAULT, 'its answer to play is not JSON: {"id":1} {"id":2}'),
    "array": (FAULT, "its answer to play is not a JSON object: [1]"),
    "number": (FAULT, "its answer to play is not a JSON object: 4"),
    "deep": (FAULT, "its answer to play is nested too deeply: [[["),
    "invalid-utf8": (FAULT, 'its answer to play is not UTF-8: {"id":\\xff\\xfe}'),
    "utf16": (FAULT, "its answer to play is not UTF-8: \\xff\\xfe{\\x00"),
    "null-bytes": (FAULT, "its answer to play is not JSON: \\x00\\x00\\x00"),
    "huge-line": (FAULT, "its answer to play is longer than 65536 bytes: "),
    "endless-line": (FAULT, "its answer to play is longer than 65536 bytes: aaaa"),
    "endless-lines": (FAULT, "its answer to play is not JSON: thinking about it"),
    "endless-answers": (FAULT, "its answer to "),
    "no-id": (FAULT, "its answer to play has no id: {}"),
    "null-id": (FAULT, "its answer to play has an id that is not the number"),
    "text-id": (FAULT, "its answer to play has an id that is not the number"),
    "wrong-id": (FAULT, "which was not asked, not"),
    "old-id": (FAULT, "its answer to play has the id 1, which was answered before"),
    "two-answers": (FAULT, "after its answer to play it wrote more, unasked: {"),
    "second-answer": (FAULT, "its answer to "),
    "refused-number": (FAULT, "its answer to play has refused, which is neither a text nor null"),
    "error-number": (FAULT, "its answer to play has an error that is not a text"),
    "refuse-start": (FAULT, "its answer to start refuses start, which is no move"),
    "echo-play": (FAULT, "its answer to observe has no seen: {"),
    "seen-list": (FAULT, "its answer to observe has seen, which is not an object"),
    "wrong-turn": (FAULT, "observe() gave turn as 'zero'; it should be a seat, or None"),
    "true-turn": (FAULT, "observe() gave turn as True"),
    "wrong-hands": (FAULT, "observe() gave hands as 3"),
    "wrong-card": (FAULT, "observe() gave legal as ['1C']"),
    "nan": (FAULT, "its answer to observe has NaN, which JSON does not know"),
    "infinity": (FAULT, "its answer to observe has -Infinity, which JSON does not know"),
    "huge-number": (FAULT, "its answer to observe has a number that is too large"),
    "big-number": (FAULT, "its answer to observe has a number that is too large"),
    "huge-decimal": (FAULT, "its answer to observe has a number that is too large"),
    "changed-mind": (CRASH, "it ended with exit status 3"),
    "end-between": (CRASH, "it ended with exit status 0"),
    "lie-players": (CRASH, "five players are too many"),
}
"""By mode: the verdict on the case at which it misbehaves, and what is said of it."""

SLOW: dict[str, tuple[Kind, str]] = {
    "hang": (HANG, "no answer to play within 0.4 s"),
    "hang-at-start": (HANG, "no answer to start within 0.4 s"),
    "late": (HANG, "no answer to play within 0.4 s"),
    "stop": (HANG, "no answer to play within 0.4 s"),
    "no-newline": (HANG, 'no answer to play within 0.4 s; a line without an end came: {"id":'),
    "blank-lines": (HANG, "no answer to play within 0.4 s"),
    "stderr-endless": (HANG, "no answer to play within 0.4 s"),
    "child-holds-output": (CRASH, "it ended with exit status 0 before it answered play, leaving its output to another"),
    "hang-once": (SOUND, ""),
    "hang-once-no-replay": (SOUND, ""),
}
"""The same, where a request has to be waited for in vain."""

UNATTACHED: dict[str, tuple[type[Fault], str]] = {
    "echo": (ProtocolFault, "its answer to hello has no implementation and no can and no players: {"),
    "version-2": (ProtocolFault, "its answer to hello has the protocol 2; this suite speaks 1"),
    "version-text": (ProtocolFault, "its answer to hello has the protocol '1'; this suite speaks 1"),
    "no-version": (ProtocolFault, "its answer to hello has no protocol"),
    "no-name": (ProtocolFault, "its answer to hello needs implementation with name and version, both texts"),
    "no-players": (ProtocolFault, "its answer to hello has players, which is not a list of numbers from 3 to 7"),
    "nine-players": (ProtocolFault, "its answer to hello has players, which is not a list of numbers from 3 to 7"),
    "can-text": (ProtocolFault, "its answer to hello has can, which is not a list of capabilities"),
    "sheets-numbers": (ProtocolFault, "its answer to hello has sheets, which is not a list of names"),
    "options-list": (ProtocolFault, "its answer to hello has options, which do not give a list of values"),
    "hello-refused": (ProtocolFault, "its answer to hello refuses hello, which is no move"),
    "hello-error": (Crash, "no such card"),
    "crash-at-hello": (Crash, "it ended with exit status 1 before it answered hello"),
    "banner": (ProtocolFault, "its answer to hello is not JSON: Welcome to Hearts!"),
    "no-hello": (Hang, "no answer to hello within 0.4 s"),
}
"""By mode: why it cannot be attached."""


def judged(launch: Launch, cases: list[CaseRun], mode: str, limits: Limits) -> list[Verdict]:
    program = launch(mode, limits)
    return [runner.judge(each, program) for each in cases[:3]]


@pytest.mark.parametrize("mode", VERDICTS)
def test_a_program_that_misbehaves_has_its_verdict(launch: Launch, cases: list[CaseRun], mode: str) -> None:
    kind, says = VERDICTS[mode]
    before, there, after = judged(launch, cases, mode, PATIENT)
    assert there.kind == kind
    assert says in there.detail
    assert "\n" not in there.detail
    assert len(there.detail) < 400
    assert before.kind == SOUND
    if mode != "changed-mind":
        assert after.kind == SOUND
    else:
        assert after.kind == FAULT
        assert "its answer to hello declares something else than it did before" in after.detail


@pytest.mark.parametrize("mode", SLOW)
def test_a_program_that_is_not_in_time_has_its_verdict(launch: Launch, cases: list[CaseRun], mode: str) -> None:
    kind, says = SLOW[mode]
    program = launch(mode)
    before = runner.judge(cases[0], program)
    program.limits = HASTY
    there = runner.judge(cases[1], program)
    program.limits = PATIENT
    after = runner.judge(cases[2], program)
    assert (before.kind, there.kind, after.kind) == (SOUND, kind, SOUND)
    assert says in there.detail


@pytest.mark.parametrize("mode", UNATTACHED)
def test_a_program_that_cannot_be_attached_says_why(launch: Launch, mode: str) -> None:
    fault, says = UNATTACHED[mode]
    limits = Limits(startup=0.4) if fault is Hang else PATIENT
    with pytest.raises(fault) as caught:
        launch(mode, limits).describe()
    assert type(caught.value) is fault
    assert says in str(caught.value)


@pytest.mark.parametrize("mode", ["exit-at-bye", "crash-at-bye", "stay-after-bye"])
def test_how_a_program_ends_costs_no_verdict(launch: Launch, cases: list[CaseRun], mode: str) -> None:
    assert [each.kind for each in judged(launch, cases, mode, PATIENT)] == [SOUND] * 3


def test_a_slow_start_is_no_slow_answer(launch: Launch, cases: list[CaseRun]) -> None:
    assert [each.kind for each in judged(launch, cases, "slow-start", HASTY)] == [SOUND] * 3


def test_every_mode_is_tested() -> None:
    elsewhere = {"exit-at-bye", "crash-at-bye", "stay-after-bye", "slow-start", "unknown-capability"}
    elsewhere |= {"second-launch-fails", "second-launch-hangs", "forgetful", "forgetful-no-replay", "no-real-replay"}
    assert set(MODES) == {*VERDICTS, *SLOW, *UNATTACHED, *elsewhere}
