"""The site in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hearts_spec import sheets, texts
from hearts_spec.compose import applicable
from hearts_spec.rules import Rules

LANGUAGES = texts.languages()
KINDS = {
    "front": "",
    "learn": "learn/",
    "first hand": "learn/first-hand/",
    "what to learn": "learn/what-first/",
    "questions": "learn/questions-points/",
    "sheets": "sheets/",
    "sheet": "sheets/cohen/",
    "compare": "sheets/compare/",
    "rules": "rules/",
    "chapter": "rules/moon/",
    "rule": "rules/first-trick.no-queen/",
    "find": "rules/find/",
    "options": "options/",
    "compose": "compose/",
    "glossary": "glossary/",
    "decisions": "decisions/",
    "decision": "decisions/D01/",
    "sources": "statements/",
    "statements": "statements/qdan-fil/",
    "scenarios": "scenarios/",
    "scenario": "scenarios/first-trick/queen-discard/",
    "build": "build/",
    "tutorial": "build/adapter-python/",
    "formats": "build/formats/",
    "format": "build/formats/protocol/",
    "api": "build/api/",
    "module": "build/api/hearts_spec.cards/",
    "matrix": "results/",
    "misreadings": "results/mutants/",
    "perft": "results/perft/",
}
"""A page of each kind."""
WORDS = {"en": "clockwise", "fil": "pakaliwa", "id": "seberang"}
"""A word of rules in each language."""


# Every kind of page.


FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")


def faults(page, colours_only=False):
    """Return what axe-core objects to on a page, for its colours alone or for all that it looks at."""
    return page.evaluate(FAULTS, {"coloursOnly": colours_only})


def test_faults_of_accessibility_are_found(browser, axe):
    page = browser.new_page()
    page.add_init_script(axe)
    page.goto("about:blank")
    page.set_content("""<html lang="en"><title>x</title><style>td { color: #111 } tr.odd td { color: #bbb }</style>
        <img src="data:,"><p style="color: #333">Go <a style="color: #300; text-decoration: none" href="x">on</a> now
        <table><tr><td>one<tr><td>two<tr><td>three<tr class="odd"><td>four<tr><td style="color: #ccc">five</table>""")
    colours = {("link-in-text-block", "a"), ("color-contrast", "td")}
    found = [(rule, re.match(r"<(\w+)", html)[1]) for rule, html in faults(page)]
    page.close()
    assert set(found) == {("image-alt", "img"), *colours}
    assert found.count(("color-contrast", "td")) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_page_is_sound_at_a_desk_and_on_a_phone(at_desk, on_phone, kind, language):
    for watch, scheme in ((at_desk, "default"), (on_phone, "slate")):
        page = watch.open(f"{language}/{KINDS[kind]}")
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate("document.body.dataset.mdColorScheme") == scheme
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert faults(page) == []
    page.set_viewport_size(at_desk.page.viewport_size)
    assert faults(page, colours_only=True) == []


# Ways through the site.


@pytest.mark.parametrize(("asked", "language"), [("fil-PH", "fil"), ("tl", "fil"), ("id-ID", "id"), ("de-DE", "en")])
def test_the_root_page_leads_readers_to_their_language(browser, address, asked, language):
    context = browser.new_context(locale=asked)
    page = context.new_page()
    page.goto(address)
    page.wait_for_url(f"{address}{language}/")
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sheet_is_printed_as_a_leaflet_of_two_pages(watched, language):
    for sheet in ("cohen", "qdan", "reserve"):
        page = watched.open(f"{language}/sheets/{sheet}/")
        page.emulate_media(media="print")
        assert page.locator("#rules ~ ol").count() > 15
        assert all(each.is_visible() for each in page.locator("h1, .hs-leaflet, #rules, #chapter-match + ol li").all())
        assert not page.locator(".hs-examples, #options, #sources, .md-header").locator("visible=true").count()
        assert len(re.findall(rb"/Type /Page\b", page.pdf(format="A4", prefer_css_page_size=True))) == 2


def test_the_menu_of_languages_stays_on_the_page(watched):
    page = watched.open("en/rules/first-trick.no-queen/")
    for language in ("fil", "id", "en"):
        page.locator(".md-header .md-select button").hover()
        page.locator(f'.md-select__link[hreflang="{language}"]').click()
        page.wait_for_url(f"**/{language}/rules/first-trick.no-queen/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_search_finds_a_rule_by_a_word_of_its_language(watched, language):
    page = watched.open(f"{language}/")
    page.locator(".md-search__input").click()
    page.locator(".md-search__input").fill(WORDS[language])
    found = page.locator('.md-search-result__link[href*="/rules/"]').first
    found.wait_for()
    assert f"/{language}/rules/" in (found.get_attribute("href") or "")


# The viewer.


def test_the_viewer_steps_to_the_end_by_buttons_and_keys(watched):
    page = watched.open("id/scenarios/first-trick/queen-discard/")
    viewer = page.locator(".hs-viewer").first
    steps = viewer.locator(".hs-step")
    total = steps.count()
    assert viewer.locator(".hs-step:visible").count() == 1
    for number in range(2, total + 1):
        viewer.get_by_role("button", name="Lanjut").click()
        assert viewer.locator(".hs-place").text_content() == f"Langkah {number} dari {total}"
    assert page.url.endswith(f"#ban.{total}")
    assert steps.nth(total - 1).is_visible()
    page.keyboard.press("Home")
    assert steps.nth(0).is_visible()
    page.keyboard.press("ArrowRight")
    assert steps.nth(1).is_visible()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    assert steps.nth(total - 1).is_visible()
    viewer.get_by_role("button", name="Semua langkah").click()
    assert viewer.locator(".hs-step:visible").count() == total


def test_a_link_to_a_step_opens_it_and_its_refusal_leads_to_the_rule(watched):
    page = watched.open("en/rules/first-trick.no-queen/")
    page.locator(".hs-may-not figcaption a").click()
    step = page.locator(".hs-step:target")
    step.wait_for()
    step.locator(".hs-because a").click()
    page.wait_for_url("**/en/rules/first-trick.no-queen/")


@pytest.mark.parametrize("watched", [{"java_script_enabled": False}], indirect=True)
def test_without_scripts_every_step_stands_in_the_page(watched):
    page = watched.open("fil/scenarios/first-trick/queen-discard/")
    steps = page.locator(".hs-step")
    assert steps.count() > 10
    assert page.locator(".hs-step:visible").count() == steps.count()
    assert page.locator(".hs-controls").count() == 0


@pytest.mark.parametrize("watched", [{"java_script_enabled": False}], indirect=True)
def test_without_scripts_tools_say_where_the_same_can_be_read(watched):
    for path in ("compose/", "rules/find/", "sheets/compare/"):
        assert watched.open(f"fil/{path}").locator(".hs-tool a").is_visible()


# The composer.


def composed(page):
    """Return the YAML that the composer shows, and the ids of the rules beside it."""
    ids = page.locator("#hs-compose .hs-composed .hs-rule").all_text_contents()
    return page.locator("#hs-compose .hs-sheet code").text_content(), ids


def first_rule(page):
    """Return the first line of the first chapter that the composer shows."""
    return page.locator("#hs-compose .hs-composed ol li").first.text_content()


def rules_of(options):
    return set(applicable({options["players"]: Rules.from_options(options)}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_composer_begins_with_a_sheet_as_it_stands(watched, language, tmp_path):
    page = watched.open(f"{language}/compose/")
    page.locator("#hs-compose .hs-composed li").first.wait_for()
    text, ids = composed(page)
    (tmp_path / "house.yaml").write_text(text, encoding="utf-8")
    resolved = sheets.load(tmp_path / "house.yaml").resolve(4)
    assert resolved == sheets.load("qdan").resolve(4)
    assert set(ids) == rules_of(resolved.to_json())
    assert texts.in_language(language).rule(ids[0]) in first_rule(page)


def test_the_composer_yields_sheets_that_resolve_to_what_it_shows(watched, tmp_path):
    page = watched.open("en/compose/")
    selects = page.locator("#hs-compose .hs-options select")
    selects.first.wait_for()
    sound = 0
    for step in range(60):
        select = selects.nth(step * 7 % selects.count())
        options = select.locator("option").count()
        select.select_option(index=(step * 3 + 1) % options)
        if page.locator("#hs-compose .hs-conflict").count():
            assert not page.locator("#hs-compose .hs-composed").is_visible()
            select.select_option(index=0)
            if page.locator("#hs-compose .hs-conflict").count():
                continue
        sound += 1
        text, ids = composed(page)
        (tmp_path / "house.yaml").write_text(text, encoding="utf-8")
        assert set(ids) == rules_of(sheets.load(tmp_path / "house.yaml").resolve(4).to_json()), text
    assert sound > 30


def test_the_composer_rewrites_its_sheet_whatever_the_theme_adds_to_it(watched):
    page = watched.open("en/compose/")
    sheet = page.locator("#hs-compose .hs-sheet")
    sheet.wait_for()
    sheet.evaluate("each => each.prepend(document.createElement('nav'))")
    page.locator('#hs-compose input[type="text"]').fill("Corner")
    text, _ = composed(page)
    assert text.startswith('title: "Corner"')
    assert sheet.text_content().count("extends:") == 1


def test_the_composer_explains_what_cannot_stand_together(watched):
    page = watched.open("en/compose/")
    page.locator('[data-axis="open.leader"] select').select_option(index=1)
    conflict = page.locator("#hs-compose .hs-conflict")
    title = texts.in_language("en").option
    assert title("open.leader").title in conflict.first.text_content()
    assert title("open.card").title in conflict.first.text_content()
    assert not page.locator("#hs-compose .hs-sheet").is_visible()


def test_the_composer_takes_another_sheet_and_number_of_players(watched, tmp_path):
    page = watched.open("en/compose/")
    page.locator("#hs-compose select").nth(0).select_option("cohen")
    page.locator("#hs-compose select").nth(1).select_option("6")
    page.locator('#hs-compose input[type="text"]').fill('The "Corner" table')
    text, ids = composed(page)
    (tmp_path / "house.yaml").write_text(text, encoding="utf-8")
    sheet = sheets.load(tmp_path / "house.yaml")
    assert sheet.title == 'The "Corner" table'
    assert sheet.players == (6,)
    assert sheet.resolve(6) == sheets.load("cohen").resolve(6)
    assert set(ids) == rules_of(sheet.resolve(6).to_json())


# The finder and the comparison.


def test_the_finder_finds_rules_by_words_sheet_and_chapter(watched):
    page = watched.open("fil/rules/find/?words=reyna+ispada")
    page.locator("#hs-find .hs-rule").first.wait_for()
    fil = texts.in_language("fil")
    found = page.locator("#hs-find .hs-rule").all_text_contents()
    wanted = [r for r in fil.source.rules if all(w in f"{r} {fil.rule(r)}".lower() for w in ("reyna", "ispada"))]
    assert found == wanted
    page.locator("#hs-find input").fill("")
    page.locator("#hs-find select").nth(0).select_option("black-maria")
    page.locator("#hs-find select").nth(1).select_option("moon")
    sheet = sheets.load("black-maria")
    used = applicable({count: sheet.resolve(count) for count in sheet.players})
    assert page.locator("#hs-find .hs-rule").all_text_contents() == [r for r in used if r.startswith("moon.")]
    page.locator("#hs-find input").fill("walang ganito xyz")
    assert page.locator("#hs-find .hs-rule").count() == 0


def test_the_comparison_shows_what_the_command_finds(watched):
    page = watched.open("en/sheets/compare/?first=qdan&second=cohen&players=4")
    page.locator("#hs-compare tbody tr").first.wait_for()
    axes = [
        re.sub(r".*#", "", a) for a in page.locator("#hs-compare tbody a").evaluate_all("all => all.map(a => a.href)")
    ]
    assert axes == sheets.differences(sheets.load("qdan"), sheets.load("cohen"), 4)
    ours, theirs = (rules_of(sheets.load(name).resolve(4).to_json()) for name in ("qdan", "cohen"))
    assert set(page.locator("#hs-compare .hs-rule").all_text_contents()) == ours ^ theirs


def test_conditions_hold_in_the_page_where_they_hold_in_the_specification(watched):
    page = watched.open("en/rules/find/")
    found = page.evaluate("""async () => {
        const { load } = await import(new URL("../../assets/data.js", location.href));
        const data = await load(document.getElementById("hs-find"));
        return Object.fromEntries(data.sheets.map((sheet) => [sheet.id, Object.fromEntries(
            Object.entries(sheet.options).map(
                ([count, each]) => [count, data.applying(each).map((rule) => rule.id)]))]));
    }""")
    wanted = {
        name: {
            str(count): list(applicable({count: sheets.load(name).resolve(count)}))
            for count in sheets.load(name).players
        }
        for name in sheets.ids()
    }
    assert json.loads(json.dumps(found)) == wanted
