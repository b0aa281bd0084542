"""Three ways to fail, never caught for one another.

`Refused` is the rules' own no.  It names the rule, and the state is exactly as it was.  `BadInput` is a caller's
mistake that no rule speaks of: a hand too large, a seat that does not exist, a match that could not have come
about.  `Fault` is a mistake of the engine itself.
"""

from __future__ import annotations


class Refused(Exception):
    """The rules do not allow this action; ``rule`` is the id of the rule that refuses (``play.refusal-reason``)."""

    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


class BadInput(ValueError):
    """What was given is no seat, no card, no deal of this pack, or no match that can be played on."""


class Fault(RuntimeError):
    """The engine has broken a rule that always holds; a mistake in the engine, never in its use."""
