from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hearts_conformance import runner, scenario
from hearts_conformance.fill import Unfit
from hearts_conformance.layout import expand
from hearts_conformance.script import CaseRun, DealRound, Legal, PassCards, Play, Refuse, See
from hearts_spec import sheets
from hearts_spec.data import DataError
from hearts_spec.rules import Rules

DISCARD = """
title: Void in clubs
hands: {1: "S Q2 / C -"}
before: [{opens: 0}]
cases:
  ban:
    decides: [first-trick.no-queen]
    when: {first-trick.banned: [hearts, queen]}
    steps:
      - legal: "D * / S 2"
      - {refuse: QS, rule: first-trick.no-queen}
      - {1: 2S, turn: 2}
"""

STEPS, HANDS = "steps:", "hands:"
LayOut = Callable[..., CaseRun]
Write = Callable[..., scenario.Scenario]


def case(steps: str, extra: str = "") -> str:
    return f"title: t\n{extra}\ncases:\n  one:\n    decides: [play.follow-suit]\n    steps: {steps}\n"


def rules(**options: object) -> Rules:
    return Rules.from_options({"players": 4, **{axis.replace("__", "."): value for axis, value in options.items()}})


def test_an_id_is_the_path_and_the_name_of_the_case(write: Write) -> None:
    assert [each.id for each in write(DISCARD, "first-trick/discard").cases] == ["first-trick/discard/ban"]


def test_a_script_spells_everything_out(lay_out: LayOut) -> None:
    run = lay_out(DISCARD)
    deal, opening, legal, refuse, play, turn = run.script
    assert isinstance(deal, DealRound)
    assert deal.hands[1] == ("2D", "3D", "4D", "5D", "6D", "7D", "2S", "QS", "2H", "3H", "4H", "5H", "6H")
    assert opening == Play(-1, 0, "2C", starts=True)
    assert legal == Legal(0, 1, ("2D", "3D", "4D", "5D", "6D", "7D", "2S"), deal.hands[1])
    assert refuse == Refuse(1, "play", 1, ("QS",), "first-trick.no-queen", 1)
    assert play == Play(2, 1, "2S", starts=True)
    assert turn == See(2, "turn", 2)


def test_a_case_applies_where_its_when_holds(write: Write) -> None:
    one = write(DISCARD).cases[0]
    assert expand(one, "mine", rules(**{"first-trick__banned": ["queen", "hearts"]})) is not None
    assert expand(one, "mine", Rules.from_options({"players": 4, "first-trick.banned": []})) is None


def test_a_plain_pass_leads_to_the_hands(lay_out: LayOut) -> None:
    run = lay_out(DISCARD, pass__cycle=["left", "hold"])
    deal = run.script[0]
    assert isinstance(deal, DealRound)
    hands = [set(hand) for hand in deal.dealt]
    assert hands != [set(hand) for hand in deal.hands]
    for seat, cards in deal.passes:
        assert set(cards) <= hands[seat]
        assert len(cards) == 3
        hands[seat] -= set(cards)
    for seat, cards in deal.passes:
        hands[(seat + 1) % 4] |= set(cards)
    assert hands == [set(hand) for hand in deal.hands]


def test_a_hold_round_is_dealt_as_it_stands(lay_out: LayOut) -> None:
    deal = lay_out(DISCARD).script[0]
    assert isinstance(deal, DealRound)
    assert (deal.dealt, deal.passes) == (deal.hands, ())


def test_the_dealer_makes_the_first_move_come_out_right(write: Write) -> None:
    one = write(case("[{opens: 2}]")).cases[0]
    left = {"open.leader": "left-of-dealer", "open.card": "any"}
    clubs = expand(one, "mine", Rules.from_options({"players": 4}))
    dealer = expand(one, "mine", Rules.from_options({"players": 4, **left}))
    assert clubs is not None
    assert dealer is not None
    assert (clubs.setup.dealer, dealer.setup.dealer) == (3, 1)


