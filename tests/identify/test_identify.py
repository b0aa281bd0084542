"""What is found out is what was put in: every sheet, single values, and an implementation that nobody here wrote."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hearts_conformance import session
from hearts_conformance.cli import main
from hearts_conformance.draw import plain
from hearts_conformance.identify import Identification, Misreading, identify
from hearts_conformance.identify.axes import alike
from hearts_conformance.identify.telling import MOST, lines
from hearts_conformance.implementation import ABSENT, Description, Observation
from hearts_conformance.mutants.catalogue import pick
from hearts_conformance.mutants.mutant import Mutant
from hearts_conformance.reference_target import Reference
from hearts_reference import READINGS
from hearts_spec import schemas, sheets
from hearts_spec.rules import Rules

PAIRS = [(name, players) for name in sheets.ids() for players in sheets.load(name).players]


def found(implementation: Reference, sheet: str = "qdan", players: int = 4) -> Identification:
    start = sheets.load(sheet).resolve(players)
    return identify(implementation, implementation.describe(), start, sheet, session.load_scenarios())


def playing(options: Mapping[str, Any], sheet: str = "qdan", players: int = 4) -> Reference:
    """Return an implementation that plays a sheet with some options changed, whatever it is told."""
    rules = sheets.load(sheet).resolve(players, options)
    return Reference(transform=lambda _: rules)


@pytest.mark.parametrize(("sheet", "players"), PAIRS, ids=lambda each: str(each))
def test_the_reference_is_found_to_play_the_sheet_it_is_started_by_and_no_other(sheet: str, players: int) -> None:
    result = found(Reference(), sheet, players)
    options = sheets.load(sheet).resolve(players).options
    same = [
        name
        for name in sheets.ids()
        if players in sheets.load(name).players and alike(options, sheets.load(name).resolve(players).options)
    ]
    assert list(result.sheets) == same
    assert {axis: known.candidates[0] for axis, known in result.axes.items()} == {
        axis: value for axis, value in options.items() if axis != "players"
    }
    assert not result.unexplained


@pytest.mark.parametrize(
    ("axis", "value"),
    [
        ("pass.cycle", ["right"]),
        ("first-trick.banned", ["queen"]),
        ("hearts.lead", "any-time"),
        ("value.card", {"QS": 13, "KS": 10, "AS": 7}),
        ("moon.mode", "subtract"),
        ("match.tie", "shared"),
    ],
    ids=str,
)
def test_one_value_that_is_not_as_told_is_named(axis: str, value: Any) -> None:
    result = found(playing({axis: value}))
    assert result.axes[axis].candidates == (value,)
    assert not result.unexplained


def test_a_game_that_plays_another_sheet_than_it_is_told_is_found_to_play_that_one() -> None:
    assert found(playing({}, "black-maria", 3), "qdan", 3).sheets == ("black-maria",)


def test_a_rule_that_is_read_otherwise_is_named_where_the_option_that_comes_near_does_not_explain_all() -> None:
    result = found(Reference(READINGS | {"first-trick.no-queen": lambda cards, at: cards}))
    assert result.misreadings[0].mutant == "first-trick.no-queen/ignored"
    assert result.axes["first-trick.banned"].candidates == (["hearts"], ["hearts", "queen"])


class Taciturn(Reference):
    """Tells whose turn it is and what is legal, and nothing else; it does not pass."""

    def __init__(self) -> None:
        super().__init__(transform=lambda rules: Rules.from_options({**rules.options, "pass.cycle": ["hold"]}))

    def describe(self) -> Description:
        return replace(super().describe(), can=frozenset({"legal"}))

    def observe(self) -> Observation:
        seen = super().observe()
        return Observation(turn=seen.turn, legal=seen.legal)


def test_what_cannot_be_seen_stays_open_and_what_can_is_settled() -> None:
    result = found(Taciturn(), "cohen")
    assert result.axes["hearts.lead"].candidates == ("after-heart-or-queen",)
    assert set(result.axes["moon.mode"].candidates) == {"choice", "add", "none", "subtract", "auto"}
    assert result.axes["match.limit"].open == "match is not declared"
    assert "cohen" in result.sheets
    assert "qdan" not in result.sheets


class Peculiar(Reference):
    """Never tells that hearts are unbroken, which no option explains."""

    def observe(self) -> Observation:
        return replace(super().observe(), broken=True, captured=ABSENT)


def test_a_peculiarity_of_its_own_does_not_hide_the_options() -> None:
    result = found(Peculiar(), "open-first-trick")
    assert result.axes["first-trick.banned"].candidates == ([],)
    assert result.axes["hearts.lead"].candidates[0] == "after-heart"
    assert {"broken"} == {fact for facts in result.unexplained.values() for fact in facts}
    assert result.misreadings == ()


def by_id(name: str) -> Mutant:
    (mutant,) = pick(named=[name])
    return mutant


def misreading(name: str, options: Mapping[str, Any]) -> Reference:
    """Return an implementation that misreads a rule, and plays some options otherwise whatever it is told."""
    rules = sheets.load("qdan").resolve(4, options)
    return Reference(READINGS | by_id(name).readings, lambda _: rules)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("play.follow-suit/or-heart", {}),
        ("pass.own-distinct/repeated", {"hearts.lead": "any-time"}),
    ],
    ids=str,
)
def test_what_no_option_explains_is_told_as_the_rule_that_is_misread(name: str, options: Mapping[str, Any]) -> None:
    result = found(misreading(name, options))
    told = by_id(name)
    assert [(each.mutant, each.rule, each.misreading) for each in result.misreadings] == [
        (name, told.rule, told.misreading)
    ]
    assert result.unexplained
    expected = sheets.load("qdan").resolve(4, options).options
    assert all(expected[axis] in axis_found.candidates for axis, axis_found in result.axes.items())


def test_misreadings_of_a_rule_that_no_case_seen_decides_are_all_named() -> None:
    result = found(misreading("kitty.visibility/once-taken", {}))  # where there is no kitty
    assert {"kitty.visibility/once-taken", "kitty.visibility/never"} <= {each.mutant for each in result.misreadings}


def test_a_misreading_is_named_first_and_in_words(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    assert main(["identify", "test_identify:OnlyWholeMoons", "--report", f"json={path}"]) == 1
    told = capsys.readouterr().out
    assert "like qdan, but for one rule that is read otherwise" in told
    assert "read as  the shooter has to win every trick" in told
    written = json.loads(path.read_text(encoding="utf-8"))
    assert schemas.problems(written, "identify") == []
    assert written["misreadings"] == [
        {
            "rule": "moon.tricks-irrelevant",
            "mutant": "moon.tricks-irrelevant/all-tricks",
            "misreading": "the shooter has to win every trick",
        }
    ]


def test_several_misreadings_of_a_rule_are_told_below_it_and_counted() -> None:
    ways = tuple(Misreading(each.rule, each.id, each.misreading) for each in pick(["moon.fourteen"]))
    result = Identification("game:Game", "Game", "1", 4, "qdan", {}, ("qdan",), (), 9, {"moon/a/b": ("totals",)}, ways)
    told = plain(lines(result)).splitlines()
    assert f"each of {len(ways)} misreadings of a rule explains all that was seen; the likeliest first" in told
    assert told.count("  moon.fourteen") == 1
    assert sum("read as" in line for line in told) == MOST < len(ways)
    assert f"  and {len(ways) - MOST} more; --format json has them all" in told


class OnlyWholeMoons(Reference):
    """Takes only who wins every trick to have shot the moon."""

    def __init__(self) -> None:
        super().__init__(READINGS | by_id("moon.tricks-irrelevant/all-tricks").readings)


def test_openspiel_as_it_comes_lets_the_queen_break_hearts() -> None:
    pytest.importorskip("pyspiel")
    from hearts_implementations.openspiel import OpenSpielDefault

    result = found(OpenSpielDefault())
    settled = {name: known.candidates[0] for name, known in result.axes.items() if not known.open}
    expected = {
        "hearts.lead": "after-heart-or-queen",
        "hearts.lead-release": "only-hearts",
        "first-trick.banned": ["hearts", "queen"],
        "open.card": "that-card",
        "bonus.card": "none",
        "value.heart": "one",
    }
    assert {axis: settled[axis] for axis in expected} == expected
    assert result.axes["moon.mode"].candidates[0] == "add"
    assert not result.sheets
    assert not result.unexplained


def test_the_command_prints_writes_and_exits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "found.json"
    assert main(["identify", "reference", "--sheet", "no-pass", "--report", f"json={path}"]) == 0
    assert "like no-pass" in capsys.readouterr().out
    written = json.loads(path.read_text(encoding="utf-8"))
    assert schemas.problems(written, "identify") == []
    assert written["sheets"] == ["no-pass"]
    assert written["axes"]["pass.cycle"] == [["hold"]]


def test_rules_of_a_target_that_takes_no_deal_are_not_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["identify", "test_identify:Unwilling"]) == 2
    assert "takes no deal" in capsys.readouterr().err


class Unwilling(Reference):
    """Cannot deal."""

    def deal(self, deal: Any) -> None:
        raise RuntimeError("no cards today")


def test_every_candidate_is_a_value_of_its_axis() -> None:
    from hearts_conformance.identify.axes import values
    from hearts_spec.rules import takes

    assert all(takes(axis, value) for players in range(3, 8) for axis, of in values(players).items() for value in of)
    assert Rules.from_options({"players": 4})
