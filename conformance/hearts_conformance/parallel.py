"""Several processes, on this machine or on many, behind one seam: `concurrent.futures`.

Work is cut into numbered pieces that know nothing of each other, and their results are handed over in the order of
the numbers.  So a run says the same whatever the number of workers, and whichever of them was faster.  A worker that
dies takes nothing with it but time: what it had not handed over is given out again.

On this machine the executor is a `concurrent.futures.ProcessPoolExecutor`.  On many it is the one that
``dask.distributed.Client.get_executor`` returns; which machines they are, and how they are watched over, is the
business of that cluster (``pip install "heartspec[cluster]"``).  There is no other cluster code.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD: Final = 3
"""For each worker so many pieces are given out at a time, so that none waits and few are in vain at the end."""
ATTEMPTS: Final = 4
"""How often one piece is given out before it is taken to be what kills its workers."""
CONNECT: Final = 10.0
"""The seconds within which a cluster must answer."""
UNKNOWN: Final = 8
"""The number of workers that a cluster is taken to have, where it does not say."""


class WorkersLost(Exception):
    """Workers have died again and again over the same piece of work, or cannot be reached; the text is a sentence."""


@dataclass(frozen=True)
class Workers:
    """Who does the work: this process, so many on this machine, or a cluster at an address."""

    jobs: int = 1
    dask: str | None = None

    def each(self, function: Callable[[T], R], pieces: Iterable[T]) -> Generator[R, None, None]:
        """Yield what *function* makes of each of *pieces*, in their order.

        Function, pieces and results are sent to other processes, so that they must be picklable.  Raises
        `WorkersLost` where workers die of a piece of work, and whatever *function* raises.
        """
        if self.dask is not None:
            return _in_order(_Cluster(self.dask), function, pieces)
        if self.jobs > 1:
            return _in_order(_Here(self.jobs), function, pieces)
        return (function(piece) for piece in pieces)


class _Here:
    """Processes on this machine; a pool in which one has died is replaced."""

    lost = (BrokenProcessPool,)

    def __init__(self, jobs: int) -> None:
        self.size = jobs

    def executor(self) -> AbstractContextManager[Executor]:
        """Return a new pool."""
        return _pool(self.size)


@contextmanager
def _pool(jobs: int) -> Iterator[Executor]:
    pool = ProcessPoolExecutor(jobs, initializer=_start_worker)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start_worker() -> None:
    """Leave interrupts to the first process, and end when it does."""
    import os
    import signal
    from multiprocessing import parent_process
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent

    def end_with_parent() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=end_with_parent, daemon=True).start()


class _Cluster:
    """The workers of a Dask cluster.

    It gives out again by itself what a dead worker had, and raises what is in `lost` when it gives that up.
    """

    def __init__(self, address: str) -> None:
        try:
            distributed = import_module("distributed")
        except ImportError:
            told = 'a cluster needs Dask; pip install "heartspec[cluster]" installs it'
            raise WorkersLost(told) from None
        self.address = address
        self.distributed: Any = distributed
        self.lost = (distributed.KilledWorker,)
        self.size = UNKNOWN

    @contextmanager
    def executor(self) -> Iterator[Executor]:
        """Connect to the scheduler, and return its executor."""
        try:
            self.distributed.comm.resolve_address(self.address)  # a client that never began cannot end properly
            client = self.distributed.Client(self.address, timeout=CONNECT, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WorkersLost(f"there is no cluster at {self.address}: {error}") from None
        with client:
            self.size = sum(client.nthreads().values()) or UNKNOWN
            executor = client.get_executor(pure=False)
            try:
                yield executor
            finally:
                executor.shutdown(wait=False)


def _in_order(workers: _Here | _Cluster, function: Callable[[T], R], pieces: Iterable[T]) -> Generator[R, None, None]:
    """Give out pieces a few ahead, and yield results in order; give out again what died with its worker."""
    waiting = iter(pieces)
    given: deque[T] = deque()
    attempts = 0
    while True:
        with workers.executor() as executor:
            futures: deque[Future[R]] = deque(executor.submit(function, piece) for piece in given)
            try:
                while True:
                    for piece in islice(waiting, AHEAD * workers.size - len(futures)):
                        given.append(piece)
                        futures.append(executor.submit(function, piece))
                    if not futures:
                        return
                    yield futures[0].result()
                    futures.popleft()
                    given.popleft()
                    attempts = 0
            except workers.lost as error:
                attempts += 1
                if attempts >= ATTEMPTS or isinstance(workers, _Cluster):
                    raise WorkersLost(f"workers die again and again of the same piece of work: {given[0]}") from error
            finally:
                for future in futures:
                    future.cancel()
