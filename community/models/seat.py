"""A seat at a model: one member of a run, its model, its random seed, and the call path."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pydantic import BaseModel

from community.models import structured
from community.models.calls import Caller, CallKey, Grade
from community.models.chat import ChatModel, Reply, Request, Sampling
from community.models.journal import Finished
from community.models.structured import Structured
from community.prompts import Message, PromptBook
from community.seeds import derive

T = TypeVar("T", bound=BaseModel)


@dataclass(frozen=True)
class Seat:
    """Who asks.

    Attributes:
        name: of the member; part of every call's key and seed.
        model: that answers.
        caller: the call path of the run.
        seed: of the run; every call draws its own from it.
        sampling: settings of every call, but for the seed.
        prompts: the prompts of the models room.
    """

    name: str
    model: ChatModel
    caller: Caller
    seed: int
    sampling: Sampling = field(default_factory=Sampling)
    prompts: PromptBook = field(default_factory=structured.load_model_prompts)

    async def say(self, messages: Sequence[Message], *, where: str, purpose: str, attempt: int = 0) -> Reply:
        """A reply in prose.

        Args:
            messages: the prompt.
            where: the place in the run, for example "d3.r1".
            purpose: the name of the prompt.
            attempt: tells apart calls that share all of the above.

        Raises:
            ModelCallError: the call failed for good; see `Caller.settle`.
            RecordError: the journal has this call with another request.
        """
        return (await self._settle(messages, None, CallKey(where, self.name, purpose, attempt), None)).reply

    async def fill(
        self, messages: Sequence[Message], shape: type[T], *, default: T, where: str, purpose: str
    ) -> Structured[T]:
        """A reply in the form of `shape`, or `default` when two replies could not be read.

        Raises:
            ModelCallError: a call failed for good; a reply that cannot be read is no failure.
            RecordError: the journal has this call with another request.
        """

        async def ask(
            messages: Sequence[Message], schema: Mapping[str, Any], attempt: int, grade: Grade
        ) -> Finished:
            return await self._settle(messages, schema, CallKey(where, self.name, purpose, attempt), grade)

        return await structured.fill(ask, messages, shape, default=default, prompts=self.prompts)

    async def _settle(
        self, messages: Sequence[Message], schema: Mapping[str, Any] | None, key: CallKey, grade: Grade | None
    ) -> Finished:
        seed = derive(self.seed, key.where, key.who, key.purpose, key.attempt)
        request = Request(tuple(messages), key.purpose, replace(self.sampling, seed=seed), schema)
        return await self.caller.settle(self.model, request, key, grade=grade)
