"""The command: what it prints, its exit status, and sealing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from check_project import Project, Ran

CHAPTERS = "spec/locales/fil/chapters.yaml"
Command = Callable[..., Ran]


def of(project: Project) -> tuple[object, ...]:
    return "--spec", project.spec, "--scenarios", project.scenarios


def test_a_sound_part_is_well(project: Project, heartspec: Command) -> None:
    ran = heartspec("check", *of(project), "--only", "ids", "--only", "words")
    assert ran.status == 0
    assert ran.out.splitlines()[-1] == "3 checks: all is well"
    assert "statements  356, " in ran.out


def test_findings_are_listed_under_their_check_and_fail(project: Project, heartspec: Command) -> None:
    line = project.change("spec/rules/score.yaml", "text: Each heart", "text: Each deuce or heart")
    ran = heartspec("check", *of(project), "--only", "words")
    assert ran.status == 1
    assert ran.out.splitlines()[-4:] == [
        "words: No text uses a word that the glossary of its language avoids (1)",
        f"  {project.spec}/rules/score.yaml:{line}: score.heart/text: the glossary avoids “deuce”; the word is “two”",
        "",
        "2 checks: 1 check failed with 1 finding",
    ]


def test_checks_that_could_not_run_are_named(project: Project, heartspec: Command) -> None:
    project.write("spec/options.yaml", "options: 3\n")
    ran = heartspec("check", *of(project), "--only", "ids")
    assert ran.status == 1
    assert ran.out.endswith("; not run, because files that they need are broken: ids\n")


def test_json_holds_counts_and_findings(project: Project, heartspec: Command) -> None:
    line = project.change("spec/rules/score.yaml", "text: Each heart", "text: Each deuce or heart")
    ran = heartspec("check", *of(project), "--only", "words", "--format", "json")
    told = json.loads(ran.out)
    assert ran.status == 1
    assert told["well"] is False
    assert told["counts"]["statements"] == 356
    assert told["checks"][1]["findings"] == [
        {
            "file": f"{project.spec}/rules/score.yaml",
            "line": line,
            "key": "score.heart/text",
            "sentence": "the glossary avoids “deuce”; the word is “two”",
        }
    ]


def test_the_checks_are_listed(heartspec: Command) -> None:
    ran = heartspec("check", "--list")
    assert ran.status == 0
    assert "words         No text uses a word that the glossary of its language avoids" in ran.out


def test_an_unknown_check_is_answered_with_the_nearest(heartspec: Command) -> None:
    ran = heartspec("check", "--only", "word")
    assert ran.status == 2
    assert "there is no check 'word'; did you mean words?" in ran.err


def test_names_without_seal_are_refused(heartspec: Command) -> None:
    assert heartspec("check", "words").status == 2


def test_sealing_changes_the_seal_and_nothing_else(project: Project, heartspec: Command) -> None:
    before = project.file(CHAPTERS).read_bytes()
    project.change(CHAPTERS, "title: Ang mesa", "title: Ang lamesa")
    changed = project.file(CHAPTERS).read_bytes()
    ran = heartspec("check", *of(project), "--seal", "fil:chapters:t*")
    assert ran.status == 0
    assert ran.out.splitlines() == [str(project.file(CHAPTERS)), "1 of 3 seals renewed"]
    after = project.file(CHAPTERS).read_bytes()
    assert [a for a, b in zip(changed.splitlines(), after.splitlines(), strict=True) if a != b] == [
        next(each for each in changed.splitlines() if b"lamesa" in each)
    ]
    assert len(after) == len(before) + 2
    assert heartspec("check", *of(project), "--only", "translations").status == 0


def test_titles_of_scenarios_are_sealed_too(project: Project, heartspec: Command) -> None:
    name = "conformance/locales/fil/scenarios.yaml"
    project.change(name, "title: Walang trebol", "title: Wala kang trebol")
    assert heartspec("check", *of(project), "--only", "titles").status == 1
    assert heartspec("check", *of(project), "--seal", "fil:scenarios:first-trick/*").status == 0
    assert heartspec("check", *of(project), "--only", "titles").status == 0


def test_sealing_nothing_is_an_error(project: Project, heartspec: Command) -> None:
    ran = heartspec("check", *of(project), "--seal", "fil:chapters:nowhere")
    assert ran.status == 2
    assert "no translation has a name like fil:chapters:nowhere" in ran.err


def test_a_broken_file_is_not_sealed(project: Project, heartspec: Command) -> None:
    project.write(CHAPTERS, "language: [\n")
    ran = heartspec("check", *of(project), "--seal", "fil:*")
    assert ran.status == 1
    assert CHAPTERS in ran.out


def test_a_folder_that_is_no_specification_is_no_traceback(heartspec: Command, tmp_path: Path) -> None:
    ran = heartspec("check", "--spec", tmp_path)
    assert ran.status == 1
    assert "options.yaml: this part of the specification is missing" in ran.out


def test_scenarios_of_somebody_else_need_not_decide_every_rule(project: Project, heartspec: Command) -> None:
    ran = heartspec("check", "--scenarios", project.scenarios, "--only", "gate", "--only", "twins", "--only", "scope")
    assert ran.status == 0
    assert "scenarios   1 with 2 cases" in ran.out
