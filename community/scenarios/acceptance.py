"""Acceptance of candidates by a person: five points to look at, and a log of what was decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from community.config import in_one_line
from community.digests import digest
from community.errors import RecordError, UserError
from community.packages import SUFFIXES
from community.records import SCHEMA_VERSION, JsonlFile, Record, read_jsonl
from community.scenarios.review import Review, review

Choice = Literal["accept", "reject", "skip"]

POINTS = (
    "The chat could have happened: people, tone and business fit together.",
    "Nobody says the norm, and no description gives it away.",
    "The demonstrations show the norm clearly and are natural where they stand.",
    "The elicitor gives occasion for the norm, without hinting at it.",
    "One reply to it has to keep the norm or break it; there is a real choice.",
)
"""What a person accepts a scenario on, as the authors of LoSoNA did."""


class Decision(Record):
    """One line of `decisions.jsonl`."""

    v: int = SCHEMA_VERSION
    scenario: str
    """Id."""
    digest: str
    """Hash of the file that was looked at; when it changes, the decision no longer holds."""
    choice: Choice
    failed: tuple[int, ...] = ()
    """The points that speak against it, counted from 1."""
    note: str = ""
    at: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that waits for a decision."""

    file: Path
    digest: str
    review: Review


class Decisions:
    """The log of a folder of candidates.

    Args:
        folder: that holds candidates as YAML files; the log is `decisions.jsonl` in it.

    Raises:
        UserError: the folder holds no candidate.
        RecordError: a line of the log is no decision.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "decisions.jsonl"
        self.files = sorted(file for file in folder.glob("*") if file.suffix in SUFFIXES)
        if not self.files:
            raise UserError(f"{str(folder)!r} holds no scenario file to decide on")
        self.made = [self._read(line, number) for number, line in enumerate(read_jsonl(self.path), start=1)]

    def pending(self) -> list[Candidate]:
        """The files that have neither been accepted nor rejected as they are now; skipped ones come again."""
        decided = {made.digest for made in self.made if made.choice != "skip"}
        digests = {file: _digest(file) for file in self.files}
        waiting = [file for file in self.files if digests[file] not in decided]
        return [
            Candidate(file, digests[file], found)
            for file, found in zip(waiting, review(waiting), strict=True)
        ]

    def add(
        self, candidate: Candidate, choice: Choice, *, failed: Sequence[int] = (), note: str = ""
    ) -> None:
        """Write a decision down at once.

        Raises:
            RecordError: the log cannot be written.
        """
        decision = Decision(
            scenario=candidate.review.scenario.id if candidate.review.scenario else candidate.file.stem,
            digest=candidate.digest,
            choice=choice,
            failed=tuple(failed),
            note=note,
            at=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        file = JsonlFile(self.path)
        file.append(decision.model_dump_json())
        file.close()
        self.made.append(decision)

    def _read(self, line: dict[str, object], number: int) -> Decision:
        try:
            return Decision.model_validate(line)
        except ValidationError as error:
            raise RecordError(f"{self.path}: line {number} is no decision: {in_one_line(error)}") from error


def _digest(file: Path) -> str:
    try:
        return digest(file.read_bytes())
    except OSError as error:
        raise UserError(f"{file}: cannot be read: {error.strerror or error}") from error
