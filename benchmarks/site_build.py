"""Build the rules site and as many plain pages with MkDocs alone, and compare the times.

    python benchmarks/site_build.py --repeat 3

The plain pages are five kilobytes of Markdown each, as many in each language as the site has, under the same theme
and settings, one build a language and two at a time, as the site is built.  What the site does besides (making its
pages, the root page, following every link) counts against it.  Prints the medians of interleaved repetitions, in
seconds of wall clock and of processor time, and their ratio.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent
PARAGRAPH = (
    "A player who holds a card of the suit led shall play one, and *a player who holds none* may play any card of "
    "the hand. [The next page](page-1.md) says what else there is to know about `the rules` of this **game**.\n\n"
)
PAGE = "# Page {number}\n\n" + "".join(f"## Part {part}\n\n{PARAGRAPH * 3}" for part in range(8))


def build(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", *arguments], check=True, cwd=ROOT)


def plain(folder: Path, pages: int, languages: int) -> list[Path]:
    """Write plain pages and a configuration for each language; return the configurations."""
    settings = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    for key in ("docs_dir", "site_dir", "validation", "extra"):
        settings.pop(key)
    settings |= {"plugins": ["search"], "nav": [{"First": "page-0.md"}], "not_in_nav": "*.md"}
    found = []
    for language in range(languages):
        docs = folder / str(language) / "docs"
        docs.mkdir(parents=True)
        for number in range(pages):
            (docs / f"page-{number}.md").write_text(PAGE.format(number=number), encoding="utf-8")
        found.append(docs.parent / "mkdocs.yml")
        found[-1].write_text(yaml.safe_dump(settings), encoding="utf-8")
    return found


def measured(work: Callable[[], None]) -> tuple[float, float]:
    """Return the seconds of wall clock and of processor time that *work* takes, its child processes included."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, used


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="repetitions (3)")
    repeat = parser.parse_args().repeat
    os.environ["NO_MKDOCS_2_WARNING"] = "1"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build("-d", str(folder / "site"))
        languages = [each.parent for each in (folder / "site").glob("*/index.html")]
        pages = sum(1 for _ in languages[0].rglob("index.html"))
        configurations = plain(folder, pages, len(languages))

        def all_plain() -> None:
            with ThreadPoolExecutor(2) as pool:
                list(pool.map(lambda file: build("-f", str(file)), configurations))

        times: dict[str, list[tuple[float, float]]] = {"site": [], "plain": []}
        for _ in range(repeat):
            times["plain"].append(measured(all_plain))
            times["site"].append(measured(lambda: build("-d", str(folder / "site"))))
    print(f"{pages} pages in {len(languages)} languages")
    medians = {who: [statistics.median(each) for each in zip(*found, strict=True)] for who, found in times.items()}
    for who, (wall, used) in medians.items():
        print(f"{who:6} {wall:6.1f} s wall  {used:6.1f} s processor")
    ratios = [ours / theirs for ours, theirs in zip(medians["site"], medians["plain"], strict=True)]
    print(f"ratio  {ratios[0]:6.2f}         {ratios[1]:6.2f}")


if __name__ == "__main__":
    main()
