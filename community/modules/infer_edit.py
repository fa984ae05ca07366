"""Module `infer_edit`: put the norm into words after each interaction, then rework candidates to those words."""

from typing import Any

from community.modules.editing import EditingModule
from community.modules.module import Context, ModuleConfig, Services
from community.modules.observation import Interaction, render
from community.modules.replies import read_rule

UNKNOWN_RULE = "No rule is known yet."


class InferEdit(EditingModule):
    """One call after each interaction and one per candidate.

    The inference sees what the community said in the window, and the guesses that are older than the window: younger
    ones were made from the same transcripts.
    """

    def __init__(self, config: ModuleConfig, services: Services) -> None:
        super().__init__(config, services)
        self._guesses: list[str] = []

    async def rewrite(self, candidate: str, context: Context) -> str:
        prompt = self.services.prompts["infer_edit_edit"]
        return await self.edit(candidate, context, prompt=prompt, rule=self.belief or UNKNOWN_RULE)

    async def learn(self, interaction: Interaction) -> None:
        await super().learn(interaction)
        size = self.config.window
        messages = self.services.prompts["infer_edit_infer"].fill(
            transcripts=render([item.without_newcomer() for item in self.window]),
            history="\n".join(self._guesses[:-size]) or "none",
        )
        reply = await self.services.seat.say(messages, where=interaction.where, purpose="infer_edit_infer")
        guess = read_rule(reply)
        if guess:
            self._guesses = [*self._guesses, guess][-2 * size :]

    @property
    def belief(self) -> str | None:
        return self._guesses[-1] if self._guesses else None

    def state(self) -> dict[str, Any]:
        return {**super().state(), "guesses": self._guesses}

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        self._guesses = list(state["guesses"])
