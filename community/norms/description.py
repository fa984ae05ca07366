"""How right a stated belief is: by what it lets pass and rules out where it states a rule, else by a model's rating."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from community.models.seat import Seat
from community.norms.norm import Norm, enact_all
from community.norms.predicates import AnyPredicate, parse_description
from community.norms.predicates.base import CannotEnactError
from community.norms.samples import few_replies
from community.norms.text import Text
from community.prompts import PromptBook
from community.records import SCHEMA_VERSION, Record
from community.seeds import stream

PURPOSE = "rate_description"
PLAIN, MADE = 60, 30
"""How many plain replies are judged as they are, and how many after each rule was enacted on them."""


class Behaviour(Record):
    """A believed rule against the enforced norms, on one fixed sample of texts."""

    texts: int
    agreement: float
    """Share of all texts on which both decide alike."""
    false_alarms: float | None
    """Share of the texts that break the norm and that the belief lets pass; None without such texts."""
    misses: float | None
    """Share of the texts that follow the norm and that the belief rules out; None without such texts."""


class Rating(BaseModel):
    """What a judge of descriptions fills in: evidence, then a score on the seven-point rubric of its prompt."""

    model_config = ConfigDict(frozen=True)

    evidence: str
    score: int = Field(ge=1, le=7)


class DescriptionVerdict(Record):
    """How right a belief is; what is missing is None, and `reason` says why."""

    schema_version: int = SCHEMA_VERSION
    belief: str
    rule: str | None
    """The rule that was read from it, in canonical English."""
    behaviour: Behaviour | None
    rating: Rating | None = None
    reason: str | None = None


class _Case(NamedTuple):
    text: str
    question: str


def judge_description(belief: str, norms: Sequence[Norm]) -> DescriptionVerdict:
    """Compare a belief with the norms it is about by behaviour; no model is asked, and equal input gives equal figures.

    Raises:
        PluginError: the function of a Python rule failed.
    """
    rule = parse_description(belief)
    stated = rule.describe() if rule else None
    reason = None if rule else "the belief states no rule in canonical English"
    judged = [norm.id for norm in norms if norm.is_judged]
    if judged:
        reason = f"a model judges {', '.join(judged)}, so there is no behaviour to compare with"
    behaviour = _compared(rule, norms) if rule and not judged else None
    return DescriptionVerdict(belief=belief, rule=stated, behaviour=behaviour, reason=reason)


async def rate_description(
    verdict: DescriptionVerdict, norms: Sequence[Norm], *, seat: Seat, prompts: PromptBook, where: str
) -> DescriptionVerdict:
    """The verdict with a model's rating; without one, and with the reason, when its replies could not be read.

    Args:
        verdict: of `judge_description`.
        norms: that the belief is about.
        seat: the model that rates.
        prompts: of this room, see `load_norm_prompts`.
        where: the place in the run.

    Raises:
        ModelCallError: the call failed for good.
    """
    known = "\n".join(f"- {norm.instruction} ({norm.predicate.describe()})" for norm in norms)
    messages = prompts[PURPOSE].fill(norm=known, belief=verdict.belief)
    none = Rating(evidence="", score=1)
    filled = await seat.fill(messages, Rating, default=none, where=where, purpose=PURPOSE)
    if filled.rung == "default":
        unread = "the rating could not be read"
        return verdict.model_copy(update={"reason": "; ".join(filter(None, (verdict.reason, unread)))})
    return verdict.model_copy(update={"rating": filled.value})


def _compared(rule: AnyPredicate, norms: Sequence[Norm]) -> Behaviour:
    cases = [*_plain(), *_following(norms), *_obeying(rule)]
    truth = [all(norm.check(text, question).complies for norm in norms) for text, question in cases]
    believed = [rule.judge(Text(text), question).complies for text, question in cases]
    passed = [belief for belief, holds in zip(believed, truth, strict=True) if not holds]
    kept = [belief for belief, holds in zip(believed, truth, strict=True) if holds]
    return Behaviour(
        texts=len(cases),
        agreement=sum(a == b for a, b in zip(believed, truth, strict=True)) / len(cases),
        false_alarms=sum(passed) / len(passed) if passed else None,
        misses=1 - sum(kept) / len(kept) if kept else None,
    )


@cache
def _plain() -> Sequence[_Case]:
    return [_Case(text.raw, question) for text, question in few_replies(PLAIN)]


def _following(norms: Sequence[Norm]) -> Iterator[_Case]:
    """Replies made to follow the norms."""
    for number, (text, question) in enumerate(few_replies(MADE)):
        try:
            rng = stream(number, "description", "norms")
            yield _Case(enact_all(norms, text.raw, question, rng), question)
        except CannotEnactError:
            continue


def _obeying(rule: AnyPredicate) -> Iterator[_Case]:
    """Replies made to follow the believed rule."""
    for number, (text, question) in enumerate(few_replies(MADE)):
        try:
            yield _Case(rule.enact(text.raw, question, stream(number, "description", "belief")), question)
        except CannotEnactError:
            continue
