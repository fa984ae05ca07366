"""The contract of a normative module: it wraps the newcomer, sees what it sees, and rewrites what it sends."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import Field, TypeAdapter

from community.config import Config
from community.models.seat import Seat
from community.modules.observation import Interaction, Round
from community.prompts import PromptBook

_WINDOW = TypeAdapter(list[Interaction])


class ModuleConfig(Config):
    """Options every module has; a module's own options extend this class."""

    window: int = Field(default=10, ge=1)
    """How many past interactions the module keeps."""


@dataclass(frozen=True)
class Services:
    """What a module is given to work with.

    Attributes:
        seat: the module's model and the call path to it.
        prompts: the room's prompts, some perhaps replaced by the user's.
        seed: of this module; streams are drawn from it by name.
        answer_format: how the final answer to the question must stay visible in a message, in words.
        word_cap: messages are cut after so many words; None without a cap.
    """

    seat: Seat
    prompts: PromptBook
    seed: int
    answer_format: str
    word_cap: int | None = None


@dataclass(frozen=True)
class Context:
    """The moment in which a candidate is about to be sent.

    Attributes:
        where: the place in the run, for example "d3.r1"; part of every call's key.
        question: as posed.
        round: the number of the round.
        participating: the message goes to the community; otherwise the newcomer only watches this round.
        so_far: the finished rounds of this interaction, from the newcomer's seat.
    """

    where: str
    question: str
    round: int
    participating: bool
    so_far: tuple[Round, ...]


class NormativeModule(ABC):
    """Wraps a newcomer in any text setting.

    A subclass states its options as `Config`, rewrites candidates, and learns from finished interactions. It sees
    only what a newcomer could see. `state` and `restore` carry what it knows as JSON from one run to another.
    """

    Config: ClassVar[type[ModuleConfig]] = ModuleConfig
    recollection: str | None = None
    """What the newcomer itself is shown of the past in its own prompt; None: nothing."""

    def __init__(self, config: ModuleConfig, services: Services) -> None:
        self.config = config
        self.services = services
        self.window: list[Interaction] = []

    @abstractmethod
    async def rewrite(self, candidate: str, context: Context) -> str:
        """The message to send instead of `candidate`."""

    async def learn(self, interaction: Interaction) -> None:
        """Take in a finished interaction: it enters the window. A subclass that reads the window calls this first."""
        self.window = [*self.window, interaction][-self.config.window :]

    @property
    def belief(self) -> str | None:
        """What the module thinks the norm is, in English; None before it thinks anything."""
        return None

    def state(self) -> dict[str, Any]:
        """What the module knows, as JSON; a subclass that knows more than the window adds its own keys."""
        return {"window": _WINDOW.dump_python(self.window, mode="json")}

    def restore(self, state: dict[str, Any]) -> None:
        """Take up what `state` wrote."""
        self.window = _WINDOW.validate_python(state["window"])
