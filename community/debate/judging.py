"""From a draft to a recorded message: every norm's verdict, the answer letter, and the habits it shows."""

from community.debate.agents import Draft
from community.debate.community import Community
from community.debate.records import Fault, MessageEvent, NormVerdict, SpanRecord
from community.debate.roster import NEWCOMER
from community.norms import Norm
from community.tasks import Question


def judge_message(
    community: Community, draft: Draft, *, debate: int, number: int, agent: str, question: Question
) -> MessageEvent:
    """Judge one message by every enforced norm and every habit of the community; an empty one has no verdict."""
    rendered = question.render()
    letter = community.task.extract(draft.text, question) if draft.text else None
    verdicts = tuple(_verdict(norm, draft.text, rendered) for norm in community.norms) if draft.text else ()
    faults: tuple[Fault, ...] = draft.faults if letter else (*draft.faults, "no_letter")
    return MessageEvent(
        debate=debate,
        round=number,
        agent=agent,
        text=draft.text,
        candidate=draft.candidate,
        letter=letter,
        correct=community.task.grade(letter, question),
        complies=all(verdict.complies for verdict in verdicts) if draft.text else None,
        verdicts=verdicts,
        habits=_habits(community, agent, draft.text, rendered),
        insider=draft.insider,
        faults=faults,
    )


def _verdict(norm: Norm, text: str, question: str) -> NormVerdict:
    verdict = norm.check(text, question)
    spans = tuple(SpanRecord(start=span.start, end=span.end, text=span.text) for span in verdict.spans)
    return NormVerdict(norm=norm.id, complies=verdict.complies, spans=spans, detail=verdict.detail)


def _habits(community: Community, agent: str, text: str, question: str) -> tuple[str, ...]:
    """Which idiosyncratic behaviours a message shows: all of them are looked for in the newcomer's."""
    if not text:
        return ()
    candidates = community.all_habits
    if agent != NEWCOMER:
        insider = next(item for item in community.insiders if item.name == agent)
        candidates = tuple(insider.habits)
    return tuple(norm.id for norm in candidates if norm.check(text, question).complies)
