"""The pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from hearts_conformance.mutants.mutant import Mutant, Transform, misread, of_option, retold
from hearts_reference.legality import in_phase
from hearts_reference.passing import own_and_distinct
from hearts_reference.readings import Position, Reading
from hearts_spec.cards import CLUBS, HEARTS, POINT_CARDS, QUEEN, Card, Mask, mask
from hearts_spec.rules import Rules

Selections = Sequence[Mask | None]


def _cycle(wanted: tuple[str, ...], instead: tuple[str, ...]) -> Transform:
    """Return the change from one cycle of passes to another, where no odd table is asked to pass across."""

    def change(rules: Rules) -> Rules:
        if rules.pass_cycle != wanted or ("across" in instead and rules.players % 2):
            return rules
        return replace(rules, pass_cycle=instead)

    return change


def _other_cycle(wanted: tuple[str, ...], instead: tuple[str, ...]) -> tuple[str, str, Transform]:
    return "-".join(instead), f"the cycle is {', '.join(instead)}", _cycle(wanted, instead)


CYCLES: Final = {
    "pass.cycle-four": (
        ("left", "right", "across", "hold"),
        ("left", "across", "right", "hold"),
        ("right", "left", "across", "hold"),
        ("across", "left", "right", "hold"),
        ("left", "right", "hold", "across"),
        ("left", "right", "across"),
        ("left", "right", "hold"),
        ("left", "right"),
        ("left",),
    ),
    "pass.cycle-three-five": (
        ("left", "right", "hold"),
        ("right", "left", "hold"),
        ("left", "hold", "right"),
        ("left", "right"),
        ("left", "hold"),
        ("left", "right", "hold", "hold"),
    ),
    "pass.cycle-two-step": (
        ("left", "right"),
        ("right", "left"),
        ("left", "right", "hold"),
        ("left",),
        ("left", "left", "right", "right"),
    ),
    "pass.always-left": (("left",), ("right",), ("left", "right"), ("left", "hold")),
    "pass.always-right": (("right",), ("left",), ("right", "left"), ("right", "hold")),
    "pass.off": (("hold",), ("left",), ("right",), ("left", "hold"), ("hold", "left")),
}
"""For a rule that states a cycle: that cycle, then others that it is taken for."""


def _one_by_one(hands: Sequence[Mask], selections: Selections, receivers: Sequence[int], at: Position) -> list[Mask]:
    """Move each selection as soon as it is made."""
    after = list(hands)
    for seat, given in enumerate(selections):
        if given and given & after[seat] == given:
            after[seat] &= ~given
            after[receivers[seat]] |= given
    return after


def _taken_off_at_once(
    hands: Sequence[Mask], selections: Selections, receivers: Sequence[int], at: Position
) -> list[Mask]:
    """Take each selection out of its hand when it is made, and hand all on at the end."""
    after = [hand & ~(given or 0) for hand, given in zip(hands, selections, strict=True)]
    if None not in selections:
        for receiver, given in zip(receivers, selections, strict=True):
            after[receiver] |= given or 0
    return after


def _copied(hands: Sequence[Mask], selections: Selections, receivers: Sequence[int], at: Position) -> list[Mask]:
    """Add the cards to those who receive them, and leave them with those who pass."""
    after = list(hands)
    if None not in selections:
        for receiver, given in zip(receivers, selections, strict=True):
            after[receiver] |= given or 0
    return after


def _lost(hands: Sequence[Mask], selections: Selections, receivers: Sequence[int], at: Position) -> list[Mask]:
    """Take the cards away, and give them to nobody."""
    if None in selections:
        return list(hands)
    return [hand & ~(given or 0) for hand, given in zip(hands, selections, strict=True)]


def _stands(hands: Sequence[Mask], selections: Selections, receivers: Sequence[int], at: Position) -> list[Mask]:
    """Move nothing."""
    return list(hands)


def _received_too(seat: int, cards: Sequence[Card], at: Position) -> bool:
    """Let a card be passed that another seat has selected already."""
    selected = 0
    for given in at.selections:
        selected |= given or 0
    return len(set(cards)) == len(cards) and not mask(cards) & ~(at.hands[seat] | selected)


def _in_turn(seat: int, cards: Sequence[Card], at: Position) -> bool:
    before = range(1, (seat - at.dealer - 1) % at.rules.players + 1)
    return not at.selections or all(at.selections[(at.dealer + step) % at.rules.players] is not None for step in before)


def _one_of_a_rank(seat: int, cards: Sequence[Card], at: Position) -> bool:
    return own_and_distinct(seat, cards, at) and len({card % 13 for card in cards}) == len(cards)


def _one_of_a_suit(seat: int, cards: Sequence[Card], at: Position) -> bool:
    return own_and_distinct(seat, cards, at) and len({card // 13 for card in cards}) == len(cards)


def _kept_back(barred: Mask) -> Reading:
    return lambda seat, cards, at: not mask(cards) & barred


def _not_the_lowest_club(seat: int, cards: Sequence[Card], at: Position) -> bool:
    clubs = sum(at.hands) & CLUBS
    return not mask(cards) & clubs & -clubs


MUTANTS: Final[tuple[Mutant, ...]] = (
    *misread(
        "pass.direction-from-round",
        (
            "one-late",
            "the first round takes the second entry of the cycle",
            lambda number, rules: rules.direction(number + 1),
        ),
        (
            "backwards",
            "the cycle runs backwards",
            lambda number, rules: rules.pass_cycle[-(number - 1) % len(rules.pass_cycle)],
        ),
        ("first-only", "every round takes the first entry", lambda number, rules: rules.direction(1)),
        (
            "no-repeat",
            "after its last entry the cycle stays there",
            lambda number, rules: rules.direction(min(number, len(rules.pass_cycle))),
        ),
        (
            "first-again",
            "the first entry counts for two rounds",
            lambda number, rules: rules.direction(max(1, number - 1)),
        ),
    ),
    *(
        mutant
        for rule, (wanted, *others) in CYCLES.items()
        for instead in others
        for mutant in of_option("pass.cycle", wanted, retold(rule, _other_cycle(wanted, instead)))
    ),
    *misread(
        "pass.across-even-only",
        ("next", "across is the next seat", lambda rules: 1),
        ("two", "across is two seats on, however many play", lambda rules: 2),
        ("three", "across is three seats on, however many play", lambda rules: 3),
        ("one-short", "across stops one seat short of the opposite one", lambda rules: rules.players // 2 - 1),
        ("one-beyond", "across is the seat after the opposite one", lambda rules: rules.players // 2 + 1),
    ),
    *misread(
        "pass.hold-no-selection",
        ("asks", "in a hold round a selection is asked for and given back", lambda direction, rules: True),
        ("never", "no round asks for a selection", lambda direction, rules: False),
        (
            "right-too",
            "a round that passes to the right asks for no selection",
            lambda direction, rules: direction not in ("hold", "right"),
        ),
    ),
    *misread(
        "pass.count",
        ("any", "any number of cards may be passed", lambda seat, cards, at: True),
        ("fewer", "fewer cards may be passed", lambda seat, cards, at: len(cards) <= at.rules.pass_count),
        ("more", "more cards may be passed", lambda seat, cards, at: len(cards) >= at.rules.pass_count),
        ("some", "any number but none may be passed", lambda seat, cards, at: bool(cards)),
        (
            "up-to-one-less",
            "one card may be kept back",
            lambda seat, cards, at: at.rules.pass_count - len(cards) in (0, 1),
        ),
        (
            "one-on-top",
            "one card more may be passed",
            lambda seat, cards, at: len(cards) - at.rules.pass_count in (0, 1),
        ),
        (
            "different",
            "different cards are counted, so that a card may be named twice",
            lambda seat, cards, at: len(set(cards)) == at.rules.pass_count,
        ),
    ),
    *misread(
        "pass.own-distinct",
        ("one-of-a-rank", "two cards of one rank may not be passed together", _one_of_a_rank),
        ("one-of-a-suit", "two cards of one suit may not be passed together", _one_of_a_suit),
        (
            "repeated",
            "the same card may be named more than once",
            lambda seat, cards, at: not mask(cards) & ~at.hands[seat],
        ),
        ("of-anybody", "any card of the pack may be passed", lambda seat, cards, at: len(set(cards)) == len(cards)),
        (
            "one-own",
            "one card of the hand is enough",
            lambda seat, cards, at: len(set(cards)) == len(cards) and bool(mask(cards) & at.hands[seat]),
        ),
        (
            "first-card",
            "only the first card named has to be held",
            lambda seat, cards, at: (
                len(set(cards)) == len(cards) and bool(cards) and bool(at.hands[seat] >> cards[0] & 1)
            ),
        ),
        (
            "of-the-neighbour",
            "a card of the left neighbour may be passed too",
            lambda seat, cards, at: (
                len(set(cards)) == len(cards)
                and not mask(cards) & ~(at.hands[seat] | at.hands[(seat + 1) % at.rules.players])
            ),
        ),
    ),
    *misread(
        "pass.any-card",
        ("no-hearts", "hearts may not be passed", _kept_back(HEARTS)),
        ("no-queen", "the queen of spades may not be passed", _kept_back(QUEEN)),
        ("no-points", "no point card may be passed", _kept_back(POINT_CARDS)),
        ("no-lowest-club", "the lowest club may not be passed", _not_the_lowest_club),
        ("no-clubs", "clubs may not be passed", _kept_back(CLUBS)),
        (
            "one-heart",
            "one heart may be passed, and no more",
            lambda seat, cards, at: (mask(cards) & HEARTS).bit_count() <= 1,
        ),
    ),
    *misread(
        "pass.simultaneous",
        (
            "all-but-one",
            "passing is done when all but one have selected",
            lambda selections, rules: sum(each is None for each in selections) <= 1,
        ),
        ("first-is-enough", "passing is done when one seat has selected", lambda selections, rules: True),
        (
            "half",
            "passing is done when half the seats have selected",
            lambda selections, rules: 2 * sum(each is None for each in selections) <= len(selections),
        ),
        (
            "last-seat",
            "passing is done when the last seat has selected",
            lambda selections, rules: selections[-1] is not None,
        ),
    ),
    *misread(
        "pass.simultaneous",
        ("in-turn", "seats select in turn, the dealer's left first", _in_turn),
        reading="pass.final",
    ),
    *misread(
        "pass.simultaneous",
        ("moves-at-once", "each selection moves as soon as it is made", _one_by_one),
        reading="pass.atomic",
    ),
    *misread(
        "pass.final",
        (
            "first-stands",
            "a selection once made cannot be changed",
            lambda seat, cards, at: not at.selections or at.selections[seat] is None,
        ),
        (
            "seat-zero-stands",
            "the first seat cannot change its selection",
            lambda seat, cards, at: seat > 0 or not at.selections or at.selections[seat] is None,
        ),
    ),
    *misread(
        "pass.final",
        (
            "until-the-lead",
            "a selection may be changed until the first card is led",
            lambda action, at: (
                in_phase(action, at)
                or (
                    action == "pass_cards"
                    and at.phase == "play"
                    and not at.tricks
                    and not at.trick
                    and at.direction != "hold"
                )
            ),
        ),
        (
            "during-play",
            "a selection may be changed at any time",
            lambda action, at: (
                in_phase(action, at) or (action == "pass_cards" and at.phase == "play" and at.direction != "hold")
            ),
        ),
        reading="round.phase",
    ),
    *misread(
        "pass.atomic",
        ("one-by-one", "each selection moves as soon as it is made", _one_by_one),
        ("taken-off", "a selection leaves its hand at once, and arrives when all have selected", _taken_off_at_once),
        ("stands", "nothing moves", _stands),
    ),
    *misread(
        "pass.atomic",
        ("passed-on", "a card that is on its way may be passed on", _received_too),
        reading="pass.own-distinct",
    ),
    *misread(
        "pass.size-preserved",
        ("copied", "who passes keeps the cards", _copied),
        ("lost", "the cards passed arrive nowhere", _lost),
        reading="pass.atomic",
    ),
    *misread(
        "pass.size-preserved",
        (
            "uneven",
            "a seat may pass a card less than it receives",
            lambda seat, cards, at: at.rules.pass_count - len(cards) in (0, 1),
        ),
        reading="pass.count",
    ),
)
