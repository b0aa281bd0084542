"""What the specification says, and how it says it in a language.

The English text is normative and stands in the rules, options, sheets and terms themselves; `catalogue` holds them.
Other languages are folders in ``locales/``, whose entries translate one of these by its id.  `in_language` gives a
`Texts`, which answers in its language, falls back to English where a translation is missing, and can be asked
whether it did.

A translation carries a seal, a short hash over the English and the translated words together.  A change on either
side breaks it, so that `translations` can say which texts nobody has read against their source since.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from . import data
from .cards import CARDS, symbol
from .data import DataError, Document, did_you_mean

ENGLISH: Final = "en"
CHAPTERS: Final = (
    *("table", "deck", "deal", "kitty", "pass", "open", "turn", "play", "first-trick", "hearts", "queen"),
    *("trick", "round", "score", "bonus", "moon", "match", "state", "policy"),
)
"""The chapters in reading order."""
KINDS: Final[dict[str, tuple[str, ...]]] = {
    "rules": ("text",),
    "chapters": ("title",),
    "options": ("title", "text", "values", "needs"),
    "sheets": ("title", "summary", "notes"),
    "glossary": ("term", "definition"),
    "decisions": ("title", "question", "says", "resolution", "reason"),
    "statements": ("text",),
    "scenarios": ("title",),
    "misreadings": ("misreading", "equivalent"),
}
"""What is translated: for each kind of text the fields that a reader sees, in the order in which a seal takes them."""
OF_THE_SUITE: Final = ("scenarios", "misreadings")
"""The kinds of text whose English stands not in the specification but in the suite."""
UNSEALED: Final = "unsealed"


# What there is.


@dataclass(frozen=True)
class Rule:
    """One rule: a normative sentence and what it hangs together with."""

    id: str
    chapter: str
    kind: str
    text: str
    when: Mapping[str, Any] | None
    elaborates: str | None
    rests_on: tuple[str, ...]
    basis: tuple[str, ...]
    see: tuple[str, ...]
    unseen: str | None
    path: Path
    line: int


@dataclass(frozen=True)
class Chapter:
    """A chapter and the ids of its rules, in reading order."""

    id: str
    title: str
    rules: tuple[str, ...]
    path: Path


@dataclass(frozen=True)
class Option:
    """An axis on which rule sets differ, as a player meets it; ``values`` maps values to labels."""

    id: str
    chapter: str
    title: str
    text: str
    type: str
    default: Any
    values: Mapping[Any, str]
    rules: tuple[str, ...]
    needs: str | None


@dataclass(frozen=True)
class SheetText:
    """The words of a sheet."""

    id: str
    title: str
    summary: str
    notes: str | None


@dataclass(frozen=True)
class Term:
    """A term of the glossary; ``avoid`` are words for the same thing that the texts do not use."""

    id: str
    term: str
    definition: str
    avoid: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """A contradiction or gap in the sources and how it is settled; ``says`` maps sources to what each says."""

    id: str
    title: str
    question: str
    says: Mapping[str, str]
    resolution: str
    reason: str
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Statement:
    """A statement of a source document, in our words, and what became of it."""

    id: str
    source: str
    line: int
    category: str
    text: str
    traced_to: tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """A document that the rules rest on; ``code`` begins the ids of its statements."""

    id: str
    title: str
    language: str
    kind: str
    code: str | None = None
    author: str | None = None
    publisher: str | None = None
    date: str | None = None
    lines: int | None = None
    statements: int | None = None
    url: str | None = None
    note: str | None = None


class Catalogue:
    """Everything that the specification says in English, each part read when it is first asked for.

    All parts raise `DataError` for a file that is not as it must be.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def chapters(self) -> dict[str, Chapter]:
        """The chapters by id, in reading order."""
        return {
            document.value["chapter"]: Chapter(
                document.value["chapter"],
                document.value["title"],
                tuple(rule["id"] for rule in document.value["rules"]),
                document.path,
            )
            for document in self._chapter_files
        }

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The rules by id, in reading order."""
        return {
            entry["id"]: _rule(entry, document, index)
            for document in self._chapter_files
            for index, entry in enumerate(document.value["rules"])
        }

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options by axis, in the order in which resolved options list them."""
        return {entry["id"]: _option(entry) for entry in self._load("options")["options"]}

    @cached_property
    def sheets(self) -> dict[str, SheetText]:
        """The words of our own sheets by id."""
        files = sorted((self.folder / "sheets").glob("*.yaml"))
        return {file.stem: sheet_text(file.stem, data.load(file, "sheet").value) for file in files}

    @cached_property
    def glossary(self) -> dict[str, Term]:
        """The terms by id."""
        return {
            entry["id"]: Term(entry["id"], entry["term"], entry["definition"], tuple(entry.get("avoid", ())))
            for entry in self._load("glossary")["terms"]
        }

    @cached_property
    def decisions(self) -> dict[str, Decision]:
        """The decisions by id."""
        return {entry["id"]: _decision(entry) for entry in self._load("decisions")["decisions"]}

    @cached_property
    def statements(self) -> dict[str, Statement]:
        """The statements of all sources by id."""
        documents = [data.load(file, "statements") for file in sorted((self.folder / "statements").glob("*.yaml"))]
        return {
            entry["id"]: _statement(entry, document.value["source"])
            for document in documents
            for entry in document.value["statements"]
        }

    @cached_property
    def sources(self) -> dict[str, Source]:
        """The sources by id."""
        return {entry["id"]: Source(**entry) for entry in self._load("sources")["sources"]}

    def entries(self, kind: str) -> dict[str, Any]:
        """Return the English entries of one of `KINDS` by id."""
        if kind in OF_THE_SUITE:
            raise LookupError(f"{kind} do not stand in the specification")
        found: dict[str, Any] = getattr(self, kind)
        return found

    @cached_property
    def _chapter_files(self) -> list[Document]:
        documents = [data.load(file, "rules") for file in (self.folder / "rules").glob("*.yaml")]
        return sorted(documents, key=lambda document: CHAPTERS.index(document.value["chapter"]))

    def _load(self, name: str) -> Any:
        return data.load(self.folder / f"{name}.yaml", name).value


