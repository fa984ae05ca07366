"""A run that could start, whatever its setting: everybody is there, and nothing has been called or written yet."""

from collections.abc import AsyncIterator, Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from community.experiments.runs.config import RunSettings
from community.experiments.runs.manifest import Ingredients
from community.models.calls import Caller
from community.models.chat import ChatModel
from community.records import RunEvent

P = TypeVar("P")


def _nothing(_: object) -> Mapping[str, Any]:
    return {}


@dataclass
class Staged(Generic[P]):
    """A run that could start: everything it names exists, and its participants could be seated.

    Attributes:
        config: with everything drawn that is drawn.
        ingredients: what it is made of.
        models: each that takes part, once.
        seat: gives the participants, for the call path of a run.
        perform: what they do, as a setting plays it: the events of every step, in order, before the next one starts;
            its second argument names failed episodes that are not tried again.
        recall: what they know at the end, as JSON; empty when nothing outlives an episode.
    """

    config: RunSettings
    ingredients: Ingredients
    models: Collection[ChatModel]
    seat: Callable[[Caller], P]
    perform: Callable[[P, Collection[Hashable]], AsyncIterator[Sequence[RunEvent]]]
    recall: Callable[[P], Mapping[str, Any]] = _nothing

    def __post_init__(self) -> None:
        self._participants = self.seat(
            Caller()
        )  # options that a module does not take are told before a run begins

    def play(self, caller: Caller, *, skip: Collection[Hashable] = ()) -> AsyncIterator[Sequence[RunEvent]]:
        """Yield the events of every step, in order, before the next one starts; `skip` names failed episodes.

        Raises:
            UserError: a module or a model does not take its options; before the first event.
            EndpointError: an endpoint cannot be used any more.
        """
        self._participants = self.seat(caller)
        return self.perform(self._participants, skip)

    def state(self) -> Mapping[str, Any]:
        """What the participants know by now, as JSON; empty when nothing outlives an episode."""
        return self.recall(self._participants)
