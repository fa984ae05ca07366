"""Module `tom`: theory of mind. The newcomer reasons about what each member believes the norm to be."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from community.modules.beliefs import (
    AgentBelief,
    AgentView,
    Awareness,
    BeliefRecord,
    Hypothesis,
    RatedAgentBelief,
    RatedHypothesis,
    RatedSelfModel,
    SelfModel,
    Shape,
    confidence_of,
    describe,
    dominant_awareness,
    explain_fields,
)
from community.modules.editing import EditingModule
from community.modules.module import Context, ModuleConfig, Services
from community.modules.observation import Interaction, Utterance, render_utterances
from community.parallel import together

T = TypeVar("T", bound=Shape)

_UNKNOWN = {"norm_belief": "unknown", "awareness": "unknown", "statement": "", "confidence": 0.0}
_NONE = "none yet"
_GUIDANCE: Mapping[Awareness, str] = {
    "unaware": "The community takes the newcomer for somebody who has not noticed the rule: show it plainly.",
    "partially_aware": "The community thinks the newcomer has half understood the rule: carry it out in full.",
    "aware_non_compliant": "The community thinks the newcomer knows the rule and breaks it: leave no room for doubt.",
    "compliant": "The community sees the newcomer keeping the rule: go on in the same manner.",
    "unknown": "Follow the belief to the letter.",
}


class TheoryOfMindConfig(ModuleConfig):
    """Options of `tom`; `window` is the number of past beliefs that later prompts show."""

    second_order: bool = False
    """Also ask what each member thinks of the newcomer; the most frequent awareness then guides the edits."""
    confidence: bool = False
    """Also ask how sure each belief is; later prompts show it, nothing depends on it."""


class TheoryOfMind(EditingModule):
    """Beliefs about beliefs, revised after each interaction: encode, introspect, first order, synthesize.

    With K members 3 + K calls an update (3 + 2K with `second_order`), and one per candidate once there is a
    hypothesis; before that, candidates pass unchanged. A reply that cannot be read becomes a record of unknowns; an
    unreadable synthesis leaves the hypothesis as it was.
    """

    Config = TheoryOfMindConfig
    config: TheoryOfMindConfig

    def __init__(self, config: ModuleConfig, services: Services) -> None:
        super().__init__(config, services)
        self._hypothesis: Hypothesis | None = None
        self._awareness: Awareness | None = None
        self._history: list[BeliefRecord] = []

    async def rewrite(self, candidate: str, context: Context) -> str:
        if self._hypothesis is None:
            return candidate
        prompt = self.services.prompts["tom_edit"]
        values = {"rule": self._hypothesis.statement, "guidance": self._guidance()}
        return await self.edit(candidate, context, prompt=prompt, **values)

    async def learn(self, interaction: Interaction) -> None:
        observations = await self._encode(interaction)
        self_model = await self._introspect(interaction, observations)
        told = {"observations": observations, "introspection": describe(self_model)}
        beliefs = await self._first_order(interaction, told)
        views = await self._second_order(interaction, told, beliefs) if self.config.second_order else []
        about = zip(beliefs, views, strict=True) if self.config.second_order else zip(beliefs, strict=True)
        reports = [_report(*member) for member in zip(interaction.members, about, strict=True)]
        self._hypothesis = await self._synthesize(interaction, self_model, reports)
        self._awareness = dominant_awareness(views) if self.config.second_order else None
        record = BeliefRecord.of(interaction.index, self_model, self._hypothesis)
        self._history = [*self._history, record][-self.config.window :]

    async def _encode(self, interaction: Interaction) -> str:
        """Notes on what sets the community's messages apart from the newcomer's; both are pooled, without names."""
        heard = [Utterance("Member", said.text) for turn in interaction.rounds for said in turn.heard]
        sent = [Utterance("Newcomer", turn.sent) for turn in interaction.rounds if turn.sent is not None]
        messages = self.services.prompts["tom_encode"].fill(
            community=render_utterances(heard) or _NONE, newcomer=render_utterances(sent) or _NONE
        )
        reply = await self.services.seat.say(messages, where=interaction.where, purpose="tom_encode")
        return reply.text.strip() or _NONE

    async def _introspect(self, interaction: Interaction, observations: str) -> SelfModel:
        shape = RatedSelfModel if self.config.confidence else SelfModel
        values = {"observations": observations, **self._held()}
        return await self._ask("tom_introspect", interaction.where, shape, **values)

    async def _first_order(self, interaction: Interaction, told: Mapping[str, str]) -> list[AgentBelief]:
        """What each member seems to believe, asked in parallel, in the order of the members."""
        shape = RatedAgentBelief if self.config.confidence else AgentBelief
        places = _places(interaction)
        return await together(
            (self._ask("tom_first_order", where, shape, agent=agent, **told) for agent, where in places)
        )

    async def _second_order(
        self, interaction: Interaction, told: Mapping[str, str], beliefs: Sequence[AgentBelief]
    ) -> list[AgentView]:
        """What each member seems to think of the newcomer, given what it seems to believe."""
        asked = zip(_places(interaction), map(describe, beliefs), strict=True)
        return await together(
            (
                self._ask("tom_second_order", where, AgentView, agent=agent, agent_belief=belief, **told)
                for (agent, where), belief in asked
            )
        )

    async def _synthesize(
        self, interaction: Interaction, self_model: SelfModel, reports: Sequence[str]
    ) -> Hypothesis | None:
        """The revised hypothesis; the old one when the reply cannot be read or states nothing."""
        shape = RatedHypothesis if self.config.confidence else Hypothesis
        old = self._hypothesis
        new = await self._ask(
            "tom_synthesize",
            interaction.where,
            shape,
            introspection=describe(self_model),
            agent_beliefs="\n\n".join(reports) or _NONE,
            **self._held(),
        )
        return new if new.statement.strip() else old

    async def _ask(self, purpose: str, where: str, shape: type[T], **values: str) -> T:
        """One structured call; what cannot be read becomes a record of unknowns."""
        history = "\n\n".join(map(describe, self._history)) or _NONE
        messages = self.services.prompts[purpose].fill(
            fields=explain_fields(shape), history=history, **values
        )
        default = shape.model_validate(_UNKNOWN)
        answer = await self.services.seat.fill(messages, shape, default=default, where=where, purpose=purpose)
        return answer.value

    def _held(self) -> dict[str, str]:
        """The hypothesis so far, for a prompt."""
        held = self._hypothesis
        if held is None:
            return {"rule": _NONE, "evidence": _NONE}
        sure = confidence_of(held)
        evidence = "; ".join(held.evidence_sources) or _NONE
        return {
            "rule": held.statement,
            "evidence": evidence if sure is None else f"{evidence} (confidence {sure:.2f})",
        }

    def _guidance(self) -> str:
        """How to apply the hypothesis, besides what it says."""
        sure = confidence_of(self._hypothesis)
        rated = (
            [] if sure is None else [f"The belief is held with confidence {sure:.2f} on a scale from 0 to 1."]
        )
        return " ".join([_GUIDANCE[self._awareness or "unknown"], *rated])

    @property
    def belief(self) -> str | None:
        return self._hypothesis.statement if self._hypothesis else None

    def state(self) -> dict[str, Any]:
        return {
            **super().state(),
            "hypothesis": self._hypothesis.model_dump() if self._hypothesis else None,
            "awareness": self._awareness,
            "history": [record.model_dump() for record in self._history],
        }

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        shape = RatedHypothesis if self.config.confidence else Hypothesis
        self._hypothesis = shape.model_validate(state["hypothesis"]) if state["hypothesis"] else None
        self._awareness = state["awareness"]
        self._history = [BeliefRecord.model_validate(record) for record in state["history"]]


def _places(interaction: Interaction) -> list[tuple[str, str]]:
    """Each member with the place of the calls about it."""
    return [
        (agent, f"{interaction.where}.a{number}") for number, agent in enumerate(interaction.members, start=1)
    ]


def _report(agent: str, records: Sequence[Shape]) -> str:
    """What is thought about one member."""
    return "\n".join([f"{agent}:", *map(describe, records)])
