"""The manifest of a run: what it was, with which versions, how far it came."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from community.config import in_one_line
from community.errors import RecordError
from community.experiments.runs.config import RunSettings
from community.experiments.runs.versions import part_versions
from community.records import SCHEMA_VERSION, Record, read_json

Status = Literal["running", "finished", "interrupted", "stopped"]


class Manifest(Record):
    """What identifies a run and makes it repeatable."""

    schema_version: int = SCHEMA_VERSION
    status: Status
    """`running` with no living process means killed: resume it. `stopped`: an endpoint failed for good."""
    reason: str | None = None
    """Why it was stopped."""
    simulated: bool
    """Scripted people took part: the numbers are no result about any model."""
    started_at: str
    ended_at: str | None = None
    attempts: int = 1
    """How often the run was started or resumed."""
    versions: dict[str, str]
    norms: dict[str, str]
    """Id -> hash of the definition, for every enforced norm and every habit."""
    prompts: dict[str, str]
    questions: str
    """Hash of all questions with their answers, in order; of scenarios, if that is what is played."""
    skipped: tuple[str, ...] = ()
    """What the source of the questions holds besides that could not be used, and why."""
    models: dict[str, str]
    """Spec -> what its server reported itself to be."""


@dataclass(frozen=True)
class Ingredients:
    """What a run is made of besides its configuration, by hash, so that a change is noticed.

    Attributes:
        norms: id -> hash of the definition, for every enforced norm and every habit.
        prompts: "room/name" -> hash.
        questions: hash of all that is talked about, in order.
        skipped: what its source holds besides that could not be used, and why.
    """

    norms: Mapping[str, str]
    prompts: Mapping[str, str]
    questions: str
    skipped: tuple[str, ...] = ()


def new_manifest(config: RunSettings, ingredients: Ingredients) -> Manifest:
    """The manifest of a run that starts now."""
    return Manifest(
        status="running",
        simulated=config.simulated,
        started_at=now(),
        versions=dict(part_versions()),
        norms=dict(ingredients.norms),
        prompts=dict(ingredients.prompts),
        questions=ingredients.questions,
        skipped=ingredients.skipped,
        models={},
    )


def read_manifest(path: Path) -> Manifest:
    """The manifest on disk.

    Raises:
        RecordError: it is missing or no manifest.
    """
    try:
        return Manifest.model_validate(read_json(path))
    except ValidationError as error:
        raise RecordError(f"{path} is not a manifest: {in_one_line(error)}") from error


def changes(before: Manifest, after: Manifest) -> list[str]:
    """What a run would now be made of that it was not made of before: names of norms, prompts, questions."""
    pairs: dict[str, tuple[Mapping[str, str], Mapping[str, str]]] = {
        "norm": (before.norms, after.norms),
        "prompt": (before.prompts, after.prompts),
        "questions": ({"": before.questions}, {"": after.questions}),
    }
    return [
        f"{kind} {name}".strip()
        for kind, (old, new) in pairs.items()
        for name in sorted(old.keys() | new.keys())
        if old.get(name) != new.get(name)
    ]


def now() -> str:
    """The time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
