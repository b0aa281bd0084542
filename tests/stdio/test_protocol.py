"""What lines say: sound ones agree with the schema, and any other is a typed fault, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hearts_conformance import protocol
from hearts_conformance.faults import ProtocolFault
from hearts_conformance.implementation import CAPABILITIES, Deal, Description, Implementation, Refused, Setup
from hearts_conformance.protocol import Malformed, Request
from hearts_conformance.reference_target import Reference
from hearts_conformance.serving import Server
from hearts_conformance.sight import Sight
from hearts_spec import schemas
from hearts_spec.cards import NAMES
from hearts_spec.rules import Rules

OPTIONS = Rules.from_options({"players": 4}).to_json()
SETUP = Setup(OPTIONS, 4, dealer=3, totals=(100, 3, 3, 20), limit_reached=True)
DEAL = Deal(tuple(NAMES[13 * suit : 13 * suit + 13] for suit in range(4)))
MOVES = [protocol.start(SETUP), protocol.deal(DEAL), protocol.play(0, "2C")]
REQUESTS: list[tuple[Request, str]] = [
    (protocol.HELLO, "hello"),
    (MOVES[0], "done"),
    (MOVES[1], "done"),
    (protocol.pass_cards(0, ["2C", "3C", "4C"]), "refused"),
    (protocol.play(0, "3C"), "refused"),
    (protocol.play(0, "2C"), "done"),
    (MOVES[0], "done"),
    (protocol.deal(Deal(DEAL.hands[:3])), "failed"),
    (MOVES[1], "done"),
    (protocol.moon(2, "add"), "refused"),
    (protocol.OBSERVE, "seen"),
    (protocol.replay(MOVES, ["turn", "legal", "trick"]), "replayed"),
    (protocol.replay([*MOVES, protocol.play(0, "2C")], []), "replayed"),
    (protocol.replay([*MOVES, protocol.deal(Deal(DEAL.hands[:3]))], []), "replayed"),
    (protocol.BYE, "done"),
]


def conversation() -> list[tuple[Request, bytes, str]]:
    """Ask the reference everything once, and return each request with its answer and the kind of that."""
    server = Server(Reference())
    return [
        (request, server.answer(request.line(number)), kind) for number, (request, kind) in enumerate(REQUESTS, start=1)
    ]


CONVERSATION = conversation()


@pytest.mark.parametrize(("request_", "answer", "kind"), CONVERSATION, ids=[each[0].op for each in CONVERSATION])
def test_requests_and_answers_agree_with_the_schema(request_: Request, answer: bytes, kind: str) -> None:
    asked, said = json.loads(request_.line(1)), json.loads(answer)
    assert schemas.problems(asked, "protocol#/$defs/request") == []
    assert schemas.problems(said, f"protocol#/$defs/{kind}") == []
    assert schemas.problems(said, "protocol") == []
    assert answer.isascii()
    assert answer.count(b"\n") == 1


def test_an_echo_is_no_answer_by_the_schema() -> None:
    for request, _, kind in CONVERSATION:
        if kind in ("hello", "seen", "replayed"):
            assert schemas.problems(json.loads(request.line(1)), f"protocol#/$defs/{kind}")


def test_the_conversation_of_the_documentation_is_understood() -> None:
    lines = [
        b'{"id":1,"op":"hello","protocol":1}',
        json.dumps(
            {"id": 2, "op": "start", "players": 4, "options": OPTIONS, "dealer": 3, "round": 1, "totals": [0] * 4}
        ),
        json.dumps({"id": 3, "op": "deal", "hands": DEAL.hands, "kitty": []}),
        b'{"id":5,"op":"play","seat":2,"card":"QS"}',
        b'{"id":7,"op":"observe","why":"curious"}',
        b'{"id":10,"op":"bye"}',
    ]
    server = Server(Reference())
    answers = [json.loads(server.answer(line if isinstance(line, bytes) else line.encode())) for line in lines]
    assert answers[0]["protocol"] == 1
    assert answers[1:4] == [{"id": 2}, {"id": 3}, {"id": 5, "refused": "turn.in-order"}]
    assert answers[4]["seen"]["turn"] == 0
    assert answers[5] == {"id": 10}
    assert server.over


def test_what_is_said_of_oneself_survives_the_line() -> None:
    said = Description("Häartß", "1.0", frozenset({3, 4}), frozenset(CAPABILITIES), ("qdan",), {"moon.mode": ["add"]})

    class Game(Implementation):
        def describe(self) -> Description:
            return said

    answer = Server(Game()).answer(protocol.HELLO.line(1))
    assert protocol.description(protocol.answer(answer, 1, "hello")) == said


def test_a_later_suite_is_answered_with_the_version_spoken_here() -> None:
    server = Server(Reference())
    assert json.loads(server.answer(b'{"id":1,"op":"hello","protocol":9}'))["protocol"] == 1
    assert "error" in json.loads(server.answer(b'{"id":2,"op":"hello","protocol":0}'))


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "has no seen"),
        ({"seen": {}}, "has seen, which is not a list"),
        ({"seen": [{}]}, "has seen 1 times, for 2 moves"),
        ({"seen": [{}, {}, {}]}, "has seen 3 times, for 2 moves"),
        ({"seen": [{}, {}], "refused": None}, "refuses a move, but has accepted all"),
        ({"seen": [{}, 1]}, "has seen, which is not an object"),
    ],
)
def test_a_replay_is_answered_for_each_move(fields: dict[str, Any], says: str) -> None:
    message = protocol.answer(json.dumps({"id": 1, **fields}).encode(), 1, "replay")
    with pytest.raises(Malformed) as caught:
        protocol.replayed(message, 2)
    assert str(caught.value) == says


# --- Anything else ---------------------------------------------------------------------------------------------------


def read(line: bytes, number: int, op: str) -> None:
    """Read an answer as a `Program` and the runner do."""
    try:
        message = protocol.answer(line, number, op)
        if "refused" in message or "error" in message:
            return
        if op == "hello":
            protocol.description(message)
        elif op == "observe":
            Sight(protocol.observation(message), 4).all()
        elif op == "replay":
            for each in protocol.replayed(message, 4):
                Sight(each, 4).all()
    except (Malformed, ProtocolFault) as problem:
        said = str(problem)
        assert len(said) < 300
        assert said.isprintable()


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(NAMES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@st.composite
def mutated(draw: st.DrawFn, lines: list[bytes]) -> bytes:
    """A line of which a stretch is replaced, or of which a value is another one."""
    line = draw(st.sampled_from(lines))
    if draw(st.booleans()):
        start = draw(st.integers(0, len(line)))
        end = draw(st.integers(start, min(len(line), start + 8)))
        return line[:start] + draw(st.binary(max_size=8)) + line[end:]
    message: Any = json.loads(line)
    inner = message
    while True:
        keys = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        if not keys:
            break
        key = draw(st.sampled_from(keys))
        deeper = inner[key]
        if not isinstance(deeper, dict | list) or draw(st.integers(0, 3)) == 0:
            inner[key] = draw(ANYTHING)
            break
        inner = deeper
    return json.dumps(message).encode("utf-8", "surrogatepass")


@given(data=st.data())
def test_a_mutated_answer_is_a_typed_fault_at_worst(data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(CONVERSATION)))
    request, answer, _ = CONVERSATION[number - 1]
    read(data.draw(mutated([answer])), number, request.op)


@given(st.binary(max_size=64), st.sampled_from([each[0].op for each in CONVERSATION]))
@example(b"\xef\xbb\xbf{}", "play")
@example(b"1" * 5000, "play")
@example(b"[" * 100_000, "play")
@example(b'{"id":1,"seen":' + b'{"a":' * 5000, "observe")
@example(b'{"id":1,"error":"' + b"a" * 100_000 + b'"}', "play")
def test_any_bytes_are_a_typed_fault_at_worst(line: bytes, op: str) -> None:
    read(line, 1, op)


@given(line=mutated([each[0].line(number) for number, each in enumerate(CONVERSATION, start=1)]))
@example(b'{"id":1,"op":["play"]}')
@example(b'{"id":1,"op":"replay","moves":[{"op":{}}],"want":[]}')
@example(b'{"id":1,"op":"replay","moves":[1],"want":[]}')
@example(b'{"id":true,"op":"bye"}')
@example(b"[" * 100_000)
def test_a_mutated_request_is_always_answered(line: bytes) -> None:
    server = Server(Reference())
    for request in MOVES[:2]:
        server.answer(request.line(1))
    answer = server.answer(line)
    assert answer.endswith(b"\n")
    assert answer.count(b"\n") == 1
    said = json.loads(answer)
    assert schemas.problems(said, "protocol#/$defs/answer") == []


@given(st.text())
def test_a_text_is_cleaned_to_one_printable_line(text: str) -> None:
    cleaned = protocol.clean(text, 40)
    assert len(cleaned) <= 40
    assert cleaned.isprintable()


# --- Implementations that return what JSON cannot say ----------------------------------------------------------------


class Odd(Reference):
    """The reference, but for what one of its methods does."""

    def __init__(self, method: str, does: Callable[..., Any]) -> None:
        super().__init__()
        setattr(self, method, does)


UNPRINTABLE = "a Unprintable that cannot be printed"


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def refuse(*arguments: Any) -> None:
    raise Refused("deal.order")


def refuse_by_number(*arguments: Any) -> None:
    raise Refused(7)  # type: ignore[arg-type]


def leave(*arguments: Any) -> None:
    raise SystemExit("enough")


@pytest.mark.parametrize(
    ("method", "does", "request_", "says"),
    [
        ("describe", lambda: None, protocol.HELLO, {"error": "describe() returned None, not a Description"}),
        ("describe", Unprintable, protocol.HELLO, {"error": f"describe() returned {UNPRINTABLE}, not a Description"}),
        ("observe", lambda: 1, protocol.OBSERVE, {"seen": "1"}),
        ("observe", refuse, protocol.OBSERVE, {"error": "observe() raised Refused, which is for moves"}),
        ("start", refuse, MOVES[0], {"error": "start() raised Refused, which is for moves"}),
        ("start", leave, MOVES[0], {"error": "start() raised SystemExit: enough"}),
        ("play", refuse_by_number, MOVES[2], {"refused": "7"}),
    ],
)  # fmt: skip
def test_an_odd_implementation_is_answered_for(
    method: str, does: Callable[..., Any], request_: Request, says: dict[str, Any]
) -> None:
    assert json.loads(Server(Odd(method, does)).answer(request_.line(4))) == {"id": 4, **says}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"QS"}, ["QS"]),
        (frozenset({"QS", "2C"}), ["2C", "QS"]),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        ({("a", 1): {"x"}}, {"('a', 1)": ["x"]}),
        (b"QS", "b'QS'"),
        (Unprintable(), UNPRINTABLE),
    ],
)
def test_what_json_cannot_say_is_told_by_something_near(value: Any, told: Any) -> None:
    from hearts_conformance.implementation import Observation

    server = Server(Odd("observe", lambda: Observation(legal=value)))
    assert json.loads(server.answer(protocol.OBSERVE.line(1))) == {"id": 1, "seen": {"legal": told}}


def test_what_never_ends_is_cut() -> None:
    from hearts_conformance.implementation import Observation

    endless: list[Any] = []
    endless.append(endless)
    answer = Server(Odd("observe", lambda: Observation(legal=endless))).answer(protocol.OBSERVE.line(1))
    assert b'"..."' in answer
