"""Verdicts that a model may have to give: judged norms ask a seat, evidence before decision; all others ask nobody."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from community.errors import UserError
from community.models.seat import Seat
from community.norms.judged_rule import JudgedRule
from community.norms.norm import Example, Norm
from community.norms.predicates.base import Verdict
from community.prompts import PromptBook, load_prompts

PURPOSE = "judge_norm"


class Judgement(BaseModel):
    """What a judge fills in."""

    model_config = ConfigDict(frozen=True)

    evidence: str
    complies: bool


def load_norm_prompts(override: Path | None = None) -> PromptBook:
    """The prompts of this room, each replaced by the file of the same name in `override` where there is one."""
    return _builtin_prompts() if override is None else load_prompts(_PROMPTS, override)


_PROMPTS = Path(__file__).parent / "prompts"


@cache
def _builtin_prompts() -> PromptBook:
    return load_prompts(_PROMPTS)


@dataclass(frozen=True)
class Judge:
    """Gives the verdict on a message for any norm.

    Attributes:
        seat: the model that decides judged norms; None when there is none to decide.
        prompts: the room's prompts.
    """

    seat: Seat | None = None
    prompts: PromptBook = field(default_factory=load_norm_prompts)

    async def verdict(self, norm: Norm, text: str, question: str | None, *, where: str) -> Verdict | None:
        """Whether a message complies; None when the judge's replies could not be read, which is no verdict.

        Args:
            norm: of any kind; only a judged one costs a call.
            text: the message.
            question: what it answers.
            where: the place in the run and whose message it is; calls for several norms are told apart by themselves.

        Raises:
            UserError: the norm is judged and there is no seat.
            ModelCallError: the call failed for good.
        """
        rule = norm.predicate
        if not isinstance(rule, JudgedRule):
            return norm.check(text, question)
        if not text.strip():
            return Verdict(False, (), "the message is empty")
        if self.seat is None:
            raise UserError(f"norm {norm.id!r} is judged by a model; name one as the judge")
        messages = self.prompts[PURPOSE].fill(
            rubric=rule.rubric, examples=_shown(norm), question=question or "", message=text
        )
        no_verdict = Judgement(evidence="", complies=False)
        filled = await self.seat.fill(
            messages, Judgement, default=no_verdict, where=f"{where}.{norm.id}", purpose=PURPOSE
        )
        if filled.rung == "default":
            return None
        return Verdict(filled.value.complies, (), filled.value.evidence)


def _shown(norm: Norm) -> str:
    """The norm's own examples, for its judge."""
    parts = [
        *_side("These messages follow the rule:", norm.examples.complies),
        *_side("These do not:", norm.examples.violates),
    ]
    return "\n".join(("", *parts, "")) if parts else ""


def _side(title: str, examples: Sequence[Example]) -> list[str]:
    return [title, *(f"<example>\n{item.text}\n</example>" for item in examples)] if examples else []
