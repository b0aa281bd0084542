"""The built site, served, and a browser that tells of every error and every request to somewhere else.

The browser is Debian's Chromium, driven by Playwright.  Where there is none these tests are skipped; where ``CI`` is
set they fail instead.  The site is built once, whichever process comes first.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002
        pass


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    if CHROMIUM is None:
        message = "there is no Chromium on this machine (apt install chromium)"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Any) -> Iterator[Any]:
    found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield found
    found.close()


@pytest.fixture(scope="session")
def site(playwright: Any, tmp_path_factory: pytest.TempPathFactory, worker: str) -> Path:
    """The folder of the built site; the processes of a parallel run share one."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if worker else base
    folder = shared / "site"
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "index.html").is_file():
            command = [sys.executable, "-m", "hearts_conformance", "site", "build", "--out", str(folder)]
            subprocess.run(command, cwd=ROOT, check=True)
    return folder


@pytest.fixture(scope="session")
def worker() -> str:
    return os.environ.get("PYTEST_XDIST_WORKER", "")


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


class Watch:
    """A page, and what went wrong on it."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.wrong: list[str] = []
        page.on("console", self.on_console)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", self.on_request)
        page.on("response", self.on_response)

    def on_console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(message.text)

    def on_request(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.wrong.append(f"asks for {request.url}")

    def on_response(self, response: Any) -> None:
        if response.status >= 400:
            self.wrong.append(f"{response.status} {response.url}")

    def open(self, path: str) -> Any:
        self.page.goto(self.address + path)
        return self.page


@pytest.fixture
def watched(browser: Any, address: str, request: pytest.FixtureRequest) -> Iterator[Watch]:
    """A page in a browser of the settings that the test asks for, on which nothing may go wrong."""
    settings = getattr(request, "param", {})
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
    context.set_default_timeout(60_000)
    watch = Watch(context.new_page(), address)
    yield watch
    context.close()
    assert watch.wrong == []
