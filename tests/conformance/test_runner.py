from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import doubles
import pytest

from hearts_conformance import runner
from hearts_conformance.implementation import CAPABILITIES, Implementation, Refused
from hearts_conformance.reference_target import Reference
from hearts_conformance.scenario import Scenario
from hearts_conformance.verdict import Kind, Verdict
from hearts_reference import READINGS
from hearts_spec import sheets

Judged = Callable[..., Verdict]
Write = Callable[..., Scenario]

DISCARD = """
title: Void in clubs
hands: {1: "S Q2 / C -"}
before: [{opens: 0}]
cases:
  ban:
    decides: [first-trick.no-queen]
    steps:
      - legal: "D * / S 2"
      - {refuse: QS, rule: first-trick.no-queen}
      - {1: 2S, turn: 2}
"""
REFUSE = """
title: Void in clubs
hands: {1: "S Q2 / C -"}
before: [{opens: 0}]
cases:
  ban:
    decides: [first-trick.no-queen]
    steps: [{refuse: QS, rule: first-trick.no-queen}]
"""


def seeing(expected: str, steps: str = "opens: 0 ...") -> str:
    step = f"{{{steps}, {expected}}}"
    return f"title: t\nhands: {{3: AC}}\ncases: {{one: {{decides: [trick.highest-led], steps: [{step}]}}}}\n"


def without(*capabilities: str) -> set[str]:
    return set(CAPABILITIES) - set(capabilities)


def test_the_reference_conforms(judged: Judged) -> None:
    verdict = judged(DISCARD, Reference())
    assert (verdict.kind, verdict.detail, verdict.differences) == (Kind.CONFORMS, "", ())


def test_a_verdict_says_how_to_run_it_again(judged: Judged) -> None:
    assert judged(DISCARD, Reference()).rerun == (
        "heartspec verify mine:Game --sheet qdan --players 4 --scenario play/position/ban"
    )


@pytest.mark.parametrize(
    ("double", "kind", "says"),
    [
        (
            doubles.AcceptsEverything(),
            Kind.DEVIATES,
            "seat 1 is allowed to play ♠Q, but first-trick.no-queen forbids it",
        ),
        (doubles.RefusesEverything(), Kind.DEVIATES, "seat 0 should be allowed to play ♣2, but is refused"),
        (doubles.WrongReason(), Kind.DEVIATES, "the reason given is turn.in-order"),
        (doubles.NoReason(), Kind.DEVIATES, "no reason is given"),
        (doubles.ChangesWhenRefusing(), Kind.DEVIATES, "that changes totals"),
        (doubles.Raises("start", KeyError("x")), Kind.CRASH, "start() raised KeyError: 'x'"),
        (doubles.Raises("deal", SystemExit(3)), Kind.CRASH, "deal() raised SystemExit: 3"),
        (doubles.Raises("play", ZeroDivisionError()), Kind.CRASH, "play() raised ZeroDivisionError"),
        (doubles.Raises("observe", RecursionError("deep")), Kind.CRASH, "observe() raised RecursionError: deep"),
        (doubles.ShowsNonsense(), Kind.PROTOCOL_FAULT, "no Observation"),
        (doubles.Shows(turn="0"), Kind.PROTOCOL_FAULT, "observe() gave turn as '0'; it should be a seat, or None"),
        (doubles.Shows(turn=9), Kind.PROTOCOL_FAULT, "gave turn as 9"),
        (doubles.Shows(turn=True), Kind.PROTOCOL_FAULT, "gave turn as True"),
        (doubles.Shows(turn=2), Kind.DEVIATES, "it should be the turn of seat 0, but is that of seat 2"),
        (doubles.Shows(hands=3), Kind.PROTOCOL_FAULT, "gave hands as 3; it should be for each seat a list"),
        (doubles.Hangs(), Kind.HANG, "no answer to play within 5 seconds"),
        (doubles.GivesUp(), Kind.NOT_RUN, "started again 3 times"),
    ],
)
def test_each_misbehaviour_has_its_verdict(judged: Judged, double: Implementation, kind: Kind, says: str) -> None:
    verdict = judged(REFUSE, double)
    assert verdict.kind == kind
    assert says in verdict.detail
    assert "\n" not in verdict.detail