def test_the_others_follow_low_and_throw_what_every_rule_allows(lay_out: LayOut) -> None:
    run = lay_out(
        case("[{0: AC ..., takes: 0}]", 'hands: {0: AC, 1: "C - / S Q2", 2: "C 7K"}\nopener: 0'), open__card="any-club"
    )
    assert [each.card for each in run.script if isinstance(each, Play)][:3] == ["AC", "2S", "7C"]


def test_a_seat_may_play_its_own_card_in_a_trick_that_is_filled_up(lay_out: LayOut) -> None:
    run = lay_out(case("[{opens: 1 ..., 0: AC, takes: 0}]"))
    assert [(each.seat, each.card) for each in run.script if isinstance(each, Play)][-1] == (0, "AC")


def test_a_run_takes_trick_after_trick(lay_out: LayOut) -> None:
    steps = '[{opens: 1 ..., 0: AC}, {run: {0: "*"}}]'
    run = lay_out(case(steps, "hands: {0: high}"))
    assert len([each for each in run.script if isinstance(each, Play)]) == 52


def test_numbers_by_seat_do_for_every_number_of_players(lay_out: LayOut) -> None:
    run = lay_out(case("[{opens: 0, points: {1: 3, else: 1}}]"), players=5, deck__strip=["2C", "2D"])
    assert run.script[-1] == See(0, "points", (1, 3, 1, 1, 1))


def test_what_is_stated_for_a_number_of_players_comes_first(lay_out: LayOut) -> None:
    text = case("[{opens: 0}]", "dealer: 1\nat: {4: {dealer: 2}}")
    assert lay_out(text).setup.dealer == 2


def test_a_pass_takes_effect_when_every_seat_has_selected(lay_out: LayOut) -> None:
    text = case("[{pass: {0: AS KS QS}}, {pass: low, holds: {1: AS KS QS}}]", "direction: left\ndealt: {0: AS KS QS}")
    run = lay_out(text, pass__cycle=["right", "left"])
    assert run.setup.round == 2
    selections = [each for each in run.script if isinstance(each, PassCards)]
    assert [(each.seat, each.final) for each in selections] == [(0, False), (1, False), (2, False), (3, True)]
    assert run.missing({"passing"}) == []
    assert run.missing({"legal"}) == ["passing"]


