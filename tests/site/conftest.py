"""The book that the site tells, and its pages in each language, made once a process."""

from __future__ import annotations

from functools import cache

import pytest

from hearts_site import book, site
from hearts_site.book import Book
from hearts_spec import texts

LANGUAGES = texts.languages()


@cache
def the_book() -> Book:
    return book.make()


@cache
def pages_in(language: str) -> dict[str, str]:
    return site.pages(language, the_book())


@pytest.fixture(scope="session")
def told() -> Book:
    """Everything that the site tells."""
    return the_book()


@pytest.fixture(scope="session", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Each language in turn."""
    return str(request.param)


@pytest.fixture(scope="session")
def pages(language: str) -> dict[str, str]:
    """The generated pages in a language: path and Markdown."""
    return pages_in(language)


@pytest.fixture(scope="session")
def english_pages() -> dict[str, str]:
    """The generated pages in English."""
    return pages_in("en")
