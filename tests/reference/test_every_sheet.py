"""The properties of a table hold under each named sheet, at each number of players it allows."""

from __future__ import annotations

import pytest
import test_properties as properties
from deals import Shuffler, move, seen
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test

from hearts_reference import Match
from hearts_spec import sheets

NAMED = [(name, players) for name in sheets.ids() for players in sheets.load(name).players]


def test_all_fourteen_sheets_are_here():
    assert len({name for name, _ in NAMED}) == 14


@pytest.mark.parametrize(("name", "players"), NAMED)
def test_whatever_is_done_at_the_table_the_properties_hold(name, players):
    rules = sheets.load(name).resolve(players)

    class Table(properties.Table):
        @initialize(start=st.integers(0, 2**32))
        def sit_down(self, start):
            self.match = Match(rules, dealer=start % players)
            self.shuffler = Shuffler(start)
            self.past = []

    run_state_machine_as_test(
        Table,
        settings=settings(
            max_examples=5, stateful_step_count=20, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )


@pytest.mark.parametrize(("name", "players"), NAMED)
def test_replaying_a_whole_match_gives_the_same_state_after_each_action(name, players):
    rules = sheets.load(name).resolve(players)
    match, again = Match(rules, dealer=0), Match(rules, dealer=0)
    shuffler, same = Shuffler(players), Shuffler(players)
    while not match.over:
        move(match, shuffler)
        move(again, same)
        assert seen(match) == seen(again)
        if match.round_points is not None and match.phase in ("deal", "over"):
            bonus = rules.bonus_value if rules.bonus else 0
            moons = {rules.moon_amount * (players - 1), -rules.moon_amount} if rules.moon != "none" else set()
            assert sum(match.round_points) - bonus in {rules.points(rules.pack), *moons}
