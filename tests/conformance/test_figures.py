"""The figures that the README gives are those of the corpus."""

from __future__ import annotations

from pathlib import Path

import pytest

from hearts_conformance import runner, scenario
from hearts_spec import sheets

README = " ".join((Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8").split())


@pytest.fixture(scope="module")
def runs() -> dict[str, list[str]]:
    """Return by sheet the ids of the cases that run, each once for each number of players."""
    cases = scenario.load_folder()
    return {sheet: [run.id for run in runner.plan(cases, [sheets.load(sheet)])] for sheet in sheets.ids()}


def test_the_readme_counts_cases_positions_and_runs(runs: dict[str, list[str]]) -> None:
    files = scenario.load_folder()
    cases = sum(len(each.cases) for each in files)
    assert f"{cases} cases about {len(files)} positions" in README
    assert f"{sum(map(len, runs.values())):,} runs over all fourteen sheets" in README


def test_the_readme_says_how_many_cases_each_sheet_runs(runs: dict[str, list[str]]) -> None:
    told = ", ".join(f"{sheet} {len(set(ids))} ({len(ids)})" for sheet, ids in runs.items())
    assert f"(runs in brackets): {told}." in README
