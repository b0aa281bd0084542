"""The page: the worst first, whole in every language, and harmless whatever an implementation says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from report_runs import HOSTILE, POSITION, a_deviation, a_verdict

from hearts_conformance.report.html import DRAWN, groups
from hearts_conformance.verdict import Difference, Kind, Misreading, Verdict
from hearts_spec import texts

VOID = {"meta", "input", "wbr"}
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Read(HTMLParser):
    """A page read strictly: every element that is opened is closed in turn."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.pieces: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.pieces.append("" if tag == "wbr" else " ")
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID and not self.get_starttag_text().endswith("/>"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        self.pieces.append(" ")
        if self.get_starttag_text().endswith("/>") and self.open[-1:] != [tag]:
            return
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.pieces.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.pieces).split())

    def named(self, *tags: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag in tags]


def turning_on(*rules: str, case: str = "hearts/x/y") -> Verdict:
    difference = Difference(0, "turn", 1, 2, rules, "wrong turn", (), POSITION)
    return a_verdict(Kind.DEVIATES, case, rules=rules, differences=(difference,))


@pytest.fixture
def read(reported):
    return lambda *verdicts, **run: Read(reported("html", *verdicts, **run))


# What is said.


@pytest.mark.parametrize(
    ("kinds", "headline"),
    [
        ([Kind.CONFORMS], "1 of 1 judged cases conforms."),
        ([Kind.CONFORMS, Kind.DEVIATES, Kind.UNSUPPORTED], "1 of 2 judged cases fails."),
        ([Kind.HANG, Kind.CRASH, Kind.CONFORMS], "2 of 3 judged cases fail."),
        ([Kind.CONFORMS, Kind.KNOWN], "1 of 2 judged cases conforms. 1 deviation is known."),
        ([Kind.UNSUPPORTED], "Nothing was judged."),
        ([], "Nothing was judged."),
    ],
)
def test_the_verdict_comes_first_and_in_words(read, kinds, headline):
    page = read(*(a_verdict(kind, f"moon/{number}/x") for number, kind in enumerate(kinds)))
    assert page.text.split(" Game 1.2 ")[1].startswith(headline)


def test_a_deviation_is_drawn_and_told_with_its_rule_and_its_command(read):
    page = read(a_deviation(behaves_as=(("hearts.lead", "any-time"),)))
    for words in (
        "1 case No heart may be led before hearts are broken",
        "hearts.no-lead-unbroken",
        "Expected ♠3 Seen ♠3 ♥2 Wrongly allowed ♥2 Moves before 3 ♣4",
        "Behaves as if “When hearts may be led” were",
        "hearts.lead=any-time",
        "heartspec verify game hearts/lead/barred",
    ):
        assert words in page.text
    labels = [each.get("aria-label") for each in page.named("span") if each.get("role") == "img"]
    assert labels == ["Seat 3: four of clubs", "three of spades, two of hearts"]
    assert "card wrong" in [each["class"] for each in page.named("svg")]


def test_every_card_that_lies_somewhere_is_drawn_once(read):
    page = read(a_deviation("hearts/a/x"), a_deviation("hearts/b/x"))
    drawn = [each["id"] for each in page.named("symbol")]
    assert drawn == ["c-4C", "c-3S", "c-2H"]
    assert {each["href"] for each in page.named("use")} == {f"#{name}" for name in drawn}


def test_the_worst_comes_first_and_the_others_are_folded(read):
    few = turning_on("moon.add")
    many = [turning_on("hearts.break", case=f"hearts/{number}/x") for number in range(3)]
    page = read(few, *many)
    assert [each.get("class") for each in page.named("details")][:3] == ["group", "more", "group"]
    assert ["open" in each for each in page.named("details") if each.get("class") == "group"] == [True, False]
    assert page.text.index("3 cases Hearts are broken") < page.text.index("1 case A moon that")


