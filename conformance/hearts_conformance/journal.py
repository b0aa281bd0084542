"""The journal of a run: every verdict, written down as it comes, so that an interrupted run can be gone on with.

A journal is JSON Lines.  Its first line says which run it is of (`Session.identity`), each further line is a verdict as
`Verdict.to_json` has it.  A line is one write to the end of the file, by whichever process judged the case, so that
no verdict is lost however the run ends; a line that was being written then is torn, and its case is judged again.

What was *taken over* from a journal (`Journal.done`) is not judged again.  That leaves out verdicts that say nothing
about how the target plays: a crash, hang or protocol fault may have been the interruption itself.

Unless told otherwise a journal stands below the folder that the platform has for the state of programs, and is
removed when nothing is left to go on with.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hearts_spec import schemas
from hearts_spec.data import DataError, naming

from .verdict import Kind, Verdict

FORMAT: Final = "heartspec-journal/1"

KEPT: Final = frozenset({Kind.CONFORMS, Kind.DEVIATES, Kind.UNSUPPORTED, Kind.UNOBSERVED})
"""The verdicts that are taken over; a case with any other is judged again."""

Key = tuple[str, str, int]
"""Case, sheet and number of players, as `Verdict.key` has them."""


@dataclass
class Journal:
    """A journal that is being written.  It can be sent to other processes, which then write to the same file."""

    path: Path
    done: Mapping[Key, Verdict] = field(default_factory=dict)
    """What is taken over."""
    passing: bool = False
    """Whether it is removed when nothing is left to go on with."""
    spent: bool = False
    """Whether nothing is left to go on with."""

    def add(self, verdict: Verdict) -> None:
        """Write down one verdict; raises `OSError` where that is impossible.

        A journal that somebody has removed meanwhile is not wanted any more.
        """
        with naming(self.path), suppress(FileNotFoundError):
            _append(self.path, verdict.to_json())

    def found(self) -> dict[Key, Verdict]:
        """Return what has been written down by now, by any process, that can be taken over."""
        return _done(self.path, list(_lines(self.path))[1:])

    def following(self, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
        """Pass verdicts on, and note whether any is worth judging again."""
        again = False
        for verdict in verdicts:
            again = again or verdict.kind not in KEPT
            yield verdict
        self.spent = not again

    def finish(self) -> None:
        """End it: one in the usual place goes where nothing is left to go on with."""
        if self.passing and self.spent:
            self.path.unlink(missing_ok=True)


OTHER: Final[Mapping[str, str]] = {
    "heartspec": "was written by heartspec {there}, and this is {here}",
    "suite": "is of version {there} of the suite, and this is {here}",
    "target": "is of a run that judged {there}, not {here}",
    "implementation": "is of a run that judged {there}, and now it is {here}",
    "selection": "is of a run with another choice of {which}",
    "scenarios": "is of a run by other scenarios or sheets; they have been changed since",
}
"""How a journal is told to be of another run, by the first part of its identity that differs."""


def expect_same(path: Path, there: Mapping[str, Any], here: Mapping[str, Any]) -> None:
    """Raise `DataError` where the journal at *path*, which begins with *there*, is not of the run *here*."""
    for part, told in OTHER.items():
        if there.get(part) != here[part]:
            which = _differing(there.get(part), here[part]) if part == "selection" else ""
            sentence = told.format(there=_shown(there.get(part)), here=_shown(here[part]), which=which)
            raise DataError(path, 1, (part,), f"this journal {sentence}; without --resume a new run begins")


def _differing(there: Any, here: Mapping[str, Any]) -> str:
    known = there if isinstance(there, Mapping) else {}
    return ", ".join(key for key, value in here.items() if known.get(key) != value)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, dict):
        return " ".join(map(str, value.values()))
    return str(value)


# --- Beginning and going on ------------------------------------------------------------------------------------------


def usual_place(run: Mapping[str, Any]) -> Path:
    """Return where the journal of a run stands unless told otherwise: one place for a target, choice and folder."""
    which = json.dumps([run["target"], run["selection"], str(Path.cwd())], sort_keys=True)
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return base / "heartspec" / "journals" / f"{hashlib.sha256(which.encode()).hexdigest()[:24]}.jsonl"


def begin(run: Mapping[str, Any], path: Path | None = None) -> Journal | None:
    """Begin the journal of a *run*, at *path* or in the usual place; None where the usual place cannot be written.

    Raises `DataError` rather than write over a journal at *path*.
    """
    head = {"format": FORMAT, **run}
    if path is None:
        usual = usual_place(run)
        try:
            usual.parent.mkdir(parents=True, exist_ok=True)
            usual.unlink(missing_ok=True)
            _append(usual, head, os.O_CREAT)
        except OSError:
            return None
        return Journal(usual, passing=True)
    if path.is_file() and path.stat().st_size:
        raise DataError(path, None, (), "this file exists; go on with its run with --resume, or choose another name")
    with naming(path):
        _append(path, head, os.O_CREAT)
    return Journal(path)


def resume(run: Mapping[str, Any], path: Path | None = None) -> Journal | None:
    """Go on with the journal of a *run*; None where there is none yet.

    Raises `DataError` for a file that is no journal, is of another run, or holds something else than verdicts.
    """
    found = path or usual_place(run)
    if not found.exists():
        return None
    lines = list(_lines(found))
    there = lines[0][1] if lines else None
    if not isinstance(there, dict) or there.get("format") != FORMAT:
        if not lines and not found.read_bytes().count(b"\n"):
            found.unlink()  # not even its first line was written whole
            return None
        raise DataError(found, 1, (), "this is not the journal of a run")
    expect_same(found, there, run)
    done = _done(found, lines[1:])
    with naming(found):
        _cut_torn_end(found)
    return Journal(found, done, passing=path is None)


def _done(path: Path, lines: list[tuple[int, Any]]) -> dict[Key, Verdict]:
    last: dict[Key, Verdict] = {}
    for number, value in lines:
        problems = schemas.problems(value, "report#/$defs/verdict")
        if problems:
            keys, sentence = problems[0]
            raise DataError(path, number, keys, sentence)
        verdict = Verdict.from_json(value)
        last[verdict.key] = verdict
    return {key: verdict for key, verdict in last.items() if verdict.kind in KEPT}


def _lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Yield the lines that are whole, with their numbers; a line is torn where its writer was killed over it."""
    with naming(path), path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                if line.endswith(b"\n"):
                    yield number, json.loads(line)
            except (ValueError, RecursionError):
                continue


def _append(path: Path, value: Mapping[str, Any], flags: int = 0) -> None:
    """Write a line at the end of a file, in one piece, whoever else writes to it."""
    line = json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | flags, 0o666)
    try:
        while line:
            line = line[os.write(descriptor, line) :]
    finally:
        os.close(descriptor)


def _cut_torn_end(path: Path) -> None:
    """Let a file end with its last whole line."""
    whole = path.read_bytes().rfind(b"\n") + 1
    if whole < path.stat().st_size:
        os.truncate(path, whole)