def catalogue(folder: Path | None = None) -> Catalogue:
    """Return the specification of this package, or the one in another *folder*; made once."""
    return _catalogue(folder or data.home("hearts_spec"))


@cache
def _catalogue(folder: Path) -> Catalogue:
    return Catalogue(folder)


def sheet_text(sheet: str, content: Mapping[str, Any]) -> SheetText:
    """Return the words of a sheet from the content of its file."""
    return SheetText(sheet, content["title"], content["summary"], content.get("notes"))


def _rule(entry: dict[str, Any], document: Document, index: int) -> Rule:
    return Rule(
        id=entry["id"],
        chapter=document.value["chapter"],
        kind=entry["kind"],
        text=entry["text"],
        when=entry.get("when"),
        elaborates=entry.get("elaborates"),
        rests_on=tuple(entry["rests-on"]),
        basis=tuple(entry.get("basis", ())),
        see=tuple(entry.get("see", ())),
        unseen=entry.get("unseen"),
        path=document.path,
        line=document.line("rules", index, "id"),
    )


def _option(entry: dict[str, Any]) -> Option:
    return Option(
        id=entry["id"],
        chapter=entry["chapter"],
        title=entry["title"],
        text=entry["text"],
        type=entry["type"],
        default=entry["default"],
        values={each["value"]: each["label"] for each in entry.get("values", ())},
        rules=tuple(entry["rules"]),
        needs=entry.get("needs"),
    )


def _decision(entry: dict[str, Any]) -> Decision:
    return Decision(
        id=entry["id"],
        title=entry["title"],
        question=entry["question"],
        says=entry.get("says", {}),
        resolution=entry["resolution"],
        reason=entry["reason"],
        rules=tuple(entry["rules"]),
    )


def _statement(entry: dict[str, Any], source: str) -> Statement:
    traced = tuple(entry["traced-to"])
    return Statement(entry["id"], source, entry["line"], entry["category"], entry["text"], traced)


# In a language.


def languages(folder: Path | None = None) -> list[str]:
    """Return the codes of the languages there are, English first."""
    places = (folder or data.home("hearts_spec")) / "locales"
    return [ENGLISH, *sorted(each.name for each in places.iterdir() if each.is_dir() and each.name != ENGLISH)]


def in_language(language: str, folder: Path | None = None, *, strict: bool = False) -> Texts:
    """Return the texts in one of `languages`; raise `DataError` where there is no such language.

    Where a translation is missing, *strict* texts raise `LookupError`; others give the English.
    """
    return _texts(language, folder or data.home("hearts_spec"), strict)


@cache
def _texts(language: str, folder: Path, strict: bool) -> Texts:
    known = languages(folder)
    if language not in known:
        raise DataError("language", None, (language,), f"there are no texts in this language{did_you_mean('', known)}")
    return Texts(language, catalogue(folder), strict)


