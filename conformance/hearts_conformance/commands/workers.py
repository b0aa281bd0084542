"""The options that say who does the work of a long run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from hearts_conformance.parallel import Workers

F = TypeVar("F", bound=Callable[..., Any])


def workers(function: F) -> F:
    """Add ``--jobs`` and ``--dask``."""
    for option in (
        click.option("--dask", metavar="ADDRESS", help="Work on the Dask cluster whose scheduler is there."),
        click.option(
            "--jobs",
            metavar="N",
            type=click.IntRange(1, 256),
            default=1,
            show_default=True,
            help="Work in so many processes.",
        ),
    ):
        function = option(function)
    return function


def chosen(jobs: int, dask: str | None) -> Workers:
    """Return who does the work; fail for processes and a cluster at once."""
    from hearts_conformance.parallel import Workers

    if dask is not None and jobs > 1:
        raise click.UsageError("give either --jobs or --dask, not both: the cluster has workers of its own")
    return Workers(jobs, dask)
