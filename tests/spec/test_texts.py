"""Texts in a language: what is said, what happens where a translation is missing, and seals."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hearts_spec import data, sheets, texts
from hearts_spec.cards import NAMES
from hearts_spec.data import DataError

LANGUAGES = texts.languages()


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A copy of the specification that a test may change."""
    folder = tmp_path / "spec"
    shutil.copytree(data.home("hearts_spec"), folder, ignore=shutil.ignore_patterns("hearts_spec", "schema"))
    return folder


def locale(spec: Path, kind: str, entries: dict[str, object], language: str = "fil") -> Path:
    file = spec / "locales" / language / f"{kind}.yaml"
    file.write_text(yaml.safe_dump({"language": language, "entries": entries}, allow_unicode=True))
    return file


def test_english_comes_first() -> None:
    assert LANGUAGES[0] == "en"
    assert {"fil", "id"} <= set(LANGUAGES)


def test_a_language_that_there_is_not_is_one_sentence() -> None:
    with pytest.raises(DataError, match="language: xx: there are no texts in this language; there are en, fil, id"):
        texts.in_language("xx")


def test_the_catalogue_is_in_reading_order() -> None:
    catalogue = texts.catalogue()
    assert list(catalogue.chapters) == list(texts.CHAPTERS)
    chapters = [rule.chapter for rule in catalogue.rules.values()]
    assert chapters == sorted(chapters, key=texts.CHAPTERS.index)
    assert [rule for chapter in catalogue.chapters.values() for rule in chapter.rules] == list(catalogue.rules)


def test_a_rule_knows_where_it_stands() -> None:
    rule = texts.catalogue().rules["play.follow-suit"]
    assert rule.kind == "restriction"
    assert rule.path.name == "play.yaml"
    assert rule.path.read_text().splitlines()[rule.line - 1].strip() == "- id: play.follow-suit"


