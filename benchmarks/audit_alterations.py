"""Alter sound records in 1,000 ways and see whether audit finds just those that break a rule.

    python benchmarks/audit_alterations.py --each 200

The alterations are those of the tests (two cards swapped, two plays exchanged, another card passed, points moved, a
total off by one), and so is the judge: the slow rules, which share nothing with the engine that audits.  Besides, a
file of many games is audited, and one of ten times as many: the memory of both must be the same.

Prints what was found, missed and wrongly found, the speed and the memory; exits 1 where audit and slow rules differ.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "audit"))

from alterations import ALTERATIONS, Record, altered, sound

from hearts_conformance import audit
from hearts_conformance.fuzz.draw import Draw
from hearts_conformance.fuzz.findings import Setting
from hearts_conformance.parallel import Workers
from hearts_conformance.record import Recorder, line
from hearts_conformance.reference_target import Reference
from hearts_spec import sheets


def records(games: int) -> list[Record]:
    """Return sound records of every sheet and number of players."""
    target = Reference()
    settings = [Setting(name, count) for name in sheets.ids() for count in sheets.load(name).players]
    made = []
    for number in range(games):
        each = settings[number % len(settings)]
        recorder = Recorder(target, target.describe(), each.rules, each.head())
        made.append(json.loads(line(recorder.game(Draw("bench", number), number, 3))))
    return made


def compare(made: Sequence[Record], each: int) -> int:
    """Alter records and print, for each kind of alteration, how audit did; return how often it was wrong."""
    wrong = 0
    for kind in ALTERATIONS:
        draw = Draw("bench", kind)
        found = missed = legal = false = 0
        for number in range(each):
            record = altered(made[number % len(made)], kind, draw)
            fault, right = audit.judge(audit.parsed(line(record)), "it"), sound(record)
            found += fault is not None and not right
            missed += fault is None and not right
            legal += fault is None and right
            false += fault is not None and right
        print(f"{kind:32} {found:5} found, {missed} missed, {legal:3} legal, {false} wrongly found")
        wrong += missed + false
    return wrong


def measure(text: str, games: int, folder: Path) -> tuple[float, int]:
    """Audit a file of so many games; return the rounds a second and, in another pass, the most memory used."""
    file = folder / f"{games}.jsonl"
    with file.open("w", encoding="utf-8") as out:
        for _ in range(games):
            out.write(text)
    begun = time.perf_counter()
    rounds = _audit(file)
    seconds = time.perf_counter() - begun
    tracemalloc.start()
    _audit(file)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return rounds / seconds, peak


def _audit(file: Path) -> int:
    found = audit.Audit()
    for judged in Workers().each(audit.judge_lines, audit.read([file])):
        found.take(judged, lambda fault: None, lambda unreadable: None)
    return found.rounds


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line and return the exit status."""
    parser = argparse.ArgumentParser(description="Hold audits of altered records against the slow rules.")
    parser.add_argument("--each", type=int, default=200, help="how many alterations of each kind (200)")
    parser.add_argument("--games", type=int, default=200, help="the games of the smaller file (200)")
    given = parser.parse_args(arguments)
    made = records(56)
    clean = sum(audit.judge(audit.parsed(line(record)), "it") is not None for record in made)
    print(f"{'as they were played':32} {clean:5} wrongly found of {len(made)}")
    wrong = clean + compare(made, given.each)
    with tempfile.TemporaryDirectory() as folder:
        for games in (given.games, 10 * given.games):
            speed, peak = measure(line(made[0]), games, Path(folder))
            print(f"{games:6} games: {speed:6,.0f} rounds a second, {peak / 2**20:.2f} MiB at most")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
