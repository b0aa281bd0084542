"""Renewing the seals of translations: after a person has read both sides, and never otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from hearts_spec import texts

from .graph import Graph
from .translations import english


@dataclass(frozen=True)
class Sealed:
    """What sealing did: how many translations the patterns picked, how many seals changed, and in which files."""

    picked: int
    changed: int
    files: tuple[Path, ...]
    unmatched: tuple[str, ...]
    """The patterns that no translation matches."""


def renew(graph: Graph, patterns: Sequence[str]) -> Sealed:
    """Write the right seal into every translation whose name, ``language:kind:id``, one of the shell patterns matches.

    Nothing else in the files changes.  Missing translations have no seal, and orphans nothing to be sealed against.
    """
    picked = changed = 0
    files: list[Path] = []
    used: set[str] = set()
    for language in graph.languages:
        for kind in texts.KINDS:
            document = graph.locale(language, kind)
            if document is None:
                continue
            seals: dict[str, str] = {}
            for each in texts.translations_of(language, kind, english(graph, kind), document, document.path):
                matching = [one for one in patterns if fnmatchcase(f"{language}:{kind}:{each.id}", one)]
                if each.seal is not None and matching:
                    used.update(matching)
                    seals[each.id] = each.seal
            fresh = texts.write_seals(document.path, seals) if seals else 0
            picked, changed = picked + len(seals), changed + fresh
            files += [document.path] if fresh else []
    return Sealed(picked, changed, tuple(files), tuple(each for each in patterns if each not in used))