def test_of_many_cases_alike_some_are_told_in_full_and_all_are_there(read):
    failures = [a_deviation(f"hearts/{number}/x") for number in range(20)]
    page = read(*failures)
    assert sum(each.get("class") == "table" for each in page.named("div")) == DRAWN
    assert all(f"heartspec verify game hearts/{number}/x" in page.text for number in range(20))


def test_groups_follow_the_rule_that_explains_most_of_what_is_left():
    both, one, other = turning_on("b", "a"), turning_on("a"), turning_on("b")
    assert [(group.rule, len(group.verdicts)) for group in groups([both, one, turning_on("a"), other])] == [
        ("a", 3),
        ("b", 1),
    ]


def test_the_example_of_a_group_is_the_plainest_that_can_be_drawn():
    bare = Difference(0, "legal", ["3S"], ["2H"], ("hearts.break",), "x")
    besides = turning_on("moon.add", "hearts.break")
    with_options = turning_on("hearts.break", case="hearts/b/x")
    failures = [
        a_verdict(Kind.DEVIATES, rules=("hearts.break",), differences=(bare,)),
        besides,
        replace(with_options, options={"moon.mode": "none"}),
        turning_on("hearts.break", case="hearts/c/x"),
    ]
    (group,) = groups(failures)
    assert (group.rule, group.example.id) == ("hearts.break", "hearts/c/x")


@pytest.mark.parametrize(
    ("what", "expected", "seen", "told"),
    [
        ("phase", "moon", "deal", "Expected the choice of the shooter Seen the deal"),
        ("direction", "hold", "left", "Expected no pass Seen left"),
        ("takes", 1, None, "Expected Seat 1 Seen none"),
        ("winners", [0, 2], [], "Expected Seat 0 and Seat 2 Seen none"),
        ("over", True, False, "Expected yes Seen no"),
        ("totals", [1, 2], [1, 3], "Expected Seat 0 1 Seat 1 2 Seen Seat 0 1 Seat 1 3"),
    ],
)
def test_values_are_told_in_words(read, what, expected, seen, told):
    difference = Difference(0, what, expected, seen, ("moon.add",), "x", (), POSITION)
    assert told in read(a_verdict(Kind.DEVIATES, differences=(difference,))).text


def test_what_broke_in_the_same_way_stands_together():
    crashes = [a_verdict(Kind.CRASH, detail=f"it ended (after {number} moves)") for number in range(3)]
    found = groups([a_verdict(Kind.HANG), *crashes, a_verdict(Kind.UNEXPECTED_PASS, detail="")])
    assert [len(group.verdicts) for group in found] == [3, 1, 1]


def test_a_known_deviation_stands_with_its_reason_and_link(read):
    page = read(a_verdict(Kind.KNOWN, reason="Agreed at the table", link="https://example.org/1"))
    assert "Known deviations 1 case Agreed at the table" in page.text
    assert [each["href"] for each in page.named("a")] == ["https://example.org/1"]


def test_a_link_is_one_to_the_web(read):
    assert read(a_verdict(Kind.KNOWN, reason="x", link="javascript:alert(1)")).named("a") == []


def test_what_was_not_judged_is_counted_by_reason(read):
    unsupported = [a_verdict(Kind.UNSUPPORTED, f"moon/{number}/x", detail="needs match") for number in range(2)]
    page = read(*unsupported, a_verdict(Kind.UNOBSERVED, detail="could not be seen: turn"))
    assert "Not judged 2 cases not supported 2 cases needs match" in page.text
    assert "1 case not observed 1 case could not be seen: turn" in page.text


def test_an_entry_that_is_no_longer_true_is_told(read):
    page = read(a_verdict(), stale=("known.yaml:3: moon/x conforms now",))
    assert "No longer true in the list of known deviations known.yaml:3: moon/x conforms now" in page.text


