"""Any server that speaks OpenAI's chat protocol: hosted, OpenRouter, vLLM, llama.cpp server, LM Studio."""

import asyncio
import logging
import os
from collections.abc import Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import openai
from openai.types import Model
from pydantic import PrivateAttr, ValidationError

from community.config import nearest
from community.errors import EndpointError, UserError
from community.models import faults
from community.models.chat import ChatModel, Reply, Request, Served, Usage
from community.models.completion import Completion, FailedAnswerError, read_completion
from community.models.options import ModelOptions, refuse_reserved, refuse_unhonoured, wire_seed
from community.models.spec import (
    HOSTED,
    METADATA_TIMEOUT,
    UNPROXIED,
    ModelSpec,
    openai_address,
)
from community.models.thinking import compose
from community.models.tokens import estimate_prompt, estimate_tokens

_logger = logging.getLogger(__name__)
_NO_KEY = "none"
"""What is sent to a server that wants none."""
_INSTEAD = {
    "num_ctx": "set the context when the server starts (vLLM --max-model-len, llama.cpp -c), or use ollama: or local:",
    "keep_alive": "it is a setting of ollama:",
    "threads": "it is a setting of the server",
}
RESERVED = {
    "messages": "the framework sets it",
    "model": "the framework sets it",
    "seed": "the framework derives it for each call",
    "stream": "replies are never streamed",
    "response_format": "the framework sets it",
    "stop": "the framework sets it",
    "temperature": "use the option temperature",
    "top_p": "use the option top_p",
    "max_tokens": "use the option max_tokens",
    "max_completion_tokens": "use the option max_tokens",
    "reasoning_effort": "use the option reasoning",
}


def connect(spec: ModelSpec, options: ModelOptions) -> "OpenAIModel":
    """The model at the spec's address, at OPENAI_BASE_URL, or at the hosted service.

    Raises:
        UserError: no key for the hosted service, or a setting this protocol does not have.
    """
    instead = dict(_INSTEAD)
    if options.reasoning == "on":
        instead["reasoning"] = "say how much: minimal, low, medium or high"
    refuse_unhonoured(spec, options, instead)
    refuse_reserved(spec, options, RESERVED)
    address = openai_address(spec)
    if urlsplit(address).port == 11434:
        _logger.warning(
            "%s talks to Ollama through a protocol that cannot set the context window, so long prompts are "
            "cut silently; use ollama:%s@%s instead",
            spec,
            spec.name,
            address.removesuffix("/v1"),
        )
    return OpenAIModel.at(address, spec, options, key=_key(spec, address, options))


def _key(spec: ModelSpec, address: str, options: ModelOptions) -> str:
    variable = options.api_key_env or "OPENAI_API_KEY"
    key = os.environ.get(variable, "")
    if not key and (options.api_key_env or address == HOSTED):
        raise UserError(
            f"{spec}: no key: set the variable {variable}, or name a server of your own with @http://host:port/v1"
        )
    return key or _NO_KEY


_UNUSUAL = (openai.APIError, aiohttp.ClientError, ValueError, TypeError, AttributeError, RecursionError)
"""What the client raises when an endpoint fails, or answers something that is not the protocol."""


