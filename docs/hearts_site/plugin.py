"""The plugin that lets MkDocs build the site: ``plugins: [heartspec]``, with the options ``sheets`` and ``languages``.

It gives MkDocs the pages of `site` and says how they are arranged; nothing else happens here.  One build makes one
language.  The first language is built by the build that was asked for, into a folder of its own below ``site_dir``;
each other language by a build like it in a process beside, into its own folder.  When all are there, a page at the
root leads readers to their language, and every link is followed.
"""

from __future__ import annotations

import logging
import multiprocessing
import shutil
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from mkdocs.config import config_options
from mkdocs.config.base import Config, load_config
from mkdocs.config.config_options import ExtraScriptValue
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pathspec.gitignore import GitIgnoreSpec

from hearts_conformance.apart import end_with_parent
from hearts_spec.data import DataError, home

from . import aside, book, links, site, written
from .book import Book
from .root import root_page
from .words import Words

NAME: Final = "heartspec"
FRESH: Final = multiprocessing.get_context("spawn")
"""How other processes begin: with nothing read yet."""
log = get_plugin_logger(__name__)


class Options(Config):  # type: ignore[no-untyped-call]
    """What stands under ``heartspec:`` in ``mkdocs.yml``."""

    sheets = config_options.ListOfItems(config_options.Type(str), default=[])
    """Ids of our sheets, or paths of others relative to ``mkdocs.yml``; all of ours where there are none."""
    languages = config_options.ListOfItems(config_options.Type(str), default=["en", "fil", "id"])
    """Codes of languages, the one that readers get who ask for none of them first."""
    only = config_options.Optional(config_options.Type(str))
    """The one language that this build is to make, into ``site_dir`` itself."""


