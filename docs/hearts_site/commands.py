"""``heartspec site``: build the rules site, or write its pages for another generator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])
FOLDER = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def site() -> None:
    """Publish rules as a site.

    \b
      heartspec site build                      every language, below site/
      heartspec site build --sheet my-house.yaml --language id
      heartspec site export pages               plain Markdown, for any other generator
    """


def _chosen(function: F) -> F:
    """Add the options that choose sheets and languages."""
    for option in (
        click.option("--sheet", "sheets", metavar="ID|FILE", multiple=True, help="Publish this sheet; repeatable."),
        click.option("--language", "languages", metavar="CODE", multiple=True, help="In this language; repeatable."),
    ):
        function = option(function)
    return function


@site.command()
@click.option("--config", "config_file", type=FILE, help="An mkdocs.yml; by default the one here, if there is one.")
@click.option("--out", type=FOLDER, help="Where to; by default what the configuration says.")
@_chosen
def build(config_file: Path | None, out: Path | None, sheets: tuple[str, ...], languages: tuple[str, ...]) -> int:
    """Build the site with MkDocs, every language, and follow every link.

    A link that leads nowhere, or a text that is missing, fails.  MkDocs and its theme come with
    ``pip install 'heartspec[site]'``.

    \b
      heartspec site build
      heartspec site build --sheet my-house.yaml --language en --out public
    """
    from . import building

    return building.build(config_file, out, sheets, languages)


@site.command()
@click.argument("folder", type=FOLDER)
@_chosen
def export(folder: Path, sheets: tuple[str, ...], languages: tuple[str, ...]) -> None:
    """Write the pages as Markdown, with a configuration for each language, into FOLDER.

    What is written needs no plugin: MkDocs builds it, and so does any generator that reads an mkdocs.yml.

    \b
      heartspec site export pages
      mkdocs build -f pages/fil/mkdocs.yml
    """
    from . import exporting

    for file in exporting.export(folder, sheets, languages):
        click.echo(file)