class OpenAIModel(ChatModel):
    """A model behind `/chat/completions`."""

    tag: str
    options: ModelOptions
    _key: str = PrivateAttr()

    @classmethod
    def at(cls, address: str, spec: ModelSpec, options: ModelOptions, *, key: str) -> "OpenAIModel":
        """The model of `spec` behind one address."""
        model = cls(
            spec=str(spec),
            tag=spec.name,
            endpoint=address,
            parallel=options.parallel or 16,
            timeout=options.timeout,
            options=options,
            settings={"reasoning": options.reasoning, "extra": options.extra},
        )
        model._key = key
        return model

    @cached_property
    def _client(self) -> openai.AsyncOpenAI:
        """Made when it is first needed: many runs are planned in which a model is never asked."""
        patience = openai.Timeout(self.timeout, connect=min(self.timeout, METADATA_TIMEOUT), pool=None)
        return openai.AsyncOpenAI(
            api_key=self._key,
            base_url=self.endpoint,
            max_retries=0,
            timeout=patience,
            http_client=openai.DefaultAioHttpClient(mounts=UNPROXIED),
        )

    async def prepare(self) -> Served:
        try:
            async with asyncio.timeout(METADATA_TIMEOUT):
                page = await self._client.models.list()
            return self._served(page.data)
        except (*_UNUSUAL, TimeoutError) as error:
            if isinstance(error, openai.APIStatusError) and error.status_code not in (401, 403):
                return Served(self.tag)
            fault = self._fault(error)
            raise EndpointError(f"{fault}; is the server running, and is the address right?") from fault

    def _served(self, listed: Sequence[Model]) -> Served:
        mine = next((entry for entry in listed if entry.id == self.tag), None)
        strict = self.endpoint == HOSTED or any(entry.owned_by == "vllm" for entry in listed)
        if mine is None and strict:
            hint = nearest(self.tag, sorted(entry.id for entry in listed))
            raise EndpointError(f"{self.spec}: {self.endpoint} does not serve {self.tag!r}; {hint}")
        if mine is None and len(listed) == 1 and listed[0].owned_by == "llamacpp":
            mine = listed[0]
        return Served(self.tag, _context(mine), mine.owned_by if mine else "")

    async def complete(self, request: Request) -> Reply:
        await asyncio.sleep(0)  # so that a kept connection which the server has closed is seen to be closed
        try:
            answer = await self._client.post("/chat/completions", cast_to=bytes, body=self._body(request))
            return _reply(read_completion(answer), request)
        except _UNUSUAL as error:
            raise self._fault(error) from None

    async def aclose(self) -> None:
        if "_client" in self.__dict__:
            await self._client.close()

    def _body(self, request: Request) -> dict[str, Any]:
        sampling = request.sampling
        limit = "max_completion_tokens" if self.endpoint == HOSTED else "max_tokens"
        body: dict[str, Any] = {
            "model": self.tag,
            "messages": [{"role": message.role, "content": message.text} for message in request.messages],
            "seed": wire_seed(sampling.seed),
            limit: sampling.max_tokens,
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "stop": list(sampling.stop) or None,
            "reasoning_effort": "none" if self.options.reasoning == "off" else self.options.reasoning,
        }
        if request.schema is not None:
            shape = {"name": "reply", "schema": dict(request.schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": shape}
        return {name: value for name, value in body.items() if value is not None} | self.options.extra

    def _fault(self, error: Exception) -> Exception:
        """Our error for one of the client's."""
        secret = "" if self._key == _NO_KEY else self._key
        if isinstance(error, openai.APIStatusError):
            headers = {name.lower(): value for name, value in error.response.headers.items()}
            said = f"{error.message} {error.code or ''}"
            return faults.from_status(error.status_code, said, spec=self.spec, headers=headers, secret=secret)
        if isinstance(error, openai.APIConnectionError | TimeoutError):
            return faults.unreachable(self.spec, self.endpoint, error.__cause__ or error, secret=secret)
        return faults.garbled(self.spec, _told(error), secret=secret)


def _told(error: Exception) -> str:
    """What was wrong; of the answer itself as little as can be, for it may hold the key, whole or in part."""
    match error:
        case ValidationError():
            faulty = error.errors(include_input=False)
            return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faulty)
        case FailedAnswerError():
            return f"an error with status 200: {error}"
        case aiohttp.ClientResponseError():
            return error.message
        case _:
            return f"{type(error).__name__}: {error}"


def _context(entry: Model | None) -> int | None:
    """The window that a model list states: vLLM, OpenRouter and LM Studio, or llama.cpp."""
    extra = (entry.model_extra or {}) if entry else {}
    meta: dict[str, Any] = extra.get("meta") or {}
    stated: object = extra.get("max_model_len") or extra.get("context_length") or meta.get("n_ctx")
    return stated if isinstance(stated, int) else None


def _reply(answer: Completion, request: Request) -> Reply:
    return compose(
        answer.content,
        answer.reasoning,
        cut=answer.cut,
        usage=_usage(answer, request),
        model=answer.version,
    )


def _usage(answer: Completion, request: Request) -> Usage:
    counted = answer.usage
    if counted is None or counted.prompt_tokens is None or counted.completion_tokens is None:
        spoken = estimate_tokens(answer.content + answer.reasoning)
        return Usage(estimate_prompt(request.messages), spoken, estimated=True)
    return Usage(counted.prompt_tokens, counted.completion_tokens)
