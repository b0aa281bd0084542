"""The reference engine: the rules of Hearts, executed."""

from __future__ import annotations

from .errors import BadInput, Fault, Refused
from .match import Match
from .readings import READINGS, Reading, Readings, cardwise, implied

__all__ = ["READINGS", "BadInput", "Fault", "Match", "Reading", "Readings", "Refused", "cardwise", "implied"]