def test_a_restriction_is_what_an_elaborating_rule_names() -> None:
    rules = texts.catalogue().rules
    for rule in rules.values():
        if rule.elaborates:
            assert rules[rule.elaborates].kind == "restriction"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_value_of_every_sheet_has_words(language: str) -> None:
    words = texts.in_language(language)
    for sheet in sheets.ids():
        for players in sheets.load(sheet).players:
            for axis, value in sheets.load(sheet).resolve(players).options.items():
                assert words.value(axis, value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_condition_has_words(language: str) -> None:
    words = texts.in_language(language)
    said = {words.condition(rule.when) for rule in words.source.rules.values()}
    assert all("{" not in each and "[" not in each for each in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    words = texts.in_language(language)
    assert len({words.card(name) for name in NAMES}) == 52


@pytest.mark.parametrize(
    ("language", "two", "three"), [("fil", "a o b", "a, b o c"), ("id", "a atau b", "a, b, atau c")]
)
def test_lists_are_joined_as_each_language_does(language: str, two: str, three: str) -> None:
    words = texts.in_language(language)
    assert (words.listed(["a", "b"], "or"), words.listed(["a", "b", "c"], "or")) == (two, three)


def test_what_is_said_in_english() -> None:
    words = texts.in_language("en")
    assert words.card("QS") == "queen of spades"
    assert words.symbol("TD") == "♦10"
    assert words.cards(["2D", "2C"]) == "♦2 ♣2"
    assert words.cards([]) == "none"
    assert words.number(-10) == "−10"
    assert words.listed(["a", "b", "c"]) == "a, b and c"
    assert words.listed(["a", "b"], "or") == "a or b"
    assert words.listed([]) == ""
    assert words.counted("number.points", 1) == "1 point"
    assert words.counted("number.points", 2) == "2 points"
    assert words.value("value.card", {"QS": 13, "KS": 10}) == "♠Q: 13, ♠K: 10"
    assert words.value("value.heart", {"A": 5, "K": 4}) == "ace: 5, king: 4"
    assert words.value("table.turn-limit", 45) == "45 seconds"
    assert words.value("first-trick.banned", []) == "none"
    assert words.value("bonus.card", "TS") == "ten of spades"
    assert words.value("match.limit", 50) == "50"


@pytest.mark.parametrize(
    ("when", "sentence"),
    [
        (None, "Always applies."),
        ({"players": [3, 5]}, "Applies when the number of players is 3 or 5."),
        ({"players": {"not": 4}}, "Applies when the number of players is not 4."),
        ({"match.limit": 50}, "Applies when “Limit” is set to “50”."),
        ({"match.limit": {"not": [50, 60]}}, "Applies when “Limit” is not set to “50 or 60”."),
        (
            {"deck.strip": "2D", "match.limit": 50},
            "Applies when “Stripped cards” includes “♦2” and “Limit” is set to “50”.",
        ),
        ({"deck.strip": {"not": "2D"}}, "Applies when “Stripped cards” does not include “♦2”."),
        ({"value.card": {"QS": 13}}, "Applies when “Other penalty cards” is set to “♠Q: 13”."),
    ],
)
def test_a_condition_is_a_sentence(when: dict[str, object] | None, sentence: str) -> None:
    assert texts.in_language("en").condition(when) == sentence


def test_what_there_is_not_names_the_nearest() -> None:
    words = texts.in_language("en")
    with pytest.raises(LookupError, match=r"did you mean play\.follow-suit"):
        words.rule("play.folow-suit")
    with pytest.raises(LookupError, match=r"did you mean sheet\.title"):
        words.message("sheet.titel")
    with pytest.raises(LookupError, match=r"did you mean moon\.mode"):
        words.option("moon.mod")
    with pytest.raises(LookupError, match="needs 'title'"):
        words.message("sheet.title")


def test_a_missing_translation_falls_back_to_english_and_is_told(spec: Path) -> None:
    locale(spec, "rules", {})
    words = texts.in_language("fil", spec)
    assert words.rule("play.follow-suit") == texts.in_language("en").rule("play.follow-suit")
    assert not words.has("rules", "play.follow-suit")
    assert texts.in_language("en", spec).has("rules", "play.follow-suit")
    with pytest.raises(LookupError, match=r"rules play\.follow-suit is not translated into fil"):
        texts.in_language("fil", spec, strict=True).rule("play.follow-suit")


def test_a_language_without_files_is_english_throughout(spec: Path) -> None:
    (spec / "locales" / "de").mkdir()
    words = texts.in_language("de", spec)
    assert words.option("moon.mode") == texts.in_language("en").option("moon.mode")
    assert words.sheet("qdan").title == texts.in_language("en").sheet("qdan").title
    assert words.term("trick") == texts.in_language("en").term("trick")
    assert words.decision("D01") == texts.in_language("en").decision("D01")
    assert words.statement("000-001") == texts.in_language("en").statement("000-001")
    assert words.card("QS") == "queen of spades"
    assert len(texts.messages_missing("de", spec)) > 100
    with pytest.raises(LookupError, match="not translated into de"):
        texts.in_language("de", spec, strict=True).message("sheet.bonus")


def test_a_translation_says_what_it_says(spec: Path) -> None:
    locale(spec, "rules", {"play.follow-suit": {"text": "Sundin.", "seal": "unsealed"}})
    locale(
        spec,
        "options",
        {"moon.mode": {"title": "Buwan", "text": "T.", "values": {"add": "dagdag"}, "seal": "unsealed"}},
    )
    locale(
        spec,
        "decisions",
        {"D01": {"title": "T", "question": "Q", "resolution": "R", "reason": "S", "seal": "unsealed"}},
    )
    words = texts.in_language("fil", spec)
    assert words.rule("play.follow-suit") == "Sundin."
    assert words.option("moon.mode").title == "Buwan"
    assert words.value("moon.mode", "add") == "dagdag"
    assert words.value("moon.mode", "none") == texts.in_language("en").value("moon.mode", "none")
    assert words.decision("D01").resolution == "R"
    assert words.decision("D01").says == texts.in_language("en").decision("D01").says


def test_what_sources_say_is_translated_too(spec: Path) -> None:
    told = {"title": "T", "question": "Q", "resolution": "R", "reason": "S", "seal": "unsealed"}
    locale(spec, "decisions", {"D01": {**told, "says": {"qdan-fil": "Bawal."}}})
    locale(spec, "statements", {"000-001": {"text": "Laro ang Hearts.", "seal": "unsealed"}})
    words, english = texts.in_language("fil", spec), texts.in_language("en")
    assert words.decision("D01").says == {"qdan-fil": "Bawal.", "qdan-id": english.decision("D01").says["qdan-id"]}
    assert words.statement("000-001") == "Laro ang Hearts."
    assert words.statement("000-002") == english.statement("000-002")
    assert english.statement("000-001") == english.source.statements["000-001"].text
    assert not words.has("statements", "000-002")
    with pytest.raises(LookupError, match="there is no statement '000-999'"):
        words.statement("000-999")


def test_a_translation_that_is_not_as_it_must_be_is_told_with_its_line(spec: Path) -> None:
    locale(spec, "rules", {"play.follow-suit": {"txt": "x", "seal": "unsealed"}})
    with pytest.raises(DataError, match=r"rules\.yaml:\d+: entries/play\.follow-suit.*"):
        texts.in_language("fil", spec).rule("play.follow-suit")


# Seals.


@given(st.lists(st.text()), st.lists(st.text()))
def test_a_seal_is_short_and_begins_with_a_letter(english: list[str], translated: list[str]) -> None:
    seal = texts.seal(english, translated)
    assert len(seal) == 9
    assert seal[0] == "h"
    assert set(seal[1:]) <= set("0123456789abcdef")
    assert data.parse(seal).value == seal


@given(st.lists(st.text(), min_size=1), st.lists(st.text(), min_size=1), st.text(min_size=1))
def test_a_change_on_either_side_breaks_a_seal(english: list[str], translated: list[str], more: str) -> None:
    seal = texts.seal(english, translated)
    assert texts.seal([english[0] + more, *english[1:]], translated) != seal
    assert texts.seal(english, [*translated, more]) != seal
    assert texts.seal([*english, more], translated) != seal


def test_a_seal_is_what_the_format_says() -> None:
    assert texts.seal(["a"], ["ä"]) == "hd6241a50"


def states(spec: Path, kind: str) -> dict[str, str]:
    return {each.id: each.state for each in texts.translations("fil", kind, spec)}


def test_translations_are_missing_unsealed_sealed_stale_or_orphans(spec: Path) -> None:
    rule = texts.catalogue().rules["play.follow-suit"]
    good = texts.seal([rule.text], ["Sundin."])
    file = locale(
        spec,
        "rules",
        {
            "play.follow-suit": {"text": "Sundin.", "seal": good},
            "play.void-any": {"text": "Kahit ano.", "seal": "unsealed"},
            "play.precedence": {"text": "Una.", "seal": "h00000000"},
            "play.nothing": {"text": "Wala.", "seal": "unsealed"},
        },
    )
    found = states(spec, "rules")
    assert found["play.follow-suit"] == "sealed"
    assert found["play.void-any"] == "unsealed"
    assert found["play.precedence"] == "stale"
    assert found["play.nothing"] == "orphan"
    assert found["moon.add"] == "missing"
    by_id = {each.id: each for each in texts.translations("fil", "rules", spec)}
    assert by_id["play.precedence"].path == file
    assert file.read_text().splitlines()[(by_id["play.precedence"].line or 0) - 1].strip() == "play.precedence:"


@pytest.mark.parametrize("kind", [kind for kind in texts.KINDS if kind not in texts.OF_THE_SUITE])
def test_seals_are_written_in_place(spec: Path, kind: str) -> None:
    file = spec / "locales" / "fil" / f"{kind}.yaml"
    before = file.read_text(encoding="utf-8")
    reset = texts._SEAL.sub(r"\1unsealed", before)
    file.write_text(reset, encoding="utf-8")
    english = texts.catalogue(spec).entries(kind)
    entries = data.read(file).value["entries"]
    seals = {name: texts.seal_of(kind, english[name], entries[name]) for name in entries}
    assert texts.write_seals(file, seals) == len(seals)
    assert set(states(spec, kind).values()) == {"sealed"}
    assert texts._SEAL.sub(r"\1unsealed", file.read_text(encoding="utf-8")) == reset
    assert texts.write_seals(file, seals) == 0


def test_sealing_what_is_not_there_is_one_sentence(spec: Path) -> None:
    with pytest.raises(DataError, match=r"there is no entry 'play\.nothing'"):
        texts.write_seals(spec / "locales" / "fil" / "rules.yaml", {"play.nothing": "h00000000"})


def test_the_seal_of_an_option_covers_its_labels() -> None:
    option = texts.catalogue().options["moon.mode"]
    entry = {"title": "t", "text": "x", "values": {"add": "a", "none": "b"}, "seal": "unsealed"}
    swapped = {**entry, "values": {"none": "b", "add": "a"}}
    changed = {**entry, "values": {"add": "a", "none": "c"}}
    assert texts.seal_of("options", option, entry) == texts.seal_of("options", option, swapped)
    assert texts.seal_of("options", option, entry) != texts.seal_of("options", option, changed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_fixed_phrases_are_complete_and_take_the_same_fields(language: str) -> None:
    assert texts.messages_missing(language) == []