@pytest.mark.parametrize(
    "legal",
    ["QS", ["QS", "QS"], ["1S"], [5], 17, [["2S"]], {"a": 1}],
)
def test_a_legal_list_that_is_none_is_a_fault(judged: Judged, legal: Any) -> None:
    assert judged(DISCARD, doubles.Shows(legal=legal)).kind == Kind.PROTOCOL_FAULT


def test_a_wrong_legal_list_says_what_is_too_many_and_too_few(judged: Judged) -> None:
    (difference, *_) = judged(DISCARD, doubles.Shows(legal=["2S", "QS"])).differences
    assert difference.what == "legal"
    assert difference.seen == ["2S", "QS"]
    assert "♠Q should not be; ♦2 ♦3 ♦4 ♦5 ♦6 ♦7 should be, but is not" in difference.sentence
    assert difference.history == ("0: 2C",)
    assert difference.position is not None
    assert (difference.position.trick, difference.position.turn) == (((0, "2C"),), 1)


def test_what_a_program_wrote_to_stderr_is_kept_apart(judged: Judged) -> None:
    verdict = judged(REFUSE, doubles.Hangs())
    assert (verdict.stderr, "thinking" in verdict.detail) == ("still thinking", False)


def test_a_mutant_deviates_by_its_rule(judged: Judged) -> None:
    lax = Reference(READINGS | {"first-trick.no-queen": lambda *_: True})
    verdict = judged(DISCARD, lax)
    assert verdict.kind == Kind.DEVIATES
    assert verdict.differences[0].rules == ("first-trick.no-queen",)


# What is declared


@pytest.mark.parametrize("can", [{"legal"}, {"refuse"}, {"refuse", "explain"}])
def test_legal_and_refuse_are_two_views_of_one_fact(judged: Judged, can: set[str]) -> None:
    assert judged(DISCARD, doubles.Declaring(can)).kind == Kind.CONFORMS


def test_neither_view_is_unsupported(judged: Judged) -> None:
    verdict = judged(DISCARD, doubles.Declaring(without("legal", "refuse")))
    assert (verdict.kind, verdict.detail) == (Kind.UNSUPPORTED, "needs legal or refuse, which is not declared")


def test_nothing_undeclared_is_sent(judged: Judged) -> None:
    double = doubles.Declaring({"legal"})
    judged(DISCARD, double)
    assert [call[0] for call in double.calls] == ["start", "deal", "play", "play"]


def test_only_a_refusal_is_asked_of_who_gives_no_reasons(judged: Judged) -> None:
    class Silent(doubles.NoReason, doubles.Declaring):
        pass

    assert judged(REFUSE, Silent(without("explain"))).kind == Kind.CONFORMS


def test_a_legal_set_too_small_is_found_by_trying(judged: Judged) -> None:
    class Strict(doubles.Declaring):
        def play(self, seat: int, card: str) -> None:
            if card == "2D":
                raise Refused
            super().play(seat, card)

    verdict = judged(DISCARD, Strict({"refuse"}))
    assert verdict.kind == Kind.DEVIATES
    assert verdict.detail.endswith(": ♦2 should be, but is not")


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({}, Kind.CONFORMS),
        ({"first-trick.banned": [["queen", "hearts"]]}, Kind.CONFORMS),
        ({"first-trick.banned": [[]]}, Kind.UNSUPPORTED),
        ({"match.limit": [50]}, Kind.UNSUPPORTED),
        ({"table.turn-limit": [30]}, Kind.CONFORMS),
        ({"deal.remainder": ["kitty"]}, Kind.CONFORMS),
    ],
)
def test_declared_options_are_held_against_the_sheet(judged: Judged, options: dict[str, Any], kind: Kind) -> None:
    assert judged(DISCARD, doubles.Declaring(options=options)).kind == kind


