"""How a background agent's message comes to obey what it is told: asked, checked, asked once more, made to by code."""

from collections.abc import Sequence
from dataclasses import dataclass

from community.agents.draft import Compliance, Draft, Place
from community.agents.final import Tags, message_of
from community.agents.verdicts import Verdicts, judge_all
from community.models.chat import Reply
from community.models.seat import Seat
from community.norms import CannotEnactError, Norm, enact_all
from community.norms.judging import Judge
from community.prompts import Message, Prompt
from community.seeds import stream


@dataclass(frozen=True)
class Obedience:
    """What one agent is told to do, and the means to see that it does.

    Attributes:
        seat: of the agent.
        duties: norms and habits.
        judge: gives the verdicts.
        seed: of the run.
        again: asks for the message once more; has the placeholders `faults` and `instructions`.
        tags: how a reply without <final> tags is taken.
        verified: otherwise the first draft is sent as it is.
    """

    seat: Seat
    duties: Sequence[Norm]
    judge: Judge
    seed: int
    again: Prompt
    tags: Tags
    verified: bool

    async def write(self, messages: tuple[Message, ...], at: Place, *, purpose: str) -> Draft:
        """A message by an agent that knows its duties: one re-ask, then the norms' own `enact`."""
        reply, first = await self._first(messages, at, purpose)
        if first.insider == "first" or not self.verified:
            return first
        return await self._corrected(messages, reply, first, at)

    async def write_unknowing(self, messages: tuple[Message, ...], at: Place, *, purpose: str) -> Draft:
        """A message whose prompt does not hold the duties, so that it cannot give them away: only `enact` helps."""
        _, first = await self._first(messages, at, purpose)
        if first.insider == "first" or not self.verified:
            return first
        return self._enacted(first, at)

    async def _first(self, messages: tuple[Message, ...], at: Place, purpose: str) -> tuple[Reply, Draft]:
        reply = await self.seat.say(messages, where=at.where, purpose=purpose)
        text, faults = message_of(reply, self.tags)
        verdicts = await self._verdicts(text, at, "first")
        how: Compliance = "first" if _complies(text, verdicts) else "never"
        return reply, Draft(text, insider=how, faults=faults, verdicts=verdicts)

    async def _corrected(self, messages: tuple[Message, ...], reply: Reply, first: Draft, at: Place) -> Draft:
        broken = [verdict.detail for verdict in first.verdicts.values() if verdict]
        again = self.again.fill(faults=" ".join(broken), instructions=instructions(self.duties))
        conversation = (*messages, Message("assistant", reply.text or first.text or "..."), *again)
        second = await self.seat.say(conversation, where=at.where, purpose=self.again.name)
        text, faults = message_of(second, self.tags)
        verdicts = await self._verdicts(text, at, "reasked")
        if _complies(text, verdicts):
            return Draft(text, insider="reasked", faults=faults, verdicts=verdicts)
        said, known = (text, verdicts) if text else (first.text, first.verdicts)
        return self._enacted(Draft(said, insider="never", faults=faults, verdicts=known), at)

    def _enacted(self, draft: Draft, at: Place) -> Draft:
        """The draft made to comply by small edits, or as it is where that cannot be done."""
        rng = stream(self.seed, "enact", at.where, self.seat.name)
        try:
            text = enact_all(self.duties, draft.text, at.question, rng)
        except CannotEnactError:
            return draft
        return Draft(text, insider="enacted", faults=draft.faults)

    async def _verdicts(self, text: str, at: Place, draft: str) -> Verdicts:
        where = f"{at.where}.{self.seat.name}.{draft}"
        return await judge_all(self.judge, self.duties, text, at.question, where=where)


def instructions(norms: Sequence[Norm]) -> str:
    """What norms ask for, one a line."""
    return "\n".join(f"- {norm.instruction}" for norm in norms)


def _complies(text: str, verdicts: Verdicts) -> bool:
    return bool(text) and all(verdict is not None and verdict.complies for verdict in verdicts.values())
