"""Rule sheets: a file, its `extends` chain and a number of players become `Rules`.

A sheet names only what is its own; the rest comes from the sheet that it extends, and in the end from the defaults
in `rules.AXES`.  A sheet of somebody else is read by its path and may extend one of ours by id, or another file
by a path relative to it.  An option may be a map from numbers of players to values, ``{3: [2D], else: []}``; in an
extending sheet an option replaces its parent's whole, maps included.

Every fault is a `DataError` at the line of the sheet that states the option, or at ``option`` where an override
given by hand is at fault.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from . import data
from .conditions import Condition, holds
from .data import DataError, Document, did_you_mean, nearest
from .rules import AXES, PLAYERS, OptionError, Rules

__all__ = ["Sheet", "differences", "idle", "ids", "load", "nearest", "parse_override"]

COUNTS: Final = frozenset({*map(str, PLAYERS), "else"})
"""The keys of a map from numbers of players to values."""
EFFECTIVE: Final[dict[str, Condition]] = {
    "deck.strip": {"deal.remainder": "strip"},
    "kitty.taker": {"deal.remainder": "kitty"},
    "kitty.visibility": {"deal.remainder": "kitty"},
    "pass.count": {"pass.cycle": {"not": ["hold"]}},
    "hearts.lead-release": {"hearts.lead": {"not": "any-time"}},
    "bonus.value": {"bonus.card": {"not": "none"}},
    "moon.amount": {"moon.mode": {"not": "none"}},
    "moon.needs": {"moon.mode": {"not": "none"}},
    "match.limit": {"match.end": "limit"},
    "match.compare": {"match.end": "limit"},
    "match.rounds": {"match.end": "rounds"},
}
"""The options that change something only under a condition on others."""
LONGEST_CHAIN: Final = 32
"""How many times in a row a sheet may extend another."""
OVERRIDE: Final = Path("option")
"""What stands for the file in errors about an option that was given by hand."""


@dataclass(frozen=True)
class Sheet:
    """A named rule set with its `extends` chain followed."""

    id: str
    title: str
    summary: str
    players: tuple[int, ...]
    """The numbers of players that it is for, ascending."""
    options: Mapping[str, Any]
    """For each axis that the chain states: a value, or a map from numbers of players to values."""
    source_path: Path
    parent: Sheet | None = None
    changeable: Mapping[str, Any] = field(default_factory=dict)
    """What a table may change before a match: axis to ``any`` or a list of settings."""
    sources: tuple[str, ...] = ()
    notes: str | None = None
    document: Document | None = field(default=None, repr=False, compare=False)

    def __hash__(self) -> int:
        return hash((self.id, self.source_path))

    @property
    def own(self) -> Mapping[str, Any]:
        """The options that this sheet states itself."""
        stated = self.document.value.get("options") if self.document else None
        return stated or {}

    @property
    def lineage(self) -> tuple[Sheet, ...]:
        """This sheet, the one it extends, and so on."""
        return (self, *(self.parent.lineage if self.parent else ()))

    def resolve(self, players: int, overrides: Mapping[str, Any] | None = None) -> Rules:
        """Return the rules for one number of players, with *overrides* (axis to value or map by count) on top.

        Raises `DataError` for a number that the sheet is not for, an override that is no option or no value, an
        option without a value for this number, and two options that cannot stand together.
        """
        if overrides:
            return _resolve(self, players, _checked(overrides))
        return _resolved(self, players)

    def fail(self, axis: str, sentence: str, overrides: Mapping[str, Any] | None = None) -> NoReturn:
        """Raise `DataError` where *axis* is stated: an override, this sheet, or one that it extends."""
        if axis in (overrides or ()):
            raise DataError(OVERRIDE, None, (axis,), sentence)
        for sheet in self.lineage:
            if axis in sheet.own and sheet.document:
                data.fail(sheet.document, ("options", axis), sentence)
        if self.document and axis == "players":
            data.fail(self.document, ("players",), sentence)
        raise DataError(self.source_path, None, ("options", axis), sentence)


def ids() -> list[str]:
    """Return the ids of the sheets that come with the package."""
    return sorted(file.stem for file in _folder().glob("*.yaml"))


def load(sheet: str | Path, search: Sequence[Path | str] = ()) -> Sheet:
    """Read a sheet by its id or by the path of its file.

    *search* names folders whose sheets are known by id besides our own, and come first.  Raises `DataError` for a
    sheet that does not exist, cannot be read, or is not as a sheet must be, its `extends` chain included.
    """
    return _load_file(_find(str(sheet), tuple(map(Path, search))), tuple(map(Path, search)))


def differences(a: Sheet, b: Sheet, players: int) -> list[str]:
    """Return the axes on which two sheets differ for a number of players, in the order of the axes."""
    ours, theirs = a.resolve(players).options, b.resolve(players).options
    return [axis for axis in AXES if ours[axis] != theirs[axis]]


def parse_override(text: str) -> tuple[str, Any]:
    """Read ``AXIS=VALUE`` as given on a command line, the value written as in a sheet; raise `DataError`."""
    axis, equals, value = text.partition("=")
    axis = axis.strip()
    if not equals:
        raise DataError(OVERRIDE, None, (text,), "an option is given as AXIS=VALUE, as in match.limit=50")
    try:
        read = data.parse(value, OVERRIDE).value
    except DataError as error:
        raise DataError(OVERRIDE, None, (axis,), error.sentence) from None
    _checked({axis: read})
    return axis, read


def pick(axis: str, setting: Any, players: int) -> Any:
    """Return the value that a setting has for a number of players; raise `LookupError` where it has none.

    A map without this number and without ``else`` strips nothing (``deck.strip``); for any other axis that is the
    error.
    """
    if not by_count(setting):
        return setting
    if str(players) in setting:
        return setting[str(players)]
    if "else" in setting:
        return setting["else"]
    if axis == "deck.strip":
        return []
    raise LookupError(f"{axis} has no value for {players} players, and no else")


def by_count(setting: Any) -> bool:
    """Tell whether a setting is a map from numbers of players to values."""
    return isinstance(setting, Mapping) and bool(setting) and setting.keys() <= COUNTS


def idle(rules: Rules) -> frozenset[str]:
    """Return the axes that change nothing under these rules, whatever their value (within what can stand)."""
    return frozenset(
        axis
        for axis, needed in EFFECTIVE.items()
        if not holds(needed, rules.options) or (axis.startswith("kitty.") and not rules.kitty_size)
    )


def _folder() -> Path:
    return data.home("hearts_spec") / "sheets"


def _find(sheet: str, search: tuple[Path, ...]) -> Path:
    if _is_path(sheet):
        return Path(sheet)
    for folder in (*search, _folder()):
        file = folder / f"{sheet}.yaml"
        if file.is_file():
            return file
    known = ids() + [file.stem for folder in search for file in sorted(folder.glob("*.yaml"))]
    hint = did_you_mean(sheet, known) or f"; there are {', '.join(known)}"
    if Path(f"{sheet}.yaml").is_file():
        hint = f"; did you mean the file {sheet}.yaml?"
    raise DataError(sheet, None, (), f"there is no sheet of this name{hint}")


def _is_path(sheet: str) -> bool:
    return sheet.endswith((".yaml", ".yml")) or "/" in sheet or "\\" in sheet


def _load_file(path: Path, search: tuple[Path, ...]) -> Sheet:
    if path.parent == _folder() and not search:
        return _load_own(path)
    return _load(path, search, ())


@cache
def _load_own(path: Path) -> Sheet:
    return _load(path, (), ())


def _load(path: Path, search: tuple[Path, ...], below: tuple[Path, ...]) -> Sheet:
    document = data.load(path, "sheet")
    content = document.value
    parent = _parent(document, search, (*below, path.resolve()))
    own = content.get("options") or {}
    counts = content.get("players") or (parent.players if parent else PLAYERS)
    return Sheet(
        id=path.stem,
        title=content["title"],
        summary=content["summary"],
        players=tuple(sorted(counts)),
        options={**(parent.options if parent else {}), **own},
        source_path=path,
        parent=parent,
        changeable=content.get("changeable") or {},
        sources=tuple(content.get("sources") or ()),
        notes=content.get("notes"),
        document=document,
    )


def _parent(document: Document, search: tuple[Path, ...], below: tuple[Path, ...]) -> Sheet | None:
    named = document.value.get("extends")
    if named is None:
        return None
    here = document.path.parent
    try:
        if _is_path(named):
            path = here / named
        else:
            beside = [folder for folder in (here, *search) if (folder / f"{named}.yaml").resolve() != below[-1]]
            path = _find(named, tuple(beside))
        if not path.is_file():
            data.fail(document, ("extends",), f"there is no sheet file {named}")
    except DataError as error:
        if error.path == document.path:
            raise
        data.fail(document, ("extends",), f"{named}: {error.sentence}")
    if path.resolve() in below:
        chain = [each.stem for each in below[below.index(path.resolve()) :]] + [path.stem]
        data.fail(document, ("extends",), f"this sheet extends itself: {' extends '.join(chain)}")
    if len(below) > LONGEST_CHAIN:
        data.fail(
            document,
            ("extends",),
            f"here more than {LONGEST_CHAIN} sheets extend one another",
        )
    return _load(path, search, below)


@cache
def _resolved(sheet: Sheet, players: int) -> Rules:
    return _resolve(sheet, players, {})


def _resolve(sheet: Sheet, players: int, overrides: Mapping[str, Any]) -> Rules:
    if isinstance(players, bool) or players not in sheet.players:
        sheet.fail("players", f"{sheet.id} is for {_counts(sheet.players)} players, not {players!r}", overrides)
    options: dict[str, Any] = {"players": players}
    for axis, setting in {**sheet.options, **overrides}.items():
        try:
            options[axis] = pick(axis, setting, players)
        except LookupError as error:
            sheet.fail(axis, str(error), overrides)
    try:
        return Rules.from_options(options)
    except OptionError as error:
        sheet.fail(_blamed(error.axes, sheet, overrides), str(error), overrides)


def _blamed(axes: Iterable[str], sheet: Sheet, overrides: Mapping[str, Any]) -> str:
    """Return which of the axes at fault was stated last: by hand, in the sheet, in one that it extends."""
    layers = [overrides, *(each.own for each in sheet.lineage)]
    stated = (axis for layer in layers for axis in axes if axis in layer)
    return next(stated, next(iter(axes), "players"))


def _checked(overrides: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return overrides in plain form, checked as the options of a sheet are; raise `DataError`."""
    from . import schemas

    settings: dict[str, Any] = _plain(overrides)
    if "players" in settings:
        sentence = "the number of players is no option to set; it is given by itself"
        raise DataError(OVERRIDE, None, ("players",), sentence)
    problems = schemas.problems(settings, "common#/$defs/options")
    if problems:
        first, *rest = (DataError(OVERRIDE, None, keys, sentence) for keys, sentence in problems)
        raise DataError(OVERRIDE, None, first.keys, first.sentence, rest)
    return settings


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple | set | frozenset) else value


def _counts(players: Sequence[int]) -> str:
    words = [str(each) for each in players]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
