from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hearts_conformance.fill import Unfit, fill, fill_kitty
from hearts_conformance.notation import Hand, parse_hand
from hearts_spec.cards import ALL, HEARTS, CardSet, members, names

NOTHING = [0, 0, 0, 0]


def hands(*texts: str | None) -> list[Hand | None]:
    return [None if text is None else parse_hand(text) for text in texts]


def test_the_rest_goes_round_suit_by_suit_from_the_lowest() -> None:
    full = fill(hands(None, None, None, None), NOTHING, ALL, 13)
    assert names(full[0])[:4] == ["2C", "6C", "TC", "AC"]
    assert names(full[1])[:4] == ["3C", "7C", "JC", "2D"]


def test_a_written_hand_fills_up_by_rank_from_its_open_suits() -> None:
    full = fill(hands(None, "S Q2 / C -", None, None), NOTHING, ALL, 13)
    assert names(full[1]) == ["2D", "3D", "4D", "5D", "6D", "7D", "2S", "QS", "2H", "3H", "4H", "5H", "6H"]


def test_high_fills_from_the_top() -> None:
    full = fill(hands("high", None, None, None), NOTHING, ALL, 13)
    assert names(full[0]) == ["JC", "QC", "KC", "AC", "QD", "KD", "AD", "QS", "KS", "AS", "QH", "KH", "AH"]


def test_a_card_that_is_needed_is_held() -> None:
    full = fill(hands(None, None, None, None), [0, CardSet.of("QS AH").mask, 0, 0], ALL, 13)
    assert full[1] & CardSet.of("QS AH").mask == CardSet.of("QS AH").mask


def test_closed_suits_of_several_seats_are_met_where_that_is_possible() -> None:
    full = fill(hands("C -", "C -", "D -", None), NOTHING, ALL, 13)
    assert [hand.bit_count() for hand in full] == [13, 13, 13, 13]
    assert not any(name.endswith("C") for name in names(full[0] | full[1]))
    assert not any(name.endswith("D") for name in names(full[2]))


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (("QS", "QS", None, None), "two seats hold QS"),
        (("C 23456789TJQKA / D 2 / S - / H -", None, None, None), "holds 14 written cards"),
        (("C -", "C -", "C -", "C 2"), "cannot be filled"),
        (("C 2 / D - / S - / H -", None, None, None), "cannot be filled"),
    ],
)
def test_what_cannot_be_filled_says_why(written: tuple[str | None, ...], says: str) -> None:
    with pytest.raises(Unfit, match=says):
        fill(hands(*written), NOTHING, ALL, 13)


def test_a_card_out_of_the_pack_cannot_be_held() -> None:
    with pytest.raises(Unfit, match="2D, which is not dealt"):
        fill(hands("2D", None, None), [0, 0, 0], ALL & ~CardSet.of("2D").mask, 17)


def test_a_needed_card_must_fit_the_written_hand() -> None:
    with pytest.raises(Unfit, match="needs 5C, but its hand is written without it"):
        fill(hands("C 2", None, None, None), [CardSet.of("5C").mask, 0, 0, 0], ALL, 13)


def test_an_unwritten_kitty_takes_the_odd_cards() -> None:
    assert names(fill_kitty(0, 2, 5, 0)) == ["2C", "2D"]
    assert names(fill_kitty(0, 2, 5, CardSet.of("2C 3D").mask)) == ["2D", "4D"]


def test_a_written_kitty_has_its_size() -> None:
    with pytest.raises(Unfit, match="leave 2 cards over"):
        fill_kitty(CardSet.of("3H").mask, 2, 5, 0)


@given(
    st.lists(st.sampled_from([None, "C -", "H +", "high", "S -", "QS", "D - / H -"]), min_size=4, max_size=4),
)
def test_a_filling_shares_out_the_pack_or_says_that_it_cannot(texts: list[str | None]) -> None:
    written = hands(*texts)
    try:
        full = fill(written, NOTHING, ALL, 13)
    except Unfit:
        return
    assert sorted(card for hand in full for card in members(hand)) == list(range(52))
    for hand, cards in zip(written, full, strict=True):
        assert cards.bit_count() == 13
        assert hand is None or not cards & ~hand.named & ~hand.open


def test_hearts_alone_fill_a_hand_of_hearts() -> None:
    full = fill(hands("S Q / H +", None, None, None), NOTHING, ALL, 13)
    assert full[0] & HEARTS == full[0] & ~CardSet.of("QS").mask
