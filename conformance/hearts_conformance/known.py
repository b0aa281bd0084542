"""Known deviations: a file that says where an implementation fails, and is held to that.

An entry is strict both ways.  What it covers gets the verdict *known* and carries the entry's reason and link; what
it says and is not so is an error, so that a list cannot outlive what it excuses:

| an entry | covers | and is wrong |
|---|---|---|
| ``case: ID`` or a pattern of ids | the failures of these cases | for each that conforms (*unexpected-pass*) |
| ``rule: GLOB`` | the failures of cases that decide such a rule | where none of them fails |

What it is held to is what was judged.  An entry about sheets, numbers of players or cases that were not chosen is
left alone, and so is one about a rule of which only some cases were chosen; one that could match nothing, whatever
was chosen, is wrong.

`write` makes such a file from the failures of a run: an entry for a rule where every case that decides it fails, for
a case otherwise, with what was seen in the place of a reason.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final, Protocol

from hearts_spec import data, sheets, texts
from hearts_spec.data import DataError, Document, did_you_mean

from . import scenario
from .report import Listener, ReportError, expect_place
from .session import Selection, Session, select
from .targets import TargetError
from .verdict import FAILURES, JUDGED, Kind, Verdict

SCHEMA: Final = "known"
SHIPPED: Final = "shipped"
"""What a command line says for the list that the target brings along."""
UNDECIDED: Final = frozenset({Kind.NOT_RUN, Kind.SUITE_BUG})
"""The verdicts that leave open whether an entry is right."""


class Judged(Protocol):
    """What an entry can be about: a verdict, or a case that is planned."""

    @property
    def id(self) -> str:
        """The id of the case."""

    @property
    def sheet(self) -> str:
        """The id of the sheet."""

    @property
    def players(self) -> int:
        """The number of players."""


@dataclass(frozen=True)
class Entry:
    """One entry of the file: ``pattern`` is over ids of cases or, where ``by`` says so, of rules."""

    by: str
    """``case`` or ``rule``."""
    pattern: str
    reason: str
    link: str = ""
    sheet: str = ""
    """Only under this sheet: its id, or the path of its file; empty for every one."""
    players: int | None = None
    place: str = ""
    """Where it stands: file, line and key."""

    @property
    def sheet_id(self) -> str:
        """The id of the sheet, which for a file is its name."""
        return Path(self.sheet).stem if _is_file(self.sheet) else self.sheet

    def is_about(self, case: Judged, rules: Iterable[str]) -> bool:
        """Tell whether this entry speaks of *case*, which decides *rules*."""
        if self.sheet and case.sheet != self.sheet_id:
            return False
        if self.players is not None and case.players != self.players:
            return False
        return self.picks(case.id, rules)

    def picks(self, case: str, rules: Iterable[str]) -> bool:
        """Tell whether its pattern picks a case that decides *rules*, whatever it is played under."""
        if self.by == "case":
            return scenario.matches(case, self.pattern)
        return any(fnmatchcase(rule, self.pattern) for rule in rules)

    def to_json(self) -> dict[str, Any]:
        """Return the entry as it stands in the file."""
        stated = {"sheet": self.sheet, "players": self.players, "reason": self.reason, "link": self.link}
        return {self.by: self.pattern} | {key: value for key, value in stated.items() if value}


class Known:
    """The entries of a file, and what has become of the cases that each is about."""

    def __init__(self, path: Path, entries: Sequence[Entry]) -> None:
        self.path = path
        self.entries = tuple(entries)
        self.met: list[Counter[Kind]] = [Counter() for _ in entries]
        """For each entry, how many verdicts of each kind it was about."""

    def about(self, case: Judged, rules: Iterable[str]) -> list[int]:
        """Return which entries speak of *case*, those for cases first."""
        rules = tuple(rules)
        found = [index for index, entry in enumerate(self.entries) if entry.is_about(case, rules)]
        return sorted(found, key=lambda index: self.entries[index].by != "case")

    def cover(self, verdict: Verdict) -> Verdict:
        """Return what a verdict becomes in the light of the entries, and note it for `problems`."""
        about = self.about(verdict, verdict.rules)
        covered = self._covered(verdict, [self.entries[index] for index in about])
        self.note(about, covered.kind)
        return covered

    def note(self, about: Iterable[int], kind: Kind) -> None:
        """Note that a verdict of this kind was given on a case that these entries are about."""
        for index in about:
            self.met[index][kind] += 1

    @staticmethod
    def _covered(verdict: Verdict, entries: Sequence[Entry]) -> Verdict:
        if not entries:
            return verdict
        entry = entries[0]
        if verdict.kind in FAILURES:
            return replace(verdict, kind=Kind.KNOWN, reason=entry.reason, link=entry.link)
        if verdict.kind is Kind.CONFORMS and entry.by == "case":
            told = f"it conforms, but {entry.place} says that it fails"
            return replace(verdict, kind=Kind.UNEXPECTED_PASS, detail=told, reason=entry.reason, link=entry.link)
        return verdict

    def problems(self, session: Session) -> tuple[str, ...]:
        """Return what is wrong with the list after all of *session* has been judged, a sentence an entry."""
        found = ((entry, _problem(entry, met, session)) for entry, met in zip(self.entries, self.met, strict=True))
        return tuple(f"{entry.place}: {problem}" for entry, problem in found if problem)


def named(name: str | None, session: Session) -> Known | None:
    """Return the list that a command line names, if any: a file, or `SHIPPED` for the one that the target brings along.

    Raises `DataError` as `load` does, and `TargetError` for a target that brings none.
    """
    if name is None:
        return None
    if name != SHIPPED:
        return load(Path(name))
    shipped = session.shipped_known
    if shipped is None:
        raise TargetError(f"{session.target.text} brings no list of known deviations along; name a file of your own")
    return load(shipped)


def load(path: Path) -> Known:
    """Read a list of known deviations; raise `DataError` for one that is not as its schema says."""
    document = data.load(path, SCHEMA)
    seen: dict[tuple[Any, ...], int] = {}
    entries: list[Entry] = []
    for index, stated in enumerate(document.value["known"]):
        entry = _entry(document, index, stated)
        same = (entry.by, entry.pattern, entry.sheet, entry.players)
        if same in seen:
            data.fail(document, ("known", index, entry.by), f"line {seen[same]} says the same; keep one of them")
        seen[same] = document.line("known", index, entry.by)
        entries.append(entry)
    return Known(path, entries)


def _entry(document: Document, index: int, stated: Mapping[str, Any]) -> Entry:
    by = "case" if "case" in stated else "rule"
    where = ("known", index, by)
    place = str(DataError(document.path, document.line(*where), where, ""))
    return Entry(
        by,
        stated[by],
        " ".join(stated["reason"].split()),
        stated.get("link", ""),
        stated.get("sheet", ""),
        stated.get("players"),
        place,
    )


def _is_file(sheet: str) -> bool:
    return sheet.endswith((".yaml", ".yml"))


# --- Held to what was judged -----------------------------------------------------------------------------------------


def _problem(entry: Entry, met: Counter[Kind], session: Session) -> str:
    """Return what is wrong with an entry, or nothing.  Each pass that was not expected has a verdict of its own."""
    if any(met[kind] for kind in UNDECIDED) or met[Kind.KNOWN] or (entry.by == "case" and met[Kind.UNEXPECTED_PASS]):
        return ""
    try:
        return _unknown(entry, session) or _idle(entry, met, session)
    except DataError as error:  # the file of the sheet that it names cannot be read
        return str(error)


def _idle(entry: Entry, met: Counter[Kind], session: Session) -> str:
    """Return what is wrong with an entry that covers nothing, or nothing where it is about what was not chosen.

    An entry of which nothing could be judged is wrong only where nothing more could have been chosen.
    """
    chosen = session.selection
    ways = _count(entry, session, replace(chosen, cases=(), rules=()))
    if not met.keys() & JUDGED:
        ways = _count(entry, session, Selection(options=chosen.options), anywhere=True)
        if not ways:
            return f"no case of this {entry.by} applies there, whatever is chosen"
    if met.total() < ways:
        return ""
    told = ", ".join(f"{number} {kind}" for kind, number in sorted(met.items()))
    return f"nothing fails here any more ({told}): {_remedy(entry)}"


def _remedy(entry: Entry) -> str:
    if entry.sheet:
        return "take the entry out"
    return "take the entry out, or name the sheet under which it holds"


def _unknown(entry: Entry, session: Session) -> str:
    """Return what an entry names that does not exist, or nothing."""
    cases = [case for each in session.scenarios for case in each.cases]
    if not any(entry.picks(case.id, case.decides) for case in cases):
        if entry.by == "case":
            return f"there is no case like {entry.pattern!r}{did_you_mean(entry.pattern, [case.id for case in cases])}"
        rules = list(texts.catalogue().rules)
        if not any(fnmatchcase(rule, entry.pattern) for rule in rules):
            return f"there is no rule like {entry.pattern!r}{did_you_mean(entry.pattern, rules)}"
        return f"no case decides a rule like {entry.pattern!r}"
    known = [*sheets.ids(), *(sheet.id for sheet in session.sheets)]
    if entry.sheet and entry.sheet_id not in known and not (_is_file(entry.sheet) and Path(entry.sheet).is_file()):
        hint = did_you_mean(entry.sheet, known) or "; a sheet of your own is named by its file"
        return f"there is no sheet {entry.sheet!r}{hint}"
    return ""


def _count(entry: Entry, session: Session, within: Selection, *, anywhere: bool = False) -> int:
    """Count what an entry is about under the sheets and numbers judged or, *anywhere*, that could be judged."""
    played, players = list(session.sheets), session.players
    if anywhere:
        players = tuple(session.description.players)
        if entry.sheet and entry.sheet_id not in [sheet.id for sheet in played]:
            played.append(sheets.load(entry.sheet))
    scenarios = [each for each in session.scenarios if any(entry.picks(case.id, case.decides) for case in each.cases)]
    return sum(entry.is_about(run, run.decides) for run in select(scenarios, played, players, within))


# --- Writing the first list ------------------------------------------------------------------------------------------

HEAD: Final = """\
# yaml-language-server: $schema=https://heartspec.github.io/schema/known.schema.json
# Known deviations of {name} {version}.
# Each reason says so far what was seen: say instead why it is so, and where it is discussed (link: https://...).
# An entry that is no longer true is an error.
known:
"""
UNREASONED: Final = "Not explained yet; seen: "


class KnownWriter(Listener):
    """Writes a first list, which covers just the failures that it has heard of."""

    def __init__(self, path: Path) -> None:
        """Take the place for the list; raises `ReportError` where it cannot be written or would replace a file."""
        expect_place(path)
        if path.exists():
            raise ReportError(f"{path}: this file exists, and only a first list is written; choose another name")
        self.path = path
        self.heard: list[Verdict] = []

    def verdict(self, verdict: Verdict) -> None:
        """Note one verdict."""
        self.heard.append(verdict)

    def write(self, session: Session) -> str:
        """Write the list, and return a sentence that says so; nothing is written where nothing fails."""
        entries = [replace(each, sheet=session.paths.get(each.sheet, each.sheet)) for each in suggest(self.heard)]
        if not entries:
            return f"nothing fails that is not known: {self.path} is not written"
        said = session.description
        with data.naming(self.path), self.path.open("x", encoding="utf-8") as file:
            file.write(HEAD.format(name=said.name, version=said.version) + "".join(map(_as_yaml, entries)))
        return f"{self.path}: written, with {_many(len(entries))} to be given its reason"


def _many(number: int) -> str:
    return "one known deviation" if number == 1 else f"{number} known deviations, each"


def _as_yaml(entry: Entry) -> str:
    first, *rest = (f"{key}: {_scalar(value)}\n" for key, value in entry.to_json().items())
    return "".join([f"  - {first}", *(f"    {line}" for line in rest)])


def _scalar(value: Any) -> str:
    """Return a value as YAML: plain where it is an id or number, otherwise as JSON, which YAML contains."""
    text = str(value)
    plain = not isinstance(value, str) or text.replace("/", "").replace("-", "").replace(".", "").isalnum()
    return text if plain else json.dumps(value, ensure_ascii=False)


def suggest(verdicts: Sequence[Verdict]) -> Iterator[Entry]:
    """Yield entries that cover every failure among *verdicts* and nothing that conforms."""
    judged = [each for each in verdicts if each.kind in FAILURES or each.kind is Kind.CONFORMS]
    left = [each for each in judged if each.kind in FAILURES]
    for rule in _failing_rules(judged):
        covered = [each for each in left if rule in each.rules]
        if len({each.id for each in covered}) > 1:
            yield _suggested("rule", rule, covered)
            left = [each for each in left if rule not in each.rules]
    for case in dict.fromkeys(each.id for each in left):
        yield from _for_case(case, [each for each in judged if each.id == case])


def _failing_rules(judged: Sequence[Verdict]) -> list[str]:
    """Return the rules of which every case that was judged fails, those with the most failures first."""
    failures = Counter(rule for each in judged if each.kind in FAILURES for rule in each.rules)
    passing = {rule for each in judged if each.kind is Kind.CONFORMS for rule in each.rules}
    return [rule for rule, _ in failures.most_common() if rule not in passing]


def _for_case(case: str, judged: Sequence[Verdict]) -> Iterator[Entry]:
    """Yield the widest entries for a case that are true: for every sheet, for a sheet, or for a number of players."""
    if all(each.kind in FAILURES for each in judged):
        yield _suggested("case", case, judged)
        return
    for sheet in dict.fromkeys(each.sheet for each in judged):
        under = [each for each in judged if each.sheet == sheet]
        if all(each.kind in FAILURES for each in under):
            yield _suggested("case", case, under, sheet)
            continue
        for each in under:
            if each.kind in FAILURES:
                yield _suggested("case", case, [each], sheet, each.players)


def _suggested(
    by: str, pattern: str, failures: Sequence[Verdict], sheet: str = "", players: int | None = None
) -> Entry:
    first = failures[0]
    seen = f"{UNREASONED}{first.detail or first.kind}"
    return Entry(by, pattern, " ".join(seen.split()), sheet=sheet, players=players)
