"""How fast the suite is beside the least that its work could cost: loading, judging, fuzzing, starting.

Each function returns ratios for `goals` to hold against their bounds.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from typing import Any

import yaml
from fuzz_speed import measure as fuzz_measure
from measuring import peak, processor_of_all, ran, side_by_side

from hearts_conformance import audit, runner, scenario, targets
from hearts_conformance.claims import Claims
from hearts_conformance.fuzz import hunt
from hearts_conformance.fuzz.draw import Draw
from hearts_conformance.fuzz.hunt import Setting
from hearts_conformance.implementation import CAPABILITIES, Deal, Observation, Refused, Setup
from hearts_conformance.parallel import Workers
from hearts_conformance.record import Recorder, line
from hearts_conformance.reference_target import Reference
from hearts_conformance.script import CaseRun, to_mask
from hearts_reference import Match
from hearts_reference import Refused as EngineRefused
from hearts_spec import data, sheets
from hearts_spec.cards import CARDS
from hearts_spec.rules import Rules

CAN = frozenset(CAPABILITIES)
SETTING = Setting("qdan", 4)
FACTOR = 100
"""How many times the rounds are played, to see whether time grows with them and memory does not."""

Calls = list[tuple[str, tuple[Any, ...]]]
"""Names of methods, and what they are called with."""


# --- Judging -------------------------------------------------------------------------------------------------------


class Recording(Reference):
    """The reference, which notes every call."""

    def __init__(self, calls: Calls) -> None:
        super().__init__()
        self.calls = calls

    def start(self, setup: Setup) -> None:
        self.calls.append(("start", (setup,)))
        super().start(setup)

    def deal(self, deal: Deal) -> None:
        self.calls.append(("deal", (deal,)))
        super().deal(deal)

    def pass_cards(self, seat: int, cards: Sequence[str]) -> None:
        self.calls.append(("pass_cards", (seat, cards)))
        super().pass_cards(seat, cards)

    def play(self, seat: int, card: str) -> None:
        self.calls.append(("play", (seat, card)))
        super().play(seat, card)

    def choose_moon(self, seat: int, choice: str) -> None:
        self.calls.append(("choose_moon", (seat, choice)))
        super().choose_moon(seat, choice)

    def observe(self) -> Observation:
        self.calls.append(("observe", ()))
        return super().observe()


SEEN = attrgetter(
    *("phase", "turn", "legal_mask", "hands", "trick", "trick_winner", "captured", "kitty_seen", "broken"),
    *("round_number", "dealer", "direction", "round_points", "totals", "over", "winners", "places"),
)
"""Asks the engine for all that an observation tells."""


def bare(calls: Calls) -> Calls:
    """Return calls in the engine's own terms: rules resolved, cards as numbers, hands as sets."""
    found: Calls = []
    for name, given in calls:
        if name == "start":
            setup: Setup = given[0]
            rules = Rules.from_options(setup.options)
            made = partial(
                Match,
                rules,
                dealer=setup.dealer,
                round_number=setup.round,
                totals=setup.totals or None,
                limit_reached=setup.limit_reached,
            )
            found.append((name, (made,)))
        elif name == "deal":
            found.append((name, ([to_mask(hand) for hand in given[0].hands], to_mask(given[0].kitty))))
        elif name == "pass_cards":
            found.append((name, (given[0], [CARDS[each] for each in given[1]])))
        elif name == "play":
            found.append((name, (given[0], CARDS[given[1]])))
        else:
            found.append((name, given))
    return found


def through_interface(calls: Calls) -> None:
    """Make calls through `Implementation`, judging nothing."""
    target = Reference()
    for name, given in calls:
        with suppress(Refused):
            getattr(target, name)(*given)


def on_engine(calls: Calls) -> None:
    """Make calls on the engine itself."""
    match: Any = None
    for name, given in calls:
        if name == "observe":
            SEEN(match)
        elif name == "start":
            match = given[0]()
        else:
            with suppress(EngineRefused):
                getattr(match, name)(*given)


def judge(runs: Sequence[CaseRun], target: Reference, claims: Claims) -> None:
    """Judge cases, all of which have to conform."""
    for run in runs:
        verdict = runner.judge(run, target, claims)
        assert verdict.kind == "conforms", verdict


