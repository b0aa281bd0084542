"""How fast the suite is beside the least that its work could cost: loading, judging, fuzzing, starting.

The functions that return ratios are those that `goals` holds against their bounds.  As a command, with the name of a
work and a number of rounds, this does that work and nothing else, so that its memory can be seen.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from operator import attrgetter
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from fuzz_speed import measure as fuzz_measure
from measuring import highest, peak, processor_of_all, ran, side_by_side

from hearts_conformance import audit, layout, runner, scenario, session, targets
from hearts_conformance.claims import Claims
from hearts_conformance.fuzz import hunt
from hearts_conformance.fuzz.draw import Draw
from hearts_conformance.fuzz.findings import Setting
from hearts_conformance.implementation import CAPABILITIES, Deal, Observation, Refused, Setup
from hearts_conformance.parallel import Workers
from hearts_conformance.record import Recorder, line
from hearts_conformance.reference_target import Reference
from hearts_conformance.scenario import Scenario
from hearts_conformance.script import to_mask
from hearts_reference import Match
from hearts_reference import Refused as EngineRefused
from hearts_spec import data, sheets
from hearts_spec.cards import CARDS, members
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


def verify(scenarios: Sequence[Scenario], target: Reference, claims: Claims) -> None:
    """Lay out every case under every sheet and number of players, as if for the first time, and judge it."""
    layout.filled.cache_clear()
    for each in scenarios:
        for case in each.cases:
            case.memory.clear()
    for run in runner.plan(scenarios, [sheets.load(each) for each in sheets.ids()]):
        verdict = runner.judge(run, target, claims)
        assert verdict.kind == "conforms", verdict


def judging(repeat: int, step: int) -> tuple[float, float]:
    """Return the time of judging against the same calls, and of these against the engine's own.

    Judging is laying out cases and judging them in one process; every *step*th scenario file is judged.
    """
    scenarios, claims, calls = scenario.load_folder()[::step], Claims(Reference().describe()), Calls()
    verify(scenarios, Recording(calls), claims)
    own = bare(calls)
    gc.freeze()  # a run has no such calls in memory, through which the collector would go again and again
    found = side_by_side(
        {
            "judging": lambda: verify(scenarios, Reference(), claims),
            "interface": lambda: through_interface(calls),
            "engine": lambda: on_engine(own),
        },
        repeat,
    )
    return found.ratio("judging", "interface"), found.ratio("interface", "engine")


# --- Loading and starting ------------------------------------------------------------------------------------------


def loading(repeat: int) -> dict[str, float]:
    """Return the time of making all scenarios ready against that of libyaml's composer alone.

    That is reading and checking them (``cold``), or finding what an earlier run remembers, as a process does once
    (``warm``); then also with all that they say unpacked (``unpacked``), which is done as cases are judged.
    """
    folder = data.home("hearts_conformance") / "scenarios"
    files = sorted(folder.rglob(f"*{scenario.SUFFIX}"))
    parser = yaml.CSafeLoader

    def parse() -> None:
        for file in files:
            yaml.compose(file.read_bytes(), parser)

    def cold() -> None:
        for file in files:
            scenario.load(file, folder)

    def warm() -> list[Scenario]:
        scenario.readers.cache_clear()
        return session.load_scenarios.__wrapped__()

    works = {"cold": cold, "warm": warm, "unpacked": lambda: [each.cases for each in warm()]}
    with remembering_apart():
        found = side_by_side({**works, "parser": parse}, repeat)
    return {name: found.ratio(name, "parser") for name in works}


@contextmanager
def remembering_apart() -> Iterator[None]:
    """Let nothing be remembered but what is measured."""
    before = os.environ.get("XDG_CACHE_HOME")
    with TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        yield
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before


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


def played(rounds: int) -> None:
    """Play matches of so many rounds in all on the engine, cards passed and played at random."""
    draw, left = random.Random(1), rounds
    pack = [1 << card for card in range(52)]
    while left:
        match = Match(SETTING.rules, dealer=left % 4)
        while left and not match.over:
            draw.shuffle(pack)
            match.deal([sum(pack[start : start + 13]) for start in (0, 13, 26, 39)])
            if match.phase == "pass":
                for seat, hand in enumerate(match.hands):
                    match.pass_cards(seat, draw.sample(members(hand), 3))
            while match.phase == "play":
                assert match.turn is not None
                match.play(match.turn, draw.choice(members(match.legal_mask)))
            if match.phase == "moon":
                assert match.shooter is not None
                match.choose_moon(match.shooter, "others-add")
            left -= 1


def fuzzed(rounds: int) -> None:
    """Fuzz the reference against itself, piece by piece in this process."""
    outcome = hunt.Hunt(targets.find("reference"), (SETTING,), 1).run(Workers(), rounds)
    assert not outcome.findings


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


GROWING: dict[str, Callable[[int], None]] = {"played": played, "fuzzed": fuzzed, "audited": audited}
"""What is done with rounds, as many as are asked for."""
FEW = 240
"""How many rounds are few: enough for what is done once to count little, and for rounds dear and cheap to even out."""


def growth(name: str, repeat: int) -> tuple[float, float]:
    """Return by what factor processor time and peak memory grow with `FACTOR` times the rounds.

    Memory is that of a process of its own which does nothing else.
    """
    work = GROWING[name]
    works = {"few": partial(work, FEW), "many": partial(work, FACTOR * FEW)}
    few, many = (peak(sys.executable, __file__, name, str(rounds)) for rounds in (FEW, FACTOR * FEW))
    return side_by_side(works, repeat).ratio("many", "few"), many / few


def workers(repeat: int, rounds: int) -> tuple[float, float]:
    """Return how many times as fast two worker processes fuzz the reference as one, and the processor time they use.

    The first is in seconds of the wall clock and needs two idle processors.  The second, as a multiple of what one
    needs, does not: what it is above 1 is the price of the second worker.
    """
    target = targets.find("reference")
    faster, dearer = list[float](), list[float]()
    for _ in range(repeat):
        spent = []
        for jobs in (1, 2):
            wall, used = time.perf_counter(), processor_of_all()
            hunt.Hunt(target, (SETTING,), 1).run(Workers(jobs), rounds)
            spent.append((time.perf_counter() - wall, processor_of_all() - used))
        (wall_one, used_one), (wall_two, used_two) = spent
        faster.append(wall_one / wall_two)
        dearer.append(used_two / used_one)
    return median(faster), median(dearer)


def load() -> str:
    """Return how busy the machine is: two workers gain nothing where no processor is idle."""
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"


if __name__ == "__main__":
    GROWING[sys.argv[1]](int(sys.argv[2]))
    print(highest())
