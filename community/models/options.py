"""The settings of a model: what a user may ask for, how a reply is drawn, and refusal of what cannot be honoured."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field, field_validator

from community.config import Config
from community.errors import UserError

Reasoning = Literal["off", "on", "minimal", "low", "medium", "high"]

_SECRET = re.compile(r"api_?key|secret|password|(access|auth)_?token|bearer", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a reply is drawn. None leaves a setting to the provider; a set one is sent or refused, not dropped."""

    seed: int = 0
    temperature: float | None = None
    top_p: float | None = 0.9
    max_tokens: int | None = 2048
    stop: tuple[str, ...] = ()


class ModelOptions(Config):
    """Settings of one model. None leaves the setting to its default; a set one is sent or refused, never dropped."""

    temperature: float | None = Field(default=None, ge=0, le=2)
    """Sampling temperature; by default the provider's."""
    top_p: float | None = Field(default=None, gt=0, le=1)
    """Nucleus sampling; by default 0.9, and not sent to models that refuse it (hosted reasoning models)."""
    max_tokens: int | None = Field(default=None, ge=1)
    """Most tokens of a reply, thinking included; by default 2048, and 16384 for hosted reasoning models."""
    num_ctx: int | None = Field(default=None, ge=256)
    """Tokens of the context window (`ollama`, `local`); by default 8192."""
    keep_alive: str | None = None
    """How long Ollama keeps the model loaded after a call, for example `30m`; by default `1h`."""
    reasoning: Reasoning | None = None
    """Thinking off, on, or an amount of it; by default the model's own."""
    timeout: float = Field(default=600, gt=0)
    """Seconds a call may take once it is sent."""
    parallel: int | None = Field(default=None, ge=1)
    """Calls the endpoint takes at once; by default 2 for `ollama`, 1 for `local`, 16 for others."""
    threads: int | None = Field(default=None, ge=1)
    """CPU threads that compute (`ollama`, `local`); by default Ollama's choice, and half of the CPUs for `local`."""
    api_key_env: str | None = None
    """Name of the variable that holds the key; by default OPENAI_API_KEY."""
    extra: dict[str, Any] = Field(default_factory=dict)
    """Further settings as the provider spells them: request fields, Ollama options, LangChain arguments."""

    @field_validator("extra")
    @classmethod
    def _no_secrets(cls, extra: dict[str, Any]) -> dict[str, Any]:
        if any(map(holds_secret, extra)):
            raise ValueError(
                "keys may not stand in a configuration; put the key in a variable and name it in api_key_env"
            )
        return extra


def holds_secret(name: str) -> bool:
    """Whether a setting of this name would be a key or a password."""
    return _SECRET.search(name) is not None


def wire_seed(seed: int) -> int:
    """A seed in the 31 bits that every server takes."""
    return seed & 0x7FFF_FFFF


def refuse_unhonoured(spec: object, options: ModelOptions, instead: Mapping[str, str]) -> None:
    """Raise for the first option that is set and that the provider cannot honour.

    Args:
        spec: the model, for the message.
        options: what the user asked for.
        instead: option the provider cannot honour -> what to do instead.

    Raises:
        UserError: names the option, the provider and the way out.
    """
    for option, hint in instead.items():
        if getattr(options, option) is not None:
            raise UserError(
                f"{spec}: this provider cannot honour {option}={getattr(options, option)!r}; {hint}"
            )


def refuse_reserved(spec: object, options: ModelOptions, reserved: Mapping[str, str]) -> None:
    """Raise for a key of `extra` that has an option of its own, or that the framework sets.

    Args:
        spec: the model, for the message.
        options: what the user asked for.
        reserved: key -> what to do instead.

    Raises:
        UserError: names the key and the way out.
    """
    for key in options.extra:
        if key in reserved:
            raise UserError(f"{spec}: extra may not set {key!r}; {reserved[key]}")
