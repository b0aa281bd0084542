"""Formats and the protocol: every JSON Schema as a page, so that what is told is what files are checked against."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any, Final

from hearts_site import markup, routes
from hearts_site.book import Book
from hearts_site.routes import Here
from hearts_site.words import Words
from hearts_spec import schemas

Schema = dict[str, Any]
PROTOCOL: Final = "protocol"
CHOICES: Final = ("anyOf", "oneOf", "allOf")


def pages(book: Book, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the list of formats and a page for each schema."""
    names = schemas.names()
    here = Here(routes.FORMATS)
    rows = []
    for name in sorted(names, key=lambda each: each != PROTOCOL):
        schema = schemas.schema(name)
        told = markup.english(schema.get("description", schema["title"]), words.language)
        rows.append((here.link(routes.format(name), name), told))
    table = markup.table([words("formats.column-name"), words("formats.column-text")], rows, kind=markup.STACKED)
    lead = [markup.paragraph(escape(words("formats.lead"))), *in_english(words)]
    yield routes.FORMATS, markup.page(words("formats.title"), [*lead, table])
    for name in names:
        yield routes.format(name).path, _Page(name, words).page()


def in_english(words: Words) -> list[str]:
    """Return, on a page in another language, the sentence that says why a programmer's reference is in English."""
    return [] if words.language == "en" else [markup.paragraph(escape(words("reference.english")))]


class _Page:
    """The page of one schema."""

    def __init__(self, name: str, words: Words) -> None:
        self.name = name
        self.words = words
        self.schema = schemas.schema(name)
        self.here = Here(routes.format(name).path)
        self.foreign = words.language != "en"

    def page(self) -> str:
        parts = [
            markup.paragraph(self.here.link(routes.FORMATS, self.words("formats.title")), "hs-eyebrow"),
            *in_english(self.words),
            markup.paragraph(self.english(self.schema.get("description", ""))),
            markup.paragraph(f'<a href="{escape(self.schema["$id"])}"><code>{escape(self.schema["$id"])}</code></a>'),
            *self.section(self.schema),
        ]
        for key, below in self.schema.get("$defs", {}).items():
            parts.append(markup.heading(2, key, f"def-{key}"))
            title = below.get("title") if isinstance(below, dict) else None
            parts.append(markup.paragraph(self.english(title or "")))
            parts += self.section(below)
        return markup.page(self.name, parts, description=self.schema["title"])

    def english(self, text: str) -> str:
        return markup.english(text, self.words.language) if text else ""

    def section(self, schema: Schema) -> list[str]:
        """Return the fields of a schema as tables, one for each form that it allows."""
        parts = []
        rows = list(self.rows(schema, ""))
        if rows:
            parts.append(markup.table(self.columns(), rows, kind=markup.STACKED))
        for keyword in CHOICES:
            for each in schema.get(keyword, ()):
                if "properties" in each:
                    parts.append(markup.heading(3, each.get("title", ""), self.anchor(each), english=self.foreign))
                    parts += self.section(each)
                elif "$ref" in each and "properties" not in schema:
                    parts.append(markup.paragraph(self.kind(each)))
        if not parts and "properties" not in schema:
            parts.append(markup.paragraph(self.kind(schema)))
        return parts

    def anchor(self, schema: Schema) -> str:
        return "form-" + "".join(each if each.isalnum() else "-" for each in schema.get("title", "").lower()).strip("-")

    def columns(self) -> list[str]:
        return [self.words(f"formats.column-{each}") for each in ("field", "type", "needed", "text")]

    def rows(self, schema: Schema, above: str) -> Iterator[tuple[str, str, str, str]]:
        """Yield a row for each field, those of nested objects under their way from the top."""
        required = schema.get("required", ())
        for key, each in {**schema.get("properties", {}), **schema.get("patternProperties", {})}.items():
            name = f"{above}{key}"
            needed = self.words("value.yes") if key in required else "–"
            yield (
                f"<code>{escape(name)}</code>",
                self.kind(each),
                needed,
                self.english(each.get("description") or each.get("title", "")),
            )
            inner = each.get("items", each) if isinstance(each, dict) else {}
            if isinstance(inner, dict) and "properties" in inner:
                yield from self.rows(inner, f"{name}{'[]' if inner is not each else ''}.")

    def kind(self, schema: Any) -> str:
        """Return what a value may be."""
        if not isinstance(schema, dict):
            return "–"
        if "$ref" in schema:
            return self.reference(schema["$ref"])
        if "const" in schema:
            return f"<code>{escape(json.dumps(schema['const']))}</code>"
        if "enum" in schema:
            return ", ".join(f"<code>{escape(json.dumps(each, ensure_ascii=False))}</code>" for each in schema["enum"])
        for keyword in CHOICES:
            if keyword in schema:
                return f" {escape(self.words('formats.or'))} ".join(map(self.kind, schema[keyword]))
        kind = schema.get("type", "")
        if kind == "array" and isinstance(schema.get("items"), dict):
            return f"{escape(self.words('formats.list'))} {self.kind(schema['items'])}"
        kinds = [kind] if isinstance(kind, str) else kind
        return ", ".join(f"<code>{each}</code>" for each in kinds if each) or "–"

    def reference(self, reference: str) -> str:
        file, _, inside = reference.partition("#")
        name = file.removesuffix(schemas.SUFFIX) or self.name
        key = inside.removeprefix("/$defs/")
        known = schemas.schema(name).get("$defs", {})
        if key not in known:
            return self.here.link(routes.format(name), name)
        return self.here.link(routes.Route(routes.format(name).path, f"def-{key}"), key)
