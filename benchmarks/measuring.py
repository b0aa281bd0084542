"""How the benchmarks measure: side by side in one run, taking turns, and as ratios.

A machine that is busy, or whose clock changes, slows whatever runs at the time.  So the works that are compared take
turns, each repetition gives a ratio of its own, and the median of those ratios counts.  What runs in one process is
measured in processor seconds, which a busy neighbour hardly changes; what waits for another process, in seconds of
the wall clock.
"""

from __future__ import annotations

import gc
import resource
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

Work = Callable[[], object]
Clock = Callable[[], float]


@dataclass(frozen=True)
class Timings:
    """The seconds that each work took, by name, one figure for each repetition."""

    seconds: Mapping[str, Sequence[float]]

    def ratio(self, work: str, other: str) -> float:
        """Return how many times as long *work* takes as *other*: the median over the repetitions."""
        pairs = zip(self.seconds[work], self.seconds[other], strict=True)
        return median(each / beside for each, beside in pairs)

    def median(self, work: str) -> float:
        """Return the seconds that a work takes."""
        return median(self.seconds[work])


def side_by_side(works: Mapping[str, Work], repeat: int, clock: Clock = time.process_time) -> Timings:
    """Let the works take turns, so many times over, and return how long each took.

    A first turn, which fills caches, does not count.  Each begins with the garbage of the one before it collected.
    """
    taken: dict[str, list[float]] = {name: [] for name in works}
    for number in range(repeat + 1):
        for name, work in works.items():
            gc.collect()
            began = clock()
            work()
            seconds = clock() - began
            if number:
                taken[name].append(seconds)
    return Timings(taken)


def peak(*command: str) -> int:
    """Return the most memory that a command has resident while it runs, in KiB; it prints its own `highest` last."""
    return int(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()[-1])


def highest() -> int:
    """Return the most memory that this process has had resident, in KiB.

    Read from the kernel's account of this program: what `resource` tells begins with the process that forked it.
    """
    account = Path("/proc/self/status").read_text(encoding="ascii")
    return int(account.partition("VmHWM:")[2].split()[0])


def processor_of_all() -> float:
    """Return the processor seconds of this process and of all child processes that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def ran(*command: str) -> Work:
    """Return the work of running a command to its end, with nothing shown."""
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
