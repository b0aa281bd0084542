"""Follows every link of a built site: in raw HTML, between languages, to anchors; and finds what comes from elsewhere.

MkDocs checks the links that it made out of Markdown and no others.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

LOADED: Final = {
    "img": ("src",),
    "script": ("src",),
    "iframe": ("src",),
    "source": ("src",),
    "video": ("src",),
    "audio": ("src",),
    "object": ("data",),
}
"""Elements that load something by themselves, and the attributes that say from where."""
LOADING_LINKS: Final = frozenset({"stylesheet", "icon", "preload", "modulepreload", "preconnect", "manifest"})
PARTS_OF_404: Final = "404.html"


_SCRIPT: Final = re.compile(r"(<script\b[^>]*>).*?</script>", re.DOTALL)
_TAG: Final = re.compile(r"<([a-z][a-z0-9]*)\b([^<>]*)>")
_ATTRIBUTE: Final = re.compile(r"""\b(id|href|src|data|rel)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


@dataclass(frozen=True)
class Page:
    """What matters of a page: its ids, where it leads, and what it loads."""

    ids: set[str] = field(default_factory=set)
    twice: set[str] = field(default_factory=set)
    leads: set[str] = field(default_factory=set)
    loads: set[str] = field(default_factory=set)

    @classmethod
    def read(cls, html: str) -> Page:
        """Return what matters of a page.  Text has its angle brackets escaped, so that what looks like a tag is one."""
        page = cls()
        for tag, rest in _TAG.findall(_SCRIPT.sub(r"\1", html)):
            if "=" in rest:
                page._take(tag, {name: unescape(a or b or c) for name, a, b, c in _ATTRIBUTE.findall(rest)})
        return page

    def _take(self, tag: str, given: dict[str, str]) -> None:
        mark = given.get("id")
        if mark:
            (self.twice if mark in self.ids else self.ids).add(mark)
        for attribute in LOADED.get(tag, ()):
            if given.get(attribute):
                self.loads.add(given[attribute])
        if tag == "link" and LOADING_LINKS & set(given.get("rel", "").split()):
            self.loads.add(given.get("href", ""))
        elif tag == "a" and "href" in given:
            self.leads.add(given["href"])


def ids(html: str) -> set[str]:
    """Return the ids in a piece of HTML."""
    return Page.read(html).ids


def faults(site: Path) -> Iterator[str]:
    """Yield a sentence for each link that leads nowhere, each id that stands twice, and each thing from elsewhere."""
    pages = {
        file.relative_to(site).as_posix(): Page.read(file.read_text(encoding="utf-8"))
        for file in sorted(site.rglob("*.html"))
    }
    for name, page in pages.items():
        if posixpath.basename(name) == PARTS_OF_404:
            continue
        yield from (f"{name}: the id {mark!r} stands twice" for mark in sorted(page.twice))
        for link in sorted(page.loads):
            if urlsplit(link).netloc:
                yield f"{name}: loads {link} from another host"
        for link in sorted(page.leads | page.loads):
            fault = _fault(link, name, pages, site)
            if fault:
                yield f"{name}: {fault}"


def _fault(link: str, name: str, pages: dict[str, Page], site: Path) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = name
    if parts.path:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path)))
        if parts.path.endswith("/") or (site / target).is_dir():
            target = posixpath.normpath(posixpath.join(target, "index.html"))
    if target.startswith("../") or not (target in pages or (site / target).is_file()):
        return f"{link} leads nowhere"
    anchor = unquote(parts.fragment)
    if anchor and target in pages and anchor not in pages[target].ids and anchor != "__top":
        return f"{link} leads to a page without that place"
    return ""
