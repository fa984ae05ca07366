"""Ollama through its native protocol, with a context window that is pinned and proven, so no prompt is cut silently."""

import asyncio
from typing import Any, cast

import httpx
import ollama
from pydantic import Field, PrivateAttr, SkipValidation

from community.errors import ContextOverflowError, EndpointError, TransientError
from community.models import faults
from community.models.chat import ChatModel, Reply, Request, Served, Usage
from community.models.options import ModelOptions, refuse_reserved, refuse_unhonoured, wire_seed
from community.models.spec import (
    DEFAULT_CONTEXT,
    METADATA_TIMEOUT,
    UNPROXIED,
    ModelSpec,
)
from community.models.thinking import compose
from community.models.tokens import LEAST, estimate_prompt, estimate_tokens

_RESERVED = {
    "num_ctx": "use the option num_ctx",
    "num_thread": "use the option threads",
    "seed": "the framework derives it for each call",
    "temperature": "use the option temperature",
    "top_p": "use the option top_p",
    "num_predict": "use the option max_tokens",
    "stop": "the framework sets it",
}


def connect(spec: ModelSpec, options: ModelOptions) -> "OllamaModel":
    """The model at the spec's address, at OLLAMA_HOST, or on this machine.

    Raises:
        UserError: a setting that Ollama does not have.
    """
    instead = {"api_key_env": "Ollama needs no key; its cloud reads OLLAMA_API_KEY"}
    if options.reasoning == "minimal":
        instead["reasoning"] = "Ollama knows off, on, low, medium and high"
    refuse_unhonoured(spec, options, instead)
    refuse_reserved(spec, options, _RESERVED)
    num_ctx = options.num_ctx or DEFAULT_CONTEXT
    client = _Client(spec.address)
    return OllamaModel(
        client=client,
        spec=str(spec),
        tag=spec.name,
        endpoint=client.address,
        parallel=options.parallel or 2,
        timeout=options.timeout,
        options=options,
        num_ctx=num_ctx,
        settings={"num_ctx": num_ctx, "reasoning": options.reasoning, "extra": options.extra},
    )


class _Client(ollama.AsyncClient):
    """The published client, with requests whose fields it does not pass on itself (`truncate`, `shift`)."""

    def __init__(self, address: str | None) -> None:
        super().__init__(address, mounts=UNPROXIED)
        self.http = cast(httpx.AsyncClient, self._client)
        self.address = str(self.http.base_url).rstrip("/")

    async def send(
        self, method: str, path: str, body: dict[str, Any] | None, seconds: float
    ) -> httpx.Response:
        timeout = httpx.Timeout(seconds, connect=min(seconds, METADATA_TIMEOUT), pool=None)
        async with asyncio.timeout(seconds):
            return await self.http.request(method, path, json=body, timeout=timeout)

    async def aclose(self) -> None:
        await self.http.aclose()


