"""The report as one page: a file that stands alone, needs no script, and shows the worst at once.

First comes the verdict in words, then what is wrong, grouped by the rule that explains most of it, the largest group
first; each group shows one case drawn and folds the others.  Then the chapters in numbers, the deviations that are
known, what was not judged and why, and at last every case, to be filtered by chapter and verdict with nothing but
style.

What an implementation says is only ever text here, cut where it is long; and the page forbids itself to run or to
load anything at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from hearts_conformance.verdict import Kind, Verdict
from hearts_spec import texts
from hearts_spec.texts import Texts

from . import FAILED, Listener, Run, Tally, html_cards, in_order
from .html_cases import LONGEST, breakable, drawable, english, named, rule_text, told
from .markup import save, shown
from .words import BROKEN, alike, options_text, reading_order, ruled

STYLE: Final = Path(__file__).with_name("html.css")
DRAWN: Final = 6
"""How many cases of a group are told in full; each other one is its command."""
FAILING: Final = frozenset({*FAILED, Kind.SUITE_BUG})
NOT_JUDGED: Final = (Kind.UNSUPPORTED, Kind.UNOBSERVED, Kind.NOT_RUN)

COLUMNS: Final = (
    ("verdict.conforms", "good", frozenset({Kind.CONFORMS})),
    ("report.page.failing", "bad", FAILING),
    ("report.page.known-column", "known", frozenset({Kind.KNOWN})),
    ("report.page.not-judged-column", "none", frozenset(NOT_JUDGED)),
)
"""The groups of kinds that are counted: the phrase, the class of its colour, and the kinds."""
COLOUR: Final = {kind: colour for _, colour, kinds in COLUMNS for kind in kinds}


class HtmlReport(Listener):
    """Writes the page when the run ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.run: Run | None = None
        self.verdicts: list[Verdict] = []

    def begin(self, run: Run) -> None:
        """Note what is judged."""
        self.run = run

    def verdict(self, verdict: Verdict) -> None:
        """Keep one verdict."""
        self.verdicts.append(verdict)

    def end(self, tally: Tally) -> None:
        """Write the file."""
        if self.run is not None:
            save(self.path, page(self.run, self.verdicts, tally))


def page(run: Run, verdicts: Sequence[Verdict], tally: Tally) -> str:
    """Return the whole page."""
    words = texts.in_language(run.language)
    sections = (
        _head(run, tally, words),
        _deviations(verdicts, words),
        _stale(tally, words),
        _chapters(tally, words),
        _known(verdicts, words),
        _not_judged(verdicts, words),
        _all(verdicts, words),
    )
    body = "".join(sections)
    name = f"{run.description.name} {run.description.version}".strip()
    return (
        f'<!doctype html>\n<html lang="{run.language}">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(words.message('report.page.title', name=_short(name)))}</title>\n"
        f"<style>\n{STYLE.read_text(encoding='utf-8')}{_filters(verdicts)}</style>\n</head>\n"
        f"<body>\n{html_cards.sprite(body)}<main>\n{body}</main>\n</body>\n</html>\n"
    )


def _section(key: str, words: Texts, body: str) -> str:
    """Return a section under its heading; nothing where it would be empty."""
    return (
        f'<section id="{key}">\n<h2>{escape(words.message(f"report.page.{key}"))}</h2>\n{body}</section>\n'
        if body
        else ""
    )


def _folded(summary: str, body: str, style: str = "", *, unfolded: bool = False) -> str:
    attributes = (f' class="{style}"' if style else "") + (" open" if unfolded else "")
    return f"<details{attributes}><summary>{summary}</summary>\n{body}</details>\n"


# The verdict in words.


def _head(run: Run, tally: Tally, words: Texts) -> str:
    said = run.description
    facts = [
        breakable(", ".join(run.sheets)),
        escape(words.message("number.players.other", number=", ".join(map(str, run.players)))),
        f"heartspec {shown(run.suite)}",
        shown(run.started.replace("T", " ").replace("+00:00", " UTC")),
    ]
    if run.options:
        facts.insert(2, f"<code>{breakable(options_text(run.options))}</code>")
    line = "".join(f"<li>{fact}</li>" for fact in facts if fact)
    return (
        f"<header>\n<h1>{shown(_short(said.name))} <small>{shown(_short(said.version))}</small></h1>\n"
        f'<p class="headline {_state(tally)}">{escape(_headline(tally, words))}</p>\n'
        f'{_bar(tally.counts, words)}<ul class="facts">{line}</ul>\n</header>\n'
    )


