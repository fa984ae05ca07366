"""The configuration of a run of group chats: what is enforced, who takes part with which models, and how."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

from pydantic import Field, model_validator

from community.chat import ChatConfig
from community.chat.roster import CHAIR, member_name, module_name, newcomer_name
from community.experiments.runs.config import ModuleChoice, Place, RunSettings
from community.experiments.runs.specs import MOST, JudgeSpec, Specs
from community.models import ModelOptions

JUDGE = "Judge"


class ChatRunConfig(ChatConfig, RunSettings):
    """One run: members, newcomers with a module around each, and a number of chats."""

    length: ClassVar[str] = "chats"
    stand_ins: ClassVar[Mapping[str, Any]] = {"phases": ("any",)}

    setting: str = "chat"
    """`chat`: this kind of run."""
    members: int = Field(default=3, ge=1, le=MOST)
    """How many background agents there are."""
    newcomers: int = Field(default=1, ge=1, le=MOST)
    """How many newcomers join."""
    member: Specs = Field(default=("sim:expert",), min_length=1)
    """Models of the members, in turn: with one, all have the same; `SPEC*K` stands for K of the same."""
    newcomer: Specs = Field(default=("sim:novice",), min_length=1)
    """Models of the newcomers, likewise."""
    module: ModuleChoice = ModuleChoice()
    """Every newcomer has one of its own."""
    module_model: str = "sim:module"
    """The model that the modules ask."""
    judge: JudgeSpec | None = None
    """The model that decides norms of `kind: judged`, and rates stated beliefs; needed by such norms alone."""
    chair: str = "sim:expert"
    """The model that chooses who speaks next; only the order `model` asks it."""
    member_options: ModelOptions = ModelOptions()
    newcomer_options: ModelOptions = ModelOptions()
    module_options: ModelOptions = ModelOptions()
    judge_options: ModelOptions = ModelOptions()
    chair_options: ModelOptions = ModelOptions()

    @property
    def member_names(self) -> tuple[str, ...]:
        """In roster order."""
        return tuple(map(member_name, range(self.members)))

    @property
    def newcomer_names(self) -> tuple[str, ...]:
        """In roster order."""
        return tuple(map(newcomer_name, range(self.newcomers)))

    @property
    def places(self) -> dict[str, Place]:
        found: dict[str, Place] = {}
        for position, name in enumerate(self.member_names):
            found[name] = Place(self.member[position % len(self.member)], "member", self.member_options)
        for position, name in enumerate(self.newcomer_names):
            spec = self.newcomer[position % len(self.newcomer)]
            found[name] = Place(spec, "newcomer", self.newcomer_options)
            found[module_name(name)] = Place(
                self.module_model, "module", self.module_options, self.module.asks
            )
        if self.judge is not None:
            found[JUDGE] = Place(self.judge, "judge", self.judge_options)
        if self.order == "model":
            found[CHAIR] = Place(self.chair, "chair", self.chair_options)
        return found

    @property
    def episodes(self) -> int:
        return self.chats

    @property
    def slugs(self) -> tuple[str, ...]:
        norms = "-then-".join("+".join(Path(norm).stem for norm in phase.norms) for phase in self.phases)
        return "chat", norms, self.module.slug, self.newcomer[0]

    @property
    def title(self) -> tuple[str, ...]:
        first, *later = (" + ".join(phase.norms) for phase in self.phases)
        turns = (phase.from_turn for phase in self.phases[1:])
        changes = (f"{norms} from turn {turn}" for norms, turn in zip(later, turns, strict=True))
        who = " and ".join(dict.fromkeys(self.newcomer))
        people = f"{self.newcomers} newcomers {who}" if self.newcomers > 1 else f"newcomer {who}"
        return first, *changes, f"module {self.module.id}", people

    @model_validator(mode="after")
    def _everybody_finds_a_place(self) -> Self:
        for number, field in ((self.members, "member"), (self.newcomers, "newcomer")):
            models = len(getattr(self, field))
            if models > number:
                raise ValueError(f"{field}: {models} models for {number}; say how many with `{field}s`")
        if len(self.habits) > self.members:
            raise ValueError(
                f"habits: {len(self.habits)} entries for {self.members} members; give one per member"
            )
        return self
