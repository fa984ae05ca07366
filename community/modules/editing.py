"""What modules that have a model rework each candidate share."""

from typing import Any

from community.modules.module import Context, ModuleConfig, NormativeModule, Services
from community.modules.replies import read_edit
from community.prompts import Prompt


class EditingModule(NormativeModule):
    """A module that has its model rework each candidate; `failed_edits` counts the replies that could not be sent."""

    def __init__(self, config: ModuleConfig, services: Services) -> None:
        super().__init__(config, services)
        self.failed_edits = 0

    async def edit(self, candidate: str, context: Context, *, prompt: Prompt, **values: str) -> str:
        """The candidate reworked by one call, or the candidate itself when the reply cannot be sent.

        Args:
            candidate: the message to rework.
            context: the moment it is for.
            prompt: has the placeholders `candidate`, `answer_format` and `word_limit`; its name is the call's purpose.
            values: for the prompt's other placeholders.

        Raises:
            UserError: the prompt and the values do not fit together.
            ModelCallError: the call failed.
        """
        cap = self.services.word_cap
        messages = prompt.fill(
            candidate=candidate,
            answer_format=self.services.answer_format,
            word_limit=f"{cap} words; what goes beyond is cut off" if cap else "none",
            **values,
        )
        reply = await self.services.seat.say(messages, where=context.where, purpose=prompt.name)
        edited = read_edit(reply, candidate)
        if edited is None:
            self.failed_edits += 1
        return candidate if edited is None else edited

    def state(self) -> dict[str, Any]:
        return {**super().state(), "failed_edits": self.failed_edits}

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        self.failed_edits = state["failed_edits"]
