from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from hearts_conformance import prove, scenario
from hearts_conformance.scenario import Scenario
from hearts_spec.data import DataError
from hearts_spec.rules import OptionError, Rules

Write = Callable[..., Scenario]


def case(when: str, steps: str = '[{legal: "all but QS"}]', hands: str = '{1: "S Q2 / C -"}') -> str:
    return (
        f"title: t\nplayers: 4\nhands: {hands}\nbefore: [{{opens: 0}}]\ncases:\n  one:\n"
        f"    decides: [first-trick.no-queen]\n    when: {when}\n    steps: {steps}\n"
    )


@pytest.mark.parametrize("one", scenario.load_folder(), ids=lambda one: one.id)
def test_every_scenario_is_sound(one: Scenario) -> None:
    assert prove.shortly(prove.prove(one)) == []


def test_a_when_just_wide_enough_is_sound(write: Write) -> None:
    assert prove.prove(write(case("{first-trick.banned: [queen]}"))) == []


def test_a_when_too_wide_shows(write: Write) -> None:
    objections = prove.prove(write(case("{first-trick.banned: queen}")))
    assert objections
    assert "deviates: of the cards of seat 1" in str(objections[0])


def test_a_case_that_applies_nowhere_shows(write: Write) -> None:
    (objection,) = prove.prove(write(case("{open.card: any, open.leader: lowest-club}")))
    assert objection.sentence == "it applies nowhere"


def test_a_position_that_a_usual_pack_cannot_hold_shows(write: Write) -> None:
    objections = prove.prove(write(case("{first-trick.banned: [queen]}", hands='{1: "S Q2 / C - / D - / H 2"}')))
    assert "cannot be filled" in objections[0].sentence


def test_a_case_that_makes_no_sense_is_refused(write: Write) -> None:
    with pytest.raises(DataError, match="needs QS, but its hand is written without it"):
        prove.prove(write(case("{first-trick.banned: [queen]}", steps="[{legal: QS, seat: 1}]", hands='{1: "S 2"}')))


def test_objections_that_say_the_same_are_told_once() -> None:
    alike = [prove.Objection("a/b/c", players, "qdan", "it is wrong") for players in (3, 4, 5)]
    assert prove.shortly(alike) == ["a/b/c with 3 players under qdan: it is wrong (and in 2 more settings)"]


def test_drawn_options_meet_the_condition_and_hold_every_pair() -> None:
    when = {"hearts.lead": {"not": "any-time"}}
    drawn = prove.draw(when, 4, {})
    assert all(options["hearts.lead"] != "any-time" for options in drawn)
    sound = []
    for options in drawn:
        try:
            sound.append(Rules.from_options(options).options)
        except OptionError:
            continue
    for first, second in combinations(("hearts.lead", "moon.mode", "open.leader", "pass.count"), 2):
        pairs = {(options[first], options[second]) for options in sound}
        wanted = len({options[first] for options in sound}) * len({options[second] for options in sound})
        assert len(pairs) == wanted
    assert len(drawn) < 60


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("elsewhere.hearts.yaml", case("{}"), "this file does not stand below "),
        ("bad.hearts.yaml", "title: [", "this is not YAML"),
        ("missing.hearts.yaml", None, "there is no such file"),
        (".", None, "this is a folder, not a file"),
    ],
)
def test_a_file_that_cannot_be_proved_is_one_sentence(tmp_path, capsys, name, text, told) -> None:
    if text is not None:
        (tmp_path / name).write_text(text)
    assert prove.main([str(tmp_path / name)]) == 2
    said = capsys.readouterr()
    assert told in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_a_scenario_file_of_ours_is_proved_by_its_path(capsys) -> None:
    assert prove.main([str(scenario.load_folder()[0].path)]) == 0
    assert capsys.readouterr().out.endswith(": sound\n")
