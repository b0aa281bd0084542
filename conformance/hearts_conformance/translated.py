"""What the suite says in the other languages: the titles of scenarios and of their cases, and misreadings of rules.

They stand in ``locales/LANGUAGE/`` beside the scenarios: ``scenarios.yaml`` has titles under the id of the file or of
the case, ``misreadings.yaml`` those of the catalogue of mutants under the id of the mutant.  The English stands in the
scenarios and in the catalogue themselves, so that every function here returns None for it, and wherever a translation
is missing.  All of them raise `DataError` for a file that cannot be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from hearts_spec import data


def home() -> Path:
    """Return the folder with a folder for each language."""
    return data.home("hearts_conformance") / "locales"


def title(name: str, language: str) -> str | None:
    """Return the title of a scenario file or of a case, by id.

    A case without a title of its own bears that of its file, in every language.
    """
    known = _entries("scenarios", language)
    entry = known.get(name) or known.get(name.rpartition("/")[0])
    return entry["title"] if entry else None


def misreading(mutant: str, language: str) -> str | None:
    """Return what a rule is taken to say under a mutant, by the id of the mutant."""
    return _entries("misreadings", language).get(mutant, {}).get("misreading")


def proof(mutant: str, language: str) -> str | None:
    """Return why no game shows a difference under a mutant, by its id; None also where one does."""
    return _entries("misreadings", language).get(mutant, {}).get("equivalent")


@cache
def _entries(kind: str, language: str) -> Mapping[str, Mapping[str, str]]:
    file = home() / language / f"{kind}.yaml"
    found: Mapping[str, Mapping[str, str]] = (
        data.load(file, f"locale-{kind}").value["entries"] if file.is_file() else {}
    )
    return found