class OllamaModel(ChatModel):
    """A model behind `/api/chat`."""

    tag: str
    options: ModelOptions
    num_ctx: int
    client: SkipValidation[_Client] = Field(repr=False, exclude=True)
    _served: Served | None = PrivateAttr(None)
    _preparing: asyncio.Lock = PrivateAttr(default_factory=asyncio.Lock)

    async def prepare(self) -> Served:
        """See what the model can do, load it with the pinned window, and see that this window is in force."""
        async with self._preparing:
            if self._served is None:
                try:
                    await self._check_abilities()
                    await self._send("POST", "/api/chat", self._body([], {}), self.options.timeout)
                    self._served = await self._loaded()
                    self.settings["model"] = self._served.model
                except TransientError as error:
                    raise EndpointError(f"{error}; is Ollama running there (ollama serve)?") from error
            return self._served

    async def complete(self, request: Request) -> Reply:
        await self.prepare()
        estimate = estimate_prompt(request.messages)
        if estimate * LEAST >= self.num_ctx:
            raise self._overflow(f"the prompt has about {estimate} tokens")
        data = await self._send("POST", "/api/chat", self._question(request), self.options.timeout)
        try:
            answer = ollama.ChatResponse(**data)
        except ValueError as error:
            raise faults.garbled(self.spec, error) from error
        self._check_whole(answer.prompt_eval_count, estimate)
        return self._reply(answer, estimate)

    async def aclose(self) -> None:
        await self.client.aclose()

    async def _check_abilities(self) -> None:
        shown = await self._send("POST", "/api/show", {"model": self.tag}, METADATA_TIMEOUT)
        info: dict[str, Any] = shown.get("model_info") or {}
        most = info.get(f"{info.get('general.architecture')}.context_length")
        if isinstance(most, int) and most < self.num_ctx:
            raise EndpointError(
                f"{self.spec}: num_ctx {self.num_ctx} is more than the model has; set it to at most {most}"
            )
        abilities = shown.get("capabilities")
        if self.options.reasoning not in (None, "off") and abilities and "thinking" not in abilities:
            raise EndpointError(f"{self.spec}: the model does not think; leave the option reasoning unset")

    async def _loaded(self) -> Served:
        listed = await self._send("GET", "/api/ps", None, METADATA_TIMEOUT)
        version = await self._send("GET", "/api/version", None, METADATA_TIMEOUT)
        names = (self.tag, f"{self.tag}:latest")
        models: list[dict[str, Any]] = listed.get("models") or []
        mine = next((model for model in models if model.get("model") in names), dict[str, Any]())
        context = mine.get("context_length")
        if context is not None and context != self.num_ctx:
            raise EndpointError(
                f"{self.spec}: asked for a window of {self.num_ctx} tokens and Ollama has {context} in force; "
                f"lower num_ctx, or free memory (ollama stop, OLLAMA_NUM_PARALLEL=1)"
            )
        digest = str(mine.get("digest") or "").removeprefix("sha256:")[:12]
        return Served(
            f"{self.tag}@{digest}".rstrip("@"), context, f"ollama {version.get('version', '')}".strip()
        )

    def _question(self, request: Request) -> dict[str, Any]:
        sampling = request.sampling
        drawn = {
            "seed": wire_seed(sampling.seed),
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "num_predict": sampling.max_tokens,
            "stop": list(sampling.stop) or None,
        }
        messages = [{"role": message.role, "content": message.text} for message in request.messages]
        body = self._body(messages, {name: value for name, value in drawn.items() if value is not None})
        if request.schema is not None:
            body["format"] = dict(request.schema)
        if self.options.reasoning is not None:
            body["think"] = {"off": False, "on": True}.get(self.options.reasoning, self.options.reasoning)
        return body

    def _body(self, messages: list[dict[str, str]], drawn: dict[str, Any]) -> dict[str, Any]:
        """The fields of every request; without messages it loads the model and answers nothing."""
        keep = self.options.keep_alive or "1h"
        threads = {"num_thread": self.options.threads} if self.options.threads else {}
        return {
            "model": self.tag,
            "messages": messages,
            "stream": False,
            "truncate": False,
            "shift": False,
            "keep_alive": int(keep) if keep.lstrip("-").isdigit() else keep,
            "options": {"num_ctx": self.num_ctx, **threads, **drawn, **self.options.extra},
        }

    def _check_whole(self, read: int | None, estimate: int) -> None:
        """Refuse an answer to a prompt that an older server cut although it was told not to."""
        if read is not None and (
            read >= self.num_ctx or (estimate > self.num_ctx and read < estimate * LEAST)
        ):
            raise self._overflow(f"the server read {read} tokens of a prompt of about {estimate}")

    def _overflow(self, what: str) -> ContextOverflowError:
        return ContextOverflowError(
            f"{self.spec}: {what}, the window (num_ctx) has {self.num_ctx}; "
            "raise num_ctx or shorten the prompt (memory window, word cap)"
        )

    def _reply(self, answer: ollama.ChatResponse, estimate: int) -> Reply:
        content, thinking = answer.message.content or "", answer.message.thinking or ""
        counted = answer.prompt_eval_count is not None and answer.eval_count is not None
        usage = Usage(
            answer.prompt_eval_count or estimate,
            answer.eval_count or estimate_tokens(content + thinking),
            estimated=not counted,
        )
        model = self._served.model if self._served else self.tag
        return compose(content, thinking, cut=answer.done_reason == "length", usage=usage, model=model)

    async def _send(
        self, method: str, path: str, body: dict[str, Any] | None, seconds: float
    ) -> dict[str, Any]:
        """The JSON object that the server answers."""
        try:
            response = await self.client.send(method, path, body, seconds)
            data = cast(object, response.json() if response.is_success else {})
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            raise faults.unreachable(self.spec, self.endpoint, error) from error
        except (ValueError, RecursionError) as error:
            raise faults.garbled(self.spec, error) from error
        if not response.is_success:
            fix = f"get the model with: ollama pull {self.tag}"
            headers = {name.lower(): value for name, value in response.headers.items()}
            raise faults.from_status(
                response.status_code, _said(response), spec=self.spec, headers=headers, fix=fix
            )
        if not isinstance(data, dict) or "error" in data:
            raise faults.garbled(self.spec, repr(data))  # pyright: ignore[reportUnknownArgumentType]
        return data  # pyright: ignore[reportUnknownVariableType] - JSON keys are strings


def _said(response: httpx.Response) -> str:
    """The server's own words about an error, or the raw body."""
    try:
        return str(response.json()["error"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return response.text