def _short(name: str) -> str:
    return name if len(name) <= 120 else f"{name[:120]}…"


def _state(tally: Tally) -> str:
    return ("good", "bad", "none", "bad")[tally.status]


def _headline(tally: Tally, words: Texts) -> str:
    failing = _sum(tally.counts, FAILING)
    judged = tally.judged + tally.counts[Kind.SUITE_BUG]
    if failing:
        sentence = words.counted("report.page.fail", failing, judged=judged)
    elif judged:
        sentence = words.counted("report.page.conform", tally.counts[Kind.CONFORMS], judged=judged)
    else:
        sentence = words.message("report.page.nothing")
    if tally.counts[Kind.KNOWN]:
        sentence += f" {words.counted('report.page.deviate-known', tally.counts[Kind.KNOWN])}"
    return sentence


def _sum(counts: Counter[Kind], kinds: Iterable[Kind]) -> int:
    return sum(counts[kind] for kind in kinds)


def _bar(counts: Counter[Kind], words: Texts) -> str:
    """Return how the cases fall into groups of kinds, as a bar and in numbers."""
    parts = [(key, colour, _sum(counts, kinds)) for key, colour, kinds in COLUMNS]
    legend = "".join(
        f'<li><i class="{colour}"></i><b>{number}</b> {escape(words.message(key))}</li>'
        for key, colour, number in parts
        if number
    )
    return f'{_strip(counts)}<ul class="legend">{legend}</ul>\n' if legend else ""


def _strip(counts: Counter[Kind]) -> str:
    parts = ((colour, _sum(counts, kinds)) for _, colour, kinds in COLUMNS)
    pieces = "".join(f'<i class="{colour}" style="flex-grow:{number}"></i>' for colour, number in parts if number)
    return f'<div class="bar" aria-hidden="true">{pieces}</div>'


# What is wrong.


@dataclass(frozen=True)
class Group:
    """Failures that one thing explains."""

    rule: str
    """The rule that they turn on; empty where they say nothing of a rule."""
    verdicts: tuple[Verdict, ...]

    @property
    def example(self) -> Verdict:
        """The case that shows it best: turning on the rule first of all, with something to draw, and plain."""
        return min(self.verdicts, key=self._plainness)

    def _plainness(self, verdict: Verdict) -> tuple[int, ...]:
        first = verdict.first
        if first is None:
            return True, True, True, len(verdict.options), 0
        turns_on_others = ruled(verdict)[:1] != (self.rule,)
        return turns_on_others, not drawable(first), first.what != "legal", len(verdict.options), len(first.history)


def groups(failures: Iterable[Verdict]) -> list[Group]:
    """Return failures in groups, the largest first.

    Those that turn on a rule go to the rule that explains most of those that are left, until none is left.  Those
    that say nothing of a rule stand together where the implementation failed in the same way.
    """
    alikes: dict[tuple[str, ...], list[Verdict]] = {}
    by_rule: list[Verdict] = []
    for verdict in failures:
        if verdict.kind is Kind.DEVIATES and ruled(verdict):
            by_rule.append(verdict)
        else:
            way = alike(verdict) if verdict.kind in BROKEN else (str(verdict.kind),)
            alikes.setdefault(way, []).append(verdict)
    found = [*_by_rule(by_rule), *(Group("", tuple(each)) for each in alikes.values())]
    return sorted(found, key=lambda group: -len(group.verdicts))


def _by_rule(left: Sequence[Verdict]) -> Iterator[Group]:
    while left:
        covering = Counter(rule for verdict in left for rule in dict.fromkeys(ruled(verdict)))
        rule = covering.most_common(1)[0][0]
        yield Group(rule, tuple(verdict for verdict in left if rule in ruled(verdict)))
        left = [verdict for verdict in left if rule not in ruled(verdict)]


def _deviations(verdicts: Sequence[Verdict], words: Texts) -> str:
    found = groups(verdict for verdict in verdicts if verdict.kind in FAILING)
    drawn = "".join(_group(group, words, unfolded=number == 0) for number, group in enumerate(found))
    return _section("deviations", words, drawn)


