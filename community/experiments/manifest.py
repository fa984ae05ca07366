"""The manifest of a run: what it was, with which versions, how far it came."""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from community.config import faults_of
from community.errors import RecordError
from community.experiments.cast import Material
from community.experiments.config import RunConfig
from community.experiments.versions import part_versions
from community.norms import Norm
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
    """Hash of all questions with their answers, in order."""
    models: dict[str, str]
    """Spec -> what its server reported itself to be."""


def new_manifest(config: RunConfig, material: Material) -> Manifest:
    """The manifest of a run that starts now."""
    return Manifest(
        status="running",
        simulated=config.simulated,
        started_at=now(),
        versions=part_versions(),
        norms={norm.id: _digest(norm.definition) for norm in _all_norms(material)},
        prompts=material.prompt_digests(),
        questions=_digest("\n".join(f"{q.id}\n{q.render()}\n{q.answer}" for q in material.questions)),
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
        faults = "; ".join(map(str, faults_of(error)))
        raise RecordError(f"{path} is not a manifest: {faults}") from error


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


def _all_norms(material: Material) -> list[Norm]:
    return [*material.norms, *(habit for habits in material.habits for habit in habits)]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
