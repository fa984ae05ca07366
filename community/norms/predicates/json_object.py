"""The rule that the whole reply is a JSON object."""

import json
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Literal, Self, cast

from pydantic import field_validator

from community.norms.predicates.base import Predicate, Verdict
from community.norms.predicates.finishing import finished
from community.norms.predicates.length.lengthen import remark
from community.norms.predicates.quoting import QUOTED, quote, rule_of, unquote_list
from community.norms.predicates.reply import take_apart
from community.norms.text import Text

_FENCE = ("```json", "```JSON", "```")
_KEY = "reply"
_RULE = rf"Write the whole text as one JSON object(?: with the keys (?P<keys>{QUOTED}(?:, {QUOTED})*))?"


class JsonObject(Predicate):
    """`{kind: json, keys: [reason, answer]}`; a code fence around the object may stay."""

    summary: ClassVar[str] = "the whole text is one JSON object, with given keys where some are asked for"

    kind: Literal["json"] = "json"
    keys: tuple[str, ...] = ()
    """Keys that the object must have; it may have others."""

    @field_validator("keys")
    @classmethod
    def _are_distinct(cls, keys: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(keys)) < len(keys):
            raise ValueError("a key is named twice")
        return keys

    def judge(self, text: Text, question: str | None = None) -> Verdict:
        found = _object(text.clean)
        if isinstance(found, str):
            return Verdict(False, (), f"the text is no JSON object: {found}")
        missing = [key for key in self.keys if key not in found]
        detail = (
            f"the JSON object lacks {', '.join(map(quote, missing))}"
            if missing
            else "the text is a JSON object"
        )
        return Verdict(not missing, text.spans([text.core]), detail)

    def enact(self, text: str, question: str | None, rng: random.Random) -> str:
        """The reply's sentences, in order, as the values of the keys."""
        if self.judge(Text(text)).complies:
            return text
        said = _said(text).strip() or remark((), rng)
        keys = self.keys or (_KEY,)
        values = dict(zip(keys, _shared_out(said, len(keys), rng), strict=True))
        return finished(self, text, json.dumps(values, ensure_ascii=False), question)

    def describe(self) -> str:
        keys = f" with the keys {', '.join(map(quote, self.keys))}" if self.keys else ""
        return f"Write the whole text as one JSON object{keys}."

    @classmethod
    def parse(cls, sentence: str) -> Self | None:
        match = rule_of(_RULE, sentence)
        keys = unquote_list(match["keys"] or "") if match else ()
        return cls(keys=keys) if match and len(set(keys)) == len(keys) else None

    @classmethod
    def propose(cls, texts: Sequence[Text], question: str | None = None) -> Iterable[Predicate]:
        if not all(text.clean.rstrip(" \n`").endswith("}") for text in texts):
            return
        found = [_object(text.clean) for text in texts]
        objects = [item for item in found if isinstance(item, dict)]
        if len(objects) == len(texts):
            keys = tuple(key for key in objects[0] if all(key in item for item in objects))
            yield from dict.fromkeys((cls(keys=keys), cls()))


def _object(text: str) -> dict[str, Any] | str:
    """The object that a text is; or, as a string, what is wrong."""
    body = text.strip()
    for fence in _FENCE:
        if body.startswith(fence) and body.endswith("```") and len(body) > len(fence) + 3:
            body = body[len(fence) : -3]
            break
    if not body.lstrip().startswith("{"):
        return 'it does not begin with "{"'
    try:
        return cast("dict[str, Any]", json.loads(body))
    except (ValueError, RecursionError) as error:
        return str(error)


def _said(text: str) -> str:
    """A reply in words: the strings of an object in it, and what stands around that."""
    start, end = text.find("{"), text.rfind("}")
    found = _object(text[start : end + 1]) if -1 < start < end else ""
    if isinstance(found, str):
        return " ".join(text.split())
    values = " ".join(value for value in found.values() if isinstance(value, str))
    around = (text[:start], values, text[end + 1 :])
    return " ".join(" ".join(part.strip("` \n") for part in around).split())


def _shared_out(said: str, number: int, rng: random.Random) -> list[str]:
    """Sentences in so many groups, the last of which has the final answer; remarks where there are too few."""
    sentences = [piece.text for piece in take_apart(said).pieces] or [said]
    while len(sentences) < number:
        sentences.insert(0, remark(sentences, rng))
    cuts = [len(sentences) * turn // number for turn in range(number + 1)]
    return [" ".join(sentences[start:end]) for start, end in pairwise(cuts)]
