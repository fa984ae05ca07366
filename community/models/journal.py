"""The journal of a run: one line for every finished model call, from which a call is replayed and a prompt read back.

A text stands in the line that first needs it; later lines name it by its hash.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from pydantic import ValidationError

from community.errors import RecordError
from community.models.asked import Asked, Text, differences, encode, whole
from community.models.chat import Finish, Reply, Sampling, Usage
from community.prompts import Message
from community.records import SCHEMA_VERSION, JsonlFile, Record, read_jsonl

Rung = Literal["native", "extracted", "repaired", "reasked", "default"]
"""How a structured reply was read; "default" when it was not."""

Source = Literal["called", "cached", "replayed"]


class CallKey(NamedTuple):
    """What a call is within its run; no two calls share one."""

    where: str
    who: str
    purpose: str
    attempt: int = 0

    def __str__(self) -> str:
        return f"{self.where}/{self.who}/{self.purpose}#{self.attempt}"


@dataclass(frozen=True, slots=True)
class Finished:
    """A call that is over and need not be made again.

    Attributes:
        key: which call.
        reply: what came back.
        source: where the reply came from in this process.
        seconds: from sending to the reply, without waiting and earlier tries; 0 when nothing was sent.
        retries: how many tries failed before this one.
        native: the server held the reply to the schema that was asked for.
        rung: how a structured reply was read; None for prose.
        spec: of the model that was asked.
    """

    key: CallKey
    reply: Reply
    source: Source
    seconds: float = 0.0
    retries: int = 0
    native: bool = False
    rung: Rung | None = None
    spec: str = ""


class JournaledCall(Record):
    """One line of the journal with its full prompt."""

    where: str
    who: str
    purpose: str
    attempt: int
    spec: str
    messages: tuple[Message, ...]
    sampling: Sampling
    reply_schema: dict[str, Any] | None
    text: str
    thinking: str = ""
    finish: Finish
    model: str
    """What the server said it is."""
    usage: Usage
    source: Literal["called", "cached"]
    seconds: float
    """From sending to the reply."""
    retries: int
    native: bool = False
    """The server held the reply to the schema."""
    rung: Rung | None = None
    digest: str
    """Of the request."""
    at: datetime
    """When the call was over."""

    @property
    def finished(self) -> Finished:
        """The call without its request."""
        key = CallKey(self.where, self.who, self.purpose, self.attempt)
        reply = Reply(self.text, self.usage, self.thinking, self.finish, self.model)
        return Finished(
            key, reply, self.source, self.seconds, self.retries, self.native, self.rung, self.spec
        )


_NEEDED = frozenset(n for n, field in JournaledCall.model_fields.items() if field.is_required()) - {
    "reply_schema"
}
"""What every line has."""


class Journal:
    """The journal of one run, open for writing; what is in it already is replayed.

    Args:
        path: of the file, made when missing; a line torn by a crash is cut off.

    Raises:
        RecordError: a whole line cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written: set[str] = set()
        self._lines: dict[CallKey, dict[str, Any]] = {}
        for number, line in enumerate(read_jsonl(path), start=1):
            if lacking := ", ".join(sorted(_NEEDED - line.keys())):
                raise RecordError(f"{path}: line {number} is not a finished call: it has no {lacking}")
            self._remember(line)
        self._file = JsonlFile(path)

    def replay(self, key: CallKey, asked: Asked) -> Finished | None:
        """The finished call of this key, or None.

        Raises:
            RecordError: the journaled call asked for something else.
        """
        line = self._lines.get(key)
        if line is None:
            return None
        if line["digest"] != asked.digest:
            differing = "; ".join(differences(line, asked)) or "digest"
            raise RecordError(
                f"{self.path}: call {key} was journaled with another request; differing: {differing}. "
                "Start a new run, or go back to the version and settings that wrote this one"
            )
        return _finished(key, line)

    def write(self, asked: Asked, call: Finished) -> None:
        """Write a finished call; it is on disk, in one piece, when this returns."""
        line = _line(asked, call)
        new = {name: text for name, text in asked.texts.items() if name not in self._written}
        if new:
            line["texts"] = new
        self._file.append(encode(line))
        self._remember(line)

    @property
    def served(self) -> dict[str, str]:
        """Spec of each model -> what its server said it is, where one said so."""
        return {line["spec"]: line["model"] for line in self._lines.values() if line["model"]}

    def close(self) -> None:
        """Flush to the disk and close."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _remember(self, line: dict[str, Any]) -> None:
        self._written.update(line.pop("texts", ()))
        self._lines[CallKey(line["where"], line["who"], line["purpose"], line["attempt"])] = line


def read_calls(path: Path) -> Iterator[JournaledCall]:
    """The calls of a journal in the order in which they ended, prompts in full; a torn last line is left out.

    Raises:
        RecordError: a line cannot be read, or names a text that no earlier line has.
    """
    texts: dict[str, Text] = {}
    for number, line in enumerate(read_jsonl(path), start=1):
        texts.update(line.get("texts", {}))
        try:
            yield _journaled(line, texts)
        except (KeyError, TypeError, ValidationError) as error:
            raise RecordError(
                f"{path}: line {number} is not a finished call: {str(error).splitlines()[0]}"
            ) from error


def _line(asked: Asked, call: Finished) -> dict[str, Any]:
    reply, usage = call.reply, call.reply.usage
    line: dict[str, Any] = {
        "v": SCHEMA_VERSION,
        **call.key._asdict(),
        "spec": asked.spec,
        "source": call.source,
        "text": reply.text,
        "finish": reply.finish,
        "model": reply.model,
        "usage": [usage.prompt_tokens, usage.completion_tokens, usage.estimated],
        "seconds": round(call.seconds, 4),
        "retries": call.retries,
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "sampling": asked.sampling,
        "messages": asked.messages,
        "digest": asked.digest,
    }
    if reply.thinking:
        line["thinking"] = reply.thinking
    if asked.schema is not None:
        line |= {"schema": asked.schema, "native": call.native, "rung": call.rung}
    return line


def _finished(key: CallKey, line: Mapping[str, Any]) -> Finished:
    usage = Usage(*line["usage"])
    reply = Reply(line["text"], usage, line.get("thinking", ""), line["finish"], line["model"])
    native, rung = line.get("native", False), line.get("rung")
    return Finished(key, reply, "replayed", line["seconds"], line["retries"], native, rung, line["spec"])


def _journaled(line: Mapping[str, Any], texts: Mapping[str, Text]) -> JournaledCall:
    schema = line.get("schema")
    values = {
        **line,
        "messages": [Message(role, whole(name, texts)) for role, name in line["messages"]],
        "usage": Usage(*line["usage"]),
        "reply_schema": json.loads(whole(schema, texts)) if schema else None,
    }
    return JournaledCall.model_validate(values)