def test_a_position_that_the_pack_cannot_hold_does_not_apply(write: Write) -> None:
    one = write(case("[{opens: 0}]", "hands: {0: 2D}")).cases[0]
    stripped = Rules.from_options({"players": 3, "deck.strip": ["2D"]})
    assert expand(one, "mine", stripped) is None
    with pytest.raises(Unfit, match="2D, which is not dealt"):
        expand(one, "mine", stripped, strict=True)


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        (case("[{0: 3C 4C}, {2: 5C}, {1: 6C}]", "hands: {0: 2C}\nopener: 0"), STEPS, "it is the turn of seat"),
        (case('[{opens: 0}, {legal: "S Q"}]', 'hands: {1: "S 2"}'), STEPS, "does not hold QS"),
        (case("[{opens: 0 ..., 2: AC, takes: 1}]"), STEPS, "seat 2 takes this trick"),
        (case("[{opens: 0, takes: 0}]"), STEPS, "not complete"),
        (case("[{opens: 5}]"), STEPS, "no seat 5 with 4 players"),
        (case('[{opens: 0, run: {1: "*"}}]'), STEPS, "does one thing"),
        (case("[{opens: 0, choose: add}]"), STEPS, "does one thing"),
        (case("[{choose: add}]"), STEPS, "needs the seat"),
        (case("[{rule: play.follow-suit}]"), STEPS, "beside a refuse"),
        (case("[{opens: 0, points: [1, 2, 3]}]"), STEPS, "3 numbers for 4 seats"),
        (case("[{opens: 0}]", 'hands: {1: "S QQ"}'), HANDS, "names a card twice"),
        (case("[{pass: {0: 2C}}]", "direction: left"), STEPS, "pass.count is 3"),
        (case("[{opens: 0}, {1: QC QD}, {0: QD}]"), STEPS, "two seats hold QD"),
        (case("[{opens: 0}, {1: QC}]", 'hands: {1: "C 5"}'), STEPS, "needs QC, but its hand is written without it"),
        (case('[{opens: 1 ..., 0: AC}, {run: {0: "*"}}, {0: AC}]', "hands: {0: high}"), STEPS, "the round is over"),
        (case("[{opens: 0}, {refuse: AC, seat: 1, rule: turn.own-card}]", "hands: {1: AC}"), STEPS, "holds AC"),
        (
            case("[{opens: 0}, {refuse: AC, seat: 2, rule: turn.in-order, held: false}]", "hands: {2: AC}"),
            STEPS,
            "holds AC",
        ),
        (case("[{opens: 0}, {refuse: AC, rule: play.follow-suit, held: false}]"), STEPS, "held stands only beside"),
    ],
)
def test_a_case_that_makes_no_sense_says_where_and_why(write: Write, text: str, where: str, says: str) -> None:
    one = write(text).cases[0]
    options = Rules.from_options({"players": 4, "pass.cycle": ["left"]})
    with pytest.raises(DataError, match=says) as error:
        expand(one, "mine", options, strict=True)
    assert text.splitlines()[(error.value.line or 0) - 1].strip().startswith(where)
    broken = expand(one, "mine", options)
    assert broken is not None
    assert says in broken.problem


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (case("[{0: 1C}]"), "steps/0/0"),
        (case("[{jump: 1}]"), "jump"),
        (case("[{opens: 0}]", "when: {hearts.leed: any-time}"), "hearts.leed"),
        (case("[{opens: 0}]").replace("play.follow-suit", "follow suit"), "decides"),
        ("title: t\ncases:\n  one: {decides: [play.follow-suit]}\n", "neither steps nor rounds"),
        (case("[{opens: 0}]", "hands: {0: AC}\ndealt: {0: AC}"), "exclude them"),
        (case("[{opens: 0}]", "round: 2\ndirection: left"), "one of the two"),
        (case("[]"), "steps"),
    ],
)
def test_a_file_that_is_not_as_its_schema_says_is_refused(write: Write, text: str, says: str) -> None:
    with pytest.raises(DataError, match=says):
        write(text)


def test_a_folder_is_read_in_the_order_of_the_ids(write: Write, tmp_path: Path) -> None:
    for name in ("b/x", "a/y"):
        write(DISCARD, name)
    (tmp_path / "a" / "other.yaml").write_text("not: ours", encoding="utf-8")
    assert [each.id for each in scenario.load_folder(tmp_path)] == ["a/y", "b/x"]


@pytest.mark.parametrize("pattern", ["a/b/c", "a/b", "a", "a/*", "*/c", "a/b.hearts.yaml"])
def test_a_pattern_picks_by_id_by_beginning_or_by_shell_pattern(pattern: str) -> None:
    assert scenario.matches("a/b/c", pattern)


def test_a_pattern_does_not_pick_what_only_looks_alike() -> None:
    assert not scenario.matches("a/b/c", "a/b/cd")
    assert not scenario.matches("a/bc/d", "a/b")


def test_a_case_is_exported_as_plain_json(lay_out: LayOut) -> None:
    from hearts_spec import schemas

    exported = {"format": "heartspec-case/1", **lay_out(DISCARD).to_json()}
    assert schemas.problems(exported, "export-case") == []
    assert exported["script"][3] == {
        "op": "refuse",
        "step": 1,
        "action": "play",
        "seat": 1,
        "what": ["QS"],
        "rule": "first-trick.no-queen",
        "turn": 1,
    }


@pytest.mark.parametrize("name", ["pass", "match", "kitty"])
def test_what_is_remembered_of_a_layout_is_what_would_be_laid_out_anew(name: str) -> None:
    played = [sheets.load(each) for each in sheets.ids()]
    files = [one for one in scenario.load_folder() if one.id.startswith(name + "/")][:2]
    remembered = list(runner.plan(files, played))
    assert len(remembered) > 20
    for run in remembered:
        (case,) = scenario.cases(files, run.id)
        anew = expand(replace(case, memory={}), run.sheet, run.rules)
        assert anew is not None
        assert (anew.script, anew.setup) == (run.script, run.setup)
