"""The site built for real: by the command, by the plugin alone, and from exported files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

pytest.importorskip("mkdocs")
HOUSE = "title: House rules\nsummary: Ours.\nextends: qdan\noptions: {match.limit: 50}\n"


def run(*command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)


def heartspec(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, "-m", "hearts_conformance", "site", *arguments, cwd=cwd)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A folder in which a house's rules have been built in two languages, through an ``mkdocs.yml`` of its own."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "house.yaml").write_text(HOUSE, encoding="utf-8")
    for language in ("en", "id"):
        (folder / "docs" / language / "learn").mkdir(parents=True)
        page = "# By hand\n\nSee [the ban](rule:first-trick.no-queen).\n\n[[cards: QS]]\n"
        (folder / "docs" / language / "learn" / "index.md").write_text(page, encoding="utf-8")
    config = {
        "site_name": "House",
        "theme": {"name": "material", "font": False},
        "plugins": ["search", {"heartspec": {"sheets": ["house.yaml"], "languages": ["id", "en"]}}],
        "markdown_extensions": ["attr_list", "md_in_html", "tables"],
        "validation": {"links": {"anchors": "warn"}, "nav": {"omitted_files": "warn"}},
    }
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config), encoding="utf-8")
    found = run(sys.executable, "-m", "mkdocs", "build", "--strict", cwd=folder)
    assert found.returncode == 0, found.stderr
    return folder / "site"


def test_each_language_stands_in_a_folder_of_its_own(house):
    assert {each.name for each in house.iterdir()} == {"index.html", "id", "en"}
    for language in ("id", "en"):
        assert (house / language / "search" / "search_index.json").is_file()
        assert f'<html lang="{language}"' in (house / language / "index.html").read_text(encoding="utf-8")


def test_the_root_page_offers_every_language(house):
    root = (house / "index.html").read_text(encoding="utf-8")
    assert '<a href="id/" hreflang="id" lang="id">Bahasa Indonesia</a>' in root
    assert '<a href="en/" hreflang="en" lang="en">English</a>' in root
    assert root.startswith('<!doctype html>\n<html lang="id">')


def test_the_menu_of_languages_stays_on_the_page(house):
    page = (house / "id" / "rules" / "first-trick.no-queen" / "index.html").read_text(encoding="utf-8")
    assert 'href="../../../en/rules/first-trick.no-queen/"' in page


def test_a_page_written_by_hand_links_to_rules(house):
    page = (house / "en" / "learn" / "index.html").read_text(encoding="utf-8")
    assert '<a href="../rules/first-trick.no-queen/">the ban</a>' in page
    assert '<symbol id="c-QS"' in page


def test_the_site_keeps_its_own_name(house):
    assert "House" in (house / "en" / "index.html").read_text(encoding="utf-8")


def test_nothing_that_was_set_aside_is_left_out(house):
    for file in house.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        assert "data-drawing=" not in text
        assert "data-block=" not in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--sheet", "nix"], "nix: there is no sheet of this name"),
        (["--language", "xx"], "there are no texts in this language"),
        (["--config", "none.yml"], "File 'none.yml' does not exist"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path, arguments, sentence):
    found = heartspec("build", *arguments, cwd=tmp_path)
    assert found.returncode == 2
    assert sentence in found.stderr
    assert found.stderr.count("\n") == 1


def test_what_is_exported_is_built_without_the_plugin(tmp_path):
    exported = heartspec("export", "pages", "--sheet", "no-pass", "--language", "fil", cwd=tmp_path)
    assert exported.stdout == "pages/fil/mkdocs.yml\n"
    assert "heartspec" not in (tmp_path / "pages/fil/mkdocs.yml").read_text(encoding="utf-8").replace(
        "heartspec.css", ""
    )
    for part in ("scenarios/*/*", "decisions/[AD]*"):  # for speed; what leads there is not Markdown
        for file in (tmp_path / "pages/fil/docs").glob(part):
            file.unlink()
    found = run(sys.executable, "-m", "mkdocs", "build", "--strict", "-f", "pages/fil/mkdocs.yml", cwd=tmp_path)
    assert found.returncode == 0, found.stderr
    assert (tmp_path / "pages/site/fil/sheets/no-pass/index.html").is_file()


def test_help_teaches_with_examples(tmp_path):
    for command in ("build", "export"):
        found = heartspec(command, "--help", cwd=tmp_path)
        assert f"heartspec site {command}" in found.stdout


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ("{}", "heartspec: own.yml: it cannot be used: Aborted with"),
        ("{site_name: Ours, docs_dir: pages}", "heartspec: own.yml: plugins: heartspec is not among them"),
    ],
)
def test_a_configuration_that_cannot_be_used_is_wrong_usage(config, told, tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "own.yml").write_text(config, encoding="utf-8")
    ran = heartspec("build", "--config", "own.yml", cwd=tmp_path)
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1].startswith(told)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for processes as Linux shows them")
def test_a_build_that_is_ended_leaves_no_process_behind(tmp_path):
    command = [sys.executable, "-m", "hearts_conformance", "site", "build", "--out", "site", "--sheet", "qdan"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as building:
        children = Path("/proc", str(building.pid), "task", str(building.pid), "children")
        while building.poll() is None and len(children.read_text().split()) < 3:
            pass
        assert building.poll() is None
        building.terminate()
        building.communicate(timeout=20)  # ends when nobody is left who could write there
