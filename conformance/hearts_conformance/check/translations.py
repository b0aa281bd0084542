"""Checks of the other languages: complete, read against the English, and true to the glossary."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator, Mapping
from typing import Any, Final

from hearts_conformance.mutants.catalogue import catalogue
from hearts_spec import texts
from hearts_spec.data import Document

from .finding import Finding
from .graph import ENGLISH, LOCALE_KINDS, Entry, Graph

_STATES: Final = {
    "unsealed": "nobody has read this translation against the English; then: heartspec check --seal {name}",
    "stale": "the English or the translation has changed since both were read; read them, then: "
    "heartspec check --seal {name}",
    "orphan": "there is nothing of this id to translate",
}


def english(graph: Graph, kind: str) -> Mapping[str, Any]:
    """Return the English entries of one kind of text by id, as `texts.seal_of` takes them."""
    if kind == "scenarios":
        own = {case.id: case.value for case in graph.cases if "title" in case.value}
        return {**{name: file.value for name, file in graph.files.items()}, **own}
    if kind == "misreadings":
        return {mutant.id: mutant for mutant in catalogue()}
    return texts.Catalogue(graph.spec).entries(kind)


def locales(graph: Graph) -> Iterator[Finding]:
    """Every rule, chapter, option, sheet, term, decision and statement is translated everywhere, and sealed."""
    for kind in LOCALE_KINDS:
        entries = english(graph, kind)
        for language in graph.languages:
            yield from _kind(graph, language, kind, entries)


def titles(graph: Graph) -> Iterator[Finding]:
    """Every title of a scenario and of a case is translated into every language, and sealed."""
    yield from _of_the_suite(graph, "scenarios")


def misreadings(graph: Graph) -> Iterator[Finding]:
    """Every misreading of a rule in the catalogue of mutants is translated into every language, and sealed."""
    yield from _of_the_suite(graph, "misreadings")


def _of_the_suite(graph: Graph, kind: str) -> Iterator[Finding]:
    entries = english(graph, kind)
    for language in graph.languages:
        if entries and (graph.own or graph.locale(language, kind)):
            yield from _kind(graph, language, kind, entries)


def _kind(graph: Graph, language: str, kind: str, entries: Mapping[str, Any]) -> Iterator[Finding]:
    document = graph.locale(language, kind)
    if document is None:
        folder = graph.scenarios.parent if kind in texts.OF_THE_SUITE else graph.spec
        path = folder / "locales" / language / f"{kind}.yaml"
        yield Finding(path, None, "", f"there is no translation of {kind} into {language}")
        return
    for each in texts.translations_of(language, kind, entries, document, document.path):
        name = f"{language}:{kind}:{each.id}"
        if each.state == "missing":
            yield Finding(document.path, document.line("entries"), each.id, f"not translated into {language}")
        elif each.state != "sealed":
            yield Finding(document.path, each.line, each.id, _STATES[each.state].format(name=name))
        if each.state not in ("missing", "orphan"):
            yield from _fields(_entry(document, each.id), kind, entries[each.id])


def _entry(document: Document, name: str) -> Entry:
    return Entry(name, document.value["entries"][name], document, ("entries", name))


def _fields(entry: Entry, kind: str, original: Any) -> Iterator[Finding]:
    """Find fields that the English has and the translation lacks, or the other way round."""
    for field in texts.KINDS[kind]:
        wanted = original.get(field) if isinstance(original, Mapping) else getattr(original, field)
        given = entry.value.get(field)
        if wanted and given is None:
            yield entry.wrong(f"the translation lacks {field}", field)
        elif given and not wanted:
            yield entry.wrong(f"the English has no {field}", field)
        elif isinstance(wanted, Mapping) and isinstance(given, Mapping):
            yield from _by_key(entry, field, {str(each) for each in wanted}, given)


_LACKS: Final = {"values": "the value {key} has no label", "says": "what {key} says is not translated"}
_EXCEEDS: Final = {"values": "there is no such value to label", "says": "in the English, this source says nothing here"}


def _by_key(entry: Entry, field: str, wanted: Collection[str], given: Collection[str]) -> Iterator[Finding]:
    for key in sorted(set(wanted) - set(given)):
        yield entry.wrong(_LACKS[field].format(key=key), field)
    for key in sorted(set(given) - set(wanted)):
        yield entry.wrong(_EXCEEDS[field], field, key)


def messages(graph: Graph) -> Iterator[Finding]:
    """Every language has the same fixed phrases, with the same placeholders."""
    original = graph.messages(ENGLISH)
    assert original is not None, "a graph without the English phrases is unsound"
    for language in graph.languages:
        document = graph.messages(language)
        if document is None:
            path = graph.spec / "locales" / language / "messages.yaml"
            yield Finding(path, None, "", f"there are no fixed phrases in {language}")
        else:
            yield from _phrases(original.value["messages"], document)


def _phrases(original: Mapping[str, str], document: Document) -> Iterator[Finding]:
    phrases = document.value["messages"]
    for key, phrase in original.items():
        if key not in phrases:
            yield Finding(document.path, document.line("messages"), key, "this phrase is missing")
        elif texts.placeholders(phrase) != texts.placeholders(phrases[key]):
            wanted = ", ".join(sorted(f"{{{each}}}" for each in texts.placeholders(phrase))) or "none"
            yield Finding(document.path, document.line("messages", key), key, f"the placeholders must be: {wanted}")
    for key in phrases:
        if key not in original:
            yield Finding(document.path, document.line("messages", key), key, "the English has no such phrase")


# Words.


def words(graph: Graph) -> Iterator[Finding]:
    """No text uses a word that the glossary of its language avoids."""
    for language in [ENGLISH, *graph.languages]:
        avoided = list(_avoided(graph, language))
        if not avoided:
            continue
        anything = _pattern([word for _, _, word in avoided])
        for entry, keys, text in texts_in(graph, language):
            if anything.search(text):
                for term, instead, word in avoided:
                    if _pattern([word]).search(text) and not (_is_term(entry) and entry.id == term):
                        yield entry.wrong(f"the glossary avoids “{word}”; the word is “{instead}”", *keys)


def _avoided(graph: Graph, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield what a language avoids: the term's id, the term, the word."""
    document = graph.locale(language, "glossary")
    entries = [_entry(document, name) for name in document.value["entries"]] if document else []
    for entry in graph.terms if language == ENGLISH else entries:
        for word in entry.value.get("avoid", ()):
            yield entry.id, entry.value["term"], word


