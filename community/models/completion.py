"""What a server answers on `/chat/completions`, as far as it is read; all else in it is passed over."""

from typing import Annotated

from pydantic import BaseModel, Field


class _Said(BaseModel):
    content: str | None = None
    refusal: str | None = None
    reasoning_content: str | None = None
    """Thinking as vLLM, llama.cpp and DeepSeek name it."""
    reasoning: str | None = None
    """Thinking as OpenRouter and LM Studio name it."""


class _Choice(BaseModel):
    message: _Said
    finish_reason: str | None = None


class _Tokens(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class Completion(BaseModel):
    """One answer; only its first choice counts."""

    choices: Annotated[tuple[_Choice, ...], Field(min_length=1)]
    model: str | None = None
    system_fingerprint: str | None = None
    usage: _Tokens | None = None

    @property
    def content(self) -> str:
        """The words, or those of a refusal."""
        said = self.choices[0].message
        return said.content or said.refusal or ""

    @property
    def reasoning(self) -> str:
        """The thinking that the server already took apart."""
        said = self.choices[0].message
        return said.reasoning_content or said.reasoning or ""

    @property
    def cut(self) -> bool:
        """Whether the reply ended before its end."""
        return self.choices[0].finish_reason in ("length", "content_filter")

    @property
    def version(self) -> str:
        """Name and fingerprint of the model, as far as the server says."""
        return "@".join(part for part in (self.model, self.system_fingerprint) if part)
