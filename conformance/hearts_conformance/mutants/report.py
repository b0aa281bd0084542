"""What ``heartspec mutants`` prints and writes: ``heartspec-mutants/1``, and the same for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from hearts_conformance import SUITE

from .catalogue import catalogue
from .evidence import Evidence, Fate, Measured
from .mutant import Mutant

FORMAT: Final = "heartspec-mutants/1"
STYLES: Final = {
    Fate.KILLED: "green",
    Fate.WEAK: "yellow",
    Fate.SURVIVED: "bold red",
    Fate.EQUIVALENT: "dim",
}
OPEN: Final = (Fate.SURVIVED, Fate.WEAK)
"""What must not become of a mutant."""


def status(measured: Iterable[Evidence]) -> int:
    """Return 0 where every mutant is killed as it should be and every ``decides`` holds, otherwise 1."""
    return int(any(_is_open(each) for evidence in measured for each in evidence.mutants) or bool(_unbacked(measured)))


def _is_open(each: Measured) -> bool:
    return each.fate in OPEN or each.refuted


def _unbacked(measured: Iterable[Evidence]) -> list[tuple[str, str]]:
    return [(case, evidence.rule) for evidence in measured for case in evidence.unbacked]


# --- For programs --------------------------------------------------------------------------------------------------


def to_json(measured: Sequence[Evidence]) -> dict[str, Any]:
    """Return everything that was measured as a JSON object."""
    known = {each.id: each for each in catalogue()}
    return {
        "format": FORMAT,
        "suite": {"version": SUITE},
        "counts": {str(fate): number for fate, number in _counts(measured).items()},
        "claims": {"made": _claims(measured), "unbacked": len(_unbacked(measured))},
        "mutants": [_entry(known[each.mutant], each) for evidence in measured for each in evidence.mutants],
        "unbacked": [{"case": case, "rule": rule} for case, rule in _unbacked(measured)],
    }


def _entry(mutant: Mutant, each: Measured) -> dict[str, Any]:
    entry = described(mutant) | {"verdict": str(each.fate), "killed-by": list(each.killed_by)}
    return entry | ({"proof": mutant.equivalent} if mutant.equivalent else {})


def described(mutant: Mutant) -> dict[str, str]:
    """Return what a mutant is."""
    return {"id": mutant.id, "rule": mutant.rule, "misreading": mutant.misreading}


def listed(chosen: Iterable[Mutant]) -> list[dict[str, str]]:
    """Return mutants as a JSON list."""
    return [described(each) for each in chosen]


def rows(chosen: Iterable[Mutant]) -> list[tuple[str, str]]:
    """Return mutants as lines for people."""
    return [(each.id, each.misreading) for each in chosen]


# --- For people ----------------------------------------------------------------------------------------------------


def to_terminal(measured: Sequence[Evidence]) -> None:
    """Print a table by chapter, then by name what is not as it should be."""
    from hearts_conformance.report.terminal import Terminal

    console = Terminal()
    console.print(_table(measured))
    for line in _lines(measured):
        console.print(line, soft_wrap=True)


def _table(measured: Sequence[Evidence]) -> Any:
    """Return a row a chapter and a column for each fate."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    chapters: dict[str, list[Evidence]] = {}
    for evidence in measured:
        chapters.setdefault(evidence.rule.partition(".")[0], []).append(evidence)
    table = Table(box=SIMPLE_HEAD, show_footer=True, pad_edge=False, padding=(0, 1))
    table.add_column("chapter", footer="all")
    table.add_column("rules", justify="right", footer=str(len(measured)))
    total = _counts(measured)
    for fate, style in STYLES.items():
        table.add_column(str(fate), justify="right", style=style, footer=str(total[fate]), footer_style=style)
    for chapter, part in chapters.items():
        counts = _counts(part)
        table.add_row(chapter, str(len(part)), *(str(counts[fate] or "·") for fate in STYLES))
    return table


def _lines(measured: Sequence[Evidence]) -> list[Any]:
    from rich.text import Text

    known = {each.id: each for each in catalogue()}
    lines = []
    for evidence in measured:
        for each in evidence.mutants:
            if _is_open(each):
                line = Text.assemble(
                    (f"{each.fate} ", STYLES[each.fate]), (each.mutant, "bold"), f": {known[each.mutant].misreading}"
                )
                line.append(_how(each), "dim")
                lines.append(line)
    for case, rule in _unbacked(measured):
        lines.append(
            Text.assemble(
                ("unbacked ", "yellow"), (case, "bold"), f" says that it decides {rule}, and fails on no mutant of it"
            )
        )
    end = ", ".join(f"{number} {fate}" for fate, number in _counts(measured).items())
    number = _counts(measured).total()
    whole = f"{number} {_many(number, 'mutant')} of {len(measured)} {_many(len(measured), 'rule')}"
    lines.append(Text(f"{whole}: {end}", "bold"))
    if made := _claims(measured):
        borne_out = f"{made - len(_unbacked(measured))} of {made} {_many(made, 'claim')}"
        lines.append(Text(f"{borne_out} to decide a rule borne out", "bold"))
    return lines


def _claims(measured: Iterable[Evidence]) -> int:
    return sum(evidence.claims for evidence in measured)


def _many(number: int, thing: str) -> str:
    return thing if number == 1 else f"{thing}s"


def _how(each: Measured) -> str:
    if each.refuted:
        return f" (proved to make no difference, but {each.killed_by[0]} fails on it)"
    return f" (only {', '.join(each.killed_by)} notices)" if each.fate is Fate.WEAK else ""


def _counts(measured: Iterable[Evidence]) -> Counter[Fate]:
    counts = Counter(dict.fromkeys(Fate, 0))
    counts.update(each.fate for evidence in measured for each in evidence.mutants)
    return counts
