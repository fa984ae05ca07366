"""What the configuration of every run has, whatever its setting."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import Field, NonNegativeInt, field_validator, model_validator

from community.config import Config
from community.models import ModelOptions, is_simulated


@dataclass(frozen=True, slots=True)
class Place:
    """Where a model sits.

    Attributes:
        spec: of the model.
        role: the field of the configuration that names it.
        options: of the model.
        asked: whether it is asked for anything; the model of module `none` is not.
        temperature: where the options leave it open and the model takes one; None for what is usual.
    """

    spec: str
    role: str
    options: ModelOptions
    asked: bool = True
    temperature: float | None = None


class RunSettings(Config):
    """Base of the configurations of runs, one class a setting; `setting` in a file says which."""

    stand_ins: ClassVar[Mapping[str, Any]] = {}
    """Values for fields without a default while one file of several is checked by itself."""
    length: ClassVar[str]
    """The field that says how much is played of what the others define."""

    setting: str
    """What kind of run this is."""
    prompts: str | None = None
    """A folder whose .md files take the place of prompts of the same name."""
    seed: NonNegativeInt = 0
    """Everything that is drawn comes from it."""

    @property
    @abstractmethod
    def places(self) -> Mapping[str, Place]:
        """Name of everybody who has a model -> that model."""

    @property
    def specs(self) -> tuple[str, ...]:
        """The distinct models that take part."""
        return specs_of(self.places)

    @property
    @abstractmethod
    def episodes(self) -> int:
        """How many episodes the run is made of: debates, replies to scenarios, chats."""

    @property
    @abstractmethod
    def slugs(self) -> tuple[str, ...]:
        """What tells the run apart in the name of its directory, without the seed."""

    @property
    @abstractmethod
    def title(self) -> tuple[str, ...]:
        """What the run is, in a few short pieces for a person."""

    @property
    def simulated(self) -> bool:
        """Whether scripted people take part, so that the numbers are no result about any model."""
        return any(map(is_simulated, self.specs))

    @field_validator("setting")
    @classmethod
    def _is_of_this_setting(cls, name: str) -> str:
        own = cls.model_fields["setting"].default
        if name != own:
            raise ValueError(f"must be {own!r} here")
        return name


def specs_of(places: Mapping[str, Place]) -> tuple[str, ...]:
    """The distinct models at these places that are asked for anything."""
    return tuple(dict.fromkeys(place.spec for place in places.values() if place.asked))


class ModuleChoice(Config):
    """A normative module and its options."""

    id: str = "none"
    """A module of the catalogue, or "package.module:Class"."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Options of that module, for example `second_order: true` of `tom`."""

    @model_validator(mode="before")
    @classmethod
    def _by_id(cls, value: object) -> object:
        return {"id": value} if isinstance(value, str) else value

    @property
    def asks(self) -> bool:
        """Whether it may ask a model; module `none` has nothing to ask."""
        return self.id != "none"

    @property
    def slug(self) -> str:
        """The module in the name of a directory."""
        return self.id.rpartition(":")[2] or self.id


def differing_fields(one: Mapping[str, Any], other: Mapping[str, Any], prefix: str = "") -> list[str]:
    """The dotted names of the fields in which two dumped configurations differ."""
    names: list[str] = []
    for key in sorted(one.keys() | other.keys()):
        mine, theirs = one.get(key), other.get(key)
        if isinstance(mine, Mapping) and isinstance(theirs, Mapping):
            names += differing_fields(mine, theirs, f"{prefix}{key}.")  # pyright: ignore[reportUnknownArgumentType]
        elif mine != theirs:
            names.append(f"{prefix}{key}")
    return names
