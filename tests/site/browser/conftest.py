"""The built site, served, and a browser that tells of every error and every request to somewhere else.

The browser is Debian's Chromium, driven by Playwright.  Where there is none these tests are skipped; where ``CI`` is
set they fail instead.  The site is built once, whichever process comes first.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002
        pass


class Unsearched(Quiet):
    """Serves the site with nothing to search, so that a page does not make an index each time it is read."""

    def send_head(self) -> Any:
        nothing = {".js": b"", ".json": b'{"config": {"lang": ["en"]}, "docs": []}'}
        kind = Path(self.path.partition("?")[0]).suffix
        if "/search" not in self.path or kind not in nothing:
            return super().send_head()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path.partition("?")[0]))
        self.send_header("Content-Length", str(len(nothing[kind])))
        self.end_headers()
        return BytesIO(nothing[kind])


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
def site(playwright: Any, made_once: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The folder of the built site."""

    def build(folder: Path) -> None:
        command = [sys.executable, "-m", "hearts_conformance", "site", "build", "--out", str(folder)]
        subprocess.run(command, cwd=ROOT, check=True)

    return made_once("site", build)


class Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Take no offence at a reader who leaves a page before all of it has come."""


@contextmanager
def served(site: Path, by: type[Quiet]) -> Iterator[str]:
    """Serve the site on this machine; yield its address."""
    server = Server(("127.0.0.1", 0), partial(by, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    with served(site, Quiet) as address:
        yield address


class Watch:
    """A page, and what went wrong on it."""

    def __init__(self, context: Any, address: str) -> None:
        context.set_default_timeout(60_000)
        page = self.page = context.new_page()
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
    context = browser.new_context(**{"viewport": DESK, **settings})
    watch = Watch(context, address)
    yield watch
    context.close()
    assert watch.wrong == []


# Two readers who go through every kind of page.


@pytest.fixture(scope="session")
def axe() -> str:
    """The script that finds faults of accessibility."""
    return str(pytest.importorskip("axe_playwright_python.base").AXE_SCRIPT)


@pytest.fixture(scope="session")
def readers(browser: Any, site: Path, axe: str) -> Iterator[tuple[Watch, Watch]]:
    """Somebody at a desk by day, and somebody with a phone by night; each keeps one page for the whole run."""
    with served(site, Unsearched) as address:
        contexts = [
            browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
            for size, scheme in ((DESK, "light"), (PHONE, "dark"))
        ]
        for context in contexts:
            context.add_init_script(axe)
        at_desk, on_phone = (Watch(context, address) for context in contexts)
        yield at_desk, on_phone
        for context in contexts:
            context.close()


@pytest.fixture
def at_desk(readers: tuple[Watch, Watch]) -> Iterator[Watch]:
    """A wide and light page, on which nothing may go wrong."""
    yield from undisturbed(readers[0])


@pytest.fixture
def on_phone(readers: tuple[Watch, Watch]) -> Iterator[Watch]:
    """A narrow and dark page, on which nothing may go wrong."""
    readers[1].page.set_viewport_size(PHONE)
    yield from undisturbed(readers[1])


def undisturbed(watch: Watch) -> Iterator[Watch]:
    """Yield a page that is kept between tests; what goes wrong on it belongs to this one."""
    yield watch
    wrong, watch.wrong = watch.wrong, []
    assert wrong == []