class Texts:
    """The specification in one language."""

    def __init__(self, language: str, source: Catalogue, strict: bool = False) -> None:
        self.language = language
        self.source = source
        self.strict = strict

    # Single texts.

    def rule(self, rule: str, /) -> str:
        """Return the sentence of a rule; raise `LookupError` for an id that is none."""
        return str(self._field("rules", rule, "text"))

    def chapter(self, chapter: str, /) -> str:
        """Return the title of a chapter."""
        return str(self._field("chapters", chapter, "title"))

    def option(self, axis: str, /) -> Option:
        """Return an option, its title, text, values and needs in the language."""
        english: Option = _known(self.source.options, axis, "option")
        entry = self._entry("options", axis)
        if entry is None:
            return english
        values = {value: entry.get("values", {}).get(str(value), label) for value, label in english.values.items()}
        return Option(
            **{
                **vars(english),
                "title": entry["title"],
                "text": entry["text"],
                "values": values,
                "needs": entry.get("needs", english.needs if self.language == ENGLISH else None),
            }
        )

    def sheet(self, sheet: str, /) -> SheetText:
        """Return the words of one of our own sheets."""
        english: SheetText = _known(self.source.sheets, sheet, "sheet")
        entry = self._entry("sheets", sheet)
        if entry is None:
            return english
        return SheetText(sheet, entry["title"], entry["summary"], entry.get("notes"))

    def term(self, term: str, /) -> Term:
        """Return a term of the glossary; the words to avoid are those of the language."""
        english: Term = _known(self.source.glossary, term, "term")
        entry = self._entry("glossary", term)
        if entry is None:
            return english
        return Term(term, entry["term"], entry["definition"], tuple(entry.get("avoid", ())))

    def decision(self, decision: str, /) -> Decision:
        """Return a decision, its words and what the sources say in the language."""
        english: Decision = _known(self.source.decisions, decision, "decision")
        entry = self._entry("decisions", decision)
        if entry is None:
            return english
        said = {source: entry.get("says", {}).get(source, text) for source, text in english.says.items()}
        return Decision(
            **{**vars(english), **{field: entry[field] for field in KINDS["decisions"] if field in entry}, "says": said}
        )

    def statement(self, statement: str, /) -> str:
        """Return what a source states, in our words; raise `LookupError` for an id that is none."""
        return str(self._field("statements", statement, "text"))

    def has(self, kind: str, name: str, /) -> bool:
        """Tell whether a text of one of `KINDS` stands in this language (always, in English)."""
        return self.language == ENGLISH or name in self._entries(kind)

    # Phrases, cards, numbers, lists.

    def message(self, key: str, /, **fields: Any) -> str:
        """Return a fixed phrase with its placeholders filled; raise `LookupError` for a key that is none."""
        phrases = self._messages if key in self._messages else self._english_messages
        if key not in phrases:
            raise LookupError(f"there is no message {key!r}{did_you_mean(key, list(phrases))}")
        if self.strict and phrases is not self._messages:
            raise LookupError(f"the message {key!r} is not translated into {self.language}")
        return fill(phrases[key], fields)

    def counted(self, key: str, number: int, /, **fields: Any) -> str:
        """Return one of two phrases, ``KEY.one`` for one and ``KEY.other`` for any other number."""
        return self.message(f"{key}.{'one' if number == 1 else 'other'}", number=self.number(number), **fields)

    def number(self, number: int, /) -> str:
        """Return a number with the minus sign of print."""
        return self.message("number.negative", number=-number) if number < 0 else str(number)

    def card(self, card: str, /) -> str:
        """Return a card in words: ``queen of spades``."""
        return self.message("card.name", rank=self.message(f"rank.{card[0]}"), suit=self.message(f"suit.{card[1]}"))

    @staticmethod
    def symbol(card: str, /) -> str:
        """Return a card in signs, the same in every language: ``♠Q``."""
        return symbol(CARDS[card])

    def cards(self, cards: Iterable[str], /) -> str:
        """Return cards in signs, one after another; the word for none where there are none."""
        return " ".join(map(self.symbol, cards)) or self.message("value.none")

    def listed(self, items: Sequence[str], /, word: str = "and") -> str:
        """Return items in a row, the last one joined by *word* (``and`` or ``or``)."""
        if len(items) < 2:
            return "".join(items)
        joined = self.message("list.separator").join(items[:-1])
        return self.message(f"list.{word}{'-more' if len(items) > 2 else ''}", items=joined, last=items[-1])

    # Options and conditions.

    def value(self, axis: str, value: Any, /) -> str:
        """Return what a player reads for a value of an option: its label, or the value put in words."""
        option = self.option(axis)
        if isinstance(value, int | str) and value in option.values:
            return option.values[value]
        if isinstance(value, Mapping):
            return self.message("list.separator").join(self._priced(name, worth) for name, worth in value.items())
        if isinstance(value, list | tuple):
            return self._list_value(option, value)
        if value == "none":
            return self.message("value.none")
        if axis == "table.turn-limit":
            return self.counted("number.seconds", int(value))
        if isinstance(value, str) and value in CARDS:
            return self.card(value)
        return self.number(value) if isinstance(value, int) else str(value)

    def condition(self, when: Mapping[str, Any] | None, /) -> str:
        """Return a condition on options as a sentence."""
        if not when:
            return self.message("when.always")
        parts = [self._condition(axis, wanted) for axis, wanted in when.items()]
        return self.message("when.applies", conditions=self.listed(parts))

    def _list_value(self, option: Option, value: Sequence[str]) -> str:
        if not value:
            return self.message("value.none")
        if option.type == "cards":
            return self.cards(value)
        labels = [option.values.get(each, each) for each in value]
        return self.listed(labels) if option.type == "set" else self.message("list.separator").join(labels)

    def _priced(self, name: str, worth: int) -> str:
        shown = self.symbol(name) if name in CARDS else self.message(f"rank.{name}")
        return self.message("value.priced-card", card=shown, number=self.number(worth))

    def _condition(self, axis: str, wanted: Any) -> str:
        negated = isinstance(wanted, Mapping) and set(wanted) == {"not"}
        inner = wanted["not"] if negated and isinstance(wanted, Mapping) else wanted
        suffix = "-not" if negated else ""
        if axis == "players":
            counts = [str(each) for each in inner] if isinstance(inner, list) else [str(inner)]
            return self.message(f"when.players{suffix}", players=self.listed(counts, "or"))
        option = self.option(axis)
        is_list = option.type in ("set", "cards", "cycle")
        if is_list and not isinstance(inner, list):
            label = self.symbol(inner) if inner in CARDS else option.values.get(inner, str(inner))
            return self.message(f"when.contains{suffix}", option=option.title, value=label)
        if isinstance(inner, list) and not is_list:
            value = self.listed([self.value(axis, each) for each in inner], "or")
        else:
            value = self.value(axis, inner)
        return self.message(f"when.is{suffix}", option=option.title, value=value)

    # Where the words come from.

    def _field(self, kind: str, name: str, field: str) -> Any:
        english = _known(self.source.entries(kind), name, kind.removesuffix("s"))
        entry = self._entry(kind, name)
        return getattr(english, field) if entry is None else entry[field]

    def _entry(self, kind: str, name: str) -> dict[str, Any] | None:
        if self.language == ENGLISH:
            return None
        entry: dict[str, Any] | None = self._entries(kind).get(name)
        if entry is None and self.strict:
            raise LookupError(f"{kind} {name} is not translated into {self.language}")
        return entry

    def _entries(self, kind: str) -> dict[str, Any]:
        document = self.document(kind)
        return document.value["entries"] if document else {}

    @cache  # noqa: B019 (there is one object a language for the life of the process)
    def document(self, kind: str) -> Document | None:
        """Return the file with the translations of one of `KINDS`, None where there is none."""
        file = self.source.folder / "locales" / self.language / f"{kind}.yaml"
        return data.load(file, f"locale-{kind}") if file.is_file() else None

    @cached_property
    def _messages(self) -> dict[str, str]:
        return _messages(self.source.folder, self.language)

    @cached_property
    def _english_messages(self) -> dict[str, str]:
        return _messages(self.source.folder, ENGLISH)


