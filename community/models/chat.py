"""The face of every chat model: a `Request` goes in, a `Reply` comes out, thinking already removed.

`ChatModel` is LangChain's `BaseChatModel`, so any of ours can be used in other people's chains; inside the
framework only `complete` is called.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.utils import convert_to_openai_messages
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import Field

from community.models.options import Sampling
from community.prompts import Message

Finish = Literal["stop", "length", "unclosed_thinking"]


@dataclass(frozen=True, slots=True)
class Request:
    """One question to a model.

    Attributes:
        messages: the prompt, in order.
        purpose: what the call is for, a dotted name such as "debate.answer"; never sent to a provider.
        sampling: seed, temperature and the like.
        schema: JSON Schema of a structured reply, or None for prose.
    """

    messages: tuple[Message, ...]
    purpose: str
    sampling: Sampling = field(default_factory=Sampling)
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call; `estimated` when the provider did not count them."""

    prompt_tokens: int
    completion_tokens: int
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back.

    Attributes:
        text: the reply without thinking; empty when the model only thought.
        thinking: what was removed.
        finish: why it ended; "unclosed_thinking" counts as truncated.
        usage: tokens.
        model: the name and digest or fingerprint that the server reported, or "".
    """

    text: str
    usage: Usage
    thinking: str = ""
    finish: Finish = "stop"
    model: str = ""


@dataclass(frozen=True, slots=True)
class Served:
    """What an endpoint says about the model it serves; "" or None where it does not say.

    Attributes:
        model: name and digest.
        context: tokens of the window in force.
        server: the server's name and version.
    """

    model: str = ""
    context: int | None = None
    server: str = ""


class ChatModel(BaseChatModel):
    """A chat model of one provider.

    Subclasses implement `complete`; `spec` is the string that chose them, calls to one `endpoint` share a limit.
    """

    spec: str
    endpoint: str
    parallel: int = 16
    """How many calls the endpoint takes at once by default."""
    timeout: float = 600.0
    """Seconds a call may take once it is sent; enforced by the call path."""
    settings: dict[str, Any] = Field(default_factory=dict)
    """What shapes replies besides the request (context size, reasoning effort, ...): JSON, part of a cache key."""

    async def prepare(self) -> Served:
        """Prove that the endpoint can serve this model; called before a run, and again at no cost later.

        Raises:
            EndpointError: it cannot; the message names the fix.
        """
        return Served()

    @abstractmethod
    async def complete(self, request: Request) -> Reply:
        """Answer one request.

        Raises:
            TransientError: an infrastructure fault that may pass.
            EndpointError: the endpoint cannot be used.
            ContextOverflowError: the prompt does not fit.
            RejectedError: the endpoint refuses the request for good.
        """

    async def aclose(self) -> None:
        """Release connections; by default there are none."""

    @property
    def _llm_type(self) -> str:
        return self.spec.partition(":")[0]

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        sampling = Sampling(stop=tuple(stop or ()), **kwargs)
        reply = await self.complete(Request(_from_langchain(messages), "langchain", sampling))
        return ChatResult(generations=[ChatGeneration(message=_to_langchain(reply))])

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        raise NotImplementedError(f"{self.spec} is asynchronous; use `ainvoke`")


def _from_langchain(messages: Sequence[BaseMessage]) -> tuple[Message, ...]:
    plain = convert_to_openai_messages(list(messages), text_format="string")
    return tuple(Message(item["role"], str(item["content"])) for item in plain)


def _to_langchain(reply: Reply) -> AIMessage:
    usage = {
        "input_tokens": reply.usage.prompt_tokens,
        "output_tokens": reply.usage.completion_tokens,
        "total_tokens": reply.usage.prompt_tokens + reply.usage.completion_tokens,
    }
    metadata = {"finish_reason": reply.finish, "model_name": reply.model}
    return AIMessage(content=reply.text, usage_metadata=usage, response_metadata=metadata)  # pyright: ignore[reportArgumentType]
