"""Which rule sets an implementation says that it plays.

A description names sheets, or the values of each axis.  A rule set is claimed when every axis that matters agrees:
an axis does not matter where it has no effect under the other options, where the interface does not carry it (the
policies of a table), or where its chapter needs a capability that was not declared (an engine of one round has no
``match.*``).  To declare a sheet is to declare it as it stands: whoever also plays what the sheet lets a table change
declares options.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from hearts_spec import sheets
from hearts_spec.data import DataError
from hearts_spec.rules import AXES, OptionError, Rules, read_option
from hearts_spec.sheets import Sheet

from .implementation import Description

CAPABILITY: Final = {"match": "match", "pass": "passing", "kitty": "kitty"}
"""The capability without which the axes of a chapter are not compared."""
NEVER: Final = frozenset({"players", "table.turn-limit", "table.absent-seat", "rating.tie"})
"""Axes that the interface does not carry, or that are asked about by themselves."""


def without_effect(rules: Rules) -> frozenset[str]:
    """Return the axes that are not compared under *rules*, because their values make no difference there.

    What is stripped always shows in the pack; where the whole pack deals out evenly, stripping and a kitty are alike.
    """
    even = frozenset() if 52 % rules.players else frozenset({"deal.remainder"})
    return (sheets.idle(rules) | even) - {"deck.strip"}


class Claims:
    """What one description claims; answers are remembered."""

    def __init__(self, description: Description) -> None:
        self.description = description
        self._answers: dict[tuple[str, str, frozenset[str]], str] = {}
        self._options = {
            axis: [_normal(axis, value) for value in values] for axis, values in (description.options or {}).items()
        }

    def objection(self, sheet: str, rules: Rules, asked: Collection[str] = ()) -> str:
        """Return why *rules* are not claimed, in words, or nothing where they are.

        *sheet* is where they come from: if that sheet is declared, it is the one that the answer speaks of.  *asked*
        are the axes that whoever runs the suite has set: who does so against a declared sheet wants to know whether
        the implementation plays that way instead, so that they are no objection.
        """
        key = sheet, repr(sorted(rules.options.items(), key=lambda item: item[0])), frozenset(asked)
        if key not in self._answers:
            self._answers[key] = self._objection(sheet, rules, asked)
        return self._answers[key]

    def _objection(self, sheet: str, rules: Rules, asked: Collection[str]) -> str:
        if rules.players not in self.description.players:
            return f"does not play with {rules.players} players"
        if self.description.options is not None:
            return self._beyond_options(rules)
        declared = sorted(self.description.sheets, key=lambda name: name != sheet)
        if not declared:
            return "declares neither sheets nor options"
        objections = [self._beyond_sheet(name, rules, asked) for name in declared]
        return "" if "" in objections else objections[0]

    def compared(self, rules: Rules) -> Iterator[str]:
        """Yield the axes that matter for these rules."""
        idle = without_effect(rules)
        for axis in AXES:
            capability = CAPABILITY.get(axis.partition(".")[0])
            if axis not in NEVER and axis not in idle and (capability is None or capability in self.description.can):
                yield axis

    def _beyond_options(self, rules: Rules) -> str:
        for axis in self.compared(rules):
            if axis in self._options and rules.options[axis] not in self._options[axis]:
                return f"does not declare {axis}: {_flow(rules.options[axis])}"
        return ""

    def _beyond_sheet(self, name: str, rules: Rules, asked: Collection[str]) -> str:
        try:
            base = sheets.load(name).resolve(rules.players)
        except DataError:
            return f"declares the sheet {name}, which is not for {rules.players} players or does not exist"
        for axis in self.compared(rules):
            if axis not in asked and rules.options[axis] != base.options[axis]:
                return f"declares {name}, which does not have {axis}: {_flow(rules.options[axis])}"
        return ""


def declared_sheets(description: Description, known: Iterable[Sheet] | None = None) -> list[Sheet]:
    """Return the sheets to judge an implementation by: those it names, or those among *known* that it can play.

    An implementation that declares options can play a sheet if it claims it for some number of players.
    """
    if description.options is None and description.sheets:
        return [sheets.load(name) for name in description.sheets]
    claims = Claims(description)
    candidates = list(known) if known is not None else [sheets.load(name) for name in sheets.ids()]
    return [
        sheet
        for sheet in candidates
        if any(not claims.objection(sheet.id, sheet.resolve(players)) for players in sheet.players)
    ]


def _normal(axis: str, value: Any) -> Any:
    try:
        return read_option(axis, value)
    except OptionError:
        return value


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {each}" for key, each in value.items()) + "}"
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)