@pytest.mark.parametrize("kind", Kind)
def test_every_case_is_in_the_list_under_its_verdict_and_chapter(read, kind):
    page = read(a_verdict(kind, "moon/a/x"), a_verdict(Kind.CONFORMS, "deal/a/x"))
    rows = [each["data-k"] for each in page.named("tr") if "data-k" in each]
    assert rows == ["conforms", str(kind)]
    radios = [each["id"] for each in page.named("input")]
    assert radios == ["k-all", *dict.fromkeys(["k-conforms", f"k-{kind}"]), "c-all", "c-0", "c-1"]


def test_a_case_that_says_the_same_in_many_sheets_is_one_row(read):
    runs = [Verdict("moon/a/x", sheet, n, Kind.CONFORMS, ()) for sheet in ("qdan", "cohen") for n in (4, 5)]
    page = read(*runs)
    assert page.text.count("moon/a/x") == 1
    assert "qdan 4, 5; cohen 4, 5" in page.text


def test_chapters_and_rules_that_are_not_ours_keep_their_names(read):
    difference = Difference(0, "legal", [], ["2H"], ("house.rule",), "x", (), POSITION)
    page = read(a_verdict(Kind.DEVIATES, "mine/a/x", rules=("house.rule",), differences=(difference,)))
    assert "1 case house.rule" in page.text
    assert "mine 1 · 1 ·" in page.text


@pytest.mark.parametrize("language", texts.languages())
def test_a_page_is_whole_in_every_language(read, language):
    words = texts.in_language(language, strict=True)
    page = read(*(a_verdict(kind, f"moon/{kind}/x") for kind in Kind), a_deviation(), language=language)
    assert page.named("html") == [{"lang": language}]
    for key in ("deviations", "chapters", "known", "not-judged", "all", "wrong", "moves"):
        assert words.message(f"report.page.{key}") in page.text
    assert words.rule("hearts.no-lead-unbroken") in page.text


def test_english_in_another_language_is_marked(read):
    page = read(a_verdict(Kind.CRASH, detail="it ended"), language="fil")
    assert {"lang": "en"} in page.named("span")


# What it must not do.


def test_it_runs_and_loads_nothing(reported):
    text = reported("html", a_deviation(), a_verdict(Kind.KNOWN, reason="x", link="https://example.org/1"))
    page = Read(text)
    assert not page.named("script", "link", "img", "iframe", "object", "base", "form")
    assert "default-src 'none'; style-src 'unsafe-inline'" in [each.get("content") for each in page.named("meta")]
    assert re.findall(r"url\(|@import", text) == []


def test_hostile_text_stays_text(read):
    plain = read(a_verdict(Kind.CRASH, detail="x", stderr="x", title="x", unobserved=("x",), reason="x"), stale=("x",))
    stated = {"detail": HOSTILE, "stderr": HOSTILE, "title": HOSTILE, "unobserved": (HOSTILE,), "reason": HOSTILE}
    hostile = a_verdict(Kind.CRASH, f"moon/{HOSTILE}", **stated)
    page = read(hostile, stale=(HOSTILE,), target=HOSTILE, suite=HOSTILE, sheets=(HOSTILE,))
    kinds = {tag for tag, _ in plain.tags}
    assert {tag for tag, _ in page.tags} - kinds <= {"wbr"}
    assert "<script>alert('x')</script>\\x00\\x1b[31m\\ud800\\u202e\\uffff" in page.text


def test_hostile_values_stay_text(read):
    for what in ("legal", "turn", "points", "winners", "captured", "totals"):
        for seen in (HOSTILE, [HOSTILE], {"a": HOSTILE}, [[0, [HOSTILE]]], 10**30, [], None, True):
            difference = Difference(0, what, ["3S"], seen, (HOSTILE,), HOSTILE, (HOSTILE,), POSITION)
            page = read(a_verdict(Kind.DEVIATES, rules=(), differences=(difference,), behaves_as=((HOSTILE, HOSTILE),)))
            assert page.named("script") == []


