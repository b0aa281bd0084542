"""``heartspec perft``: exact counts of legal play, and tables that they are held against."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from . import common

if TYPE_CHECKING:
    from hearts_conformance.perft.comparing import Comparison, Mismatch
    from hearts_conformance.perft.tables import Counted, Table
    from hearts_spec.sheets import Sheet

IN_FULL = 3
"""How many positions that have changed are told in full for one sheet and number of players."""


@click.command()
@click.option("--sheet", "names", metavar="ID|FILE", multiple=True, help="A rule sheet; repeatable. All by default.")
@click.option(
    "--players",
    "counts",
    metavar="N",
    type=click.IntRange(3, 7),
    multiple=True,
    help="A number of players; repeatable.",
)
@common.settings
@click.option("--position", "positions", metavar="NAME", multiple=True, help="Only from this position; repeatable.")
@click.option("--depth", metavar="N", type=click.IntRange(1, 52), help="Count so many cards deep, without a table.")
@click.option("--divide", is_flag=True, help="Tell how the continuations begin, and how many begin so.")
@click.option("--write", is_flag=True, help="Write the table of each sheet, beside its file.")
@click.option("--out", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="With --write: the file.")
@click.option(
    "--table",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Hold one sheet against this table.",
)
@click.option("--list", "listed", is_flag=True, help="List the positions.")
@common.listing
def perft(
    names: tuple[str, ...],
    counts: tuple[int, ...],
    options: Sequence[tuple[str, Any]],
    positions: tuple[str, ...],
    depth: int | None,
    divide: bool,
    write: bool,
    out: Path | None,
    table: Path | None,
    listed: bool,
    form: str,
) -> int:
    """Count legal play exactly, and hold the counts against tables.

    A continuation of depth N is a sequence of N cards, each legal when it is played.  From positions that meet every
    rule, their number is a fingerprint of a rule sheet: a rule read otherwise anywhere changes it.  Without options,
    every table that comes with heartspec is counted again.  What differs is told with the divide, and with the
    first move that has changed.

    \b
      heartspec perft                                        count all tables again
      heartspec perft --sheet qdan --players 4
      heartspec perft --sheet my.yaml --write                keep the fingerprint of your own sheet
      heartspec perft --sheet my.yaml                        has anything changed since?
      heartspec perft --sheet my.yaml --table theirs.perft.json
      heartspec perft --sheet qdan --option hearts.lead=any-time
      heartspec perft --list
      heartspec perft --sheet qdan --players 4 --position lead-unbroken --depth 5 --divide

    Exit status: 0 the counts are those of the tables, or were only asked for; 1 some are not; 2 wrong usage, or a
    table or sheet that cannot be read; 3 a fault of heartspec itself.
    """
    from hearts_conformance.perft import positions as library
    from hearts_spec import sheets
    from hearts_spec.data import did_you_mean

    for name in positions:
        if name not in library.written():
            hint = did_you_mean(name, list(library.written())) or "; --list names them"
            raise click.UsageError(f"there is no position {name!r}{hint}")
    if listed:
        return _list(form)
    if out and not write:
        raise click.UsageError("--out goes with --write")
    if write and (positions or depth or divide or options):
        raise click.UsageError("--write writes whole tables: it takes --sheet and --players alone")
    chosen = [sheets.load(name) for name in names or sheets.ids()]
    if (out or table) and len(chosen) != 1:
        raise click.UsageError(f"{'--out' if out else '--table'} is one file; give one --sheet with it")
    if table and (write or depth or divide):
        raise click.UsageError("--table is what a sheet is held against; it goes without --write, --depth and --divide")
    if counts and not any(count in sheet.players for sheet in chosen for count in counts):
        raise click.UsageError(f"no sheet here is for {' or '.join(map(str, counts))} players")
    wanted = {sheet: [each for each in sheet.players if not counts or each in counts] for sheet in chosen}
    if write:
        return _write(wanted, out)
    if depth or divide:
        return _count(wanted, dict(options), positions, depth, divide, form)
    return _compare(wanted, table, dict(options), positions, form)


def _list(form: str) -> int:
    from hearts_conformance.perft import positions as library

    written = library.written()
    if form == "json":
        common.print_json([{"name": each.name, "title": each.title, "meets": each.meets} for each in written.values()])
    else:
        common.print_columns([(each.name, each.title) for each in written.values()])
    return 0


def _write(wanted: dict[Sheet, list[int]], out: Path | None) -> int:
    from hearts_conformance.perft import tables
    from hearts_spec.data import shown

    for sheet, players in wanted.items():
        path = out or tables.place(sheet)
        ours = path == tables.place(sheet) and path.parent == tables.ours()
        table = tables.make(sheet, players, path, tables.CHECKED if ours else ())
        table.write()
        total = sum(counted.nodes for counted in table.counted.values())
        print(f"{shown(path)}: {sheet.id}, {_players(players)}, {total:,} continuations")
    return 0


def _players(players: Sequence[int]) -> str:
    return f"{', '.join(map(str, players))} players"


# --- Counting without a table ----------------------------------------------------------------------------------------


def _count(
    wanted: dict[Sheet, list[int]],
    options: dict[str, Any],
    positions: Sequence[str],
    depth: int | None,
    divide: bool,
    form: str,
) -> int:
    from hearts_conformance.perft import tables
    from hearts_conformance.perft.counting import TooDeep

    counted = []
    for sheet, several in wanted.items():
        for players in several:
            rules = sheet.resolve(players, options)
            try:
                counted.append((sheet.id, players, tables.counted_under(rules, positions or None, depth)))
            except TooDeep as error:
                raise click.UsageError(f"{sheet.id}, {players} players: {error}") from None
    if not any(each.entries for _, _, each in counted):
        raise click.UsageError(f"{' and '.join(positions)} cannot arise under these sheets and numbers of players")
    if form == "json":
        common.print_json([_counted_json(sheet, players, each) for sheet, players, each in counted])
        return 0
    for sheet_id, players, each in counted:
        print(f"{sheet_id}, {players} players")
        for name, entry in each.entries.items():
            print(f"  {name}: {' '.join(f'{number:,}' for number in entry.counts.by_depth)}")
            print(f"    points {' '.join(map(str, entry.counts.points or ()))}")
            if divide:
                parts = entry.divided(entry.counts.depth).items()
                common.print_columns([(f"    {how}", f"{number:>9,}") for how, number in parts])
    return 0


def _counted_json(sheet: str, players: int, counted: Counted) -> dict[str, Any]:
    from hearts_conformance.perft.tables import fingerprint

    entries = {name: entry.to_json() for name, entry in counted.entries.items()}
    return {"sheet": sheet, "players": players, "hash": fingerprint(counted.rules), "positions": entries}


# --- Against tables --------------------------------------------------------------------------------------------------


def _compare(
    wanted: dict[Sheet, list[int]],
    given: Path | None,
    options: dict[str, Any],
    positions: Sequence[str],
    form: str,
) -> int:
    found: list[Comparison] = []
    tables = {sheet: _table(sheet, given) for sheet in wanted}
    for sheet, several in wanted.items():
        for players in several:
            compared = _against(tables[sheet], sheet, players, options, positions)
            if compared is not None:
                found.append(compared)
                if form == "text":
                    _tell(compared)
    if not found:
        raise click.UsageError("no table has what was asked for")
    if form == "json":
        common.print_json([each.to_json() for each in found])
    else:
        nodes = sum(each.nodes for each in found)
        differing = sum(not each.agrees for each in found)
        told = f"{differing} of {len(found)} settings differ" if differing else "all as in the tables"
        starts = sum(each.positions for each in found)
        print(f"{nodes:,} continuations from {starts} position{'s' * (starts != 1)}: {told}")
    return int(any(not each.agrees for each in found))


def _table(sheet: Sheet, given: Path | None) -> Table:
    from hearts_conformance.perft import tables
    from hearts_spec.data import shown

    path = given or tables.place(sheet)
    if not path.is_file():
        name = sheet.id if path.parent == tables.ours() else shown(sheet.source_path)
        raise click.UsageError(f"{name} has no table yet; heartspec perft --sheet {name} --write makes {shown(path)}")
    return tables.load(path)


def _against(
    table: Table, sheet: Sheet, players: int, options: dict[str, Any], positions: Sequence[str]
) -> Comparison | None:
    from hearts_conformance.perft import comparing

    counted = table.counted.get(players)
    if counted is None:
        raise click.UsageError(f"the table of {sheet.id} has no counts for {players} players; --write makes them")
    named = [name for name in positions if name in counted.entries]
    if positions and not named:
        return None
    return comparing.compare(sheet.id, counted, sheet.resolve(players, options), named or None)


def _tell(compared: Comparison) -> None:
    said = "" if compared.agrees else "  differs"
    setting = f"{compared.sheet}, {compared.players} players"
    positions = "position " if compared.positions == 1 else "positions"
    print(f"{setting:<30}{compared.positions:>3} {positions}{compared.nodes:>11,}{said}")
    for axis, (was, now) in compared.options.items():
        print(f"  {axis}: {_value(was)} in the table, {_value(now)} now")
    for mismatch in compared.mismatches[:IN_FULL]:
        _tell_mismatch(mismatch)
    others = compared.mismatches[IN_FULL:]
    if others:
        print(f"  and from {len(others)} more: {', '.join(each.position for each in others)}")


def _tell_mismatch(mismatch: Mismatch) -> None:
    from hearts_conformance import draw
    from hearts_conformance.report.words import behind_line

    print(f"  {mismatch.position}")
    if mismatch.counted is None:
        print(f"    it cannot be reached any more: {mismatch.unreachable}")
        return
    was, now = mismatch.table.counts, mismatch.counted
    rows = [("    depth", "table", "counted")]
    for depth, (a, b) in enumerate(zip(was.by_depth, now.by_depth, strict=False), 1):
        rows.append((f"    {depth}", f"{a:,}", f"{b:,}"))
    if was.depth == now.depth:
        rows.append(("    points", " ".join(map(str, was.points or ())), " ".join(map(str, now.points or ()))))
    common.print_columns(rows)
    if mismatch.divide:
        print(f"    divide at depth {now.depth}, where it differs")
        common.print_columns([(f"      {how}", f"{a:,}", f"{b:,}") for how, (a, b) in mismatch.divide.items()])
    parting = mismatch.parting
    if parting is None:
        print("    the engine plays these options otherwise than when the table was made")
        return
    told = f"first difference {parting.sentence('the table', 'the sheet now')}"
    print(fill(told, draw.WIDTH, initial_indent="    ", subsequent_indent="      ", break_long_words=False))
    common.print_lines(behind_line("    moves", draw.history(parting.moves), draw.WIDTH))
    position = parting.position()
    if any(position.hands):
        common.print_lines(draw.table(position))


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
