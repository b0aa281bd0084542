"""Perft for Hearts: exact counts of legal play, by which two rule books or two programs are held together.

From a position every sequence of so many legal cards is counted.  One number stands for thousands of legal sets, so
that a rule read otherwise anywhere below shows in it; and because counts of the parts add up to the count of the
whole, a wrong one leads down to the first move that is wrong.

`positions` are the starting points, each chosen for the rules that it meets; `counting` counts on the engine;
`tables` are counts written down, for our sheets and for anybody's; `walking` finds the first difference between two
who play the same position; `judging` lets an implementation of any kind be one of the two.
"""

from __future__ import annotations

from .counting import Counts, count, divide
from .positions import Start

__all__ = ["Counts", "Start", "count", "divide"]
