"""LangChain models: settings go to fields of the class, or are refused."""

from typing import Any

import pytest
from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from community.errors import EndpointError, PluginError, RejectedError, TransientError, UserError
from community.models import ModelOptions, Sampling, connect
from community.models.chat import Request
from community.prompts import Message

HERE = f"langchain:{__name__}"
ASK = Request(
    (Message("system", "Be brief."), Message("user", "Hi.")), "test", Sampling(top_p=None, max_tokens=None)
)


class Echo(BaseChatModel):
    """Says what it was given."""

    greeting: str = "hello"
    temperature: float | None = None
    seed: int | None = None
    num_predict: int | None = None
    error: Any = None

    @property
    def _llm_type(self) -> str:
        return "echo"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        if self.error is not None:
            raise self.error
        said = f"<think>hmm</think>{self.greeting} {self.temperature} {self.seed} {self.num_predict} {stop}"
        content: list[Any] = [{"type": "thinking", "thinking": "apart"}, {"type": "text", "text": said}]
        usage: Any = {"input_tokens": len(messages), "output_tokens": 9, "total_tokens": 11}
        about = {"model_name": "echo-1", "finish_reason": "length"}
        message = AIMessage(content=content, usage_metadata=usage, response_metadata=about)
        return ChatResult(generations=[ChatGeneration(message=message)])


class StatusError(Exception):
    """An error as HTTP clients make them."""

    def __init__(self, status_code: int) -> None:
        super().__init__(f"status {status_code}")
        self.status_code = status_code


async def test_arguments_and_settings_reach_the_class():
    model = connect(f"{HERE}:Echo,greeting=good day", ModelOptions(temperature=0.5, max_tokens=7))
    sampling = Sampling(seed=2**62 + 3, temperature=0.5, top_p=None, max_tokens=7, stop=("END",))

    reply = await model.complete(Request(ASK.messages, "test", sampling))

    assert reply.text == "good day 0.5 3 7 ['END']"
    assert (reply.thinking, reply.finish, reply.model) == ("apart\nhmm", "length", "echo-1")
    assert (reply.usage.prompt_tokens, reply.usage.completion_tokens) == (2, 9)
    assert model.settings == {"arguments": {"greeting": "good day"}}


async def test_extra_holds_arguments_of_any_type():
    reply = await connect(f"{HERE}:Echo", ModelOptions(extra={"greeting": "hi, you"})).complete(ASK)

    assert reply.text.startswith("hi, you")


def test_a_setting_without_a_field_is_refused():
    with pytest.raises(UserError, match="no field for top_p"):
        connect(f"{HERE}:Echo", ModelOptions(top_p=0.9))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("langchain:Echo", "module:Class"),
        (f"{HERE}:Echo,greeting", "argument=value"),
        (f"{HERE}:Echo,api_key=sk-1", "keys may not stand"),
        (f"{HERE}:Echo,temperature=warm", "cannot be built"),
        (f"{HERE}:None_", "package installed"),
        ("langchain:no.such.package:Chat", "package installed"),
        ("langchain:builtins:dict", "not a LangChain chat model"),
    ],
)
def test_a_wrong_spec_is_the_users_to_mend(spec: str, message: str):
    with pytest.raises(UserError, match=message):
        connect(spec)


async def test_a_schema_is_refused_so_that_json_is_asked_for_in_words():
    with pytest.raises(RejectedError, match="schema"):
        await connect(f"{HERE}:Echo").complete(
            Request(ASK.messages, "test", ASK.sampling, {"type": "object"})
        )


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (StatusError(429), TransientError),
        (StatusError(503), TransientError),
        (StatusError(401), EndpointError),
        (StatusError(400), RejectedError),
        (ConnectionError("refused"), TransientError),
        (TimeoutError(), TransientError),
        (KeyError("bug"), PluginError),
    ],
)
async def test_errors_of_the_class_become_ours(error: Exception, kind: type[Exception]):
    with pytest.raises(kind) as caught:
        await connect(f"{HERE}:Echo", ModelOptions(extra={"error": error})).complete(ASK)

    assert type(caught.value) is kind
