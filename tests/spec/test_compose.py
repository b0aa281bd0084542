"""Composed rule sheets are complete, readable, and in one language."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from hearts_spec import schemas, sheets, texts
from hearts_spec.compose import applicable, sheet_page
from hearts_spec.conditions import holds
from hearts_spec.data import DataError
from hearts_spec.leaflet import Items, Page, Section, Table

EVERY_PAGE = [(sheet, language) for sheet in sheets.ids() for language in texts.languages()]
VOID = {"meta", "br", "hr"}


def sections(page: Page) -> dict[str, Section]:
    found = {}
    waiting = list(page.sections)
    while waiting:
        section = waiting.pop(0)
        assert section.id not in found
        found[section.id] = section
        waiting = [*section.sections, *waiting]
    return found


def table(page: Page, section: str) -> Table:
    return next(block for block in sections(page)[section].blocks if isinstance(block, Table))


def rule_ids(page: Page) -> list[str]:
    return [
        item.id
        for section in sections(page).values()
        for block in section.blocks
        if isinstance(block, Items)
        for item in block.items
        if item.id
    ]


class Checker(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(("sheet", "language"), EVERY_PAGE)
def test_every_sheet_in_every_language_is_a_sound_page(sheet: str, language: str) -> None:
    page = sheet_page(sheet, language)
    assert schemas.problems(json.loads(json.dumps(page.to_json())), "sheet-page") == []
    checker = Checker()
    checker.feed(page.to_html())
    assert checker.open == []
    assert len(set(checker.ids)) == len(checker.ids)
    assert set(rule_ids(page)) <= set(checker.ids)
    markdown = page.to_markdown()
    assert markdown == str(page)
    assert markdown.startswith(f"# {page.title}\n")
    assert "{" not in markdown
    assert not re.search(r"\b(None|True|False)\b", markdown)


@pytest.mark.parametrize("sheet", sheets.ids())
def test_no_id_or_axis_clutters_the_text(sheet: str) -> None:
    markdown = sheet_page(sheet).to_markdown()
    for rule in texts.catalogue().rules:
        assert rule not in markdown
    for axis in texts.catalogue().options:
        assert axis == "players" or axis not in markdown


@pytest.mark.parametrize("sheet", sheets.ids())
def test_exactly_the_rules_that_apply_are_on_the_page(sheet: str) -> None:
    found = sheets.load(sheet)
    wanted = [
        rule.id
        for rule in texts.catalogue().rules.values()
        if any(holds(rule.when, found.resolve(count).options) for count in found.players)
    ]
    assert rule_ids(sheet_page(sheet)) == wanted


def test_a_rule_that_holds_at_some_counts_says_at_which() -> None:
    page = sheet_page("qdan")
    scopes = {
        item.id: item.scope
        for block in sections(page)["chapter-deck"].blocks
        if isinstance(block, Items)
        for item in block.items
    }
    assert scopes["deck.strip-five"] == "5 players"
    assert scopes["deck.stripped"] == "3 or 5 players"
    assert scopes["deck.standard"] == ""


def test_one_number_of_players_needs_no_scopes() -> None:
    page = sheet_page("cohen", players=5)
    assert page.players == (5,)
    assert all(
        not item.scope
        for section in sections(page).values()
        for block in section.blocks
        if isinstance(block, Items)
        for item in block.items
    )
    assert "deck.strip-six" not in rule_ids(page)
    assert table(page, "deal").rows == (("5", "♣2 ♦2", "10", "three of clubs (♣3)"),)


def test_the_deal_is_told_for_every_count() -> None:
    assert table(sheet_page("cohen"), "deal").rows == (
        ("3", "♦2", "17", "two of clubs (♣2)"),
        ("4", "none", "13", "two of clubs (♣2)"),
        ("5", "♣2 ♦2", "10", "three of clubs (♣3)"),
        ("6", "♣3 ♣4 ♦2 ♦3", "8", "two of clubs (♣2)"),
        ("7", "♣3 ♦2 ♦3", "7", "two of clubs (♣2)"),
    )


def test_a_kitty_has_a_column() -> None:
    deal = table(sheet_page("reserve"), "deal")
    assert deal.rows == (("3", "none", "17", "1", "lowest club dealt"), ("5", "none", "10", "2", "lowest club dealt"))
    assert len(deal.columns) == 5


def test_who_opens_where_nobody_has_to_hold_a_club() -> None:
    assert {row[-1] for row in table(sheet_page("eldest-leads"), "deal").rows} == {
        "player left of the dealer, any card"
    }


def test_the_directions_are_told_by_round_and_count() -> None:
    passing = table(sheet_page("qdan"), "passing")
    assert passing.columns == ("Players", "Round 1", "Round 2", "Round 3", "Round 4")
    assert passing.rows == (("3 or 5", "left", "right", "no pass", ""), ("4", "left", "right", "across", "no pass"))
    assert table(sheet_page("always-left"), "passing").rows == (("3–5", "left"),)


def test_a_sheet_without_passing_says_so() -> None:
    (block,) = sections(sheet_page("no-pass"))["passing"].blocks
    assert block.to_json()["text"] == "No cards are passed."


def test_values_list_every_card_that_counts() -> None:
    assert table(sheet_page("black-maria"), "values").rows == (
        ("each heart", "1"),
        ("queen of spades (♠Q)", "13"),
        ("king of spades (♠K)", "10"),
        ("ace of spades (♠A)", "7"),
        ("every other card", "0"),
        ("All penalty cards of a round together", "43"),
    )
    assert ("jack of diamonds (♦J)", "−10") in table(sheet_page("omnibus"), "values").rows


def test_hearts_of_different_values_are_listed_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "spot.yaml"
    file.write_text("title: Spot\nsummary: By pips.\nplayers: [4]\noptions: {value.heart: pips}\n")
    rows = table(sheet_page(str(file)), "values").rows
    assert rows[0] == ("ace of hearts (♥A)", "14")
    assert len(rows) == 16


def test_differences_stand_beside_the_parent() -> None:
    page = sheet_page("short-game")
    assert table(page, "differences").rows == (("Limit", "100", "50"),)
    assert "differences" not in sections(sheet_page("qdan"))


def test_a_sheet_that_changes_nothing_says_so(tmp_path: Path) -> None:
    file = tmp_path / "same.yaml"
    file.write_text("title: The same\nsummary: Nothing new.\nextends: qdan\n")
    page = sheet_page(str(file))
    assert page.title == "Rules of The same"
    assert "No option differs." in page.to_markdown()


def test_options_at_a_glance_leave_out_what_lies_idle() -> None:
    titles = {row[0] for row in table(sheet_page("qdan"), "options").rows}
    option = texts.in_language("en").option
    assert option("moon.mode").title in titles
    assert option("kitty.visibility").title not in titles
    assert option("bonus.value").title not in titles


def test_policies_come_after_the_rules_of_play() -> None:
    order = list(sections(sheet_page("qdan")))
    top = [section.id for section in sheet_page("qdan").sections]
    assert top.index("chapter-policy") == top.index("rules") + 1
    assert "chapter-match" in order


def test_the_site_sheet_says_what_a_table_may_change() -> None:
    (block,) = sections(sheet_page("qdan"))["changeable"].blocks
    assert isinstance(block, Items)
    lines = [item.text for item in block.items]
    assert len(lines) == 6
    assert "Limit: may be set freely" in lines
    assert any(line.startswith("Pass directions: may be changed to no pass") for line in lines)


def test_a_missing_translation_is_told_and_marked() -> None:
    for language in texts.languages()[1:]:
        page = sheet_page("qdan", language)
        say = texts.in_language(language)
        complete = all(say.has("rules", rule) for rule in rule_ids(page))
        assert (say.message("text.missing") in page.footnotes) != complete
        assert ('<li id="play.follow-suit" lang="en">' in page.to_html()) != say.has("rules", "play.follow-suit")


@pytest.mark.parametrize("language", texts.languages()[1:])
def test_no_english_rule_option_or_phrase_is_left_in_a_translated_page(language: str) -> None:
    """Whatever is translated appears in translation: no English sentence of the sheet is on the page."""
    say, english = texts.in_language(language), texts.in_language("en")
    for sheet in ("qdan", "cohen", "black-maria", "reserve"):
        markdown = sheet_page(sheet, language).to_markdown()
        for rule in rule_ids(sheet_page(sheet)):
            assert not say.has("rules", rule) or english.rule(rule) not in markdown
        for option in english.source.options.values():
            translated = say.option(option.id)
            assert translated.title == option.title or f"| {option.title} " not in markdown
        if not all(say.has("rules", rule) for rule in rule_ids(sheet_page(sheet))):
            continue
        for key, phrase in texts._messages(english.source.folder, "en").items():
            if key.startswith("sheet.") and len(phrase) > 12 and "{" not in phrase:
                assert phrase not in markdown, key


def test_what_cannot_be_composed_is_one_sentence() -> None:
    with pytest.raises(DataError, match="no texts in this language"):
        sheet_page("qdan", "xx")
    with pytest.raises(DataError, match="is for 3, 4 or 5 players, not 7"):
        sheet_page("qdan", players=7)
    with pytest.raises(DataError, match="did you mean qdan"):
        sheet_page("qdann")


def test_applicable_rules_carry_their_counts() -> None:
    qdan = sheets.load("qdan")
    found = applicable({count: qdan.resolve(count) for count in qdan.players})
    assert found["deck.strip-three"] == (3,)
    assert found["play.follow-suit"] == (3, 4, 5)
    assert "hearts.queen-breaks" not in found


def test_html_is_escaped(tmp_path: Path) -> None:
    file = tmp_path / "evil.yaml"
    file.write_text("title: <b>&\nsummary: '<script>|'\nplayers: [4]\n")
    html = sheet_page(str(file)).to_html()
    assert "<script>" not in html
    assert "&lt;b&gt;&amp;" in html
