"""The titles of scenarios and of their cases in the other languages.

They stand in ``locales/LANGUAGE/scenarios.yaml`` beside the scenarios, each under the id of its file or of its case.
A case without a title of its own bears that of its file, in every language.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hearts_spec import data


def title(name: str, language: str) -> str | None:
    """Return the title of a scenario file or of a case, by id, in a language.

    A case that has none there bears the title of its file.  None where neither is translated (always, in English,
    which stands in the scenarios themselves).  Raises `DataError` for a file that cannot be read.
    """
    known = _titles(language)
    entry = known.get(name) or known.get(name.rpartition("/")[0])
    return entry["title"] if entry else None


@cache
def _titles(language: str) -> Mapping[str, Mapping[str, str]]:
    file = data.home("hearts_conformance") / "locales" / language / "scenarios.yaml"
    found: Mapping[str, Mapping[str, str]] = (
        data.load(file, "locale-scenarios").value["entries"] if file.is_file() else {}
    )
    return found
