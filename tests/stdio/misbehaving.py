"""A program that plays Hearts soundly, but for one thing that it does in its own bad way.

    python misbehaving.py MODE

What it does, it does in a game whose dealer is seat 1, at one request; in every other game it is the reference
engine.  Each mode is a function that takes the request and the sound answer to it, and returns what to write instead
(None: nothing).  The table `MODES` says at which request; ``launch`` is before anything is read.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hearts_conformance.reference_target import Reference
from hearts_conformance.serving import Server

Answer = bytes
Mode = Callable[[dict[str, Any], Answer], "Answer | None"]


def write(data: bytes, descriptor: int = 1) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def forever() -> None:
    while True:
        time.sleep(3600)


def as_line(**fields: Any) -> bytes:
    return json.dumps(fields).encode() + b"\n"


def changed(answer: Answer, **fields: Any) -> bytes:
    return as_line(**{**json.loads(answer), **fields})


def first_time(name: str) -> bool:
    """Tell whether this is the first process of the test to ask."""
    path = Path(os.environ["DOUBLE_STATE"], name)
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


# --- Ending --------------------------------------------------------------------------------------------------------


def crashes(request: dict[str, Any], answer: Answer) -> None:
    os._exit(3)


def raises(request: dict[str, Any], answer: Answer) -> None:
    raise RuntimeError("no such seat")


def exits_zero(request: dict[str, Any], answer: Answer) -> None:
    os._exit(0)


def kills_itself(request: dict[str, Any], answer: Answer) -> None:
    os.kill(os.getpid(), signal.SIGABRT)


def answers_and_ends(request: dict[str, Any], answer: Answer) -> None:
    write(answer)
    os._exit(0)


def ends_in_the_middle(request: dict[str, Any], answer: Answer) -> None:
    write(answer[:4])
    os._exit(0)


def leaves_its_output_to_a_child(request: dict[str, Any], answer: Answer) -> None:
    if os.fork() == 0:
        forever()
    os._exit(0)


def has_a_child(request: dict[str, Any], answer: Answer) -> Answer:
    if os.fork() == 0:
        forever()
    return answer


def closes_stdout(request: dict[str, Any], answer: Answer) -> None:
    os.close(1)
    forever()


def closes_stdin(request: dict[str, Any], answer: Answer) -> None:
    os.close(0)
    write(answer)
    forever()


# --- Time ----------------------------------------------------------------------------------------------------------


def hangs(request: dict[str, Any], answer: Answer) -> None:
    forever()


def hangs_once(request: dict[str, Any], answer: Answer) -> Answer:
    if first_time("hung"):
        forever()
    return answer


def is_late(request: dict[str, Any], answer: Answer) -> Answer:
    time.sleep(float(os.environ["DOUBLE_LATE"]))
    return answer


def stops(request: dict[str, Any], answer: Answer) -> Answer:
    os.kill(os.getpid(), signal.SIGSTOP)
    return answer


def says_no_end_of_line(request: dict[str, Any], answer: Answer) -> None:
    write(answer.rstrip(b"\n"))
    forever()


def blank_lines_for_ever(request: dict[str, Any], answer: Answer) -> None:
    while True:
        write(b"\n" * 4096)


def floods_stderr_for_ever(request: dict[str, Any], answer: Answer) -> None:
    while True:
        write(b"thinking\n" * 4096, 2)


# --- Sound, if unusual -----------------------------------------------------------------------------------------------


def floods_stderr(request: dict[str, Any], answer: Answer) -> Answer:
    write(b"thinking\n" * 300_000, 2)
    return answer


def splits(request: dict[str, Any], answer: Answer) -> None:
    for byte in answer:
        write(bytes([byte]))


def spaces_out(request: dict[str, Any], answer: Answer) -> Answer:
    return b"\n \r\n  " + answer.rstrip(b"\n") + b"  \t\r\n"


def says_more_about_it(request: dict[str, Any], answer: Answer) -> Answer:
    return changed(answer, note="a good one", took={"ms": 0.5})


def offers_no_replay_and_hangs_once(request: dict[str, Any], answer: Answer) -> Answer:
    return hangs_once(request, answer)


# --- What it says ----------------------------------------------------------------------------------------------------


def says(line: bytes) -> Mode:
    return lambda request, answer: line


def says_first(line: bytes) -> Mode:
    return lambda request, answer: line + answer


def says_after(line: bytes) -> Mode:
    return lambda request, answer: answer + line


def with_fields(**fields: Any) -> Mode:
    return lambda request, answer: changed(answer, **fields)


def without(field: str) -> Mode:
    return lambda request, answer: as_line(**{k: v for k, v in json.loads(answer).items() if k != field})


def seeing(**fields: Any) -> Mode:
    return lambda request, answer: changed(answer, seen={**json.loads(answer)["seen"], **fields})


def raw_turn(text: bytes) -> Mode:
    return lambda request, answer: b'{"id":%d,"seen":{"turn":%b}}\n' % (request["id"], text)


def echoes(request: dict[str, Any], answer: Answer) -> Answer:
    return as_line(**request)


def counts_wrongly(request: dict[str, Any], answer: Answer) -> Answer:
    return changed(answer, id=request["id"] + 1000)


def repeats_an_old_id(request: dict[str, Any], answer: Answer) -> Answer:
    return changed(answer, id=1)


def answers_twice(request: dict[str, Any], answer: Answer) -> Answer:
    return answer + answer


def answers_again_later(request: dict[str, Any], answer: Answer) -> None:
    write(answer)
    write(answer)


def answers_in_text(request: dict[str, Any], answer: Answer) -> Answer:
    return changed(answer, id=str(request["id"]))


def writes_without_end(request: dict[str, Any], answer: Answer) -> None:
    while True:
        write(b"a" * 4096)


def writes_lines_without_end(request: dict[str, Any], answer: Answer) -> None:
    while True:
        write(b"thinking about it\n" * 256)


def answers_without_end(request: dict[str, Any], answer: Answer) -> None:
    while True:
        write(answer)


def refuses(rule: Any) -> Mode:
    return lambda request, answer: as_line(id=request["id"], refused=rule)


def accepts(request: dict[str, Any], answer: Answer) -> Answer:
    return as_line(id=request["id"])


def fails(request: dict[str, Any], answer: Answer) -> Answer:
    return as_line(id=request["id"], error="no such\ncard \ud800")


def lies_about_players(request: dict[str, Any], answer: Answer) -> Answer:
    return as_line(id=request["id"], error="five players are too many")


# --- Before and after ------------------------------------------------------------------------------------------------


def starts_slowly() -> None:
    time.sleep(float(os.environ["DOUBLE_LATE"]))


def greets_everybody() -> None:
    write(b"Welcome to Hearts!\n")


def never_says_hello() -> None:
    forever()


def changes_its_mind(request: dict[str, Any], answer: Answer) -> Answer:
    if request["op"] == "hello":
        return answer if first_time("greeted") else changed(answer, can=["legal"])
    os._exit(3)


def ends_at_the_second_launch() -> None:
    if not first_time("launched"):
        os._exit(7)


def hangs_at_the_second_launch() -> None:
    if not first_time("launched"):
        forever()


def forgets(request: dict[str, Any], answer: Answer) -> Answer:
    """Hang when first asked to observe; later refuse to play what was played before."""
    if request["op"] == "observe" and first_time("hung"):
        forever()
    if request["op"] == "play" and not first_time("played"):
        return as_line(id=request["id"], refused="turn.in-order")
    if request["op"] == "replay":
        return as_line(id=request["id"], seen=[{}], refused="turn.in-order")
    return answer


def only_claims_to_replay(request: dict[str, Any], answer: Answer) -> Answer:
    return as_line(id=request["id"]) if request["op"] == "replay" else forgets(request, answer)


def stays_after_bye(request: dict[str, Any], answer: Answer) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    write(answer)
    forever()


MODES: dict[str, tuple[str, Callable[..., Any]]] = {
    "crash": ("play", crashes),
    "raise": ("play", raises),
    "exit-zero": ("play", exits_zero),
    "abort": ("play", kills_itself),
    "end-between": ("play", answers_and_ends),
    "end-in-line": ("play", ends_in_the_middle),
    "child-holds-output": ("play", leaves_its_output_to_a_child),
    "child": ("play", has_a_child),
    "close-stdout": ("play", closes_stdout),
    "close-stdin": ("play", closes_stdin),
    "hang": ("play", hangs),
    "hang-at-start": ("start", hangs),
    "hang-once": ("play", hangs_once),
    "hang-once-no-replay": ("play", offers_no_replay_and_hangs_once),
    "late": ("play", is_late),
    "stop": ("play", stops),
    "no-newline": ("play", says_no_end_of_line),
    "blank-lines": ("play", blank_lines_for_ever),
    "stderr-endless": ("play", floods_stderr_for_ever),
    "stderr-flood": ("play", floods_stderr),
    "split": ("play", splits),
    "spaces": ("play", spaces_out),
    "more-fields": ("play", says_more_about_it),
    "print": ("play", says_first(b"seat 0 plays 2C\n")),
    "print-after": ("play", says_after(b"your turn\n")),
    "not-json": ("play", says(b"{'id': 1}\n")),
    "two-objects": ("play", says(b'{"id":1} {"id":2}\n')),
    "array": ("play", says(b"[1]\n")),
    "number": ("play", says(b"4\n")),
    "deep": ("play", says(b"[" * 50_000 + b"\n")),
    "invalid-utf8": ("play", says(b'{"id":\xff\xfe}\n')),
    "utf16": ("play", says('{"id":4}\n'.encode("utf-16"))),
    "null-bytes": ("play", says(b"\0\0\0\n")),
    "huge-line": ("play", with_fields(note="a" * (1 << 20))),
    "endless-line": ("play", writes_without_end),
    "endless-lines": ("play", writes_lines_without_end),
    "endless-answers": ("play", answers_without_end),
    "no-id": ("play", without("id")),
    "null-id": ("play", with_fields(id=None)),
    "text-id": ("play", answers_in_text),
    "wrong-id": ("play", counts_wrongly),
    "old-id": ("play", repeats_an_old_id),
    "two-answers": ("play", answers_twice),
    "second-answer": ("play", answers_again_later),
    "refused-number": ("play", refuses(7)),
    "error-number": ("play", with_fields(error=7)),
    "refuse-start": ("start", refuses("deal.order")),
    "refuse-all": ("play", refuses("play.follow-suit")),
    "accept-all": ("play", accepts),
    "error": ("play", fails),
    "echo-play": ("observe", echoes),
    "seen-list": ("observe", with_fields(seen=[])),
    "wrong-turn": ("observe", seeing(turn="zero")),
    "true-turn": ("observe", seeing(turn=True)),
    "wrong-hands": ("observe", seeing(hands=3)),
    "wrong-card": ("observe", seeing(legal=["1C"])),
    "nan": ("observe", raw_turn(b"NaN")),
    "infinity": ("observe", raw_turn(b"-Infinity")),
    "huge-number": ("observe", raw_turn(b"9" * 5000)),
    "big-number": ("observe", raw_turn(b"9" * 30)),
    "huge-decimal": ("observe", raw_turn(b"1e999")),
    "lie-players": ("start", lies_about_players),
    "echo": ("hello", echoes),
    "version-2": ("hello", with_fields(protocol=2)),
    "version-text": ("hello", with_fields(protocol="1")),
    "no-version": ("hello", without("protocol")),
    "no-name": ("hello", with_fields(implementation={"version": "1"})),
    "no-players": ("hello", with_fields(players=[])),
    "nine-players": ("hello", with_fields(players=[4, 9])),
    "can-text": ("hello", with_fields(can="legal")),
    "sheets-numbers": ("hello", with_fields(sheets=[1])),
    "options-list": ("hello", with_fields(options=["moon.mode"])),
    "unknown-capability": ("hello", with_fields(can=["legal", "telepathy"])),
    "hello-refused": ("hello", refuses(None)),
    "hello-error": ("hello", fails),
    "crash-at-hello": ("hello", raises),
    "changed-mind": ("hello play", changes_its_mind),
    "slow-start": ("launch", starts_slowly),
    "banner": ("launch", greets_everybody),
    "no-hello": ("launch", never_says_hello),
    "second-launch-fails": ("launch play", ends_at_the_second_launch),
    "forgetful": ("observe play replay", forgets),
    "forgetful-no-replay": ("observe play", forgets),
    "no-real-replay": ("observe replay", only_claims_to_replay),
    "second-launch-hangs": ("launch play", hangs_at_the_second_launch),
    "exit-at-bye": ("bye", exits_zero),
    "crash-at-bye": ("bye", raises),
    "stay-after-bye": ("bye", stays_after_bye),
}


def main(mode: str) -> None:
    at, function = MODES[mode]
    server = Server(Reference())
    armed = False
    if "launch" in at:
        function()
        if at != "launch":
            at, function = "play", crashes
    for line in sys.stdin.buffer:
        request = json.loads(line)
        answer: bytes | None = server.answer(line)
        for move in (request, *request.get("moves", ())):
            if move["op"] == "start":
                armed = move["dealer"] == 1
        if request["op"] == "hello" and "no-replay" in mode:
            answer = without("replay")(request, answer)
        if request["op"] in at.split() and (armed or request["op"] in ("hello", "bye")):
            answer = function(request, answer)
        write(answer or b"")


if __name__ == "__main__":
    main(sys.argv[1])