def _group(group: Group, words: Texts, *, unfolded: bool) -> str:
    summary = f"{_number(len(group.verdicts), words)}<h3>{_cause(group, words)}</h3>"
    return _folded(summary, _cases(group, words), "group", unfolded=unfolded)


def _cases(group: Group, words: Texts) -> str:
    """Return the example of a group, and its other cases folded."""
    body = told(group.example, words, group.rule)
    others = [verdict for verdict in group.verdicts if verdict is not group.example]
    if not others:
        return body
    rest = "".join(told(each, words, group.rule) for each in others[: DRAWN - 1])
    if others[DRAWN - 1 :]:
        rest += named(others[DRAWN - 1 :], words)
    return body + _folded(escape(words.counted("report.page.more", len(others))), rest, "more")


def _cause(group: Group, words: Texts) -> str:
    """Return what explains a group, in words."""
    if group.rule:
        return f"{rule_text(group.rule, words)} <code>{breakable(group.rule)}</code>"
    example = group.verdicts[0]
    kind = escape(words.message(f"verdict.{example.kind}"))
    way = alike(example)[1] if example.kind in BROKEN else ""
    return f"{kind}: {english(shown(way, 300), words)}" if way else kind


def _stale(tally: Tally, words: Texts) -> str:
    lines = "".join(f"<li>{english(shown(sentence, LONGEST), words)}</li>" for sentence in tally.stale)
    return _section("stale", words, f'<ul class="sentences">{lines}</ul>\n' if lines else "")


# In numbers.


def _chapters(tally: Tally, words: Texts) -> str:
    if not tally.chapters:
        return ""
    heads = [
        words.message("report.page.chapter"),
        words.message("report.page.cases-column"),
        *(words.message(key) for key, _, _ in COLUMNS),
    ]
    rows = "".join(
        _row(f'<th scope="row">{_chapter(chapter, words)}</th>', tally.chapters[chapter])
        for chapter in sorted(tally.chapters, key=reading_order)
    )
    total = _row(f'<th scope="row">{escape(words.message("report.page.everything"))}</th>', tally.counts)
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    table = (
        f'<table class="chapters"><thead><tr>{head}<td></td></tr></thead>\n'
        f"<tbody>{rows}</tbody>\n<tfoot>{total}</tfoot></table>\n"
    )
    return _section("chapters", words, table)


def _row(head: str, counts: Counter[Kind]) -> str:
    numbers = [(counts.total(), ""), *((_sum(counts, kinds), colour) for _, colour, kinds in COLUMNS)]
    cells = "".join(f'<td class="{colour if number else "zero"}">{number or "·"}</td>' for number, colour in numbers)
    return f"<tr>{head}{cells}<td>{_strip(counts)}</td></tr>\n"


def _chapter(chapter: str, words: Texts) -> str:
    try:
        return escape(words.chapter(chapter))
    except LookupError:
        return breakable(chapter)


# What is no failure.


def _known(verdicts: Sequence[Verdict], words: Texts) -> str:
    reasons: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.kind is Kind.KNOWN:
            reasons.setdefault((verdict.reason, verdict.link), []).append(verdict)
    folded = "".join(_excused(reason, link, each, words) for (reason, link), each in reasons.items())
    return _section("known", words, folded)


def _excused(reason: str, link: str, verdicts: Sequence[Verdict], words: Texts) -> str:
    summary = f"{_number(len(verdicts), words)}{english(shown(reason, LONGEST), words)}"
    where = ""
    if link.startswith(("https://", "http://")):
        where = f'<p><a href="{shown(link, LONGEST)}" rel="noreferrer">{breakable(link)}</a></p>\n'
    return _folded(summary, where + _cases(Group("", tuple(verdicts)), words))


def _not_judged(verdicts: Sequence[Verdict], words: Texts) -> str:
    reasons: dict[Kind, dict[str, list[Verdict]]] = {kind: {} for kind in NOT_JUDGED}
    for verdict in verdicts:
        if verdict.kind in NOT_JUDGED:
            reasons[verdict.kind].setdefault(verdict.detail, []).append(verdict)
    folded = "".join(_passed_over(kind, each, words) for kind, each in reasons.items() if each)
    return _section("not-judged", words, folded)


