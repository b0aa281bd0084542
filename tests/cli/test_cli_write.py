"""The commands that write files: new and export."""

from __future__ import annotations

import json

import pytest

from hearts_spec import schemas, sheets


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_skeleton_of_an_adapter_runs_and_says_what_is_missing(process, here):
    ran = process("new", "adapter", "my_adapter.py")
    assert (ran.returncode, ran.stdout) == (
        0,
        "wrote my_adapter.py; fill it in, then run: heartspec verify my_adapter:Adapter\n",
    )
    ran = process("verify", "my_adapter:Adapter")
    assert ran.returncode == 2 or ran.returncode == 1
    assert "NotImplementedError: start a new game here" in ran.stdout


def test_the_skeleton_of_a_sheet_is_a_sheet(heartspec, here):
    assert heartspec("new", "sheet", "house-rules.yaml", "--extends", "cohen").status == 0
    sheet = sheets.load(here / "house-rules.yaml")
    assert (sheet.title, sheet.parent.id) == ("House rules", "cohen")
    assert sheet.resolve(4).limit == 50


def test_the_skeleton_of_a_case_conforms_on_the_reference(heartspec, here):
    ran = heartspec("new", "case", "mine/lone-queen", "--into", "cases")
    assert ran.out == (
        "wrote cases/mine/lone-queen.hearts.yaml; look at it: heartspec show mine/lone-queen/ban --scenarios cases\n"
    )
    assert heartspec("show", "mine/lone-queen/ban", "--scenarios", "cases").status == 0
    assert heartspec("verify", "reference", "--scenarios", "cases", "--scenario", "mine").status == 0


@pytest.mark.parametrize(
    "arguments",
    [["adapter", "taken.py"], ["sheet", "taken.yaml"], ["case", "mine/taken", "--into", "."]],
)
def test_nothing_is_overwritten(heartspec, here, arguments):
    (here / "mine").mkdir()
    for name in ("taken.py", "taken.yaml", "mine/taken.hearts.yaml"):
        (here / name).write_text("mine\n")
    ran = heartspec("new", *arguments)
    assert ran.status == 2
    assert "is there already; nothing was written" in ran.err
    assert {path.read_text() for path in here.rglob("*") if path.is_file()} == {"mine\n"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["adapter", "my-adapter.py"], "cannot be imported"),
        (["adapter", "class.py"], "cannot be imported"),
        (["sheet", "House Rules.yaml"], "cannot name a sheet"),
        (["sheet", "house.yaml", "--extends", "qdam"], "did you mean qdan?"),
        (["case", "lone-queen"], "is not CHAPTER/NAME"),
        (["case", "../mine/x"], "is not CHAPTER/NAME"),
        (["adapter", "nowhere/my_adapter.py"], "nowhere/my_adapter.py: No such file or directory"),
    ],
)
def test_a_name_that_will_not_do_is_said(heartspec, arguments, told):
    ran = heartspec("new", *arguments)
    assert ran.status == 2
    assert told in ran.err


def test_every_exported_case_follows_its_schema(heartspec, here):
    ran = heartspec("export", "cases", "--sheet", "qdan", "--sheet", "cohen", "--players", "4")
    assert ran.status == 0
    index = json.loads((here / "cases" / "index.json").read_text())
    assert ran.out == f"wrote {len(index['cases'])} cases to cases\n"
    for entry in index["cases"]:
        case = json.loads((here / "cases" / entry["file"]).read_text())
        assert list(schemas.problems(case, "export-case")) == []
        assert (case["id"], case["sheet"], case["players"]) == (entry["id"], entry["sheet"], entry["players"])
    assert (here / "cases" / "schema" / "export-case.schema.json").is_file()


def test_nothing_to_export_is_said(heartspec):
    assert heartspec("export", "cases", "--rule", "nothing.*").status == 2
