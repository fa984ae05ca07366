"""How far those who decide on compliance agree: a judge model, the norms' rules, the authors' labels, and people."""

from collections.abc import AsyncIterator, Mapping, Sequence
from itertools import combinations
from typing import ClassVar, Literal

from community.parallel import in_order
from community.records import Record, RunEvent
from community.scenarios.human import HumanLabel
from community.scenarios.judging import ScenarioJudge, judge_by_rule
from community.scenarios.labels import label_of
from community.scenarios.records import JudgeVerdict, RuleVerdict
from community.scenarios.scenario import Scenario
from community.statistics.agreement import Agreement, agreement

Rater = Literal["authors", "people", "rule", "judge"]
RATERS: tuple[Rater, ...] = ("authors", "people", "rule", "judge")
_AT_ONCE = 64


class CheckedReply(RunEvent):
    """One reply to a scenario, and what everybody who was asked says of it; None is no label."""

    identity: ClassVar[tuple[str, ...]] = ("kind", "scenario", "number")

    kind: Literal["checked_reply"] = "checked_reply"
    scenario: str
    norm: str
    number: int
    """Within its scenario, counted from 0: the authors' replies first, then those that only people have labelled."""
    reply: str
    authors: bool | None
    people: bool | None
    rule: RuleVerdict | None
    judge: JudgeVerdict | None
    """None where no judge was asked."""

    @property
    def ends(self) -> str:
        return f"{self.scenario}.reply{self.number}"

    def label(self, rater: Rater) -> str | None:
        """What one rater says of it."""
        said: dict[Rater, bool | None] = {
            "authors": self.authors,
            "people": self.people,
            "rule": self.rule.complies if self.rule else None,
            "judge": self.judge.complies if self.judge else None,
        }
        return label_of(said[rater])


class RaterPair(Record):
    """Two raters compared; in the confusion, the outer label is the first one's."""

    first: Rater
    second: Rater
    agreement: Agreement


class JudgeCheck(Record):
    """Whether a judge can be trusted with the norms.

    Attributes:
        replies: how many were looked at.
        no_verdict: how many of them a judge that was asked could not decide.
        pairs: every two raters that have labelled a reply in common.
        by_norm: share of the authors' labels that the judge gives too, for each norm.
    """

    replies: int
    no_verdict: int
    pairs: tuple[RaterPair, ...]
    by_norm: Mapping[str, float | None]


async def check_replies(
    scenarios: Sequence[Scenario], *, judge: ScenarioJudge | None, people: Sequence[HumanLabel] = ()
) -> AsyncIterator[CheckedReply]:
    """Have every reply that somebody has labelled judged by the rules and, where there is one, by the judge.

    Replies come in a fixed order, scenario by scenario; the judge's calls overlap.

    Raises:
        EndpointError: the judge's endpoint cannot be used.
    """

    async def check(unjudged: tuple[Scenario, CheckedReply]) -> CheckedReply:
        scenario, reply = unjudged
        if judge is None:
            return reply
        verdict = await judge.verdict(scenario, reply.reply, where=reply.ends)
        return reply.model_copy(update={"judge": verdict})

    unjudged = [(scenario, reply) for scenario in scenarios for reply in _labelled(scenario, people)]
    checked = in_order(check, unjudged, at_once=_AT_ONCE)
    try:
        async for reply in checked:
            yield reply
    finally:
        await checked.aclose()


def compare_raters(checked: Sequence[CheckedReply]) -> JudgeCheck:
    """Fold checked replies."""
    labels = {rater: [reply.label(rater) for reply in checked] for rater in RATERS}
    pairs = [
        RaterPair(first=first, second=second, agreement=agreement(labels[first], labels[second]))
        for first, second in combinations(RATERS, 2)
    ]
    norms = sorted({reply.norm for reply in checked})
    return JudgeCheck(
        replies=len(checked),
        no_verdict=sum(reply.judge is not None and reply.judge.complies is None for reply in checked),
        pairs=tuple(pair for pair in pairs if pair.agreement.n),
        by_norm={norm: _accuracy([reply for reply in checked if reply.norm == norm]) for norm in norms},
    )


def _labelled(scenario: Scenario, people: Sequence[HumanLabel]) -> list[CheckedReply]:
    """The replies to one scenario that have a label, without a judge's verdict yet."""
    authors = {reply.text: reply.complies for reply in scenario.replies}
    others = {label.reply: label.complies for label in people if label.scenario == scenario.id}
    return [
        CheckedReply(
            scenario=scenario.id,
            norm=scenario.norm,
            number=number,
            reply=text,
            authors=authors.get(text),
            people=others.get(text),
            rule=judge_by_rule(scenario, text),
            judge=None,
        )
        for number, text in enumerate({**authors, **others})
    ]


def _accuracy(checked: Sequence[CheckedReply]) -> float | None:
    return agreement(
        [reply.label("authors") for reply in checked], [reply.label("judge") for reply in checked]
    ).accuracy
