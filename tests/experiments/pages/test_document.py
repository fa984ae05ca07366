import base64
import hashlib
import json
import re
import zlib
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest

from community.experiments.pages.debates.run import DebateRunPages
from community.experiments.pages.document import document
from community.records import Record

HOSTILE = "</script><script>alert(1)</script><!-- <script> \u2028\u2029 &lt; \x00\x1b[2J \u202e ]]> ★"


SCRIPTS = DebateRunPages.scripts


class Said(Record):
    said: str


class Blocks(HTMLParser):
    """The script elements of a page as a browser's parser would find them, and what stands outside."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.outside = ""
        self._open = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self._open = True
            self.scripts.append((dict(attrs), ""))

    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag != "script"

    def handle_data(self, data: str) -> None:
        if self._open:
            attributes, text = self.scripts[-1]
            self.scripts[-1] = (attributes, text + data)
        else:
            self.outside += data


def test_hostile_words_stay_data() -> None:
    debates = [Said(said=f"{number} {HOSTILE}") for number in range(25)]

    blocks = Blocks(document(SCRIPTS, HOSTILE, Said(said=HOSTILE), debates))

    kinds = [attributes.get("type") for attributes, _ in blocks.scripts]
    assert kinds == ["application/json", "text/plain", "text/plain", "module"]
    assert json.loads(blocks.scripts[0][1]) == {"said": HOSTILE}
    unpacked = [
        each
        for attributes, text in blocks.scripts
        if attributes.get("class") == "chunk"
        for each in json.loads(zlib.decompress(base64.b64decode(text)))
    ]
    assert unpacked == [debate.model_dump() for debate in debates]


def test_only_our_script_and_style_are_allowed() -> None:
    page = document(SCRIPTS, "title", Said(said=""))

    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    allowed = dict(part.split(" ", 1) for part in policy.split("; "))
    (style,) = re.findall(r"<style>(.*)</style>", page, re.DOTALL)
    script = Blocks(page).scripts[-1][1]

    assert allowed["default-src"] == "'none'"
    for name, text in (("style-src", style), ("script-src", script)):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert allowed[name] == f"'sha256-{digest}'"
    assert "connect-src" not in allowed


def test_a_page_that_is_served_may_ask_its_server() -> None:
    assert "connect-src 'self'" in document(SCRIPTS, "title", Said(said=""), news="news")


def test_pages_name_no_address() -> None:
    assert set(re.findall(r"\w+://[^\s\"')]+", document(SCRIPTS, "title", Said(said="")))) <= {
        "http://www.w3.org/2000/svg"
    }


@pytest.mark.parametrize("kind", [".js", ".css", ".html"])
def test_assets_cannot_end_their_element(kind: str) -> None:
    assets = list(Path(str(files("community.experiments.pages") / "assets")).rglob(f"*{kind}"))

    assert assets
    for path in assets:
        text = path.read_text(encoding="utf-8")
        assert "<!--" not in text
        assert kind == ".html" or not re.search(r"</|innerHTML|insertAdjacentHTML|eval\(", text)
