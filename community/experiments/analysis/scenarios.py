"""Rows of runs of scenarios: one for each reply."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Literal

from community.errors import UserError
from community.experiments.analysis.columns import further_options, options_text
from community.experiments.analysis.rows import FoundRun, Row, Scale, measured
from community.experiments.runs.log import read_events
from community.experiments.scenarios.config import ScenarioRunConfig
from community.scenarios.records import Event, read_event

_HAVE_A_COLUMN = {
    *("setting", "scenarios", "norms", "events", "venues", "conditions", "trials", "seed"),
    *("dataset", "subject", "judge", "module", "module_model", "replies_from"),
}
"""Which scenarios are played under which conditions is in the rows themselves."""


class RowOfReply(Row):
    """One reply to a scenario; `question` is the scenario's id, `index` the trial counted from 1."""

    called: ClassVar[str] = "replies"
    measures: ClassVar[Mapping[str, Scale]] = {"complies": "share", "rule_complies": "share"}
    headline: ClassVar[tuple[str, ...]] = ("complies",)
    factors: ClassVar[tuple[str, ...]] = (
        "condition",
        "module",
        "module_options",
        "subject",
        "judge",
        "module_model",
        "dataset",
        "replies_from",
        "other",
    )
    within: ClassVar[tuple[str, ...]] = ("condition",)
    clustered_by: ClassVar[Literal["run", "question"]] = "question"

    scenario: str
    """Its id."""
    norm: str
    """Id of the hidden norm."""
    event: str
    """Id of the occasion."""
    condition: str
    """What the subject is told about the earlier chat."""
    trial: int
    """Counted from 0."""
    module: str
    module_options: str
    """As NAME=VALUE, joined by commas; empty without any."""
    subject: str
    """The model that replies."""
    judge: str
    """The model that decides."""
    module_model: str
    dataset: str
    replies_from: str | None
    """The run whose replies were judged anew."""
    other: str
    """All other options that differ from their defaults, as NAME=VALUE."""
    complies: float | None = None
    """1 when the judge says so, 0 when not."""
    rule_complies: float | None = None
    """The same by the norm's own rule, where it has one."""


class ScenarioObserver:
    """Makes rows of runs of scenarios."""

    def episodes(self, run: FoundRun[ScenarioRunConfig]) -> Iterator[Row]:
        treated = treatment(run)
        for event in read_events(run.directory.events, read_event):
            yield RowOfReply.model_validate({**treated, **_reply(event)})

    def rounds(self, run: FoundRun[ScenarioRunConfig]) -> Iterator[Row]:
        raise UserError(f"{run.directory.path} is a run of scenarios; a reply has no rounds")


def treatment(run: FoundRun[ScenarioRunConfig]) -> dict[str, Any]:
    """The columns that all rows of a run have alike."""
    config = run.config
    return {
        **run.shared,
        "module": config.module.id,
        "module_options": options_text(config.module.options),
        "subject": config.subject,
        "judge": config.judge,
        "module_model": config.module_model,
        "dataset": config.dataset,
        "replies_from": config.replies_from,
        "other": further_options(config, _HAVE_A_COLUMN),
    }


def _reply(event: Event) -> dict[str, Any]:
    values = {"complies": event.complies, "rule_complies": event.rule.complies if event.rule else None}
    said = event.judge.reason if event.judge else None
    why = {
        "complies": "the reply failed" if event.failed else said or "the judge gave no verdict",
        "rule_complies": "the reply failed"
        if event.failed
        else "the norm has no rule, or the reply is empty",
    }
    return {
        "index": event.trial + 1,
        "question": event.scenario,
        "status": event.status,
        "reason": event.reason,
        "scenario": event.scenario,
        "norm": event.norm,
        "event": event.event,
        "condition": event.condition,
        "trial": event.trial,
        **measured(values, why),
    }
