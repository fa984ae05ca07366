"""From a draft to a recorded message: every norm's verdict, the answer letter, and the habits it shows."""

from community.agents.draft import Draft
from community.agents.verdicts import Verdicts, all_hold, judge_all, those_that_hold, write_down
from community.debate.community import Community
from community.debate.records import Fault, MessageEvent
from community.debate.roster import NEWCOMER
from community.norms import Norm
from community.tasks import Question


async def judge_message(
    community: Community, draft: Draft, *, debate: int, number: int, agent: str, question: Question
) -> MessageEvent:
    """Judge one message by every enforced norm and every habit of the community; an empty one has no verdict."""
    letter = community.task.extract(draft.text, question) if draft.text else None
    norms, habits = (community.norms, _habits(community, agent)) if draft.text else ((), ())
    verdicts = await judge_all(
        community.judge,
        (*norms, *habits),
        draft.text,
        question.render(),
        where=f"d{debate}.r{number}.{agent}",
        known=draft.verdicts,
    )
    return MessageEvent(
        debate=debate,
        round=number,
        agent=agent,
        text=draft.text,
        candidate=draft.candidate,
        letter=letter,
        correct=community.task.grade(letter, question),
        complies=all_hold(norms, verdicts),
        verdicts=write_down(norms, verdicts),
        habits=those_that_hold(habits, verdicts),
        insider=draft.insider,
        faults=_faults(draft, letter, verdicts),
    )


def _faults(draft: Draft, letter: str | None, verdicts: Verdicts) -> tuple[Fault, ...]:
    faults: tuple[Fault, ...] = draft.faults if letter else (*draft.faults, "no_letter")
    return (*faults, "no_verdict") if None in verdicts.values() else faults


def _habits(community: Community, agent: str) -> tuple[Norm, ...]:
    """Which idiosyncratic behaviours are looked for: all of them in the newcomer's messages."""
    if agent == NEWCOMER:
        return community.all_habits
    return tuple(next(item for item in community.insiders if item.name == agent).habits)
