"""Composes a whole rule sheet for readers: the rules that apply, in reading order, with the tables people look for.

What a sheet says is worked out anew for every number of players that it is for: a rule is on the page where its
condition holds at one of them at least, and says at which where it does not hold at all.  Every phrase comes from
the specification or its fixed phrases, in the language asked for; nothing here is English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from . import sheets, texts
from .cards import CARDS, CLUBS, NAMES, RANKS, members
from .conditions import holds
from .leaflet import Block, Item, Items, Page, Paragraph, Section, Table
from .rules import AXES, Rules
from .sheets import Sheet
from .texts import Rule, SheetText, Texts

LAST: Final = "policy"
"""The chapter that stands apart, after the rules of play."""


def sheet_page(
    sheet: Sheet | str, lang: str = texts.ENGLISH, players: int | None = None, *, strict: bool = False
) -> Page:
    """Return a complete rule sheet, which can be had as Markdown, HTML or JSON (`leaflet.Page`).

    *sheet* is a sheet, its id or its path; *players* narrows the page to one number of players; *strict* refuses
    (`LookupError`) what is not translated.  Raises `data.DataError` for a sheet, language or number that there is
    not.
    """
    found = sheets.load(sheet) if isinstance(sheet, str) else sheet
    counts = found.players if players is None else (players,)
    resolved = {count: found.resolve(count) for count in counts}
    return _Composer(found, texts.in_language(lang, strict=strict), resolved).page()


def applicable(resolved: dict[int, Rules]) -> dict[str, tuple[int, ...]]:
    """Return the rules that apply under rules resolved by number of players, each with the numbers at which it does.

    They stand in reading order, the policies of the table last.
    """
    found = {}
    for rule in texts.catalogue().rules.values():
        counts = tuple(count for count, rules in resolved.items() if holds(rule.when, rules.options))
        if counts:
            found[rule.id] = counts
    return found


@dataclass(frozen=True)
class _Composer:
    sheet: Sheet
    say: Texts
    resolved: dict[int, Rules]

    @cached_property
    def counts(self) -> tuple[int, ...]:
        return tuple(self.resolved)

    @cached_property
    def rules(self) -> dict[str, tuple[int, ...]]:
        return applicable(self.resolved)

    def page(self) -> Page:
        message, words = self.say.message, self.words(self.sheet)
        makers = (
            self.differences,
            self.deal,
            self.passing,
            self.values,
            self.play,
            self.policies,
            self.options,
            self.changeable,
            self.notes,
            self.sources,
        )
        lead = [words.summary, message("sheet.for-players", players=self.numbers(self.counts))]
        return Page(
            sheet=self.sheet.id,
            language=self.say.language,
            players=self.counts,
            title=message("sheet.title", title=words.title),
            lead=tuple(lead),
            sections=tuple(section for make in makers if (section := make()) is not None),
            contents=message("sheet.heading.contents"),
            footnotes=tuple(self.footnotes()),
        )

    # Sections, in the order of the page.

    def differences(self) -> Section | None:
        parent = self.sheet.parent
        if parent is None:
            return None
        title = self.words(parent).title
        heading = self.say.message("sheet.heading.differences", title=title)
        shared = [count for count in self.counts if count in parent.players]
        theirs = {count: parent.resolve(count) for count in shared}
        rows = []
        if parent.players != self.sheet.players and self.counts == self.sheet.players:
            option = self.say.option("players").title
            rows.append((option, self.numbers(parent.players), self.numbers(self.sheet.players)))
        for axis in self.axes():
            differing = [c for c in shared if theirs[c].options[axis] != self.resolved[c].options[axis]]
            if differing:
                before, here = (self.setting(axis, each, differing, shared) for each in (theirs, self.resolved))
                rows.append((self.say.option(axis).title, before, here))
        if not rows:
            return self.section("differences", heading, Paragraph(self.say.message("sheet.no-differences")))
        columns = (self.say.message("column.option"), title, self.say.message("column.here"))
        return self.section("differences", heading, Table(columns, tuple(rows)))

    def deal(self) -> Section:
        kitty = any(rules.kitty_size for rules in self.resolved.values())
        names = ["players", "removed", "hand", *(["kitty"] if kitty else []), "opening"]
        rows = []
        for count, rules in self.resolved.items():
            cells = [str(count), self.say.cards(rules.options["deck.strip"]), str(rules.hand_size)]
            cells += [str(rules.kitty_size)] if kitty else []
            rows.append((*cells, self.opening(rules)))
        return self.headed("deal", Table(self.columns(*names), tuple(rows)))

    def passing(self) -> Section:
        message = self.say.message
        cycles = self.grouped(lambda rules: rules.pass_cycle)
        if all(set(cycle) == {"hold"} for _, cycle in cycles):
            return self.headed("passing", Paragraph(message("sheet.no-passing")))
        blocks: list[Block] = [
            Paragraph(self.prefixed(counts, message("sheet.pass-count", number=size)))
            for counts, size in self.grouped(lambda rules: rules.pass_count)
        ]
        longest = max(len(cycle) for _, cycle in cycles)
        if longest == 1:
            rounds = [message("sheet.every-round")]
        else:
            rounds = [message("sheet.round", number=number) for number in range(1, longest + 1)]
        rows = tuple(
            (self.numbers(counts), *(message(f"direction.{each}") for each in cycle), *[""] * (longest - len(cycle)))
            for counts, cycle in cycles
        )
        blocks.append(Table((message("column.players"), *rounds), rows))
        if longest > 1:
            blocks.append(Paragraph(message("sheet.cycle-repeats")))
        return self.headed("passing", *blocks)

    def values(self) -> Section:
        tables = self.grouped(self.prices)
        return self.headed(
            "values",
            *(
                Table(self.columns("card", "points"), rows, "" if counts == self.counts else self.at(counts))
                for counts, rows in tables
            ),
        )

    def play(self) -> Section:
        chapters = [each for each in self.say.source.chapters if each != LAST]
        below = tuple(section for each in chapters if (section := self.chapter(each)) is not None)
        return Section("rules", self.say.message("sheet.heading.rules"), (), below)

    def policies(self) -> Section | None:
        found = self.chapter(LAST)
        return found and Section(found.id, self.say.message("sheet.heading.policies"), found.blocks)

    def options(self) -> Section:
        rows = tuple(
            (self.say.option(axis).title, self.setting(axis, self.resolved, counts))
            for axis in self.axes()
            if (counts := [count for count in self.counts if axis not in sheets.idle(self.resolved[count])])
        )
        return self.headed("options", Table(self.columns("option", "value"), rows))

    def changeable(self) -> Section | None:
        items = []
        for axis, settings in self.sheet.changeable.items():
            if settings == "any":
                line = self.say.message("sheet.may-change-freely")
            else:
                others = [each for setting in settings if (each := self.other(axis, setting))]
                line = self.say.message("sheet.may-change-to", values=self.say.listed(others, "or"))
            items.append(Item(self.say.message("sheet.may-change", option=self.say.option(axis).title, change=line)))
        return self.headed("changeable", Items(tuple(items))) if items else None

    def notes(self) -> Section | None:
        notes = self.words(self.sheet).notes
        return self.headed("notes", Paragraph(notes)) if notes else None

    def sources(self) -> Section | None:
        named = next((each.sources for each in self.sheet.lineage if each.sources), ())
        known = self.say.source.sources
        items = [self.source(known[name]) if name in known else Item(name) for name in named]
        return self.headed("sources", Items(tuple(items))) if items else None

    def footnotes(self) -> Iterable[str]:
        if self.say.language == texts.ENGLISH:
            return
        yield self.say.message("text.normative")
        if not all(self.say.has("rules", rule) for rule in self.rules):
            yield self.say.message("text.missing")

    # Parts of sections.

    def chapter(self, chapter: str) -> Section | None:
        rules = self.say.source.rules
        items = tuple(self.item(rules[name]) for name in self.rules if rules[name].chapter == chapter)
        if not items:
            return None
        return Section(f"chapter-{chapter}", self.say.chapter(chapter), (Items(items, numbered=True),))

    def item(self, rule: Rule) -> Item:
        counts = self.rules[rule.id]
        scope = "" if counts == self.counts else self.at(counts)
        return Item(self.say.rule(rule.id), rule.id, scope, self.say.has("rules", rule.id))

    def opening(self, rules: Rules) -> str:
        if not rules.opens_lowest_club:
            return self.say.message("sheet.opens-left-of-dealer")
        lowest = NAMES[members(rules.pack & CLUBS)[0]]
        card = self.say.message("sheet.opens-lowest-dealt") if rules.kitty_size else self.named(lowest)
        return card if rules.opening == "that-card" else self.say.message("sheet.opens-any-club", card=card)

    def prices(self, rules: Rules) -> tuple[tuple[str, str], ...]:
        message, number = self.say.message, self.say.number
        rows = []
        hearts = [rules.values[CARDS[rank + "H"]] for rank in reversed(RANKS)]
        if len(set(hearts)) == 1:
            rows.append((message("sheet.each-heart"), number(hearts[0])))
        else:
            rows += [(self.named(rank + "H"), number(each)) for rank, each in zip(reversed(RANKS), hearts, strict=True)]
        by_worth = sorted(rules.options["value.card"].items(), key=lambda each: -each[1])
        rows += [(self.named(name), number(worth)) for name, worth in by_worth]
        if rules.bonus:
            rows.append((self.named(rules.options["bonus.card"]), number(rules.bonus_value)))
        rows.append((message("sheet.every-other-card"), "0"))
        rows.append((message("sheet.round-total"), number(rules.points(rules.penalties))))
        return tuple(rows)

    def setting(
        self, axis: str, resolved: dict[int, Rules], counts: Sequence[int], of: Sequence[int] | None = None
    ) -> str:
        """Return what an option is set to: once where it is the same at all *counts*, otherwise by count."""
        groups = _grouped({count: resolved[count] for count in counts}, lambda rules: rules.options[axis])
        everywhere = len(groups) == 1 and tuple(counts) == tuple(of or self.counts)
        if everywhere:
            return self.say.value(axis, groups[0][1])
        parts = [self.counted(each, self.say.value(axis, value)) for each, value in groups]
        return self.say.message("list.clauses").join(parts)

    def other(self, axis: str, setting: Any) -> str:
        """Return a setting to which an option may be changed, empty where it is set so already."""
        by_count = {count: sheets.pick(axis, setting, count) for count in self.counts}
        if all(self.resolved[count].options[axis] == value for count, value in by_count.items()):
            return ""
        groups = _grouped(by_count, lambda value: value)
        if len(groups) == 1:
            return self.say.value(axis, groups[0][1])
        return self.say.message("list.clauses").join(self.counted(c, self.say.value(axis, v)) for c, v in groups)

    def source(self, source: texts.Source) -> Item:
        parts = [each for each in (source.author, source.title, source.publisher, source.date) if each]
        return Item(self.say.message("list.separator").join(parts), link=source.url or "")

    # Words.

    def words(self, sheet: Sheet) -> SheetText:
        """Return the words of a sheet: translated where it is one of ours, as its file has them otherwise."""
        if sheet.source_path.parent == self.say.source.folder / "sheets":
            return self.say.sheet(sheet.id)
        return SheetText(sheet.id, sheet.title, sheet.summary, sheet.notes)

    def named(self, card: str) -> str:
        return self.say.message("sheet.card", card=self.say.card(card), symbol=self.say.symbol(card))

    def numbers(self, counts: Iterable[int]) -> str:
        """Return numbers of players as ``4``, ``3 or 5``, ``3–7``."""
        numbers = sorted(counts)
        if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
            return self.say.message("number.range", first=numbers[0], last=numbers[-1])
        return self.say.listed([str(each) for each in numbers], "or")

    def at(self, counts: Iterable[int]) -> str:
        return self.say.message("number.players.other", number=self.numbers(counts))

    def counted(self, counts: Sequence[int], text: str) -> str:
        return self.say.message("sheet.at-counts", players=self.at(counts), text=text)

    def prefixed(self, counts: Sequence[int], text: str) -> str:
        return text if tuple(counts) == self.counts else self.counted(counts, text)

    def axes(self) -> list[str]:
        return [axis for axis in AXES if axis != "players"]

    def columns(self, *names: str) -> tuple[str, ...]:
        return tuple(self.say.message(f"column.{name}") for name in names)

    def section(self, name: str, title: str, *blocks: Block) -> Section:
        return Section(name, title, blocks)

    def headed(self, name: str, *blocks: Block) -> Section:
        return Section(name, self.say.message(f"sheet.heading.{name}"), blocks)

    def grouped(self, value: Callable[[Rules], Any]) -> list[tuple[tuple[int, ...], Any]]:
        return _grouped(self.resolved, value)


def _grouped(by_count: dict[int, Any], value: Callable[[Any], Any]) -> list[tuple[tuple[int, ...], Any]]:
    """Return each different value once, with the numbers of players that share it."""
    groups: list[tuple[list[int], Any]] = []
    for count, each in by_count.items():
        found = value(each)
        same = next((counts for counts, other in groups if other == found), None)
        if same is None:
            groups.append(([count], found))
        else:
            same.append(count)
    return [(tuple(counts), found) for counts, found in groups]
