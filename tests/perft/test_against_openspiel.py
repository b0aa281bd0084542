"""A sample of what ``benchmarks/perft_openspiel.py`` counts with another engine."""

from __future__ import annotations

import importlib.util
import os
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

if not os.environ.get("CI") and importlib.util.find_spec("pyspiel") is None:
    pytest.skip('OpenSpiel is not installed (pip install "heartspec[openspiel]")', allow_module_level=True)

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import perft_openspiel

TABLES = perft_openspiel.combinations()
ENOUGH = 60


def test_there_are_all_combinations_that_it_plays():
    assert len({tuple(sorted(map(str, rules.options.items()))) for rules in TABLES}) == 48


@pytest.mark.parametrize("rules", TABLES[::5], ids=lambda rules: rules.options["hearts.lead"])
def test_both_count_the_same_from_our_positions(rules):
    met = perft_openspiel.Met()
    for _, start in perft_openspiel.fixed_starts([rules]):
        assert perft_openspiel.compare(rules, start, met, ENOUGH) is None
    assert met.positions > 15
    assert met.to_the_end


def test_both_count_the_same_from_random_positions():
    met = perft_openspiel.Met()
    for rules, start in perft_openspiel.random_starts(TABLES, Random(3)):
        assert perft_openspiel.compare(rules, start, met, ENOUGH) is None
        if met.positions == 60:
            break


def test_a_difference_is_walked_to_and_told(monkeypatch):
    """OpenSpiel by its default parameters, in which the queen of spades breaks hearts."""
    monkeypatch.setattr(perft_openspiel, "parameters", lambda options: {})
    rules = next(each for each in TABLES if each.options["hearts.lead"] == "after-heart" and each.bonus == 0)
    starts = perft_openspiel.fixed_starts([replace(rules)])
    parting = next(
        found for _, start in starts if (found := perft_openspiel.compare(rules, start, perft_openspiel.Met(), 500))
    )
    told = perft_openspiel.told(rules, parting)
    assert "hearts.lead: after-heart\n" in told
    assert "may be played by OpenSpiel only" in told
