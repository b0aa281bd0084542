"""Tutorials as something that can be run: the blocks of a page, carried out in order in a folder.

A page is plain Markdown, and what a reader does is what is done here.  A block whose first line is a comment with the
name of a file writes the rest into that file; a ``diff`` changes the file that it names; a ``console`` block runs each
line after ``$`` and shows what was printed, with ``...`` in the place of lines that are cut.  Every other block is only
shown.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[3]
PAGES: Final = ROOT / "docs" / "pages"
CUT: Final = "..."
_FENCE: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^(#{2,}) .*\{#([\w-]+)\}$", re.MULTILINE)
_NAMED: Final = re.compile(r"(?:#|//|<!--) ([\w./-]+\.\w+)(?: -->)?\n")
_GROWING: Final = re.compile(
    r"\d[\d,]*(?= (?:conforms|deviates|unsupported|unobserved|crash|known|not-run|unexpected-pass|passed|skipped|"
    r"failed|xfailed|deselected|probes|continuations|positions|rules|cases|scenarios|findings?|checks?)\b)"
    r"|(?<=in )[\d.]+(?=s\b| seconds)|(?<=': )\d+"
)
"""Figures that grow with the suite: on a page they are those of the day when it was written."""


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind, and what stands in it."""

    kind: str
    text: str

    @property
    def file(self) -> str | None:
        """The file that the block writes."""
        named = _NAMED.match(self.text)
        return named[1] if named and self.kind not in ("console", "diff") else None


@dataclass(frozen=True)
class Command:
    """A command as typed, and what the page shows of its output."""

    line: str
    shown: str


def source(language: str, page: str) -> str:
    """Return the Markdown of a tutorial."""
    return (PAGES / language / "build" / page).read_text(encoding="utf-8")


def blocks(markdown: str) -> list[Block]:
    """Return the fenced blocks of a page in order."""
    return [Block(kind, text) for kind, text in _FENCE.findall(markdown)]


def headings(markdown: str) -> list[tuple[str, str]]:
    """Return the depth and the id of each heading below the title."""
    return _HEADING.findall(markdown)


def commands(block: Block) -> list[Command]:
    """Return the commands of a ``console`` block."""
    parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    return [Command(*part.split("\n", 1)) for part in parts]


def write(block: Block, name: str, folder: Path) -> None:
    """Write the file that a block shows."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(block.text.split("\n", 1)[1], encoding="utf-8")


def patch(block: Block, folder: Path) -> None:
    """Change a file by a ``diff``; each of its hunks stands once in the file."""
    head, body = block.text.split("\n", 1)
    file = folder / head.removeprefix("--- ")
    text = file.read_text(encoding="utf-8")
    for hunk in re.split(r"^@@\n", body, flags=re.MULTILINE):
        lines = hunk.splitlines()
        old, new = ("".join(line[1:] + "\n" for line in lines if line[:1] != other) for other in "+-")
        assert text.count(old) == 1, f"{file.name} has {text.count(old)} times:\n{old}"
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


class Shell:
    """Where a reader types: a folder, an environment, and the status of the last command."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self.environment = {**environment, "COLUMNS": "80", "NO_MKDOCS_2_WARNING": "1"}
        self.status = 0

    def run(self, line: str) -> str:
        """Run a line; return what it printed, both streams as a terminal shows them."""
        done = subprocess.run(
            ["bash", "-c", f"(exit {self.status}); {line}"],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=300,
            check=False,
        )
        self.status = done.returncode
        return done.stdout


def missing(shown: str, printed: str) -> str | None:
    """Return the first part of what is shown that was not printed after the parts before it, or None."""
    rest = f"\n{_plain(printed)}"
    for part in re.split(rf"^ *{re.escape(CUT)}$\n?", shown, flags=re.MULTILINE):
        wanted = f"\n{_plain(part)}"
        if wanted not in rest:
            return part
        rest = "\n" + rest.split(wanted, 1)[1]
    return None


def _plain(text: str) -> str:
    """Return lines without what fills them up at the end, without empty ones, and without figures that grow."""
    lines = (line.rstrip(" ─") for line in _GROWING.sub("N", text).splitlines())
    return "".join(f"{line}\n" for line in lines if line)


def surroundings(**more: str) -> dict[str, str]:
    """Return an environment free of what tests set for themselves."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "COV", "PYTEST"))}
    return {**kept, **more}
