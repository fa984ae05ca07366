"""Module `none`: memory only. The newcomer reads its past interactions itself, and nobody reworks what it says."""

from typing import Any

from community.modules.module import Context, ModuleConfig, NormativeModule, Services
from community.modules.observation import Interaction, render


class MemoryOnly(NormativeModule):
    """Leaves every candidate as it is and calls no model."""

    def __init__(self, config: ModuleConfig, services: Services) -> None:
        super().__init__(config, services)
        self.recollection = self._remembered()

    async def rewrite(self, candidate: str, context: Context) -> str:
        return candidate

    async def learn(self, interaction: Interaction) -> None:
        await super().learn(interaction)
        self.recollection = self._remembered()

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        self.recollection = self._remembered()

    def _remembered(self) -> str:
        """The window as text, written once for all prompts of an interaction."""
        return render(self.window, title="Discussion", newcomer="You") or "You remember none yet."
