"""From a draft to a recorded message: every norm's verdict, the answer letter, and the habits it shows."""

from collections.abc import Sequence

from community.debate.agents import Draft, Verdicts
from community.debate.community import Community
from community.debate.records import Fault, MessageEvent, NormVerdict, SpanRecord
from community.debate.roster import NEWCOMER
from community.norms import Norm, Verdict
from community.tasks import Question


async def judge_message(
    community: Community, draft: Draft, *, debate: int, number: int, agent: str, question: Question
) -> MessageEvent:
    """Judge one message by every enforced norm and every habit of the community; an empty one has no verdict."""
    letter = community.task.extract(draft.text, question) if draft.text else None
    norms, habits = (community.norms, _habits(community, agent)) if draft.text else ((), ())
    where = f"d{debate}.r{number}.{agent}"
    verdicts = await _verdicts(community, draft, (*norms, *habits), question.render(), where)
    return MessageEvent(
        debate=debate,
        round=number,
        agent=agent,
        text=draft.text,
        candidate=draft.candidate,
        letter=letter,
        correct=community.task.grade(letter, question),
        complies=_complies(verdicts, norms),
        verdicts=tuple(_record(norm, verdict) for norm in norms if (verdict := verdicts[norm.id])),
        habits=tuple(norm.id for norm in habits if (verdict := verdicts[norm.id]) and verdict.complies),
        insider=draft.insider,
        faults=_faults(draft, letter, verdicts),
    )


async def _verdicts(
    community: Community, draft: Draft, norms: Sequence[Norm], question: str, where: str
) -> Verdicts:
    """Those that the draft brings along, and the others from the judge."""
    found = dict(draft.verdicts)
    for norm in norms:
        if norm.id not in found:
            found[norm.id] = await community.judge.verdict(norm, draft.text, question, where=where)
    return found


def _complies(verdicts: Verdicts, norms: Sequence[Norm]) -> bool | None:
    """Whether all norms hold; one that is broken decides, one without a verdict leaves it open."""
    decided = [verdict.complies for norm in norms if (verdict := verdicts[norm.id])]
    if not all(decided):
        return False
    return True if norms and len(decided) == len(norms) else None


def _faults(draft: Draft, letter: str | None, verdicts: Verdicts) -> tuple[Fault, ...]:
    faults: tuple[Fault, ...] = draft.faults if letter else (*draft.faults, "no_letter")
    return (*faults, "no_verdict") if None in verdicts.values() else faults


def _record(norm: Norm, verdict: Verdict) -> NormVerdict:
    spans = tuple(SpanRecord(start=span.start, end=span.end, text=span.text) for span in verdict.spans)
    return NormVerdict(norm=norm.id, complies=verdict.complies, spans=spans, detail=verdict.detail)


def _habits(community: Community, agent: str) -> tuple[Norm, ...]:
    """Which idiosyncratic behaviours are looked for: all of them in the newcomer's messages."""
    if agent == NEWCOMER:
        return community.all_habits
    return tuple(next(item for item in community.insiders if item.name == agent).habits)
