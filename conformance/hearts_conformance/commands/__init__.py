"""The table of commands, and what they all share: lazy import, and one place where errors become sentences.

A command is one line in `COMMANDS`: its name, where its function is, and the line that ``heartspec --help`` shows.
Nothing else is imported until the command is used.  A command is a `click` command whose function returns the exit
status, or None for 0.  Other packages add theirs through the entry-point group ``heartspec.commands``.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import sys
from typing import Any, TextIO

import click

from hearts_conformance import __version__, registry

HERE = "hearts_conformance.commands."

COMMANDS: dict[str, dict[str, tuple[str, str]]] = {
    "Judge": {
        "verify": (HERE + "verify:verify", "judge an implementation, case by case"),
        "audit": (HERE + "audit:audit", "judge recorded games"),
        "fuzz": (HERE + "fuzz:fuzz", "play matches in step with the reference and find differences"),
        "doctor": (HERE + "doctor:doctor", "prove an adapter sound before any rule is judged"),
        "identify": (HERE + "identify:identify", "find out by which options an implementation plays"),
        "perft": (HERE + "perft:perft", "count legal play exactly, and hold it against tables"),
    },
    "Read": {
        "rules": (HERE + "rules:rules", "list rules and show what they say"),
        "sheets": (HERE + "sheets:sheets", "list, show, compare and resolve rule sheets"),
        "show": (HERE + "show:show", "draw the position of a case and play it through"),
        "why": (HERE + "why:why", "name the rule that refuses a card"),
    },
    "Write": {
        "new": (HERE + "new:new", "start an adapter, a sheet or a case from a skeleton"),
        "record": (HERE + "record:record", "play games on an implementation and write them down"),
        "serve": (HERE + "serve:serve", "expose a target over the stdio protocol"),
    },
    "Prove": {
        "check": (HERE + "check:check", "check rules, sheets, translations and scenarios as one graph"),
        "mutants": (HERE + "mutants:mutants", "prove that the suite bites, one misread rule at a time"),
    },
    "Publish": {
        "site": ("hearts_site.commands:site", "build the rules site, or its pages for another generator"),
        "export": (HERE + "export:export", "write every case as plain JSON, for runners in other languages"),
    },
}
"""Section, then name: ``module:function`` and one line of help."""

ADDED = "Added by other packages"
USAGE, FAULT, INTERRUPTED, BROKEN_PIPE = 2, 3, 130, 141

UNWRITABLE = frozenset({errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC})
"""The errors of writing.  Where we write a file, the error names it; otherwise it was standard output."""


class Commands(click.Group):
    """The group of all commands; a command's module is imported when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the table, those of other packages last."""
        return [*(name for section in COMMANDS.values() for name in section), *_added()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name; None if there is none."""
        for section in COMMANDS.values():
            if cmd_name in section:
                return _command(section[cmd_name][0])
        added = _added()
        if cmd_name not in added:
            return None
        try:
            return _command(added[cmd_name])
        except Exception as error:
            raise click.ClickException(
                f"the command {cmd_name} ({added[cmd_name]}) cannot be loaded: {error}"
            ) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that *args* begin with; an unknown one is answered with the nearest."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            from hearts_spec.data import did_you_mean

            raise click.UsageError(f"there is no command {name!r}{did_you_mean(name, self.list_commands(ctx))}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by section, from the table alone."""
        for title, section in COMMANDS.items():
            with formatter.section(title):
                formatter.write_dl([(name, text) for name, (_, text) in section.items()])
        added = [(name, self._help_of(ctx, name)) for name in _added()]
        if added:
            with formatter.section(ADDED):
                formatter.write_dl(added)

    def _help_of(self, ctx: click.Context, name: str) -> str:
        try:
            command = self.get_command(ctx, name)
        except click.ClickException as error:
            return error.message
        return command.get_short_help_str(limit=60) if command else ""


def _added() -> dict[str, str]:
    """Return where the commands of other packages are, by name; none of ours can be replaced."""
    added = registry.entries(registry.COMMANDS)
    return {name: where for name, where in added.items() if all(name not in section for section in COMMANDS.values())}


def _command(where: str) -> click.Command:
    command = registry.load(where)
    if not isinstance(command, click.Command):
        raise TypeError(f"{where} is not a click command")
    return command


@click.command(
    cls=Commands,
    epilog="Try: heartspec verify reference.  Exit status: 0 all is well, 1 a deviation or finding, "
    "2 wrong usage or nothing to judge, 3 a fault of the suite itself.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="heartspec %(version)s")
def heartspec() -> None:
    """The rules of Hearts, written and executed, and a judge for any implementation of them.

    \b
      heartspec verify reference             judge the reference engine
      heartspec verify my_game:Adapter       judge a Python class found from here
      heartspec rules show play.follow-suit  read a rule
      heartspec COMMAND --help               what a command does, with examples
    """


def run(arguments: list[str]) -> int:
    """Run a command line and return its exit status; whatever goes wrong becomes one sentence on stderr."""
    _open_what_is_closed()
    _never_fail_to_print()
    try:
        with heartspec.make_context("heartspec", list(arguments)) as context:
            status = heartspec.invoke(context)
        sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        return _say("interrupted", INTERRUPTED)
    except Exception as error:
        return report(error)
    return status if isinstance(status, int) else 0


def report(error: Exception) -> int:
    """Say on stderr what went wrong, in one sentence, and return the exit status."""
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if type(error).__name__ == "NoArgsIsHelpError" and isinstance(error, click.UsageError):
        print(error.format_message(), file=sys.stderr)
        return USAGE
    if isinstance(error, click.UsageError):
        where = error.ctx.command_path if error.ctx else "heartspec"
        return _say(f"{_sentence(error.format_message())} (see {where} --help)", USAGE)
    if isinstance(error, click.ClickException):
        return _say(_sentence(error.format_message()), USAGE)
    if isinstance(error, BrokenPipeError):
        _discard(sys.stdout)
        _discard(sys.stderr)
        return BROKEN_PIPE
    if isinstance(error, OSError):
        if error.filename is None and error.errno in UNWRITABLE:
            error.filename = "standard output"
            _discard(sys.stdout)
        named = f"{error.filename}: " if error.filename else ""
        return _say(f"{named}{error.strerror or error}", USAGE)
    if _is_bad_input(error):
        return _say(str(error), USAGE)
    import traceback

    if os.environ.get("HEARTSPEC_TRACEBACK"):
        traceback.print_exception(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    told = f"{type(error).__name__} in {frame.name} ({os.path.basename(frame.filename)}:{frame.lineno}): {error}"  # noqa: PTH119
    return _say(f"a fault of heartspec itself: {told}; HEARTSPEC_TRACEBACK=1 shows more", FAULT)


def _is_bad_input(error: Exception) -> bool:
    from hearts_conformance.parallel import WorkersLost
    from hearts_conformance.report import ReportError
    from hearts_conformance.session import NothingToJudge, Unsound
    from hearts_conformance.targets import TargetError
    from hearts_spec.cards import NotACard
    from hearts_spec.data import DataError
    from hearts_spec.rules import OptionError

    return isinstance(
        error, NotACard | DataError | OptionError | TargetError | NothingToJudge | Unsound | ReportError | WorkersLost
    )


def _sentence(text: str) -> str:
    """Return a message of click as ours are: without capital and full stop at the ends."""
    text = " ".join(text.split()).rstrip(".")
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def _say(sentence: str, status: int) -> int:
    if status == USAGE and _folder_is_gone():
        sentence += "; the folder that you are in has been removed, so change to another one"
    try:
        sys.stdout.flush()
    except OSError:
        _discard(sys.stdout)
    try:
        print(f"heartspec: {sentence}", file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)
    return status


def _folder_is_gone() -> bool:
    """Tell whether the working directory has been removed, so that no relative path leads anywhere."""
    try:
        os.getcwd()  # noqa: PTH109
    except FileNotFoundError:
        return True
    return False


def _discard(stream: TextIO) -> None:
    """Point a stream away from where it cannot be written, so that the interpreter can flush it at its end."""
    with contextlib.suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        os.dup2(nowhere.fileno(), stream.fileno())


def _open_what_is_closed() -> None:
    """Let each stream that was closed before the start lead nowhere, so that no other file takes its number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


PLAIN = str.maketrans(
    {"♣": "C", "♦": "D", "♠": "S", "♥": "H", "–": "-", "—": "-", "−": "-", "…": "...", "→": "->", "▸": ">", "·": "*"}
    | {"“": '"', "”": '"', "‘": "'", "’": "'", "✓": "+", "✗": "x", "×": "x", "≥": ">="}
)
"""What stands for a character that a terminal cannot show."""


def _never_fail_to_print() -> None:
    """Let a terminal that is not UTF-8 show the nearest it can."""
    codecs.register_error("heartspec.plain", _plainly)
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="heartspec.plain")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    part = error.object[error.start : error.end]
    told = part.translate(PLAIN)
    return "".join(each if each.isascii() else "?" for each in told), error.end
