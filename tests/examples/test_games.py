"""The games to start from: each deviates in its one mistake, and without it not at all."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from example_games import EXAMPLES, GAMES, Built, Example, environment, run

from hearts_conformance import protocol
from hearts_spec import sheets

PROGRAMS = [game for game in GAMES if game.folder != "python"]

Build = Callable[..., Built]


def named(game: Example) -> str:
    return game.folder


def verdicts(built: Built, *arguments: str) -> tuple[int, dict[str, list[dict[str, Any]]]]:
    """Judge a game; return the exit status, and the cases of the report by verdict."""
    report = built.folder / "report.json"
    done = run([*built.verify, "--sheet", "qdan", *arguments, "--report", f"json={report}"], built.folder)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    cases: dict[str, list[dict[str, Any]]] = {}
    for case in json.loads(report.read_text())["cases"]:
        cases.setdefault(case["verdict"], []).append(case)
    return done.returncode, cases


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_deviates_in_its_mistake_and_nothing_else(game: Example, build: Build) -> None:
    built = build(game)
    status, cases = verdicts(built, "--known", str(built.known))
    assert status == 0
    assert set(cases) == {"conforms", "unsupported", "known"}


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_conforms_once_the_mistake_is_mended(game: Example, build: Build) -> None:
    status, cases = verdicts(build(game, mended=True))
    assert status == 0
    assert set(cases) == {"conforms", "unsupported"}


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_the_mistake_is_identified_and_nothing_else(game: Example, build: Build) -> None:
    built = build(game)
    done = run(["heartspec", "identify", *built.target, "--sheet", "qdan", "--format", "json"], built.folder)
    assert done.returncode == (1 if game.misreading else 0), done.stdout + done.stderr
    found = json.loads(done.stdout)
    book = sheets.load("qdan").resolve(4).options
    others = {axis: values for axis, values in found["axes"].items() if book[axis] not in values}
    assert others == ({game.option[0]: [game.option[1]]} if game.option else {})
    misread = [(each["rule"], each["misreading"]) for each in found["misreadings"]]
    assert misread == ([game.misreading] if game.misreading else [])
    assert bool(found["unexplained"]) == bool(misread)


# --- What a program has to bear -------------------------------------------------------------------------------------

HANDS = [[rank + suit for rank in "23456789TJQKA"] for suit in "CDSH"]
START = {"op": "start", "players": 4, "dealer": 3, "round": 4, "totals": [0] * 4, "options": {"match.limit": 100}}
REQUESTS: list[dict[str, Any]] = [
    {"op": "hello", "protocol": 1, "greeting": {"in": ["any", 1.5, -2, None, True, 'words \\ \u00e9 " /']}},
    {"op": "play", "seat": 0, "card": "2C"},
    {**START, "weather": "fine"},
    {"op": "deal", "hands": HANDS, "kitty": []},
    {"op": "play", "seat": 0, "card": "3C"},
    {"op": "play", "seat": 0, "card": "2C"},
    {"op": "play", "seat": 7, "card": "QX"},
    {"op": "sing"},
    {"op": "observe"},
    {"op": "replay", "moves": [START, {"op": "deal", "hands": HANDS, "kitty": []}], "want": ["turn", "legal"]},
    {"op": "replay", "moves": [START, {"op": "play", "seat": 0, "card": "2C"}], "want": []},
    {"op": "replay", "moves": [], "want": ["turn"]},
]


def talk(built: Built, lines: bytes) -> tuple[int, list[bytes]]:
    """Tell a program all the lines and then no more; return its exit status and its answers."""
    command = ["sh", "-c", f"exec {built.target[1]}"]
    done = subprocess.run(
        command, cwd=built.folder, env=environment(), input=lines, capture_output=True, timeout=60, check=False
    )
    return done.returncode, done.stdout.splitlines()


def conversation(end: bytes) -> bytes:
    lines = [json.dumps({"id": number, **request}).encode() for number, request in enumerate(REQUESTS, 1)]
    return b"".join(line + end for line in lines)


@pytest.mark.parametrize("game", PROGRAMS, ids=named)
@pytest.mark.parametrize("end", [b"\n", b" \r\n"], ids=["lf", "crlf"])
def test_answers_every_line_and_stops_at_the_end_of_input(game: Example, end: bytes, build: Build) -> None:
    status, lines = talk(build(game), conversation(end))
    assert status == 0
    assert len(lines) == len(REQUESTS)
    answers = [
        protocol.answer(line, number, request["op"])
        for number, (line, request) in enumerate(zip(lines, REQUESTS, strict=True), 1)
    ]
    hello, early, start, deal, illegal, play, no_card, no_op, seen, replayed, refused, nothing = answers
    assert protocol.description(hello).players == {4}
    assert "error" in early
    assert all(set(each) <= {"id"} for each in (start, deal, play))
    assert "refused" in illegal
    assert "error" in no_card or "refused" in no_card
    assert "error" in no_op
    assert protocol.observation(seen).turn == 1
    assert [each.legal for each in protocol.replayed(replayed, 2)] == [None, ["2C"]]
    assert len(protocol.replayed(refused, 2)) == 1
    assert "refused" in refused
    assert protocol.replayed(nothing, 0) == []


@pytest.mark.parametrize("game", PROGRAMS, ids=named)
def test_goes_on_after_a_line_that_is_no_request(game: Example, build: Build) -> None:
    status, lines = talk(
        build(game), b'{"id": 1,\n\n"[\xc3\xa9\n[1]\nnull\n{"id":5,"op":"observe"}\n{"id":6,"op":"bye"}\n{}'
    )
    assert status == 0
    assert [json.loads(line)["id"] for line in lines[-2:]] == [5, 6]
    assert all("error" in json.loads(line) for line in lines[:-1])


def test_every_folder_is_in_the_table_of_the_readme() -> None:
    folders = [each.parent.name for each in EXAMPLES.glob("*/*.known.yaml")]
    readme = (EXAMPLES / "README.md").read_text()
    assert sorted(folders) == sorted(game.folder for game in GAMES)
    assert all(f"[`{folder}`]({folder})" in readme for folder in folders)
