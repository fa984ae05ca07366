"""The configuration of a debate run: what is enforced, who takes part, what is talked about, and how."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

from pydantic import Field, field_validator, model_validator

from community.debate import DebateConfig
from community.debate.roster import NEWCOMER, agent_name
from community.experiments.runs.config import ModuleChoice, Place, RunSettings
from community.experiments.runs.specs import MOST, JudgeSpec, Specs
from community.models import ModelOptions

MODULE, JUDGE = "Module", "Judge"


class DebateRunConfig(DebateConfig, RunSettings):
    """One run: a community, a newcomer with its module, and a number of debates."""

    length: ClassVar[str] = "questions"
    stand_ins: ClassVar[Mapping[str, Any]] = {"norms": ("any",)}

    setting: str = "debate"
    """`debate`: this kind of run."""
    norms: tuple[str, ...] = Field(min_length=1)
    """Enforced norms: ids of the catalogue or paths of YAML files; with several, a message must follow all."""
    module: ModuleChoice = ModuleChoice()
    task: str = "procedural"
    """`procedural`, `mmlu_pro`, `mmlu_pro:PATH` or `file:PATH`."""
    questions: int = Field(default=50, ge=1, le=100_000)
    """How many questions, one debate each."""
    background: Specs = Field(default=("sim:expert", "sim:expert"), min_length=1, max_length=MOST)
    """One model per background agent; `SPEC*K` stands for K of the same."""
    newcomer: str = "sim:novice"
    """The newcomer's model."""
    module_model: str = "sim:module"
    """The model that the module asks."""
    background_options: ModelOptions = ModelOptions()
    newcomer_options: ModelOptions = ModelOptions()
    module_options: ModelOptions = ModelOptions()
    judge: JudgeSpec | None = None
    """The model that decides norms of `kind: judged`, and rates stated beliefs; needed by such norms alone."""
    judge_options: ModelOptions = ModelOptions()
    idiosyncratic: tuple[str, ...] | int = 0
    """Habits of background agents: how many to draw, one per agent, or their ids (the i-th is agent i's)."""
    costly: bool = False
    """Draw the habits from the costly set; the word cap is then 200 unless another is given."""

    @property
    def places(self) -> dict[str, Place]:
        found = {NEWCOMER: Place(self.newcomer, "newcomer", self.newcomer_options)}
        for position, spec in enumerate(self.background):
            found[agent_name(position)] = Place(spec, "background", self.background_options)
        found[MODULE] = Place(self.module_model, "module", self.module_options, self.module.asks)
        if self.judge is not None:
            found[JUDGE] = Place(self.judge, "judge", self.judge_options)
        return found

    @property
    def episodes(self) -> int:
        return self.questions

    @property
    def slugs(self) -> tuple[str, ...]:
        norm = "+".join(Path(name).stem for name in self.norms)
        return norm, self.module.slug, self.newcomer

    @property
    def title(self) -> tuple[str, ...]:
        return " + ".join(self.norms), f"module {self.module.id}", f"newcomer {self.newcomer}"

    @field_validator("schedule", "sanction", mode="before")
    @classmethod
    def _by_name(cls, value: object, info: Any) -> object:
        if not isinstance(value, str):
            return value
        return {"kind" if info.field_name == "schedule" else "style": value}

    @field_validator("norms", mode="before")
    @classmethod
    def _one_norm(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value

    @field_validator("norms")
    @classmethod
    def _each_norm_once(cls, norms: tuple[str, ...]) -> tuple[str, ...]:
        twice = sorted({norm for norm in norms if norms.count(norm) > 1})
        if twice:
            raise ValueError(f"{', '.join(map(repr, twice))} is given twice")
        return norms

    @model_validator(mode="after")
    def _habits_fit(self) -> Self:
        wanted = self.idiosyncratic if isinstance(self.idiosyncratic, int) else len(self.idiosyncratic)
        if not 0 <= wanted <= len(self.background):
            raise ValueError(
                f"idiosyncratic: {wanted} habits for {len(self.background)} background agents; one per agent is allowed"
            )
        return self
