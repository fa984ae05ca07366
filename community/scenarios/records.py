"""The events of a run of scenarios: one reply each, with its verdicts; every number is recomputed from them."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from community.agents.final import Fault
from community.models.journal import Rung
from community.records import Record, RunEvent
from community.scenarios.config import Condition


class JudgeVerdict(Record):
    """What the judge decided about a reply, and on what grounds; without a verdict, why there is none."""

    complies: bool | None
    """None when there is no verdict; an unreadable judge is an error, never a breach."""
    elicitor_uptake: str = ""
    """What the latest message invites, and how the reply takes it up."""
    norm_requirement: str = ""
    """What the norm demands here."""
    evidence: str = ""
    reasoning: str = ""
    rung: Rung | None = None
    """How the judge's reply was read; None when the judge was not asked or could not be."""
    reason: str | None = None
    """Why there is no verdict, or why it was given without asking the judge."""


class RuleVerdict(Record):
    """What the norm's own rule decided from the text alone."""

    complies: bool
    detail: str


class ReplyEvent(RunEvent):
    """One reply of the subject to one scenario under one condition, judged; or why there is none."""

    kind: Literal["reply"] = "reply"
    scenario: str
    """Id of the scenario."""
    event: str
    """Id of the social event it is built on."""
    norm: str
    """Id of the hidden norm."""
    condition: Condition
    trial: int
    """Counted from 0."""
    module: str
    """The module that wraps the subject."""
    status: Literal["finished", "failed"]
    reason: str | None = None
    """Why it failed."""
    reply: str | None = None
    """What was sent and judged; None when it failed."""
    candidate: str | None = None
    """The subject's words before the module rewrote them, when they differ."""
    judge: JudgeVerdict | None = None
    """None when it failed."""
    rule: RuleVerdict | None = None
    """None when it failed, when the norm has no rule, and for an empty reply."""
    faults: tuple[Fault, ...] = ()

    identity: ClassVar[tuple[str, ...]] = ("kind", "scenario", "condition", "trial")

    @property
    def ends(self) -> str:
        return item_name(self.scenario, self.condition, self.trial)

    @property
    def failed(self) -> bool:
        return self.status == "failed"

    @property
    def complies(self) -> bool | None:
        """The judge's decision; None when there is none."""
        return self.judge.complies if self.judge else None


def item_name(scenario: str, condition: Condition, trial: int) -> str:
    """The name of one reply of a run, in calls and records."""
    return f"{scenario}.{condition}.t{trial}"


Event = ReplyEvent


def read_event(line: Mapping[str, Any]) -> Event:
    """The event that a line of `events.jsonl` holds."""
    return ReplyEvent.model_validate(line)
