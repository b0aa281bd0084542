"""Recorded games: what is wrong with them is told, and what is no record is named and passed over."""

from __future__ import annotations

import gzip
import io
import json
import sys
import tracemalloc
from copy import deepcopy

import pytest

from hearts_conformance import audit
from hearts_conformance.fuzz.draw import Draw
from hearts_conformance.fuzz.findings import Setting
from hearts_conformance.parallel import Workers
from hearts_conformance.record import Recorder, line, reading, writing
from hearts_conformance.reference_target import Reference
from hearts_spec import schemas


def recorded(sheet="qdan", players=4, rounds=1, seed=1):
    each, target = Setting(sheet, players), Reference()
    made = Recorder(target, target.describe(), each.rules, each.head()).game(Draw(seed), seed, rounds)
    return json.loads(line(made))


def fault_of(record):
    return audit.judge(audit.parsed(line(record)), "it")


def test_a_card_against_the_rules_is_told_with_its_rule_and_what_was_legal():
    record = recorded()
    plays = record["rounds"][0]["plays"]
    plays[0], plays[1] = plays[1], plays[0]
    fault = fault_of(record)
    assert (fault.what, fault.round, fault.move, fault.rule) == ("play", 1, 1, "turn.in-order")
    assert fault.expected == {"seat": plays[1]["seat"], "legal": ["2C"]}
    assert fault.seen == plays[0]


@pytest.mark.parametrize(
    ("spoil", "what", "rule"),
    [
        (lambda one: one["hands"][0].append(one["hands"][1].pop()), "deal", "deal.hand-size"),
        (lambda one: one["hands"][0].__setitem__(0, one["hands"][1][0]), "deal", "deck.standard"),
        (lambda one: one.update(kitty=["2C"]), "deal", "deal.all-cards-out"),
        (lambda one: one["passes"][2].pop(), "pass", "pass.count"),
        (lambda one: one["passes"][2].__setitem__(0, one["hands"][3][0]), "pass", "pass.own-distinct"),
        (lambda one: one.update(passes=None), "pass", "pass.count"),
        (lambda one: one.update(moon="add"), "moon", "moon.choice"),
        (lambda one: one["plays"].append({"seat": 0, "card": "2C"}), "play", "round.phase"),
        (lambda one: one["totals"].__setitem__(0, one["totals"][0] + 1), "totals", "score.cumulative"),
    ],
)
def test_the_first_fault_is_told_with_the_rule_that_it_breaks(spoil, what, rule):
    record = recorded()
    spoil(record["rounds"][0])
    fault = fault_of(record)
    assert (fault.what, fault.rule) == (what, rule)


def test_points_of_the_queen_left_out_accuse_the_queen():
    record = recorded()
    one = record["rounds"][0]
    seat = max(range(4), key=lambda each: one["points"][each])
    one["points"][seat] -= 13
    assert fault_of(record).rule == "score.queen"


def test_a_round_that_breaks_off_is_a_fault_unless_it_is_the_last():
    record = recorded(rounds=2)
    del record["rounds"][1]["plays"][10:], record["rounds"][1]["points"], record["rounds"][1]["totals"]
    assert fault_of(record) is None
    del record["rounds"][0]["plays"][10:]
    assert fault_of(record).rule == "round.end"


def test_a_deal_after_the_end_of_the_match_is_a_fault():
    record = recorded("short-game", rounds=100)
    assert record["winners"]
    record["rounds"].append(deepcopy(record["rounds"][0]))
    assert fault_of(record).rule == "round.phase"


def test_winners_that_have_not_won_are_a_fault():
    record = recorded("short-game", rounds=100)
    record["winners"] = [(record["winners"][0] + 1) % 4]
    assert fault_of(record).what == "winners"


def test_the_first_round_may_be_a_later_one():
    record = recorded()
    record["round"] = 5
    record["before"] = [10, 20, 30, 40]
    one = record["rounds"][0]
    one["totals"] = [total + start for total, start in zip(one["totals"], record["before"], strict=True)]
    assert fault_of(record) is None
    record["round"] = 4
    assert fault_of(record).rule == "pass.hold-no-selection"


BAD = {
    "this line is not JSON": b"{",
    "format": b'{"format":"other/1","players":4,"dealer":0,"rounds":[]}',
    "2 is too small": line({**recorded(), "players": 5}).encode().replace(b'"players":5', b'"players":2'),
    "there are 5 players": line({**recorded(), "players": 5}).encode(),
    "dealer": line({**recorded(), "dealer": 9}).encode(),
    "no sheet": line({**recorded(), "sheet": "none-such"}).encode(),
    "whole numbers": line({**recorded(), "before": [1, 2, 3]}).encode(),
    "sheet: 'xxx": line({**recorded(), "sheet": 3000 * "x"}).encode(),
    "not UTF-8 (byte 0xFF)": b'{"format":"\xff"}',
    "not UTF-8 (byte 0x89)": '{"format":1} '.encode("utf-16-le") + b"\x89",
    "too many digits": b'{"format":' + 5000 * b"9" + b"}",
    "nested too deeply": 100_000 * b"[",
}


