"""Numbers that papers report, as data, and which of them stand beside which of ours."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import Field

from community.config import Config, read_yaml, validate
from community.experiments.analysis.rows import Row
from community.experiments.reports.names import trait
from community.experiments.reports.table import Cited

MODELS = ("newcomer", "background", "module_model")
FOLDER = Path(__file__).parent / "published"


class PublishedNumber(Config):
    """One number; `of` and the conditions of its file together say what it is a number of."""

    of: dict[str, str | int] = Field(min_length=1)
    """Column -> level, for the columns in which the numbers of a file differ."""
    value: float
    se: float | None = None
    """Its standard error, where one is given."""
    ends: tuple[float, float] | None = None
    """The ends of its interval, where one is given."""


class PublishedSet(Config):
    """The numbers of one table, figure or paragraph."""

    source: str
    """Where they stand."""
    measure: str
    """What they are numbers of; where they are of several measures, `of` names each number's."""
    error: str = ""
    """What standard errors are over."""
    pooled: tuple[str, ...] = ()
    """Columns over which they are averages."""
    conditions: dict[str, str | int | bool]
    """Column -> level, for everything else that they hold for; models by their plain names."""
    numbers: tuple[PublishedNumber, ...]


@dataclass(frozen=True)
class Beside:
    """What may stand beside some numbers of ours.

    Attributes:
        found: published numbers by what they are of.
        heading: of their column; says so when they are of other models or another task.
        note: their source, and in what they differ from ours.
    """

    found: Mapping[tuple[tuple[str, str], ...], Cited]
    heading: str
    note: str

    def of(self, **levels: object) -> Cited | None:
        """The published number of these levels."""
        return self.found.get(_key(levels))


@cache
def published_sets() -> Mapping[str, PublishedSet]:
    """All sets by the name of their file."""
    return {path.stem: validate(read_yaml(path), PublishedSet) for path in sorted(FOLDER.glob("*.yaml"))}


def beside(rows: Sequence[Row], name: str) -> Beside:
    """The numbers of one set, to stand beside numbers from these rows: none when another treatment is measured."""
    chosen = published_sets()[name]
    differing = list(dict.fromkeys(_differing(rows, chosen)))
    comparable = all(column in (*MODELS, "task") for column in differing)
    other = "models" if any(column in MODELS for column in differing) else "task"
    pooled = f"; pooled over {' and '.join(map(_words, chosen.pooled))}" if chosen.pooled else ""
    error = f"; ± {chosen.error}" if chosen.error else ""
    differs = f"; differing from ours: {', '.join(map(_words, differing))}" if differing else ""
    return Beside(
        found={
            _key(number.of): Cited(number.value, number.se, number.ends)
            for number in chosen.numbers
            if comparable
        },
        heading=f"published, other {other}" if differing else "published",
        note=f"Published: {chosen.source}{pooled}{error}{differs}.",
    )


def same_model(one: str, other: str) -> bool:
    """Whether two names mean the same model: `ollama:gemma3:4b` and `gemma-3-4b`."""
    return _plain_model(one) == _plain_model(other)


def _differing(rows: Sequence[Row], chosen: PublishedSet) -> Iterator[str]:
    """The columns in which some of ours are not what the published numbers hold for."""
    for column, level in chosen.conditions.items():
        if column in MODELS:
            same = all(same_model(str(trait(row, column)), str(level)) for row in rows)
        else:
            same = all(str(trait(row, column)) == str(level) for row in rows)
        if not same:
            yield column
            ours = {_number_of(str(trait(row, column))) for row in rows}
            ours = {_number_of(str(trait(row, column))) for row in rows}
            if column == "background" and ours != {_number_of(str(level))}:
                yield "number of background agents"
    for column in chosen.pooled:
        if column in MODELS and any(row.simulated for row in rows):
            yield column


def _number_of(background: str) -> str:
    """How many background agents `SPEC*K` stands for."""
    return background.rpartition("*")[2] if "*" in background else str(background.count(",") + 1)


def _plain_model(spec: str) -> str:
    """Only letters and figures of the name, without provider, address, organisation and tuning."""
    name, _, count = re.sub(r"@https?://.*", "", spec).partition("*")
    name = name.partition(":")[2] if name.partition(":")[0] in ("ollama", "openai", "local") else name
    plain = re.sub(r"[^a-z0-9]+", "", name.rpartition("/")[2].lower())
    return re.sub(r"(it|instruct|chat)$", "", plain) + (f"*{count}" if count else "")


def _key(levels: Mapping[str, object]) -> tuple[tuple[str, str], ...]:
    return tuple(
        sorted(
            (column, _plain_model(str(level)) if column in MODELS else str(level))
            for column, level in levels.items()
        )
    )


def _words(column: str) -> str:
    return column.replace("_", " ")
