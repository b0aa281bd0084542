"""The journal and ``--resume``: no verdict is lost, and a run that was interrupted ends as one that was not."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hearts_conformance import SUITE, commands
from hearts_conformance.session import load_scenarios
from hearts_conformance.verdict import Kind
from hearts_spec import data, schemas

PROGRAM = ("--exec", shlex.join([sys.executable, str(Path(__file__).with_name("killing.py"))]))
CLASS = ("killing:Killing",)


@pytest.fixture
def kept(own, tmp_path, heartspec):
    """Judge with a journal, and return what was done, the report without its time, and the lines of the journal."""
    path = tmp_path / "run.jsonl"

    def run(*arguments: object, target=("reference",), resume: bool = True):
        report = tmp_path / "report.json"
        report.unlink(missing_ok=True)
        chosen = ("--sheet", "qdan", "--scenario", "mine", "--scenarios", own, "--journal", path)
        further = ("--resume",) if resume else ()
        ran = heartspec("verify", *target, *chosen, *further, *arguments, "--report", f"json={report}")
        return ran, timeless(report), path.read_text().splitlines() if path.exists() else []

    run.path = path
    return run


def timeless(report: Path):
    if not report.exists():
        return None
    told = json.loads(report.read_text(encoding="utf-8"))
    del told["started"]
    return told


def verdicts(lines):
    return [json.loads(line) for line in lines[1:]]


# What is written, and what is taken over.


@pytest.mark.parametrize("jobs", [0, 1, 2])
def test_every_verdict_is_a_line_of_the_journal(kept, jobs):
    ran, report, lines = kept("--jobs", jobs, resume=False)
    assert ran.status == 0
    assert sorted(lines[1:]) == sorted(json.dumps(case, ensure_ascii=False) for case in report["cases"])
    head = json.loads(lines[0])
    assert (head["format"], head["suite"], head["target"]) == ("heartspec-journal/1", SUITE, ["reference"])
    assert [schemas.problems(json.loads(line), "journal") for line in lines] == [[]] * len(lines)


@pytest.mark.parametrize("jobs", [0, 1, 2])
def test_what_the_journal_has_is_not_judged_again(kept, jobs):
    _, undisturbed, lines = kept(resume=False)
    changed = [json.dumps(each | {"title": "taken over"}) for each in verdicts(lines)[:4]]
    kept.path.write_text("\n".join([lines[0], *changed, ""]))
    ran, report, lines = kept("--jobs", jobs)
    assert f"4 verdicts are taken over from {kept.path}" in ran.err
    assert [case["title"] == "taken over" for case in report["cases"]] == [
        case["id"] + str(case["players"])
        in {json.loads(each)["id"] + str(json.loads(each)["players"]) for each in changed}
        for case in undisturbed["cases"]
    ]
    assert len(lines) == 1 + len(undisturbed["cases"])


@pytest.mark.parametrize("kind", [Kind.CRASH, Kind.HANG, Kind.PROTOCOL_FAULT, Kind.NOT_RUN])
def test_what_may_have_been_the_interruption_is_judged_again(kept, kind):
    _, undisturbed, lines = kept(resume=False)
    broken = json.dumps(json.loads(lines[2]) | {"verdict": str(kind), "detail": "?"})
    kept.path.write_text("\n".join([*lines[:2], broken, *lines[3:], ""]))
    assert kept()[1] == undisturbed


@pytest.mark.parametrize("cut", [1, 30, -1])
def test_a_torn_last_line_is_dropped(kept, cut):
    _, undisturbed, lines = kept(resume=False)
    kept.path.write_text("\n".join([*lines[:3], lines[3][:cut]]))
    ran, report, lines = kept()
    assert "2 verdicts are taken over" in ran.err
    assert report == undisturbed
    assert len(verdicts(lines)) == len(undisturbed["cases"])


def test_a_run_that_was_killed_before_anything_was_written_begins_anew(kept):
    _, undisturbed, lines = kept(resume=False)
    kept.path.write_text(lines[0][:20])
    ran, report, _ = kept()
    assert "there is no interrupted run to go on with; a new one begins" in ran.err
    assert report == undisturbed


def test_a_finished_run_is_reported_again(kept):
    _, undisturbed, lines = kept(resume=False)
    ran, report, again = kept()
    assert (ran.status, report, again) == (0, undisturbed, lines)


def test_the_status_of_what_was_taken_over_counts(kept):
    _, undisturbed, _ = kept(target=("faulty_games:NoBan",), resume=False)
    ran, report, _ = kept(target=("faulty_games:NoBan",))
    assert (ran.status, report) == (1, undisturbed)


def test_known_deviations_are_those_of_the_run_that_goes_on(kept, listed):
    kept(target=("faulty_games:NoBan",), resume=False)
    path = listed("- {rule: first-trick.*, reason: barred nowhere}")
    ran, report, _ = kept("--known", path, target=("faulty_games:NoBan",))
    assert (ran.status, set(report["counts"])) == (0, {"conforms", "known"})


# What is refused.


def test_a_journal_is_not_written_over(kept):
    _, _, lines = kept(resume=False)
    ran, report, again = kept(resume=False)
    assert (ran.status, ran.out, report, again) == (2, "", None, lines)
    assert ran.err.startswith(f"heartspec: {data.shown(kept.path)}: this file exists; go on with its run with --resume")


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ("heartspec", "0.0.1", "was written by heartspec 0.0.1, and this is "),
        ("suite", "0.1", f"is of version 0.1 of the suite, and this is {SUITE}"),
        ("target", ["--exec", "./game"], "is of a run that judged --exec ./game, not reference"),
        ("implementation", {"name": "x", "version": "2"}, "is of a run that judged x 2, and now it is heartspec"),
        ("selection", {"sheets": ["cohen"]}, "is of a run with another choice of sheets, options, players"),
        ("scenarios", "0", "is of a run by other scenarios or sheets; they have been changed since"),
    ],
)
def test_a_journal_of_another_run_is_refused_in_one_sentence(kept, part, value, told):
    _, _, lines = kept(resume=False)
    kept.path.write_text("\n".join([json.dumps(json.loads(lines[0]) | {part: value}), *lines[1:], ""]))
    ran, report, _ = kept()
    assert (ran.status, ran.out, report) == (2, "", None)
    assert ran.err.startswith(f"heartspec: {data.shown(kept.path)}:1: {part}: this journal {told}")
    assert ran.err.count("\n") == 1


def test_a_journal_of_changed_scenarios_is_refused(kept, own):
    kept(resume=False)
    file = own / "mine" / "play.hearts.yaml"
    file.write_text(file.read_text().replace("legal: 3C 4C", "legal: 4C 3C"))
    load_scenarios.cache_clear()
    assert "they have been changed since" in kept()[0].err


@pytest.mark.parametrize(("option", "which"), [("--players=4", "players"), ("--rule=play.*", "rules")])
def test_a_journal_of_another_selection_is_refused(kept, option, which):
    kept(resume=False)
    assert f"another choice of {which};" in kept(option)[0].err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello\n", ":1: this is not the journal of a run"),
        ("[]\n", ":1: this is not the journal of a run"),
        ('{"format": "heartspec-report/1"}\n', ":1: this is not the journal of a run"),
    ],
)
def test_what_is_no_journal_is_refused(kept, text, told):
    kept.path.write_text(text)
    ran, _, _ = kept()
    assert (ran.status, ran.err) == (2, f"heartspec: {data.shown(kept.path)}{told}\n")


def test_a_line_that_is_no_verdict_is_told_with_its_number(kept):
    _, _, lines = kept(resume=False)
    kept.path.write_text("\n".join([*lines[:3], '{"id": 1}', ""]))
    ran, _, _ = kept()
    assert ran.status == 2
    assert ran.err.startswith(f"heartspec: {data.shown(kept.path)}:4: ")


def test_a_place_where_no_journal_can_be_is_told(heartspec, tmp_path):
    ran = heartspec("verify", "reference", "--rule", "turn.*", "--journal", tmp_path / "no" / "run.jsonl")
    assert ran.status == 2
    assert ran.err == f"heartspec: {tmp_path}/no/run.jsonl: No such file or directory\n"


# The usual place.


@pytest.fixture
def usual(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "heartspec" / "journals"


FEW = ("--sheet", "qdan", "--players", "4", "--rule", "turn.*")


def test_nothing_stays_in_the_usual_place_when_all_is_judged(heartspec, usual):
    assert heartspec("verify", "reference", *FEW).status == 0
    assert list(usual.iterdir()) == []


def test_what_may_be_judged_again_stays_in_the_usual_place(heartspec, verify, usual):
    ran, _ = verify("faulty_games:Fragile")
    assert ran.status == 1
    assert len(list(usual.iterdir())) == 1
    ran, report = verify("faulty_games:Fragile", "--resume")
    assert f"{report['counts']['conforms']} verdicts are taken over" in ran.err


def test_an_interrupted_run_says_how_to_go_on_and_does(heartspec, usual, monkeypatch):
    from hearts_conformance import runner

    judge, left = runner.judge, [3]

    def interrupted(run, *arguments, **further):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return judge(run, *arguments, **further)

    with monkeypatch.context() as patch:
        patch.setattr(runner, "judge", interrupted)
        ran = heartspec("verify", "reference", *FEW, "--jobs", "0")
    assert ran.status == 130
    assert "the same command with --resume goes on from here" in ran.err
    ran = heartspec("verify", "reference", *FEW, "--jobs", "0", "--resume")
    assert ran.status == 0
    assert "3 verdicts are taken over" in ran.err


def test_where_no_journal_can_be_kept_one_can_judge_all_the_same(heartspec, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert heartspec("verify", "reference", *FEW).status == 0


# Killed outright.


def _judge(arguments, environment, out):
    """Judge in this process, which is one of its own, and end with the status."""
    os.environ.update(environment, SUITE=str(os.getpid()))
    with Path(out).open("w") as sink:
        sys.stdout = sys.stderr = sink
        status = commands.run([str(each) for each in arguments])
    os._exit(status)


def _run(*arguments, **environment) -> int:
    """Judge in a process of its own, which has all that it needs loaded; return its status."""
    process = multiprocessing.get_context("fork").Process(target=_judge, args=(arguments, environment, os.devnull))
    process.start()
    process.join()
    return process.exitcode


def _whole(path: Path) -> set[str]:
    """Return the cases of which a file in JSON Lines holds whole verdicts."""
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    found = [json.loads(line) for line in lines if line.endswith(b"\n")]
    return {f"{each['id']} {each['players']}" for each in found if "id" in each and each["verdict"] == "conforms"}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("target", "moments"), [(PROGRAM, 6), (CLASS, 4)])
def test_whoever_is_killed_at_any_moment_nothing_is_lost(own, tmp_path, seed, target, moments):
    chosen = ("verify", *target, "--sheet", "qdan", "--scenario", "mine", "--scenarios", own)
    reports = {name: tmp_path / f"{name}.json" for name in ("calm", "end")}
    assert _run(*chosen, "--journal", tmp_path / "calm.jsonl", "--report", f"json={reports['calm']}") == 0
    draw = random.Random(seed)
    path, seen = tmp_path / "run.jsonl", tmp_path / "seen.jsonl"
    finished: set[str] = set()
    for number in range(moments):
        if len(finished) > 5:  # little is left to be killed at
            path, finished = tmp_path / f"run-{number}.jsonl", set()
        whom = draw.choice(["suite", "itself", "both"])
        moment = f"{whom} {draw.randrange(1, 25)}"
        seen.unlink(missing_ok=True)
        killed = tmp_path / f"killed-{number}"
        again = (*chosen, "--journal", path, "--resume")
        _run(*again, "--report", f"jsonl={seen}", KILL=moment, KILLED=str(killed))
        assert killed.exists()
        assert finished <= _whole(path), f"lost after {moment}"
        assert _whole(seen) <= _whole(path), f"told but not kept after {moment}"
        finished = _whole(path)
    assert _run(*again, "--report", f"json={reports['end']}") == 0
    assert timeless(reports["end"]) == timeless(reports["calm"])


@pytest.mark.parametrize("seed", range(2))
def test_several_processes_that_are_killed_lose_nothing(own, tmp_path, seed):
    chosen = ("verify", *CLASS, "--sheet", "qdan", "--scenario", "mine", "--scenarios", own, "--jobs", "2")
    reports = {name: tmp_path / f"{name}.json" for name in ("calm", "end")}
    _run(*chosen, "--journal", tmp_path / "calm.jsonl", "--report", f"json={reports['calm']}")
    again = (*chosen, "--journal", tmp_path / "run.jsonl", "--resume")
    moment = f"suite {random.Random(seed).randrange(5, 60)}"
    _run(*again, KILL=moment, KILLED=str(tmp_path / "killed"))
    finished = _whole(tmp_path / "run.jsonl")
    assert _run(*again, "--report", f"json={reports['end']}") == 0
    assert finished <= _whole(tmp_path / "run.jsonl")
    assert timeless(reports["end"]) == timeless(reports["calm"])


def _all_gone(group, within=30.0):
    """Wait until no process of the group is left; whoever inherits the dead may take a while to bury them."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        os.sched_yield()
    return False


@pytest.mark.parametrize("jobs", ["0", "1", "2"])
def test_a_run_that_is_interrupted_leaves_nobody_behind_and_can_be_gone_on_with(tmp_path, jobs, hear_interrupts):
    chosen = ("reference", "--sheet", "qdan", "--players", "4", "--rule", "p*", "--jobs", jobs)
    words = [sys.executable, "-m", "hearts_conformance", "verify", *chosen, "--report", "jsonl=-"]
    path = tmp_path / "run.jsonl"
    with subprocess.Popen(
        [*words, "--journal", path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    ) as run:
        for _ in range(3):
            run.stdout.readline()
        os.killpg(run.pid, signal.SIGINT)
        _, told = run.communicate(timeout=60)
    assert run.returncode == 130
    assert told.endswith("heartspec: the same command with --resume goes on from here\nheartspec: interrupted\n")
    assert _all_gone(run.pid)
    ended = subprocess.run(
        [*words, "--journal", path, "--resume"], capture_output=True, text=True, timeout=60, check=True
    )
    assert "verdicts are taken over from" in ended.stderr
    assert set(json.loads(ended.stdout.splitlines()[-1])["counts"]) == {"conforms"}