@pytest.mark.parametrize("name", BAD)
def test_a_line_that_is_no_record_is_named_and_does_not_stop_the_rest(name, tmp_path, heartspec):
    good = line(recorded()).encode()
    file = tmp_path / "games.jsonl"
    file.write_bytes(good + BAD[name].strip() + b"\n\n" + good)
    ran = heartspec("audit", file)
    assert ran.status == 0
    assert f"{file}:2: " in ran.err
    assert name in ran.err
    assert len(ran.err.splitlines()) == 1
    assert "2 games, 2 rounds, none with a fault, 1 lines were no record" in ran.out


def test_a_line_that_is_too_long_is_one_line_and_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(audit, "LONGEST", 100)
    file = tmp_path / "games.jsonl"
    file.write_bytes(350 * b"x" + b"\n{}\n" + 100 * b"y" + b"\n" + 101 * b"z")
    pieces = list(audit.read([file]))
    lines = [(piece.first + number, text) for piece in pieces for number, text in enumerate(piece.texts)]
    assert lines == [(1, 101 * b"x"), (2, b"{}\n"), (3, 100 * b"y" + b"\n"), (4, 101 * b"z")]
    assert all(sum(map(len, piece.texts)) <= 2 * audit.LONGEST + 1 for piece in pieces)
    sentences = [each.sentence for piece in pieces for each in audit.judge_lines(piece).unreadable]
    assert [each.endswith("longer than 100 bytes") for each in sentences] == [True, False, True, True]


def test_nothing_but_bad_lines_is_nothing_judged(tmp_path, heartspec):
    file = tmp_path / "games.jsonl"
    file.write_text("[]\n")
    assert heartspec("audit", file).status == 2
    assert heartspec("audit", tmp_path / "missing.jsonl").status == 2


def test_a_compressed_file_that_breaks_off_is_named_and_its_games_are_judged(tmp_path, heartspec):
    file = tmp_path / "games.jsonl.gz"
    whole = gzip.compress(b"".join(line(recorded(seed=number)).encode() for number in range(80)))
    file.write_bytes(whole[: len(whole) - 2000])
    ran = heartspec("audit", file)
    assert ran.status == 0
    assert "cannot be read on from here" in ran.err


def test_the_report_is_as_its_schema_says_and_ends_with_status_1(tmp_path, heartspec):
    file, report = tmp_path / "games.jsonl.gz", tmp_path / "report.json"
    record = recorded()
    record["rounds"][0]["totals"][2] += 1
    with writing(file) as out:
        out.writelines([line(recorded()), line(record)])
    ran = heartspec("audit", file, "--report", f"json={report}", "--format", "json")
    assert ran.status == 1
    written = json.loads(report.read_text())
    assert written == json.loads(ran.out)
    assert schemas.problems(written, "audit") == []
    (fault,) = written["faults"]
    assert (written["games"], written["by-rule"], fault["line"]) == (2, {"score.cumulative": 1}, 2)


def test_a_report_is_not_written_over_the_records(tmp_path, heartspec):
    path = tmp_path / "games.jsonl"
    path.write_text(line(recorded()))
    ran = heartspec("audit", path, "--report", f"json={tmp_path}/./games.jsonl")
    assert ran.status == 2
    assert "is to be judged; write the report to a file of its own" in ran.err
    assert path.read_text() == line(recorded())


def test_standard_input_is_read(monkeypatch, heartspec):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line(recorded()).encode())))
    assert heartspec("audit", "-").status == 0


def test_two_processes_tell_the_same_as_one(tmp_path, heartspec):
    file = tmp_path / "games.jsonl"
    with writing(file) as out:
        for number in range(120):
            record = recorded(seed=number)
            record["rounds"][0]["totals"][number % 4] += number % 3 == 0
            out.write(line(record))
    alone, together = (heartspec("audit", file, "--format", "json", "--jobs", jobs) for jobs in (1, 2))
    assert alone == together
    assert json.loads(alone.out)["faulty"] == 40


def test_memory_does_not_grow_with_the_number_of_games(tmp_path, monkeypatch):
    monkeypatch.setattr(audit, "TOGETHER", 5)
    text = line(recorded())

    def peak(games):
        file = tmp_path / f"{games}.jsonl"
        file.write_text(text * games)
        found = audit.Audit()
        tracemalloc.start()
        for judged in Workers().each(audit.judge_lines, audit.read([file])):
            found.take(judged, lambda fault: None, lambda bad: None)
        highest = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert found.games == games
        return highest

    peak(20)
    assert peak(100) < 1.05 * peak(20)


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_what_is_recorded_is_judged_sound(name, tmp_path, heartspec):
    file = tmp_path / name
    assert heartspec("record", "reference", "--games", 14, "--rounds", 2, "--out", file).status == 0
    with reading(file) as lines:
        assert all(schemas.problems(json.loads(each), "record") == [] for each in lines)
    assert heartspec("audit", file).status == 0


def test_a_target_is_recorded_as_it_plays_and_not_as_it_should(tmp_path, heartspec):
    pytest.importorskip("pyspiel")
    file = tmp_path / "games.jsonl"
    arguments = ["--sheet", "qdan", "--games", 40, "--out", file]
    assert heartspec("record", "openspiel-default", *arguments).status == 0
    ran = heartspec("audit", file, "--format", "json")
    assert ran.status == 1
    assert set(json.loads(ran.out)["by-rule"]) == {"hearts.no-lead-unbroken"}


def test_records_of_one_seed_are_the_same(heartspec):
    one, other, third = (heartspec("record", "reference", "--games", 2, "--rounds", 1, "--seed", n) for n in (5, 5, 6))
    assert one == other
    assert one.out != third.out
