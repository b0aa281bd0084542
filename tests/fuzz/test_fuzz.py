"""Fuzzing finds what is wrong, once, small and named; and nothing where nothing is."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from wrong_games import BansHeartsOnly

from hearts_conformance import prove, scenario
from hearts_conformance.fuzz import corners, hunt
from hearts_conformance.fuzz.causes import Causes
from hearts_conformance.fuzz.census import Census, in_force
from hearts_conformance.fuzz.draw import Draw
from hearts_conformance.fuzz.findings import Setting
from hearts_conformance.fuzz.game import Deal, Probe, replay
from hearts_conformance.fuzz.lockstep import Lockstep
from hearts_conformance.fuzz.planning import Planner
from hearts_conformance.fuzz.suspects import suspects
from hearts_conformance.implementation import CAPABILITIES
from hearts_conformance.mutants.catalogue import catalogue
from hearts_conformance.reference_target import Reference
from hearts_spec import schemas, sheets

CAN = frozenset(CAPABILITIES)
EVERYWHERE = [Setting(name, count) for name in sheets.ids() for count in sheets.load(name).players]


def found(heartspec, target, *arguments):
    """Fuzz a target and return its report, the exit status having been right."""
    ran = heartspec("fuzz", target, *arguments, "--format", "json")
    report = json.loads(ran.out)
    assert schemas.problems(report, "fuzz") == []
    assert ran.status == bool(report["findings"])
    return report


# --- What is found -------------------------------------------------------------------------------------------------


def test_openspiel_with_its_own_parameters_differs_in_one_rule(heartspec, tmp_path):
    pytest.importorskip("pyspiel")
    report = found(heartspec, "openspiel-default", "--sheet", "qdan", "--rounds", 150, "--out", tmp_path)
    (finding,) = report["findings"]
    assert finding["rules"][0] == "hearts.queen-keeps"
    assert finding["behaves-as-if"] == "hearts.lead were after-heart-or-queen"
    assert finding["moves"] - 1 <= 52 / 3
    (file,) = scenario.load_folder(tmp_path)
    assert prove.prove(file) == []
    assert file.content["when"] == {"hearts.lead": "after-heart"}
    judge = ("verify", "--sheet", "qdan", "--scenario", file.id, "--scenarios", tmp_path)
    assert heartspec(*judge, "openspiel-default").status == 1
    assert heartspec(*judge, "reference").status == 0


def test_openspiel_told_to_play_by_the_sheet_does_not_differ(heartspec):
    pytest.importorskip("pyspiel")
    report = found(heartspec, "openspiel", "--sheet", "qdan", "--rounds", 200)
    assert report["findings"] == []


def test_the_reference_does_not_differ_from_itself_in_any_sheet(heartspec):
    report = found(heartspec, "reference", "--rounds", 10 * len(EVERYWHERE))
    assert report["findings"] == []
    assert report["rounds"] == 10 * len(EVERYWHERE)


def test_two_mistakes_are_two_findings(heartspec):
    report = found(heartspec, "wrong_games:TwoMistakes", "--sheet", "qdan", "--players", 4, "--rounds", 200)
    assert {finding["rules"][0] for finding in report["findings"]} == {"score.queen", "deal.dealer-rotates"}
    assert all(finding["scenario"] for finding in report["findings"])


def test_a_card_that_is_wrongly_taken_is_found(heartspec):
    report = found(heartspec, "wrong_games:TakesAnything", "--sheet", "qdan", "--players", 4, "--rounds", 100)
    assert {finding["what"] for finding in report["findings"]} == {"refuse"}
    assert "play.follow-suit" in {finding["rules"][0] for finding in report["findings"]}


def test_a_crash_is_a_finding_with_a_scenario(heartspec):
    report = found(heartspec, "wrong_games:FallsOverMoons", "--sheet", "qdan", "--players", 4, "--rounds", 200)
    (finding,) = report["findings"]
    assert finding["what"] == "crash"
    assert "ZeroDivisionError" in finding["sentence"]
    assert finding["scenario"]


def test_a_target_that_shows_little_is_compared_by_that(heartspec):
    assert found(heartspec, "wrong_games:Least", "--rounds", 60)["findings"] == []
    (finding,) = found(heartspec, "wrong_games:LeastWrong", "--rounds", 60)["findings"]
    assert (finding["what"], finding["rules"][0]) == ("round_points", "score.queen")


def test_a_program_is_fuzzed_like_a_class(heartspec):
    command = f"{sys.executable} -m hearts_conformance serve reference"
    ran = heartspec("fuzz", "--exec", command, "--sheet", "qdan", "--players", 4, "--rounds", 3, "--format", "json")
    assert (ran.status, json.loads(ran.out)["findings"]) == (0, [])


def test_each_process_has_its_own_program_to_talk_to(heartspec):
    command = f"{sys.executable} -m hearts_conformance serve reference"
    arguments = ("fuzz", "--exec", command, "--sheet", "qdan", "--players", 4, "--rounds", 400, "--jobs", 2)
    ran = heartspec(*arguments, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out)["findings"] == []


@pytest.mark.parametrize(("name", "what"), [("DiesOfQueens", "crash"), ("StuckOnQueens", "hang")])
def test_a_program_that_fails_is_one_finding_and_not_launched_for_ever(name, what, heartspec, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    command = f"{sys.executable} -m hearts_conformance serve wrong_games:{name}"
    arguments = ("--exec", command, "--answer-limit", 1, "--sheet", "qdan", "--players", 4, "--rounds", 40)
    ran = heartspec("fuzz", *arguments, "--format", "json")
    report = json.loads(ran.out)
    assert ran.status == 1
    (finding,) = report["findings"]
    assert finding["what"] == what
    assert finding["scenario"]


MUTANTS = [
    "first-trick.all-points-release/dropped",
    "hearts.only-hearts-release/dropped",
    "pass.direction-from-round/backwards",
    "trick.offsuit-loses/any",
    "match.rank-shared",
    "moon.fails",
    "kitty.never-breaks",
]


@pytest.mark.parametrize("name", MUTANTS)
def test_a_misread_rule_is_found_and_suspected(name):
    mutant = next(each for each in catalogue() if each.id.startswith(name) and each.equivalent is None)
    settings = [Setting("qdan", 4), Setting("reserve", 5), Setting("eldest-leads", 4)]
    for number in range(24):
        each = hunt.harvest(settings[number % 3], mutant.target(), CAN, 1, number, 40)
        if each.clashes:
            break
    found = Causes(mutant.target(), CAN, 1)
    found.take(each)
    found.conclude()
    (finding,) = found.findings
    assert mutant.rule in finding.rules
    assert finding.written is not None
    assert finding.written.conforms


def test_what_shows_only_after_several_rounds_is_written_down_as_whole_rounds():
    mutant = next(each for each in catalogue() if each.id == "match.limit/all")
    found = Causes(mutant.target(), CAN, 1)
    found.take(hunt.harvest(Setting("always-left", 3), mutant.target(), CAN, 1, 0, 50))
    found.conclude()
    (finding,) = found.findings
    assert finding.clash.game.rounds > 1
    assert finding.written.conforms
    (case,) = finding.written.content["cases"].values()
    assert case["rounds"][-1]["phase"] == "over"
    assert "    rounds:\n      - {played: [" in finding.written.text


# --- How it is found -----------------------------------------------------------------------------------------------


def test_a_run_is_repeated_from_its_seed_whatever_the_number_of_processes(heartspec):
    arguments = ("fuzz", "reference", "--rounds", 300, "--format", "json", "--seed")
    assert heartspec(*arguments, 7).out == heartspec(*arguments, 7, "--jobs", 2).out
    assert heartspec(*arguments, 7).out != heartspec(*arguments, 8).out


@pytest.mark.parametrize("each", EVERYWHERE, ids=lambda each: f"{each.sheet}-{each.players}")
def test_every_corner_builds_deals_of_the_pack(each):
    rules, draw = each.rules, Draw("corners", each.sheet, each.players)
    for corner in corners.CORNERS:
        for dealer in range(rules.players):
            built = corner.build(rules, dealer, draw)
            if built is not None:
                assert sum(built.hands) + built.kitty == rules.pack
                assert {hand.bit_count() for hand in built.hands} == {rules.hand_size}
                assert built.kitty.bit_count() == rules.kitty_size


def test_the_rarest_rules_are_met_now_and_then_under_the_sheets_that_have_them():
    for sheet, players, rules in (
        ("omnibus", 4, ("bonus.not-penalty", "bonus.after-moon", "bonus.allowed-first-trick", "match.tie-latched")),
        ("reserve", 5, ("open.kitty-next-club", "kitty.in-moon", "kitty.never-breaks", "kitty.points-count")),
        ("qdan", 4, ("match.tie-cycle", "hearts.only-hearts-release", "hearts.queen-not-heart")),
    ):
        each = Setting(sheet, players)
        census = Census(each.rules, in_force(each.rules, CAN))
        list(Planner(each.rules, CAN, Draw("rare", sheet), census).games(200))
        assert all(census.counts[rule] for rule in rules), (sheet, census.met())


def test_nearly_every_rule_is_met_in_a_thousand_rounds():
    counts, watched = {}, set()
    for each in (Setting("qdan", 4), Setting("reserve", 5), Setting("cohen", 6), Setting("omnibus", 4)):
        census = Census(each.rules, in_force(each.rules, CAN))
        list(Planner(each.rules, CAN, Draw("met", each.sheet), census).games(200))
        watched |= census.watched
        for rule, times in census.met().items():
            counts[rule] = counts.get(rule, 0) + times
    never = {rule for rule in watched if not counts[rule]}
    assert len(never) <= 0.05 * len(watched), never
    for rule in ("first-trick.all-points-release", "hearts.only-hearts-release", "hearts.queen-not-heart", "moon.add"):
        assert counts[rule] >= 5


@pytest.mark.parametrize("can", [CAN, frozenset(), frozenset({"legal", "refuse", "passing"}), frozenset({"match"})])
def test_a_plan_asks_for_nothing_that_the_target_cannot_do(can):
    rules = hunt.planned(Setting("cohen", 4).rules, can)
    for game in Planner(rules, can, Draw("plan", len(can))).games(40):
        assert game.rounds == 1 or "match" in can
        assert "resume" in can or not any(game.totals)
        assert "refuse" in can or not any(isinstance(move, Probe) for move in game.moves)
        assert replay(game.match(), game.moves) == list(game.views)


def test_a_difference_is_seen_at_the_first_move_that_shows_it():
    rules = Setting("qdan", 4).rules
    asked = Lockstep(BansHeartsOnly(), CAN, rules.to_json())
    clashes = [asked.play(game, keep=True) for game in Planner(rules, CAN, Draw("first")).games(60)]
    met = [clash for clash in clashes if clash is not None]
    assert met
    for clash in met:
        assert clash.what in ("legal", "refuse", "reason")
        assert suspects(clash)[0] in ("first-trick.no-queen", "first-trick.all-points-release")
        before = replace(clash.game, moves=clash.game.moves[:-1], views=clash.game.views[:-1])
        assert asked.play(before) is None


def test_the_reference_is_in_step_with_its_own_plans():
    for each in EVERYWHERE[::5]:
        asked = Lockstep(Reference(), CAN, each.rules.to_json())
        for game in Planner(each.rules, CAN, Draw("step", each.sheet)).games(6):
            assert asked.play(game) is None
            assert isinstance(game.moves[0], Deal)


def test_time_ends_a_run_after_a_piece(heartspec):
    ran = heartspec("fuzz", "reference", "--sheet", "qdan", "--players", 4, "--minutes", 0.0001, "--format", "json")
    assert json.loads(ran.out)["rounds"] == hunt.PIECE


@pytest.mark.parametrize(
    ("target", "after", "status"), [("reference", 1, 0), ("wrong_games:TwoMistakes", 1, 1), ("reference", 0, 130)]
)
def test_an_interrupt_ends_a_run_and_keeps_what_was_found(target, after, status, heartspec, tmp_path, monkeypatch):
    taken, take = [], hunt.Hunt.take

    def interrupted(run, each):
        if len(taken) == after:
            raise KeyboardInterrupt
        taken.append(each)
        take(run, each)

    monkeypatch.setattr(hunt.Hunt, "take", interrupted)
    where = ("--sheet", "qdan", "--players", 4, "--rounds", 1000, "--format", "json", "--out", tmp_path)
    ran = heartspec("fuzz", target, *where)
    assert ran.status == status
    if status == 130:
        assert ran.out == ""
        return
    report = json.loads(ran.out)
    assert report["rounds"] == hunt.PIECE
    assert bool(report["findings"]) == bool(status)
    assert all(Path(each["scenario"]).is_file() for each in report["findings"])


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["openspiel", "--sheet", "cohen", "--players", 5], "plays no sheet"),
        (["reference", "--sheet", "qdam"], "qdan"),
        (["reference", "--jobs", 2, "--dask", "tcp://127.0.0.1:1"], "not both"),
        (["reference", "--minutes", 0], "minutes"),
        (["nobody"], "there is no target"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments, told, heartspec):
    if "openspiel" in arguments:
        pytest.importorskip("pyspiel")
    ran = heartspec("fuzz", *arguments)
    assert ran.status == 2
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_folder_that_cannot_be_is_told_before_anything_is_played(heartspec, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(hunt.Hunt, "run", lambda *_: pytest.fail("it has played"))
    ran = heartspec("fuzz", "reference", "--sheet", "qdan", "--out", tmp_path / "file" / "found")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"heartspec: {tmp_path / 'file' / 'found'}: Not a directory\n"


def test_what_was_found_is_told_where_its_report_cannot_be_written(heartspec):
    ran = heartspec("fuzz", "reference", "--sheet", "qdan", "--rounds", 1, "--report", "json=/dev/full")
    assert ran.status == 2
    assert "1 rounds" in ran.out
    assert ran.err == "heartspec: /dev/full: No space left on device\n"
