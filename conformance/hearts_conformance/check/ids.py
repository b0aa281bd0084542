"""Checks of names: each stands once, and where its form says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import count

from .finding import Finding
from .graph import Entry, Graph


def unique(graph: Graph) -> Iterator[Finding]:
    """No id names two things."""
    for entries in (graph.rules, graph.options, graph.statements, graph.decisions, graph.terms, graph.sources):
        yield from _twice(entries)
    codes = [Entry(each.value["code"], each.value, each.document, each.keys) for each in graph.sources if _code(each)]
    yield from _twice(codes)


def _code(source: Entry) -> str | None:
    code: str | None = source.value.get("code")
    return code


def _twice(entries: Iterable[Entry]) -> Iterator[Finding]:
    first: dict[str, Entry] = {}
    for entry in entries:
        before = first.setdefault(entry.id, entry)
        if before is not entry:
            where = f"{before.document.path.name}:{before.line()}"
            yield entry.wrong(f"this id already stands at {where}; an id names one thing")


def homes(graph: Graph) -> Iterator[Finding]:
    """Every rule stands in the file of its chapter, and every statement in that of its source."""
    for rule in graph.rules:
        chapter = rule.document.value["chapter"]
        if rule.id.split(".")[0] != chapter:
            yield rule.wrong(f"this rule stands in chapter {chapter}; the file of a rule is named by its id", "id")
    for option in graph.options:
        if option.value["chapter"] not in graph.chapters:
            yield option.wrong(f"there is no chapter {option.value['chapter']}", "chapter")
    for document in graph.of("statements"):
        yield from _source(graph, Entry(document.value["source"], document.value, document))


def _source(graph: Graph, file: Entry) -> Iterator[Finding]:
    """Find what is wrong with one file of statements as a whole."""
    source = graph.source.get(file.id)
    if source is None:
        yield file.wrong(f"there is no source {file.id} in sources.yaml", "source")
        return
    code = _code(source)
    for statement in (each for each in graph.statements if each.document is file.document):
        if statement.id.split("-")[0] != code:
            yield statement.wrong(f"statements of {source.id} begin with its code, {code}", "id")


def numbering(graph: Graph) -> Iterator[Finding]:
    """The statements of each source are complete: as many as it says, numbered without a gap, on lines that it has."""
    numbers: dict[str, list[Entry]] = defaultdict(list)
    for statement in graph.statements:
        numbers[statement.document.value["source"]].append(statement)
    for statements in numbers.values():
        for number, statement in zip(count(1), statements, strict=False):
            if int(statement.id.split("-")[1]) != number:
                yield statement.wrong(f"number {number:03} is due here; statements are numbered without a gap", "id")
                break
    for source in graph.sources:
        if _code(source) and source.id not in numbers:
            yield source.wrong(f"there is no statements/{source.id}.yaml, though the source has a code", "code")
        yield from _complete(source, numbers.get(source.id, []))


def _complete(source: Entry, statements: list[Entry]) -> Iterator[Finding]:
    """Find where the statements of a source are not as many, or not on the lines, that it says."""
    number, lines = source.value.get("statements"), source.value.get("lines")
    if number is not None and number != len(statements):
        yield source.wrong(f"the source is said to have {number} statements, but {len(statements)} stand", "statements")
    for statement in statements:
        if lines is not None and statement.value["line"] > lines:
            yield statement.wrong(f"{source.id} has no more than {lines} lines", "line")
