"""What the suite says in the other languages: found by id, and None where nobody has translated it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hearts_conformance import translated
from hearts_conformance.mutants.catalogue import catalogue
from hearts_spec import texts
from hearts_spec.data import DataError

Write = Callable[[str, str, str], Path]
OTHERS = [each for each in texts.languages() if each != texts.ENGLISH]


@pytest.fixture
def spanish(translations: Write) -> Path:
    translations(
        "es", "scenarios", "play/a: {title: Una carta, seal: unsealed}\nplay/a/x: {title: La primera, seal: unsealed}\n"
    )
    entries = (
        "turn.clockwise/right: {misreading: el turno pasa a la derecha, seal: unsealed}\n"
        "open.exact-card/lowest-held: {misreading: abre la carta más baja, equivalent: No se nota., seal: unsealed}\n"
    )
    return translations("es", "misreadings", entries)


def test_a_title_is_that_of_the_case_or_of_its_file(spanish: Path) -> None:
    found = [translated.title(name, "es") for name in ("play/a", "play/a/x", "play/a/y", "play/b")]
    assert found == ["Una carta", "La primera", "Una carta", None]


def test_a_misreading_and_its_proof_are_found_by_the_mutant(spanish: Path) -> None:
    assert translated.misreading("turn.clockwise/right", "es") == "el turno pasa a la derecha"
    assert translated.proof("turn.clockwise/right", "es") is None
    assert translated.misreading("open.exact-card/lowest-held", "es") == "abre la carta más baja"
    assert translated.proof("open.exact-card/lowest-held", "es") == "No se nota."


@pytest.mark.parametrize("say", [translated.title, translated.misreading, translated.proof])
def test_what_is_not_translated_is_none(spanish: Path, say: Callable[[str, str], str | None]) -> None:
    assert say("turn.clockwise/twice", "es") is None
    assert say("turn.clockwise/right", "en") is None
    assert say("", "es") is None


def test_a_file_that_the_schema_refuses_is_told_with_its_line(spanish: Path) -> None:
    spanish.write_text(spanish.read_text(encoding="utf-8").replace("misreading: abre", "misreding: abre"))
    with pytest.raises(DataError, match=r"misreadings\.yaml:4: .*the key 'misreading' is missing"):
        translated.misreading("turn.clockwise/right", "es")


@pytest.mark.parametrize("language", OTHERS)
def test_every_misreading_is_told_in_every_language_of_ours(language: str) -> None:
    said = {mutant.id: translated.misreading(mutant.id, language) for mutant in catalogue()}
    assert [name for name, words in said.items() if not words] == []
    assert [mutant.id for mutant in catalogue() if said[mutant.id] == mutant.misreading] == []
    proved = {mutant.id for mutant in catalogue() if mutant.equivalent}
    assert {mutant.id for mutant in catalogue() if translated.proof(mutant.id, language)} == proved


def test_the_words_are_found_without_the_engine() -> None:
    code = (
        "import sys; from hearts_conformance import translated; translated.misreading('turn.clockwise/right', 'fil');"
        "print([name for name in sys.modules if name.startswith(('hearts_reference', 'hearts_conformance.mutants'))])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
