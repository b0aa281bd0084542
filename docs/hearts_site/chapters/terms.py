"""Words and sources: the glossary, the options, the decisions on the sources, and their statements."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from hearts_site import cards, markup, routes
from hearts_site.book import Book
from hearts_site.routes import Here
from hearts_site.words import Words
from hearts_spec import sheets as sheet_files
from hearts_spec.nodes import plain
from hearts_spec.texts import Decision, Source, Statement


def pages(book: Book, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the pages."""
    yield routes.GLOSSARY, _glossary(book, words)
    yield routes.OPTIONS, _options(book, words)
    yield routes.DECISIONS, _decisions(book, words)
    for decision in book.source.decisions.values():
        yield routes.decision(decision.id).path, _decision(book, words, decision)
    yield routes.STATEMENTS, _sources(book, words)
    for source in book.source.sources.values():
        if source.code:
            yield routes.statements(source.id).path, _statements(book, words, source)


def rule_links(here: Here, rules: tuple[str, ...], words: Words) -> list[str]:
    """Return rules as lines: a link, then the sentence."""
    return [f"{here.link(routes.rule(rule), rule, 'hs-rule')} {cards.signs(words.texts.rule(rule))}" for rule in rules]


def _glossary(book: Book, words: Words) -> str:
    lines = []
    told = [words.texts.term(term) for term in book.source.glossary]
    for term in sorted(told, key=lambda each: each.term.casefold()):
        avoid = ""
        if term.avoid:
            others = words.texts.listed(list(term.avoid), "or")
            avoid = f"<br><small>{escape(words('glossary.avoid', words=others))}</small>"
        lines.append(f'<dt id="{term.id}">{escape(term.term)}</dt><dd>{cards.signs(term.definition)}{avoid}</dd>')
    lead = markup.paragraph(escape(words("glossary.lead")))
    return markup.page(words("glossary.title"), [lead, '<dl class="hs-glossary">\n' + "\n".join(lines) + "\n</dl>"])


def _options(book: Book, words: Words) -> str:
    here = Here(routes.OPTIONS)
    parts = [markup.paragraph(escape(words("options.lead")))]
    chapter = ""
    for axis in book.source.options:
        option = words.texts.option(axis)
        if option.chapter != chapter:
            chapter = option.chapter
            parts.append(markup.heading(2, words.texts.chapter(chapter), f"chapter-{chapter}"))
        parts.append(markup.heading(3, option.title, axis))
        parts.append(markup.paragraph(f"<code>{axis}</code> {cards.signs(option.text)}"))
        if option.values:
            rows = [
                (f"<code>{escape(str(value))}</code>", cards.signs(label)) for value, label in option.values.items()
            ]
            columns = (words("options.written"), words("options.means"))
            parts.append(markup.table(columns, rows, caption=option.title))
        default = words.texts.value(axis, option.default)
        parts.append(markup.paragraph(cards.signs(words("options.default", value=default))))
        if option.needs:
            parts.append(markup.paragraph(cards.signs(option.needs)))
        parts += _users(book, words, here, axis)
        rules = ", ".join(here.link(routes.rule(rule), rule, "hs-rule") for rule in option.rules)
        parts.append(markup.paragraph(f"{escape(words('options.rules'))} {rules}"))
    return markup.page(words("options.title"), parts)


def _users(book: Book, words: Words, here: Here, axis: str) -> list[str]:
    """Return the sheets that state an option themselves, with what they set it to."""
    lines = []
    for sheet in book.sheets:
        if axis in sheet.own:
            shown = _setting(words, axis, sheet.own[axis])
            lines.append(f"{here.link(routes.sheet(sheet.id), words.sheet(sheet).title)}: {cards.signs(shown)}")
    if not lines:
        return []
    return [markup.paragraph(escape(words("options.sheets"))), markup.items(lines)]


def _setting(words: Words, axis: str, setting: object) -> str:
    if not sheet_files.by_count(setting) or not isinstance(setting, dict):
        return words.texts.value(axis, setting)
    parts = []
    for count, value in setting.items():
        players = words("sheet.at-other-counts") if count == "else" else words("number.players.other", number=count)
        parts.append(words("sheet.at-counts", players=players, text=words.texts.value(axis, value)))
    return words("list.clauses").join(parts)


