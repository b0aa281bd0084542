"""The check of links: what it finds in a built site, and how pages address each other."""

from __future__ import annotations

import posixpath
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_site import links
from hearts_site.routes import Here, Route

names = st.text("abc.-", min_size=1, max_size=4).filter(lambda name: name.strip(".") and name != "index")
paths = st.lists(names, min_size=1, max_size=3).map(lambda parts: "/".join(parts) + ".md") | st.lists(
    names, max_size=2
).map(lambda parts: "/".join([*parts, "index.md"]))


def build(folder: Path, **pages: str) -> list[str]:
    for name, body in pages.items():
        file = folder / name.replace("__", "/") / "index.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"<!doctype html><html><body>{body}</body></html>", encoding="utf-8")
    return list(links.faults(folder))


def test_a_sound_site_has_no_fault(tmp_path):
    assert (
        build(tmp_path, en='<a href="../fil/#x">x</a>', fil='<p id="x"><a href="./">here</a> <a href="#x">x</a></p>')
        == []
    )


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="../nowhere/">x</a>', "en/index.html: ../nowhere/ leads nowhere"),
        ('<a href="../../outside/">x</a>', "en/index.html: ../../outside/ leads nowhere"),
        ('<a href="#none">x</a>', "en/index.html: #none leads to a page without that place"),
        ('<a href="../fil/#none">x</a>', "en/index.html: ../fil/#none leads to a page without that place"),
        ('<p id="a"></p><p id="a"></p>', "en/index.html: the id 'a' stands twice"),
        ('<img src="missing.svg">', "en/index.html: missing.svg leads nowhere"),
        (
            '<script src="https://cdn.example/x.js"></script>',
            "en/index.html: loads https://cdn.example/x.js from another host",
        ),
        (
            '<link rel="stylesheet" href="//fonts.example/x.css">',
            "en/index.html: loads //fonts.example/x.css from another host",
        ),
    ],
)
def test_each_fault_is_told_in_one_sentence(tmp_path, body, fault):
    assert build(tmp_path, en=body, fil="") == [fault]


def test_a_link_to_another_host_is_no_fault(tmp_path):
    assert build(tmp_path, en='<a href="https://example.org/">x</a>') == []


def test_what_scripts_and_code_show_is_no_link(tmp_path):
    body = '<script>const a = "<a href=\'nowhere/\'>";</script><code>&lt;a href="nowhere/"&gt;</code>'
    assert build(tmp_path, en=body) == []


@given(paths, paths)
def test_an_address_leads_from_one_page_to_the_other(one, other):
    folder = posixpath.dirname(one) if one.endswith("index.md") else one.removesuffix(".md")
    wanted = posixpath.dirname(other) if other.endswith("index.md") else other.removesuffix(".md")
    found = Here(one).url(Route(other))
    assert found.endswith("/") or found == ""
    assert posixpath.normpath(posixpath.join(folder, found)) == posixpath.normpath(wanted)


@given(paths, paths)
def test_a_written_page_names_the_file_of_the_other(one, other):
    found = Here(one).markdown(Route(other, "place"))
    assert found.endswith("#place")
    assert posixpath.normpath(
        posixpath.join(posixpath.dirname(one), found.removesuffix("#place"))
    ) == posixpath.normpath(other)


def test_an_address_on_the_same_page_is_the_place_alone():
    assert Here("rules/x.md").url(Route("rules/x.md", "place")) == "#place"
