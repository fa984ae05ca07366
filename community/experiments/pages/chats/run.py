"""A run of group chats as a page shows it: what it was, its numbers, and one line about each chat."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from community.agents.beliefs import BeliefVerdict
from community.chat import BeliefEvent, Event
from community.chat.config import SanctionStyle
from community.chat.scoring import ChatMetrics, score_chats
from community.experiments.chats.chapters import ChatChapter, ChatRow, chapters, row
from community.experiments.chats.config import ChatRunConfig
from community.experiments.pages.chats.transcript import GroupChatOfPage, chat_of_page
from community.experiments.pages.records import RunOfPage, headlines
from community.experiments.pages.rules import RuleOfPage, rules_of_page
from community.experiments.pages.setting import RunPages
from community.experiments.runs.manifest import Manifest
from community.records import Record

_HEADLINES = {
    "follow_rate": ("norm following", "share of newcomers' messages that follow the norms in force"),
    "first_compliance": (
        "first compliance",
        "messages until the first that complies, that one included; who never complies is left out",
    ),
    "repair": ("repair", "share of sanctioned breaches after which the next message complies"),
    "unsanctioned_repair": ("repair unsanctioned", "the same after breaches that drew no sanction"),
    "change_after_own": (
        "change after own",
        "mean change of compliance from a message that was sanctioned to the next",
    ),
    "change_after_observed": (
        "change after observed",
        "the same where only another newcomer's sanction was seen",
    ),
    "change_after_neither": ("change after neither", "the same without any sanction"),
    "over_imitation": (
        "over-imitation",
        "share of newcomers' messages that show a habit that nobody enforces",
    ),
    "relapse": (
        "relapse",
        "after a change of norms, share of messages that break the new ones and follow the old",
    ),
    "adaptation": (
        "adaptation",
        "messages after a change of norms until the first that follows the new ones",
    ),
    "belief_agreement": (
        "belief agreement",
        "share of sample texts on which the stated belief decides like the norms in force",
    ),
}
_ABILITIES = {
    "first_opportunity": (
        "first opportunity",
        "share of newcomers whose first message complies, before any sanction of their own",
    ),
    "responsiveness": (
        "responsiveness",
        "share of newcomers whose message after their first sanctioned breach complies",
    ),
}


class OwnMessage(Record):
    """A newcomer's message, for a figure."""

    turn: int
    newcomer: str
    complies: bool | None
    sanction: SanctionStyle | None
    met: bool
    """False for an empty message, which nobody meets."""


class BeliefLine(Record):
    """A belief that is not what its newcomer believed before."""

    turn: int
    newcomer: str
    belief: str | None
    verdict: BeliefVerdict | None


class ChatLine(ChatRow):
    """One chat in a line, with what the figures draw."""

    own: tuple[OwnMessage, ...]
    """The newcomers' messages, in order."""
    stated: tuple[BeliefLine, ...]
    """The beliefs that are new in it."""


class ChatsOfPage(RunOfPage):
    """All that is known of a run of chats but for its transcripts."""

    norms: tuple[RuleOfPage, ...]
    habits: tuple[RuleOfPage, ...]
    metrics: ChatMetrics
    lines: tuple[ChatLine, ...]


class ChatRunPages(RunPages[ChatRunConfig]):
    """A run of group chats."""

    scripts: ClassVar[tuple[str, ...]] = (
        "messages.js",
        "beliefs.js",
        "chats/curve.js",
        "chats/transcript.js",
        "chats/setting.js",
        "found.js",
        "run.js",
    )

    def page(self, manifest: Manifest, events: Sequence[Event]) -> ChatsOfPage:
        metrics = score_chats(events)
        told = [*headlines(metrics, _HEADLINES), *headlines(metrics.scene, _ABILITIES)]
        return ChatsOfPage(
            **self.common(manifest, told),
            norms=rules_of_page(norm for phase in self.config.phases for norm in phase.norms),
            habits=rules_of_page(habit for habits in self.config.habits for habit in habits),
            metrics=metrics,
            lines=tuple(_lines(chapters(events))),
        )

    def transcripts(self, events: Sequence[Event], start: int = 0) -> Sequence[GroupChatOfPage]:
        return [chat_of_page(chapter) for chapter in chapters(events)[start:]]


def _lines(chats: Sequence[ChatChapter]) -> Iterator[ChatLine]:
    """What newcomers believe goes on from chat to chat, but for a chat that failed."""
    believed: dict[str, str | None] = {}
    for chapter in chats:
        stated = tuple(_stated(chapter, believed))
        fields: Mapping[str, Any] = row(chapter).model_dump()
        yield ChatLine(**fields, own=tuple(_own(chapter)), stated=stated)
        if chapter.end is None or not chapter.end.failed:
            believed |= chapter.beliefs


def _stated(chapter: ChatChapter, before: Mapping[str, str | None]) -> Iterator[BeliefLine]:
    believed = dict(before)
    for event in chapter.events:
        if isinstance(event, BeliefEvent) and event.belief != believed.get(event.newcomer):
            believed[event.newcomer] = event.belief
            yield BeliefLine(
                turn=event.turn, newcomer=event.newcomer, belief=event.belief, verdict=event.verdict
            )


def _own(chapter: ChatChapter) -> Iterator[OwnMessage]:
    for turn in chapter.turns:
        if turn.role == "newcomer":
            yield OwnMessage(
                turn=turn.turn,
                newcomer=turn.speaker,
                complies=turn.complies,
                sanction=turn.reception.sanction if turn.reception else None,
                met=turn.reception is not None,
            )
