"""The schemas: sound themselves, agreed with by the quick check, and clear when they refuse."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hearts_spec import accept, data, schemas
from hearts_spec.data import DataError, home
from hearts_spec.rules import AXES
from hearts_spec.texts import CHAPTERS

SPEC = home("hearts_spec")
PLACES = {
    "rules/*.yaml": "rules",
    "sheets/*.yaml": "sheet",
    "statements/*.yaml": "statements",
    "options.yaml": "options",
    "decisions.yaml": "decisions",
    "glossary.yaml": "glossary",
    "sources.yaml": "sources",
    "locales/*/messages.yaml": "messages",
    "locales/*/[!m]*.yaml": "",
}
FILES = [
    (file, schema or f"locale-{file.stem}") for place, schema in PLACES.items() for file in sorted(SPEC.glob(place))
]
SHEET = "title: A sheet\nsummary: A sheet.\n"
RULE = "chapter: play\ntitle: Play\nrules:\n- id: play.x\n  kind: restriction\n  text: A sentence.\n  rests-on: []\n"


@pytest.mark.parametrize("name", schemas.names())
def test_each_schema_is_valid_and_carries_its_own_id(name: str) -> None:
    schema = schemas.schema(name)
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == f"{schemas.BASE}{name}{schemas.SUFFIX}"
    assert schema["title"]
    assert schema["description"]


@pytest.mark.parametrize("name", schemas.names())
def test_each_schema_compiles_to_a_quick_check(name: str) -> None:
    accept.Compiler(schemas._lookup).compile(schemas.schema(name), schemas.schema(name)["$id"])


@pytest.mark.parametrize(("file", "schema"), FILES, ids=lambda each: each.name if isinstance(each, Path) else each)
def test_each_file_validates_by_both_checks(file: Path, schema: str) -> None:
    document = data.load(file, schema)
    assert not list(schemas.validator(schema).iter_errors(document.value))


@pytest.mark.parametrize(("file", "schema"), FILES, ids=lambda each: each.name if isinstance(each, Path) else each)
def test_each_file_names_its_schema_for_editors(file: Path, schema: str) -> None:
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    prefix = "# yaml-language-server: $schema="
    assert first.startswith(prefix)
    named = (file.parent / first.removeprefix(prefix)).resolve()
    assert named == (SPEC / "schema" / f"{schema}{schemas.SUFFIX}").resolve()
    assert named.is_file()


def test_nothing_is_ever_fetched() -> None:
    with pytest.raises(Exception, match=r"example\.org"):
        schemas.validator("common")._resolver.lookup("https://example.org/x.json")
    with pytest.raises(LookupError):
        schemas.schema("nothing")


def test_axes_and_chapters_are_those_of_the_code() -> None:
    definitions = schemas.schema("common")["$defs"]
    assert definitions["axis"]["enum"] == list(AXES)
    assert list(definitions["resolved"]["properties"]) == list(AXES)
    assert list(definitions["options"]["properties"]) == [axis for axis in AXES if axis != "players"]
    assert list(definitions["when"]["properties"]) == list(AXES)
    assert definitions["chapter"]["enum"] == list(CHAPTERS)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-20, 20) | st.sampled_from(["", "add", "QS", "x", "hearts", "one"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["3", "else", "not", "QS", "A"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(AXES)), JSON_VALUES)
def test_the_quick_check_agrees_with_the_validator(axis: str, value: Any) -> None:
    for kind in ("value", "setting", "when"):
        if f"{kind}:{axis}" in schemas.schema("common")["$defs"]:
            name = f"common#/$defs/{kind}:{axis}"
            quick = schemas._acceptor(name)
            assert quick is not None
            assert quick(value) == schemas.validator(name).is_valid(value)


def fault(text: str, schema: str = "sheet") -> DataError:
    with pytest.raises(DataError) as caught:
        data.check(data.parse(text, "file.yaml"), schema)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("hearts.leed: any-time", "options/hearts.leed: unknown key 'hearts.leed'; did you mean hearts.lead?"),
        (
            "hearts.lead: after-hart",
            "options/hearts.lead: 'after-hart' is none of the values allowed here; it takes after-heart, "
            "after-heart-or-queen or any-time; did you mean after-heart?",
        ),
        (
            "moon.mode: {3: subtrct, else: add}",
            "options/moon.mode/3: 'subtrct' is none of the values allowed here; it takes add, subtract, choice, auto "
            "or none; did you mean subtract?",
        ),
        (
            "moon.mode: {2: add}",
            "options/moon.mode/2: unknown key '2'; there are 3, 4, 5, 6, 7, else",
        ),
        (
            "deck.strip: {3: [2X]}",
            "options/deck.strip/3/0: '2X' is not written as it must be: expected a card: its rank and its suit, as in "
            "QS, TC or 2D",
        ),
        ("deck.strip: [2D, 2D]", "options/deck.strip: '2D' stands twice in this list"),
        ("match.limit: 0", "options/match.limit: 0 is too small: the least is 1"),
        ("bonus.value: 3", "options/bonus.value: 3 is too large: the most is -1"),
        (
            "match.limit: '100'",
            "options/match.limit: '100' does not fit: expected a whole number from 1 up, or a map from numbers of "
            "players to such values",
        ),
        (
            "match.limit: 100.0",
            "options/match.limit: 100.0 does not fit: expected a whole number from 1 up, or a map from numbers of "
            "players to such values",
        ),
        ("pass.cycle: []", "options/pass.cycle: this list is too short: it needs at least 1"),
        (
            "value.heart: {A: 3}",
            "options/value.heart: a mapping does not fit: expected one, pips, or a map of all thirteen ranks to "
            "numbers from 0 up, or a map from numbers of players to such values",
        ),
    ],
)
def test_a_wrong_option_is_one_sentence_with_its_line(line: str, expected: str) -> None:
    assert str(fault(f"{SHEET}options:\n  {line}\n")) == f"file.yaml:4: {expected}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "file.yaml:1: nothing stands where a mapping is expected"),
        ("[]", "file.yaml:1: a list stands where a mapping is expected"),
        ("title: ''\nsummary: x\n", "file.yaml:1: title: this text is empty"),
        ("title: x\n", "file.yaml:1: the key 'summary' is missing"),
        ("notes: x\n", "file.yaml:1: the keys title and summary are missing"),
        (f"{SHEET}summry: x\n", "file.yaml:3: summry: unknown key 'summry'; did you mean summary?"),
        (f"{SHEET}players: 4\n", "file.yaml:3: players: 4 stands where a list is expected"),
        (f"{SHEET}players: [8]\n", "file.yaml:3: players/0: 8 is too large: the most is 7"),
        (f"{SHEET}players: [4, 4]\n", "file.yaml:3: players: 4 stands twice in this list"),
        (f"{SHEET}notes: true\n", "file.yaml:3: notes: true stands where a text is expected"),
        (
            f"{SHEET}changeable: {{hearts.leed: any}}\n",
            "file.yaml:3: changeable/hearts.leed: 'hearts.leed' cannot be a key here; did you mean hearts.lead?",
        ),
    ],
)
def test_a_wrong_sheet_is_one_sentence(text: str, expected: str) -> None:
    assert str(fault(text)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "when: {moon.mode: {not: nne}}",
            "rules/0/when/moon.mode/not: 'nne' is none of the values allowed here; it takes add, subtract, choice, "
            "auto or none; did you mean none?",
        ),
        ("wen: {}", "rules/0/wen: unknown key 'wen'; did you mean when?"),
        (
            "see: [play]",
            "rules/0/see/0: 'play' is not written as it must be: expected the id of a rule, as in play.follow-suit",
        ),
        ("when: {first-trick.banned: jack}", "rules/0/when/first-trick.banned: 'jack' is none of the values allowed"),
    ],
)
def test_a_wrong_rule_is_one_sentence_with_its_line(line: str, expected: str) -> None:
    assert str(fault(f"{RULE}  {line}\n", "rules")).startswith(f"file.yaml:8: {expected}")


def test_the_first_fault_in_the_file_is_raised_and_carries_the_others() -> None:
    error = fault("title: x\nsummary: y\nnots: z\noptions: {match.limit: 0, hearts.leed: x}\n")
    assert error.line == 3
    assert [other.key for other in error.others] == ["options/match.limit", "options/hearts.leed"]


def test_conditions_of_every_shape_are_accepted() -> None:
    when = (
        "{first-trick.banned: {not: []}, value.card: {QS: 13}, value.heart: [one, pips], pass.cycle: across, "
        "players: {not: [3, 4]}, deck.strip: [2D], bonus.card: {not: none}, match.rounds: [none, 4]}"
    )
    data.check(data.parse(f"{RULE}  when: {when}\n"), "rules")


def test_schemas_are_formatted_json() -> None:
    for name in schemas.names():
        file = SPEC / "schema" / f"{name}{schemas.SUFFIX}"
        text = file.read_text(encoding="utf-8")
        assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"
