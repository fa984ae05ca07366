"""Writing a candidate: a private goal first, then the chat around it, the elicitor, and replies with labels."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from community.config import faults_of
from community.models.seat import Seat
from community.prompts import PromptBook
from community.scenarios.generation.attempt import Rejection, Stage
from community.scenarios.generation.shapes import (
    NO_CHAT,
    NO_ELICITOR,
    NO_PLAN,
    NO_REPLIES,
    ChatPlan,
    WrittenChat,
    WrittenElicitor,
    WrittenReplies,
    WrittenTurn,
)
from community.scenarios.scenario import Scenario, Venue
from community.scenarios.taxonomy import SocialEvent, SocialNorm

T = TypeVar("T", bound=BaseModel)
_VENUES: dict[Venue, str] = {"workplace": "people who work together", "other": "people outside of work"}
_NOT_IN_SLUGS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True)
class Draft:
    """What is being written.

    Attributes:
        event, norm, venue: of the scenario.
        writer: the seat that writes.
        prompts: of this room.
        where: the place in the calls.
    """

    event: SocialEvent
    norm: SocialNorm
    venue: Venue
    writer: Seat
    prompts: PromptBook
    where: str

    async def write(self) -> Scenario | Rejection:
        """The candidate; a step that cannot be read rejects it.

        Raises:
            ModelCallError: a call failed for good.
        """
        plan = await self._ask("plan", ChatPlan, NO_PLAN, **self._about())
        if isinstance(plan, Rejection):
            return plan
        told = self._told(plan)
        chat = await self._ask("chat", WrittenChat, NO_CHAT, **told, goal=plan.goal)
        if isinstance(chat, Rejection):
            return chat
        said = _rendered(chat.turns)
        elicitor = await self._ask("elicitor", WrittenElicitor, NO_ELICITOR, **told, chat=said)
        if isinstance(elicitor, Rejection):
            return elicitor
        latest = f"{elicitor.actor}: {elicitor.text}"
        replies = await self._ask("replies", WrittenReplies, NO_REPLIES, **told, chat=said, elicitor=latest)
        if isinstance(replies, Rejection):
            return replies
        return self._assembled(plan, chat, elicitor, replies)

    async def _ask(self, stage: Stage, shape: type[T], default: T, **values: str) -> T | Rejection:
        filled = await self.writer.fill(
            self.prompts[stage].fill(**values),
            shape,
            default=default,
            where=self.where,
            purpose=f"write_{stage}",
        )
        if filled.rung == "default":
            return Rejection(stage, (f"the {stage} that the model wrote could not be read",))
        return filled.value

    def _about(self) -> dict[str, str]:
        norm = self.norm
        return {
            "event": f"{self.event.title}: {self.event.gist}",
            "statement": norm.statement,
            "elicitor_example": norm.example.elicitor,
            "complies_example": norm.example.complies,
            "breaches_example": norm.example.breaches,
            "venue": _VENUES[self.venue],
        }

    def _told(self, plan: ChatPlan) -> dict[str, str]:
        return {
            "statement": self.norm.statement,
            "channel": plan.channel,
            "setting": plan.setting,
            "members": "\n".join(f"- {member.name}: {member.bio}" for member in plan.cast),
            "subject": plan.subject,
        }

    def _assembled(
        self, plan: ChatPlan, chat: WrittenChat, elicitor: WrittenElicitor, replies: WrittenReplies
    ) -> Scenario | Rejection:
        slug = _NOT_IN_SLUGS.sub("_", plan.slug.lower()).strip("_") or "untitled"
        breaches = [{**reply.model_dump(), "complies": False} for reply in replies.breaches]
        data: dict[str, Any] = {
            "id": f"{self.event.id}__{self.norm.id}__{slug[:40]}",
            "event": self.event.id,
            "norm": self.norm.id,
            "venue": self.venue,
            **plan.model_dump(exclude={"slug"}),
            "transcript": [
                *(turn.model_dump() for turn in chat.turns),
                {**elicitor.model_dump(), "elicitor": True},
            ],
            "replies": [{**replies.complies.model_dump(), "complies": True}, *breaches],
            "provenance": f"written by {self.writer.model.spec}",
        }
        try:
            return Scenario.model_validate(data)
        except ValidationError as error:
            return Rejection("review", tuple(map(str, faults_of(error))))


def _rendered(turns: Sequence[WrittenTurn]) -> str:
    """The chat as the writer reads it again, with the turns that it marked."""
    return "\n".join(
        f"{turn.actor}: {turn.text}{' (shows the norm)' if turn.demonstrates else ''}" for turn in turns
    )
