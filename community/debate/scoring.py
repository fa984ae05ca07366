"""Every number of a run, from its events alone (paper section 5; definitions in `docs/reading-a-report.md`)."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from community.debate.finished import FinishedDebate
from community.debate.integrity import DebateIntegrity, debate_integrity
from community.debate.records import BeliefEvent, DebateEvent, Event, MessageEvent
from community.records import Record
from community.statistics.estimate import Estimate, estimate


class DebateMetrics(Record):
    """The numbers of one run; every estimate is a mean over finished debates, its standard error clustered by them."""

    debates: int
    failed: int
    """Debates that ended in an error; they are counted nowhere else."""
    follow_rate: Estimate
    """Share of scored rounds (1 to the final one) whose newcomer message satisfies every enforced norm."""
    initial_follow_rate: Estimate
    """The same for the initial answers, which no module has touched by default."""
    accuracy: Estimate
    """Share of debates whose last newcomer message has the right letter; a missing letter is wrong."""
    initial_accuracy: Estimate
    community_accuracy: Estimate
    """Share of the background agents' last messages that have the right letter."""
    admission_rate: Estimate
    """Share of exchanges, in rounds that the newcomer took part in, that were not refused."""
    first_admission: int | None
    """How many rounds the newcomer took part in until it was first admitted, that one included; None if never."""
    over_imitation: Estimate
    """Share of scored rounds whose newcomer message shows any idiosyncratic behaviour of a background agent."""
    messages: int
    """Newcomer messages, initial ones included."""
    faults: dict[str, int]
    """How many of them had which fault of form: empty, truncated, without tags, without a letter, capped."""
    curve: tuple[float | None, ...]
    """Follow rate of each debate in order; None for a failed one."""
    belief: str | None
    """What the module believed last."""
    belief_agreement: Estimate
    """How far the beliefs decide like the enforced norms on a fixed sample of texts, where they state a rule."""
    integrity: DebateIntegrity


def score_debate(debate: int, question: str, messages: Sequence[MessageEvent]) -> DebateEvent:
    """Close one debate: its follow rate and whether the newcomer's last answer is right."""
    played = FinishedDebate.of(messages)
    return DebateEvent(
        debate=debate,
        question=question,
        status="finished",
        follow_rate=played.follow_rate,
        correct=played.newcomer[-1].correct,
    )


def score_debates(events: Sequence[Event], *, habits: bool) -> DebateMetrics:
    """All metrics of a run, with no model and no norm needed; `habits`: the community has idiosyncratic behaviours."""
    ends = [event for event in events if isinstance(event, DebateEvent)]
    debates = _finished(events, [end.debate for end in ends if end.status == "finished"])
    beliefs = [event for event in events if isinstance(event, BeliefEvent)]

    def mean(
        value: Callable[[FinishedDebate], float | None], reason: str = "no debate was finished"
    ) -> Estimate:
        return estimate([value(debate) for debate in debates], reason=reason)

    return DebateMetrics(
        debates=len(ends),
        failed=len(ends) - len(debates),
        follow_rate=mean(lambda debate: debate.follow_rate),
        initial_follow_rate=mean(lambda debate: debate.initial_follow_rate),
        accuracy=mean(lambda debate: debate.accuracy),
        initial_accuracy=mean(lambda debate: debate.initial_accuracy),
        community_accuracy=mean(lambda debate: debate.community_accuracy, "there is no community"),
        admission_rate=mean(lambda debate: debate.admission_rate, "there was no exchange to refuse"),
        first_admission=_first_admission(debates),
        over_imitation=mean(
            lambda debate: debate.over_imitation if habits else None,
            "no background agent has a habit" if not habits else "no debate was finished",
        ),
        messages=sum(len(debate.newcomer) for debate in debates),
        faults=dict(sorted(Counter(f for d in debates for m in d.newcomer for f in m.faults).items())),
        curve=tuple(end.follow_rate for end in ends),
        belief=beliefs[-1].belief if beliefs else None,
        belief_agreement=estimate(
            [event.verdict.agreement if event.verdict else None for event in beliefs],
            reason="no belief stated a rule",
        ),
        integrity=debate_integrity(
            [message for debate in debates for message in debate.insiders],
            [exchange for debate in debates for exchange in debate.exchanges],
        ),
    )


def _finished(events: Sequence[Event], indices: Sequence[int]) -> list[FinishedDebate]:
    by_debate: dict[int, list[Event]] = defaultdict(list)
    for event in events:
        by_debate[event.debate].append(event)
    return [FinishedDebate.of(by_debate[index]) for index in indices]


def _first_admission(debates: Sequence[FinishedDebate]) -> int | None:
    count = 0
    for debate in debates:
        rounds = sorted({exchange.round for exchange in debate.taken_part})
        for number in rounds:
            count += 1
            if any(e.outcome == "shared" for e in debate.taken_part if e.round == number):
                return count
    return None