def _passed_over(kind: Kind, reasons: Mapping[str, Sequence[Verdict]], words: Texts) -> str:
    """Return the reasons why cases were passed over, the commonest first, each with the cases folded."""
    commonest = sorted(reasons.items(), key=lambda each: -len(each[1]))
    body = "".join(_reason(why, each, words) for why, each in commonest)
    said = escape(words.message(f"verdict.{kind}"))
    return _folded(f"{_number(sum(map(len, reasons.values())), words)}{said}", body)


def _reason(why: str, verdicts: Sequence[Verdict], words: Texts) -> str:
    names = "".join(f"<li>{breakable(name)}</li>" for name in dict.fromkeys(verdict.id for verdict in verdicts))
    summary = f"{_number(len(verdicts), words)}{english(shown(why, LONGEST), words)}"
    return _folded(summary, f'<ul class="names">{names}</ul>\n', "reason")


def _number(number: int, words: Texts) -> str:
    return f'<span class="count">{escape(words.counted("report.page.cases", number))}</span> '


# Every case.


def _all(verdicts: Sequence[Verdict], words: Texts) -> str:
    """Return every verdict, those of a case that say the same in one row, with filters that are style alone."""
    chapters: dict[str, dict[tuple[str, Kind, str], list[Verdict]]] = {}
    for verdict in verdicts:
        rows = chapters.setdefault(verdict.chapter, {})
        rows.setdefault((verdict.id, verdict.kind, verdict.detail), []).append(verdict)
    if not chapters:
        return ""
    in_turn = sorted(chapters, key=reading_order)
    bodies = "".join(
        f'<tbody data-c="{number}"><tr><th colspan="3" scope="rowgroup">{_chapter(chapter, words)}</th></tr>\n'
        f"{''.join(_line(*key, each, words) for key, each in chapters[chapter].items())}</tbody>\n"
        for number, chapter in enumerate(in_turn)
    )
    kinds = in_order(verdict.kind for verdict in verdicts)
    choices = _choices("verdict", "k", [(str(kind), words.message(f"verdict.{kind}")) for kind in kinds], words)
    choices += _choices("chapter", "c", [(str(n), _chapter(each, words)) for n, each in enumerate(in_turn)], words)
    number = escape(words.counted("report.page.cases", len(verdicts)))
    return _section("all", words, _folded(number, f'{choices}<table class="cases">\n{bodies}</table>\n'))


def _line(case: str, kind: Kind, detail: str, verdicts: Sequence[Verdict], words: Texts) -> str:
    counts: dict[str, list[str]] = {}
    for verdict in verdicts:
        counts.setdefault(verdict.sheet, []).append(str(verdict.players))
    where = "; ".join(f"{breakable(sheet)} {', '.join(players)}" for sheet, players in counts.items())
    why = f"<p>{english(shown(detail, 300), words)}</p>" if detail else ""
    said = escape(words.message(f"verdict.{kind}"))
    return (
        f'<tr data-k="{kind}"><td class="{COLOUR[kind]}">{said}</td>'
        f"<td><code>{breakable(case)}</code>{why}</td><td>{where}</td></tr>\n"
    )


def _choices(key: str, name: str, choices: Sequence[tuple[str, str]], words: Texts) -> str:
    """Return radio buttons, the first of which shows all."""
    buttons = ""
    for value, label in [("all", escape(words.message("report.page.everything"))), *choices]:
        chosen = " checked" if value == "all" else ""
        buttons += f'<label><input type="radio" name="{name}" id="{name}-{value}"{chosen}>{label}</label>'
    return f"<fieldset><legend>{escape(words.message(f'report.page.{key}'))}</legend>{buttons}</fieldset>\n"


def _filters(verdicts: Sequence[Verdict]) -> str:
    """Return the style that hides the rows of every other verdict or chapter, and chapters that are left empty."""
    kinds = in_order(verdict.kind for verdict in verdicts)
    chapters = range(len({verdict.chapter for verdict in verdicts}))
    rules = [
        f"#all:has(#k-{kind}:checked) :is([data-k]:not([data-k='{kind}']),[data-c]:not(:has([data-k='{kind}'])))"
        for kind in kinds
    ]
    rules += [f"#all:has(#c-{number}:checked) [data-c]:not([data-c='{number}'])" for number in chapters]
    return "".join(f"{rule}{{display:none!important}}\n" for rule in rules)
