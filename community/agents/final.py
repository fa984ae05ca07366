"""From a reply to a message: the text inside <final> tags, and the word cap."""

import re
from typing import Literal, NamedTuple

from community.models.chat import Reply

_BLOCK = re.compile(r"<final>(.*?)</final>", re.DOTALL | re.IGNORECASE)
_OPEN = re.compile(r"<final>", re.IGNORECASE)
_STRAY = re.compile(r"</?final>", re.IGNORECASE)
_WORD = re.compile(r"\S+")


Fault = Literal["empty", "truncated", "no_final_tags", "unclosed_final_tag", "capped"]
Tags = Literal["lenient", "strict"]


class Extracted(NamedTuple):
    """A message and what was wrong with the form of the reply it came from."""

    text: str
    faults: tuple[Fault, ...]


def message_of(reply: Reply, tags: Tags) -> Extracted:
    """The message in a model's reply, with every fault of its form."""
    text, faults = extract_final(reply.text, tags)
    if reply.finish != "stop":
        faults = (*faults, "truncated")
    if not text:
        faults = (*faults, "empty")
    return Extracted(text, faults)


def extract_final(reply: str, mode: Tags) -> Extracted:
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
