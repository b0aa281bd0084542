"""Writes the pages as files: Markdown, assets and one plain configuration a language, for any other generator."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hearts_spec import texts

from . import aside, site
from .words import Words


def export(folder: Path, sheets: Sequence[str] = (), languages: Sequence[str] = ()) -> Iterator[Path]:
    """Write every language below *folder*; yield each configuration written.

    Raises `hearts_spec.data.DataError` for a sheet or a language that there is not, and `OSError`.
    """
    for language in languages or texts.languages():
        place = folder / language
        docs = place / "docs"
        made = site.make(language, sheets, Path.cwd(), ())
        for path, text in made.pages.items():
            _write(docs / path, aside.bare(text))
        for path, text in made.files.items():
            _write(docs / path, text)
        shutil.copytree(site.assets(), docs / "assets", dirs_exist_ok=True)
        shutil.copytree(site.overrides(), place / "overrides", dirs_exist_ok=True)
        _write(place / "mkdocs.yml", _configuration(language, made.navigation))
        yield place / "mkdocs.yml"


def _write(file: Path, text: str) -> None:
    """Write a file unless it holds this text already, so that only what changed is built anew."""
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def _configuration(language: str, navigation: site.Navigation) -> str:
    import yaml

    words = Words(language)
    content: dict[str, Any] = {
        "site_name": words("site.name"),
        "site_description": words("site.description"),
        "docs_dir": "docs",
        "site_dir": f"../site/{language}",
        "theme": {"name": "material", "font": False, "language": language, "custom_dir": "overrides"},
        "extra": {
            "generator": False,
            "alternate": True,
            "languages": [{"tag": each, "name": Words(each)("language.name")} for each in texts.languages()],
        },
        "extra_css": ["assets/heartspec.css"],
        "extra_javascript": [
            {"path": f"assets/{file.name}", "type": "module"} for file in sorted(site.assets().glob("*.js"))
        ],
        "markdown_extensions": ["attr_list", "def_list", "md_in_html", "tables"],
        "nav": navigation,
        "not_in_nav": "\n".join(site.LISTED),
    }
    return yaml.safe_dump(content, allow_unicode=True, sort_keys=False)
