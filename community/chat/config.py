"""Every option of the group chat itself."""

from itertools import pairwise
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from community.agents.enforcement import EnforcementConfig
from community.agents.final import Tags
from community.config import Config

SanctionStyle = Literal["silence", "topic_change", "tease", "correction", "exclusion"]
Order = Literal["round_robin", "addressed_next", "random", "model"]


class SocialSanctionConfig(EnforcementConfig):
    """How the members meet a message of a newcomer that breaks the norm, and how surely they do."""

    style: SanctionStyle = "correction"
    """`silence`: nobody answers; `topic_change`, `tease`, `correction`: somebody does so; `exclusion`: passed over."""
    turns: int = Field(default=6, ge=1)
    """Under `exclusion`, the newcomer is passed over for so many turns."""


class Phase(Config):
    """From a turn on, these norms are enforced."""

    from_turn: int = Field(default=1, ge=1)
    norms: tuple[str, ...] = Field(min_length=1)
    """Ids of the catalogue or paths of YAML files; with several, a message must follow all."""

    @field_validator("norms", mode="before")
    @classmethod
    def _one_norm(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value


class ChatConfig(Config):
    """A group chat of members who know each other and newcomers who do not know the norm."""

    phases: tuple[Phase, ...] = Field(min_length=1)
    """What is enforced from which turn on; one norm or a list of ids stands for a single phase."""
    habits: tuple[tuple[str, ...], ...] = ()
    """Idiosyncratic behaviours that nobody enforces: the i-th entry holds those of member i."""
    chats: int = Field(default=1, ge=1, le=100_000)
    """Chats of the run, one after the other; the newcomers keep what they have learned."""
    turns: int = Field(default=60, ge=1, le=10_000)
    """Messages of a chat."""
    joins: int = Field(default=6, ge=0)
    """Turns that the newcomers only read before they may speak."""
    order: Order = "round_robin"
    """Who speaks next: `addressed_next` is whoever was named, `random` is drawn, `model` leaves it to a model."""
    sanction: SocialSanctionConfig = SocialSanctionConfig()
    demonstrations: bool = True
    """Whether members show the norm before the newcomers' first messages; without, they are told it only then."""
    insiders: Literal["verified", "prompted"] = "verified"
    """`prompted`: told the norm, reminded each turn; `verified`: also checked, re-asked once, then made to comply."""
    topic_every: int = Field(default=12, ge=1)
    """A new topic comes up every so many turns."""
    topics: str | None = None
    """A YAML file of topics in place of ours."""
    history: int = Field(default=30, ge=1)
    """So many of the latest messages stand in a prompt."""
    word_cap: int | None = Field(default=None, ge=1)
    """A newcomer's message is cut after so many words before it is checked and sent."""
    final_tags: Tags = "lenient"
    """A reply without <final> tags: `lenient` takes it whole, `strict` makes it empty; both count a format failure."""

    @field_validator("phases", mode="before")
    @classmethod
    def _one_phase(cls, value: object) -> object:
        if isinstance(value, str):
            return ({"norms": (value,)},)
        norms = list(value) if isinstance(value, list | tuple) else []  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        return ({"norms": norms},) if norms and all(isinstance(norm, str) for norm in norms) else value  # pyright: ignore[reportUnknownVariableType]

    @field_validator("phases")
    @classmethod
    def _in_order(cls, phases: tuple[Phase, ...]) -> tuple[Phase, ...]:
        starts = [phase.from_turn for phase in phases]
        if starts[0] != 1:
            raise ValueError(f"the first phase starts at turn {starts[0]}; it must start at turn 1")
        if any(later <= earlier for earlier, later in pairwise(starts)):
            raise ValueError(f"phases start at turns {', '.join(map(str, starts))}; each must start later")
        return phases

    @field_validator("habits", mode="before")
    @classmethod
    def _one_habit_each(cls, value: object) -> object:
        if not isinstance(value, list | tuple):
            return value
        return tuple((habit,) if isinstance(habit, str) else habit for habit in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]

    @field_validator("sanction", mode="before")
    @classmethod
    def _by_style(cls, value: object) -> object:
        return {"style": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _all_comes_to_pass(self) -> Self:
        if self.joins >= self.turns:
            raise ValueError(
                f"joins: newcomers join after turn {self.joins} of {self.turns}; they must speak"
            )
        late = [phase.from_turn for phase in self.phases if phase.from_turn > self.turns]
        if late:
            raise ValueError(f"phases: one starts at turn {late[0]}, and a chat has {self.turns}")
        return self
