"""Sets of options as rule sheets have them, and stranger ones, drawn by Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from hearts_spec.cards import RANKS
from hearts_spec.rules import Rules

STRIPPED = ["2D", "2C", "3D", "3C", "4C", "2S"]


@st.composite
def options(draw, **fixed):
    """Draw resolved options that make a set of rules; the axes *fixed* stand as given."""
    players = draw(st.integers(3, 7))
    kitty = draw(st.booleans())
    low_cards = draw(st.permutations(STRIPPED))[: 52 % players]
    stripped = [] if kitty else low_cards
    directions = ["left", "right", "hold"] + (["across"] if players % 2 == 0 else [])
    free = draw(st.booleans())
    bonus = draw(st.sampled_from(["none", "none", "JD", "TD"]))
    by_card = {"QS": 13}, {"QS": 13, "KS": 10, "AS": 7}, {}, {"QS": 5, "9C": -3}, {"QS": -4, "KC": 20}
    one_by_one = st.fixed_dictionaries({rank: st.integers(0, 3) for rank in RANKS}).filter(
        lambda map_: any(map_.values())
    )
    needs = ["penalties", "hearts-and-queen"] + ([] if bonus == "none" else ["penalties-and-bonus"])
    drawn = {
        "players": players,
        "deck.strip": stripped,
        "deal.remainder": "kitty" if kitty else "strip",
        "kitty.visibility": draw(st.sampled_from(["hidden", "taker", "all"])),
        "pass.count": draw(st.integers(1, 4)),
        "pass.cycle": draw(st.lists(st.sampled_from(directions), min_size=1, max_size=4)),
        "open.leader": "left-of-dealer" if free else "lowest-club",
        "open.card": "any" if free else draw(st.sampled_from(["that-card", "any-club"])),
        "first-trick.banned": draw(st.sampled_from([["hearts", "queen"], ["hearts"], ["queen"], []])),
        "hearts.lead": draw(st.sampled_from(["after-heart", "after-heart-or-queen", "any-time"])),
        "hearts.lead-release": draw(st.sampled_from(["only-hearts", "only-points"])),
        "value.heart": draw(st.one_of(st.just("one"), st.just("pips"), one_by_one)),
        "value.card": draw(st.sampled_from(by_card)),
        "bonus.card": bonus,
        "bonus.value": draw(st.sampled_from([-10, -1])),
        "moon.mode": draw(st.sampled_from(["add", "subtract", "choice", "auto", "none"])),
        "moon.amount": draw(st.one_of(st.just("total"), st.integers(1, 60))),
        "moon.needs": draw(st.sampled_from(needs)),
        "match.end": draw(st.sampled_from(["limit", "rounds"])),
        "match.limit": draw(st.integers(1, 60)),
        "match.rounds": draw(st.integers(1, 3)),
        "match.compare": draw(st.sampled_from(["reach", "exceed"])),
        "match.tie": draw(st.sampled_from(["extra-rounds", "shared"])),
    }
    return drawn | fixed


def rule_sets(**fixed):
    """Draw sets of rules."""
    return options(**fixed).map(Rules.from_options)
