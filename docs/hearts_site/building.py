"""Builds the site from the command line, with an ``mkdocs.yml`` or without one."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from hearts_spec import data

from . import book
from .words import Words

USUAL: Final = "mkdocs.yml"
PLAIN: Final[dict[str, Any]] = {
    "site_name": "heartspec",
    "theme": {"name": "material", "font": False},
    "plugins": ["search", "heartspec"],
    "extra": {"generator": False},
    "markdown_extensions": ["admonition", "attr_list", "def_list", "md_in_html", "tables"],
}
"""The configuration where there is none."""


def build(config_file: Path | None, out: Path | None, sheets: Sequence[str], languages: Sequence[str]) -> int:
    """Build every language; return 0, or 1 where something was warned of.

    Raises `click.ClickException` where MkDocs is missing or the configuration cannot be used, and `data.DataError`
    for a sheet or a language that there is not.
    """
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    try:
        from mkdocs.commands.build import build as mkdocs_build
        from mkdocs.config.base import load_config
        from mkdocs.exceptions import Abort, MkDocsException
    except ImportError:
        raise click.ClickException("MkDocs is not installed; pip install 'heartspec[site]'") from None
    logger = logging.getLogger("mkdocs")
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.WARNING)
    given = {"site_dir": str(out.absolute())} if out else {}
    try:
        with _configuration(config_file) as file:
            try:
                config = load_config(str(file), strict=True, **given)
            except Abort as error:
                raise click.ClickException(f"{data.shown(file)}: it cannot be used: {error}") from None
            if "heartspec" not in config.plugins:
                raise click.ClickException(f"{data.shown(file)}: plugins: heartspec is not among them")
            plugin = config.plugins["heartspec"].config
            plugin.sheets = [str(Path(each).absolute()) if Path(each).is_file() else each for each in sheets] or (
                plugin.sheets
            )
            plugin.languages = list(languages) or plugin.languages
            _expect_sound(plugin.sheets, plugin.languages, file.parent)
            built = config.site_dir
            mkdocs_build(config)
    except Abort:
        return 1
    except MkDocsException as error:
        raise click.ClickException(str(error)) from None
    finally:
        logger.removeHandler(handler)
    click.echo(data.shown(built))
    return 0


def _expect_sound(sheets: Sequence[str], languages: Sequence[str], folder: Path) -> None:
    """Raise `data.DataError` for a sheet or a language that there is not, before MkDocs begins."""
    book.make(sheets, folder)
    for language in languages:
        Words(language)


@contextmanager
def _configuration(given: Path | None) -> Iterator[Path]:
    """Yield the configuration to use: the one given, the one here, or a plain one."""
    if given or Path(USUAL).is_file():
        yield given or Path(USUAL)
        return
    import yaml

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, USUAL)
        (file.parent / "docs").mkdir()
        file.write_text(yaml.safe_dump(PLAIN | {"site_dir": str(Path.cwd() / "site")}), encoding="utf-8")
        yield file
