"""Which model: spec strings such as `ollama:gemma3:4b`, `openai:gpt-5-nano`, `local:/path/x.gguf`.

Nothing of a provider is imported before `connect` chooses it.
"""

import os
import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit

from community.errors import UnknownIdError, UserError
from community.models.options import ModelOptions, Sampling
from community.plugins import Registry

if TYPE_CHECKING:
    from collections.abc import Callable

    from community.models.chat import ChatModel

PROVIDERS = Registry(
    "model provider",
    {
        "ollama": "community.models.ollama:connect",
        "openai": "community.models.openai_compatible:connect",
        "local": "community.models.local:connect",
        "langchain": "community.models.foreign:connect",
    },
    "community.models",
)
SIMULATED = "sim"
"""Provider of the scripted people, who live above this room and are built there."""

HOSTED = "https://api.openai.com/v1"
DEFAULT_CONTEXT = 8192
"""Tokens of the window where we set it and the user does not."""
METADATA_TIMEOUT = 5.0
"""Seconds for a question about a server itself, which any live one answers at once."""

UNPROXIED: dict[str, None] = {"all://127.0.0.1": None, "all://localhost": None}
"""Mounts of an HTTP client that keep calls to this machine away from a proxy."""

_ADDRESS = re.compile(r"(?P<name>.+?)@(?P<address>https?://.*)", re.DOTALL)
_REASONING_MODEL = re.compile(r"(o\d|gpt-5)(?!.*chat)")


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """A parsed spec string.

    Attributes:
        provider: id of the provider.
        name: the model as the provider calls it: a tag, a path, a class.
        address: root of the server, when the spec gives one.
    """

    provider: str
    name: str
    address: str | None = None

    def __str__(self) -> str:
        return f"{self.provider}:{self.name}" + (f"@{self.address}" if self.address else "")

    @property
    def slug(self) -> str:
        """The spec as part of a file name: letters, digits, `.`, `_` and `-`, at most 48 of them."""
        name = PurePath(self.name).stem if self.provider == "local" else self.name
        if self.provider == "langchain":
            name = name.partition(",")[0].rpartition(":")[2]
        clean = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{self.provider}-{name}")
        return re.sub(r"-{2,}", "-", clean)[:48].strip("-._")


def is_simulated(spec: str) -> bool:
    """Whether a spec names a scripted person; whatever such a model takes part in is marked as simulated."""
    return spec.startswith(f"{SIMULATED}:")


def parse_spec(text: str) -> ModelSpec:
    """Read `provider:name`, with `@http://host:port` after the name where the provider is a server.

    Raises:
        UnknownIdError: no such provider; the message names the nearest.
        UserError: no provider, no name, or an address that cannot be used.
    """
    provider, colon, name = text.strip().partition(":")
    known = [*PROVIDERS.table, SIMULATED]
    if not colon or not name.strip():
        raise UserError(
            f"model {text!r} must be PROVIDER:NAME, for example ollama:gemma3:4b; providers: {', '.join(known)}"
        )
    if provider not in known and provider not in PROVIDERS.ids():
        raise UnknownIdError("model provider", provider, [*PROVIDERS.ids(), SIMULATED])
    match = _ADDRESS.fullmatch(name) if provider not in ("local", "langchain") else None
    if match:
        return ModelSpec(provider, match["name"].strip(), _checked_address(match["address"], text))
    if provider in ("ollama", "openai") and re.search(r"@[\w.-]+:\d+(/|$)", name):
        raise UserError(f"model {text!r}: write the address with its scheme, as in NAME@http://host:port")
    return ModelSpec(provider, name.strip())


def _checked_address(address: str, text: str) -> str:
    try:
        parts = urlsplit(address)
        usable = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        usable, parts = False, urlsplit("")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise UserError(
            "the address of a model may hold no user, password or query; keys come from a variable (api_key_env)"
        )
    if not usable or re.search(r"\s", address):
        raise UserError(f"model {text!r}: {address!r} is not an address such as http://host:8000/v1")
    return address.rstrip("/")


def sampling_for(spec: ModelSpec, options: ModelOptions, *, temperature: float | None = None) -> Sampling:
    """How replies of `spec` are drawn under these options (seed 0).

    Args:
        spec: the model.
        options: what the user asked for.
        temperature: where the options leave it open; left out for models that may refuse one.
    """
    top_p, max_tokens = _sampling_defaults(spec)
    if options.temperature is not None or top_p is None:
        temperature = options.temperature
    return Sampling(
        temperature=temperature,
        top_p=top_p if options.top_p is None else options.top_p,
        max_tokens=max_tokens if options.max_tokens is None else options.max_tokens,
    )


def _sampling_defaults(spec: ModelSpec) -> tuple[float | None, int | None]:
    if spec.provider == "langchain":
        return None, None
    if spec.provider == "openai" and openai_address(spec) == HOSTED and _REASONING_MODEL.match(spec.name):
        return None, 16384
    return 0.9, 2048


def openai_address(spec: ModelSpec) -> str:
    """Where calls of an `openai:` spec go: its own address, OPENAI_BASE_URL, or the hosted service."""
    return spec.address or os.environ.get("OPENAI_BASE_URL", "").rstrip("/") or HOSTED


def connect(spec: ModelSpec | str, options: ModelOptions | None = None) -> "ChatModel":
    """The chat model that `spec` names; nothing is sent yet.

    Raises:
        UserError: a wrong spec, a setting its provider cannot honour, a missing key, file or extra.
    """
    spec = parse_spec(spec) if isinstance(spec, str) else spec
    if spec.provider == SIMULATED:
        raise UserError(
            f"{str(spec)!r} is a scripted person; they are built by `community.simulation.scripted`"
        )
    build = cast("Callable[[ModelSpec, ModelOptions], ChatModel]", PROVIDERS.load(spec.provider))
    return build(spec, options or ModelOptions())
