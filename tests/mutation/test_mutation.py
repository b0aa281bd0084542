"""The mechanical mutants of the engine: what they change, and what is listed of them."""

from __future__ import annotations

import ast
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks" / "mutation"
SOURCE = '''
def first(cards, limit=1):
    """Return something."""
    if cards and not limit:
        raise BadInput("a text")
    return min(cards) + limit if limit < 2 else cards[0:]
'''


@pytest.fixture
def campaign(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(FOLDER))
    found = importlib.util.spec_from_file_location("campaign", FOLDER / "__main__.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["campaign"] = module
    found.loader.exec_module(module)
    yield module
    for name in ("campaign", "operators", "judging"):
        sys.modules.pop(name, None)


def test_operators_reach_conditions_numbers_calls_and_statements(campaign: ModuleType) -> None:
    changes = {site.change for site in campaign.operators.sites(ast.parse(SOURCE))}
    assert {
        "cards and (not limit) -> cards or not limit",
        "not limit -> limit",
        "limit < 2 -> limit <= 2",
        "1 -> 0",
        "min -> max",
        "min(cards) -> cards",
        "min(cards) + limit -> min(cards) - limit",
        "0: -> :",
        "raise BadInput('a text') -> nothing",
    } <= changes


def test_texts_for_people_are_left_alone(campaign: ModuleType) -> None:
    changes = [site.change for site in campaign.operators.sites(ast.parse(SOURCE))]
    assert not [each for each in changes if "?" in each or "something" in each]


def test_every_change_compiles_and_is_a_change(campaign: ModuleType) -> None:
    original = ast.dump(ast.parse(SOURCE))
    for index in range(len(campaign.operators.sites(ast.parse(SOURCE)))):
        tree = ast.parse(SOURCE)
        site = campaign.operators.sites(tree)[index]
        site.swap(site.after)
        compile(ast.fix_missing_locations(tree), "changed", "exec")
        assert ast.dump(tree) != original


def test_what_is_listed_can_be_found_in_the_engine(campaign: ModuleType) -> None:
    known = campaign.Known.load(campaign.SURVIVORS)
    every = list(campaign.mutants(campaign.MODULES))
    assert known.survivors <= {each.name for each in every}
    assert known.outside <= {each.place for each in every}
