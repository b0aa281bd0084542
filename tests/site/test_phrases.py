"""The site's own phrases: complete in every language, and none that nothing says."""

from __future__ import annotations

from pathlib import Path

import pytest

import hearts_site
from hearts_site.words import MESSAGES, Words
from hearts_spec import data, texts

ENGLISH = data.load(MESSAGES / "en.yaml", "messages").value["messages"]
OTHERS = [each for each in texts.languages() if each != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_phrases_with_the_same_placeholders(language):
    other = data.load(MESSAGES / f"{language}.yaml", "messages").value["messages"]
    assert {key: texts.placeholders(phrase) for key, phrase in other.items()} == {
        key: texts.placeholders(phrase) for key, phrase in ENGLISH.items()
    }


def test_there_is_no_file_of_phrases_without_a_language():
    assert {file.stem for file in MESSAGES.glob("*.yaml")} == set(texts.languages())


def test_every_phrase_is_said_somewhere():
    folder = Path(hearts_site.__file__).parent
    sources = "\n".join(
        file.read_text(encoding="utf-8") for ending in ("*.py", "*.js") for file in folder.rglob(ending)
    )

    def is_said(key: str) -> bool:
        beginnings = [key.removesuffix(".one").removesuffix(".other")]
        last = beginnings[0]
        while "." in last or "-" in last:
            last = last[: max(last.rfind("."), last.rfind("-"))]
            beginnings += [f"{last}.{{", f"{last}-{{"]
        return any(beginning in sources for beginning in beginnings)

    assert [key for key in ENGLISH if not is_said(key)] == []


def test_a_phrase_of_the_specification_is_found_too():
    assert Words("fil")("column.rule") == texts.in_language("fil").message("column.rule")


def test_a_phrase_that_is_none_is_refused():
    with pytest.raises(LookupError, match="there is no message"):
        Words("en")("no.such.phrase")


def test_a_case_without_a_title_of_its_own_has_that_of_its_file(told):
    case = told.cases["first-trick/queen-discard/ban"]
    assert Words("id").case(case) == Words("id").scenario(
        next(each for each in told.scenarios if each.id == "first-trick/queen-discard")
    )
    assert Words("id").case(case) != case.title
