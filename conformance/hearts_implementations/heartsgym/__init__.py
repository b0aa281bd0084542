"""HeartsGym, a Python package by Jacob Haight, in an environment of its own."""

from hearts_implementations.environment import Elsewhere

__all__ = ["HeartsGym"]


class HeartsGym(Elsewhere):
    """HeartsGym over stdio; `adapter.Adapter` is what runs there."""

    environment = "heartsgym"
