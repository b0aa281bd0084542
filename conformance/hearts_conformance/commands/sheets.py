"""``heartspec sheets``: the named rule sheets, read, compared and resolved."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from .common import language, listing, print_columns, print_json, print_lines, scenario_folders, settings

if TYPE_CHECKING:
    from hearts_conformance.compare import Differences, Example
    from hearts_conformance.draw import Line
    from hearts_conformance.verdict import Position
    from hearts_spec.sheets import Sheet
    from hearts_spec.texts import Texts

PLAYERS = click.IntRange(3, 7)


@click.group()
def sheets() -> None:
    """List, show, compare and resolve rule sheets.

    A sheet is a named set of options.  Wherever a sheet is asked for, give the id of one of ours or the path of a
    file of yours.

    \b
      heartspec sheets list
      heartspec sheets show cohen --lang fil
      heartspec sheets diff qdan house-rules.yaml
      heartspec sheets resolve cohen --players 5 --format json
    """


@sheets.command("list")
@language
@listing
def list_(lang: str, form: str) -> None:
    """List the sheets that come with heartspec.

    \b
      heartspec sheets list
      heartspec sheets list --lang id
      heartspec sheets list --format json
    """
    from hearts_spec import sheets as library
    from hearts_spec import texts

    words = texts.in_language(lang)
    found = [(library.load(name), words.sheet(name)) for name in library.ids()]
    if form == "json":
        print_json([_entry(sheet) | {"title": said.title, "summary": said.summary} for sheet, said in found])
        return
    print_columns(
        [("sheet", "players", "title")] + [(each.id, _span(each.players), said.title) for each, said in found]
    )


def _entry(sheet: Sheet) -> dict[str, Any]:
    return {
        "id": sheet.id,
        "title": sheet.title,
        "summary": sheet.summary,
        "extends": sheet.parent.id if sheet.parent else None,
        "players": list(sheet.players),
    }


def _span(players: Sequence[int]) -> str:
    together = len(players) > 1 and players[-1] - players[0] == len(players) - 1
    return f"{players[0]}-{players[-1]}" if together else ",".join(map(str, players))


@sheets.command()
@click.argument("sheet", metavar="ID|FILE")
@click.option("--players", metavar="N", type=PLAYERS, help="For one number of players only.")
@click.option(
    "--format", "form", type=click.Choice(["text", "markdown", "html", "json"]), default="text", show_default=True
)
@language
def show(sheet: str, players: int | None, form: str, lang: str) -> None:
    """Print a complete rule sheet, composed from the rules that apply, in reading order.

    \b
      heartspec sheets show qdan
      heartspec sheets show cohen --players 5 --lang id
      heartspec sheets show house-rules.yaml --format html > rules.html
    """
    from hearts_spec import compose
    from hearts_spec import sheets as library

    page = compose.sheet_page(library.load(sheet), lang, players=players)
    if form == "json":
        print_json(page.to_json())
    elif form == "html":
        print(page.to_html())
    elif form == "markdown" or not _on_terminal():
        print(page.to_markdown())
    else:
        from rich.markdown import Markdown

        from hearts_conformance.report.terminal import Terminal

        Terminal().print(Markdown(page.to_markdown()))


def _on_terminal() -> bool:
    return sys.stdout.isatty()


@sheets.command()
@click.argument("sheet", metavar="ID|FILE")
@click.option("--players", metavar="N", type=PLAYERS, required=True, help="The number of players.")
@settings
@listing
def resolve(sheet: str, players: int, options: Sequence[tuple[str, Any]], form: str) -> None:
    """Print every option of a sheet, settled for one number of players.

    The JSON is what ``options`` is everywhere, in adapters and on the wire too.

    \b
      heartspec sheets resolve cohen --players 5
      heartspec sheets resolve qdan --players 4 --option moon.mode=none --format json
    """
    from hearts_spec import sheets as library

    resolved = library.load(sheet).resolve(players, dict(options)).to_json()
    if form == "json":
        print_json(resolved)
    else:
        print_columns([(axis, _value(value)) for axis, value in resolved.items()])


@sheets.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option(
    "--players", metavar="N", type=PLAYERS, help="For one number of players only; otherwise for each that both know."
)
@scenario_folders
@language
@listing
def diff(a: str, b: str, players: int | None, folders: tuple[Path, ...], lang: str, form: str) -> None:
    """Show what changes from sheet A to sheet B: options, rules that come or go, and cases whose outcome differs.

    A case's outcome differs where it is written for the one sheet and fails on the reference playing by the other.
    One of them is drawn at the moment where it goes one way under A and another under B; heartspec show draws any.

    \b
      heartspec sheets diff qdan cohen
      heartspec sheets diff qdan house-rules.yaml --players 4 --lang fil
      heartspec sheets diff qdan house-rules.yaml --scenarios my-cases
    """
    from hearts_conformance import compare
    from hearts_conformance.session import load_scenarios
    from hearts_spec import sheets as library
    from hearts_spec import texts

    found = compare.differences(library.load(a), library.load(b), load_scenarios(folders), players)
    if form == "json":
        print_json([each.to_json() for each in found])
        return
    words = texts.in_language(lang)
    for each in found:
        _print_differences(a, b, each, words)


def _print_differences(a: str, b: str, found: Differences, words: Texts) -> None:
    print(f"{found.players} players")
    if not found.options:
        print("  no option differs")
        return
    print_columns(
        [
            ("  option", a, "", b),
            *((f"  {axis}", _value(ours), "->", _value(theirs)) for axis, (ours, theirs) in found.options.items()),
        ]
    )
    for rules, sheet in ((found.gone, a), (found.come, b)):
        if rules:
            print(f"  only in {sheet}:")
        for rule in rules:
            print(fill(f"{rule}: {words.rule(rule)}", 80, initial_indent="    ", subsequent_indent="      "))
    if found.cases is None:
        print("  the packs differ, so that no case is dealt alike")
    elif found.cases:
        print("  cases whose outcome differs:")
    for case in found.cases or ():
        print(f"    {case}")
    if found.example:
        _draw_example(a, b, found.example)


def _draw_example(a: str, b: str, example: Example) -> None:
    """Draw one case at the moment where the two sheets part."""
    from hearts_conformance import draw
    from hearts_conformance.report.words import behind_line, say, wrapped
    from hearts_conformance.runner import LABELS

    lines = [[], [("  played both ways: ", ""), (example.case, "bold")]]
    lines += [[("  ", ""), *line] for line in wrapped(example.title, draw.WIDTH - 2)]
    if example.position:
        lines += [[], *_drawn(example.position), []]
    lines += behind_line("  moves", draw.history(example.moves), draw.WIDTH)
    what = LABELS.get(example.what, example.what)
    for sheet, way, other in ((a, example.a, example.b), (b, example.b, example.a)):
        lines.append([(f"  by {sheet}, {what}:", "")])
        lines += behind_line("", say(example.what, way, other), draw.WIDTH)
    print_lines(lines)


def _drawn(position: Position) -> list[Line]:
    """Return what lies on the table, or what each seat has captured when all cards are played."""
    from hearts_conformance import draw

    if any(position.hands):
        return draw.table(position)
    return [[("  captured", "dim")], *draw.table(replace(position, hands=position.captured, kitty=()))]


def _value(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return f"[{', '.join(map(str, value))}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {each}" for key, each in value.items()) + "}"
    return json.dumps(value)
