"""Module `direct_edit`: rework each candidate to match transcripts of the community, without stating a norm."""

from pydantic import Field

from community.modules.editing import EditingModule
from community.modules.module import Context, ModuleConfig
from community.modules.observation import render
from community.seeds import stream


class DirectEditConfig(ModuleConfig):
    """Options of `direct_edit`."""

    sample: int | None = Field(default=None, ge=1)
    """How many interactions of the window an edit is shown, drawn at random for each edit; without it, all."""


class DirectEdit(EditingModule):
    """One call per candidate, none before the first observation. It holds no belief."""

    Config = DirectEditConfig
    config: DirectEditConfig

    async def rewrite(self, candidate: str, context: Context) -> str:
        if not self.window:
            return candidate
        transcripts = render([self.window[position].without_newcomer() for position in self._draw(context)])
        prompt = self.services.prompts["direct_edit"]
        return await self.edit(candidate, context, prompt=prompt, transcripts=transcripts)

    def _draw(self, context: Context) -> list[int]:
        """Positions in the window, oldest first."""
        size = min(self.config.sample or len(self.window), len(self.window))
        draws = stream(self.services.seed, "direct_edit", context.where)
        return sorted(draws.sample(range(len(self.window)), size))
