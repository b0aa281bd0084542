"""Pages made from results: of implementations, of mutants, of counts."""

from __future__ import annotations

import json
import re

import pytest

from hearts_site import routes
from hearts_site.chapters import results, rules
from hearts_site.words import Words

MATRIX = {
    "format": "heartspec-matrix/1",
    "date": "2026-01-31",
    "suite": {"version": "1.0"},
    "implementations": [
        {
            "name": "Mygame",
            "version": "3",
            "target": "mygame",
            "url": "https://example.org/mygame",
            "sheets": ["qdan"],
            "players": [4],
            "counts": {"conforms": 7, "known": 1, "deviates": 1, "unobserved": 2, "unsupported": 3},
            "chapters": {"hearts": {"conforms": 4, "deviates": 2}},
            "rules": ["hearts.queen-keeps"],
            "deviations": [
                {
                    "rule": "hearts.queen-keeps",
                    "cases": ["hearts/break/queen-keeps"],
                    "reason": "The queen breaks hearts <there>.",
                    "rerun": "heartspec verify mygame",
                }
            ],
            "behaves-as": {
                "sheets": [],
                "nearest": [
                    {"sheet": "cohen", "differences": {"moon.mode": {"sheet": "choice", "seen": "add"}}},
                ],
            },
        }
    ],
}
MUTANTS = {
    "format": "heartspec-mutants/1",
    "suite": {"version": "1.0"},
    "counts": {"killed": 1, "weak": 0, "survived": 0, "equivalent": 1},
    "mutants": [
        {
            "id": "hearts.queen-keeps/breaks",
            "rule": "hearts.queen-keeps",
            "misreading": "The queen of spades breaks hearts.",
            "verdict": "killed",
            "killed-by": ["hearts/break/queen-keeps"],
        },
        {
            "id": "hearts.break/not-following",
            "rule": "hearts.break",
            "misreading": "A heart that follows breaks nothing.",
            "verdict": "equivalent",
            "killed-by": [],
            "proof": "A heart follows suit only where a heart <was> led.",
        },
    ],
    "unbacked": [],
}
TRANSLATED = """\
hearts.queen-keeps/breaks: {misreading: Ratu sekop <membuka> hati., seal: unsealed}
hearts.break/not-following:
  misreading: Hati yang mengikuti jenis tidak membuka apa-apa.
  equivalent: Hati mengikuti jenis hanya kalau hati dibuka.
  seal: unsealed
"""


@pytest.fixture
def left(tmp_path, monkeypatch):
    """A folder of results in place of ours."""
    monkeypatch.setattr(results, "home", lambda: tmp_path)
    results.result.cache_clear()
    yield tmp_path
    results.result.cache_clear()


def test_a_result_that_was_not_made_has_no_page(left, told):
    assert [path for path, _ in results.pages(told, Words("en"))] == [routes.PERFT]


def test_an_implementation_is_told_of_with_what_it_breaks(left, told):
    (left / "matrix.json").write_text(json.dumps(MATRIX), encoding="utf-8")
    text = dict(results.pages(told, Words("fil")))[routes.MATRIX]
    fil = Words("fil").texts
    assert '<a href="https://example.org/mygame">' in text
    assert re.findall(r'<td data-column="[^"]+">(\d)</td>', text) == ["7", "2", "2", "3"]
    assert fil.rule("hearts.queen-keeps") in text
    assert 'href="../scenarios/hearts/break/#queen-keeps"' in text
    assert '<span lang="en">The queen breaks hearts &lt;there&gt;.</span>' in text
    assert f"{fil.option('moon.mode').title}: {fil.value('moon.mode', 'add')}" in text
    assert "4 · <strong class='hs-against'>2</strong>" in text


def test_a_rule_says_who_gets_it_wrong_and_how_it_is_misread(left, told):
    (left / "matrix.json").write_text(json.dumps(MATRIX), encoding="utf-8")
    (left / "mutants.json").write_text(json.dumps(MUTANTS), encoding="utf-8")
    page = dict(rules.pages(told, Words("en")))[routes.rule("hearts.queen-keeps").path]
    assert '<a href="../../results/#mygame">Mygame 3</a>: The queen breaks hearts &lt;there&gt;.' in page
    assert "<li>The queen of spades breaks hearts.</li>" in page


def test_a_misreading_is_told_in_the_language_of_the_page(left, told, translations):
    (left / "mutants.json").write_text(json.dumps(MUTANTS), encoding="utf-8")
    translations("id", "misreadings", TRANSLATED)
    rule = dict(rules.pages(told, Words("id")))[routes.rule("hearts.queen-keeps").path]
    assert "<li>Ratu sekop &lt;membuka&gt; hati.</li>" in rule
    text = dict(results.pages(told, Words("id")))[routes.MUTANTS]
    assert ">Ratu sekop &lt;membuka&gt; hati.</td>" in text
    assert ">Hati yang mengikuti jenis tidak membuka apa-apa.</td>" in text
    assert f">{Words('id')('mutants.equivalent')}<br>Hati mengikuti jenis hanya kalau hati dibuka.</td>" in text
    assert 'lang="en"' not in text


def test_every_mutant_is_listed_with_the_case_that_noticed_it(left, told, translations):
    (left / "mutants.json").write_text(json.dumps(MUTANTS), encoding="utf-8")
    translations("id", "misreadings", TRANSLATED.partition("\n")[0])
    text = dict(results.pages(told, Words("id")))[routes.MUTANTS]
    assert ">Ratu sekop &lt;membuka&gt; hati.</td>" in text
    assert '<span lang="en">A heart that follows breaks nothing.</span>' in text
    proof = '<span lang="en">A heart follows suit only where a heart &lt;was&gt; led.</span>'
    assert f"{Words('id')('mutants.equivalent')}<br>{proof}" in text
    assert 'href="../../scenarios/hearts/break/#queen-keeps"' in text
    assert f'<td data-column="{Words("id")("mutants.column-verdict")}">{Words("id")("mutants.killed")}</td>' in text


def test_every_count_of_every_sheet_is_told(told):
    text = dict(results.pages(told, Words("en")))[routes.PERFT]
    assert results.tables()
    for table in results.tables():
        assert f"{{ #{table['sheet']} }}" in text
        for players in table["players"].values():
            for position in players["positions"].values():
                assert " · ".join(map(str, position["counts"])) in text
