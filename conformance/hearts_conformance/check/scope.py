"""The check that plays: every case on the reference, wherever its condition holds (see `hearts_conformance.prove`).

It is the slow one, so files are shared out among processes, and a file that was found sound is remembered until the
file, the sheets, or any code that has a part in the proof changes.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path
from typing import Final

from hearts_conformance import scenario
from hearts_conformance.memory import Memory
from hearts_conformance.prove import Objection, prove_case
from hearts_conformance.scenario import Case
from hearts_spec.data import DataError, Document, home, read

from .finding import Finding, all_of
from .graph import Graph

SHOWN: Final = 3
"""How many different objections to one case are shown."""
MEMORY: Final = Memory("proved")
"""The files that were found sound."""
FEW: Final = 4
"""Up to so many files are proved in this process."""


def scope(graph: Graph) -> Iterator[Finding]:
    """Every case conforms on the reference wherever its condition holds, and applies somewhere."""
    digests = {file.document.path: digest(file.document.path) for file in graph.files.values()}
    known = {} if graph.fresh else MEMORY.recall()
    due = [path for path, each in digests.items() if each not in known]
    sound = {digests[path] for path in digests if path not in due}
    for path, findings in zip(due, _proved(due, graph.scenarios), strict=True):
        yield from findings
        sound |= set() if findings else {digests[path]}
    MEMORY.remember(dict.fromkeys(sound, ""))


def _proved(paths: Sequence[Path], folder: Path) -> Iterable[list[Finding]]:
    """Return for each scenario file what is wrong with it."""
    processes = min(os.cpu_count() or 1, len(paths))
    if len(paths) <= FEW or processes < 2:
        return [prove_file(path, folder) for path in paths]
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(prove_file, paths, [folder] * len(paths), chunksize=2))


def prove_file(path: Path, folder: Path) -> list[Finding]:
    """Prove the cases of one scenario file; what cannot be read at all is another check's matter."""
    try:
        cases, document = scenario.load(path, folder).cases, read(path)
    except DataError:
        return []
    return [finding for case in cases for finding in _prove(case, document)]


def _prove(case: Case, document: Document) -> Iterator[Finding]:
    try:
        objections = prove_case(case)
    except DataError as error:
        yield from all_of(error)
        return
    alike: dict[str, list[Objection]] = {}
    for each in objections:
        alike.setdefault(each.sentence, []).append(each)
    for sentence, (first, *rest) in list(alike.items())[:SHOWN]:
        more = f" (and in {len(rest)} more settings)" if rest else ""
        told = f"with {first.players} players under {first.where}: {sentence}{more}"
        yield Finding(document.path, document.line("cases", case.name), case.id, told)


def digest(path: Path) -> str:
    """Return what stands for a scenario file and all that its proof depends on."""
    return hashlib.sha256(code() + str(path.parent.name).encode() + path.read_bytes()).hexdigest()


@cache
def code() -> bytes:
    """Return a hash over the code and the data that have a part in every proof."""
    parts = [
        *home("hearts_spec").rglob("sheets/*.yaml"),
        *home("hearts_conformance").rglob("rounds/*.json"),
        *(file for folder in _packages() for file in folder.glob("*.py")),
    ]
    found = hashlib.sha256()
    for file in sorted(parts):
        found.update(file.name.encode() + file.read_bytes())
    return found.digest()


def _packages() -> list[Path]:
    import hearts_conformance
    import hearts_reference
    import hearts_spec

    return [Path(each.__file__ or "").parent for each in (hearts_spec, hearts_reference, hearts_conformance)]
