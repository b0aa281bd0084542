"""The report for people: what is told of runs that no implementation at hand gives rise to."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from hearts_conformance.implementation import Description
from hearts_conformance.report import Listener, ReportError, Run, Tally, hear, writer
from hearts_conformance.report.terminal import IN_FULL, TerminalReport
from hearts_conformance.verdict import FAILURES, JUDGED, Difference, Kind, Position, Verdict
from hearts_spec import texts

RUN = Run("game", Description("Game", "1", frozenset({4}), frozenset()), ("qdan",), (4,), "1.0")


def verdict(kind: Kind, case: str = "moon/a/b", **more: object) -> Verdict:
    return Verdict(case, "qdan", 4, kind, ("moon.add",), rerun=f"heartspec verify game --scenario {case}", **more)


def told(*verdicts: Verdict, width: int = 80, color: bool = False) -> str:
    out = io.StringIO()
    system = "truecolor" if color else None
    console = Console(file=out, width=width, highlight=False, force_terminal=color, color_system=system)
    quiet = Console(file=io.StringIO())
    hear(RUN, verdicts, [TerminalReport(texts.in_language("en"), console, quiet)])
    return out.getvalue()


def test_a_table_with_every_kind_fits():
    text = told(*(verdict(kind) for kind in Kind))
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "chapter   cases   conforms   fails   known   not judged" in text
    assert text.count("\n moon ") == 1


def test_every_failure_is_told_and_the_others_counted():
    text = told(*(verdict(kind, f"moon/{kind}/x", detail=f"because {kind}") for kind in Kind))
    for kind in (*FAILURES, Kind.UNEXPECTED_PASS, Kind.SUITE_BUG):
        assert f"{kind} moon/{kind}/x" in text
    for kind in (Kind.UNSUPPORTED, Kind.UNOBSERVED, Kind.NOT_RUN):
        assert f"1 {kind}: because {kind}" in text


def test_a_hundred_failures_are_complete_and_compact():
    failures = [verdict(Kind.DEVIATES, f"moon/a/case-{number}") for number in range(100)]
    text = told(*failures)
    assert all(f"--scenario moon/a/case-{number}\n" in text for number in range(100))
    assert text.count("rerun ") == IN_FULL
    assert len(text.splitlines()) < 100 - IN_FULL + 10 * IN_FULL


def test_stderr_stands_behind_a_mark_and_is_cut_in_the_middle():
    text = told(verdict(Kind.CRASH, detail="it ended", stderr="\n".join(f"line {number}" for number in range(30))))
    shown = [row.split("stderr", 1)[1].strip() for row in text.splitlines() if "stderr" in row]
    assert shown == [
        *(f"| line {number}" for number in range(3)),
        "… 18 lines, then",
        *(f"| line {number}" for number in range(21, 30)),
    ]


def test_what_an_implementation_says_is_no_markup():
    text = told(verdict(Kind.CRASH, detail="[red]it[/red] ended :smile: [/bold]"))
    assert "[red]it[/red] ended :smile: [/bold]" in text


def test_red_suits_are_red():
    position = Position((("2H", "3S"),) * 4, ((3, "4D"),), 0)
    difference = Difference(0, "legal", ["3S"], ["2H", "3S"], ("moon.add",), "", (), position)
    text = told(verdict(Kind.DEVIATES, differences=(difference,)), color=True)
    assert "\x1b[31m♦4\x1b[0m" in text
    assert "\x1b[31m♠" not in text


def test_colour_is_for_terminals():
    assert "\x1b" not in told(verdict(Kind.DEVIATES))


def test_a_listener_that_fails_at_the_end_keeps_no_other_from_its_own():
    class Failing(Listener):
        def end(self, tally: Tally) -> None:
            raise OSError("disk full")

    ended = []

    class Other(Listener):
        def end(self, tally: Tally) -> None:
            ended.append(tally.judged)

    with pytest.raises(OSError, match="disk full"):
        hear(RUN, [verdict(Kind.CONFORMS)], [Failing(), Other()])
    assert ended == [1]


def test_an_interrupted_run_reports_what_it_found():
    def verdicts():
        yield verdict(Kind.CONFORMS)
        raise KeyboardInterrupt

    ended = []

    class Other(Listener):
        def end(self, tally: Tally) -> None:
            ended.append(tally.judged)

    with pytest.raises(KeyboardInterrupt):
        hear(RUN, verdicts(), [Other()])
    assert ended == [1]


@pytest.mark.parametrize(
    ("kinds", "status"),
    [
        ([], 2),
        ([Kind.CONFORMS], 0),
        ([Kind.CONFORMS, Kind.UNSUPPORTED, Kind.UNOBSERVED, Kind.KNOWN], 0),
        ([Kind.UNSUPPORTED, Kind.UNOBSERVED], 2),
        ([Kind.NOT_RUN], 2),
        ([Kind.CONFORMS, Kind.NOT_RUN], 1),
        ([Kind.CONFORMS, Kind.DEVIATES], 1),
        ([Kind.HANG], 1),
        ([Kind.CRASH], 1),
        ([Kind.PROTOCOL_FAULT], 1),
        ([Kind.UNEXPECTED_PASS], 1),
        ([Kind.KNOWN], 0),
        ([Kind.SUITE_BUG], 3),
        ([Kind.DEVIATES, Kind.SUITE_BUG], 3),
    ],
)
def test_the_exit_status_follows_from_the_kinds(kinds, status):
    assert hear(RUN, [verdict(kind) for kind in kinds], []).status == status


def test_what_is_judged_says_something_of_the_implementation():
    assert not JUDGED & {Kind.UNSUPPORTED, Kind.UNOBSERVED, Kind.NOT_RUN, Kind.SUITE_BUG}


def test_an_unknown_kind_of_report_is_refused():
    with pytest.raises(ReportError, match="there is no kind of report 'xml'"):
        writer("xml=out.xml")