@cache
def _messages(folder: Path, language: str) -> dict[str, str]:
    file = folder / "locales" / language / "messages.yaml"
    if not file.is_file() and language != ENGLISH:
        return {}
    found: dict[str, str] = data.load(file, "messages").value["messages"]
    return found


_PLACEHOLDER: Final = re.compile(r"\{([a-z_]+)\}")


def fill(phrase: str, fields: Mapping[str, Any]) -> str:
    """Return a phrase with each ``{name}`` replaced; raise `LookupError` where a field is not given."""

    def replace(match: re.Match[str]) -> str:
        if match[1] not in fields:
            raise LookupError(f"the phrase {phrase!r} needs {match[1]!r}")
        return str(fields[match[1]])

    return _PLACEHOLDER.sub(replace, phrase)


def placeholders(phrase: str) -> set[str]:
    """Return the names of the placeholders in a phrase."""
    return set(_PLACEHOLDER.findall(phrase))


def _known(entries: Mapping[str, Any], name: str, kind: str) -> Any:
    if name not in entries:
        raise LookupError(f"there is no {kind} {name!r}{did_you_mean(name, list(entries))}")
    return entries[name]


# Seals.


def seal(english: Sequence[str], translated: Sequence[str]) -> str:
    """Return the seal of a translation: a short hash over the words of both sides."""
    both = json.dumps([list(english), list(translated)], ensure_ascii=False, separators=(",", ":"))
    return "h" + hashlib.sha256(both.encode()).hexdigest()[:8]


