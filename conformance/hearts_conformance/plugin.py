"""The pytest plugin: ``pytest --heartspec TARGET`` judges an implementation, a case a test item.

Without ``--heartspec`` it does nothing and imports nothing.  With it, the built-in suite is collected whatever else
is, and so are files ``*.hearts.yaml`` below the folders that pytest collects from.  Items are named by case, sheet
and number of players, ``first-trick/queen-discard/ban[qdan-4]``, so that ``-k`` picks among them.

A deviation, crash or hang fails with the text that ``heartspec verify`` shows.  A case that the implementation does
not claim to support is skipped with the reason, and so is one whose expectations it does not let be seen: a test
that passes says that the case conforms, and nothing less.  What a list of known deviations covers
(``--heartspec-known``) is expected to fail, and what is wrong with the list fails the run.

The hooks stand here; what they work on is `hearts_conformance.pytest_items`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .pytest_items import Judging

JUDGING: pytest.StashKey[Judging] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options, all of which begin with ``--heartspec``."""
    group = parser.getgroup("heartspec", "conformance of a Hearts implementation (heartspec)")
    add = group.addoption
    add("--heartspec", metavar="TARGET", help="judge this: a registered name or package.module:Class")
    add("--heartspec-exec", metavar="COMMAND", help="judge a program that speaks the stdio protocol instead")
    add("--heartspec-sheet", metavar="ID|FILE", action="append", default=[], help="a rule sheet; repeatable")
    add("--heartspec-option", metavar="AXIS=VALUE", action="append", default=[], help="set an option; repeatable")
    add("--heartspec-players", metavar="N", action="append", default=[], type=int, help="players; repeatable")
    add(
        "--heartspec-scenarios",
        metavar="DIR",
        action="append",
        default=[],
        help="add a folder of scenarios; repeatable",
    )
    add("--heartspec-rule", metavar="GLOB", action="append", default=[], help="only cases that decide such a rule")
    add("--heartspec-scenario", metavar="GLOB", action="append", default=[], help="only cases with such an id")
    add("--heartspec-known", metavar="FILE", help="known deviations, which must be true; shipped: the target's own")
    add("--heartspec-lang", metavar="CODE", default="en", help="the language of rules in failures: en, fil, id")


def pytest_configure(config: pytest.Config) -> None:
    """Attach the target where one is asked for."""
    if config.option.heartspec is not None or config.option.heartspec_exec is not None:
        from .pytest_items import Judging

        judging = Judging.from_options(config.option)
        config.stash[JUDGING] = judging
        if judging.known is not None and not hasattr(config, "workerinput"):
            config.pluginmanager.register(judging.account(), "heartspec-known")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Let go of the target."""
    judging = config.stash.get(JUDGING, None)
    if judging is not None:
        judging.close()


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say what is judged."""
    judging = config.stash.get(JUDGING, None)
    return judging.header() if judging else None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a scenario file of the user's, where a target is judged."""
    judging = parent.config.stash.get(JUDGING, None)
    return judging.collect_file(file_path, parent) if judging else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add the built-in suite, before anything is deselected."""
    judging = session.config.stash.get(JUDGING, None)
    if judging is not None:
        items.extend(judging.suite(session))
