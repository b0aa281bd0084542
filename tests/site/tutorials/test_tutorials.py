"""The tutorials: what they tell a reader to do is done here, and what they show is what is printed.

A tutorial is run as it stands in English; in the other languages every block is the same, so that one run does for
all of them.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest
import tutorial

from hearts_spec import texts

EXAMPLES = tutorial.ROOT / "examples"
NAMES = sorted(file.name for file in (tutorial.PAGES / "en" / "build").glob("*.md"))
FILES = {
    "adapter-python.md": ("python/hearts.py",),
    "adapter-stdio.md": ("node/hearts.mjs",),
    "ci.md": ("python/hearts.py", "python/adapter.py"),
    "house-rules.md": (),
}
"""The tutorials that are followed in a folder of one's own, and the examples that the reader is told to put there."""
IN_A_CLONE = ("translate.md", "write-a-rule.md")
FOLDERS = ("spec", "reference", "conformance", "docs")


def follow(page: str, shell: tutorial.Shell) -> None:
    """Do everything that a page says, and compare what it shows with what is printed."""
    for block in tutorial.blocks(tutorial.source("en", page)):
        if block.kind == "console":
            for command in tutorial.commands(block):
                printed = shell.run(command.line)
                assert command.shown or shell.status == 0, f"{command.line}\n\n{printed}"
                absent = tutorial.missing(command.shown, printed)
                assert absent is None, f"{command.line}\n\ndoes not show\n\n{absent}\nbut\n\n{printed}"
        elif block.kind == "diff":
            tutorial.patch(block, shell.folder)
        elif block.file:
            tutorial.write(block, block.file, shell.folder)


def environment(*more: Path, **variables: str) -> dict[str, str]:
    """Return an environment that finds the commands of this Python, after those in *more* folders."""
    places = [*map(str, more), str(Path(sys.executable).parent), os.environ["PATH"]]
    return tutorial.surroundings(PATH=os.pathsep.join(places), EXAMPLES=str(EXAMPLES), **variables)


@pytest.mark.parametrize("page", FILES)
def test_a_tutorial_in_a_folder_of_ones_own(page: str, tmp_path: Path) -> None:
    if page == "adapter-stdio.md" and shutil.which("node") is None and not os.environ.get("CI"):
        pytest.skip("node not installed")
    for file in FILES[page]:
        shutil.copy(EXAMPLES / file, tmp_path)
    follow(page, tutorial.Shell(tmp_path, environment()))


@pytest.mark.parametrize("page", IN_A_CLONE)
def test_a_tutorial_in_a_clone(page: str, tmp_path: Path) -> None:
    for folder in FOLDERS:
        shutil.copytree(tutorial.ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    packages = os.pathsep.join(str(tmp_path / folder) for folder in FOLDERS)
    follow(page, tutorial.Shell(tmp_path, environment(PYTHONPATH=packages)))


def test_rules_are_published_with_nothing_but_the_wheel(installed: Path, tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    follow("publish.md", tutorial.Shell(tmp_path, environment(installed)))


def test_every_tutorial_is_followed() -> None:
    assert {*FILES, *IN_A_CLONE, "publish.md", "index.md"} == {*NAMES}


@pytest.mark.parametrize("language", [each for each in texts.languages() if each != texts.ENGLISH])
@pytest.mark.parametrize("page", NAMES)
def test_every_language_shows_the_same(page: str, language: str) -> None:
    english, other = tutorial.source("en", page), tutorial.source(language, page)
    assert tutorial.blocks(other) == tutorial.blocks(english)
    assert tutorial.headings(other) == tutorial.headings(english)


@pytest.mark.parametrize(
    ("shown", "printed", "absent"),
    [
        ("one\n...\nthree\n", "one\ntwo\nthree\n", None),
        ("one\nthree\n", "one\ntwo\nthree\n", "one\nthree\n"),
        ("three\n...\none\n", "one\ntwo\nthree\n", "one\n"),
        ("71 conforms\n", "82 conforms\n", None),
        ("wo\n", "two\n", "wo\n"),
    ],
)
def test_what_is_shown_stands_in_order_in_what_is_printed(shown: str, printed: str, absent: str | None) -> None:
    assert tutorial.missing(shown, printed) == absent
