"""``heartspec rules``: the rules, listed and read."""

from __future__ import annotations

import shutil
import sys
import textwrap
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

import click

from .common import language, listing, print_columns, print_json

if TYPE_CHECKING:
    from hearts_spec.texts import Rule

KINDS = ("restriction", "procedure", "scoring", "definition", "policy")


@click.group()
def rules() -> None:
    """List rules and show what they say.

    A rule has a dotted id, such as play.follow-suit.  A restriction is a rule that a refused move can name.

    \b
      heartspec rules list
      heartspec rules list 'first-trick.*' --lang fil
      heartspec rules show hearts.no-lead-unbroken
    """


@rules.command("list")
@click.argument("globs", metavar="[GLOB]...", nargs=-1)
@click.option("--kind", type=click.Choice(KINDS), help="Only rules of this kind.")
@click.option("--sheet", metavar="ID|FILE", help="Only rules that apply under this sheet.")
@click.option("--players", metavar="N", type=click.IntRange(3, 7), help="With --sheet: for this number of players.")
@language
@listing
def list_(
    globs: tuple[str, ...], kind: str | None, sheet: str | None, players: int | None, lang: str, form: str
) -> None:
    """List rules: all of them, those whose id matches a GLOB, of one kind, or of one sheet.

    \b
      heartspec rules list
      heartspec rules list 'moon.*' 'bonus.*'
      heartspec rules list --kind restriction --sheet cohen --players 5
      heartspec rules list --format json --lang id
    """
    from hearts_spec import texts

    catalogue, words = texts.catalogue(), texts.in_language(lang)
    applying = _applying(sheet, players)
    found = [
        rule
        for rule in catalogue.rules.values()
        if (not globs or any(fnmatchcase(rule.id, glob) for glob in globs))
        and (kind is None or rule.kind == kind)
        and (applying is None or rule.id in applying)
    ]
    if form == "json":
        print_json([_entry(rule) | {"text": words.rule(rule.id)} for rule in found])
        return
    if not found:
        raise click.ClickException("no rule is like that; heartspec rules list lists all")
    if sys.stdout.isatty():
        width = max(len(rule.id) for rule in found)
        room = max(20, shutil.get_terminal_size().columns - width - 2)
        rows = [(rule.id, textwrap.shorten(words.rule(rule.id), room, placeholder=" …")) for rule in found]
    else:
        rows = [(rule.id, words.rule(rule.id)) for rule in found]
    print_columns(rows)


def _applying(sheet: str | None, players: int | None) -> set[str] | None:
    """Return the ids of the rules that apply under a sheet, for some or for one number of players."""
    if sheet is None:
        if players is not None:
            raise click.UsageError("--players goes with --sheet: it is a sheet that has numbers of players")
        return None
    from hearts_spec import sheets, texts
    from hearts_spec.conditions import holds

    loaded = sheets.load(sheet)
    resolved = [loaded.resolve(count).options for count in ([players] if players else loaded.players)]
    rules_by_id = texts.catalogue().rules
    return {rule.id for rule in rules_by_id.values() if any(holds(rule.when, options) for options in resolved)}


@rules.command()
@click.argument("rule", metavar="ID")
@language
@listing
def show(rule: str, lang: str, form: str) -> None:
    """Show a rule: what it says, when it applies, what it rests on, and which cases decide it.

    \b
      heartspec rules show play.follow-suit
      heartspec rules show first-trick.no-queen --lang fil
      heartspec rules show moon.choice --format json
    """
    from hearts_conformance import scenario
    from hearts_spec import texts
    from hearts_spec.data import did_you_mean

    catalogue = texts.catalogue()
    if rule not in catalogue.rules:
        raise click.ClickException(f"there is no rule {rule!r}{did_you_mean(rule, list(catalogue.rules))}")
    found = catalogue.rules[rule]
    words = texts.in_language(lang)
    cases = [case.id for case in scenario.cases(scenario.load_folder()) if rule in case.decides]
    if form == "json":
        print_json(_entry(found) | {"text": words.rule(rule), "cases": cases})
        return
    print(f"{rule} ({words.message('kind.' + found.kind)})\n")
    print(textwrap.fill(words.rule(rule), 80, break_long_words=False) + "\n")
    rows = [
        ("applies", words.condition(found.when)),
        ("elaborates", found.elaborates or ""),
        ("statements", " ".join(found.rests_on)),
        ("decisions", " ".join(found.basis)),
        ("see", " ".join(found.see)),
        ("cases", "\n".join(cases)),
        ("not seen", found.unseen or ""),
    ]
    for label, text in rows:
        for number, line in enumerate(_lines(text)):
            print(f"{'' if number else label:<12}{line}")


def _lines(text: str) -> list[str]:
    return [line for part in text.splitlines() for line in textwrap.wrap(part, 68, break_on_hyphens=False)]


def _entry(rule: Rule) -> dict[str, Any]:
    entry = {
        "id": rule.id,
        "chapter": rule.chapter,
        "kind": rule.kind,
        "when": rule.when,
        "elaborates": rule.elaborates,
        "rests-on": list(rule.rests_on),
        "basis": list(rule.basis),
        "see": list(rule.see),
        "unseen": rule.unseen,
    }
    return {key: value for key, value in entry.items() if value not in (None, [], {})}