def test_options_of_a_missing_capability_are_not_compared(judged: Judged) -> None:
    double = doubles.Declaring(without("match"), options={"match.limit": [50]})
    assert judged(DISCARD, double).kind == Kind.CONFORMS


@pytest.mark.parametrize(("declared", "kind"), [("qdan", Kind.CONFORMS), ("cohen", Kind.UNSUPPORTED)])
def test_declared_sheets_are_held_against_the_sheet(judged: Judged, declared: str, kind: Kind) -> None:
    assert judged(DISCARD, doubles.Declaring(sheets=[declared], options=None)).kind == kind


def test_a_sheet_that_plays_alike_is_claimed_with_the_one_declared(judged: Judged) -> None:
    double = doubles.Declaring(without("match"), sheets=["qdan"], options=None)
    assert judged(DISCARD, double, sheet="short-game").kind == Kind.CONFORMS


def test_what_a_declared_sheet_does_not_have_is_not_claimed(judged: Judged) -> None:
    text = DISCARD.replace("hands:", "with: {hearts.lead: any-time}\nhands:")
    verdict = judged(text, doubles.Declaring(sheets=["qdan"], options=None))
    assert verdict.kind == Kind.UNSUPPORTED
    assert "does not have hearts.lead: any-time" in verdict.detail


def test_who_does_not_pass_is_dealt_the_hands_as_they_stand(judged: Judged) -> None:
    double = doubles.Declaring(without("passing"))
    assert judged(DISCARD, double).kind == Kind.CONFORMS
    assert not any(call[0] == "pass" for call in double.calls)


# What is seen


@pytest.mark.parametrize(
    ("expected", "steps"),
    [
        ("takes: 3", "opens: 0 ..., 3: AC"),
        ("turn: 3", "opens: 0 ..., 3: AC"),
        ("broken: false", "opens: 0"),
        ("phase: play", "opens: 0"),
        ("trick: {0: 2C}", "opens: 0"),
        ("points: null", "opens: 0"),
        ("totals: {else: 0}", "opens: 0"),
        ("over: false", "opens: 0"),
        ("winners: null", "opens: 0"),
        ("places: null", "opens: 0"),
        ("round: 1", "opens: 0"),
        ("dealer: 3", "opens: 0"),
        ("direction: left", "opens: 0"),
        ("kitty: null", "opens: 0"),
        ("holds: {3: AC}", "opens: 0"),
        ("lacks: {2: AC}", "opens: 0"),
        ("captured: {0: '-'}", "opens: 0"),
    ],
)
def test_what_is_expected_is_seen_or_not(judged: Judged, expected: str, steps: str) -> None:
    text = seeing(expected, steps)
    assert judged(text, Reference()).kind == Kind.CONFORMS
    blind = judged(text, doubles.Declaring(shows=["legal"]))
    assert blind.kind == Kind.UNOBSERVED
    assert blind.unobserved == (expected.partition(":")[0],)


@pytest.mark.parametrize(
    ("expected", "fields", "says"),
    [
        ("turn: 1", {"turn": None}, "should be 1, but is none"),
        ("broken: false", {"broken": True}, "should be no, but is yes"),
        ("points: null", {"round_points": [1, 2, 3, 4]}, "should be none, but is 1 2 3 4"),
        ("holds: {3: AC}", {}, ""),
        ("trick: {0: 2C}", {"trick": []}, "should be seat 0 ♣2, but is nothing"),
        ("kitty: null", {"kitty": ["2C"]}, "should be none, but is ♣2"),
    ],
)
def test_what_is_seen_otherwise_deviates(judged: Judged, expected: str, fields: dict[str, Any], says: str) -> None:
    class Late(doubles.Shows):
        """Shows it once something has been played."""

        def observe(self) -> Any:
            return super().observe() if self._match().trick else Reference.observe(self)

    verdict = judged(seeing(expected, "opens: 0"), Late(**fields))
    assert verdict.kind == (Kind.DEVIATES if fields else Kind.CONFORMS)
    assert says in verdict.detail


