"""A page as one self-contained HTML document: nothing is fetched, and nothing but our own script can run.

What models said is data in blocks of JSON that no HTML parser can leave early, and the script only ever makes text
nodes of it. A policy in the page admits our style and script by their hashes and forbids everything else.
"""

import base64
import hashlib
import html
import json
import zlib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from string import Template

from community.records import Record

_SHARED = ("dom.js", "theme.js", "figures.js", "numbers.js", "changes.js")
OVERVIEW = ("overview.js",)
"""The scripts of a page of many runs, besides those that all pages have."""
_CHUNK = 20
"""Transcripts that are packed together: fewer open faster, more are smaller."""
_IN_SCRIPT = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}


def document(
    scripts: Sequence[str], title: str, page: Record, transcripts: Sequence[Record] = (), *, news: str = ""
) -> str:
    """A page of some scripts with its data; `news` is where a page that is served asks for more."""
    style = _asset("page.css")
    script = "\n".join(map(_asset, (*_SHARED, *scripts)))
    return Template(_asset("page.html")).substitute(
        title=html.escape(title),
        policy=policy(style, script, live=bool(news)),
        news=html.escape(news),
        style=style,
        script=script,
        page=embedded(page),
        chunks="\n".join(_chunks(transcripts)),
    )


def policy(style: str, script: str, *, live: bool) -> str:
    """The content security policy: our style and script, an icon that is part of the page, and nothing else."""
    parts = [
        "default-src 'none'",
        f"style-src '{_hash(style)}'",
        f"script-src '{_hash(script)}'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return "; ".join([*parts, "connect-src 'self'"] if live else parts)


def embedded(record: Record) -> str:
    """A record as JSON in plain ASCII that can stand inside a script element."""
    return _json(record.model_dump(mode="json")).translate(_IN_SCRIPT)


def _chunks(transcripts: Sequence[Record]) -> Iterable[str]:
    """Transcripts, packed: the page unpacks those that are opened."""
    for start in range(0, len(transcripts), _CHUNK):
        data = _json([each.model_dump(mode="json") for each in transcripts[start : start + _CHUNK]])
        packed = base64.b64encode(zlib.compress(data.encode("ascii"), 9)).decode("ascii")
        yield f'<script type="text/plain" class="chunk" data-start="{start}">{packed}</script>'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


def _asset(name: str) -> str:
    return (files("community.experiments.pages") / "assets" / name).read_text(encoding="utf-8")
