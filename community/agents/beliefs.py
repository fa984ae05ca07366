"""How right each belief that a module comes to hold is, judged once ("Reading the Room", section A.4)."""

from collections.abc import Sequence

from community.norms import Norm
from community.norms.description import judge_description, rate_description
from community.norms.judging import Judge
from community.records import Record


class BeliefVerdict(Record):
    """How right a belief is, compared with the enforced norms on one fixed sample of texts."""

    rule: str | None
    """The rule that was read from it, in canonical English; None when it states none."""
    agreement: float | None = None
    """Share of the texts on which the rule and the norms decide alike; None without a rule."""
    false_alarms: float | None = None
    """Share of the texts that break the norms and that the rule lets pass."""
    misses: float | None = None
    """Share of the texts that follow the norms and that the rule rules out."""
    rating: int | None = None
    """A judge model's score from 1 to 7; None without such a model."""
    reason: str | None = None
    """Why something is missing."""


class BeliefJudge:
    """Compares beliefs with the enforced norms by behaviour; a judge model, where there is one, rates them too."""

    def __init__(self, norms: Sequence[Norm], judge: Judge) -> None:
        self._norms = norms
        self._judge = judge
        self._verdicts: dict[str, BeliefVerdict] = {}

    async def verdict(self, belief: str | None, where: str) -> BeliefVerdict | None:
        """The verdict on a belief; None where nothing is believed."""
        if not belief:
            return None
        if belief not in self._verdicts:
            self._verdicts[belief] = await self._judged(belief, where)
        return self._verdicts[belief]

    async def _judged(self, belief: str, where: str) -> BeliefVerdict:
        norms, judge = self._norms, self._judge
        judged = judge_description(belief, norms)
        if judge.seat is not None:
            judged = await rate_description(
                judged, norms, seat=judge.seat, prompts=judge.prompts, where=where
            )
        behaviour, rating = judged.behaviour, judged.rating
        return BeliefVerdict(
            rule=judged.rule,
            agreement=behaviour.agreement if behaviour else None,
            false_alarms=behaviour.false_alarms if behaviour else None,
            misses=behaviour.misses if behaviour else None,
            rating=rating.score if rating else None,
            reason=judged.reason,
        )
