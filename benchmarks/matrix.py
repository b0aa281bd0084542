"""Judge real implementations, each with the sheets that it declares, and write down what was found.

    python benchmarks/matrix.py
    python benchmarks/matrix.py --only gym-hearts --only heartsgym
    python benchmarks/matrix.py --tables

Each is judged by ``heartspec verify``, held to the list of known deviations that it brings along, and asked by
``heartspec identify`` what it plays by.  `MATRIX` gets it all (``matrix.schema.json``), `TABLE` what a person wants to
know, and the README the same between its two markers.  With ``--only`` the others stay as they are; ``--tables``
judges nothing and writes the table from the matrix there is.

Exit status: 0 all deviations are known; 1 some are not, or a list says what is no longer so; 2 one cannot be judged.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hearts_conformance.known import Entry, load

ROOT = Path(__file__).parents[1]
RESULTS = ROOT / "conformance" / "results"
MATRIX = RESULTS / "matrix.json"
TABLE = RESULTS / "matrix.md"
README = ROOT / "README.md"
MARKERS = "<!-- matrix: written by make matrix -->", "<!-- /matrix -->"
FAULTS = ("deviates", "known", "unexpected-pass", "hang", "crash", "protocol-fault")
"""The verdicts that speak against an implementation."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Judged:
    """An implementation to judge: its target and its home."""

    target: str
    url: str
    known: bool = True
    """Whether it brings a list of known deviations along."""


