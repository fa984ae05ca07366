"""What is played and by whom: everything that stays the same from reply to reply of one run of scenarios."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from community.models.seat import Seat
from community.modules import load_module
from community.modules.module import NormativeModule, Services
from community.prompts import PromptBook
from community.scenarios.config import Condition, ScenarioConfig
from community.scenarios.judging import ScenarioJudge
from community.scenarios.records import item_name
from community.scenarios.scenario import Scenario

SUBJECT, MODULE, JUDGE = "Subject", "Module", "Judge"
ANSWER_FORMAT = "there is no option to choose; the message answers the latest message of the chat"
"""For the services of a module: a reply in a chat names no option."""


@dataclass(frozen=True, slots=True)
class Item:
    """One reply that a run asks for.

    Attributes:
        number: counted from 0 over the run.
        scenario, condition: what it is a reply to, and what the subject is told.
        trial: counted from 0.
    """

    number: int
    scenario: Scenario
    condition: Condition
    trial: int

    @property
    def where(self) -> str:
        """The place in the run; part of the key of each call made for it."""
        return item_name(self.scenario.id, self.condition, self.trial)


@dataclass(frozen=True)
class Evaluation:
    """A subject, what wraps it, a judge, and the scenarios it is tried on.

    Attributes:
        config: the protocol.
        scenarios: in order.
        subject: the seat that replies.
        module, options: the module that wraps the subject, by name, and its options.
        services: what it works with.
        judge: gives the verdicts.
        prompts: the room's prompts.
    """

    config: ScenarioConfig
    scenarios: Sequence[Scenario]
    subject: Seat
    module: str
    options: Mapping[str, object]
    services: Services
    judge: ScenarioJudge
    prompts: PromptBook

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Every reply of the run, scenario by scenario."""
        places = product(self.scenarios, self.config.conditions, range(self.config.trials))
        return tuple(Item(number, *place) for number, place in enumerate(places))

    def fresh_module(self) -> NormativeModule:
        """A module that knows nothing yet: every reply has its own, so that no scenario teaches for another.

        Raises:
            UserError, PluginError: as `community.modules.load_module`.
        """
        return load_module(self.module, self.options, self.services)
