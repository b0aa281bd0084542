"""Table, pack and deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from hearts_conformance.mutants.mutant import Mutant, Transform, misread, of_option, retold, settled
from hearts_reference.ending import lowest
from hearts_spec.cards import ALL, CLUBS, DIAMONDS, HEARTS, SPADES, SUIT_OF, Card, Mask
from hearts_spec.rules import Rules

from .looking import one, ranked

# --- The table -----------------------------------------------------------------------------------------------------


def _clockwise_to_the_last(seat: int, steps: int, rules: Rules) -> int:
    return seat + steps if 0 <= seat + steps < rules.players else seat


def _with_partners(totals: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    across = len(points) // 2
    return tuple(total + points[seat] + points[seat - across] for seat, total in enumerate(totals))


def _partners_win(totals: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    across = len(totals) // 2
    return tuple(sorted({each for seat in lowest(totals, seats) for each in (seat, (seat + across) % len(totals))}))


TABLE: Final = (
    *misread(
        "table.seats-clockwise",
        (
            "anticlockwise",
            "seats are numbered anticlockwise",
            lambda seat, steps, rules: (seat - steps) % rules.players,
        ),
        ("no-round", "the first seat does not follow the last", _clockwise_to_the_last),
        ("twice", "the neighbour sits two seats on", lambda seat, steps, rules: (seat + 2 * steps) % rules.players),
        ("always-next", "whatever the direction, the next seat", lambda seat, steps, rules: (seat + 1) % rules.players),
    ),
    *misread(
        "table.each-alone",
        ("partners-score", "partners sit opposite and score together", _with_partners),
        reading="score.cumulative",
    ),
    *misread(
        "table.each-alone",
        ("partners-win", "the partner of a winner wins too", _partners_win),
        reading="match.lowest-wins",
    ),
    *misread(
        "table.each-alone",
        ("partners-capture", "the lower seat of two partners captures for both", lambda winner, at: winner % 2),
        reading="trick.winner-captures",
    ),
    *misread(
        "table.settings-fixed",
        (
            "new-values",
            "the queen of spades counts double from the first round with a total on",
            lambda totals, points: tuple(
                total + (2 * each if total else each) for total, each in zip(totals, points, strict=True)
            ),
        ),
        reading="score.cumulative",
    ),
)

# --- The pack ------------------------------------------------------------------------------------------------------


def _lacks(missing: Mask) -> Transform:
    """Return the change to a pack without some cards."""

    def change(rules: Rules) -> Rules:
        pack = rules.pack & ~missing
        return replace(rules, pack=pack, hand_size=pack.bit_count() // rules.players)

    return change


def _strips(usual: Sequence[str], names: Sequence[str]) -> Transform:
    """Return the change to a pack from which some cards are stripped in place of the *usual* ones."""

    def change(rules: Rules) -> Rules:
        if rules.options["deck.strip"] != list(usual):
            return rules
        pack = ALL & ~sum(one(name) for name in names)
        return replace(rules, pack=pack, hand_size=pack.bit_count() // rules.players)

    return change


def _stripped_instead(usual: Sequence[str], names: Sequence[str]) -> tuple[str, str, Transform]:
    told = f"{' '.join(names)} are stripped in place of {' '.join(usual)}"
    return "-".join(names).lower(), told, _strips(usual, names)


def _fuller(rules: Rules) -> Rules:
    return replace(rules, pack=rules.pack | one("2D") | one("2C"))


def _barer(rules: Rules) -> Rules:
    lowest_diamond = rules.pack & DIAMONDS & -(rules.pack & DIAMONDS)
    return replace(rules, pack=rules.pack & ~lowest_diamond) if rules.options["deck.strip"] else rules


STRIPPED: Final[dict[str, tuple[str, list[str]]]] = {
    "deck.stripped": ("2C", ["2D", "3C", "2S"]),
    "deck.strip-three": ("2D", ["2C", "3D", "2S", "2H", "KD"]),
    "deck.strip-five": ("2C 2D", ["2C 2S", "2D 3C", "2D 3D", "2D 2S"]),
    "deck.strip-six": ("3C 4C 2D 3D", ["2C 2D 2S 2H", "2C 3C 2D 3D", "2C 3C 4C 2D"]),
    "deck.strip-seven": ("3C 2D 3D", ["2C 2D 2S", "2C 2D 3D", "2D 3D 4D"]),
}
"""By rule the cards that are stripped, and others that are taken for them."""

PACK: Final = (
    *of_option(
        "deck.strip",
        [],
        retold(
            "deck.standard",
            ("short", "the pack has no ranks below seven", _lacks(0b11111 * (1 | 1 << 13 | 1 << 26 | 1 << 39))),
            ("no-eights", "the pack has no eights", _lacks(sum(one("8" + suit) for suit in "CDSH"))),
            ("one-suit-short", "the ace of clubs is missing", _lacks(one("AC"))),
        ),
    ),
    *retold(
        "deck.stripped",
        ("nothing", "no card is stripped", _fuller),
        ("one-more", "one more card is stripped than the sheet lists", _barer),
    ),
    *(
        mutant
        for rule, (usual, others) in STRIPPED.items()
        for names in others
        for mutant in of_option(
            "deck.strip", usual.split(), retold(rule, _stripped_instead(usual.split(), names.split()))
        )
    ),
    *misread(
        "deck.rank-order",
        ("ace-low", "the ace ranks below the two", ranked("A23456789TJQK")),
        ("ten-high", "the ten ranks between king and ace", ranked("23456789JQKTA")),
        ("two-high", "the two ranks above the ace", ranked("3456789TJQKA2")),
        ("king-queen", "the queen ranks above the king", ranked("23456789TJKQA")),
        ("jack-queen", "the jack ranks above the queen", ranked("23456789TQJKA")),
        ("ten-nine", "the nine ranks above the ten", ranked("2345678T9JQKA")),
        ("by-letter", "ranks follow their letters, as text sorts", ranked("23456789AJKQT")),
        reading="trick.highest-led",
    ),
    *misread(
        "deck.no-trump",
        ("spades", "spades are trumps", lambda table, led: table & SPADES or _follows(table, led)),
        ("hearts", "hearts are trumps", lambda table, led: table & HEARTS or _follows(table, led)),
        ("clubs", "clubs are trumps", lambda table, led: table & CLUBS or _follows(table, led)),
        ("diamonds", "diamonds are trumps", lambda table, led: table & DIAMONDS or _follows(table, led)),
        ("queen", "the queen of spades wins every trick", lambda table, led: table & one("QS") or _follows(table, led)),
        reading="trick.offsuit-loses",
    ),
)


def _follows(table: Mask, led: Card) -> Mask:
    return table & SUIT_OF[led]


# --- The deal ------------------------------------------------------------------------------------------------------


def _hands_of(size: int) -> Transform:
    return lambda rules: replace(rules, hand_size=size)


def _larger(by: int) -> Transform:
    return lambda rules: replace(rules, hand_size=rules.hand_size + by)


def _leaves_over(rules: Rules) -> Rules:
    if rules.options["deal.remainder"] != "strip":
        return rules
    return replace(rules, hand_size=rules.hand_size - 1, kitty_size=rules.players)


DEAL: Final = (
    *misread(
        "deal.first-dealer",
        ("seat-zero", "seat 0 always deals first", lambda dealer, round_number, rules: 0),
        ("last-seat", "the last seat always deals first", lambda dealer, round_number, rules: rules.players - 1),
        (
            "next",
            "the seat after the one that is named deals first",
            lambda dealer, number, rules: (dealer + 1) % rules.players,
        ),
    ),
    *misread(
        "deal.dealer-rotates",
        ("right", "the deal moves to the right", lambda dealer, rules: (dealer - 1) % rules.players),
        ("stays", "the same seat deals every round", lambda dealer, rules: dealer),
        ("two-on", "the deal moves two seats on", lambda dealer, rules: (dealer + 2) % rules.players),
        ("stops", "the deal stays with the last seat", lambda dealer, rules: min(dealer + 1, rules.players - 1)),
        ("from-zero", "the deal always goes to seat 0", lambda dealer, rules: 0),
    ),
    *retold(
        "deal.equal-hands",
        ("one-more", "each hand has a card more than there is", _larger(1)),
        ("one-less", "each hand has a card less", _larger(-1)),
    ),
    *retold(
        "deal.hand-size",
        ("thirteen", "a hand is thirteen cards with any number of players", _hands_of(13)),
        ("ten", "a hand is ten cards with any number of players", _hands_of(10)),
        ("seventeen", "a hand is seventeen cards with any number of players", _hands_of(17)),
        (
            "rounded-up",
            "the pack divided by the players, rounded up",
            lambda rules: replace(rules, hand_size=-(-52 // rules.players)),
        ),
    ),
    *of_option(
        "deal.remainder",
        "strip",
        retold(
            "deal.all-cards-out",
            (
                "kitty",
                "what is left over makes a kitty",
                settled({"deal.remainder": "strip"}, {"deal.remainder": "kitty"}),
            ),
        ),
    ),
    *retold(
        "deal.all-cards-out",
        ("a-card-each", "a card for each player is left on the table", _leaves_over),
        ("burnt", "a card is burnt before the deal", lambda rules: replace(rules, pack=rules.pack & (rules.pack - 1))),
    ),
)

MUTANTS: Final[tuple[Mutant, ...]] = (*TABLE, *PACK, *DEAL)
