"""The verdicts on a reply: the judge's, evidence before decision, and beside it that of the norm's own rule."""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from community.errors import ContextOverflowError, RejectedError
from community.models.seat import Seat
from community.norms.predicates.base import Predicate
from community.prompts import Message, PromptBook
from community.scenarios.conditions import render_turns
from community.scenarios.records import JudgeVerdict, RuleVerdict
from community.scenarios.rules import rule_verdict
from community.scenarios.scenario import Scenario

PURPOSE = "judge_reply"
EMPTY = "the reply is empty"
UNREADABLE = "the judge's replies could not be read"


class Judgement(BaseModel):
    """What a judge fills in."""

    model_config = ConfigDict(frozen=True)

    elicitor_uptake: str
    norm_requirement: str
    evidence: str
    reasoning: str
    complies: bool


_NO_JUDGEMENT = Judgement(elicitor_uptake="", norm_requirement="", evidence="", reasoning="", complies=False)


@dataclass(frozen=True)
class ScenarioJudge:
    """Decides whether replies keep a scenario's norm; it is told the norm, and never a label or a mark.

    Attributes:
        seat: the model that decides, meant to stay the same for all subjects that are compared.
        prompts: of this room.
    """

    seat: Seat
    prompts: PromptBook

    async def verdict(self, scenario: Scenario, reply: str, *, where: str) -> JudgeVerdict:
        """The verdict on a reply; an empty one breaks the norm without a call.

        A judge that cannot be read or refuses the request gives no verdict, and the reason stands on the record.

        Args:
            scenario: that the reply belongs to.
            reply: to its last turn.
            where: the place in the run.

        Raises:
            EndpointError: the judge's endpoint cannot be used.
        """
        if not reply.strip():
            return JudgeVerdict(complies=False, reason=EMPTY)
        messages = judge_prompt(self.prompts, scenario, reply)
        try:
            filled = await self.seat.fill(
                messages, Judgement, default=_NO_JUDGEMENT, where=where, purpose=PURPOSE
            )
        except (ContextOverflowError, RejectedError) as error:
            return JudgeVerdict(complies=None, reason=f"the judge could not be asked: {error}")
        if filled.rung == "default":
            return JudgeVerdict(complies=None, rung=filled.rung, reason=UNREADABLE)
        return JudgeVerdict(**filled.value.model_dump(), rung=filled.rung)


def judge_prompt(prompts: PromptBook, scenario: Scenario, reply: str) -> tuple[Message, ...]:
    """The judge's whole prompt."""
    norm = scenario.hidden_norm
    (example,) = prompts["judge_example"].fill(
        elicitor=norm.example.elicitor, complies=norm.example.complies, breaches=norm.example.breaches
    )
    return prompts[PURPOSE].fill(
        statement=norm.statement,
        example=example.text,
        chat=render_turns(scenario.prior),
        latest=render_turns([scenario.elicitor]),
        subject=scenario.subject,
        reply=reply,
    )


def judge_by_rule(scenario: Scenario, reply: str) -> RuleVerdict | None:
    """The verdict of the norm's own rule; None where only a reader can decide."""
    verdict = rule_verdict(scenario.hidden_norm, reply, scenario.elicitor.text)
    return RuleVerdict(complies=verdict.complies, detail=verdict.detail) if verdict else None


def scripted_rules(scenarios: Iterable[Scenario]) -> dict[str, Predicate]:
    """What a scripted judge goes by, for `community.simulation.scripted`: statement -> rule, or cues where none is."""
    norms = [scenario.hidden_norm for scenario in scenarios]
    return {norm.statement: rule for norm in norms if (rule := norm.rule or norm.cues)}
