"""Options and small helpers that several commands share."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from hearts_conformance.draw import Line

    Parameter = click.ParamType[tuple[str, Any]]
else:
    Parameter = click.ParamType

F = TypeVar("F", bound=Callable[..., Any])


class Setting(Parameter):
    """``AXIS=VALUE``: an option and its value, written as in a sheet."""

    name = "axis=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, Any]:
        """Return axis and value; fail for an axis that does not exist or a value that is none of its own."""
        if isinstance(value, tuple):
            return value
        from hearts_spec import sheets
        from hearts_spec.data import DataError

        try:
            return sheets.parse_override(value)
        except DataError as error:
            self.fail(f"{error.key}: {error.sentence}", param, ctx)


class Seconds(click.FloatRange):
    """A number of seconds within bounds, which nan is not."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; fail for what lies outside the bounds or is no number."""
        seconds = float(super().convert(value, param, ctx))
        return seconds if math.isfinite(seconds) else self.fail(f"{value} is no number of seconds", param, ctx)


def each_once(
    ctx: click.Context, param: click.Parameter, value: tuple[tuple[str, Any], ...]
) -> tuple[tuple[str, Any], ...]:
    """Return the options that were set; fail where one was set to two values."""
    found: dict[str, Any] = {}
    for axis, setting in value:
        if found.setdefault(axis, setting) != setting:
            first, second = (each if isinstance(each, str) else json.dumps(each) for each in (found[axis], setting))
            raise click.BadParameter(f"{axis} is set twice, to {first} and to {second}; set it once", ctx, param)
    return value


SETTING = Setting()
SECONDS = Seconds(0, 24 * 60 * 60, min_open=True)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)

settings = click.option(
    "--option",
    "options",
    type=SETTING,
    multiple=True,
    callback=each_once,
    help="Set an option on top of the sheet; repeatable.",
)
scenario_folders = click.option(
    "--scenarios",
    "folders",
    metavar="DIR",
    type=FOLDER,
    multiple=True,
    help="Add a folder of scenarios; repeatable.",
)


def target(function: F) -> F:
    """Add the argument TARGET, ``--exec`` and the limits of a program."""
    for option in (
        click.option(
            "--answer-limit",
            metavar="SECONDS",
            type=SECONDS,
            help="The longest wait for an answer (usual with --exec: 5).",
        ),
        click.option(
            "--startup-limit", metavar="SECONDS", type=SECONDS, help="The longest start-up (usual with --exec: 20)."
        ),
        click.option("--exec", "command", metavar="COMMAND", help="A program that speaks the stdio protocol."),
        click.argument("target", required=False),
    ):
        function = option(function)
    return function


def language(function: F) -> F:
    """Add ``--lang``."""
    return click.option(
        "--lang", metavar="CODE", default="en", show_default=True, help="Language of rules and labels: en, fil, id."
    )(function)


def listing(function: F) -> F:
    """Add ``--format``."""
    return click.option(
        "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print."
    )(function)


def selection(function: F) -> F:
    """Add the options that choose what is judged: sheets, options, players, rules and scenarios."""
    for option in reversed(
        [
            click.option("--sheet", "sheets", metavar="ID|FILE", multiple=True, help="A rule sheet; repeatable."),
            settings,
            click.option(
                "--players",
                metavar="N",
                type=click.IntRange(3, 7),
                multiple=True,
                help="A number of players; repeatable.",
            ),
            click.option("--rule", "rules", metavar="GLOB", multiple=True, help="Only cases that decide such a rule."),
            click.option("--scenario", "cases", metavar="GLOB", multiple=True, help="Only cases with such an id."),
            scenario_folders,
        ]
    ):
        function = option(function)
    return function


def one_game(function: F) -> F:
    """Add the options that choose under what one case is looked at."""
    for option in reversed(
        [
            click.option("--sheet", metavar="ID|FILE", help="The rule sheet."),
            settings,
            click.option("--players", metavar="N", type=click.IntRange(3, 7), help="The number of players."),
            scenario_folders,
        ]
    ):
        function = option(function)
    return function


def json_report(request: str) -> Path:
    """Return the path of a ``json=PATH``, the one kind of report of a command; raise `ReportError` for another."""
    from hearts_conformance import report

    kind, _, path = request.partition("=")
    if kind != "json" and path:
        raise report.ReportError(f"this command reports as json=PATH only, not {request!r}")
    report.writer(request)
    return Path(path)


def write_json(path: Path, value: Any) -> None:
    """Write a value to a file as JSON, characters as they are; an `OSError` names the file."""
    from hearts_spec.data import naming

    with naming(path):
        path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def print_lines(lines: Iterable[Line]) -> None:
    """Print drawn lines, in colour where the output is a terminal."""
    from hearts_conformance.report.terminal import Terminal, assembled

    console = Terminal()
    for line in lines:
        console.print(assembled(line), soft_wrap=True)


def print_json(value: Any) -> None:
    """Print a value as JSON, characters as they are."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def print_columns(rows: Sequence[Sequence[str]], gap: str = "  ") -> None:
    """Print rows with columns aligned, the last one as it is."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)] if rows else []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        print(gap.join([*cells, row[-1]]).rstrip())
