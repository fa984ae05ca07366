"""From a reply to a message: the text inside <final> tags, and the word cap."""

import re
from typing import Literal, NamedTuple

from community.debate.records import Fault

_BLOCK = re.compile(r"<final>(.*?)</final>", re.DOTALL | re.IGNORECASE)
_OPEN = re.compile(r"<final>", re.IGNORECASE)
_STRAY = re.compile(r"</?final>", re.IGNORECASE)
_WORD = re.compile(r"\S+")


class Extracted(NamedTuple):
    """A message and what was wrong with the form of the reply it came from."""

    text: str
    faults: tuple[Fault, ...]


def extract_final(reply: str, mode: Literal["lenient", "strict"]) -> Extracted:
    """The text inside the last non-empty <final> block; without one, what `mode` says (a format failure)."""
    blocks = [block for block in map(str.strip, _BLOCK.findall(reply)) if block]
    if blocks:
        return Extracted(_STRAY.sub("", blocks[-1]).strip(), ())
    opened = _OPEN.search(reply)
    fault: Fault = "unclosed_final_tag" if opened else "no_final_tags"
    text = reply[opened.end() :] if opened else reply
    text = _STRAY.sub("", text).strip() if mode == "lenient" else ""
    return Extracted(text, (fault,) if text or reply.strip() else ())


def cap_words(text: str, cap: int | None) -> str:
    """The first `cap` words (runs of non-space), with the spacing between them kept."""
    if cap is None:
        return text
    words = list(_WORD.finditer(text))
    return text if len(words) <= cap else text[: words[cap - 1].end()]
