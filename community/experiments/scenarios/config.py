"""The configuration of a run of scenarios: which ones, who replies, who judges, and how often."""

from typing import ClassVar

from pydantic import field_validator

from community.experiments.runs.config import ModuleChoice, Place, RunSettings, specs_of
from community.experiments.runs.directory import slug
from community.experiments.scenarios.selection import BUILTIN, Filters, Selection, select
from community.models import ModelOptions, is_simulated
from community.scenarios.config import (
    CONDITIONS,
    JUDGE_TEMPERATURE,
    SUBJECT_TEMPERATURE,
    Condition,
    ScenarioConfig,
)
from community.scenarios.evaluation import JUDGE, MODULE, SUBJECT
from community.scenarios.scenario import Venue

ALL = "all"
PUBLISHED: tuple[Condition, ...] = CONDITIONS[:4]
"""The conditions that the published study reports: what `all` stands for."""


class ScenarioRunConfig(ScenarioConfig, RunSettings):
    """One run: a subject, with a module around it, replies to scenarios; a judge decides."""

    length: ClassVar[str] = "trials"

    setting: str = "scenarios"
    """`scenarios`: this kind of run."""
    dataset: str = BUILTIN
    """`builtin`, a folder of YAML files, `PATH.jsonl` or `hf:OWNER/NAME[@REVISION]`."""
    scenarios: tuple[str, ...] = ()
    """Ids of the data set, of the built-in one also YAML files; by default all that pass the filters."""
    norms: tuple[str, ...] = ()
    """Only scenarios with one of these hidden norms."""
    events: tuple[str, ...] = ()
    """Only scenarios of one of these occasions."""
    venues: tuple[Venue, ...] = ()
    """Only scenarios of one of these venues."""
    subject: str = "sim:novice"
    """The model that replies."""
    judge: str = "sim:expert"
    """The model that decides; keep it the same for all subjects that you compare."""
    module: ModuleChoice = ModuleChoice()
    """The module that wraps the subject; every reply has a fresh one."""
    module_model: str = "sim:module"
    """The model that the module asks."""
    subject_options: ModelOptions = ModelOptions()
    """Its temperature is 0.9 where this leaves it open and the model takes one."""
    judge_options: ModelOptions = ModelOptions()
    """Its temperature is 0 where this leaves it open and the model takes one."""
    module_options: ModelOptions = ModelOptions()
    replies_from: str | None = None
    """A finished run whose replies are judged anew; nothing is asked of its subject."""

    @field_validator("scenarios", "norms", "events", "venues", "conditions", mode="before")
    @classmethod
    def _one(cls, value: object) -> object:
        return (value,) if isinstance(value, str) else value

    @field_validator("conditions", mode="before")
    @classmethod
    def _all(cls, value: object) -> object:
        return PUBLISHED if value in (ALL, (ALL,), [ALL]) else value

    def selection(self) -> Selection:
        """Read the scenarios that the run is about.

        Raises:
            UserError: as `select`.
        """
        return select(self.dataset, Filters(self.scenarios, self.norms, self.events, self.venues))

    @property
    def places(self) -> dict[str, Place]:
        everybody = self._everybody
        return {JUDGE: everybody[JUDGE]} if self.replies_from else everybody

    @property
    def simulated(self) -> bool:
        return any(map(is_simulated, specs_of(self._everybody)))

    @property
    def _everybody(self) -> dict[str, Place]:
        """Whose work is in the numbers, be it of an earlier run."""
        return {
            SUBJECT: Place(self.subject, "subject", self.subject_options, temperature=SUBJECT_TEMPERATURE),
            MODULE: Place(self.module_model, "module", self.module_options, self.module.asks),
            JUDGE: Place(self.judge, "judge", self.judge_options, temperature=JUDGE_TEMPERATURE),
        }

    @property
    def episodes(self) -> int:
        return len(self.selection().named) * len(self.conditions) * self.trials

    @property
    def slugs(self) -> tuple[str, ...]:
        judged = (f"by-{slug(self.judge)}",) if self.replies_from else ()
        return "scenarios", self.module.slug, self.subject, *judged

    @property
    def title(self) -> tuple[str, ...]:
        conditions = ", ".join(self.conditions)
        module = (f"module {self.module.id}",) if self.module.asks else ()
        anew = (f"replies of {self.replies_from}",) if self.replies_from else ()
        return conditions, *module, f"subject {self.subject}", f"judge {self.judge}", *anew
