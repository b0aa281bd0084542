"""Scenarios: every case played through, step by step, with or without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from hearts_conformance.scenario import Case, Scenario
from hearts_site import aside, cards, drawing, markup, routes
from hearts_site.book import Book
from hearts_site.routes import Here
from hearts_site.words import Words

VIEWER = ("first", "back", "next", "last", "keys", "all")
"""The phrases that the viewer's script needs, which it takes from the element."""


def pages(book: Book, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the list of scenarios and a page for each file."""
    yield routes.SCENARIOS, _index(book, words)
    for scenario in book.scenarios:
        yield routes.scenario(scenario.id).path, _scenario(book, words, scenario)


def _index(book: Book, words: Words) -> str:
    here = Here(routes.SCENARIOS)
    parts = [markup.paragraph(escape(words("scenarios.lead", files=len(book.scenarios), cases=len(book.cases))))]
    for chapter, group in groupby(book.scenarios, key=lambda each: each.id.partition("/")[0]):
        parts.append(markup.heading(2, words.texts.chapter(chapter), chapter))
        lines = []
        for scenario in group:
            title = cards.signs(words.scenario(scenario))
            count = escape(words.counted("scenarios.cases", len(scenario.cases)))
            lines.append(f"{here.wrap(routes.scenario(scenario.id), title)} <small>{count}</small>")
        parts.append(markup.items(lines))
    return markup.page(words("scenarios.title"), parts)


def _scenario(book: Book, words: Words, scenario: Scenario) -> str:
    here = Here(routes.scenario(scenario.id).path)
    chapter = scenario.id.partition("/")[0]
    parts = [
        markup.paragraph(
            f"{here.link(routes.SCENARIOS, words('scenarios.title'))} · "
            f"{here.link(routes.chapter(chapter), words.texts.chapter(chapter))} · <code>{scenario.id}</code>",
            "hs-eyebrow",
        )
    ]
    for case in scenario.cases:
        parts += _case(book, words, here, case)
    parts += _source(words, scenario)
    return markup.page(words.scenario(scenario), parts)


def _source(words: Words, scenario: Scenario) -> list[str]:
    """Return the file as somebody wrote it, for those who write cases."""
    text = f'<span lang="en">{escape(scenario.path.read_text(encoding="utf-8"))}</span>'
    shown = f"<details><summary>{escape(words('case.source'))}</summary><pre><code>{text}</code></pre></details>"
    return [aside.mark(shown, aside.DRAWING)]


def _case(book: Book, words: Words, here: Here, case: Case) -> list[str]:
    parts = [markup.heading(2, words.case(case), case.name)]
    rules = ", ".join(here.link(routes.rule(rule), rule, "hs-rule") for rule in case.decides)
    parts.append(markup.paragraph(f"{escape(words('case.decides'))} {rules}"))
    run = book.runs[case.id]
    if run is None:
        return [*parts, markup.paragraph(escape(words("case.nowhere")))]
    sheet = book.published(run.sheet)
    under = here.link(routes.sheet(run.sheet), words.sheet(sheet).title) if sheet else f"<code>{run.sheet}</code>"
    shown = escape(words("number.players.other", number=run.players))
    lines = [f"{escape(words('case.shown'))} {under}, {shown}"]
    if run.options:
        lines.append(
            f"{escape(words('case.with'))} "
            + cards.signs(
                words("list.clauses").join(
                    f"{words.texts.option(axis).title}: {words.texts.value(axis, value)}"
                    for axis, value in run.options.items()
                )
            )
        )
    parts.append(markup.paragraph("<br>".join(lines)))
    viewer = drawing.steps(book.frames[case.id], case.name, words, here)
    spoken = "".join(f' data-{key}="{escape(words(f"viewer.{key}"))}"' for key in VIEWER)
    parts.append(f'<div class="hs-viewer" data-case="{case.id}"{spoken}>{viewer}</div>')
    return parts
