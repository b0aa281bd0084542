"""What is written of a run: verdicts as they come, and what has changed since an older report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hearts_conformance import report
from hearts_conformance.implementation import Description
from hearts_conformance.report import jsonl
from hearts_conformance.report.comparison import changes
from hearts_conformance.verdict import Kind, Verdict
from hearts_spec import data, schemas

NO_BAN = "faulty_games:NoBan"


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


# The stream.


def test_the_stream_has_a_line_for_the_run_each_verdict_and_the_end(verify, tmp_path):
    path = tmp_path / "verdicts.jsonl"
    _, told = verify(NO_BAN, "--report", f"jsonl={path}")
    first, *cases, last = lines(path.read_text())
    assert (first["format"], first["implementation"]) == ("heartspec-verdicts/1", told["implementation"])
    assert cases == told["cases"]
    assert last == {"counts": told["counts"], "stale": []}
    assert [schemas.problems(each, "verdicts") for each in (first, *cases, last)] == [[]] * (len(cases) + 2)


def test_each_verdict_is_handed_over_at_once(tmp_path):
    path = tmp_path / "verdicts.jsonl"
    listener = jsonl.JsonLinesReport(path)
    listener.begin(report.Run("x", Description("x", "1", frozenset({4}), frozenset()), ("qdan",), (4,), "1.0"))
    for number in range(3):
        listener.verdict(Verdict(f"a/b/{number}", "qdan", 4, Kind.CONFORMS, ("play.x",)))
        assert len(lines(path.read_text())) == number + 2


@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_standard_output_is_for_the_program_where_it_reads_it(heartspec, own, kind):
    chosen = ("--sheet", "qdan", "--players", "4", "--scenarios", own, "--scenario", "mine")
    ran = heartspec("verify", NO_BAN, *chosen, "--report", f"{kind}=-")
    assert ran.status == 1
    assert "deviates mine/queen/queen" in ran.err
    told = [json.loads(ran.out)] if kind == "json" else lines(ran.out)
    assert told[-1]["counts"] == {"conforms": 4, "deviates": 2}


def test_a_full_disk_is_told(heartspec):
    ran = heartspec("verify", "reference", "--rule", "turn.*", "--report", "jsonl=/dev/full")
    assert (ran.status, ran.err) == (2, "heartspec: /dev/full: No space left on device\n")


# What has changed.


@pytest.fixture
def older(verify, tmp_path):
    """Keep the report on a target, changed by a function, as an older one."""

    def keep(target, change=lambda told: None):
        _, told = verify(target)
        change(told)
        path = tmp_path / "old.json"
        path.write_text(json.dumps(told))
        return path

    return keep


def since(ran, path):
    """Return what is printed of the changes."""
    return ran.out[ran.out.index(f"since {data.shown(path)}") :].splitlines()


def test_nothing_has_changed(verify, older):
    path = older(NO_BAN)
    ran, _ = verify(NO_BAN, "--compare", path)
    assert ran.status == 1
    assert since(ran, path) == [f"since {data.shown(path)}: nothing has changed"]


def test_what_is_fixed_is_told_and_the_status_is_that_of_the_run(verify, older):
    path = older(NO_BAN)
    ran, _ = verify("reference", "--compare", path)
    assert ran.status == 0
    assert sorted(since(ran, path)) == [
        "  fixed: mine/queen/legal · qdan, 4 players: deviates -> conforms",
        "  fixed: mine/queen/queen · qdan, 4 players: deviates -> conforms",
        f"since {data.shown(path)}: 2 fixed",
    ]


def test_what_newly_fails_is_told(verify, older):
    path = older("reference")
    ran, _ = verify(NO_BAN, "--compare", path)
    assert ran.status == 1
    assert "  newly failing: mine/queen/queen · qdan, 4 players: conforms -> deviates" in since(ran, path)


def test_what_appears_vanishes_or_changes_otherwise_is_told(verify, older):
    def change(told):
        told["cases"][0]["id"] = "mine/play/gone"
        next(case for case in told["cases"] if case["verdict"] == "deviates")["verdict"] = "hang"

    path = older(NO_BAN, change)
    ran, _ = verify(NO_BAN, "--compare", path)
    told = since(ran, path)
    assert told[0] == f"since {data.shown(path)}: 1 changed, 1 appeared, 1 vanished"
    assert any(line.startswith("  vanished: mine/play/gone · qdan, 4 players: ") for line in told)
    assert any(line.endswith("hang -> deviates") for line in told)


def test_another_suite_and_another_version_are_named(verify, older):
    def change(told):
        told["suite"]["version"] = "0.7"
        told["implementation"]["version"] = "0.0.9"

    path = older("reference", change)
    ran, _ = verify("reference", "--compare", path)
    assert [line.split(":")[0] for line in since(ran, path)[1:]] == [
        "  another version of the suite",
        "  another implementation",
    ]
    assert "0.7 -> " in since(ran, path)[1]


def test_a_stream_of_verdicts_serves_as_an_older_report(verify, tmp_path):
    path = tmp_path / "old.jsonl"
    verify(NO_BAN, "--report", f"jsonl={path}")
    ran, _ = verify("reference", "--compare", path)
    assert since(ran, path)[0] == f"since {data.shown(path)}: 2 fixed"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ":1: this is not JSON"),
        ('{\n"format": }', ":2: this is not JSON"),
        ("[" * 100_000, ":1: this is not JSON"),
        ("[]", ": "),
        ('{"format": "heartspec-journal/1"}', ": "),
        ('{"format": "heartspec-report/1"}', ": "),
        ("\xff", ":1: this is not JSON"),
    ],
)
def test_what_is_no_report_is_refused_before_anything_is_judged(verify, tmp_path, text, told):
    path = tmp_path / "old.json"
    path.write_text(text, encoding="latin-1")
    ran, written = verify("reference", "--compare", path)
    assert (ran.status, ran.out, written) == (2, "", None)
    assert ran.err.startswith(f"heartspec: {data.shown(path)}{told}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(("path", "told"), [("none.json", "there is no such file"), (".", "this is a folder")])
def test_a_report_that_is_not_there_is_refused(verify, path, told):
    ran, _ = verify("reference", "--compare", path)
    assert ran.status == 2
    assert told in ran.err


@pytest.mark.parametrize(
    ("before", "after", "sort"),
    [
        ("deviates", "conforms", "fixed"),
        ("hang", "conforms", "fixed"),
        ("unexpected-pass", "conforms", "fixed"),
        ("conforms", "deviates", "newly failing"),
        ("known", "crash", "newly failing"),
        ("unsupported", "deviates", "newly failing"),
        ("deviates", "crash", "changed"),
        ("deviates", "known", "changed"),
        ("deviates", "unsupported", "changed"),
        ("unsupported", "conforms", "changed"),
    ],
)
def test_every_change_of_a_verdict_is_of_one_sort(before, after, sort):
    key = ("a/b/c", "qdan", 4)
    found = changes({key: before}, {key: after})
    assert {name: keys for name, keys in found.items() if keys} == {sort: [key]}


# What is asked for twice, and who ends the process.


def test_an_option_that_is_set_to_two_values_is_wrong_usage(verify):
    ran, _ = verify("reference", "--option", "moon.mode=none", "--option", "moon.mode=add")
    assert ran.status == 2
    assert ran.err.startswith(
        "heartspec: invalid value for '--option': moon.mode is set twice, to none and to add; set it once"
    )


def test_an_option_may_be_said_twice(verify):
    ran, _ = verify("reference", "--option", "moon.mode=none", "--option", "moon.mode=none")
    assert ran.status == 0


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("name", ["Ending", "Aborting"])
def test_a_class_that_ends_its_process_costs_its_own_case_alone(verify, name, jobs):
    ran, told = verify(f"faulty_games:{name}", "--jobs", jobs)
    assert ran.status == 1
    assert told["counts"] == {"conforms": 3, "crash": 3}
    how = {"Ending": "ended with exit status 0", "Aborting": "was ended by SIGABRT"}[name]
    assert {case["detail"] for case in told["cases"] if case["verdict"] == "crash"} == {
        f"the process that it runs in {how}"
    }


def test_a_class_that_ends_this_process_is_not_attached(verify):
    ran, told = verify("faulty_games:Gone")
    assert (ran.status, told) == (2, None)
    assert ran.err == "heartspec: target faulty_games:Gone: describe() failed: SystemExit: 0\n"


def test_a_class_that_ends_this_very_process_crashes_at_its_own_case_alone(verify):
    ran, told = verify("faulty_games:Ending", "--jobs", "0")
    assert ran.status == 1
    assert told["counts"] == {"conforms": 3, "crash": 3}


def test_a_class_that_is_given_a_limit_hangs_at_its_own_case_alone(verify, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    ran, told = verify("faulty_games:Stuck", "--answer-limit", "0.5", "--scenario", "mine/p*")
    assert ran.status == 1
    assert told["counts"] == {"conforms": 2, "hang": 1}
    hung = next(case for case in told["cases"] if case["verdict"] == "hang")
    assert "heartspec verify faulty_games:Stuck --answer-limit 0.5 " in hung["rerun"]


def test_a_class_can_be_judged_in_this_very_process(verify, monkeypatch):
    import faulty_games

    played = []
    monkeypatch.setattr(faulty_games.NoBan, "close", lambda self: played.append(self))
    verify(NO_BAN, "--jobs", "0")
    assert played


# Files that would be written over each other.


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--journal", "a", "--report", "json=a"], "--report json=a and --journal"),
        (["--report", "json=a", "--report", "junit=./a"], "--report json=a and --report junit=./a"),
        (["--write-known", "a", "--report", "html=a"], "--report html=a and --write-known"),
        (["--write-known", "a", "--journal", "linked/a"], "--journal and --write-known"),
        (["--write-known", "a", "--known", "a"], "--write-known and --known"),
        (["--report", "json=a", "--known", "a"], "--report json=a and --known"),
        (["--journal", "a", "--compare", "a"], "--compare and --journal"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_two_options_that_name_one_file_are_refused_and_nothing_is_written(
    heartspec, tmp_path, monkeypatch, options, told
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "linked").symlink_to(tmp_path)
    ran = heartspec("verify", "reference", "--rule", "turn.*", *options)
    assert ran.status == 2
    assert f"heartspec: {told} name the same file; give each a file of its own" in ran.err
    assert [each.name for each in tmp_path.iterdir()] == ["linked"]


def test_an_older_report_may_be_compared_with_and_replaced(heartspec, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    chosen = ("verify", "reference", "--sheet", "qdan", "--players", "4", "--rule", "turn.one-card")
    assert heartspec(*chosen, "--report", "json=a.json").status == 0
    ran = heartspec(*chosen, "--compare", "a.json", "--report", "json=a.json")
    assert ran.status == 0
    assert "nothing has changed" in ran.out
