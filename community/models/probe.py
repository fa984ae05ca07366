"""Can this model be used, and what can it do? Asked before an experiment is paid for."""

import asyncio
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from community.config import Config
from community.errors import EndpointError, ModelCallError, TransientError
from community.models.chat import ChatModel, Reply, Request, Served
from community.models.options import ModelOptions, Sampling
from community.models.spec import ModelSpec, connect, parse_spec, sampling_for
from community.prompts import Message

Status = Literal["ok", "no", "unknown"]

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"colour": {"type": "string"}, "even": {"type": "boolean"}},
    "required": ["colour", "even"],
    "additionalProperties": False,
}
_TALK = "Tell me in three short sentences about a place by the sea that nobody has ever heard of."
_FORM = (
    'Answer with one JSON object and nothing else, such as {"colour": "red", "even": false}. Is twelve even?'
)


NAMES = ("reachable", "model", "context", "seed", "speed", "json", "thinking")
"""The checks, in the order in which they are made."""


class Check(Config):
    """One question to an endpoint."""

    name: str
    """One of `NAMES`."""
    status: Status
    """`unknown` when the endpoint does not say or an earlier check failed."""
    detail: str
    """What was found."""
    fix: str = ""
    """What to do about it."""


class ProbeReport(Config):
    """What a model's endpoint can do."""

    spec: str
    """The spec that was probed."""
    endpoint: str
    """Where it lives."""
    model: str
    """Name and digest that the endpoint reports."""
    server: str
    """The server and its version, where it says."""
    checks: tuple[Check, ...]
    """One for each of `NAMES`."""

    @property
    def usable(self) -> bool:
        """Whether a run can be made with it."""
        return all(check.status == "ok" for check in self.checks[:2])


async def probe(
    spec: ModelSpec | str, options: ModelOptions | None = None, *, patience: float = 60.0
) -> ProbeReport:
    """Try a model: a few short calls, none of them recorded.

    Args:
        spec: the model.
        options: its settings.
        patience: seconds each call may take; an endpoint that is dead is found in less than 10 s whatever it is.

    Raises:
        UserError: the spec or an option is wrong; a dead endpoint is not an error but a report.
    """
    parsed = parse_spec(spec) if isinstance(spec, str) else spec
    options = options or ModelOptions()
    model = connect(parsed, options)
    try:
        return await _probe(model, options, _Trial(model, sampling_for(parsed, options), patience))
    finally:
        await model.aclose()


async def _probe(model: ChatModel, options: ModelOptions, trial: "_Trial") -> ProbeReport:
    try:
        served = await model.prepare()
    except EndpointError as error:
        return _report(model, Served(), _refused(error))
    found = [Check(name="reachable", status="ok", detail=model.endpoint)]
    talk = [await trial.ask(_TALK, 96), await trial.ask(_TALK, 96)]
    found.append(_present(talk[0]))
    if found[-1].status == "ok":
        found += [_context(served), _seed(talk), _speed(talk[1]), await _json(trial)]
        found.append(_thinking(trial.replies, options))
    return _report(model, served, found)


def _report(model: ChatModel, served: Served, found: list[Check]) -> ProbeReport:
    rest = [Check(name=name, status="unknown", detail="not tried") for name in NAMES[len(found) :]]
    return ProbeReport(
        spec=model.spec,
        endpoint=model.endpoint,
        model=served.model,
        server=served.server,
        checks=(*found, *rest),
    )


def _refused(error: EndpointError) -> list[Check]:
    """A fault of the line is the endpoint's; any other was answered by a live server."""
    if isinstance(error.__cause__, TransientError):
        return [
            Check(
                name="reachable",
                status="no",
                detail=str(error),
                fix="start the server, or correct the address",
            )
        ]
    live = Check(name="reachable", status="ok", detail="the server answers")
    return [live, Check(name="model", status="no", detail=str(error), fix="see the message")]


@dataclass
class _Answer:
    """What became of one trial call."""

    reply: Reply | None
    seconds: float
    fault: str = ""