@cache
def planned() -> tuple[CaseRun, ...]:
    """Return every case under every sheet and number of players."""
    return tuple(runner.plan(scenario.load_folder(), [sheets.load(each) for each in sheets.ids()]))


def judging(repeat: int, step: int = 10) -> tuple[float, float]:
    """Return the time of judging against the same calls, and of these against the engine's own; of every *step*th."""
    runs, claims, calls = planned()[::step], Claims(Reference().describe()), Calls()
    judge(runs, Recording(calls), claims)
    own = bare(calls)
    found = side_by_side(
        {
            "judging": lambda: judge(runs, Reference(), claims),
            "interface": lambda: through_interface(calls),
            "engine": lambda: on_engine(own),
        },
        repeat,
    )
    return found.ratio("judging", "interface"), found.ratio("interface", "engine")


# --- Loading and starting ------------------------------------------------------------------------------------------


def loading(repeat: int) -> float:
    """Return the time of reading and checking all scenarios against that of libyaml's composer alone."""
    folder = data.home("hearts_conformance") / "scenarios"
    files = sorted(folder.rglob(f"*{scenario.SUFFIX}"))
    parser = yaml.CSafeLoader

    def parse() -> None:
        for file in files:
            yaml.compose(file.read_bytes(), parser)

    return side_by_side({"loading": scenario.load_folder, "parser": parse}, repeat).ratio("loading", "parser")


def starting(repeat: int) -> dict[str, float]:
    """Return how many times the processor time of ``python -c pass`` it takes to answer, by option."""
    command = Path(sys.executable).with_name("heartspec")
    found = side_by_side(
        {
            "pass": ran(sys.executable, "-c", "pass"),
            "--version": ran(str(command), "--version"),
            "--help": ran(str(command), "--help"),
        },
        repeat,
        processor_of_all,
    )
    return {option: found.ratio(option, "pass") for option in ("--version", "--help")}


# --- Fuzzing, and what grows ---------------------------------------------------------------------------------------


def fuzzing(repeat: int, rounds: int = 200) -> float:
    """Return the speed of fuzzing OpenSpiel as a share of what the same calls to both engines allow."""
    return fuzz_measure("openspiel", "qdan", rounds, repeat).ratio("calls", "fuzzing")


def fuzz(rounds: int) -> None:
    """Fuzz the reference against itself in this process."""
    found = hunt.harvest(SETTING, Reference(), CAN, 1, 0, rounds)
    assert found.rounds >= rounds
    assert not found.clashes


def records(rounds: int) -> Iterator[audit.Lines]:
    """Yield recorded games of so many rounds in all, as a file of them is read."""
    for number in range(rounds // ROUNDS):
        yield audit.Lines("bench", number + 1, (_record(),))


ROUNDS = 3
"""The rounds of the recorded game."""


@cache
def _record() -> bytes:
    target = Reference()
    recorder = Recorder(target, target.describe(), SETTING.rules, SETTING.head())
    return line(recorder.game(Draw("bench", 1), 1, ROUNDS)).encode()


def audited(rounds: int) -> None:
    """Audit games of so many rounds in all."""
    found = audit.Audit()
    for judged in Workers().each(audit.judge_lines, records(rounds)):
        found.take(judged, lambda fault: None, lambda unreadable: None)
    assert found.rounds == rounds


def growth(work: Any, rounds: int, repeat: int) -> tuple[float, float]:
    """Return by what factor time and peak memory grow when a work has `FACTOR` times the rounds."""
    few, many = partial(work, rounds), partial(work, FACTOR * rounds)
    time_grows = side_by_side({"few": few, "many": many}, repeat).ratio("many", "few")
    few()
    return time_grows, peak(many) / peak(few)


def workers(repeat: int, rounds: int) -> float:
    """Return how many times as fast two worker processes fuzz the reference as one."""
    target = targets.find("reference")

    def hunted(jobs: int) -> None:
        hunt.Hunt(target, (SETTING,), 1).run(Workers(jobs), rounds)

    found = side_by_side({"one": partial(hunted, 1), "two": partial(hunted, 2)}, repeat, time.perf_counter)
    return found.ratio("one", "two")


def load() -> str:
    """Return how busy the machine is: two workers gain nothing where no processor is idle."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
