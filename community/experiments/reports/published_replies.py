"""The published results on scenarios, and whether they are of the same models and scenarios as ours."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from community.experiments.analysis.rows import Row
from community.experiments.reports.arms import levels
from community.experiments.reports.names import trait
from community.experiments.reports.published import PublishedSet, published_sets, same_model
from community.experiments.reports.table import Cited
from community.scenarios.release import HUB_REVISION

_PLAIN = "none"


@dataclass(frozen=True)
class PublishedReplies:
    """What is published of one model under one condition.

    Attributes:
        subject: the model.
        condition: what it was told.
        trials: k.
        scenarios: how many.
        heading: `published` where model, scenarios, judge, module and k are the same; else which of these are others.
        numbers: by measure.
    """

    subject: str
    condition: str
    trials: int
    scenarios: int
    heading: str
    numbers: dict[str, Cited]

    def is_of(self, rows: Sequence[Row]) -> bool:
        """Whether these replies of ours are of the same kind in all that counts."""
        plain = all(trait(row, "module") == _PLAIN for row in rows)
        alike = all(same_model(str(trait(row, "subject")), self.subject) for row in rows)
        return self.heading == "published" and plain and alike


def published_replies(rows: Sequence[Row]) -> list[PublishedReplies]:
    """All published results, model by model, to stand beside these rows, those without a module if there are any."""
    chosen = _chosen()
    plain = [row for row in rows if trait(row, "module") == _PLAIN] or rows
    found: dict[tuple[str, str], dict[str, Cited]] = {}
    for number in chosen.numbers:
        subject, condition, measure = (str(number.of[name]) for name in ("subject", "condition", "measure"))
        numbers = found.setdefault((subject, condition), {})
        numbers[measure] = Cited(number.value, number.se, number.ends)
    trials, scenarios = (int(chosen.conditions[name]) for name in ("trials", "scenarios"))
    return [
        PublishedReplies(subject, condition, trials, scenarios, _heading(subject, plain, chosen), numbers)
        for (subject, condition), numbers in found.items()
    ]


def published_note() -> str:
    """Where they stand and how they were got."""
    chosen = _chosen()
    return (
        f"Published: {chosen.source}; k = {chosen.conditions['trials']}, {chosen.conditions['scenarios']} scenarios, "
        f"judge {chosen.conditions['judge']}; {chosen.error}."
    )


def _chosen() -> PublishedSet:
    return published_sets()["losona"]


def _heading(subject: str, rows: Sequence[Row], chosen: PublishedSet) -> str:
    ours = [row for row in rows if same_model(str(trait(row, "subject")), subject)]
    others = list(_others(ours or rows, chosen))
    others = others if ours else ["models", *others]
    return f"published, other {_listed(others)}" if others else "published"


def _others(rows: Sequence[Row], chosen: PublishedSet) -> Iterator[str]:
    """In what besides the model some of ours are not what is published."""
    name, whole = str(chosen.conditions["dataset"]), chosen.conditions["scenarios"]
    pinned = (name, f"{name}@{HUB_REVISION}")
    released = all(trait(row, "dataset") in pinned for row in rows)
    if not released or len(levels(rows, "scenario")) != whole:
        yield "scenarios"
    if not all(same_model(str(trait(row, "judge")), str(chosen.conditions["judge"])) for row in rows):
        yield "judge"
    if not all(trait(row, "module") == _PLAIN for row in rows):
        yield "module"
    if max(row.index for row in rows) != chosen.conditions["trials"]:
        yield "k"


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