class _Trial:
    """Short calls to one model, each bounded in time."""

    def __init__(self, model: ChatModel, sampling: Sampling, patience: float) -> None:
        self.model = model
        self.sampling = sampling
        self.patience = patience
        self.replies: list[Reply] = []

    async def ask(self, text: str, most: int, schema: Mapping[str, Any] | None = None) -> _Answer:
        sampling = replace(self.sampling, seed=7, max_tokens=most if self.sampling.max_tokens else None)
        request = Request((Message("user", text),), "probe", sampling, schema)
        start = time.monotonic()
        try:
            async with asyncio.timeout(self.patience):
                reply = await self.model.complete(request)
        except TimeoutError:
            return _Answer(None, self.patience, f"no reply within {self.patience:g} s")
        except ModelCallError as error:
            return _Answer(None, time.monotonic() - start, str(error))
        self.replies.append(reply)
        return _Answer(reply, time.monotonic() - start)


def _present(answer: _Answer) -> Check:
    if answer.reply is None:
        return Check(name="model", status="no", detail=answer.fault, fix="see the message")
    return Check(name="model", status="ok", detail=f"{answer.reply.model or 'it'} answers")


def _context(served: Served) -> Check:
    if served.context is None:
        fix = "read it from the server's start options, and keep prompts below it"
        return Check(name="context", status="unknown", detail="the endpoint does not say", fix=fix)
    return Check(name="context", status="ok", detail=f"{served.context} tokens in force")


def _seed(talk: list[_Answer]) -> Check:
    said = [(answer.reply.text, answer.reply.thinking) for answer in talk if answer.reply is not None]
    if len(said) < 2 or said[0] == ("", ""):
        return Check(name="seed", status="unknown", detail="nothing to compare")
    if said[0] == said[1]:
        return Check(name="seed", status="ok", detail="the same seed gave the same words twice")
    fix = "replies cannot be drawn again; resume uses the journal, and repeats need several seeds"
    return Check(name="seed", status="no", detail="the same seed gave different words", fix=fix)


def _speed(answer: _Answer) -> Check:
    if answer.reply is None or not answer.reply.usage.completion_tokens:
        return Check(name="speed", status="unknown", detail="no tokens were counted")
    rate = answer.reply.usage.completion_tokens / max(answer.seconds, 1e-3)
    about = "about " if answer.reply.usage.estimated else ""
    return Check(name="speed", status="ok", detail=f"{about}{rate:.1f} tokens/s for one call at a time")


async def _json(trial: _Trial) -> Check:
    if _is_form((await trial.ask(_FORM, 512, _SCHEMA)).reply):
        return Check(name="json", status="ok", detail="native: the endpoint obeys a schema")
    if _is_form((await trial.ask(_FORM, 512)).reply):
        return Check(name="json", status="ok", detail="prompted: no schema, but JSON on request")
    fix = "structured replies will often become defaults; take a larger model for modules that need them"
    return Check(name="json", status="no", detail="neither a schema nor a request gives JSON", fix=fix)


def _is_form(reply: Reply | None) -> bool:
    text = reply.text if reply else ""
    try:
        value: Any = json.loads(text[text.find("{") : text.rfind("}") + 1])
    except ValueError:
        return False
    return isinstance(value, dict) and {"colour", "even"} <= set(value)  # pyright: ignore[reportUnknownArgumentType]


def _thinking(replies: list[Reply], options: ModelOptions) -> Check:
    """Whether the model thinks as it was told to."""
    thinks = any(reply.thinking for reply in replies)
    detail = "it thinks; that is removed from every reply" if thinks else "none seen"
    if thinks and options.reasoning == "off":
        fix = "this server wants another way to say so, such as chat_template_kwargs in extra"
        return Check(name="thinking", status="no", detail="it thinks although reasoning is off", fix=fix)
    return Check(
        name="thinking", status="ok", detail=detail, fix="leave room for it in max_tokens" if thinks else ""
    )
