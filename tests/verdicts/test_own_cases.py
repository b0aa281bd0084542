"""Cases of one's own that cannot be laid out are told, and not left out."""

from __future__ import annotations

import pytest

from hearts_spec import data

CASE = """
title: Nothing is led yet
players: {players}
{more}
hands: {{{hands}}}
cases:
  opens:
    decides: [open.exact-card]
    steps: [{{legal: {card}}}]
"""


@pytest.fixture
def judged(heartspec, tmp_path):
    folder = tmp_path / "cases"
    (folder / "mine").mkdir(parents=True)

    def run(
        more: str = "", hands: str = '0: "C 2 / S -"', *arguments: object, card: str = "2C", players: str = "[3, 4]"
    ):
        file = folder / "mine" / "first.hearts.yaml"
        file.write_text(CASE.format(players=players, more=more, hands=hands, card=card))
        named = data.shown(file)
        chosen = ("--scenarios", folder, "--rule", "turn.*", "--rule", "open.exact-card", *arguments)
        return heartspec("verify", "reference", "--sheet", "qdan", "--sheet", "old-rules", *chosen), named

    return run


def test_options_that_cannot_stand_on_top_of_a_sheet_are_told(judged):
    ran, named = judged("with: {open.card: that-card, open.leader: left-of-dealer}")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"heartspec: {named}:4: with: under qdan with 3 players ")
    assert ran.err.count("\n") == 1


def test_where_a_case_does_not_apply_its_options_need_not_fit(judged):
    ran, _ = judged("with: {open.card: any-club}\nwhen: {open.leader: lowest-club}", card="C *")
    assert ran.status == 0


def test_a_case_that_fits_nowhere_is_told(judged):
    ran, named = judged(hands='0: "C 2", 1: "D 2 / C A K"', players="3", more="when: {deck.strip: [2D]}")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"heartspec: {named}:")
    assert ": cases/opens: under qdan with 3 players " in ran.err


def test_a_case_that_fits_somewhere_is_judged_there(judged):
    ran, _ = judged(hands='0: "C 2 / S -", 1: "D 2"', more="when: {open.leader: lowest-club}")
    assert ran.status == 0
