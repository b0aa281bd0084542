"""The seam for several processes: what comes back is in order and the same, whoever did it and whoever died."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hearts_conformance import parallel
from hearts_conformance.parallel import Workers, WorkersLost


def square(number):
    return number * number


def square_and_name(number):
    return number * number, os.getpid()


def dies_once(piece):
    """End this process the first time that the piece is worked on."""
    number, mark = piece
    if number == 7 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def dies_always(number):
    os.kill(os.getpid(), signal.SIGKILL)


def fails(number):
    raise ValueError(f"no {number}")


def test_results_come_in_the_order_of_the_pieces():
    assert list(Workers(2).each(square, range(40))) == list(Workers(1).each(square, range(40)))


def test_pieces_without_end_are_taken_a_few_at_a_time():
    taken = []

    def pieces():
        number = 0
        while True:
            taken.append(number)
            yield number
            number += 1

    results = Workers(2).each(square, pieces())
    assert [next(results) for _ in range(5)] == [0, 1, 4, 9, 16]
    results.close()
    assert len(taken) <= 12


def test_a_process_that_is_killed_costs_no_result(tmp_path):
    mark = str(tmp_path / "died")
    pieces = [(number, mark) for number in range(20)]
    assert list(Workers(2).each(dies_once, pieces)) == list(range(20))
    assert Path(mark).exists()


def test_a_piece_that_kills_every_process_is_named_at_last():
    with pytest.raises(WorkersLost, match="work: 3"):
        list(Workers(2).each(dies_always, [3]))


def test_an_error_in_the_work_is_raised_as_it_is():
    with pytest.raises(ValueError, match="no 0"):
        list(Workers(2).each(fails, range(3)))


# --- A cluster -----------------------------------------------------------------------------------------------------

SCHEDULER = "distributed.cli.dask_scheduler"
WORKER = "distributed.cli.dask_worker"


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
        self.environment["DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES"] = "5"
        file = folder / "scheduler.json"
        self.scheduler = self._start(
            SCHEDULER, "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file
        )
        self.workers = [self._worker(file) for _ in range(2)]
        self.address = self._address(file)

    def _worker(self, file: Path) -> subprocess.Popen[bytes]:
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", self.folder)
        return self._start(WORKER, "--scheduler-file", file, *options)

    def _start(self, module: str, *arguments: object) -> subprocess.Popen[bytes]:
        code = f"import sys; from {module} import main; sys.argv[0] = 'dask'; main()"
        return subprocess.Popen(
            [sys.executable, "-c", code, *map(str, arguments)],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _address(self, file: Path) -> str:
        from distributed import Client

        deadline = time.monotonic() + 60
        while (address := _address_in(file)) is None and time.monotonic() < deadline:
            self.scheduler.poll()
        assert address is not None
        with Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        return address

    def close(self) -> None:
        for each in (*self.workers, self.scheduler):
            each.kill()
            each.wait()


def _address_in(file: Path) -> str | None:
    """Return the address that a scheduler has written down, None as long as it has not written all of it."""
    try:
        return str(json.loads(file.read_text())["address"])
    except (FileNotFoundError, ValueError):
        return None


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    pytest.importorskip("distributed")
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    yield made
    made.close()


def test_a_cluster_finds_the_same_as_one_process(cluster, heartspec):
    arguments = ("fuzz", "openspiel-default", "--sheet", "qdan", "--rounds", 200, "--format", "json")
    pytest.importorskip("pyspiel")
    assert heartspec(*arguments, "--dask", cluster.address).out == heartspec(*arguments).out


def test_a_cluster_audits_like_one_process(cluster, heartspec, tmp_path):
    file = tmp_path / "games.jsonl"
    assert heartspec("record", "reference", "--games", 70, "--rounds", 1, "--out", file).status == 0
    arguments = ("audit", file, "--format", "json")
    assert heartspec(*arguments, "--dask", cluster.address) == heartspec(*arguments)


def test_an_address_that_is_none_is_told_in_one_sentence(process):
    pytest.importorskip("distributed")
    ran = process("fuzz", "reference", "--sheet", "qdan", "--rounds", 1, "--dask", "nowhere")
    told = "heartspec: there is no cluster at nowhere: missing port number in address 'nowhere'\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", told)


def test_a_worker_of_a_cluster_that_is_killed_costs_no_result(cluster):
    results = Workers(dask=cluster.address).each(square_and_name, range(60))
    first = [next(results) for _ in range(5)]
    cluster.workers[0].kill()
    rest = list(results)
    assert [square for square, _ in (*first, *rest)] == [number * number for number in range(60)]


def test_an_address_without_a_cluster_is_one_sentence(heartspec, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(parallel, "CONNECT", 0.2)
    ran = heartspec("fuzz", "reference", "--rounds", 1, "--dask", "tcp://127.0.0.1:9")
    assert ran.status == 2
    assert "there is no cluster at tcp://127.0.0.1:9" in ran.err