def _decisions(book: Book, words: Words) -> str:
    here = Here(routes.DECISIONS)
    rows = []
    for name in book.source.decisions:
        told = words.texts.decision(name)
        rows.append((here.link(routes.decision(name), name), escape(told.title), cards.signs(told.resolution)))
    columns = [words(f"decisions.column-{each}") for each in ("id", "title", "resolution")]
    lead = markup.paragraph(escape(words("decisions.lead")))
    return markup.page(
        words("decisions.title"),
        [lead, markup.table(columns, rows, caption=words("decisions.title"), kind=markup.STACKED)],
    )


def _decision(book: Book, words: Words, decision: Decision) -> str:
    here = Here(routes.decision(decision.id).path)
    told = words.texts.decision(decision.id)
    known = book.source.sources
    says = [
        f"<strong>{escape(known[source].title) if source in known else escape(source)}</strong>: {cards.signs(text)}"
        for source, text in told.says.items()
    ]
    traced = [statement_line(here, each, words) for each in book.statements_on.get(f"decision:{decision.id}", ())]
    parts = [
        markup.paragraph(here.link(routes.DECISIONS, words("decisions.title")) + f" · {decision.id}", "hs-eyebrow"),
        markup.paragraph(cards.signs(told.question), "hs-sentence"),
    ]
    for name, lines in (
        ("resolution", [cards.signs(told.resolution)]),
        ("reason", [cards.signs(told.reason)]),
    ):
        parts += [markup.heading(2, words(f"decision.{name}"), name), *map(markup.paragraph, lines)]
    for name, found in (("rules", rule_links(here, decision.rules, words)), ("says", says), ("statements", traced)):
        if found:
            parts += [markup.heading(2, words(f"decision.{name}"), name), markup.items(found)]
    return markup.page(told.title, parts)


def statement_line(here: Here, statement: Statement, words: Words) -> str:
    """Return a statement as a line: a link, then what it states."""
    return f"{here.link(routes.statements(statement.source, statement.id), statement.id)} {_stated(statement, words)}"


def _stated(statement: Statement, words: Words) -> str:
    """Return what a statement states, marked as English where it is not translated."""
    text = words.texts.statement(statement.id)
    return cards.signs(text) if words.texts.has("statements", statement.id) else markup.english(text, words.language)


def _sources(book: Book, words: Words) -> str:
    here = Here(routes.STATEMENTS)
    rows = []
    for source in book.source.sources.values():
        parts = [each for each in (source.author, source.title, source.publisher, source.date) if each]
        named = escape(words("list.separator").join(parts))
        if source.code:
            named = here.wrap(routes.statements(source.id), named)
        elif source.url:
            named = f'<a href="{escape(source.url)}">{named}</a>'
        count = str(source.statements) if source.statements else "–"
        rows.append((named, escape(words(f"source.kind.{source.kind}")), count))
    columns = [words(f"statements.column-{each}") for each in ("source", "kind", "number")]
    lead = markup.paragraph(escape(words("statements.lead")))
    return markup.page(
        words("statements.title"), [lead, markup.table(columns, rows, caption=words("statements.title"))]
    )


def _statements(book: Book, words: Words, source: Source) -> str:
    here = Here(routes.statements(source.id).path)
    rows = []
    for statement in book.source.statements.values():
        if statement.source != source.id:
            continue
        where = "<br>".join(_target(here, each, book, words) for each in statement.traced_to)
        rows.append(
            (
                f'<span id="s{statement.id}">{statement.id}</span>',
                str(statement.line),
                _stated(statement, words),
                where,
            )
        )
    columns = [words(f"statements.column-{each}") for each in ("id", "line", "text", "where")]
    lead = markup.paragraph(escape(words("statements.one-lead", title=source.title)))
    return markup.page(
        source.title, [lead, markup.table(columns, rows, caption=source.title, kind=markup.STACKED)], search=False
    )


def _target(here: Here, target: str, book: Book, words: Words) -> str:
    """Return where a statement went, as a link."""
    kind, _, name = target.rpartition(":")
    if kind == "not-a-rule":
        return escape(words(f"statements.not-a-rule-{name}"))
    if kind == "decision":
        return here.link(routes.decision(name), name)
    if kind == "sheet":
        published = book.published(name)
        return here.link(routes.sheet(name), words.sheet(published).title) if published else f"<code>{name}</code>"
    if target in book.source.rules:
        return here.link(routes.rule(target), target, "hs-rule")
    axis, _, value = target.partition("=")
    if axis not in book.source.options:
        return f"<code>{escape(target)}</code>"
    told = words.texts.option(axis).title
    return here.link(routes.option(axis), f"{told}: {words.texts.value(axis, plain(value))}" if value else told)
