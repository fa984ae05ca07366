"""A GGUF file in this process, by llama.cpp.

The server of `xllamacpp` runs in threads of this process and listens on 127.0.0.1 only, behind a key made for the
occasion: its calls are those of any OpenAI-compatible server, and a cancelled call stops the generation.
"""

import asyncio
import atexit
import hashlib
import importlib
import importlib.util
import os
import secrets
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from pydantic import PrivateAttr

from community.errors import EndpointError, MissingExtraError, UserError
from community.models.chat import ChatModel, Reply, Request, Served
from community.models.openai_compatible import RESERVED, OpenAIModel
from community.models.options import ModelOptions, refuse_reserved, refuse_unhonoured
from community.models.spec import (
    DEFAULT_CONTEXT,
    METADATA_TIMEOUT,
    ModelSpec,
)

_MIB = 1 << 20
_PAUSE = 1.5
"""Seconds between two looks at a busy engine: more often than once a second keeps it from seeing a cancelled call."""


def connect(spec: ModelSpec, options: ModelOptions) -> "LocalModel":
    """The model in a GGUF file; it is loaded when it is first needed.

    Raises:
        MissingExtraError: `xllamacpp` is not installed.
        UserError: no such file, no GGUF, or a setting that llama.cpp does not have.
    """
    if importlib.util.find_spec("xllamacpp") is None:
        raise MissingExtraError("xllamacpp", "local", f"the model {str(spec)!r}")
    refuse_unhonoured(
        spec, options, {"keep_alive": "it stays loaded as long as the run", "api_key_env": "no key is needed"}
    )
    refuse_reserved(spec, options, RESERVED)
    path = Path(spec.name).expanduser()
    plan = _Plan(
        str(path.resolve()), options.num_ctx or DEFAULT_CONTEXT, options.parallel or 1, _threads(options)
    )
    digest = file_digest(path)
    return LocalModel(
        spec=str(spec),
        endpoint=f"local:{plan.path}",
        parallel=plan.parallel,
        timeout=options.timeout,
        options=options,
        plan=plan,
        served=Served(f"{path.name}@{digest}", plan.num_ctx, "llama.cpp"),
        settings={
            "num_ctx": plan.num_ctx,
            "digest": digest,
            "reasoning": options.reasoning,
            "extra": options.extra,
        },
    )


