from __future__ import annotations

import pytest

from hearts_conformance.notation import NotationError, named_in_set, parse_cards, parse_hand, parse_set
from hearts_spec.cards import ALL, CARDS, CLUBS, DIAMONDS, HEARTS, SPADES, CardSet, mask, names


def cards(text: str) -> int:
    return CardSet.of(text).mask


def test_a_named_suit_is_exact_and_the_others_are_open() -> None:
    hand = parse_hand("S Q2 / C -")
    assert (hand.named, hand.open, hand.high) == (cards("QS 2S"), DIAMONDS | HEARTS, False)


def test_cards_named_in_full_leave_every_suit_open() -> None:
    assert parse_hand("QS 2C").open == ALL


def test_a_plus_leaves_its_suit_open_and_closes_the_rest() -> None:
    hand = parse_hand("C 2 / H A+")
    assert (hand.named, hand.open) == (cards("2C AH"), HEARTS)


def test_high_is_a_part_of_its_own() -> None:
    hand = parse_hand("high / C -")
    assert (hand.high, hand.open) == (True, ALL & ~CLUBS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("S 1", "'1' for a rank"),
        ("S QQ", "names a card twice"),
        ("S Q / S 2", "names the suit S twice"),
        ("S", "no rank"),
        ("S Q /", "empty part"),
        ("QX", "is not a card"),
        ("QS QS", "names a card twice"),
    ],
)
def test_what_is_no_hand_is_refused_with_a_sentence(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse_hand(text)


HELD = cards("2C 5C QS 2H 9H")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("all", "2C 5C QS 2H 9H"),
        ("all but H *", "2C 5C QS"),
        ("all but QS", "2C 5C 2H 9H"),
        ("C * / S Q", "2C 5C QS"),
        ("2H QS", "QS 2H"),
        ("-", ""),
    ],
)
def test_a_set_speaks_of_what_is_held(text: str, expected: str) -> None:
    assert names(parse_set(text, HELD)) == sorted(expected.split(), key=lambda name: CARDS[name])


def test_a_set_needs_the_cards_that_it_names_one_by_one() -> None:
    assert named_in_set("D * / S 2") == cards("2S")
    assert named_in_set("all but QS") == 0


def test_all_is_followed_by_nothing_or_but() -> None:
    with pytest.raises(NotationError, match="after 'all'"):
        parse_set("all QS", HELD)


def test_cards_keep_their_order() -> None:
    assert parse_cards("QS 2C") == [CARDS["QS"], CARDS["2C"]]
    assert SPADES & mask(parse_cards("QS")) == cards("QS")
