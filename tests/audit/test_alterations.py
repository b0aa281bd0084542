"""Audit finds every alteration of a record that the slow rules call illegal, and none that they call legal."""

from __future__ import annotations

import json
from functools import cache

import pytest
from alterations import ALTERATIONS, altered, sound

from hearts_conformance import audit
from hearts_conformance.fuzz.draw import Draw
from hearts_conformance.fuzz.findings import Setting
from hearts_conformance.record import Recorder, line
from hearts_conformance.reference_target import Reference
from hearts_spec import sheets

SETTINGS = [Setting(name, count) for name in sheets.ids() for count in sheets.load(name).players]
EACH = 60


@cache
def records():
    """Sound records, one of each sheet and number of players."""
    target = Reference()
    made = []
    for number, each in enumerate(SETTINGS):
        recorder = Recorder(target, target.describe(), each.rules, each.head())
        made.append(json.loads(line(recorder.game(Draw("test", number), number, 2))))
    return made


def fault_of(record):
    return audit.judge(audit.parsed(line(record)), record["id"])


def test_nothing_is_found_in_games_as_the_reference_plays_them():
    for record in records():
        assert sound(record)
        assert fault_of(record) is None


@pytest.mark.parametrize("kind", ALTERATIONS)
def test_just_the_alterations_that_break_a_rule_are_found(kind):
    draw, legal = Draw("alter", kind), 0
    for number in range(EACH):
        record = altered(records()[number % len(SETTINGS)], kind, draw)
        fault, legally = fault_of(record), sound(record)
        assert (fault is None) == legally, (number, fault)
        legal += legally
    assert legal < EACH
