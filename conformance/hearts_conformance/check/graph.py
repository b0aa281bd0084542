"""The graph that the checks walk: every data file of the project, read once, each part with its line.

statement → (rule | option | sheet | decision); rule → scenarios → cases.  A file that cannot be read, or that its
schema refuses, becomes a finding of its own in `Graph.faults` and takes no further part; where it stands tells which
schema is meant (`PLACES`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from hearts_spec.data import DataError, Document, check, home, read
from hearts_spec.texts import OF_THE_SUITE

from .finding import Finding, all_of, key_of

LOCALE_KINDS: Final = ("rules", "chapters", "options", "sheets", "glossary", "decisions", "statements")
"""The kinds of text of the specification that are translated, in the order in which a reader meets them."""

SPEC_PLACES: Final[dict[str, str]] = {
    "rules/*.yaml": "rules",
    "options.yaml": "options",
    "sheets/*.yaml": "sheet",
    "statements/*.yaml": "statements",
    "decisions.yaml": "decisions",
    "glossary.yaml": "glossary",
    "sources.yaml": "sources",
    "locales/*/messages.yaml": "messages",
    **{f"locales/*/{kind}.yaml": f"locale-{kind}" for kind in LOCALE_KINDS},
}
SCENARIO_PLACES: Final[dict[str, str]] = {"*/*.hearts.yaml": "scenario", "retired.yaml": "retired"}
SUITE_LOCALE_PLACES: Final[dict[str, str]] = {f"*/{kind}.yaml": f"locale-{kind}" for kind in OF_THE_SUITE}
KNOWN_PLACES: Final[dict[str, str]] = {"*/*.known.yaml": "known"}

NEEDED: Final = (
    *("options.yaml", "decisions.yaml", "glossary.yaml", "sources.yaml"),
    *("rules", "sheets", "statements", "locales/en/messages.yaml"),
)
"""The files and folders without which there is no specification."""

ENGLISH: Final = "en"
SUFFIX: Final = ".hearts.yaml"


@dataclass(frozen=True, eq=False)
class Entry:
    """One named thing in a file: a rule, an option, a case; ``keys`` is the way to it."""

    id: str
    value: dict[str, Any]
    document: Document
    keys: tuple[Hashable, ...] = ()

    def line(self, *keys: Hashable) -> int:
        """Return the line of a part of the entry."""
        return self.document.line(*self.keys, *keys)

    def wrong(self, sentence: str, *keys: Hashable) -> Finding:
        """Return a finding about a part of the entry, named by the id of the entry."""
        return Finding(self.document.path, self.line(*keys), key_of((self.id, *keys)), sentence)


@dataclass(frozen=True)
class Folder:
    """One folder of data: which files may lie there, and the schema of each."""

    path: Path
    places: dict[str, str]
    area: str
    skip: tuple[str, ...] = ()

    def schema(self, file: Path) -> str | None:
        """Return the name of the schema for a file, None where no file of that name is expected."""
        parts = file.relative_to(self.path).parts
        for pattern, schema in self.places.items():
            wanted = pattern.split("/")
            if len(parts) == len(wanted) and all(map(fnmatch, parts, wanted)):
                return schema
        return None

    def files(self) -> list[Path]:
        """Return every YAML file in the folder, in a fixed order."""
        found = (file for ending in ("*.yaml", "*.yml") for file in self.path.rglob(ending) if file.is_file())
        return sorted(file for file in found if not set(file.relative_to(self.path).parts) & {*self.skip})


@dataclass
class Graph:
    """All data files of one project.  ``spec`` is the folder with the rules, ``scenarios`` the one with the cases."""

    spec: Path
    scenarios: Path
    own: bool = True
    """Whether the scenarios are the project's, or a copy of them, and not somebody's additions to them.

    Only the project's must decide every rule and be translated.
    """
    fresh: bool = False
    """Whether to prove every case anew, those found sound before included."""
    implementations: Path | None = None
    """The folder with the adapters, each with its lists of known deviations; None where it has no part in this."""
    documents: dict[str, list[Document]] = field(default_factory=dict)
    faults: list[tuple[str, Finding]] = field(default_factory=list)
    """What is wrong with single files, each with the area that it belongs to (see `unsound`)."""

    @cached_property
    def folders(self) -> list[Folder]:
        """The folders that hold data files."""
        known = [Folder(self.implementations, KNOWN_PLACES, "known")] if self.implementations else []
        return [
            Folder(self.spec, SPEC_PLACES, "spec", skip=("hearts_spec",)),
            Folder(self.scenarios, SCENARIO_PLACES, "scenarios"),
            Folder(self.scenarios.parent / "locales", SUITE_LOCALE_PLACES, "scenarios"),
            *known,
        ]

    def of(self, schema: str) -> list[Document]:
        """Return the files of one kind."""
        return self.documents.get(schema, [])

    # What the specification says.

    @cached_property
    def rules(self) -> list[Entry]:
        """Every rule, in the order of files."""
        return list(self._listed("rules", "rules"))

    @cached_property
    def rule(self) -> dict[str, Entry]:
        """Rules by id."""
        return by_id(self.rules)

    @cached_property
    def chapters(self) -> dict[str, Entry]:
        """Chapters by id; the entry is the whole file."""
        return by_id(Entry(each.value["chapter"], each.value, each) for each in self.of("rules"))

    @cached_property
    def options(self) -> list[Entry]:
        """The options, in the order of the file."""
        return list(self._listed("options", "options"))

    @cached_property
    def option(self) -> dict[str, Entry]:
        """Options by axis."""
        return by_id(self.options)

    @cached_property
    def sheets(self) -> dict[str, Entry]:
        """Sheets by id, which is the name of the file."""
        return by_id(Entry(each.path.stem, each.value, each) for each in self.of("sheet"))

    @cached_property
    def statements(self) -> list[Entry]:
        """Every statement of the sources."""
        return list(self._listed("statements", "statements"))

    @cached_property
    def statement(self) -> dict[str, Entry]:
        """Statements by id."""
        return by_id(self.statements)

    @cached_property
    def decisions(self) -> list[Entry]:
        """Every decision."""
        return list(self._listed("decisions", "decisions"))

    @cached_property
    def decision(self) -> dict[str, Entry]:
        """Decisions by id."""
        return by_id(self.decisions)

    @cached_property
    def terms(self) -> list[Entry]:
        """Every term of the glossary."""
        return list(self._listed("glossary", "terms"))

    @cached_property
    def sources(self) -> list[Entry]:
        """Every source."""
        return list(self._listed("sources", "sources"))

    @cached_property
    def source(self) -> dict[str, Entry]:
        """Sources by id."""
        return by_id(self.sources)

    # What the other languages say.

    @cached_property
    def languages(self) -> list[str]:
        """The languages into which the specification is translated: those with a folder, English left out."""
        folder = self.spec / "locales"
        found = (each.name for each in folder.iterdir() if each.is_dir()) if folder.is_dir() else ()
        return sorted(set(found) - {ENGLISH})

    def locale(self, language: str, kind: str) -> Document | None:
        """Return the file with the translations of one kind, None where there is none."""
        found = (each for each in self.of(f"locale-{kind}") if each.path.parent.name == language)
        return next(found, None)

    def messages(self, language: str) -> Document | None:
        """Return the file with the fixed phrases of a language, None where there is none."""
        return next((each for each in self.of("messages") if each.path.parent.name == language), None)

    # What the scenarios say.

    @cached_property
    def files(self) -> dict[str, Entry]:
        """Scenario files by id, ``chapter/name``."""
        return by_id(Entry(self.scenario_id(each.path), each.value, each) for each in self.of("scenario"))

    @cached_property
    def retired(self) -> list[Entry]:
        """The ids that are no longer in use."""
        return list(self._listed("retired", "retired"))

    @cached_property
    def cases(self) -> list[Entry]:
        """Every case of every scenario file; its id is that of the file and its name."""
        return [
            Entry(f"{file.id}/{name}", case, file.document, ("cases", name))
            for file in self.files.values()
            for name, case in file.value["cases"].items()
        ]

    def scenario_id(self, path: Path) -> str:
        """Return the id of a scenario file."""
        return path.relative_to(self.scenarios).as_posix().removesuffix(SUFFIX)

    def _listed(self, schema: str, key: str) -> Iterator[Entry]:
        for document in self.of(schema):
            for index, value in enumerate(document.value[key]):
                yield Entry(value["id"], value, document, (key, index))

    @property
    def unsound(self) -> set[str]:
        """The areas (``spec``, ``locales``, ``scenarios``, ``known``) of which some file could not be read."""
        return {area for area, _ in self.faults}


def by_id(entries: Iterable[Entry]) -> dict[str, Entry]:
    """Return entries by id; of several with one id the first, the check of ids reports the others."""
    found: dict[str, Entry] = {}
    for entry in entries:
        found.setdefault(entry.id, entry)
    return found


def load(
    spec: Path | None = None,
    scenarios: Path | None = None,
    *,
    implementations: Path | None = None,
    fresh: bool = False,
) -> Graph:
    """Read every data file: the project's, or those of copies of its folders; *scenarios* alone are additions."""
    graph = Graph(
        spec=spec or home("hearts_spec"),
        scenarios=scenarios or home("hearts_conformance") / "scenarios",
        own=scenarios is None or spec is not None,
        implementations=implementations or (_adapters() if scenarios is None else None),
        fresh=fresh,
    )
    missing = [graph.spec / name for name in NEEDED if not (graph.spec / name).exists()]
    graph.faults += [("spec", Finding(path, None, "", "this part of the specification is missing")) for path in missing]
    for folder in graph.folders:
        for file in folder.files():
            schema = folder.schema(file)
            if schema is not None:
                _take(graph, "locales" if schema.startswith(("locale-", "messages")) else folder.area, file, schema)
    return graph


def _adapters() -> Path:
    import hearts_implementations

    return Path(hearts_implementations.__file__ or "").parent


def _take(graph: Graph, area: str, file: Path, schema: str) -> None:
    try:
        document = check(read(file), schema)
    except DataError as error:
        graph.faults += [(area, each) for each in all_of(error)]
    else:
        graph.documents.setdefault(schema, []).append(document)
