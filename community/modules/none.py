"""Module `none`: memory only. The newcomer reads its past interactions itself, and nobody reworks what it says."""

from community.modules.module import Context, NormativeModule


class MemoryOnly(NormativeModule):
    """Leaves every candidate as it is and calls no model."""

    recalls = True

    async def rewrite(self, candidate: str, context: Context) -> str:
        return candidate
