"""Pages written by hand: links by name, and pictures."""

from __future__ import annotations

import pytest

from hearts_site import written
from hearts_site.words import Words


def expand(text, told, path="learn/passing.md"):
    warned = []
    found = written.expand(text, path, told, Words("en"), lambda message, *fields: warned.append(message % fields))
    return found, warned


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("rule:first-trick.no-queen", "../rules/first-trick.no-queen.md"),
        ("chapter:moon", "../rules/moon.md"),
        ("sheet:qdan", "../sheets/qdan.md"),
        ("option:match.limit", "../options.md#match.limit"),
        ("term:moon", "../glossary.md#moon"),
        ("decision:D01", "../decisions/D01.md"),
        ("scenario:first-trick/queen-discard", "../scenarios/first-trick/queen-discard.md"),
        ("case:first-trick/queen-discard/ban", "../scenarios/first-trick/queen-discard.md#ban"),
    ],
)
def test_a_link_by_name_leads_to_its_page(told, link, address):
    found, warned = expand(f"See [this]({link}).", told)
    assert f"See [this]({address})." in found
    assert warned == []


def test_a_name_that_is_none_is_warned_of(told):
    _, warned = expand("See [this](rule:no.such).", told)
    assert warned == ["learn/passing.md: there is no rule no.such"]


def test_other_links_stay_as_they_are(told):
    text = "[a](other.md) [b](https://example.org) [c](#place)"
    assert expand(text, told)[0].startswith(text)


def test_a_hand_is_drawn_in_order_with_what_may_be_played(told):
    found, warned = expand("[[hand: 2C AH* QS]]", told)
    assert warned == []
    assert 'aria-label="two of clubs, queen of spades, ace of hearts. May be played: ace of hearts"' in found
    assert found.count("<symbol") == 3


def test_a_trick_is_drawn_as_it_was_played(told):
    found, _ = expand("[[trick: 2C KC* 5C]]", told)
    assert "Seat 0: two of clubs; Seat 1: king of clubs; Seat 2: five of clubs" in found
    assert found.count("hs-winner") == 1


def test_a_card_that_is_none_is_warned_of(told):
    assert expand("[[cards: QS XX]]", told)[1] == ["learn/passing.md: XX is no card"]


def test_pages_stand_in_the_order_in_which_their_index_names_them(tmp_path):
    (tmp_path / "learn").mkdir()
    for name in ("a", "b", "c"):
        (tmp_path / "learn" / f"{name}.md").write_text(f"# {name}\n", encoding="utf-8")
    (tmp_path / "learn" / "index.md").write_text("# Learn\n\n[c](c.md#x), [a](a.md), [b](rule:b)\n", encoding="utf-8")
    assert written.pages(tmp_path) == ["learn/index.md", "learn/c.md", "learn/a.md", "learn/b.md"]
