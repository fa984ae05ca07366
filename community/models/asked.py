"""A request by content: its texts in pieces that are named by their hashes, so that what repeats is kept once.

Prompts are put together from tagged parts and repeat most of them from call to call. A text is cut before every line
that opens a tag or a heading; joined by line ends, its pieces are the text again.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from community.models.chat import Request, Sampling

_SEAM = re.compile(r"\n(?=<[a-z]|===|---)")
_SAMPLING = tuple(field.name for field in fields(Sampling))

encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""A value as compact JSON."""


Text = str | list[str]
"""A text, or the hashes of the pieces that it is cut into."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as the journal writes it.

    Attributes:
        spec: of the model that is asked.
        messages: role and text hash of each message.
        sampling: every setting by name.
        schema: the text hash of the JSON Schema, or None.
        texts: what the hashes stand for.
        digest: of everything above.
    """

    spec: str
    messages: list[list[str]]
    sampling: dict[str, Any]
    schema: str | None
    texts: dict[str, Text]
    digest: str


def ask(spec: str, request: Request) -> Asked:
    """State a request by content: equal requests to equal models have equal digests, in every process."""
    texts: dict[str, Text] = {}
    messages = [[message.role, _name(message.text, texts)] for message in request.messages]
    sampling = {name: getattr(request.sampling, name) for name in _SAMPLING}
    sampling["stop"] = list(request.sampling.stop)
    schema = None
    if request.schema is not None:
        schema = _name(json.dumps(request.schema, ensure_ascii=False, sort_keys=True), texts)
    digest = blake2b(encode([spec, messages, sampling, schema]).encode(), digest_size=12).hexdigest()
    return Asked(spec, messages, sampling, schema, texts, digest)


def whole(name: str, texts: Mapping[str, Text]) -> str:
    """The text that a hash stands for.

    Raises:
        KeyError: it is not in `texts`.
    """
    text = texts[name]
    return text if isinstance(text, str) else "\n".join(whole(piece, texts) for piece in text)


def differences(line: Mapping[str, Any], asked: Asked) -> Iterator[str]:
    """What a journaled request and an asked one do not share, in words."""
    if line["spec"] != asked.spec:
        yield f"model {line['spec']!r} -> {asked.spec!r}"
    old, new = line["sampling"], asked.sampling
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield f"{name} {old.get(name)!r} -> {new.get(name)!r}"
    if len(line["messages"]) != len(asked.messages):
        yield f"number of messages {len(line['messages'])} -> {len(asked.messages)}"
    for number, pair in enumerate(zip(line["messages"], asked.messages, strict=False), start=1):
        if pair[0] != pair[1]:
            yield f"message {number} ({pair[1][0]})"
    if line.get("schema") != asked.schema:
        yield "schema"


def _name(text: str, texts: dict[str, Text]) -> str:
    """The hash of a text, which is added to `texts` with its pieces."""
    name, parts = _cut(text)
    texts |= parts
    return name


@lru_cache(maxsize=64)
def _cut(text: str) -> tuple[str, dict[str, Text]]:
    """The hash of a text, and what that hash and those of its pieces stand for."""
    pieces = _SEAM.split(text)
    if len(pieces) == 1:
        return _hash(text), {_hash(text): text}
    names = [_hash(piece) for piece in pieces]
    name = _hash("\0".join(names))
    return name, {**dict(zip(names, pieces, strict=True)), name: names}


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()
