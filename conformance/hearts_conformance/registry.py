"""What installed packages add: implementations to judge, and commands.

A package registers an object under a name in an entry-point group.  `importlib.metadata` would tell, but importing
it costs more than all the rest of ``heartspec --help``; so the groups are read straight from the metadata folders on
the import path, which is where installers write them, and `importlib.metadata` is asked only where the path holds
something other than folders.  For the same reason nothing is imported here that can be done without.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

TARGETS = "heartspec.targets"
"""The group of implementations: name to ``package.module:Class``."""

COMMANDS = "heartspec.commands"
"""The group of commands: name to ``package.module:command``, a `click.Command`."""

_METADATA = (".dist-info", ".egg-info")


def entries(group: str) -> dict[str, str]:
    """Return the entry points of *group*, name to ``module:attribute``; the first on the import path wins."""
    found: dict[str, str] = {}
    for text in _metadata():
        for name, value in _section(text, group):
            found.setdefault(name, value)
    return dict(sorted(found.items()))


def load(value: str) -> Any:
    """Import what an entry point names; raise whatever importing it raises."""
    module, _, attribute = value.partition(":")
    result: Any = import_module(module)
    for part in attribute.split("."):
        result = getattr(result, part)
    return result


def _metadata() -> Iterator[str]:
    for folder in dict.fromkeys(sys.path):
        try:
            names = sorted(each.name for each in os.scandir(folder or ".") if each.name.endswith(_METADATA))
        except NotADirectoryError:
            yield from _archive(folder)
            continue
        except OSError:
            continue
        for name in names:
            try:
                with open(f"{folder or '.'}/{name}/entry_points.txt", encoding="utf-8") as file:  # noqa: PTH123
                    yield file.read()
            except (OSError, UnicodeDecodeError):
                continue


def _archive(path: str) -> Iterator[str]:
    from importlib.metadata import distributions

    for each in distributions(path=[path]):
        yield each.read_text("entry_points.txt") or ""


def _section(text: str, group: str) -> Iterator[tuple[str, str]]:
    if f"[{group}]" not in text:
        return
    inside = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            inside = line == f"[{group}]"
        elif inside and "=" in line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            yield name.strip(), value.partition("[")[0].strip()