def _threads(options: ModelOptions) -> int:
    """Half of the CPUs unless told otherwise: llama.cpp's threads wait busily, and one late thread delays them all."""
    return options.threads or max(1, (os.cpu_count() or 1) // 2)


def file_digest(path: Path) -> str:
    """Twelve hex digits of SHA-256 over the size, the first and the last MiB of a GGUF file (not over all of it).

    Raises:
        UserError: the file cannot be read, or is no GGUF file.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_MIB)
            size = file.seek(0, 2)
            file.seek(max(0, size - _MIB))
            tail = file.read()
    except OSError as error:
        raise UserError(f"model file {str(path)!r} cannot be read: {error.strerror or error}") from error
    if not head.startswith(b"GGUF"):
        raise UserError(f"model file {str(path)!r} is not a GGUF file")
    return hashlib.sha256(str(size).encode() + head + tail).hexdigest()[:12]


class _Plan(NamedTuple):
    """What one loaded model is loaded with."""

    path: str
    num_ctx: int
    parallel: int
    threads: int


@dataclass
class _Engine:
    """One loaded model, shared by every seat whose plan is the same."""

    server: Any
    key: str
    users: int = 0

    @property
    def address(self) -> str:
        return str(self.server.listening_address)

    def ask(self, path: str) -> Any:
        """The JSON behind one of the server's own addresses."""
        headers = {"Authorization": f"Bearer {self.key}"}
        with httpx.Client(trust_env=False, timeout=METADATA_TIMEOUT, headers=headers) as client:
            return client.get(self.address + path).raise_for_status().json()

    def stop(self, patience: float = 60.0) -> None:
        """Unload, once cancelled generations have ended: unloading in the middle of one would never return."""
        deadline = time.monotonic() + patience
        while self._busy():
            if time.monotonic() > deadline:
                _stuck.append(self)
                return
            time.sleep(_PAUSE)
        self.server = None

    def _busy(self) -> bool:
        try:
            return any(slot["is_processing"] for slot in self.ask("/slots"))
        except httpx.HTTPError:
            return True


_stuck: list[_Engine] = []
"""Engines that would not come to rest; kept, since to collect one would block for good."""
_engines: dict[_Plan, _Engine] = {}
_engines_lock = threading.Lock()


def _acquire(plan: _Plan) -> _Engine:
    """The engine of a plan, loaded if need be and proven to have the planned window in force."""
    with _engines_lock:
        if plan not in _engines:
            _engines[plan] = _load(plan)
        _engines[plan].users += 1
        return _engines[plan]


def _release(plan: _Plan) -> None:
    with _engines_lock:
        engine = _engines[plan]
        engine.users -= 1
        if engine.users == 0:
            del _engines[plan]
            engine.stop()


@atexit.register
def _stop_all() -> None:
    """Unload what was never closed: threads of llama.cpp that outlive the interpreter would crash it."""
    while _engines:
        _engines.popitem()[1].stop()


def _load(plan: _Plan) -> _Engine:
    xllamacpp: Any = importlib.import_module("xllamacpp")
    key = secrets.token_hex(16)
    params = xllamacpp.CommonParams()
    params.model.path = plan.path
    params.n_parallel = plan.parallel
    params.n_ctx = plan.num_ctx * plan.parallel
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = plan.threads
    params.hostnames = ["127.0.0.1"]
    params.api_keys = [key]
    params.ui = False
    params.warmup = False
    params.verbosity = 0
    params.cache_prompt = False  # a reused prefix changes the numerics, and with them the reply to a seed
    params.cache_ram_mib = 0
    try:
        engine = _Engine(xllamacpp.Server(params), key)
    except RuntimeError as error:
        raise EndpointError(
            f"llama.cpp cannot load {plan.path}: {error}; is the file whole, and is there memory for it?"
        ) from error
    _prove(engine, plan)
    return engine


def _prove(engine: _Engine, plan: _Plan) -> None:
    meta = engine.ask("/v1/models")["data"][0]["meta"]
    if meta["n_ctx"] != plan.num_ctx:
        raise EndpointError(
            f"local:{plan.path}: asked for a window of {plan.num_ctx} tokens, llama.cpp has {meta['n_ctx']} in force; "
            f"set num_ctx to a multiple of 256, at most {meta['n_ctx_train']}"
        )


class LocalModel(ChatModel):
    """A model in this process."""

    options: ModelOptions
    plan: _Plan
    served: Served
    _inner: OpenAIModel | None = PrivateAttr(None)
    _loading: asyncio.Lock = PrivateAttr(default_factory=asyncio.Lock)

    async def prepare(self) -> Served:
        await self._loaded()
        return self.served

    async def complete(self, request: Request) -> Reply:
        inner = await self._loaded()
        return replace(await inner.complete(request), model=self.served.model)

    async def aclose(self) -> None:
        if self._inner is not None:
            inner, self._inner = self._inner, None
            await inner.aclose()
            await asyncio.to_thread(_release, self.plan)

    async def _loaded(self) -> OpenAIModel:
        async with self._loading:
            if self._inner is None:
                engine = await asyncio.to_thread(_acquire, self.plan)
                spec = ModelSpec("local", self.plan.path)
                self._inner = OpenAIModel.at(
                    f"{engine.address}/v1", spec, self._wire_options(), key=engine.key
                )
            return self._inner

    def _wire_options(self) -> ModelOptions:
        """The options as llama.cpp's server takes them: thinking is a matter of the chat template."""
        reasoning, extra = self.options.reasoning, dict(self.options.extra)
        template: dict[str, Any] = dict(extra.get("chat_template_kwargs") or {})
        if reasoning in ("on", "off"):
            template["enable_thinking"] = reasoning == "on"
        elif reasoning is not None:
            template["reasoning_effort"] = reasoning
        if template:
            extra["chat_template_kwargs"] = template
        return self.options.model_copy(update={"reasoning": None, "extra": extra})
