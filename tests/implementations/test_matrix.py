"""The matrix of implementations: as its schema says, and the same in its table and the README."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hearts_conformance import known
from hearts_conformance.targets import find
from hearts_spec import data

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made() -> ModuleType:
    """Return the script that makes the matrix."""
    spec = importlib.util.spec_from_file_location("matrix", ROOT / "benchmarks" / "matrix.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["matrix"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def matrix(made: ModuleType) -> Any:
    return data.load(made.MATRIX, "matrix").value


def test_table_and_readme_say_what_the_matrix_says(made: ModuleType, matrix: Any) -> None:
    table = made.table(matrix)
    begin, end = made.MARKERS
    assert made.TABLE.read_text(encoding="utf-8") == f"{table}\n{made.reasons(matrix)}"
    assert f"{begin}\n{table}{end}\n" in made.README.read_text(encoding="utf-8")


def test_every_implementation_is_there(made: ModuleType, matrix: Any) -> None:
    assert [each["target"] for each in matrix["implementations"]] == [each.target for each in made.IMPLEMENTATIONS]


def test_counts_agree(made: ModuleType, matrix: Any) -> None:
    for each in matrix["implementations"]:
        assert sum(each["counts"].values()) == sum(sum(counts.values()) for counts in each["chapters"].values())
        assert each["rules"] == made.broken(each["deviations"])
        assert bool(each["deviations"]) == any(each["counts"].get(kind) for kind in made.FAULTS)


def test_every_deviation_has_the_reason_that_its_list_gives(made: ModuleType, matrix: Any) -> None:
    for each in matrix["implementations"]:
        file = find(each["target"]).shipped_known
        reasons = {entry.reason for entry in known.load(file).entries} if file else set()
        assert {deviation["reason"] for deviation in each["deviations"]} == reasons


def case(name: str, verdict: str, rules: list[str], **more: Any) -> dict[str, Any]:
    return {"id": name, "verdict": verdict, "rules": rules, "rerun": f"heartspec verify x --scenario {name}", **more}


def test_a_case_stands_under_the_rule_that_covers_it(
    made: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "ROOT", tmp_path)
    entries = [{"rule": "moon.add", "reason": "No moon."}, {"case": "score/x/y", "reason": "Rounds."}]
    (tmp_path / "x.yaml").write_text(json.dumps({"known": entries}), encoding="utf-8")
    cases = [
        case("moon/x/a", "known", ["moon.fourteen", "moon.add"], reason="No moon."),
        case("moon/x/b", "known", ["moon.add"], reason="No moon.", link="https://example.org"),
        case("score/x/y", "known", ["score.heart", "moon.add"], reason="Rounds."),
        case("play/x/z", "crash", ["play.follow-suit"]),
        case("play/x/ok", "conforms", ["play.follow-suit"]),
    ]
    found = made.deviations({"known": {"file": "x.yaml"}, "cases": cases})
    assert [(each["rule"], each["cases"], each["reason"]) for each in found] == [
        ("moon.add", ["moon/x/a", "moon/x/b"], "No moon."),
        ("score.heart", ["score/x/y"], "Rounds."),
        ("play.follow-suit", ["play/x/z"], ""),
    ]


def test_a_case_that_is_cut_short_speaks_against_no_rule(made: ModuleType) -> None:
    moved, listed = [{"what": "accept"}], [{"what": "accept"}, {"what": "legal"}]
    cases = [
        case("deal/x/a", "deviates", ["deal.dealer-rotates"], differences=moved),
        case("queen/x/a", "deviates", ["queen.lead-free"], differences=moved),
        case("queen/x/b", "deviates", ["queen.lead-free"], differences=listed),
        case("play/x/z", "crash", ["play.follow-suit"], differences=[]),
    ]
    found = made.deviations({"cases": cases})
    assert [(each["rule"], each["cut-short"]) for each in found] == [
        ("deal.dealer-rotates", True),
        ("queen.lead-free", False),
        ("play.follow-suit", False),
    ]
    assert made.broken(found) == ["queen.lead-free", "play.follow-suit"]


def test_what_behaves_as_no_sheet_is_told_by_the_nearest(made: ModuleType) -> None:
    differences = {
        "moon.mode": {"sheet": "add", "seen": "none"},
        "first-trick.banned": {"sheet": ["queen"], "seen": []},
    }
    found = {"sheets": [], "nearest": [{"sheet": "qdan", "differences": differences}]}
    assert made._behaves(found) == "qdan, but `moon.mode` none, `first-trick.banned` []"
    assert made._behaves({"sheets": ["qdan", "cohen"]}) == "qdan, cohen"
