"""Programs with one beginner's mistake each: ``python beginner.py MISTAKE``.

Underneath is a sound program.  A mistake is a function that changes a request on its way in, or an answer on its way
out, or a way of writing answers; what it does is what people really do.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from hearts_conformance.reference_target import Reference
from hearts_conformance.serving import Server
from hearts_spec.cards import CARDS

Message = dict[str, Any]


def plainly(answer: Message) -> None:
    print(json.dumps(answer), flush=True)


def unflushed(answer: Message) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")


def without_newline(answer: Message) -> None:
    print(json.dumps(answer), end="", flush=True)


def over_many_lines(answer: Message) -> None:
    print(json.dumps(answer, indent=2), flush=True)


def as_python(answer: Message) -> None:
    print(answer, flush=True)


def with_a_log_before(answer: Message) -> None:
    print("answering", answer.get("id"), flush=True)
    plainly(answer)


def and_ends(answer: Message) -> None:
    plainly(answer)
    sys.stdout.flush()
    os._exit(0)


def written(change: Callable[[str], str]) -> Callable[[Message, Message], Message]:
    """Return a mistake that writes every card another way."""

    def deep(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: deep(each) for key, each in value.items()}
        if isinstance(value, list):
            return [deep(each) for each in value]
        return change(value) if isinstance(value, str) and value in CARDS else value

    return lambda request, answer: deep(answer)


def seen(change: Callable[[Message], None]) -> Callable[[Message, Message], Message]:
    """Return a mistake in what is seen."""

    def mistaken(request: Message, answer: Message) -> Message:
        if request["op"] == "observe":
            change(answer["seen"])
        return answer

    return mistaken


def seats_from_one(what: Message) -> None:
    for field in ("turn", "trick_winner", "dealer"):
        if what[field] is not None:
            what[field] += 1


def one_hand_for_all(what: Message) -> None:
    what["hands"] = [what["hands"][-1]] * len(what["hands"])


def legal_of_the_next(what: Message) -> None:
    if what["turn"] is not None:
        what["legal"] = what["hands"][(what["turn"] + 1) % len(what["hands"])]


def points_as_texts(what: Message) -> None:
    what["totals"] = [str(points) for points in what["totals"]]


def no_legal(what: Message) -> None:
    del what["legal"]


OLD: list[Any] = []


def old_captures(what: Message) -> None:
    OLD.append(what["captured"])
    what["captured"] = max(OLD, key=lambda piles: sum(map(len, piles)))


def without(field: str) -> Callable[[Message, Message], Message]:
    return lambda request, answer: {key: value for key, value in answer.items() if key != field}


def accepts_all(request: Message, answer: Message) -> Message:
    return {"id": request["id"]} if "refused" in answer else answer


def fails_at_refusals(request: Message, answer: Message) -> Message:
    return {"id": request["id"], "error": "ValueError: illegal"} if "refused" in answer else answer


SYMBOLS = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}
SOUND = (lambda request, answer: answer, plainly)
MISTAKES: dict[str, tuple[Callable[[Message, Message], Message], Callable[[Message], None]]] = {
    "sound": SOUND,
    "tens": (written(lambda card: card.replace("T", "10")), plainly),
    "symbols": (written(lambda card: SYMBOLS[card[1]] + card[0]), plainly),
    "suit-first": (written(lambda card: card[::-1]), plainly),
    "small-letters": (written(str.lower), plainly),
    "seats-from-1": (seen(seats_from_one), plainly),
    "no-id": (without("id"), plainly),
    "no-version": (without("protocol"), plainly),
    "no-flush": (SOUND[0], unflushed),
    "no-newline": (SOUND[0], without_newline),
    "log": (SOUND[0], with_a_log_before),
    "many-lines": (SOUND[0], over_many_lines),
    "python": (SOUND[0], as_python),
    "one-answer": (SOUND[0], and_ends),
    "one-hand": (seen(one_hand_for_all), plainly),
    "legal-of-next": (seen(legal_of_the_next), plainly),
    "text-points": (seen(points_as_texts), plainly),
    "no-legal": (seen(no_legal), plainly),
    "old-captures": (seen(old_captures), plainly),
    "starts-once": SOUND,
    "accepts-all": (accepts_all, plainly),
    "fails-at-refusals": (fails_at_refusals, plainly),
}


def main(mistake: str) -> None:
    change, write = MISTAKES[mistake]
    server = Server(Reference())
    started = False
    for line in sys.stdin:
        request = json.loads(line)
        if mistake == "starts-once" and request["op"] == "start" and started:
            write({"id": request["id"]})
            continue
        started = started or request["op"] == "start"
        write(change(request, json.loads(server.answer(line.encode()))))
        if request["op"] == "bye":
            break


if __name__ == "__main__":
    main(sys.argv[1])