def _is_term(entry: Entry) -> bool:
    return entry.document.path.name == "glossary.yaml"


def _pattern(avoided: Collection[str]) -> re.Pattern[str]:
    """Return what finds any of some words or phrases, as whole words, in large or small letters."""
    phrases = (r"\s+".join(map(re.escape, each.split())) for each in avoided)
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)


_READ: Final = frozenset({"text", "title", "term", "definition", "summary", "notes", "needs", "label", "unseen"})
_READ_DECISION: Final = frozenset({"title", "question", "says", "resolution", "reason"})

Text = tuple[Entry, tuple[Hashable, ...], str]


def texts_in(graph: Graph, language: str) -> Iterator[Text]:
    """Yield every text in a language: the entry in which it stands, the keys of its place, the text."""
    if language == ENGLISH:
        yield from _english(graph)
    else:
        for kind in texts.KINDS:
            document = graph.locale(language, kind)
            for name in document.value["entries"] if document else ():
                assert document is not None
                yield from _leaves(_entry(document, name), texts.KINDS[kind])
    document = graph.messages(language)
    if document is not None:
        yield from _leaves(Entry("messages", document.value["messages"], document, ("messages",)), None)


def _english(graph: Graph) -> Iterator[Text]:
    entries = [*graph.rules, *graph.chapters.values(), *graph.options, *graph.sheets.values(), *graph.terms]
    for entry in [*entries, *graph.statements, *graph.files.values(), *graph.cases]:
        yield from _leaves(entry, [field for field in entry.value if field in _READ])
        for index, value in enumerate(entry.value.get("values", ())):
            yield entry, ("values", index), value["label"]
    for entry in graph.decisions:
        yield from _leaves(entry, [field for field in entry.value if field in _READ_DECISION])


def _leaves(entry: Entry, fields: Collection[str] | None) -> Iterator[Text]:
    """Yield the texts in some fields of an entry (all of them if None), one level of mappings deep."""
    for field, value in entry.value.items():
        if fields is not None and field not in fields:
            continue
        if isinstance(value, str):
            yield entry, (field,), value
        elif isinstance(value, Mapping):
            for key, each in value.items():
                yield entry, (field, key), each
