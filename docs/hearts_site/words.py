"""What the pages say in a language: the texts of the specification and of the suite, and phrases of the site's own.

The phrases stand in ``messages/LANGUAGE.yaml`` beside this module, in the form of the specification's own fixed
phrases; a key that is not among them is looked up there.  Nothing that a reader sees is written in the code.
"""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

from hearts_conformance import translated
from hearts_conformance.scenario import Case, Scenario
from hearts_spec import data, sheets, texts
from hearts_spec.sheets import Sheet
from hearts_spec.texts import ENGLISH, SheetText, Texts

MESSAGES: Final = Path(__file__).parent / "messages"


class Words:
    """All words of the site in one language; raises `DataError` for a language that there is not."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.texts: Texts = texts.in_language(language)

    def __call__(self, key: str, /, **fields: Any) -> str:
        """Return a fixed phrase of the site or of the specification, its placeholders filled."""
        phrase = self._own.get(key) or _messages(ENGLISH).get(key)
        return self.texts.message(key, **fields) if phrase is None else texts.fill(phrase, fields)

    def counted(self, key: str, number: int, /, **fields: Any) -> str:
        """Return one of two phrases, ``KEY.one`` for one and ``KEY.other`` for any other number."""
        return self(f"{key}.{'one' if number == 1 else 'other'}", number=self.texts.number(number), **fields)

    def starting(self, beginnings: tuple[str, ...]) -> dict[str, str]:
        """Return all phrases whose keys begin so, placeholders and all, for scripts to fill."""
        spoken = data.load(data.home("hearts_spec") / "locales" / self.language / "messages.yaml", "messages")
        known = {**spoken.value["messages"], **_messages(ENGLISH), **self._own}
        return {key: phrase for key, phrase in known.items() if key.startswith(beginnings)}

    def seat(self, seat: int) -> str:
        """Return the name of a seat."""
        return self("position.seat", number=seat)

    def seats(self, seats: tuple[int, ...] | list[int]) -> str:
        """Return the names of seats in a row."""
        return self.texts.listed([self.seat(each) for each in seats])

    def sheet(self, sheet: Sheet) -> SheetText:
        """Return the words of a sheet: translated where it is one of ours, as its file has them otherwise."""
        if sheet.id in sheets.ids() and sheet.source_path.parent == self.texts.source.folder / "sheets":
            return self.texts.sheet(sheet.id)
        return SheetText(sheet.id, sheet.title, sheet.summary, sheet.notes)

    def case(self, case: Case) -> str:
        """Return the title of a case in the language: its own, or that of its file."""
        return translated.title(case.id, self.language) or case.title

    def scenario(self, scenario: Scenario) -> str:
        """Return the title of a scenario file in the language."""
        return translated.title(scenario.id, self.language) or scenario.title

    def misreading(self, mutant: str) -> str | None:
        """Return what a rule is taken to say under a mutant; None where it is not translated (always, in English)."""
        return translated.misreading(mutant, self.language)

    def proof(self, mutant: str) -> str | None:
        """Return why no game shows a difference under a mutant; None where it is not translated or one does."""
        return translated.proof(mutant, self.language)

    @cached_property
    def _own(self) -> dict[str, str]:
        return _messages(self.language)


@cache
def _messages(language: str) -> dict[str, str]:
    file = MESSAGES / f"{language}.yaml"
    found: dict[str, str] = data.load(file, "messages").value["messages"] if file.is_file() else {}
    return found
