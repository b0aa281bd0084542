"""Builds of the examples, each made once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from example_games import Built, Example, built, need


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Built]:
    """Build an example in a copy of its folder; each one once, with its mistake or mended."""
    done: dict[tuple[str, bool], Built] = {}

    def one(example: Example, *, mended: bool = False) -> Built:
        need(*example.tools)
        key = example.folder, mended
        if key not in done:
            done[key] = built(example, tmp_path_factory.mktemp(example.folder), mended)
        return done[key]

    return one
