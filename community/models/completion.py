"""What a server answers on `/chat/completions`, as far as it is read; all else in it is passed over.

Servers differ, so nothing but the lack of a message costs a reply: what is no count is missing, and words may come
in parts.
"""

import json
from typing import Annotated, Any, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)


class FailedAnswerError(ValueError):
    """A status of 200, and yet the body tells of a fault of the server or of one behind it."""


def read_completion(answer: bytes) -> "Completion":
    """The answer in the body of a response.

    Raises:
        FailedAnswerError: it tells of a fault instead.
        ValueError: it is not JSON, or has no first choice.
        RecursionError: it is nested too deeply.
    """
    document: object = json.loads(answer)
    try:
        return Completion.model_validate(document)
    except ValidationError:
        if fault := _part(document).get("error"):
            raise FailedAnswerError(json.dumps(fault, ensure_ascii=False)) from None
        raise


def _first(choices: object) -> object:
    return cast("list[object]", choices)[:1] if isinstance(choices, list) else choices


def _or_none(value: object, read: ValidatorFunctionWrapHandler) -> Any:
    try:
        return read(value)
    except ValidationError:
        return None


_Count = Annotated[Annotated[int, Field(ge=0)] | None, WrapValidator(_or_none)]


class _Said(BaseModel):
    content: object = None
    refusal: object = None
    reasoning_content: object = None
    """Thinking as vLLM, llama.cpp and DeepSeek name it."""
    reasoning: object = None
    """Thinking as OpenRouter and LM Studio name it."""


class _Choice(BaseModel):
    message: _Said
    finish_reason: object = None


class _Tokens(BaseModel):
    prompt_tokens: _Count = None
    completion_tokens: _Count = None


class Completion(BaseModel):
    """One answer; only its first choice counts."""

    choices: Annotated[list[_Choice], Field(min_length=1), BeforeValidator(_first)]
    model: object = None
    system_fingerprint: object = None
    usage: Annotated[_Tokens | None, WrapValidator(_or_none)] = None

    @property
    def content(self) -> str:
        """The words, or those of a refusal."""
        said = self.choices[0].message
        return _words(said.content) or _words(said.refusal)

    @property
    def reasoning(self) -> str:
        """The thinking that the server already took apart."""
        said = self.choices[0].message
        return _words(said.reasoning_content) or _words(said.reasoning) or _thought(said.content)

    @property
    def cut(self) -> bool:
        """Whether the reply ended before its end."""
        return self.choices[0].finish_reason in ("length", "content_filter")

    @property
    def version(self) -> str:
        """Name and fingerprint of the model, as far as the server says."""
        return "@".join(part for part in (_words(self.model), _words(self.system_fingerprint)) if part)


def _words(said: object) -> str:
    """Plain words; those of all parts; anything else as JSON."""
    if said is None or said is False:
        return ""
    if isinstance(said, str):
        return said
    if isinstance(said, list):
        return "".join(map(_words, cast("list[object]", said)))
    part = _part(said)
    if part.keys() & {"type", "text"}:
        return _words(part.get("text"))
    return json.dumps(said, ensure_ascii=False)


def _thought(said: object) -> str:
    """Thinking that came as parts of the content."""
    parts = cast("list[object]", said) if isinstance(said, list) else []
    return "".join(_words(_part(part).get("thinking")) for part in parts)


def _part(said: object) -> dict[str, object]:
    return cast("dict[str, object]", said) if isinstance(said, dict) else {}
