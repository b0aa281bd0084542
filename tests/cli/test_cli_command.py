"""The frame of the command: start-up, help, errors, terminals."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest

import hearts_conformance
from hearts_conformance import commands, registry


def test_version_is_that_of_the_distribution(process):
    ran = process("--version")
    assert (ran.returncode, ran.stdout) == (0, f"heartspec {version('heartspec')}\n")
    assert hearts_conformance.__version__ == version("heartspec")


def test_version_imports_no_command():
    code = (
        "import sys; from hearts_conformance.cli import main; main(['--version']); "
        "print([m for m in ('click', 'rich', 'yaml', 'jsonschema', 'hearts_conformance.commands') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from hearts_conformance.cli import main; main(['--help']); "
        "print([m for m in ('rich', 'yaml', 'jsonschema', 'importlib.metadata', 'hearts_reference', "
        "'hearts_conformance.commands.verify') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "[]"


def test_help_lists_every_command_of_the_table(heartspec):
    ran = heartspec("--help")
    assert ran.status == 0
    for section, entries in commands.COMMANDS.items():
        assert f"{section}:" in ran.out
        for name, (_, text) in entries.items():
            assert f"  {name}" in ran.out
            assert text in ran.out


def all_commands() -> list[str]:
    def below(command: click.Command, path: str) -> list[str]:
        if not isinstance(command, click.Group):
            return [path]
        context = click.Context(command)
        names = command.list_commands(context)
        return [path, *(one for name in names for one in below(command.get_command(context, name), f"{path} {name}"))]

    return [each.strip() for each in below(commands.heartspec, "") if each.strip()]


@pytest.mark.parametrize("command", all_commands())
def test_help_of_a_command_teaches_with_an_example(heartspec, command):
    ran = heartspec(*command.split(), "--help")
    assert ran.status == 0
    assert f"heartspec {command.split()[0]}" in ran.out.partition("Options:")[0].partition("\n")[2]
    assert max(len(line) for line in ran.out.splitlines()) <= 100


def test_an_unknown_command_is_answered_with_the_nearest(heartspec):
    ran = heartspec("verfy")
    assert ran.status == 2
    assert ran.err == "heartspec: there is no command 'verfy'; did you mean verify? (see heartspec --help)\n"


def test_an_unknown_option_is_one_sentence(heartspec):
    ran = heartspec("verify", "reference", "--sheets", "qdan")
    assert ran.status == 2
    assert ran.err.startswith("heartspec: no such option '--sheets'")
    assert ran.err.count("\n") == 1


def test_a_fault_of_our_own_is_status_three_and_one_sentence(heartspec, monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr(commands.Commands, "get_command", broken)
    ran = heartspec("verify")
    assert ran.status == 3
    assert ran.err.startswith(
        "heartspec: a fault of heartspec itself: ZeroDivisionError in broken (test_cli_command.py:"
    )
    assert ran.err.count("\n") == 1


def test_an_interrupt_is_no_traceback(heartspec, monkeypatch):
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands.Commands, "get_command", interrupted)
    ran = heartspec("verify")
    assert (ran.status, ran.err.strip()) == (130, "heartspec: interrupted")


@pytest.mark.parametrize(
    "command", ["rules list --format json", "show match", "sheets show qdan", "verify reference --sheet qdan"]
)
def test_a_closed_pipe_is_no_traceback_and_no_deviation(command):
    ran = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {sys.executable} -m hearts_conformance {command} | head -c 1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    assert ran.returncode in (0, 141)


@pytest.mark.parametrize(
    "command", ["--version", "--help", "rules list", "show match", "verify reference", "serve reference"]
)
def test_a_closed_standard_output_is_no_traceback(command):
    ran = in_shell(f"{command} >&- <<< ''")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    "command", ["--version", "--help", "rules list", "show match", "verify reference", "serve reference"]
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_standard_output_is_named(command, unbuffered, monkeypatch):
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    ran = in_shell(f"{command} >/dev/full <<< '{{}}'")
    assert (ran.returncode, ran.stderr) == (2, "heartspec: standard output: No space left on device\n")


def in_shell(command: str) -> subprocess.CompletedProcess[str]:
    line = f"{sys.executable} -m hearts_conformance {command}"
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)


def test_a_terminal_without_unicode_shows_the_nearest(process):
    ran = process("rules", "show", "first-trick.no-queen", "--lang", "fil", PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert ran.stdout.isascii()


def test_another_package_adds_a_command(heartspec, tmp_path, monkeypatch):
    (tmp_path / "guest.py").write_text(
        "import click\n@click.command()\ndef greet():\n    '''Greet the players.'''\n    click.echo('hello')\n"
    )
    metadata = tmp_path / "guest-1.dist-info"
    metadata.mkdir()
    (metadata / "entry_points.txt").write_text(
        "[heartspec.commands]\ngreet = guest:greet\nlost = nowhere:command\ncheck = guest:greet\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    told = heartspec("--help").out
    assert "Greet the players." in told
    assert "lost" in told
    assert told.count("Greet the players.") == 1
    assert heartspec("greet").out == "hello\n"
    assert "hello" not in heartspec("check", "--help").out
    ran = heartspec("lost")
    assert ran.status == 2
    assert "the command lost (nowhere:command) cannot be loaded: No module named 'nowhere'" in ran.err


def test_entry_points_are_those_that_importlib_finds():
    from importlib.metadata import entry_points

    for group in (registry.TARGETS, registry.COMMANDS):
        assert registry.entries(group) == {each.name: each.value for each in entry_points(group=group)}


def test_entry_points_are_read_from_an_archive_too(tmp_path, monkeypatch):
    import zipfile

    archive = tmp_path / "guest.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("guest-1.dist-info/entry_points.txt", "[heartspec.targets]\nguest = guest:Guest [extra]\n")
        file.writestr("guest-1.dist-info/METADATA", "Name: guest\nVersion: 1\n")
    monkeypatch.syspath_prepend(archive)
    assert registry.entries(registry.TARGETS)["guest"] == "guest:Guest"


def test_no_command_at_all_shows_help_and_is_wrong_usage(heartspec):
    ran = heartspec()
    assert ran.status == 2
    assert "Judge:" in ran.out + ran.err


def test_an_unreadable_file_is_one_sentence(heartspec, tmp_path: Path):
    ran = heartspec("sheets", "show", tmp_path)
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert str(tmp_path) in ran.err


@pytest.mark.parametrize(
    "command",
    [
        ("verify", "reference", "--rule", "turn.one-card", "--sheet", "qdan"),
        ("verify", "reference", "--sheet", "house.yaml"),
        ("new", "adapter"),
    ],
    ids=" ".join,
)
def test_a_folder_that_is_gone_is_named(heartspec, tmp_path, monkeypatch, command):
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    ran = heartspec(*command)
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert "the folder that you are in has been removed" in ran.err
