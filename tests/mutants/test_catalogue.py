"""The catalogue: large, plain to read, and each mutant one misreading of one rule."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from hearts_conformance.mutants import catalogue
from hearts_conformance.mutants.mutant import Mutant, named, settled
from hearts_reference import READINGS
from hearts_spec import sheets, texts
from hearts_spec.rules import Rules

ALL = catalogue.catalogue()


def test_there_are_hundreds_of_mutants() -> None:
    assert len(ALL) >= 300


def test_no_two_mutants_share_an_id() -> None:
    assert [name for name, times in Counter(each.id for each in ALL).items() if times > 1] == []


def test_every_id_is_its_rule_and_a_plain_name() -> None:
    for mutant in ALL:
        rule, slash, name = mutant.id.partition("/")
        assert (rule, slash) == (mutant.rule, "/")
        assert re.fullmatch(r"[a-z0-9-]+", name), mutant.id


def test_every_mutant_misreads_a_rule_that_there_is_and_says_how() -> None:
    rules = texts.catalogue().rules
    for mutant in ALL:
        assert mutant.rule in rules
        assert len(mutant.misreading.split()) > 1, mutant.id
        assert not mutant.misreading.endswith("."), mutant.id


def test_every_mutant_changes_one_reading_or_the_rules_and_nothing_else() -> None:
    for mutant in ALL:
        assert (len(mutant.readings), mutant.transform is not None) in ((1, False), (0, True)), mutant.id
        assert mutant.readings.keys() <= READINGS.keys()
        assert all(READINGS[rule] is not reading for rule, reading in mutant.readings.items())


def test_every_rule_that_has_a_reading_is_misread() -> None:
    assert {each.rule for each in ALL} >= READINGS.keys()


def test_what_makes_no_difference_carries_a_proof() -> None:
    proofs = [each.equivalent for each in ALL if each.equivalent is not None]
    assert proofs
    assert all(proof.endswith(".") for proof in proofs)


def test_mutants_are_picked_by_rule_and_by_id() -> None:
    assert {each.rule for each in catalogue.pick(["moon.*"])} == {each.rule for each in ALL if "moon." in each.rule}
    assert [each.id for each in catalogue.pick(["moon.*"], ["*/shared"])] == ["moon.add/shared"]
    assert catalogue.pick(["no-such-rule"]) == []


def test_rules_come_in_reading_order() -> None:
    chosen = catalogue.pick(["moon.add", "turn.clockwise", "deck.*"])
    assert catalogue.rules(chosen)[-2:] == ["turn.clockwise", "moon.add"]


def test_a_mutant_is_an_implementation_that_says_what_the_reference_says() -> None:
    (mutant,) = catalogue.pick([], ["turn.clockwise/right"])
    assert mutant.target().describe() == Mutant("x/y", "x", "z").target().describe()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_change_of_rules_makes_rules_again_and_leaves_those_given_alone(players: int) -> None:
    for name in sheets.ids():
        if players not in sheets.load(name).players:
            continue
        rules = sheets.load(name).resolve(players)
        before = rules.to_json()
        for mutant in ALL:
            if mutant.transform is not None:
                assert isinstance(mutant.transform(rules), Rules)
        assert rules.to_json() == before


def test_an_option_is_taken_for_another_only_where_it_is_set() -> None:
    change = settled({"moon.mode": "add"}, {"moon.mode": "none"})
    adds, subtracts = (Rules.from_options({"players": 4, "moon.mode": mode}) for mode in ("add", "subtract"))
    assert change(adds).moon == "none"
    assert change(subtracts) is subtracts


def test_an_option_that_cannot_stand_with_the_others_is_left_as_it_is() -> None:
    rules = Rules.from_options({"players": 4})
    assert settled({"moon.needs": "penalties"}, {"moon.needs": "penalties-and-bonus"})(rules) is rules


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("add", "a=add"),
        (["left", "hold"], "a=left hold"),
        ((), "a="),
        ({"QS": 13, "KS": 5}, "a=QS:13 KS:5"),
        (3, "a=3"),
    ],
)
def test_options_are_named_by_axis_and_value(value: object, text: str) -> None:
    assert named("a", value) == text
