"""Known deviations: what an entry covers, when it is wrong, and the first list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hearts_conformance import known
from hearts_conformance.verdict import FAILURES, Kind, Verdict
from hearts_spec import data, schemas

NO_BAN = "faulty_games:NoBan"
BOTH = ("- {case: mine/queen/queen, reason: barred nowhere}", "- {case: mine/queen/legal, reason: nor listed}")


def verdicts(report, kind):
    return {case["id"].removeprefix("mine/"): case for case in report["cases"] if case["verdict"] == kind}


def test_without_a_list_the_deviations_count(verify):
    ran, report = verify(NO_BAN)
    assert ran.status == 1
    assert set(verdicts(report, "deviates")) == {"queen/queen", "queen/legal"}
    assert "known" not in report


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    "lines",
    [
        BOTH,
        ("- {rule: first-trick.no-*, reason: barred nowhere}",),
        ("- {rule: first-trick.*, sheet: qdan, players: 4, reason: barred nowhere}",),
        ("- {case: 'mine/queen/[!s]*', reason: barred nowhere}",),
    ],
)
def test_what_a_list_covers_does_not_count(verify, listed, lines, jobs):
    ran, report = verify(NO_BAN, "--known", listed(*lines), "--jobs", jobs)
    assert ran.status == 0
    assert report["counts"] == {"conforms": 4, "known": 2}


def test_a_known_deviation_carries_reason_and_link(verify, listed):
    path = listed(
        "- rule: first-trick.*", "  reason: |", "    It bars", "    nothing.", "  link: https://example.org/1"
    )
    ran, report = verify(NO_BAN, "--known", path)
    assert "2 known: It bars nothing. (https://example.org/1)" in ran.out
    assert f"held to the known deviations in {data.shown(path)}" in ran.out
    for case in verdicts(report, "known").values():
        assert (case["reason"], case["link"]) == ("It bars nothing.", "https://example.org/1")
        assert case["differences"]
    assert report["known"] == {"file": data.shown(path), "stale": []}
    assert schemas.problems(report, "report") == []


def test_the_entry_for_a_case_gives_the_reason_where_one_for_a_rule_covers_it_too(verify, listed):
    _, report = verify(NO_BAN, "--known", listed("- {rule: first-trick.*, reason: wide}", BOTH[0]))
    assert {name: case["reason"] for name, case in verdicts(report, "known").items()} == {
        "queen/queen": "barred nowhere",
        "queen/legal": "wide",
    }


def test_a_crash_can_be_known(verify, listed):
    ran, report = verify("faulty_games:Fragile", "--known", listed("- {case: mine/queen, reason: no twos}"))
    assert ran.status == 0
    assert report["counts"] == {"conforms": 3, "known": 3}


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_case_on_the_list_that_conforms_is_an_unexpected_pass(verify, listed, jobs):
    path = listed(*BOTH, "- {case: mine/queen/spade, reason: none}")
    ran, report = verify(NO_BAN, "--known", path, "--jobs", jobs)
    assert ran.status == 1
    passed = verdicts(report, "unexpected-pass")
    assert set(passed) == {"queen/spade"}
    assert passed["queen/spade"]["detail"] == (
        f"it conforms, but {data.shown(path)}:4: known/2/case says that it fails"
    )
    assert "unexpected-pass mine/queen/spade" in ran.out


def test_a_pattern_of_cases_says_that_each_fails(verify, listed):
    ran, report = verify(NO_BAN, "--known", listed("- {case: mine/queen, reason: all of it}"))
    assert ran.status == 1
    assert report["counts"] == {"conforms": 3, "known": 2, "unexpected-pass": 1}


def test_a_rule_under_which_nothing_fails_is_stale(verify, listed):
    path = listed("- {rule: first-trick.*, reason: one}", "- {rule: turn.clockwise, reason: two}")
    ran, report = verify(NO_BAN, "--known", path, "--scenario", "*")
    stale = f"{data.shown(path)}:3: known/1/rule: nothing fails here any more ("
    assert ran.status == 1
    assert [each.startswith(stale) for each in report["known"]["stale"]] == [True]
    assert report["known"]["stale"][0].endswith("conforms): take the entry out, or name the sheet under which it holds")
    assert f"stale: {stale}" in ran.out


def test_a_list_of_a_game_that_was_mended_is_stale(verify, listed):
    ran, report = verify(
        "reference", "--known", listed("- {rule: first-trick.no-queen, reason: no}"), "--scenario", "*"
    )
    assert ran.status == 1
    assert set(report["counts"]) == {"conforms"}
    assert len(report["known"]["stale"]) == 1


@pytest.mark.parametrize(
    ("entry", "chosen"),
    [
        ("{rule: turn.clockwise, reason: of which other cases were not chosen}", ()),
        ("{rule: kitty.*, reason: not chosen}", ()),
        ("{rule: first-trick.no-queen, sheet: cohen, reason: not chosen}", ()),
        ("{rule: first-trick.no-queen, players: 5, reason: not chosen}", ()),
        ("{case: mine/queen/queen, players: 5, reason: not chosen}", ()),
        ("{case: mine/queen/queen, sheet: cohen, reason: not chosen}", ()),
        ("{case: mine/queen/queen, reason: not chosen}", ("--scenario", "mine/play")),
        ("{case: first-trick/queen-discard/ban, reason: not chosen}", ()),
        ("{rule: first-trick.no-queen, reason: not chosen}", ("--rule", "play.*")),
    ],
)
def test_what_was_not_chosen_is_not_stale(verify, listed, entry, chosen):
    ran, report = verify("reference", "--known", listed(f"- {entry}"), *chosen)
    assert ran.status == 0
    assert report["known"]["stale"] == []


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("case: mine/queen/quen", "there is no case like 'mine/queen/quen'; did you mean mine/queen/queen?"),
        ("case: mine/nothing-of-the-kind/*", "there is no case like 'mine/nothing-of-the-kind/*'"),
        (
            "rule: first-trick.no-quen",
            "there is no rule like 'first-trick.no-quen'; did you mean first-trick.no-queen?",
        ),
        ("rule: firsttrick.*", "there is no rule like 'firsttrick.*'"),
        ("rule: policy.*", "no case decides a rule like 'policy.*'"),
        ("rule: first-trick.*, sheet: qdam", "there is no sheet 'qdam'; did you mean qdan?"),
        (
            "rule: first-trick.*, sheet: our-house",
            "there is no sheet 'our-house'; a sheet of your own is named by its file",
        ),
        ("rule: first-trick.*, sheet: none/house.yaml", "there is no sheet 'none/house.yaml'"),
        ("case: mine/play/turn, players: 5", "no case of this case applies there, whatever is chosen"),
        ("rule: first-trick.*, sheet: qdan, players: 7", "no case of this rule applies there, whatever is chosen"),
    ],
)
def test_what_could_never_be_true_is_told_with_its_line(verify, listed, entry, told):
    path = listed("", f"- {{{entry}, reason: a slip}}")
    ran, report = verify("reference", "--known", path)
    assert ran.status == 1
    (sentence,) = report["known"]["stale"]
    assert sentence.startswith(f"{data.shown(path)}:3: known/0/{entry[:4]}: {told}")


def test_what_cannot_be_judged_at_all_is_stale(verify, listed):
    ran, report = verify("faulty_games:Blind", "--known", listed("- {case: mine/queen/queen, reason: no}"))
    assert report["counts"]["unsupported"] == 4
    assert ran.status == 1
    assert "nothing fails here any more (1 unsupported)" in report["known"]["stale"][0]


def test_a_run_that_stops_says_nothing_about_the_list(heartspec, own, listed, monkeypatch):
    from hearts_conformance import runner

    def interrupted(run, *arguments, **further):
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "judge", interrupted)
    path = listed("- {case: mine/queen/queen, reason: no}")
    chosen = ("--scenarios", own, "--scenario", "mine", "--sheet", "qdan", "--jobs", "0")
    ran = heartspec("verify", "reference", *chosen, "--known", path)
    assert ran.status == 130
    assert "stale" not in ran.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("known: [{case: a}]", ":1: known/0: the key 'reason' is missing"),
        ("known:\n- {reason: x}", ":2: known/0: "),
        ("known:\n- {case: a, rule: b, reason: x}", ":2: known/0: "),
        ("known:\n- {case: a, reason: ''}", ":2: known/0/reason: "),
        ("known:\n- {case: a, reason: x, link: example.org}", ":2: known/0/link: "),
        ("known:\n- {case: a, reason: x, players: 9}", ":2: known/0/players: "),
        ("known:\n- {case: a, reason: x, why: y}", ":2: known/0/why: "),
        ("known:\n- {case: a, reason: x}\n- {case: a, reason: y}", ":3: known/1/case: line 2 says the same"),
        ("known: {case: a}", ":1: known: "),
        ("[]", ":1: "),
        ("known: [", ":2: this is not YAML"),
        ("", ":1: "),
    ],
)
def test_a_bad_list_is_one_sentence_with_file_line_and_key(verify, tmp_path, text, told):
    path = tmp_path / "bad.known.yaml"
    path.write_text(text)
    ran, report = verify("reference", "--known", path)
    assert (ran.status, ran.out, report) == (2, "", None)
    assert ran.err.startswith(f"heartspec: {data.shown(path)}{told}")
    assert ran.err.count("\n") == 1


def test_a_list_that_is_not_there_is_one_sentence(verify, tmp_path):
    ran, _ = verify("reference", "--known", tmp_path / "none.yaml")
    assert (ran.status, ran.err) == (2, f"heartspec: {data.shown(tmp_path)}/none.yaml: there is no such file\n")


# The list that a target brings along.


def test_a_target_brings_its_own_list_along(verify):
    ran, report = verify("faulty_games:Shipping", "--known", "shipped")
    assert ran.status == 0
    assert report["counts"]["known"] == 2
    assert report["known"]["file"].endswith("shipping.known.yaml")


def test_a_list_that_is_brought_along_excuses_nothing_unasked(verify):
    ran, _ = verify("faulty_games:Shipping")
    assert ran.status == 1
    assert "it brings a list of known deviations: --known shipped" in ran.out


def test_who_brings_no_list_says_so(verify):
    ran, _ = verify("reference", "--known", "shipped")
    assert ran.status == 2
    assert ran.err == ("heartspec: reference brings no list of known deviations along; name a file of your own\n")


def test_openspiel_as_it_is_by_default_deviates_as_is_known(heartspec):
    pytest.importorskip("pyspiel")
    ran = heartspec("verify", "openspiel-default", "--sheet", "qdan", "--known", "shipped", "--rule", "hearts.*")
    assert ran.status == 0
    assert "known" in ran.out


# The first list.


def test_the_first_list_covers_what_fails_and_is_true(verify, tmp_path):
    path = tmp_path / "first.known.yaml"
    ran, report = verify(NO_BAN, "--write-known", path)
    assert ran.status == 1
    assert ran.out.endswith(f"{path}: written, with 2 known deviations, each to be given its reason\n")
    entries = yaml.safe_load(path.read_text())["known"]
    assert [each["case"] for each in entries] == ["mine/queen/queen", "mine/queen/legal"]
    for each, case in zip(entries, verdicts(report, "deviates").values(), strict=True):
        assert each["reason"] == f"Not explained yet; seen: {case['detail']}"
    ran, report = verify(NO_BAN, "--known", path)
    assert (ran.status, report["known"]["stale"]) == (0, [])


def test_a_rule_of_which_every_case_fails_is_one_entry(verify, tmp_path):
    path = tmp_path / "first.known.yaml"
    verify("faulty_games:Fragile", "--write-known", path)
    entries = yaml.safe_load(path.read_text())["known"]
    assert [set(each) - {"reason"} for each in entries] == [{"rule"}, {"case"}]
    assert (entries[0]["rule"], entries[1]["case"]) == ("first-trick.void-bound", "mine/queen/queen")
    ran, _ = verify("faulty_games:Fragile", "--known", path)
    assert ran.status == 0


def test_the_first_list_replaces_no_file(verify, tmp_path):
    path = tmp_path / "first.known.yaml"
    path.write_text("mine")
    ran, report = verify(NO_BAN, "--write-known", path)
    assert (ran.status, ran.out, report) == (2, "", None)
    assert ran.err.startswith(f"heartspec: {path}: this file exists")
    assert path.read_text() == "mine"


def test_the_first_list_needs_a_folder(verify, tmp_path):
    ran, _ = verify(NO_BAN, "--write-known", tmp_path / "no" / "first.yaml")
    assert ran.status == 2
    assert "there is no folder" in ran.err


def test_no_list_is_written_where_nothing_fails(verify, tmp_path):
    path = tmp_path / "first.known.yaml"
    ran, _ = verify("reference", "--write-known", path)
    assert ran.status == 0
    assert ran.out.endswith(f"nothing fails that is not known: {path} is not written\n")
    assert not path.exists()


def test_what_is_known_already_is_not_written_again(verify, listed, tmp_path):
    path = tmp_path / "more.known.yaml"
    verify(NO_BAN, "--known", listed(BOTH[0]), "--write-known", path)
    assert [each["case"] for each in yaml.safe_load(path.read_text())["known"]] == ["mine/queen/legal"]


def test_a_list_under_a_sheet_of_ones_own_names_its_file(verify, tmp_path):
    sheet = tmp_path / "house.yaml"
    sheet.write_text("title: House\nsummary: Ours.\nextends: qdan\nplayers: [4]\noptions: {first-trick.banned: []}\n")
    path = tmp_path / "first.known.yaml"
    both = ("--sheet", "qdan", "--sheet", sheet)
    verify("faulty_games:Fragile", *both, "--write-known", path)
    ran, report = verify("faulty_games:Fragile", *both, "--known", path)
    assert (ran.status, report["known"]["stale"]) == (0, [])
    ran, report = verify("faulty_games:Fragile", "--known", path)
    assert (ran.status, report["known"]["stale"]) == (0, [])


@st.composite
def _verdicts(draw):
    """Draw verdicts on a few cases under a few sheets, with some of every kind that counts."""
    kinds = st.sampled_from([Kind.CONFORMS, *sorted(FAILURES), Kind.UNSUPPORTED])
    sheets = st.lists(st.tuples(st.sampled_from(["qdan", "cohen"]), st.sampled_from([3, 4])), unique=True)
    rules = st.lists(st.sampled_from(["play.one", "play.two", "moon.one"]), min_size=1, unique=True).map(tuple)
    found = [(case, draw(rules), draw(sheets)) for case in draw(st.lists(st.sampled_from("abcd"), unique=True))]
    return [
        Verdict(f"x/{case}/y", sheet, players, draw(kinds), decides, "seen")
        for case, decides, under in found
        for sheet, players in under
    ]


@given(_verdicts())
def test_the_first_list_covers_every_failure_and_expects_none_elsewhere(found):
    listed = known.Known(Path("x"), list(known.suggest(found)))
    covered = [listed.cover(each) for each in found]
    assert [each.kind for each in covered if each.kind in FAILURES] == []
    assert [each.kind for each in covered if each.kind is Kind.UNEXPECTED_PASS] == []
    assert all(met[Kind.KNOWN] for met in listed.met)
    stated = {"known": [each.to_json() for each in listed.entries]}
    assert schemas.problems(json.loads(json.dumps(stated)), "known") == []