def test_endless_text_is_cut(reported):
    endless = "x" * 1_000_000
    difference = Difference(0, "turn", endless, [endless], ("moon.add",), endless, (f"0: {endless}",), POSITION)
    crash = a_verdict(Kind.CRASH, "moon/a/x", detail=endless, stderr=f"the start {endless} the end", title=endless)
    text = reported("html", crash, a_verdict(Kind.DEVIATES, differences=(difference,), detail=endless))
    assert len(text) < 100_000
    assert "characters left out" in text
    assert "<pre>the start x" in text
    assert "the end</pre>" in text


@pytest.mark.parametrize("mutant", ["moon.tricks-irrelevant/not-translated", ""])
def test_a_misreading_that_is_not_translated_is_told_and_marked_as_english(reported, translations, mutant):
    entries = "moon.tricks-irrelevant/every-trick: {misreading: dapat lahat ng trick, seal: unsealed}\n"
    translations("fil", "misreadings", entries)
    misread = (Misreading("moon.tricks-irrelevant", mutant, "the shooter has to win every trick"),)
    text = reported("html", a_deviation(misread_as=misread), language="fil")
    assert "moon.tricks-irrelevant" in text
    assert '<span lang="en">the shooter has to win every trick</span>' in text


def test_a_misreading_is_told_in_the_language_of_the_page(reported, translations):
    entries = "moon.tricks-irrelevant/every-trick: {misreading: dapat lahat ng trick <daw>, seal: unsealed}\n"
    translations("fil", "misreadings", entries)
    told = a_deviation(misread_as=(Misreading("moon.tricks-irrelevant", "moon.tricks-irrelevant/every-trick", "all"),))
    assert " dapat lahat ng trick &lt;daw&gt;</p>" in reported("html", told, language="fil")
    assert " all</p>" in reported("html", told, language="en")


def test_the_same_run_is_the_same_page(reported):
    verdicts = [a_verdict(kind) for kind in Kind]
    assert reported("html", *verdicts) == reported("html", *verdicts)


# In a browser.

LOOK = """
import json, sys
from playwright.sync_api import sync_playwright
from axe_playwright_python.sync_playwright import Axe
tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
wrong = []
with sync_playwright() as started:
    browser = started.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox"])
    for scheme, width in (("light", 1200), ("dark", 1200), ("light", 320)):
        page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 800}, bypass_csp=True)
        page.on("console", lambda message: wrong.append(message.text))
        page.on("request", lambda request: request.url == sys.argv[2] or wrong.append(request.url))
        page.goto(sys.argv[2])
        page.eval_on_selector_all("details", "all => all.forEach(each => each.open = true)")
        wide = page.evaluate("document.documentElement.scrollWidth")
        wrong += [f"{scheme} {width}: {wide} wide"] if wide > width else []
        found = Axe().run(page, options={"runOnly": {"type": "tag", "values": tags}}).response["violations"]
        wrong += [f"{scheme}: {each['id']}: {each['nodes'][0]['html']}" for each in found]
    rows = lambda: page.locator("#all tbody tr[data-k]:visible").count()
    counts = [rows()]
    page.locator("label:has(#k-deviates)").click()
    counts.append(rows())
    page.locator("label:has(#c-0)").click()
    counts.append(rows())
print(json.dumps({"wrong": wrong, "counts": counts}))
"""


def test_it_looks_well_in_a_browser_and_filters_without_a_script(reported, tmp_path):
    if CHROMIUM is None:
        message = "there is no Chromium on this machine (apt install chromium)"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    pytest.importorskip("axe_playwright_python")
    every = [a_verdict(kind, f"moon/a-case-with-a-rather-long-name/{kind}") for kind in Kind]
    reported("html", a_deviation(), *every, stale=("known.yaml:3: it conforms now",))
    address = (tmp_path / "report.html").as_uri()
    ran = subprocess.run(
        [sys.executable, "-c", LOOK, CHROMIUM, address], capture_output=True, text=True, timeout=120, check=True
    )
    assert json.loads(ran.stdout) == {"wrong": [], "counts": [len(Kind) + 1, 2, 1]}
