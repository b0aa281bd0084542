"""What the pages must hold: a place for everything there is, the same in every language, and one language each."""

from __future__ import annotations

import re
from html import escape

import pytest

from hearts_conformance.mutants.catalogue import catalogue
from hearts_site import aside, book, routes, site
from hearts_site.words import Words
from hearts_spec import data, texts

ENGLISH_PARTS = re.compile(r'<(span|dd)[^>]* lang="en"[^>]*>.*?</\1>', re.DOTALL)


def test_every_language_has_the_same_pages(pages, english_pages):
    assert list(pages) == list(english_pages)


def test_every_page_has_the_same_places_in_every_language(pages, english_pages):
    def places(text: str) -> set[str]:
        return set(re.findall(r' id="([^"]+)"', text)) | set(re.findall(r"\{ (?:lang=en )?#([^ ]+) \}", text))

    for path, text in pages.items():
        assert places(text) == places(english_pages[path]), path


def test_every_heading_names_its_place(pages):
    for path, text in pages.items():
        outside = re.sub(r"<pre.*?</pre>", "", text, flags=re.DOTALL)
        headings = re.findall(r"^##+ .*$", outside, re.MULTILINE)
        assert all(heading.endswith(" }") for heading in headings), path


def test_everything_there_is_has_its_page(told, pages):
    source = told.source
    wanted = [
        *map(routes.rule, source.rules),
        *map(routes.chapter, source.chapters),
        *map(routes.decision, source.decisions),
        *(routes.sheet(each.id) for each in told.sheets),
        *(routes.scenario(each.id) for each in told.scenarios),
        *(routes.statements(each.id) for each in source.sources.values() if each.code),
    ]
    assert [each.path for each in wanted if each.path not in pages] == []


def test_everything_there_is_has_its_place(told, pages):
    source = told.source
    wanted = [
        *map(routes.option, source.options),
        *map(routes.term, source.glossary),
        *map(routes.case, told.cases),
        *(routes.chapter(rule.chapter, rule.id) for rule in source.rules.values()),
        *(routes.statements(each.source, each.id) for each in source.statements.values()),
        *(routes.sheet(sheet.id, rule) for sheet in told.sheets for rule in told.counts[sheet.id]),
    ]
    missing = [
        each
        for each in wanted
        if f' id="{each.anchor}"' not in pages[each.path] and f"{{ #{each.anchor} }}" not in pages[each.path]
    ]
    assert missing == []


def test_no_translated_page_holds_english_sentences_that_are_not_marked(told, language, pages):
    if language == "en":
        return
    source = told.source
    words = Words(language)
    english = {
        *(each.text for each in source.rules.values()),
        *(each.text for each in source.options.values()),
        *(each.definition for each in source.glossary.values()),
        *(each.resolution for each in source.decisions.values()),
        *(each.title for each in told.cases.values() if words.case(each) != each.title),
        *(each.text for each in source.statements.values()),
        *(said for each in source.decisions.values() for said in each.says.values()),
        *(each.misreading for each in catalogue()),
        *(each.equivalent for each in catalogue() if each.equivalent),
    }
    # Few sentences have three words in a row that stand on a page at all; only those are looked for in full.
    inside = {each: re.findall(r"\w+", each)[1:4] for each in map(escape, english) if len(each) > 30}
    assert min(map(len, inside.values())) == 3
    for path, text in pages.items():
        bare = ENGLISH_PARTS.sub("", text)
        words_there = re.findall(r"\w+", bare)
        there = set(zip(words_there, words_there[1:], words_there[2:], strict=False))
        found = [each for each, three in inside.items() if tuple(three) in there and each in bare]
        assert found == [], path


def test_a_reference_for_programmers_says_at_its_top_that_it_is_in_english(language, pages):
    sentence = escape(Words(language)("reference.english"))
    for path, text in pages.items():
        if path.startswith(("build/api", "build/formats")):
            top = text.partition('lang="en"')[0]
            assert (sentence in top) == (language != "en"), path


def test_a_rule_that_limits_a_move_shows_it_refused(told, english_pages):
    for rule in told.source.rules.values():
        if rule.kind == "restriction" and told.refusing.get(rule.id):
            assert 'class="hs-twin hs-may-not"' in english_pages[routes.rule(rule.id).path], rule.id


def test_a_sheet_shows_only_examples_that_hold_in_it(told, english_pages):
    for sheet in told.sheets:
        text = english_pages[routes.sheet(sheet.id).path]
        refusing = re.findall(r'class="hs-because"><a class="hs-rule" href="[^"]*">([^<]+)<', text)
        assert set(refusing) <= set(told.counts[sheet.id]), sheet.id


def test_no_menu_names_a_page_that_is_not_there(told, language, pages):
    def leaves(entry: object) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        below = entry.values() if isinstance(entry, dict) else entry
        return [leaf for each in below for leaf in leaves(each)]  # type: ignore[attr-defined]

    named = leaves(site.navigation(language, told, ["learn/index.md", "learn/first.md"], pages))
    assert [each for each in named if each not in pages and not each.startswith("learn/")] == []
    assert named.count("learn/index.md") == 1


def test_the_menu_is_in_the_language(told, language, pages):
    names = [next(iter(entry)) for entry in site.navigation(language, told, [], pages)]
    assert names[1] == Words(language)("nav.sheets")


def test_a_site_of_somebody_else_publishes_their_sheet_alone(tmp_path):
    (tmp_path / "house.yaml").write_text(
        "title: House rules\nsummary: Ours.\nextends: qdan\noptions: {match.limit: 50}\n", encoding="utf-8"
    )
    theirs = book.make(["house.yaml"], tmp_path)
    pages = site.pages("id", theirs)
    sheets = [path for path in pages if path.startswith("sheets/")]
    assert sheets == [routes.SHEETS, "sheets/house.md", routes.COMPARE]
    assert not any(path.startswith(("build/", "results/")) for path in pages)
    everything = "".join(pages.values())
    assert "sheets/qdan" not in everything
    assert "results/" not in everything


def test_a_sheet_that_is_not_there_is_bad_input(tmp_path):
    with pytest.raises(data.DataError, match="there is no such file"):
        book.make(["none.yaml"], tmp_path)


def test_the_drawings_of_a_page_hold_exactly_the_cards_that_it_shows(english_pages):
    for path, text in english_pages.items():
        used = set(re.findall(r'href="#(c-[^"]+)"', text))
        drawn = re.findall(r'<symbol id="(c-[^"]+)"', text)
        assert sorted(used) == sorted(drawn), path


def test_what_is_set_aside_comes_back_as_it_was(english_pages):
    for text in english_pages.values():
        taken, kept = aside.take(text)
        back = aside.put_back(aside.put_back(taken, kept, aside.BLOCK), kept, aside.DRAWING)
        assert back == aside.bare(text)
        assert len(taken) <= len(text)


def test_every_sheet_in_every_language_has_its_words(told, language):
    for sheet in told.sheets:
        assert Words(language).sheet(sheet) == texts.in_language(language).sheet(sheet.id)