class HeartspecPlugin(BasePlugin[Options]):  # type: ignore[no-untyped-call]
    """The hooks; each is a few lines."""

    serving = False

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Remember whether data may change between builds; `texts` and `sheets` read it once in a process."""
        self.serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Arrange the build for its language, and begin the builds of the others."""
        try:
            self.words = Words(self.language)
            self.kept: dict[str, aside.Kept] = {}
            self.site_dir, self.docs_dir = Path(config.site_dir), Path(config.docs_dir)
            self.beside = {} if self.config.only else self._begin_others(config)
            self._settle(config)
        except DataError as error:
            raise PluginError(str(error)) from None
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add the generated pages and files, and the style sheet and the scripts; a page written by hand goes first."""
        for path, text in {**self.made.pages, **self.made.files}.items():
            if files.get_file_from_path(path) is None:
                files.append(File.generated(config, path, content=text))
        for file in sorted(site.assets().iterdir()):
            files.append(File.generated(config, f"assets/{file.name}", abs_src_path=str(file)))
        return files

    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Set aside what is finished in a generated page; put links and cards into a page written by hand."""
        path = page.file.src_uri
        if page.file.generated_by:
            markdown, self.kept[path] = aside.take(markdown)
            return markdown
        return written.expand(markdown, path, self.book, self.words, log.warning)

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Put back the blocks that were set aside, and tell MkDocs which places there are in them."""
        kept = self.kept.get(page.file.src_uri)
        if not kept:
            return html
        page.present_anchor_ids = {*(page.present_anchor_ids or ()), *links.ids("".join(kept[aside.BLOCK]))}
        return aside.put_back(html, kept, aside.BLOCK)

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Put back the drawings that were set aside."""
        kept = self.kept.pop(page.file.src_uri, None)
        return aside.put_back(output, kept, aside.DRAWING) if kept else output

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Wait for the other languages, write the root page, and follow every link."""
        if self.config.only:
            return
        for language, build in self.beside.items():
            for message in build.result():
                log.warning("%s: %s", language, message)
        names = {each: Words(each)("language.name") for each in self.config.languages}
        (self.site_dir / "index.html").write_text(root_page(names, self.words), encoding="utf-8")
        if self.made.schemas:
            shutil.copytree(home("hearts_spec") / "schema", self.site_dir / "schema", dirs_exist_ok=True)
        for fault in links.faults(self.site_dir):
            log.warning("%s", fault)

    def on_serve(self, server: Any, *, config: MkDocsConfig, builder: Any) -> Any:
        """Build anew when the data, the pages of a language or the generator change."""
        scenarios = home("hearts_conformance") / "scenarios"
        for place in (home("hearts_spec"), scenarios, Path(__file__).parent, self.docs_dir):
            server.watch(str(place))
        return server

    # What it works with.

    @property
    def language(self) -> str:
        """The language of this build."""
        return self.config.only or self.config.languages[0]

    @property
    def folder(self) -> Path:
        """The folder that paths of sheets are relative to."""
        return Path(self.config.config_file_path or ".").parent

    @cached_property
    def book(self) -> Book:
        """Everything there is to tell, for links by name."""
        return book.make(self.config.sheets, self.folder)

    def _make(self, by_hand: list[str]) -> site.Made:
        """Return what is generated: made in a fresh process where this one may have read older data."""
        what = (self.language, self.config.sheets, self.folder, by_hand)
        if not self.serving:
            return site.make(*what)
        with ProcessPoolExecutor(1, mp_context=FRESH, initializer=end_with_parent) as pool:
            return pool.submit(site.make, *what).result()

    def _settle(self, config: MkDocsConfig) -> None:
        """Set what differs from language to language."""
        language, words = self.language, self.words
        self.__dict__.pop("book", None)
        if not self.config.only:
            config.site_dir = str(self.site_dir / language)
        if (self.docs_dir / language).is_dir():
            config.docs_dir = str(self.docs_dir / language)
        self.made = self._make(written.pages(Path(config.docs_dir)))
        if config.site_url:
            config.site_url = f"{config.site_url.rstrip('/')}/{language}/"
        if not config.site_name or config.site_name == NAME:
            config.site_name = words("site.name")
        config.site_description = words("site.description")
        config.theme["language"] = language
        config.theme.dirs.insert(0, str(site.overrides()))
        config.extra.setdefault("alternate", True)
        config.extra["languages"] = [
            {"tag": each, "name": Words(each)("language.name")} for each in self.config.languages
        ]
        config.extra_css.append("assets/heartspec.css")
        config.extra_javascript += [_module(file.name) for file in sorted(site.assets().glob("*.js"))]
        config.nav = self.made.navigation
        listed = GitIgnoreSpec.from_lines(site.LISTED)
        config.not_in_nav = config.not_in_nav + listed if config.not_in_nav else listed

    def _begin_others(self, config: MkDocsConfig) -> dict[str, Future[list[str]]]:
        others = self.config.languages[1:]
        if not others:
            return {}
        pool = ProcessPoolExecutor(max_workers=2, mp_context=FRESH, initializer=end_with_parent)
        file, options = str(config.config_file_path), dict(self.config)
        begun = {
            each: pool.submit(build_one, file, each, str(self.site_dir / each), config.site_url, options)
            for each in others
        }
        pool.shutdown(wait=False)
        return begun


def _module(name: str) -> ExtraScriptValue:
    """Return a script of the site's own, as a module: it runs when the page is read, and needs no other."""
    script = ExtraScriptValue(f"assets/{name}")
    script.type = "module"
    return script


class _Kept(logging.Handler):
    """Keeps warnings, so that another process can tell them."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


def build_one(
    config_file: str, language: str, site_dir: str, site_url: str | None = None, options: dict[str, Any] | None = None
) -> list[str]:
    """Build one language of a site into *site_dir*, under *options* of the plugin; return what the build warned of."""
    from mkdocs.commands.build import build

    kept = _Kept()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(kept)
    logger.propagate = False
    try:
        config = load_config(config_file, site_dir=site_dir, site_url=site_url)
        plugin = config.plugins[NAME]
        plugin.config.update({**(options or {}), "only": language})
        build(config)
    finally:
        logger.removeHandler(kept)
    return kept.messages
