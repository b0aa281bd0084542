"""Where reports are written: the same sentences for every kind."""

from __future__ import annotations

import pytest

from hearts_conformance.report import KINDS, ReportError, writer

FILES = [("json", "r.json"), ("jsonl", "r.jsonl"), ("junit", "r.xml"), ("html", "r.html"), ("badge", "r.svg")]


def test_every_kind_is_looked_at_here():
    assert [kind for kind, _ in FILES] == list(KINDS)


@pytest.mark.parametrize(("kind", "name"), FILES)
def test_a_folder_that_is_missing_is_said_before_anything_runs(tmp_path, kind, name):
    with pytest.raises(ReportError, match=r"there is no folder .*nowhere to write a report into"):
        writer(f"{kind}={tmp_path / 'nowhere' / name}")


@pytest.mark.parametrize(("kind", "name"), FILES)
def test_a_folder_is_no_file_to_write_to(tmp_path, kind, name):
    (tmp_path / name).mkdir()
    with pytest.raises(ReportError, match="this is a folder, not a file to write a report to"):
        writer(f"{kind}={tmp_path / name}")


@pytest.mark.parametrize("kind", ["junit", "html", "badge"])
def test_what_is_a_file_by_nature_does_not_go_to_standard_output(kind):
    with pytest.raises(ReportError, match=f"a report {kind} needs a file; only json and jsonl go to standard output"):
        writer(f"{kind}=-")


@pytest.mark.parametrize(("kind", "name"), FILES)
def test_a_disk_that_is_full_is_told_with_the_file(heartspec, kind, name, tmp_path):
    full = tmp_path / name
    full.symlink_to("/dev/full")
    ran = heartspec(
        "verify", "reference", "--scenario", "turn/own-card", "--sheet", "qdan", "--report", f"{kind}={full}"
    )
    assert ran.status == 2
    assert f"{name}: No space left on device" in ran.err
