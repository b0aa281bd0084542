"""The page at the root of the site: it sends readers to their language, and offers all of them without scripts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape

from .words import Words

_SCRIPT = """
const known = %s;
const asked = (navigator.languages || [navigator.language || ""]).map((each) => each.toLowerCase());
const alike = { tl: "fil", in: "id" };
const wanted = asked.map((each) => each.split("-")[0]).map((each) => alike[each] || each);
const found = wanted.find((each) => known.includes(each));
location.replace((found || known[0]) + "/");
"""
"""``tl`` and ``in`` are older codes, still in use, for languages that the site may have."""


def root_page(names: Mapping[str, str], words: Words) -> str:
    """Return the root page; *names* maps languages to what they call themselves, the first being the usual one."""
    lines = "\n".join(
        f'<li><a href="{code}/" hreflang="{code}" lang="{code}">{escape(name)}</a></li>' for code, name in names.items()
    )
    title = escape(words("site.name"))
    return f"""<!doctype html>
<html lang="{words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<meta name="description" content="{escape(words("site.description"))}">
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1.2rem/1.6 system-ui, sans-serif; max-width: 30rem; margin: 15vh auto; padding: 0 1.5rem; }}
</style>
<script>{_SCRIPT % json.dumps(list(names))}</script>
</head>
<body>
<main>
<h1>{title}</h1>
<ul>
{lines}
</ul>
</main>
</body>
</html>
"""
