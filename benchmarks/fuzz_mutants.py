"""How well fuzzing finds one misread rule: each mutant of the reference played until it differs.

    python benchmarks/fuzz_mutants.py --sample 80 --rounds 20000

For each mutant of a sample: is a difference met within so many rounds, is the first suspect the rule that the mutant
misreads, or one that shares its filter or its reading, and does the scenario that is written validate, conform on
the reference and fail on the mutant?  The first suspect is counted twice: as the field and the position alone accuse
it, and as the finding names it, which has tried the catalogue of misreadings (this mutant's own among them).

That a mutant is one finding, and not several, is counted too.

Prints a line for whatever is missed, then the shares.  With names of mutants (shell patterns) only these are tried.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from hearts_conformance import prove, scenario
from hearts_conformance.claims import Claims
from hearts_conformance.fuzz import hunt
from hearts_conformance.fuzz.causes import Causes
from hearts_conformance.fuzz.findings import Finding, Harvest, Setting
from hearts_conformance.fuzz.suspects import OF_ALL_DEALS, suspects
from hearts_conformance.implementation import CAPABILITIES
from hearts_conformance.layout import expand
from hearts_conformance.mutants.catalogue import catalogue, pick
from hearts_conformance.mutants.mutant import Mutant
from hearts_conformance.runner import judge
from hearts_conformance.verdict import FAILURES
from hearts_reference import READINGS
from hearts_reference.legality import ORDER, RELEASES
from hearts_spec import conditions, sheets, texts
from hearts_spec.data import DataError
from hearts_spec.rules import OptionError, Rules

CAN = frozenset(CAPABILITIES)
SETTINGS = 12
"""The most sheets and numbers of players that a mutant is played under."""
UNUSUAL = {
    "value.heart": {rank: value for value, rank in enumerate(reversed("AKQJT98765432"), start=1)},
    "value.card": {"QS": 5, "9C": 3, "KS": 2},
}
"""Values that no registered sheet has, for rules that hold only under such."""
DRAWN = 8
"""For each number of players so many sets of options are drawn."""
PIECE = 50

SHARED = tuple(frozenset({*group, *RELEASES.get(group, ())}) for chain in ORDER.values() for group in chain)
"""Rules that share a filter."""


DEALT = frozenset(
    {
        *OF_ALL_DEALS,
        *("deck.strip-three", "deck.strip-five", "deck.strip-six", "deck.strip-seven", "kitty.only-when-uneven"),
    }
)
"""Rules about what is dealt: a target that fails over a deal shows no more than that it has another in mind."""


def settings_of(rule: str, folder: Path) -> list[Setting]:
    """Return sheets and numbers of players under which a rule holds, and as many with options drawn at random.

    Misreadings that no registered sheet can tell from the rule show only under drawn options.
    """
    when = texts.catalogue().rules[rule].when
    found = [Setting(name, count) for name in sheets.ids() for count in sheets.load(name).players]
    holding = [each for each in found if conditions.holds(when, each.rules.options)]
    few = [holding[index * len(holding) // SETTINGS] for index in range(min(SETTINGS, len(holding)))]
    return [*few, *_drawn(rule, folder)]


def _drawn(rule: str, folder: Path) -> list[Setting]:
    when = dict(texts.catalogue().rules[rule].when or {})
    made = []
    asked = {axis: each for axis, each in when.items() if axis != "players"}
    own = {axis: value for axis, value in UNUSUAL.items() if axis in asked}
    rest = {axis: each for axis, each in asked.items() if axis not in own}
    for players in (4, 3, 5, 6, 7):
        drawn = prove.draw(asked, players, {}) + (prove.draw(rest, players, own) if own else [])
        for options in drawn[:: max(1, len(drawn) // DRAWN)]:
            if _sound(options) and conditions.holds(when, options):
                path = folder / f"drawn-{rule.replace('.', '-')}-{players}-{len(made)}.yaml"
                path.write_text(_sheet(players, options), encoding="utf-8")
                made.append(Setting(str(path), players))
    return made


def _sound(options: dict[str, object]) -> bool:
    try:
        Rules.from_options(options)
    except OptionError:
        return False
    return True


def _sheet(players: int, options: dict[str, object]) -> str:
    body = {"title": "Drawn", "summary": "Drawn options.", "players": [players]}
    return json.dumps({**body, "options": {axis: each for axis, each in options.items() if axis != "players"}})


def related(mutant: Mutant) -> frozenset[str]:
    """Return the rules that share a filter, a reading or a restriction with what a mutant misreads, itself included.

    Rules share a reading where they have one function, or where misreadings of both replace the same one.
    """
    rule = mutant.rule
    read_alike = {each.rule for each in catalogue() if set(each.readings) & set(mutant.readings)}
    known = texts.catalogue().rules
    same = {other for other in READINGS if rule in READINGS and READINGS[other] is READINGS[rule]}
    elaborated = {rule, known[rule].elaborates} - {None}
    elaborated |= {other.id for other in known.values() if other.elaborates in elaborated}
    filters = {other for group in SHARED if rule in group for other in group}
    dealt = DEALT if rule in DEALT else ()
    return frozenset({rule, *elaborated, *filters, *dealt, *read_alike, *(same if len(same) < 4 else ())})


def meet(mutant: Mutant, settings: Sequence[Setting], rounds: int) -> tuple[Harvest | None, int]:
    """Play a mutant until it differs; return what the last piece has found, None where that is nothing."""
    target, played, number = mutant.target(), 0, 0
    while played < rounds:
        found = hunt.harvest(settings[number % len(settings)], target, CAN, 1, number, PIECE)
        played += found.rounds
        number += 1
        if found.clashes:
            return found, played
    return None, played


def examine(mutant: Mutant, harvest: Harvest) -> list[Finding]:
    """Return the findings that a run makes of what one piece has brought: one, if all goes well."""
    causes = Causes(mutant.target(), CAN, 1)
    causes.take(harvest)
    causes.conclude()
    return causes.findings


def kills(finding: Finding, mutant: Mutant, folder: Path) -> str:
    """Return what is wrong with the scenario of a finding, nothing where it validates, conforms and kills."""
    if finding.written is None:
        return "no scenario could be written"
    path = finding.written.write(folder)
    try:
        case = scenario.load(path, folder).cases[0]
    except DataError as error:
        return str(error)
    if objections := prove.prove_case(case):
        return f"the scenario is unsound: {objections[0]}"
    run = expand(case, finding.setting.sheet, finding.setting.rules)
    target = mutant.target()
    if run is None or judge(run, target, Claims(target.describe())).kind not in FAILURES:
        return "the scenario does not kill"
    return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line and return the exit status: 1 where a share is below its goal."""
    parser = argparse.ArgumentParser(description="Fuzz mutants of the reference and see what is found.")
    parser.add_argument("--sample", type=int, default=80, help="how many mutants to try (80)")
    parser.add_argument("--rounds", type=int, default=20_000, help="the most rounds for each (20000)")
    parser.add_argument("--start", type=int, default=0, help="which mutant the sample begins with (0)")
    parser.add_argument("names", nargs="*", metavar="MUTANT", help="which mutants to take the sample from (all)")
    given = parser.parse_args(arguments)
    mutants = [each for each in pick(named=given.names) if each.equivalent is None]
    step = max(1, len(mutants) // given.sample)
    sample = mutants[given.start :: step][: given.sample]
    found = by_field = named = killed = alone = 0
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for mutant in sample:
            harvest, played = meet(mutant, settings_of(mutant.rule, folder), given.rounds)
            if harvest is None:
                print(f"not found in {played} rounds: {mutant.id}", flush=True)
                continue
            found += 1
            clashes = next(iter(harvest.clashes.values()))
            accused, wanted = suspects(clashes[0])[:1], related(mutant)
            by_field += bool(wanted & set(accused))
            finding, *further = examine(mutant, harvest)
            named += bool(wanted & set(finding.rules[:1]))
            if not wanted & set(finding.rules[:1]):
                print(f"suspected: {mutant.id}: {', '.join(finding.rules)} ({finding.sentence})", flush=True)
            alone += not further
            if further:
                print(f"several: {mutant.id}: {'; '.join(each.rules[0] for each in (finding, *further))}", flush=True)
            wrong = kills(finding, mutant, folder)
            killed += not wrong
            if wrong:
                print(f"scenario: {mutant.id}: {wrong} ({finding.sentence})", flush=True)
    return _tell(len(sample), found, by_field, named, killed, alone, time.perf_counter() - begun)


def _tell(sample: int, found: int, by_field: int, named: int, killed: int, alone: int, seconds: float) -> int:
    print(f"{sample} mutants in {seconds:.0f} seconds")
    print(f"{found / sample:7.1%}  found (goal 95 %)")
    print(f"{by_field / max(1, found):7.1%}  first suspect by field and position alone")
    print(f"{named / max(1, found):7.1%}  first suspect as the finding names it (goal 90 %)")
    print(f"{killed / max(1, found):7.1%}  scenarios that validate, conform and kill (goal 100 %)")
    print(f"{alone / max(1, found):7.1%}  one finding each")
    return int(found < 0.95 * sample or named < 0.9 * found or killed < found)


if __name__ == "__main__":
    sys.exit(main())
