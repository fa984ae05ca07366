"""What became of one candidate: accepted, or rejected at a stage and why."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from community.errors import RecordError
from community.records import SCHEMA_VERSION, JsonlFile, Record, read_jsonl
from community.scenarios.records import JudgeVerdict

Stage = Literal["plan", "chat", "elicitor", "replies", "review", "leak", "twin", "model"]
"""Where a candidate can fail: while it is written, at the review, at a judge of leaks, at its twin, at an endpoint."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why there is no scenario."""

    stage: Stage
    reasons: tuple[str, ...]


class TwinCheck(Record):
    """How the twin without demonstrations was answered by somebody who is told nothing."""

    reply: str
    verdict: JudgeVerdict


class Attempt(Record):
    """One line of `attempts.jsonl`."""

    v: int = SCHEMA_VERSION
    number: int
    """Counted from 1 over the whole file."""
    event: str
    norm: str
    venue: str
    writer: str
    """The model that wrote it."""
    judge: str
    subject: str
    """The model that answered the twin."""
    accepted: bool
    stage: Stage | None = None
    """Where it was rejected."""
    reasons: tuple[str, ...] = ()
    """Why it was rejected."""
    warnings: tuple[str, ...] = ()
    """Labels and demonstrations that the norm's rule or cues see otherwise; a person should look at them."""
    twin: TwinCheck | None = None
    scenario: dict[str, Any] | None = None
    """As far as it was written."""

    def __str__(self) -> str:
        if self.accepted:
            return f"attempt {self.number}: accepted"
        return f"attempt {self.number}: rejected ({self.stage}): {'; '.join(self.reasons)}"


def count_attempts(path: Path) -> int:
    """How many a file has."""
    return sum(1 for _ in read_jsonl(path))


def append_attempt(path: Path, attempt: Attempt) -> None:
    """Add a line to a file, made with its folder when missing.

    Raises:
        RecordError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = JsonlFile(path)
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror or error}") from error
    file.append(attempt.model_dump_json())
    file.close()