_KEYED: Final = {"options": "values", "decisions": "says"}
"""The field of an entry that holds several texts by key: labels of values, what each source says."""


def words(kind: str, entry: Any, keys: Iterable[Any] = ()) -> list[str]:
    """Return the words of an entry that its seal covers.

    *entry* is an English entry of the catalogue, or a translated one as it stands in its file.  The labels of an
    option's values, and what the sources say on a decision, are taken in the order of *keys*, those of the English.
    """
    get: Callable[[str], Any] = entry.get if isinstance(entry, Mapping) else lambda field: getattr(entry, field, None)
    found: list[str] = []
    for field in KINDS[kind]:
        value = get(field)
        if isinstance(value, Mapping):
            by_key = {str(key): text for key, text in value.items()}
            found += [by_key[str(key)] for key in keys if str(key) in by_key]
        elif value is not None:
            found.append(value)
    return found


def seal_of(kind: str, english: Any, translated: Mapping[str, Any]) -> str:
    """Return the seal that a translated entry must carry; *english* is the entry of the catalogue (or its fields)."""
    keys = list(getattr(english, _KEYED[kind])) if kind in _KEYED else []
    return seal(words(kind, english, keys), words(kind, translated, keys))


@dataclass(frozen=True)
class Translation:
    """How one text stands in one language.

    ``state`` is ``sealed``, ``unsealed`` (never read against its source), ``stale`` (changed since, on either
    side), ``missing``, or ``orphan`` (it translates nothing).  ``seal`` is the one that it must carry.
    """

    language: str
    kind: str
    id: str
    state: str
    path: Path
    line: int | None
    seal: str | None = None


def translations(language: str, kind: str, folder: Path | None = None) -> Iterator[Translation]:
    """Say how each text of one of `KINDS` stands in a language, in the order of the English."""
    texts = in_language(language, folder)
    english = texts.source.entries(kind)
    document = texts.document(kind)
    path = texts.source.folder / "locales" / language / f"{kind}.yaml"
    yield from translations_of(language, kind, english, document, path)


def translations_of(
    language: str, kind: str, english: Mapping[str, Any], document: Document | None, path: Path
) -> Iterator[Translation]:
    """Say how each of the *english* entries stands in a file of translations."""
    entries = document.value["entries"] if document else {}
    for name, entry in english.items():
        if name not in entries:
            yield Translation(language, kind, name, "missing", path, None)
            continue
        wanted = seal_of(kind, entry, entries[name])
        carried = entries[name]["seal"]
        state = "sealed" if carried == wanted else "unsealed" if carried == UNSEALED else "stale"
        line = document.line("entries", name) if document else None
        yield Translation(language, kind, name, state, path, line, wanted)
    for name in entries.keys() - english.keys():
        yield Translation(language, kind, name, "orphan", path, document.line("entries", name) if document else None)


_SEAL: Final = re.compile(r"(\bseal:\s*)(?:unsealed|h[0-9a-f]{8})\b")


def write_seals(path: Path, seals: Mapping[str, str]) -> int:
    """Write the seals of entries into a file of translations, in place; return how many changed.

    Raises `DataError` for a file that cannot be read or an entry that is not in it.
    """
    document = data.read(path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    changed = 0
    for name, wanted in seals.items():
        if name not in document.value["entries"]:
            data.fail(document, ("entries", name), f"there is no entry {name!r}")
        index = document.line("entries", name, "seal") - 1
        fresh = _SEAL.sub(rf"\g<1>{wanted}", lines[index])
        changed += fresh != lines[index]
        lines[index] = fresh
    path.write_text("".join(lines), encoding="utf-8")
    return changed


def messages_missing(language: str, folder: Path | None = None) -> list[str]:
    """Return the keys of fixed phrases that a language lacks, has too many, or whose placeholders differ."""
    root = folder or data.home("hearts_spec")
    english, other = _messages(root, ENGLISH), _messages(root, language)
    wrong = [key for key, phrase in english.items() if placeholders(phrase) != placeholders(other.get(key, "{}"))]
    return [key for key in english if key not in other or key in wrong] + [key for key in other if key not in english]
