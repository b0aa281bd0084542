"""gym-hearts, a Python package by Billy Yang, in an environment of its own."""

from hearts_implementations.environment import Elsewhere

__all__ = ["GymHearts", "GymHeartsCleared"]


class GymHearts(Elsewhere):
    """gym-hearts over stdio; `adapter.Adapter` is what runs there."""

    environment = "gym-hearts"


class GymHeartsCleared(Elsewhere):
    """gym-hearts with the table cleared after each trick; `adapter.Cleared` is what runs there."""

    environment = "gym-hearts"
    adapter = "Cleared"
    known_deviations = "cleared.known.yaml"
