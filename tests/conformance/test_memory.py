"""What is remembered between runs is never wrong, and never missed."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_conformance import scenario
from hearts_conformance.memory import Memory
from hearts_spec import data
from hearts_spec.data import DataError, home

OURS = home("hearts_conformance") / "scenarios"
OUR_SCENARIOS = [scenario.load(path, OURS) for path in sorted(OURS.rglob("*.hearts.yaml"))]
SOUND = """\
title: One card
cases:
  one:
    decides: [play.follow-suit]
    steps:
      - {opens: 0}
"""
MEMORY = Memory("tried", largest=1000)
posix = pytest.mark.skipif(os.name != "posix", reason="no owners or modes of files here")


@pytest.fixture(autouse=True)
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


# The file


def test_what_is_remembered_is_found_by_its_hash() -> None:
    MEMORY.remember({"a": "", "b": "[1, 2]"})
    MEMORY.remember({"c": "{}"})
    assert MEMORY.recall() == {"c": "{}", "a": "", "b": "[1, 2]"}


def test_the_longest_remembered_is_forgotten_where_room_is_short() -> None:
    for number in range(50):
        MEMORY.remember({str(number): "x" * 40})
    assert MEMORY.path.stat().st_size <= MEMORY.largest
    kept = list(MEMORY.recall())
    assert kept == [str(49 - index) for index in range(len(kept))]
    assert len(kept) > 15


def test_a_result_too_large_to_be_remembered_is_not() -> None:
    MEMORY.remember({"a": "x" * 2000})
    assert MEMORY.recall().get("a") is None


@posix
def test_nobody_else_may_write_a_memory_whatever_the_umask() -> None:
    before = os.umask(0)
    try:
        MEMORY.remember({"a": ""})
    finally:
        os.umask(before)
    assert MEMORY.path.stat().st_mode & 0o777 == 0o600
    assert MEMORY.path.parent.stat().st_mode & 0o777 == 0o700


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def altered(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"[1]", b"[2]"))


def without_its_hash(path: Path) -> None:
    path.write_bytes(path.read_bytes().partition(b"\n")[2])


def of_other_bytes(path: Path) -> None:
    path.write_bytes(os.urandom(300))


def empty(path: Path) -> None:
    path.write_bytes(b"")


def too_large(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n" * 1000)


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def for_the_group_to_write(path: Path) -> None:
    path.chmod(0o620)


def for_all_to_write(path: Path) -> None:
    path.chmod(0o602)


def a_link(path: Path) -> None:
    path.symlink_to(path.rename(path.with_name("elsewhere")))


def a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


DAMAGED = [cut, altered, without_its_hash, of_other_bytes, empty, too_large, a_folder]
NOT_OURS = [for_the_group_to_write, for_all_to_write, a_link, a_pipe]


@pytest.mark.parametrize("damage", [*DAMAGED, *(pytest.param(each, marks=posix) for each in NOT_OURS)])
def test_a_file_that_cannot_be_trusted_is_none(damage: Callable[[Path], None]) -> None:
    MEMORY.remember({"a": "[1]"})
    damage(MEMORY.path)
    assert MEMORY.recall() == {}
    MEMORY.remember({"b": ""})
    assert MEMORY.recall() == ({} if damage is a_folder else {"b": ""})


@posix
def test_the_file_of_another_user_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    MEMORY.remember({"a": ""})
    monkeypatch.setattr(os, "getuid", lambda: MEMORY.path.stat().st_uid + 1)
    assert MEMORY.recall() == {}


def test_where_no_folder_can_be_made_nothing_is_remembered(caches: Path) -> None:
    caches.write_text("a file", encoding="utf-8")
    MEMORY.remember({"a": ""})
    assert MEMORY.recall() == {}
    assert caches.read_text(encoding="utf-8") == "a file"


def test_without_a_home_nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("there is no home")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    MEMORY.remember({"a": ""})
    assert MEMORY.recall() == {}


def test_a_cache_folder_below_the_working_folder_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert MEMORY.path == tmp_path / ".cache" / "heartspec" / "tried"


def remember_often(key: str) -> bool:
    """Remember something again and again; tell whether there was always something whole to be found."""
    found = []
    for _ in range(30):
        MEMORY.remember({key: key * 100})
        found.append(MEMORY.recall())
    return all(each and all(value == name * 100 for name, value in each.items()) for each in found)


def test_processes_that_remember_at_the_same_time_leave_something_whole() -> None:
    with ProcessPoolExecutor(2) as pool:
        assert all(pool.map(remember_often, "ab"))
    assert list(MEMORY.path.parent.iterdir()) == [MEMORY.path]


# Scenarios


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a", "b"):
        (tmp_path / "cases" / name).mkdir(parents=True)
        (tmp_path / "cases" / name / f"{name}.hearts.yaml").write_text(SOUND, encoding="utf-8")
    return tmp_path / "cases"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """List the files that are parsed."""
    found: list[Path] = []

    def parse(text: bytes, path: Path) -> data.Document:
        found.append(path)
        return real(text, path)

    real = data.parse
    monkeypatch.setattr(data, "parse", parse)
    return found


def said(scenarios: list[scenario.Scenario]) -> str:
    return repr([(one.id, one.title, one.path, one.content, one.cases) for one in scenarios])


def test_our_scenarios_are_remembered_as_they_were_read(parsed: list[Path]) -> None:
    read = said(OUR_SCENARIOS)
    assert said(scenario.load_folder()) == read
    parsed.clear()
    assert said(scenario.load_folder()) == read
    assert not parsed


def test_only_a_file_that_has_changed_is_read_again(folder: Path, parsed: list[Path]) -> None:
    first = folder / "a" / "a.hearts.yaml"
    first.write_text(SOUND.replace("One card", "Another card"), encoding="utf-8")
    scenario.load_folder(folder)
    parsed.clear()
    first.write_text(SOUND.replace("One card", "A third card"), encoding="utf-8")
    assert [one.title for one in scenario.load_folder(folder)] == ["A third card", "One card"]
    assert parsed == [first]


def test_what_was_read_otherwise_is_read_again(
    folder: Path, parsed: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario.load_folder(folder)
    parsed.clear()
    monkeypatch.setattr(scenario, "readers", lambda: b"other code, or another schema")
    scenario.load_folder(folder)
    assert len(parsed) == 2


def test_nothing_but_the_schemas_that_are_counted_has_a_part_in_reading() -> None:
    for name in scenario.SCHEMAS:
        text = (home("hearts_spec") / "schema" / f"{name}.schema.json").read_text(encoding="utf-8")
        referred = {part.partition(".schema.json")[0] for part in text.split('"$ref": "')[1:] if part[0] != "#"}
        assert referred <= set(scenario.SCHEMAS)


def test_a_file_with_a_fault_names_its_place_every_time(folder: Path) -> None:
    scenario.load_folder(folder)
    (folder / "a" / "a.hearts.yaml").write_text(SOUND.replace("opens: 0", "opens: 9"), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(DataError) as caught:
            scenario.load_folder(folder)
        assert (caught.value.path.name, caught.value.line, caught.value.keys[-1]) == ("a.hearts.yaml", 6, "opens")


def test_a_remembered_case_knows_its_lines(folder: Path) -> None:
    for _ in range(2):
        (case, *_) = scenario.load_folder(folder)[0].cases
        assert case.error(("cases", "one", "steps"), "no").line == 5


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_memory_of_scenarios_is_made_anew(folder: Path, damage: Callable[[Path], None]) -> None:
    read = said(scenario.load_folder(folder))
    damage(scenario.MEMORY.path)
    assert said(scenario.load_folder(folder)) == read
    assert said(scenario.load_folder(folder)) == read


def near(ids: list[str]) -> st.SearchStrategy[str]:
    """Draw patterns that lie near some ids: the beginning of one, and perhaps more."""
    begun = st.sampled_from(ids).flatmap(lambda name: st.integers(0, len(name)).map(lambda end: name[:end]))
    return st.builds(str.__add__, begun, st.sampled_from(["", "/", "*", "/*", "?", "[a-z]*", ".hearts.yaml", "x"]))


IDS = [case.id for case in scenario.cases(OUR_SCENARIOS)]


@given(pattern=near(IDS))
def test_no_case_that_a_pattern_picks_is_left_packed(pattern: str) -> None:
    found = [case.id for case in scenario.cases(OUR_SCENARIOS, pattern)]
    assert found == [name for name in IDS if scenario.matches(name, pattern)]


def test_scenarios_that_a_pattern_cannot_pick_stay_packed(folder: Path) -> None:
    scenario.load_folder(folder)
    remembered = scenario.load_folder(folder)
    assert [case.id for case in scenario.cases(remembered, "b/b/*")] == ["b/b/one"]
    assert ["content" in vars(one) for one in remembered] == [False, True]
