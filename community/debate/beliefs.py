"""How right the module's belief is, judged once for each belief that it comes to hold (paper section A.4)."""

from community.debate.community import Community
from community.debate.records import BeliefVerdict
from community.norms.description import judge_description, rate_description


class BeliefJudge:
    """Compares beliefs with the enforced norms by behaviour; a judge model, where there is one, rates them too."""

    def __init__(self, community: Community) -> None:
        self._community = community
        self._verdicts: dict[str, BeliefVerdict] = {}

    async def verdict(self, belief: str | None, where: str) -> BeliefVerdict | None:
        """The verdict on a belief; None where nothing is believed."""
        if not belief:
            return None
        if belief not in self._verdicts:
            self._verdicts[belief] = await self._judged(belief, where)
        return self._verdicts[belief]

    async def _judged(self, belief: str, where: str) -> BeliefVerdict:
        norms, judge = self._community.norms, self._community.judge
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
