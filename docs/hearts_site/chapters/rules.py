"""Rules: every chapter to read through, and every rule with all that hangs together with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from hearts_conformance.scenario import Case
from hearts_site import cards, drawing, markup, routes
from hearts_site.book import Book
from hearts_site.chapters import results, terms
from hearts_site.frames import FOLDED, Frame
from hearts_site.routes import Here
from hearts_site.words import Words
from hearts_spec.texts import ENGLISH, Rule

TELLING: Final = {"legal": 0, "accept": 0, "play": 1, "pass": 2, "deal": 3, "see": 4}
"""The kinds of frames that show what a rule lets pass, the least for the kind that tells most by itself."""


def pages(book: Book, words: Words) -> Iterator[tuple[str, str]]:
    """Yield the index, the chapters and the rules."""
    yield routes.RULES, _index(book, words)
    for chapter in book.source.chapters:
        yield routes.chapter(chapter).path, _chapter(book, words, chapter)
    for rule in book.source.rules.values():
        yield routes.rule(rule.id).path, _Page(book, words, rule).page()


def _index(book: Book, words: Words) -> str:
    here = Here(routes.RULES)
    parts = [markup.paragraph(escape(words("rules.lead", number=len(book.source.rules))))]
    for chapter in book.source.chapters.values():
        parts.append(markup.heading(2, words.texts.chapter(chapter.id), chapter.id))
        lines = (
            f"{here.link(routes.rule(rule), rule, 'hs-rule')} {cards.signs(words.texts.rule(rule))}"
            for rule in chapter.rules
        )
        parts.append(markup.items(lines, kind="hs-rules"))
    return markup.page(words("rules.title"), parts)


def _chapter(book: Book, words: Words, chapter: str) -> str:
    here = Here(routes.chapter(chapter).path)
    parts = []
    for name in book.source.chapters[chapter].rules:
        rule = book.source.rules[name]
        parts.append(markup.heading(2, name, name))
        parts.append(markup.paragraph(cards.signs(words.texts.rule(name)), "hs-sentence"))
        if rule.when:
            parts.append(markup.paragraph(cards.signs(words.texts.condition(rule.when)), "hs-when"))
        parts.append(markup.paragraph(here.link(routes.rule(name), words("rule.more"))))
    return markup.page(words.texts.chapter(chapter), parts)


class _Page:
    """The page of one rule."""

    def __init__(self, book: Book, words: Words, rule: Rule) -> None:
        self.book = book
        self.words = words
        self.rule = rule
        self.here = Here(routes.rule(rule.id).path)

    def page(self) -> str:
        rule, words = self.rule, self.words
        chapter = self.here.link(routes.chapter(rule.chapter, rule.id), words.texts.chapter(rule.chapter))
        kind = escape(words(f"kind.{rule.kind}"))
        parts = [
            markup.paragraph(f"{chapter} · {kind}", "hs-eyebrow"),
            markup.paragraph(cards.signs(words.texts.rule(rule.id)), "hs-sentence"),
            markup.paragraph(cards.signs(words.texts.condition(rule.when)), "hs-when"),
            *self.side_by_side(),
            *self.section("cases", self.cases()),
            *self.section("wrong", self.wrong()),
            *self.section("sheets", self.sheets()),
            *self.section("options", self.options()),
            *self.section("see", self.related()),
            *self.section("decisions", self.decisions()),
            *self.section("statements", self.statements()),
        ]
        return markup.page(rule.id, parts, description=words.texts.rule(rule.id))

    def section(self, name: str, lines: Iterable[str], kind: str = "") -> list[str]:
        shown = markup.items(lines, kind=kind)
        return [markup.heading(2, self.words(f"rule.{name}"), name), shown] if shown else []

    # Accepting and refusing.

    def side_by_side(self) -> list[str]:
        refused = self.refusing()
        accepted = self.accepting(refused[0].id if refused else "")
        if not refused and not accepted:
            return []
        shown = "".join(
            self.example(key, case, frame)
            for key, found in (("may", accepted), ("may-not", refused))
            if found
            for case, frame in (found,)
        )
        title = self.words("rule.examples" if refused else "rule.example")
        return [markup.heading(2, title, "examples"), f'<div class="hs-twins">{shown}</div>']

    def refusing(self) -> tuple[Case, Frame] | None:
        """Return the plainest case in which this rule refuses something, and the frame where it does."""
        for case in sorted(self.book.refusing.get(self.rule.id, ()), key=self.plainness):
            for frame in self.book.frames[case.id]:
                if frame.rule == self.rule.id and frame.position:
                    return case, frame
        return None

    def accepting(self, other: str) -> tuple[Case, Frame] | None:
        """Return a case that decides this rule, and a frame in which something passes; if there is one, not *other*."""
        deciding = sorted(
            self.book.deciding[self.rule.id],
            key=lambda case: (case.id == other, self.refuses(case), self.plainness(case)),
        )
        shown = [
            (case, frame)
            for case in deciding
            for frame in self.book.frames[case.id]
            if frame.kind in TELLING and frame.position and (frame.step >= 0 or frame.kind == "deal")
        ]
        return min(shown, key=lambda each: self.telling(each[1]), default=None)

    def telling(self, frame: Frame) -> int:
        """Return the place of a frame among those that could be shown.

        A pass tells most of a rule about passing, and a whole round tells nothing unless something is seen after it.
        """
        if frame.kind == "pass" and self.rule.chapter == "pass":
            return -1
        if frame.kind == "play" and len(frame.tricks) > FOLDED and not frame.facts:
            return TELLING["see"]
        return TELLING[frame.kind]

    def refuses(self, case: Case) -> bool:
        return any(frame.rule == self.rule.id for frame in self.book.frames[case.id])

    def plainness(self, case: Case) -> tuple[int, ...]:
        return self.book.plainness(case, self.rule.id)

    def example(self, key: str, case: Case, frame: Frame) -> str:
        title = self.words.case(case)
        number = self.book.frames[case.id].index(frame) + 1
        route = routes.Route(routes.case(case.id).path, f"{case.name}.{number}")
        mark = self.words(f"rule.{key}")
        return (
            f'<figure class="hs-twin hs-{key}"><figcaption><strong>{escape(mark)}</strong> '
            f"{self.here.wrap(route, cards.signs(title))}</figcaption>"
            f"{drawing.moment(frame, self.words, self.here, self.rule.id)}</figure>"
        )

    # What hangs together with it.

    def cases(self) -> Iterator[str]:
        for case in self.book.deciding[self.rule.id]:
            yield self.here.wrap(routes.case(case.id), cards.signs(self.words.case(case)))

    def sheets(self) -> Iterator[str]:
        for sheet in self.book.users[self.rule.id]:
            counts = self.book.counts[sheet.id][self.rule.id]
            link = self.here.link(routes.sheet(sheet.id, self.rule.id), self.words.sheet(sheet).title)
            if counts != sheet.players:
                numbers = self.words.texts.listed([str(each) for each in counts], "or")
                link += f" ({escape(self.words('number.players.other', number=numbers))})"
            yield link

    def options(self) -> Iterator[str]:
        for axis in self.book.options_on.get(self.rule.id, ()):
            option = self.words.texts.option(axis)
            yield f"{self.here.link(routes.option(axis), option.title)}: {cards.signs(option.text)}"

    def related(self) -> Iterator[str]:
        rule = self.rule
        names = [rule.elaborates or "", *(each.id for each in self.book.elaborating.get(rule.id, ())), *rule.see]
        for name in dict.fromkeys(filter(None, names)):
            link = self.here.link(routes.rule(name), name, "hs-rule")
            yield f"{link} {cards.signs(self.words.texts.rule(name))}"

    def decisions(self) -> Iterator[str]:
        for decision in self.book.decisions_on[self.rule.id]:
            told = self.words.texts.decision(decision.id)
            yield f"{self.here.link(routes.decision(decision.id), told.title)}: {cards.signs(told.resolution)}"

    def wrong(self) -> Iterator[str]:
        """Yield the implementations that get the rule wrong, and the ways to misread it.

        The reasons are words of a list of known deviations, in English; elsewhere the results quote them.
        """
        if not self.book.own:
            return
        for each, deviation in results.wrong().get(self.rule.id, ()):
            link = self.here.link(results.place(each), f"{each['name']} {each['version']}")
            reason = deviation.get("reason") if self.words.language == ENGLISH else None
            yield f"{link}: {cards.signs(reason)}" if reason else link
        for mutant in results.misreadings().get(self.rule.id, ()):
            yield results.misreading(mutant, self.words)

    def statements(self) -> Iterator[str]:
        for name in self.rule.rests_on:
            statement = self.book.source.statements.get(name)
            if statement:
                yield terms.statement_line(self.here, statement, self.words)
