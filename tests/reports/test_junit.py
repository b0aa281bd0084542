"""JUnit XML: valid for its readers, green where the exit status is 0, and whole whatever an implementation says."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
import xmlschema
from report_runs import HOSTILE, a_deviation, a_run, a_verdict

from hearts_conformance.report import hear
from hearts_conformance.verdict import Kind

XSD = xmlschema.XMLSchema(Path(__file__).parent / "junit.xsd")


@pytest.fixture
def junit(reported):
    """Return the root of the file that a run leads to, once it is found valid."""

    def report(*verdicts, **run):
        text = reported("junit", *verdicts, **run)
        XSD.validate(text)
        return ElementTree.fromstring(text)

    return report


def test_a_chapter_is_a_test_suite_in_reading_order(junit):
    root = junit(a_verdict(case="moon/a/x"), a_verdict(case="mine/a/x"), a_verdict(case="deal/a/x"))
    assert [suite.get("name") for suite in root] == ["deal", "moon", "mine"]


def test_a_verdict_is_a_test_case_that_names_sheet_and_players(junit):
    (case,) = junit(a_verdict(case="moon/shoot/add")).iter("testcase")
    assert case.attrib == {"classname": "moon.shoot", "name": "moon/shoot/add[qdan-4]"}
    assert list(case) == []


@pytest.mark.parametrize(
    ("kind", "element"),
    [
        (Kind.DEVIATES, "failure"),
        (Kind.UNEXPECTED_PASS, "failure"),
        (Kind.HANG, "error"),
        (Kind.CRASH, "error"),
        (Kind.PROTOCOL_FAULT, "error"),
        (Kind.NOT_RUN, "error"),
        (Kind.SUITE_BUG, "error"),
        (Kind.UNSUPPORTED, "skipped"),
        (Kind.UNOBSERVED, "skipped"),
        (Kind.KNOWN, "skipped"),
    ],
)
def test_every_other_kind_has_an_element_with_its_reason(junit, kind, element):
    (told,) = next(junit(a_verdict(kind)).iter("testcase"))
    assert (told.tag, told.get("type"), told.get("message")) == (element, str(kind), f"{kind}: because {kind}")


@pytest.mark.parametrize("kind", Kind)
def test_the_file_is_red_where_the_run_fails(junit, kind):
    verdicts = [a_verdict(case="moon/a/x"), a_verdict(kind)]
    root = junit(*verdicts)
    assert bool(int(root.get("failures")) + int(root.get("errors"))) == bool(hear(a_run(), verdicts, []).status)


def test_test_cases_are_counted(junit):
    verdicts = [a_verdict(kind, f"moon/{kind}/x") for kind in Kind]
    root = junit(*verdicts, a_deviation())
    assert root.attrib == {"name": "heartspec 1.0", "tests": "12", "failures": "3", "errors": "5"}
    moon = next(suite for suite in root if suite.get("name") == "moon")
    assert {key: moon.get(key) for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "11",
        "failures": "2",
        "errors": "5",
        "skipped": "3",
    }


def test_a_deviation_tells_all_that_the_terminal_tells(junit):
    (failure,) = junit(a_deviation()).iter("failure")
    for line in (
        "seat 0 holds  ♣ –   ♦ –   ♠ 3   ♥ 2",
        "expected      ♠3",
        "seen          ♠3 ♥2",
        "rerun         heartspec verify game hearts/lead/barred",
    ):
        assert line in failure.text.splitlines()


def test_labels_and_rules_are_in_the_language_of_the_run(junit):
    (failure,) = junit(a_deviation(), language="id").iter("failure")
    assert "diharapkan    ♠3" in failure.text.splitlines()


def test_a_known_deviation_is_skipped_with_its_reason(junit):
    (skipped,) = junit(a_verdict(Kind.KNOWN, reason="Agreed at the table")).iter("skipped")
    assert skipped.get("message") == "known: Agreed at the table: because known"


def test_an_entry_that_is_no_longer_true_is_a_failure(junit):
    root = junit(a_verdict(), stale=("known.yaml:3: moon/x conforms now",))
    (failure,) = root.iter("failure")
    assert (failure.get("type"), failure.get("message")) == ("stale", "known.yaml:3: moon/x conforms now")


def test_the_properties_say_what_was_judged(junit):
    root = junit(a_verdict(), options={"moon.mode": "none"})
    properties = {each.get("name"): each.get("value") for each in root.iter("property")}
    assert properties == {
        "implementation": "Game",
        "implementation.version": "1.2",
        "target": "game",
        "suite.version": "1.0",
        "sheets": "qdan",
        "players": "4",
        "options": "moon.mode=none",
    }
    assert next(iter(root)).get("timestamp") == "2026-11-30T09:00:00"


def test_hostile_text_stays_text(junit):
    hostile = a_verdict(Kind.CRASH, case=f"moon/{HOSTILE}/x", detail=HOSTILE, stderr=HOSTILE, title=HOSTILE)
    root = junit(hostile, target=HOSTILE, stale=(HOSTILE,))
    assert {each.tag for each in root.iter()} == {
        *("testsuites", "testsuite", "properties", "property", "testcase", "error", "failure", "system-err"),
    }
    (written,) = root.iter("system-err")
    assert "<script>alert('x')</script>\\x00\\x1b[31m\\ud800\\u202e\\uffff" in written.text


def test_endless_text_is_cut(reported):
    endless = a_verdict(Kind.CRASH, detail="x" * 1_000_000, stderr="y" * 1_000_000 + "the end")
    text = reported("junit", endless)
    assert len(text) < 50_000
    assert "characters left out" in text
    assert "the end</system-err>" in text


def test_a_run_without_verdicts_is_a_file_too(junit):
    assert junit().get("tests") == "0"


def test_the_same_run_is_the_same_file(reported):
    verdicts = [a_verdict(kind) for kind in Kind]
    assert reported("junit", *verdicts) == reported("junit", *verdicts)
