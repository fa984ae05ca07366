"""What a setting brings to a run: its configuration, its participants, its events and what they come to."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from rich.console import Console, RenderableType

from community.config import Document, validate
from community.errors import RecordError, UnknownIdError, UserError
from community.experiments.runs.config import RunSettings
from community.experiments.runs.directory import RunDirectory
from community.experiments.runs.plan import Plan
from community.experiments.runs.result import RunResult
from community.experiments.runs.staging import Staged
from community.experiments.watching.glyphs import Glyphs
from community.experiments.watching.pace import RECENT
from community.models.pool import ModelPool
from community.plugins import load_object
from community.records import RunEvent, read_json

C = TypeVar("C", bound=RunSettings)


class Progress(Protocol):
    """How far a run has come, folded from its events as they happen; episodes are counted from 1, as people do."""

    planned: int
    current: int
    """The episode that began last; 0 before the first."""
    ended: int
    """How many are over."""
    failed: int
    """How many of these ended in an error."""

    def take(self, events: Sequence[RunEvent]) -> None:
        """Count the events of a step."""

    def rows(self, glyphs: Glyphs, width: int) -> Sequence[tuple[str, RenderableType]]:
        """Label and content of the lines that a live picture has of this setting alone; content of at most `width`."""
        ...

    def news(self, glyphs: Glyphs) -> Sequence[str]:
        """What the last step brought, in lines for a log."""
        ...


class Setting(ABC, Generic[C]):
    """One kind of run."""

    name: ClassVar[str]
    noun: ClassVar[str]
    """What an episode is called."""
    recent: ClassVar[int] = RECENT
    """So many episodes tell how long the rest will take; many where many are under way at once."""
    config_type: type[C]
    numbers: ClassVar[tuple[str, ...]]
    """Names of the numbers of a result that a user can demand a bound of."""

    @property
    def nouns(self) -> str:
        """What several episodes are called."""
        return f"{self.noun}s"

    @abstractmethod
    def stage(self, config: C, pool: ModelPool) -> Staged[Any]:
        """Read and check everything that the configuration names.

        Raises:
            UserError: something is missing or faulty.
        """

    async def plan(self, config: C, *, played: int | None = None) -> Plan:
        """Estimate what a run would take by playing `played` of its episodes with scripted people; nothing is kept.

        None plays as many as are usual here.

        Raises:
            UserError: something that the configuration names is missing or faulty, or this setting has no estimate.
        """
        raise UserError(f"what a run of setting {config.setting!r} takes cannot be estimated yet")

    @abstractmethod
    def read_event(self, line: Mapping[str, Any]) -> RunEvent:
        """The event that a line of the log holds.

        Raises:
            pydantic.ValidationError: it holds none.
        """

    @abstractmethod
    def score(self, directory: RunDirectory, config: C) -> RunResult:
        """Recompute every metric from the records, write `metrics.json`, and give the result; no model is called."""

    @abstractmethod
    def progress(self, config: C) -> Progress:
        """An account of a run that has just begun."""

    @abstractmethod
    def summary(self, result: RunResult, directory: RunDirectory, console: Console) -> RenderableType:
        """The headline numbers of a result for a person."""


SETTINGS = {
    "debate": "community.experiments.debates.setting:DebateSetting",
    "scenarios": "community.experiments.scenarios.setting:ScenarioSetting",
    "chat": "community.experiments.chats.setting:ChatSetting",
}
"""Name -> class; a run names its setting in its configuration."""
DEFAULT = "debate"


def setting_of(config: RunSettings) -> Setting[Any]:
    """The setting of a run with this configuration."""
    return setting_named(config.setting)


def read_config(directory: RunDirectory) -> RunSettings:
    """The resolved configuration of a run, of whatever setting it is.

    Raises:
        UserError: it was edited into something that is no configuration.
    """
    try:
        data = read_json(directory.config)
    except RecordError as error:
        raise UserError(str(error)) from error
    setting = setting_named(str(data.get("setting", DEFAULT)))
    return validate(Document(data, {}, str(directory.config)), setting.config_type)


def setting_named(name: str) -> Setting[Any]:
    """The setting of this name.

    Raises:
        UnknownIdError: there is none.
    """
    if name not in SETTINGS:
        raise UnknownIdError("setting", name, SETTINGS)
    kind = load_object(SETTINGS[name], f"setting {name!r}")
    assert isinstance(kind, type) and issubclass(kind, Setting)
    return cast("type[Setting[Any]]", kind)()
