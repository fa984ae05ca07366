"""One scenario as a page shows it: what the subject saw, what it did not see, and each reply with its verdicts."""

from collections.abc import Iterable, Sequence
from typing import Literal

from community.agents.final import Fault
from community.experiments.pages.texts import Edit, Piece, quoted, rewriting
from community.records import Record
from community.scenarios.config import Condition
from community.scenarios.records import JudgeVerdict, ReplyEvent, RuleVerdict
from community.scenarios.scenario import Member, Scenario, Turn


class TurnOfPage(Record):
    """One message of the chat."""

    actor: str
    text: str
    mark: Literal["demonstrates", "elicitor"] | None
    """What the subject is not told: that it shows the norm, or that it is the one to answer."""


class MemberOfPage(Record):
    """Somebody in the chat."""

    name: str
    bio: str
    subject: bool


class HiddenOfPage(Record):
    """What the subject does not see."""

    norm: str
    title: str
    statement: str
    """As the judge reads it."""
    goal: str


class ChatOfPage(Record):
    """A scenario as its file states it."""

    venue: str
    channel: str
    setting: str
    subject: str
    cast: tuple[MemberOfPage, ...]
    turns: tuple[TurnOfPage, ...]
    hidden: HiddenOfPage


class ReplyOfPage(Record):
    """One reply of the subject, or why there is none."""

    condition: Condition
    trial: int
    """Counted from 1."""
    failed: bool
    reason: str | None
    pieces: tuple[Piece, ...]
    """What was sent, the judge's evidence marked where it is a quotation; empty where there is no reply."""
    edits: tuple[Edit, ...]
    """From the subject's own words to what was sent; empty where they are the same."""
    judge: JudgeVerdict | None
    rule: RuleVerdict | None
    faults: tuple[Fault, ...]


class ScenarioOfPage(Record):
    """One scenario with the replies to it."""

    scenario: str
    chat: ChatOfPage | None
    """None where the scenario cannot be had any more."""
    replies: tuple[ReplyOfPage, ...]


def scenario_of_page(name: str, scenario: Scenario | None, replies: Sequence[ReplyEvent]) -> ScenarioOfPage:
    """Everything about a scenario, and the replies to it that are on disk."""
    return ScenarioOfPage(
        scenario=name, chat=_chat(scenario) if scenario else None, replies=tuple(map(_reply, replies))
    )


def _chat(scenario: Scenario) -> ChatOfPage:
    norm = scenario.hidden_norm
    return ChatOfPage(
        venue=scenario.venue or "",
        channel=scenario.channel,
        setting=scenario.setting,
        subject=scenario.subject,
        cast=tuple(_member(member, scenario) for member in scenario.cast),
        turns=tuple(map(_turn, scenario.transcript)),
        hidden=HiddenOfPage(norm=norm.id, title=norm.title, statement=norm.statement, goal=scenario.goal),
    )


def _member(member: Member, scenario: Scenario) -> MemberOfPage:
    return MemberOfPage(name=member.name, bio=member.bio, subject=member.name == scenario.subject)


def _turn(turn: Turn) -> TurnOfPage:
    mark = "elicitor" if turn.elicitor else "demonstrates" if turn.demonstrates else None
    return TurnOfPage(actor=turn.actor, text=turn.text, mark=mark)


def _reply(event: ReplyEvent) -> ReplyOfPage:
    return ReplyOfPage(
        condition=event.condition,
        trial=event.trial + 1,
        failed=event.failed,
        reason=event.reason,
        pieces=tuple(_pieces(event)),
        edits=rewriting(event.candidate, event.reply or ""),
        judge=event.judge,
        rule=event.rule,
        faults=event.faults,
    )


def _pieces(event: ReplyEvent) -> Iterable[Piece]:
    evidence = event.judge.evidence if event.judge else ""
    return quoted(event.reply or "", evidence, complies=event.complies)
