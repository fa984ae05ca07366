"""From the places of a configuration to seats at models; nothing is contacted yet."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from community.experiments.runs.config import Place
from community.models import is_simulated, parse_spec, sampling_for
from community.models.calls import Caller
from community.models.chat import ChatModel
from community.models.pool import ModelPool
from community.models.seat import Seat
from community.models.windows import demand_one_window
from community.prompts import PromptBook

Models = Mapping[str, ChatModel]
"""Who sits there -> the chat model; one object per distinct spec and options."""


def connect(places: Mapping[str, Place], pool: ModelPool, person: Callable[[str], ChatModel]) -> Models:
    """Build the chat models of all places.

    Args:
        places: by the names of who sits there.
        pool: of the models that are no scripted people.
        person: the scripted person of a spec; called once for each.

    Raises:
        UserError: a spec, an option or an extra is wrong or missing, or places contradict each other.
    """
    known = cache(person)
    models = {
        name: known(place.spec) if is_simulated(place.spec) else pool.model(place.spec, place.options)
        for name, place in places.items()
    }
    demand_one_window((f"{places[name].role}_options", model) for name, model in models.items())
    return models


def asked(places: Mapping[str, Place], models: Models) -> list[ChatModel]:
    """Each model that is asked for anything, once, in the order of places."""
    found = (models[name] for name, place in places.items() if place.asked)
    return list({id(model): model for model in found}.values())


@dataclass(frozen=True)
class Seating:
    """The seats of a run.

    Attributes:
        places: by the names of who sits there.
        models: likewise.
        caller: the call path of the run.
        seed: of the run.
        prompts: the prompts of the models room.
    """

    places: Mapping[str, Place]
    models: Models
    caller: Caller
    seed: int
    prompts: PromptBook

    def seat(self, name: str) -> Seat:
        """The seat of somebody who has a place."""
        place = self.places[name]
        sampling = sampling_for(parse_spec(place.spec), place.options, temperature=place.temperature)
        return Seat(name, self.models[name], self.caller, self.seed, sampling, self.prompts)

    def seat_if_any(self, name: str) -> Seat | None:
        """The seat of somebody who may have no place."""
        return self.seat(name) if name in self.places else None
