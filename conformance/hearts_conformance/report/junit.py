"""The report as JUnit XML, which every service that runs tests can show.

A chapter is a test suite and a verdict a test case.  What fails the run is a failure, or an error where it says
nothing of a rule; what was not judged, or deviates as is known, is skipped with its reason.  So the file is green
exactly where the exit status is 0.  An entry in the list of known deviations that is no longer true is a failure too.

The form is the one that the readers of Jenkins, GitLab and their like agree on: no attribute or element of a dialect.
"""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from hearts_conformance.draw import plain
from hearts_conformance.verdict import Kind, Verdict
from hearts_spec import texts
from hearts_spec.texts import Texts

from . import Listener, Run, Tally
from .markup import cut, save, visible
from .words import explain, options_text, reading_order

OUTCOME: Final = {
    Kind.DEVIATES: "failure",
    Kind.UNEXPECTED_PASS: "failure",
    Kind.HANG: "error",
    Kind.CRASH: "error",
    Kind.PROTOCOL_FAULT: "error",
    Kind.NOT_RUN: "error",
    Kind.SUITE_BUG: "error",
    Kind.UNSUPPORTED: "skipped",
    Kind.UNOBSERVED: "skipped",
    Kind.KNOWN: "skipped",
}
"""The element that says how a test case went; one that conforms has none."""
COUNTED: Final = {"failure": "failures", "error": "errors", "skipped": "skipped"}
"""The attribute in which a test suite counts each of these elements."""
LONGEST_MESSAGE: Final = 500
"""How many characters a message has at most; services show it on one line."""
LONGEST_TEXT: Final = 20_000
"""How many characters the text under a failure has at most."""
HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>'
STALE: Final = "known-deviations"
"""The test suite of entries in a list of known deviations that are no longer true."""


class JUnitReport(Listener):
    """Writes ``testsuites`` when the run ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.run: Run | None = None
        self.words = texts.in_language(texts.ENGLISH)
        self.chapters: dict[str, list[Element]] = {}

    def begin(self, run: Run) -> None:
        """Note what is judged."""
        self.run = run
        self.words = texts.in_language(run.language)

    def verdict(self, verdict: Verdict) -> None:
        """Note one test case."""
        self.chapters.setdefault(verdict.chapter, []).append(_test_case(verdict, self.words))

    def end(self, tally: Tally) -> None:
        """Write the file."""
        if self.run is None:
            return
        root = Element("testsuites", name=f"heartspec {self.run.suite}")
        for chapter in sorted(self.chapters, key=reading_order):
            root.append(_suite(chapter, self.chapters[chapter], self.run))
        if tally.stale:
            root.append(_suite(STALE, map(_stale, tally.stale), self.run))
        _count(root, root.iter("testcase"))
        ElementTree.indent(root, " ")
        save(self.path, f"{HEAD}\n{ElementTree.tostring(root, encoding='unicode')}\n")


def _suite(name: str, cases: Iterable[Element], run: Run) -> Element:
    """Return a test suite with what was judged as its properties."""
    suite = Element("testsuite", name=name)
    if run.started:
        suite.set("timestamp", run.started.partition("+")[0])
    properties = SubElement(suite, "properties")
    for key, value in _properties(run).items():
        SubElement(properties, "property", name=key, value=visible(value))
    suite.extend(cases)
    _count(suite, suite.iter("testcase"))
    return suite


def _properties(run: Run) -> dict[str, str]:
    said = run.description
    properties = {
        "implementation": said.name,
        "implementation.version": said.version,
        "target": run.target,
        "suite.version": run.suite,
        "sheets": ", ".join(run.sheets),
        "players": ", ".join(map(str, run.players)),
        "options": options_text(run.options),
        "known": run.known,
    }
    return {key: value for key, value in properties.items() if value}


def _count(suite: Element, cases: Iterable[Element]) -> None:
    """Set the attributes that count test cases."""
    inside: Counter[str] = Counter()
    for case in cases:
        inside.update(["tests", *(COUNTED[each.tag] for each in case if each.tag in COUNTED)])
    for attribute in ("tests", *COUNTED.values()):
        # Of all test suites together, readers know no number of skipped cases.
        if suite.tag == "testsuite" or attribute != "skipped":
            suite.set(attribute, str(inside[attribute]))


def _test_case(verdict: Verdict, words: Texts) -> Element:
    folder, _, _ = verdict.id.rpartition("/")
    name = f"{verdict.id}[{verdict.sheet}-{verdict.players}]"
    case = Element("testcase", classname=visible(folder.replace("/", ".")), name=visible(name))
    outcome = OUTCOME.get(verdict.kind)
    if outcome is None:
        return case
    message = visible(cut(_message(verdict), LONGEST_MESSAGE))
    told = SubElement(case, outcome, type=str(verdict.kind), message=message)
    if outcome != "skipped":
        told.text = visible(cut(plain(explain(_brief(verdict), words)), LONGEST_TEXT))
        if verdict.stderr:
            SubElement(case, "system-err").text = visible(cut(verdict.stderr, ends=True))
    return case


def _brief(verdict: Verdict) -> Verdict:
    """Return the verdict without its standard error, which has an element of its own, and with no endless sentence."""
    return replace(verdict, stderr="", detail=cut(verdict.detail))


def _message(verdict: Verdict) -> str:
    """Return a verdict in a line, with the reason of a deviation that is known."""
    reason = f"{verdict.reason}: " if verdict.reason else ""
    return f"{verdict.kind}: {reason}{verdict.detail or verdict.title}".strip()


def _stale(sentence: str) -> Element:
    case = Element("testcase", classname=STALE, name=visible(cut(sentence, LONGEST_MESSAGE)))
    SubElement(case, "failure", type="stale", message=visible(cut(sentence, LONGEST_MESSAGE)))
    return case
