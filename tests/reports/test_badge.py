"""The badge: what it says of a run, and that it can be read."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest
from report_runs import HOSTILE, a_run, a_verdict

from hearts_conformance import SUITE
from hearts_conformance.report import ReportError, Tally, hear, writer
from hearts_conformance.report.badge import COLOURS, PROFILES, Badge, badge, drawn
from hearts_conformance.verdict import Kind
from hearts_spec import schemas
from hearts_spec.texts import CHAPTERS

SVG = "{http://www.w3.org/2000/svg}"


def message(*verdicts) -> str:
    return of(*verdicts).message.removesuffix(" · 2026-11-30")


def of(*verdicts) -> Badge:
    return badge(a_run(), hear(a_run(), verdicts, []))


def many(kind: Kind, number: int, chapter: str = "play") -> list:
    return [a_verdict(kind, f"{chapter}/{kind}/{each}") for each in range(number)]


def test_every_chapter_that_is_judged_is_in_one_profile():
    chapters = [chapter for profile in PROFILES.values() for chapter in profile]
    assert sorted(chapters) == sorted({*CHAPTERS} - {"policy"})


def test_a_profile_is_whole_where_every_judged_case_conforms():
    assert message(*many(Kind.CONFORMS, 3), *many(Kind.CONFORMS, 1, "match")) == "play ✓ match ✓"


def test_a_profile_takes_in_the_one_before():
    assert message(*many(Kind.DEVIATES, 1), *many(Kind.CONFORMS, 1, "moon")) == "play 0% round 50%"


def test_a_percentage_is_rounded_down_so_that_99_is_no_tick():
    assert message(*many(Kind.CONFORMS, 999), *many(Kind.DEVIATES, 1)) == "play 99%"


@pytest.mark.parametrize("kind", [Kind.UNSUPPORTED, Kind.UNOBSERVED])
def test_what_is_not_declared_or_not_seen_is_left_out(kind):
    assert message(*many(Kind.CONFORMS, 1), *many(kind, 5), *many(kind, 5, "match")) == "play ✓"


@pytest.mark.parametrize(
    "kind", [Kind.DEVIATES, Kind.KNOWN, Kind.HANG, Kind.CRASH, Kind.PROTOCOL_FAULT, Kind.NOT_RUN, Kind.SUITE_BUG]
)
def test_everything_else_keeps_a_profile_from_being_whole(kind):
    assert message(*many(Kind.CONFORMS, 3), *many(kind, 1)) == "play 75%"


def test_a_run_that_judged_nothing_says_so():
    assert message(*many(Kind.UNSUPPORTED, 3)) == "nothing judged"
    assert of(*many(Kind.UNSUPPORTED, 3)).colour == "lightgrey"


def test_it_names_the_version_of_the_suite_and_the_date():
    found = of(*many(Kind.CONFORMS, 1))
    assert (found.label, found.message) == ("heartspec 1.0", "play ✓ · 2026-11-30")
    assert found.title == "heartspec 1.0: play ✓ · 2026-11-30 (Game 1.2; qdan)"


def test_a_run_of_chosen_cases_does_not_pass_for_a_whole_one(heartspec, tmp_path):
    chosen = ("verify", "reference", "--sheet", "qdan", "--players", 4, "--scenario", "turn/own-card")
    assert heartspec(*chosen, "--report", f"badge={tmp_path / 'badge.json'}").status == 0
    assert json.loads((tmp_path / "badge.json").read_text())["label"] == f"heartspec {SUITE}, in part"


@pytest.mark.parametrize(
    ("good", "bad", "colour"),
    [(1, 0, "brightgreen"), (99, 1, "yellow"), (95, 5, "yellow"), (94, 6, "orange"), (79, 21, "red"), (0, 1, "red")],
)
def test_the_colour_follows_from_the_least_percentage(good, bad, colour):
    assert of(*many(Kind.CONFORMS, good), *many(Kind.DEVIATES, bad)).colour == colour


def test_a_profile_that_is_whole_shows_in_the_colour():
    assert of(*many(Kind.CONFORMS, 1), *many(Kind.DEVIATES, 1, "match")).colour == "yellowgreen"


def test_the_json_is_what_badge_services_take(reported):
    written = json.loads(reported("badge", a_verdict(), suffix=".json"))
    assert list(schemas.problems(written, "badge")) == []
    assert written == {
        "schemaVersion": 1,
        "label": "heartspec 1.0",
        "message": "round ✓ · 2026-11-30",
        "color": "brightgreen",
    }


def test_the_schema_knows_every_colour():
    assert schemas.schema("badge")["properties"]["color"]["enum"] == list(COLOURS)


def test_the_picture_can_be_read_and_heard(reported):
    root = ElementTree.fromstring(reported("badge", a_verdict(), suffix=".svg"))
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(f"{SVG}title")
    assert [each.text for each in root.iter(f"{SVG}text")] == ["heartspec 1.0", "round ✓ · 2026-11-30"]


def test_its_texts_stay_inside():
    for text in ("nothing judged", "play ✓ round ✓ match 97% · 2026-11-30"):
        root = ElementTree.fromstring(drawn(Badge("heartspec 1.0", text, "red", "")))
        label, told = ((float(each.get("x")), float(each.get("textLength"))) for each in root.iter(f"{SVG}text"))
        assert label[0] + label[1] < told[0]
        assert told[0] + told[1] < float(root.get("width"))


@pytest.mark.parametrize("colour", COLOURS.values())
def test_white_letters_stand_out(colour):
    assert 1.05 / (_luminance(colour) + 0.05) >= 4.5


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_two_badges_may_stand_on_one_page(reported):
    assert " id=" not in reported("badge", a_verdict(), suffix=".svg")


def test_hostile_text_stays_text(reported):
    root = ElementTree.fromstring(reported("badge", a_verdict(), suffix=".svg", suite=HOSTILE, sheets=(HOSTILE,)))
    assert {each.tag.removeprefix(SVG) for each in root.iter()} == {"svg", "title", "rect", "path", "g", "text"}


def test_a_badge_is_an_svg_or_json(tmp_path):
    with pytest.raises(ReportError, match=r"badge\.png: a badge is written to a file named \.svg or \.json"):
        writer(f"badge={tmp_path / 'badge.png'}")


def test_an_empty_run_has_no_grades():
    assert badge(a_run(), Tally()).message == "nothing judged · 2026-11-30"
