"""OpenSpiel's adapter: what each switch does in OpenSpiel itself, what is refused, and what is left unseen."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hearts_conformance.implementation import ABSENT, Deal, Description, Refused, Setup
from hearts_conformance.runner import run
from hearts_conformance.scenario import load_folder
from hearts_conformance.verdict import Kind
from hearts_implementations.openspiel import OpenSpiel, OpenSpielDefault
from hearts_implementations.openspiel.adapter import OPTIONS, SWITCHES, parameters
from hearts_spec import sheets
from hearts_spec.cards import NAMES
from hearts_spec.rules import Rules

if not os.environ.get("CI") and importlib.util.find_spec("pyspiel") is None:
    pytest.skip('OpenSpiel is not installed (pip install "heartspec[openspiel]")', allow_module_level=True)

LOCKSTEP = Path(__file__).parents[2] / "benchmarks" / "lockstep.py"
HOLD = 4
"""The round of the four-player cycle in which nothing is passed."""


def options(**settings: Any) -> dict[str, Any]:
    return Rules.from_options({"players": 4, "pass.cycle": ["left", "right", "across", "hold"], **settings}).to_json()


def full(given: Mapping[int, str]) -> tuple[tuple[str, ...], ...]:
    """Fill the hands up to thirteen cards each, lowest cards to the lowest seats."""
    hands = [given.get(seat, "").split() for seat in range(4)]
    rest = iter([card for card in NAMES if not any(card in hand for hand in hands)])
    return tuple((*hand, *(next(rest) for _ in range(13 - len(hand)))) for hand in hands)


def dealt(
    hands: Mapping[int, str], *, number: int = HOLD, target: type[OpenSpiel] = OpenSpiel, **settings: Any
) -> OpenSpiel:
    openspiel = target()
    openspiel.start(Setup(options(**settings), 4, dealer=3, round=number))
    openspiel.deal(Deal(full(hands)))
    return openspiel


def play(openspiel: OpenSpiel, cards: str) -> OpenSpiel:
    for card in cards.split():
        openspiel.play(openspiel.observe().turn, card)
    return openspiel


def finish(openspiel: OpenSpiel, last: int = 0) -> OpenSpiel:
    """Play the lowest legal card until *last* cards are left in the four hands."""
    while sum(map(len, openspiel.observe().hands)) > last:
        play(openspiel, min(openspiel.observe().legal, key=NAMES.index))
    return openspiel


def legal(openspiel: OpenSpiel) -> set[str]:
    return set(openspiel.observe().legal)


VOID_IN_CLUBS = {0: "2C", 1: "QS 2S 3S 4S 5S 6S AH KH QH JH TH 9H 8H"}
ONLY_POINTS = {0: "2C", 1: "QS AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H"}
LEADS_QUEEN_AND_HEARTS = {0: "2C", 1: "AC QS AH KH QH JH TH 9H 8H 7H 6H 5H 4H", 2: "3C", 3: "4C"}
LEADS_HEARTS = {0: "2C", 1: "AC AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H", 2: "3C", 3: "4C"}
QUEEN_DISCARDED = {
    0: "2C AC 2D",
    1: "3C QS 2S 3S 4S 5S 6S 7S 8S 9S TS AH KH",
    2: "4C 3D",
    3: "5C 4D AD 2H 3H 4H 5H 6H 7H 8H 9H TH QH",
}


def test_ban_holds_back_points_from_whoever_cannot_follow() -> None:
    assert legal(play(dealt(VOID_IN_CLUBS), "2C")) == {"2S", "3S", "4S", "5S", "6S"}


def test_without_ban_any_card_may_be_thrown_on_the_first_trick() -> None:
    openspiel = dealt(VOID_IN_CLUBS, **{"first-trick.banned": []})
    assert legal(play(openspiel, "2C")) == set(VOID_IN_CLUBS[1].split())


def test_ban_is_lifted_for_a_hand_of_point_cards_only() -> None:
    assert legal(play(dealt(ONLY_POINTS), "2C")) == set(ONLY_POINTS[1].split())


def test_ban_does_not_touch_whoever_can_follow() -> None:
    openspiel = dealt({0: "2C", 1: "9C TC QS AH KH QH JH TH 9H 8H 7H 6H 5H"})
    assert legal(play(openspiel, "2C")) == {"9C", "TC"}


@pytest.mark.parametrize(("opening", "expected"), [("that-card", {"2C"}), ("any-club", {"2C", "9C", "KC"})])
def test_opening_card(opening: str, expected: set[str]) -> None:
    hands = {2: "2C 9C KC 2D 3D 4D 5D 6D 7D 8D 9D TD JD"}
    openspiel = dealt(hands, **{"open.card": opening})
    assert openspiel.observe().turn == 2
    assert legal(openspiel) == expected


@pytest.mark.parametrize(
    ("release", "expected"), [("only-hearts", {"QS"}), ("only-points", set(LEADS_QUEEN_AND_HEARTS[1].split()) - {"AC"})]
)
def test_lead_from_the_queen_and_hearts_unbroken(release: str, expected: set[str]) -> None:
    openspiel = dealt(LEADS_QUEEN_AND_HEARTS, **{"hearts.lead-release": release})
    assert legal(play(openspiel, "2C AC 3C 4C")) == expected


@pytest.mark.parametrize("release", ["only-hearts", "only-points"])
def test_lead_from_hearts_alone_unbroken_breaks_them(release: str) -> None:
    openspiel = play(dealt(LEADS_HEARTS, **{"hearts.lead-release": release}), "2C AC 3C 4C")
    assert legal(openspiel) == set(LEADS_HEARTS[1].split()) - {"AC"}
    assert openspiel.observe().broken is False
    assert play(openspiel, "AH").observe().broken is True


@pytest.mark.parametrize(
    ("lead", "broken"), [("after-heart", False), ("after-heart-or-queen", True), ("any-time", None)]
)
def test_queen_discarded(lead: str, broken: bool | None) -> None:
    openspiel = play(dealt(QUEEN_DISCARDED, **{"hearts.lead": lead}), "2C 3C 4C 5C")
    openspiel = play(openspiel, "AD 2D QS 3D")
    assert openspiel.observe().broken is broken
    assert (not {"2H", "QH"} & legal(openspiel)) == (broken is False)


def test_hearts_may_be_led_any_time_where_nothing_has_to_break_them() -> None:
    openspiel = play(dealt(LEADS_QUEEN_AND_HEARTS, **{"hearts.lead": "any-time"}), "2C AC 3C 4C")
    assert "4H" in legal(openspiel)


def test_moon_adds_to_the_others() -> None:
    openspiel = finish(play(dealt(LEADS_HEARTS), "2C AC 3C 4C AH"))
    assert openspiel.observe().round_points == [26, 0, 26, 26]


def test_bonus_card_counts_for_its_captor_beside_another_players_moon() -> None:
    hands = {
        0: "2C 3S JD",
        1: "3C 3D AS AH KH QH JH TH 9H 8H 7H 6H 5H",
        2: "AC AD KS",
        3: "4C 4D 2S 2H 3H 4H",
    }
    openspiel = play(dealt(hands, **{"bonus.card": "JD"}), "2C 3C AC 4C AD 4D JD 3D KS 2S 3S AS AH")
    assert finish(openspiel).observe().round_points == [26, 0, 16, 26]


def test_bonus_card_is_nothing_where_there_is_none() -> None:
    assert sum(finish(dealt(QUEEN_DISCARDED)).observe().round_points) == 26


@pytest.mark.parametrize(
    ("number", "direction", "receiver"), [(1, "left", 1), (2, "right", 3), (3, "across", 2), (5, "left", 1)]
)
def test_round_decides_where_cards_go(number: int, direction: str, receiver: int) -> None:
    openspiel = dealt({}, number=number)
    before = openspiel.observe()
    assert (before.phase, before.direction, before.turn) == ("pass", direction, None)
    for seat in (2, 0, 3, 1):
        openspiel.pass_cards(seat, before.hands[seat][:3])
    assert openspiel.observe().phase == "play"
    assert set(before.hands[0][:3]) <= set(openspiel.observe().hands[receiver])


def test_hold_goes_straight_to_play() -> None:
    openspiel = dealt({})
    assert (openspiel.observe().phase, openspiel.observe().direction) == ("play", "hold")
    with pytest.raises(Refused):
        openspiel.pass_cards(0, openspiel.observe().hands[0][:3])


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize(
    "chosen",
    [
        pytest.param([], id="none"),
        pytest.param([0, 1], id="two"),
        pytest.param([0, 1, 2, 3], id="four"),
        pytest.param([0, 0, 1], id="twice the same"),
        pytest.param([0, 1, 13], id="one not held"),
    ],
)
def test_wrong_selection_is_refused_and_changes_nothing(seat: int, chosen: list[int]) -> None:
    openspiel = dealt({}, number=1)
    before = openspiel.observe()
    held = [*before.hands[seat], before.hands[(seat + 1) % 4][0]]
    with pytest.raises(Refused) as refused:
        openspiel.pass_cards(seat, [held[each] for each in chosen])
    assert refused.value.rule is None
    assert openspiel.observe() == before
    openspiel.pass_cards(seat, held[:3])


def test_a_selection_may_be_changed_until_all_have_selected_and_not_after() -> None:
    openspiel = dealt({}, number=1)
    hands = openspiel.observe().hands
    openspiel.pass_cards(2, hands[2][:3])
    openspiel.pass_cards(2, hands[2][3:6])
    for seat in (0, 1, 3):
        openspiel.pass_cards(seat, hands[seat][:3])
    assert set(hands[2][3:6]) <= set(openspiel.observe().hands[3])
    with pytest.raises(Refused):
        openspiel.pass_cards(2, hands[2][:3])


def test_cards_stay_until_the_last_selection() -> None:
    openspiel = dealt({}, number=1)
    before = openspiel.observe()
    for seat in (3, 1, 0):
        openspiel.pass_cards(seat, before.hands[seat][:3])
        assert openspiel.observe() == before
    with pytest.raises(Refused):
        openspiel.play(0, "2C")


@pytest.mark.parametrize(
    ("seat", "card"),
    [
        pytest.param(1, "2S", id="held but against the rules"),
        pytest.param(1, "AD", id="not held"),
        pytest.param(2, "3C", id="out of turn"),
    ],
)
def test_wrong_card_is_refused_and_changes_nothing(seat: int, card: str) -> None:
    openspiel = play(dealt({0: "2C", 1: "9C 2S 3S", 2: "3C", 3: "AD"}), "2C")
    before = openspiel.observe()
    with pytest.raises(Refused) as refused:
        openspiel.play(seat, card)
    assert refused.value.rule is None
    assert openspiel.observe() == before


def test_text_that_is_no_card_is_bad_input() -> None:
    with pytest.raises(ValueError, match="'10C' is not a card"):
        dealt({}).play(0, "10C")


def test_nothing_is_played_before_the_deal_or_after_the_round() -> None:
    openspiel = OpenSpiel()
    openspiel.start(Setup(options(), 4, dealer=3))
    assert openspiel.observe().phase == "deal"
    with pytest.raises(Refused):
        openspiel.play(0, "2C")
    over = finish(dealt({}))
    with pytest.raises(Refused):
        over.play(0, "2C")


def test_round_takes_52_plays_and_then_leaves_the_match_unseen() -> None:
    openspiel = finish(dealt({}), last=4)
    for _ in range(4):
        assert len(legal(openspiel)) == 1
        play(openspiel, *legal(openspiel))
    seen = openspiel.observe().seen()
    assert not {"phase", "over", "totals", "winners", "places", "round", "dealer"} & set(seen)
    assert {seen[each] for each in ("turn", "legal", "trick", "broken", "direction")} == {None}


def test_second_deal_is_refused() -> None:
    openspiel = finish(dealt({}))
    with pytest.raises(Refused):
        openspiel.deal(Deal(full({})))


def test_start_forgets_the_game_before() -> None:
    openspiel = finish(dealt({}))
    openspiel.start(Setup(options(), 4, dealer=3, round=HOLD))
    openspiel.deal(Deal(full({})))
    assert sum(map(len, openspiel.observe().hands)) == 52


@pytest.mark.parametrize(
    "hands", [full({})[:3], (full({})[0],) * 4, (full({})[0][:12], *full({})[1:])], ids=["three", "doubled", "short"]
)
def test_deal_that_is_no_deal_is_bad_input(hands: tuple[tuple[str, ...], ...]) -> None:
    openspiel = OpenSpiel()
    openspiel.start(Setup(options(), 4, dealer=3))
    with pytest.raises(ValueError, match="thirteen cards each"):
        openspiel.deal(Deal(hands))


def test_winner_and_captures_follow_the_tricks() -> None:
    openspiel = dealt(QUEEN_DISCARDED)
    assert openspiel.observe().trick_winner is None
    assert play(openspiel, "2C 3C 4C").observe().trick == [
        {"seat": 0, "card": "2C"},
        {"seat": 1, "card": "3C"},
        {"seat": 2, "card": "4C"},
    ]
    seen = play(openspiel, "5C").observe()
    assert (seen.trick_winner, seen.turn, seen.trick) == (3, 3, [])
    assert seen.captured == [[], [], [], ["2C", "3C", "4C", "5C"]]
    assert play(openspiel, "AD").observe().trick_winner == 3


def test_winner_of_a_last_trick_without_points_is_not_told() -> None:
    hands = {0: "2C QS", 1: "AC AS AH KH QH JH TH 9H 8H 7H 6H 5H 4H", 2: "3C 2H", 3: "4C 3H"}
    openspiel = play(dealt(hands, **{"hearts.lead": "any-time"}), "2C AC 3C 4C AH 2H 3H QS")
    while sum(map(len, openspiel.observe().hands)) > 4:
        play(openspiel, min(openspiel.observe().legal, key=lambda card: card == "AS"))
    assert play(openspiel, "AS").observe().trick_winner == 1
    seen = finish(openspiel).observe()
    assert (seen.trick_winner, seen.captured) == (ABSENT, ABSENT)
    assert seen.round_points == [26, 0, 26, 26]


def test_winner_of_a_last_trick_with_points_is_told_even_beside_a_moon() -> None:
    seen = finish(play(dealt(LEADS_HEARTS), "2C AC 3C 4C")).observe()
    assert seen.trick_winner == 1
    assert len(seen.captured[1]) == 52


def test_undeclared_value_is_not_played() -> None:
    with pytest.raises(ValueError, match=r"OpenSpiel cannot play moon\.mode: subtract"):
        OpenSpiel().start(Setup(options(**{"moon.mode": "subtract"}), 4, dealer=3))


def test_every_switch_is_declared_with_its_values() -> None:
    for _, axis, values in SWITCHES:
        assert all(value in OPTIONS[axis] for value in values)


def test_standard_rules_differ_from_the_defaults_in_the_queen_alone() -> None:
    import pyspiel

    default = pyspiel.load_game("hearts").get_parameters()
    assert {name for name, value in parameters(options()).items() if default[name] != value} == {"qs_breaks_hearts"}


def test_default_claims_a_sheet_and_lets_the_queen_break_hearts() -> None:
    described = OpenSpielDefault().describe()
    assert (described.sheets, described.options, described.players) == (("qdan",), None, frozenset({4}))
    openspiel = play(dealt(QUEEN_DISCARDED, target=OpenSpielDefault), "2C 3C 4C 5C AD 2D QS 3D")
    assert openspiel.observe().broken is True


def test_missing_openspiel_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r'pip install "heartspec\[openspiel\]"'):
        OpenSpiel()


@pytest.fixture(scope="module")
def lockstep() -> ModuleType:
    spec = importlib.util.spec_from_file_location("lockstep", LOCKSTEP)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_reference_and_openspiel_agree_card_by_card(lockstep: ModuleType) -> None:
    met = lockstep.compare(200, seed=7)
    assert (met["hands"], met["plays"]) == (200, 200 * 52)


def test_lockstep_prints_what_it_met(lockstep: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert lockstep.main(["--hands", "8", "--seed", "3"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert "           8  hands" in printed
    assert printed[-1].startswith("0 differences")


def test_lockstep_prints_the_first_difference(
    lockstep: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lockstep, "OpenSpiel", OpenSpielDefault)
    assert lockstep.main(["--hands", "200"]) == 1
    printed = capsys.readouterr().out
    assert all(word in printed for word in ("dealt to 0: ", "played: ", "  reference  ", "  OpenSpiel  "))
    assert "0 differences" not in printed


def failures(target: OpenSpiel, described: Description, names: Sequence[str], **settings: Any) -> dict[str, str]:
    """Judge *target* by all cases; return the kind of each verdict that is neither conforming nor out of reach."""
    verdicts = list(
        run(target, load_folder(), [sheets.load(each) for each in names], overrides=settings, description=described)
    )
    assert any(each.kind == Kind.CONFORMS for each in verdicts)
    fine = {Kind.CONFORMS, Kind.UNSUPPORTED, Kind.UNOBSERVED}
    return {f"{each.id} {each.sheet}": each.detail for each in verdicts if each.kind not in fine}


def test_openspiel_conforms_in_every_sheet_it_can_play() -> None:
    assert failures(OpenSpiel(), OpenSpiel().describe(), sheets.ids()) == {}


def test_default_conforms_once_the_queen_is_said_to_break_hearts() -> None:
    described = OpenSpielDefault().describe()
    assert failures(OpenSpielDefault(), described, ["qdan"], **{"hearts.lead": "after-heart-or-queen"}) == {}
