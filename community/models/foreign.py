"""Any LangChain chat model: `langchain:module:Class`, or with arguments `langchain:module:Class,model=x,k=5`."""

import asyncio
from typing import Any, cast

import yaml
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, convert_to_messages
from pydantic import Field, SkipValidation

from community.errors import CommunityError, PluginError, RejectedError, UserError
from community.models import faults
from community.models.chat import ChatModel, Reply, Request, Usage
from community.models.options import ModelOptions, Sampling, holds_secret, refuse_unhonoured, wire_seed
from community.models.spec import ModelSpec, sampling_for
from community.models.thinking import compose
from community.models.tokens import estimate_prompt, estimate_tokens
from community.plugins import load_object

_FIELDS = {
    "seed": ("seed",),
    "temperature": ("temperature",),
    "top_p": ("top_p",),
    "max_tokens": (
        "max_tokens",
        "max_completion_tokens",
        "max_output_tokens",
        "max_new_tokens",
        "num_predict",
    ),
}
"""Setting -> the fields that LangChain classes have for it."""


def connect(spec: ModelSpec, options: ModelOptions) -> "ForeignModel":
    """The model of a LangChain class, built with the spec's arguments and `extra`.

    Raises:
        UserError: no such class, it cannot be built, or it has no field for a setting.
    """
    hint = "give it as an argument of the class, in the spec or in extra"
    refuse_unhonoured(
        spec, options, dict.fromkeys(("num_ctx", "keep_alive", "threads", "reasoning", "api_key_env"), hint)
    )
    target, arguments = _parse(spec)
    arguments |= options.extra
    model = ForeignModel(
        spec=str(spec),
        endpoint=f"langchain:{target}",
        parallel=options.parallel or 16,
        timeout=options.timeout,
        options=options,
        settings={"arguments": arguments},
        inner=_build(spec, target, arguments),
    )
    model.drawn(sampling_for(spec, options))
    return model


def _parse(spec: ModelSpec) -> tuple[str, dict[str, Any]]:
    target, *pairs = spec.name.split(",")
    module, colon, name = target.partition(":")
    if not (module and colon and name) or not all("=" in pair for pair in pairs):
        raise UserError(
            f"model {str(spec)!r} must be langchain:module:Class or langchain:module:Class,argument=value,..."
        )
    arguments = {key.strip(): _scalar(text) for key, _, text in (pair.partition("=") for pair in pairs)}
    if any(map(holds_secret, arguments)):
        raise UserError(
            f"keys may not stand in a spec; langchain:{target} reads its key from a variable of its own"
        )
    return target, arguments


def _scalar(text: str) -> Any:
    """A number, true, false, null or text, as YAML reads it."""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        return text


def _build(spec: ModelSpec, target: str, arguments: dict[str, Any]) -> BaseChatModel:
    try:
        built: Any = cast("type[Any]", load_object(target, f"model {str(spec)!r}"))(**arguments)
    except PluginError as error:
        raise UserError(f"{error}; is its package installed?") from error
    except Exception as error:
        raise UserError(
            f"{spec} cannot be built: {type(error).__name__}: {faults.tidy(str(error))}"
        ) from error
    if not isinstance(built, BaseChatModel):
        raise UserError(f"{spec}: {target!r} is not a LangChain chat model")
    return built


class ForeignModel(ChatModel):
    """Somebody else's chat model. A setting is sent where its class has a field for it; a seed only then."""

    options: ModelOptions
    inner: SkipValidation[BaseChatModel] = Field(repr=False, exclude=True)

    async def complete(self, request: Request) -> Reply:
        if request.schema is not None:
            raise RejectedError(f"{self.spec}: takes no JSON schema (response_format)")
        model = self.drawn(request.sampling)
        prompt = convert_to_messages([(message.role, message.text) for message in request.messages])
        try:
            async with asyncio.timeout(self.timeout):
                answer = await model.ainvoke(prompt, stop=list(request.sampling.stop) or None)
        except CommunityError:
            raise
        except Exception as error:
            raise self._fault(error) from error
        return _reply(answer, request)

    def drawn(self, sampling: Sampling) -> BaseChatModel:
        """The inner model with the settings of one call.

        Raises:
            UserError: a setting that its class has no field for.
        """
        wanted = {
            "seed": wire_seed(sampling.seed),
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "max_tokens": sampling.max_tokens,
        }
        fields = type(self.inner).model_fields
        update: dict[str, Any] = {}
        for setting, value in wanted.items():
            field = next((name for name in _FIELDS[setting] if name in fields), None)
            if field is not None and value is not None:
                update[field] = value
            elif value is not None and setting != "seed":
                raise UserError(f"{self.spec}: the class has no field for {setting}; leave it unset")
        return self.inner.model_copy(update=update)

    def _fault(self, error: Exception) -> Exception:
        response = getattr(error, "response", None)
        status = getattr(error, "status_code", None) or getattr(response, "status_code", None)
        if isinstance(status, int) and status >= 400:
            headers = {
                str(name).lower(): str(value)
                for name, value in dict(getattr(response, "headers", {})).items()
            }
            return faults.from_status(status, str(error), spec=self.spec, headers=headers)
        if (
            isinstance(error, OSError | TimeoutError)
            or "Connect" in type(error).__name__
            or "Timeout" in type(error).__name__
        ):
            return faults.unreachable(self.spec, self.endpoint, error)
        return PluginError(f"{self.spec} failed: {type(error).__name__}: {faults.tidy(str(error))}")


def _reply(answer: BaseMessage, request: Request) -> Reply:
    content = str(answer.text)
    reasoning = "\n".join(filter(None, map(_reasoning, answer.content_blocks)))
    about = answer.response_metadata
    ended = str(about.get("finish_reason") or about.get("stop_reason") or about.get("done_reason") or "")
    counted = answer.usage_metadata if isinstance(answer, AIMessage) else None
    if counted:
        usage = Usage(counted["input_tokens"], counted["output_tokens"])
    else:
        usage = Usage(estimate_prompt(request.messages), estimate_tokens(content + reasoning), estimated=True)
    cut = ended.lower() in ("length", "max_tokens")
    name = str(about.get("model_name") or about.get("model") or "")
    return compose(content, reasoning, cut=cut, usage=usage, model=name)


def _reasoning(block: Any) -> str:
    """The thinking in one content block, standard or as a provider spells it."""
    inner: dict[str, Any] = block.get("value") or {} if block.get("type") == "non_standard" else block
    return str(inner.get("reasoning") or inner.get("thinking") or "")
