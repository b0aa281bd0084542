"""``heartspec verify``: what it judges, what it prints and writes, and its exit status."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest

from hearts_conformance import session
from hearts_spec import data, schemas

PROBE = "probe/queen"
MINE = """
title: Nothing is led yet
players: 4
when: {open.leader: lowest-club}
hands: {0: "C 2 / S -"}
cases:
  opens:
    decides: [open.exact-card]
    steps: [{legal: 2C}, {0: 2C}]
"""


@pytest.fixture
def narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def report(heartspec, tmp_path):
    """Run verify and return its JSON report."""

    def run(*arguments: object):
        path = tmp_path / "report.json"
        ran = heartspec("verify", *arguments, "--report", f"json={path}")
        return ran, json.loads(path.read_text(encoding="utf-8"))

    return run


def test_the_reference_conforms_under_every_sheet(report):
    ran, told = report("reference", "--players", "4")
    assert ran.status == 0
    assert set(told["counts"]) == {"conforms"}
    assert {"qdan", "cohen", "black-maria"} <= set(told["sheets"])


def test_a_deviation_is_status_one_and_told_in_full(heartspec, narrow, probe):
    own = ("--scenarios", probe, "--scenario", PROBE)
    ran = heartspec("verify", "cli_games:NoBan", "--sheet", "qdan", "--players", "4", *own)
    assert ran.status == 1
    lines = ran.out.splitlines()
    assert any(line.startswith(" 1 deviates probe/queen/ban · qdan, 4 players ─") for line in lines)
    for expected in (
        "   on the table  0 ♣2",
        "   seat 1 holds  ♣ –   ♦ 7 6 5 4 3 2   ♠ Q 2   ♥ 6 5 4 3 2",
        "   expected      ♦7 ♦6 ♦5 ♦4 ♦3 ♦2 ♠2",
        "   may not       ♠Q ♥6 ♥5 ♥4 ♥3 ♥2",
    ):
        assert expected in lines
    again = f"heartspec verify cli_games:NoBan --sheet qdan --players 4 --scenario probe/queen/ban --scenarios {probe}"
    assert f"   rerun         {again}" in lines
    assert "first-trick.no-queen: The queen of spades may not be played" in " ".join(ran.out.split())


def test_each_deviation_is_told_in_full_with_the_command_that_judges_it_again(heartspec, narrow, probe):
    own = ("--scenarios", probe, "--scenario", PROBE)
    out = heartspec("verify", "cli_games:NoBan", "--sheet", "qdan", *own).out
    assert out.count("Void in clubs") == out.count("rerun ") == 3
    for players in (3, 4, 5):
        assert f"heartspec verify cli_games:NoBan --sheet qdan --players {players} --scenario probe/queen/ban" in out


def test_the_command_of_a_report_judges_that_case_alone(report):
    _, told = report("cli_games:NoBan", "--option", "moon.mode=none", "--sheet", "qdan")
    failed = next(case for case in told["cases"] if case["verdict"] == "deviates")
    program, command, *arguments = shlex.split(failed["rerun"])
    assert (program, command) == ("heartspec", "verify")
    _, again = report(*arguments)
    assert again["cases"] == [failed]


def test_the_report_fits_eighty_columns_but_for_commands(heartspec, narrow):
    out = heartspec("verify", "cli_games:Subtracts", "--rule", "m*").out
    assert [line for line in out.splitlines() if len(line) > 80 and "heartspec verify" not in line] == []
    assert "\x1b" not in out


def test_numbers_by_seat_stand_under_each_other(heartspec):
    out = heartspec("verify", "cli_games:Subtracts", "--sheet", "qdan", "--players", "4", "--rule", "moon.add").out
    expected, seen = (
        next(line for line in out.splitlines() if line.strip().startswith(f"{word} ") and "by seat" in line)
        for word in ("expected", "seen")
    )
    assert (expected.split()[-4:], seen.split()[-4:]) == (["0", "26", "26", "26"], ["-26", "0", "0", "0"])
    assert len(expected) == len(seen)


def test_rules_are_told_in_the_language_asked_for(heartspec, probe):
    own = ("--scenarios", probe, "--scenario", PROBE, "--lang", "fil")
    ran = heartspec("verify", "cli_games:NoBan", "--sheet", "qdan", *own)
    assert "tuntunin" in ran.out
    assert "Bawal ilaro ang reyna ng ispada" in " ".join(ran.out.split())


def test_a_crash_is_status_one_and_quotes_the_exception(heartspec, narrow):
    ran = heartspec("verify", "cli_games:Fragile", "--sheet", "qdan", "--rule", "moon.*")
    assert ran.status == 1
    assert "play() raised RuntimeError: no queen here" in ran.out
    assert "1 more fails in the same way:" in ran.out or "more fail in the same way:" in ran.out


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_target_that_tries_to_leave_crashes_and_is_judged_on(report, jobs):
    ran, told = report("cli_games:Leaving", "--sheet", "qdan", "--players", "4", "--jobs", jobs)
    assert ran.status == 1
    assert set(told["counts"]) == {"conforms", "crash"}
    assert "play() raised GeneratorExit" in ran.out


@pytest.mark.parametrize("command", ["verify", "serve"])
def test_a_target_that_ends_the_process_at_once_is_one_sentence(process, command):
    ran = process(command, "cli_games:Unready", PYTHONPATH=str(Path(__file__).parent))
    assert ran.returncode == 2
    assert ran.stderr == "heartspec: target cli_games:Unready: describe() failed: SystemExit: 0\n"


def test_nothing_judged_is_status_two(heartspec):
    ran = heartspec("verify", "cli_games:Mute")
    assert ran.status == 2
    assert "nothing was judged" in ran.out


def test_why_cases_were_passed_over_is_counted(heartspec):
    out = heartspec("verify", "openspiel", "--sheet", "qdan", "--players", "4").out
    assert "unsupported: needs match, which is not declared" in out


@pytest.fixture
def unsound(tmp_path):
    """A folder of scenarios with a case ``mine/bad/opens`` that makes no sense."""
    mine = tmp_path / "scenarios" / "mine"
    mine.mkdir(parents=True)
    (mine / "bad.hearts.yaml").write_text(MINE.replace("{0: 2C}", "{1: 2C}"))
    return mine.parent


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_case_of_ones_own_that_makes_no_sense_is_told_once_with_its_line(heartspec, unsound, jobs):
    ran = heartspec("verify", "reference", "--scenarios", unsound, "--scenario", "mine", "--jobs", jobs)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(
        f"heartspec: {data.shown(unsound)}/mine/bad.hearts.yaml:9: cases/opens/steps: two seats hold 2C"
    )
    assert ran.err.endswith(" more settings)\n")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["show mine/bad", "why mine/bad/opens 2C", "export out --scenario mine"])
def test_a_case_that_cannot_be_laid_out_is_not_shown(heartspec, unsound, command):
    ran = heartspec(*command.split(), "--scenarios", unsound)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(
        f"heartspec: {data.shown(unsound)}/mine/bad.hearts.yaml:9: cases/opens/steps: two seats hold 2C"
    )


def test_a_fault_of_the_suite_is_status_three(heartspec, unsound, monkeypatch):
    monkeypatch.setattr(session, "home", lambda _: unsound.parent)
    ran = heartspec("verify", "reference", "--scenarios", unsound, "--scenario", "mine", "--sheet", "qdan")
    assert ran.status == 3
    assert "suite-bug" in ran.out


def test_ones_own_scenarios_are_judged_and_named_in_the_command(report, tmp_path):
    mine = tmp_path / "my scenarios" / "mine"
    mine.mkdir(parents=True)
    (mine / "first.hearts.yaml").write_text(MINE)
    ran, told = report("reference", "--scenarios", mine.parent, "--scenario", "mine", "--sheet", "qdan")
    assert ran.status == 0
    assert [case["id"] for case in told["cases"]] == ["mine/first/opens"]
    assert told["cases"][0]["rerun"].endswith(f"--scenarios '{mine.parent}'")


def test_ones_own_sheet_is_judged_and_named_in_the_command(report, tmp_path):
    sheet = tmp_path / "house.yaml"
    sheet.write_text("title: House\nsummary: Ours.\nextends: qdan\nplayers: [4]\noptions: {moon.mode: subtract}\n")
    ran, told = report("reference", "--sheet", sheet, "--rule", "moon.*")
    assert ran.status == 0
    assert {case["sheet"] for case in told["cases"]} == {"house"}
    assert f"--sheet {sheet} " in told["cases"][0]["rerun"]


def test_the_json_report_follows_its_schema(report):
    _, told = report("cli_games:NoBan", "--sheet", "qdan", "--option", "moon.mode=none")
    assert list(schemas.problems(told, "report")) == []
    assert told["format"] == "heartspec-report/1"
    assert told["options"] == {"moon.mode": "none"}
    assert told["counts"]["deviates"] == sum(case["verdict"] == "deviates" for case in told["cases"])


def test_several_processes_find_the_same_in_the_same_order(report):
    few = ("--sheet", "qdan", "--sheet", "cohen", "--rule", "first-trick.*", "--rule", "moon.*")
    _, alone = report("cli_games:NoBan", *few)
    ran, shared = report("cli_games:NoBan", *few, "--jobs", "2")
    assert ran.status == 1
    assert shared["cases"] == alone["cases"]


def test_a_target_that_ends_its_process_crashes_at_those_cases_alone(report):
    ran, told = report("cli_games:Mortal", "--sheet", "qdan", "--players", "4", "--scenario", "queen")
    assert ran.status == 1
    assert set(told["counts"]) == {"conforms", "crash"}
    crash = next(case for case in told["cases"] if case["verdict"] == "crash")
    assert crash["detail"] == "the process that it runs in ended with exit status 0"


@pytest.mark.parametrize("jobs", ["0", "1", "2"])
def test_what_a_target_prints_stays_out_of_the_report(process, jobs):
    few = ("--sheet", "qdan", "--players", "4", "--rule", "turn.*", "--jobs", jobs)
    ran = process("verify", "cli_games:Talking", *few, PYTHONPATH=str(Path(__file__).parent))
    assert ran.returncode == 0
    assert "PLAYED" not in ran.stdout
    assert "PLAYED" in ran.stderr


def test_rules_and_scenarios_pick_cases(report):
    _, told = report("reference", "--sheet", "qdan", "--rule", "moon.*", "--rule", "pass.count", "--players", "4")
    assert all(any(rule.startswith(("moon.", "pass.count")) for rule in case["rules"]) for case in told["cases"])
    _, told = report("reference", "--sheet", "qdan", "--scenario", "moon", "--scenario", "*/wrong-selections/*")
    assert {case["id"].split("/")[0] for case in told["cases"]} == {"moon", "pass"}


@pytest.mark.parametrize("option", ["--startup-limit", "--answer-limit"])
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "0", "-1", "1e300", "soon"])
def test_a_limit_is_a_number_of_seconds(heartspec, option, value):
    ran = heartspec("verify", "--exec", "true", option, value)
    assert ran.status == 2
    assert ran.err.startswith(f"heartspec: invalid value for '{option}': ")


def test_a_pipe_among_scenarios_is_not_waited_for(heartspec, probe):
    os.mkfifo(probe / "probe" / "pipe.hearts.yaml")
    ran = heartspec("verify", "reference", "--scenarios", probe)
    assert ran.status == 2
    assert ran.err.endswith("pipe.hearts.yaml: this is no regular file\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["refrence"], "there is no target 'refrence'; did you mean reference?"),
        ([], "which target? give a registered name"),
        (["reference", "--sheet", "qdam"], "qdam: there is no sheet of this name; did you mean qdan?"),
        (["reference", "--option", "moon.mod=none"], "moon.mod"),
        (["reference", "--option", "moon.mode=never"], "moon.mode: 'never' is none of the values"),
        (["reference", "--option", "moon.mode"], "AXIS=VALUE"),
        (["reference", "--option", "bonus.card=QS"], "bonus.card is QS"),
        (["reference", "--players", "9"], "9 is not in the range 3<=x<=7"),
        (["reference", "--sheet", "qdan", "--players", "7"], "no sheet is for 7 players; qdan: 3, 4, 5"),
        (["reference", "--scenario", "nothing-like-it"], "no case is like nothing-like-it"),
        (["reference", "--rule", "nothing.*"], "no case decides a rule like nothing.*"),
        (["reference", "--report", "json"], "a report is asked for as KIND=PATH"),
        (["reference", "--report", "pdf=out"], "there is no kind of report 'pdf'"),
        (
            ["reference", "--report", "json=-", "--report", "jsonl=-"],
            "only one report can be written to standard output",
        ),
        (["reference", "--report", "json=out", "--report", "html=out"], "only one report can be written to out"),
        (["reference", "--report", "json=/no/such/folder/out"], "there is no folder /no/such/folder"),
        (["reference", "--report", "json=/"], "/: this is a folder, not a file to write a report to"),
        (["reference", "--report", "json=/dev/full", "--scenario", "open"], "/dev/full: No space left on device"),
        (["reference", "--lang", "tlh"], "there are no texts in this language"),
        (["reference", "--scenarios", "/no/such/folder"], "does not exist"),
        (["cli_games:Stranger"], "it declares the sheet 'qdam', which is none; did you mean qdan?"),
        (["--exec", "/no/such/program"], "it cannot be launched: No such file or directory"),
    ],
)
def test_wrong_usage_is_status_two_and_one_sentence(heartspec, arguments, told):
    ran = heartspec("verify", *arguments)
    assert ran.status == 2
    assert ran.err.startswith("heartspec: ")
    assert ran.err.count("\n") == 1
    assert told in ran.err


def test_a_scenario_that_is_no_yaml_is_named_with_its_line(heartspec, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "bad.hearts.yaml").write_text("title: [\n")
    ran = heartspec("verify", "reference", "--scenarios", tmp_path)
    assert ran.status == 2
    assert ran.err.startswith(f"heartspec: {data.shown(tmp_path)}/mine/bad.hearts.yaml:")


def test_two_sheets_of_one_name_are_refused(heartspec, tmp_path):
    sheet = tmp_path / "qdan.yaml"
    sheet.write_text("title: Another\nsummary: Ours.\nextends: cohen\nplayers: [4]\n")
    ran = heartspec("verify", "reference", "--sheet", "qdan", "--sheet", sheet)
    assert ran.status == 2
    assert "another sheet is called qdan too" in ran.err


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ("first-trick.void-bound]", "first-trick.void-bond]", "9: cases/ban/decides/1"),
        ("rule: first-trick.no-queen", "rule: first-trick.no-quen", "13: cases/ban/steps/1/rule"),
    ],
)
def test_a_rule_that_there_is_none_of_is_told_with_file_line_and_key(heartspec, probe, right, wrong, place):
    file = probe / "probe" / "queen.hearts.yaml"
    file.write_text(file.read_text().replace(right, wrong))
    ran = heartspec("verify", "reference", "--scenarios", probe)
    assert ran.status == 2
    assert f"queen.hearts.yaml:{place}: there is no rule 'first-trick." in ran.err
    assert ran.err.endswith("?\n")
