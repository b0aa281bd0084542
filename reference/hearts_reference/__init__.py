"""The reference engine: the rules of Hearts, executed.

It takes `hearts_spec.rules.Rules` and answers with rule ids; it knows no texts, no files and no program that it
might be compared with.  `match` is the way in.  `readings` explains how each rule is bound to the function that
executes it, `legality` how legal cards are found, and `table` holds what is agreed around a match.
"""

from __future__ import annotations

from .enumeration import positions
from .errors import BadInput, Fault, Refused
from .match import Match
from .readings import READINGS, Lead, Position, Reading, Readings, cardwise, implied

__all__ = [
    "READINGS",
    "BadInput",
    "Fault",
    "Lead",
    "Match",
    "Position",
    "Reading",
    "Readings",
    "Refused",
    "cardwise",
    "implied",
    "positions",
]