OPENSPIEL = "https://github.com/google-deepmind/open_spiel"
GYM_HEARTS = "https://github.com/hisarack/gym-hearts"
IMPLEMENTATIONS = (
    Judged("openspiel", OPENSPIEL, known=False),
    Judged("openspiel-default", OPENSPIEL),
    Judged("gym-hearts", GYM_HEARTS),
    Judged("gym-hearts-cleared", GYM_HEARTS),
    Judged("heartsgym", "https://github.com/some45bucks/HeartsGym"),
    Judged("reference", "", known=False),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = [each.target for each in IMPLEMENTATIONS]
    parser.add_argument("--only", action="append", choices=names, default=[], metavar="TARGET", help=", ".join(names))
    parser.add_argument("--tables", action="store_true", help="judge nothing")
    asked = parser.parse_args()
    status = 0
    if not asked.tables:
        status = judge_all(asked.only or names)
    write_tables(json.loads(MATRIX.read_text(encoding="utf-8")))
    return status


def judge_all(names: Sequence[str]) -> int:
    """Judge these, write the matrix, and return the worst exit status of their runs."""
    old = json.loads(MATRIX.read_text(encoding="utf-8"))["implementations"] if MATRIX.is_file() else []
    found = {each["target"]: each for each in old}
    worst = 0
    report: Json = {}
    for each in IMPLEMENTATIONS:
        if each.target in names:
            status, report = verify(each)
            found[each.target] = summary(each, report, identify(each))
            worst = max(worst, status)
    matrix = {
        "format": "heartspec-matrix/1",
        "date": report["started"][:10],
        "suite": report["suite"],
        "implementations": [found[each.target] for each in IMPLEMENTATIONS if each.target in found],
    }
    RESULTS.mkdir(exist_ok=True)
    MATRIX.write_text(json.dumps(matrix, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return worst


def verify(each: Judged) -> tuple[int, Json]:
    """Return the exit status and the report of a run that judges an implementation."""
    return _heartspec("verify", each.target, *(["--known", "shipped"] if each.known else []))


def identify(each: Judged) -> Json:
    """Return what an implementation was found to play by."""
    return _heartspec("identify", each.target)[1]


def _heartspec(*words: str) -> tuple[int, Json]:
    """Run a command and return its exit status and report; leave the whole program where it cannot judge."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        command = [sys.executable, "-m", "hearts_conformance", *words, "--report", f"json={file}"]
        print("heartspec", *words, file=sys.stderr)
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        if done.returncode > 1 or not file.is_file():
            print(done.stderr, file=sys.stderr)
            sys.exit(2)
        return done.returncode, json.loads(file.read_text(encoding="utf-8"))


# --- The matrix ------------------------------------------------------------------------------------------------------


def summary(each: Judged, report: Json, identity: Json) -> Json:
    """Return what the matrix says of an implementation."""
    chapters: dict[str, Counter[str]] = defaultdict(Counter)
    for case in report["cases"]:
        chapters[case["id"].partition("/")[0]][case["verdict"]] += 1
    found = deviations(report)
    about = report["implementation"]
    return {
        "name": about["name"],
        "version": about["version"],
        "target": each.target,
        **({"url": each.url} if each.url else {}),
        "can": about["can"],
        "sheets": report["sheets"],
        "players": report["players"],
        "counts": report["counts"],
        "chapters": {name: dict(counts) for name, counts in chapters.items()},
        "rules": broken(found),
        "deviations": found,
        "behaves-as": {
            "started-as": identity["started-as"],
            "sheets": identity["sheets"],
            "nearest": identity["nearest"],
            "unexplained": len(identity["unexplained"]),
        },
    }


def deviations(report: Json) -> list[Json]:
    """Return the deviations of a report, rule by rule: the rule of the entry that covers a case, or its own first."""
    entries = load(ROOT / report["known"]["file"]).entries if "known" in report else ()
    cases: dict[tuple[str, str], list[Json]] = defaultdict(list)
    for case in report["cases"]:
        if case["verdict"] in FAULTS:
            cases[_rule(case, entries), case.get("reason", "")].append(case)
    return [
        {
            "rule": rule,
            "cases": list(dict.fromkeys(case["id"] for case in shown)),
            "reason": reason,
            **({"link": shown[0]["link"]} if shown[0].get("link") else {}),
            "rerun": shown[0]["rerun"],
            "cut-short": all(map(_cut_short, shown)),
        }
        for (rule, reason), shown in cases.items()
    ]


def broken(found: Sequence[Json]) -> list[str]:
    """Return the rules that deviations speak against, each once: not those of which nothing was seen."""
    return list(dict.fromkeys(each["rule"] for each in found if not each["cut-short"]))


def _cut_short(case: Json) -> bool:
    """Tell whether a case could not be played on, because a move on its way is none for the implementation."""
    return bool(case.get("differences")) and all(each["what"] == "accept" for each in case["differences"])


def _rule(case: Json, entries: Sequence[Entry]) -> str:
    covering = (
        each.pattern
        for each in entries
        if each.by == "rule" and each.pattern in case["rules"] and each.reason == case.get("reason")
    )
    return next(covering, case["rules"][0])


# --- The table -------------------------------------------------------------------------------------------------------


def write_tables(matrix: Json) -> None:
    """Write the table of a matrix to its file and into the README."""
    text = table(matrix)
    TABLE.write_text(f"{text}\n{reasons(matrix)}", encoding="utf-8")
    readme = README.read_text(encoding="utf-8")
    begin, end = MARKERS
    before, found, rest = readme.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        print(f"{README.name} lacks the markers {begin} and {end}", file=sys.stderr)
        sys.exit(2)
    README.write_text(f"{before}{begin}\n{text}{end}{after}", encoding="utf-8")


def table(matrix: Json) -> str:
    """Return a matrix as a table in Markdown, with suite and date below it."""
    lines = [
        "| implementation | judged by | kept | not kept | unseen | behaves as |",
        "|---|---|--:|--:|--:|---|",
        *(_row(each) for each in matrix["implementations"]),
        "",
        f"Suite {matrix['suite']['version']}, {matrix['date']}.",
    ]
    return "\n".join(lines) + "\n"


def reasons(matrix: Json) -> str:
    """Return what each implementation gets wrong, and why, as lists in Markdown."""
    parts = [
        "\n".join([f"{each['name']} {each['version']}:", "", *_reasons(each)]) + "\n"
        for each in matrix["implementations"]
        if each["deviations"]
    ]
    return "\n".join(parts)


def _row(each: Json) -> str:
    counts = each["counts"]
    name = f"{each['name']} {each['version']}"
    told = (
        f"[{name}]({each['url']})" if "url" in each else name,
        _few(each["sheets"]),
        counts.get("conforms", 0),
        sum(counts.get(kind, 0) for kind in FAULTS),
        counts.get("unobserved", 0),
        _behaves(each["behaves-as"]),
    )
    return f"| {' | '.join(map(str, told))} |"


def _behaves(found: Json) -> str:
    if found["sheets"]:
        return _few(found["sheets"])
    nearest = found["nearest"][0]
    differing = ", ".join(f"`{axis}` {_flow(both['seen'])}" for axis, both in nearest["differences"].items())
    return f"{nearest['sheet']}, but {differing}"


def _reasons(each: Json) -> list[str]:
    """Return a line for each reason: the rules that are broken, and how many cases show it or are cut short by it."""
    by_reason: dict[str, list[Json]] = defaultdict(list)
    for deviation in each["deviations"]:
        by_reason[deviation["reason"]].append(deviation)
    return [_reason(reason, found) for reason, found in by_reason.items()]


def _reason(reason: str, found: Sequence[Json]) -> str:
    rules = [f"`{rule}`" for rule in broken(found) or [each["rule"] for each in found]]
    count = sum(len(each["cases"]) for each in found)
    return f"- {_few(rules)} ({_cases(count)}): {reason or 'not explained'}"


def _cases(count: int) -> str:
    return "one case" if count == 1 else f"{count} cases"


def _few(names: Sequence[str]) -> str:
    names = list(dict.fromkeys(names))
    return ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(each)}" for key, each in value.items()) + "}"
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


if __name__ == "__main__":
    sys.exit(main())
