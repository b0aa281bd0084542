"""Implementations judged by the tables, the sound and the others."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from hearts_conformance import targets
from hearts_conformance.implementation import ABSENT, Description, Observation, Refused
from hearts_conformance.perft import judging
from hearts_conformance.reference_target import Reference
from hearts_conformance.session import NothingToJudge, Selection, Session
from hearts_conformance.verdict import Kind
from hearts_reference import READINGS, cardwise
from hearts_spec.data import DataError

ONE = Selection(sheets=("qdan",), players=(4,))


@cardwise
def every_card(cards, at):
    return cards


class Seen(Reference):
    """The reference, which shows and declares only some of what it can."""

    can = frozenset({"legal", "refuse"})
    shows = ("turn", "legal", "round_points")

    def __init__(self):
        super().__init__(transform=self.without_passing)

    def without_passing(self, rules):
        return rules if "passing" in self.can else replace(rules, pass_cycle=("hold",))

    def describe(self):
        return Description("double", "1", frozenset({4}), self.can, sheets=("qdan",))

    def observe(self):
        whole = super().observe()
        return Observation(**{name: getattr(whole, name) for name in self.shows})


def verdicts(implementation, selection=ONE):
    class Target(targets.Target):
        def open(self):
            return implementation

    session = Session(Target("double:Double"), selection)
    found, total = judging.judge_all(session)
    found = list(found)
    assert len(found) == total
    return {each.id.removeprefix("perft/"): each for each in found}


def deviating(found):
    return {name: each for name, each in found.items() if each.kind is not Kind.CONFORMS}


def test_the_reference_conforms_everywhere_with_any_number_of_players():
    found = verdicts(Reference(), Selection(sheets=("cohen", "reserve")))
    assert {each.kind for each in found.values()} == {Kind.CONFORMS}


@pytest.mark.parametrize(
    ("can", "shows"),
    [
        ({"legal"}, ("turn", "legal", "round_points")),
        ({"legal"}, ("legal",)),
        ({"refuse"}, ("turn",)),
        ({"refuse"}, ()),
        ({"legal", "refuse", "passing"}, ("turn", "legal", "captured")),
    ],
)
def test_little_need_be_declared_and_shown(can, shows):
    class Double(Seen):
        pass

    Double.can, Double.shows = frozenset(can), shows
    selection = Selection(sheets=("qdan",), players=(4,), cases=("perft/lead-*", "perft/first-trick-void"))
    assert not deviating(verdicts(Double(), selection))


def test_who_neither_lists_nor_refuses_is_not_judged():
    class Double(Seen):
        can = frozenset()

    assert Counter(each.kind for each in verdicts(Double()).values()) == {Kind.UNSUPPORTED: 21}


def test_a_kitty_is_dealt_to_nobody_who_did_not_declare_it():
    class Double(Seen):
        def describe(self):
            return Description("double", "1", frozenset({3}), self.can, options={})

    found = verdicts(Double(), Selection(sheets=("reserve",), players=(3,)))
    assert {(each.kind, each.detail) for each in found.values()} == {
        (Kind.UNSUPPORTED, "needs kitty, which is not declared")
    }


def test_a_deviation_names_the_rule_the_moves_and_both_counts():
    found = deviating(verdicts(Reference(READINGS | {"hearts.no-lead-unbroken": every_card})))
    verdict = found["lead-unbroken"]
    assert verdict.kind is Kind.DEVIATES
    assert verdict.detail == "there are 8 ways to play on for one card, but 12 are counted"
    assert verdict.first.what == "legal"
    assert verdict.first.rules == ("hearts.no-lead-unbroken",)
    assert set(verdict.first.seen) - set(verdict.first.expected) == {"2H", "3H", "5H", "KH"}
    assert verdict.first.history == ("0: 2C", "1: AC", "2: 6C", "3: 7C")
    assert verdict.first.position.turn == 1
    assert verdict.rerun.endswith("--perft --sheet qdan --players 4 --scenario perft/lead-unbroken")


def test_a_deviation_further_down_is_walked_to():
    found = deviating(verdicts(Reference(READINGS | {"trick.winner-leads": lambda winner, at: 0})))
    verdict = found["first-trick-one-plain"]
    assert verdict.first.what == "turn"
    assert len(verdict.first.history) == 4
    assert "it is the turn of seat" in verdict.first.sentence


def test_other_points_at_the_end_of_the_round_are_noticed():
    found = deviating(verdicts(Reference(READINGS | {"moon.add": lambda raw, shooter, worth: raw})))
    assert "moon-last-trick" in found
    assert "the points add up to" in found["moon-last-trick"].detail
    assert found["moon-last-trick"].first.what == "points"


def test_a_card_that_is_listed_and_then_refused_deviates():
    class Double(Seen):
        def play(self, seat, card):
            if card == "QS" and len(self.match.trick) == 0:
                raise Refused("queen.lead-free")
            super().play(seat, card)

    found = deviating(verdicts(Double()))
    assert found["lead-unbroken"].first.what == "accept"
    assert found["lead-unbroken"].detail == "seat 1 may play QS by its own list, but that is refused (queen.lead-free)"


def test_a_position_that_cannot_be_reached_deviates():
    class Double(Seen):
        def play(self, seat, card):
            raise Refused

    detail = verdicts(Double())["first-trick-void"].detail
    assert detail == "on the way to the position seat 0 plays 2C, which is refused"


@pytest.mark.parametrize("method", ["start", "deal", "play", "observe"])
def test_a_crash_costs_no_other_position_its_verdict(method):
    class Double(Seen):
        def crash(self, *arguments):
            raise ZeroDivisionError("oh")

    setattr(Double, method, Double.crash)
    found = verdicts(Double())
    assert len(found) == 21
    assert {(each.kind, each.detail) for each in found.values()} <= {
        (Kind.CRASH, f"{method}() raised ZeroDivisionError: oh"),
        (Kind.CONFORMS, ""),
    }
    assert found["lead-unbroken"].kind is Kind.CRASH


def test_nonsense_that_is_seen_is_a_protocol_fault():
    class Double(Seen):
        def observe(self):
            return Observation(turn="north", legal=ABSENT)

    assert {each.kind for each in verdicts(Double()).values()} == {Kind.PROTOCOL_FAULT}


def test_positions_are_chosen_by_id_and_by_the_rules_that_they_meet():
    assert [*verdicts(Reference(), Selection(sheets=("qdan",), players=(4,), cases=("perft/moon-*",)))] == [
        "moon-endgame",
        "moon-certain",
        "moon-last-trick",
    ]
    assert "lead-after-queen" in verdicts(Reference(), Selection(sheets=("qdan",), rules=("hearts.queen-*",)))


def test_what_chooses_nothing_is_told_of():
    with pytest.raises(NothingToJudge, match="no position of the tables is chosen"):
        verdicts(Reference(), Selection(sheets=("qdan",), cases=("first-trick/void",)))


def test_options_on_top_are_told_to_make_a_sheet():
    with pytest.raises(NothingToJudge, match="write a sheet with these options"):
        verdicts(Reference(), Selection(sheets=("qdan",), options={"match.limit": 50}))


def test_a_sheet_without_a_table_and_one_whose_options_have_changed_are_told_of(tmp_path):
    from hearts_conformance.perft import tables
    from hearts_spec import sheets

    path = tmp_path / "mine.yaml"
    path.write_text("title: Mine\nsummary: Mine.\nextends: qdan\nplayers: [3]\n")
    with pytest.raises(DataError, match=r"there is no table of mine yet; heartspec perft --sheet .*mine\.yaml --write"):
        verdicts(Reference(), Selection(sheets=(str(path),)))
    tables.make(sheets.load(path), [3]).write()
    assert not deviating(verdicts(Reference(), Selection(sheets=(str(path),))))
    path.write_text(path.read_text() + "options: {hearts.lead: any-time}\n")
    with pytest.raises(DataError, match=r"the counts were made before hearts\.lead changed in mine"):
        verdicts(Reference(), Selection(sheets=(str(path),)))


def test_a_program_is_judged_like_a_class(tmp_path):
    """The way to each place is one request; a program that has no replay goes it move by move."""
    import shlex
    import sys

    chosen = Selection(sheets=("qdan",), players=(4,), cases=("perft/lead-after-*", "perft/moon-last-trick"))
    command = shlex.join([sys.executable, "-m", "hearts_conformance", "serve", "reference"])
    session = Session(targets.find(None, command), chosen)
    try:
        found = list(judging.judge_all(session)[0])
    finally:
        session.close()
    assert [each.kind for each in found] == [Kind.CONFORMS] * 3
    assert all("--exec" in each.rerun for each in found)
