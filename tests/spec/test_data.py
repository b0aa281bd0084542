"""Every kind of bad file is answered by one sentence with file, line and key."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from hearts_spec import data, nodes
from hearts_spec.data import DataError


def fault(text: bytes | str) -> DataError:
    with pytest.raises(DataError) as caught:
        data.parse(text, "file.yaml")
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("off", "off"),
        ("no", "no"),
        ("yes", "yes"),
        ("y", "y"),
        ("2026-09-20", "2026-09-20"),
        ("12:30", "12:30"),
        ("1_000", "1_000"),
        ("2C", "2C"),
        ("-", "-"),
        ("=", "="),
        ("<<", "<<"),
        ("0777", 777),
        ("0o17", 15),
        ("0x1F", 31),
        ("+7", 7),
        ("-10", -10),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("-.inf", float("-inf")),
        ("true", True),
        ("False", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("'true'", "true"),
        ('"12"', "12"),
        ("!!str 12", "12"),
        ("!!float 3", 3.0),
        ("!!map {a: 1}", {"a": 1}),
    ],
)
def test_scalars_follow_the_core_schema_of_yaml_1_2(written: str, value: object) -> None:
    read = data.parse(f"[{written}]" if written not in ("", "-") else f"- {written}" if not written else "['-']").value
    assert read == [value]
    assert type(read[0]) is type(value)


def test_all_card_names_are_plain_text() -> None:
    from hearts_spec.cards import NAMES

    assert data.parse(f"[{', '.join(NAMES)}]").value == list(NAMES)


def test_keys_are_text_as_written() -> None:
    assert data.parse("{3: a, 0x4: b, true: c, null: d}").value == {"3": "a", "0x4": "b", "true": "c", "null": "d"}


def test_more_digits_than_python_converts_stay_text() -> None:
    digits = "9" * 10_000
    assert data.parse(digits).value == digits


def test_a_duplicate_key_is_refused_at_its_line() -> None:
    error = fault("a: 1\nb:\n  c: 1\n  c: 2\n")
    assert str(error) == "file.yaml:4: b/c: the key 'c' stands twice in this mapping"
    assert (error.line, error.key) == (4, "b/c")


def test_a_number_and_a_text_that_write_the_same_key_are_duplicates() -> None:
    assert "stands twice" in fault('3: a\n"3": b\n').sentence


@pytest.mark.parametrize("key", ["? [a]\n: b", "? {a: 1}\n: b", "!!python/none a: b"])
def test_a_key_that_is_no_text_is_refused(key: str) -> None:
    assert fault(key).sentence == "a key of this mapping is not plain text"


@pytest.mark.parametrize(
    "tag", ["!!python/object:os.system x", "!!set {a}", "!!timestamp 2026-01-01", "!foo x", "!!int x"]
)
def test_an_unknown_tag_or_one_that_does_not_fit_is_refused(tag: str) -> None:
    error = fault(f"a:\n  - {tag}\n")
    assert error.sentence.startswith("the tag ")
    assert (error.line, error.key) == (2, "a/0")


def test_an_alias_repeats_a_value() -> None:
    assert data.parse("a: &x [1, 2]\nb: *x\n").value == {"a": [1, 2], "b": [1, 2]}


def test_an_alias_bomb_is_refused() -> None:
    lines = ["- &a [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"- &{new} [{', '.join([f'*{old}'] * 10)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
    assert "aliases" in fault("\n".join(lines)).sentence


def test_an_alias_that_holds_itself_is_refused() -> None:
    assert "hold themselves" in fault("a: &a [*a]").sentence


def test_an_unknown_alias_is_refused() -> None:
    assert "undefined alias" in fault("a: *b").sentence


@pytest.mark.parametrize("text", ["[" * 100_000, "- " * 100_000 + "a", "{a: " * 5_000, "[" * 70 + "]" * 70])
def test_too_deep_nesting_is_refused(text: str) -> None:
    sentence = fault(text).sentence
    assert "deep" in sentence or "nesting" in sentence


@pytest.mark.parametrize(
    ("text", "line"),
    [("a: [1,", 2), ("a: b: c", 1), ("a:\n\t- b", 2), ("a\n--- b\n--- c", 2), ("a: 'x", 1), ("%X\n--- a", 1)],
)
def test_a_slip_in_yaml_is_told_with_its_line(text: str, line: int) -> None:
    error = fault(text)
    assert error.sentence.startswith("this is not YAML: ")
    assert error.line == line


def test_a_bracket_left_open_is_told_with_the_line_where_it_opens() -> None:
    assert fault("a: [1,\nb: 2\nc: {").sentence.endswith("(what begins on line 1)")


def test_more_than_one_document_is_refused() -> None:
    assert "single document" in fault("a: 1\n---\nb: 1\n").sentence


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"\xef\xbb\xbfa: 1", "byte order mark"),
        ("a: 1".encode("utf-16"), "UTF-16"),
        ("a: 1".encode("utf-16-be"), "U+0000"),
        (b"a: 1\nb: \xff", "not UTF-8 (byte 0xFF)"),
        (b"a: \x07", "U+0007"),
        ("a: \ud800", "not UTF-8"),
    ],
)
def test_a_file_that_is_not_utf_8_is_refused(raw: bytes | str, sentence: str) -> None:
    assert sentence in fault(raw).sentence


def test_a_bad_byte_is_told_with_its_line() -> None:
    assert fault(b"a: 1\nb: \xff").line == 2


def test_a_missing_file_a_folder_and_a_huge_file_are_one_sentence_each(tmp_path: Path) -> None:
    (tmp_path / "huge.yaml").write_bytes(b"#" * (data.MAX_BYTES + 1))
    for name, sentence in {"none.yaml": "no such file", ".": "a folder", "huge.yaml": "larger than"}.items():
        with pytest.raises(DataError, match=sentence) as caught:
            data.read(tmp_path / name)
        assert caught.value.line is None


def test_a_path_that_cannot_be_one_is_one_sentence() -> None:
    for name in ("a\0b", "x" * 5_000):
        with pytest.raises(DataError, match="cannot be read"):
            data.read(name)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of POSIX")
def test_a_file_that_may_not_be_read_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "secret.yaml"
    file.write_text("a: 1")
    file.chmod(0)
    try:
        file.read_bytes()
    except PermissionError:
        with pytest.raises(DataError, match="may not be read"):
            data.read(file)


def test_an_empty_file_is_nothing() -> None:
    assert data.parse("").value is None
    assert data.parse("# only a comment\n").value is None


def test_the_line_of_any_place_is_known() -> None:
    document = data.parse("# first\na:\n  b: 1\n  c:\n    - x\n    - {d: 1,\n       e: 2}\n")
    assert document.line() == 2
    assert document.line("a") == 2
    assert document.line("a", "c") == 4
    assert document.line("a", "c", 1) == 6
    assert document.line("a", "c", 1, "e") == 7


def test_the_line_of_a_place_that_does_not_exist_is_that_of_the_nearest_above() -> None:
    document = data.parse("a:\n  - b: 1\n")
    assert document.line("a", 0, "nothing", 5) == 2
    assert document.line("nothing") == 1
    assert data.parse("").line("a") == 1


def test_fail_names_the_place() -> None:
    document = data.parse("a:\n  b: 1\n", "file.yaml")
    with pytest.raises(DataError) as caught:
        data.fail(document, ("a", "b"), "this is wrong")
    assert str(caught.value) == "file.yaml:2: a/b: this is wrong"


def test_paths_below_the_working_folder_are_shown_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.yaml").write_text("a: 1\na: 2\n")
    with pytest.raises(DataError) as caught:
        data.read(tmp_path / "x.yaml")
    assert str(caught.value).startswith("x.yaml:2: ")


def test_the_parser_without_libyaml_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib

    import yaml

    texts = ["a: [1, off, {3: x}]\n", "- &a x\n- *a\n", "'a': |\n  b\n", "? a\n: !!str 1\n"]
    fast = [data.parse(text).value for text in texts]
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    try:
        importlib.reload(nodes)
        assert [data.parse(text).value for text in texts] == fast
        assert "stands twice" in fault("a: 1\na: 2\n").sentence
        assert "deep" in fault("[" * 100).sentence
    finally:
        monkeypatch.undo()
        importlib.reload(nodes)


def test_home_knows_the_data_of_both_packages() -> None:
    assert (data.home("hearts_spec") / "rules").is_dir()
    with pytest.raises(LookupError):
        data.home("no_such_package_at_all")


@pytest.mark.parametrize(
    ("word", "nearest"), [("hearts.leed", "hearts.lead"), ("moonmode", "moon.mode"), ("MATCH.LIMIT", "match.limit")]
)
def test_the_nearest_word_is_found(word: str, nearest: str) -> None:
    assert data.nearest(word, ["hearts.lead", "moon.mode", "match.limit", "match.end"])[0] == nearest


def test_nothing_near_lists_what_there_is() -> None:
    assert data.did_you_mean("zzz", ["add", "none"]) == "; there are add, none"
    assert data.did_you_mean("zzz", [f"option-{number}" for number in range(20)]) == ""


def test_a_file_that_is_no_regular_one_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    with pytest.raises(DataError, match=r"pipe.yaml: this is no regular file$"):
        data.read(pipe)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('a: 1\ntitle: "red \\e[31m"', "file.yaml:2: title: the control character U+001B"),
        ('title: !!str "\\0"', "file.yaml:1: title: the control character U+0000"),
        ('- "\\x9b": 1', "file.yaml:1: 0: the control character U+009B"),
    ],
)
def test_a_character_that_controls_a_terminal_is_refused(text: str, place: str) -> None:
    said = str(fault(text))
    assert said.startswith(place)
    assert said.isprintable()


def test_a_text_may_have_lines_and_tabs() -> None:
    assert data.parse('"a\\n\\tb"').value == "a\n\tb"