def test_who_took_the_trick_shows_in_whose_turn_it_is(judged: Judged) -> None:
    text = seeing("takes: 3", "opens: 0 ..., 3: AC")
    assert judged(text, doubles.Declaring(shows=["turn"])).kind == Kind.CONFORMS


def test_points_show_in_the_totals(write: Write) -> None:
    rounds = "[{points: [13, 4, 4, 5]}, {points: [13, 4, 4, 5]}]"
    text = f"title: t\nplayers: 4\ncases: {{one: {{decides: [score.raw-sum], rounds: {rounds}}}}}\n"
    double = doubles.Declaring(shows=["totals"])
    (verdict,) = runner.run(double, [write(text)], [sheets.load("qdan")], [4])
    assert verdict.kind == Kind.CONFORMS


# Many


def test_a_crash_costs_no_other_case_its_verdict(write: Write) -> None:
    class OnceOnly(Reference):
        crashed = False

        def play(self, seat: int, card: str) -> None:
            if not self.crashed:
                self.crashed = True
                raise RuntimeError("once")
            super().play(seat, card)

    verdicts = list(runner.run(OnceOnly(), [write(DISCARD, "a/a"), write(DISCARD, "a/b")], [sheets.load("qdan")], [4]))
    assert [each.kind for each in verdicts] == [Kind.CRASH, Kind.CONFORMS]


def test_every_sheet_and_count_that_a_case_applies_to_is_judged_once(write: Write) -> None:
    played = [sheets.load(name) for name in sheets.ids()]
    keys = [each.key for each in runner.run(Reference(), [write(DISCARD)], played)]
    assert len(keys) == len(set(keys)) > 10
    assert ("play/position/ban", "cohen", 7) in keys


def test_a_run_is_the_same_each_time(write: Write) -> None:
    def verdicts() -> list[dict[str, Any]]:
        found = runner.run(doubles.WrongReason(), [write(DISCARD)], [sheets.load("qdan")])
        return [each.to_json() for each in found]

    assert verdicts() == verdicts()


def test_overrides_decide_where_a_case_applies(write: Write) -> None:
    case = write(
        DISCARD.replace("    steps:", "    when: {first-trick.banned: [queen]}\n    steps:").replace(
            '"D * / S 2"', "all but QS"
        )
    )
    played = [sheets.load("qdan")]
    assert not list(runner.run(Reference(), [case], played, [4]))
    (verdict,) = runner.run(Reference(), [case], played, [4], overrides={"first-trick.banned": ["queen"]})
    assert verdict.kind == Kind.CONFORMS
    assert verdict.rerun.endswith("""--option 'first-trick.banned=["queen"]' --scenario play/position/ban""")


def test_a_sheet_of_somebody_else_is_named_by_its_file(write: Write, tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text("title: Club\nsummary: Ours.\nextends: qdan\noptions: {hearts.lead: any-time}\n", encoding="utf-8")
    (verdict,) = runner.run(Reference(), [write(DISCARD)], [sheets.load(file)], [4])
    assert (verdict.kind, verdict.sheet) == (Kind.CONFORMS, "club")
    assert f"--sheet {file} " in verdict.rerun


def test_cases_are_picked_by_pattern_and_rule(write: Write) -> None:
    played = [sheets.load("qdan")]
    assert list(runner.plan([write(DISCARD)], played, [4], rules="first-trick.*"))
    assert not list(runner.plan([write(DISCARD)], played, [4], rules="moon.*"))
    assert not list(runner.plan([write(DISCARD)], played, [4], pattern="other/*"))


def test_a_case_that_makes_no_sense_is_a_suite_bug(judged: Judged) -> None:
    verdict = judged(seeing("takes: 1", "opens: 0 ..., 3: AC"), Reference())
    assert verdict.kind == Kind.SUITE_BUG
    assert "seat 3 takes this trick" in verdict.detail


def test_a_verdict_comes_back_from_json(judged: Judged) -> None:
    for double in (Reference(), doubles.WrongReason(), doubles.Hangs()):
        verdict = judged(DISCARD, double)
        assert Verdict.from_json(verdict.to_json()) == verdict
