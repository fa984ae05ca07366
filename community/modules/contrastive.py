"""Module `contrastive`: set exchanges in which the newcomer was let in against those in which it was shut out."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from community.modules.editing import EditingModule
from community.modules.module import Context, ModuleConfig, Services
from community.modules.observation import Interaction, Round, render, render_utterances
from community.modules.replies import read_rule
from community.parallel import together

_VERDICT = re.compile(r"\b(yes|no)\b", re.IGNORECASE)
_NONE = "none yet"


class Contrastive(EditingModule):
    """After each interaction one call per round it took part in, and one that infers or refines; one per candidate.

    Whether a round was a refusal is its own model's reading of the replies: it never sees a verdict. A reply without a
    yes or a no counts as refused. Before the first rule, candidates pass unchanged.
    """

    def __init__(self, config: ModuleConfig, services: Services) -> None:
        super().__init__(config, services)
        self._rule: str | None = None
        self._refused: list[list[int]] = []
        """The numbers of the refused rounds of each interaction in the window."""

    async def rewrite(self, candidate: str, context: Context) -> str:
        if self._rule is None:
            return candidate
        prompt = self.services.prompts["contrastive_edit"]
        return await self.edit(candidate, context, prompt=prompt, rule=self._rule)

    async def learn(self, interaction: Interaction) -> None:
        taken = [turn for turn in interaction.rounds if turn.participated]
        admitted = await together(self._admitted(interaction, turn) for turn in taken)
        refused = [turn.number for turn, let_in in zip(taken, admitted, strict=True) if not let_in]
        await super().learn(interaction)
        self._refused = [*self._refused, refused][-self.config.window :]
        self._rule = await self._infer(interaction.where) or self._rule

    async def _admitted(self, interaction: Interaction, turn: Round) -> bool:
        """Whether the replies of one round deal with the question."""
        messages = self.services.prompts["contrastive_classify"].fill(
            question=interaction.question, replies=render_utterances(turn.heard)
        )
        where = f"{interaction.where}.r{turn.number}"
        reply = await self.services.seat.say(messages, where=where, purpose="contrastive_classify")
        verdict = _VERDICT.search(reply.text)
        return verdict is not None and verdict[1].lower() == "yes"

    async def _infer(self, where: str) -> str | None:
        """A first rule, or the present one refined."""
        purpose = "contrastive_infer" if self._rule is None else "contrastive_refine"
        held = {} if self._rule is None else {"rule": self._rule}
        messages = self.services.prompts[purpose].fill(
            admitted=self._transcripts(refused=False), refused=self._transcripts(refused=True), **held
        )
        return read_rule(await self.services.seat.say(messages, where=where, purpose=purpose))

    def _transcripts(self, *, refused: bool) -> str:
        """The rounds of the window that were refusals, or those that were not."""
        parts = [
            _only(item, [turn for turn in item.rounds if (turn.number in numbers) == refused])
            for item, numbers in zip(self.window, self._refused, strict=True)
        ]
        return render([part for part in parts if part.rounds]) or _NONE

    @property
    def belief(self) -> str | None:
        return self._rule

    def state(self) -> dict[str, Any]:
        return {**super().state(), "rule": self._rule, "refused": self._refused}

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        self._rule = state["rule"]
        self._refused = [list(numbers) for numbers in state["refused"]]


def _only(interaction: Interaction, rounds: Sequence[Round]) -> Interaction:
    return replace(interaction, rounds=tuple(rounds))
