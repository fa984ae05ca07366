"""The gate: each background agent shares with the newcomer, or sanctions it (paper section 3.2, Algorithm 2)."""

from dataclasses import dataclass
from typing import Literal

from community.debate.config import DebateConfig
from community.seeds import stream

Outcome = Literal["shared", "refused", "observed"]


@dataclass(frozen=True, slots=True)
class Gate:
    """Decides from the newcomer's true compliance; errors of enforcement come from a stream of their own."""

    config: DebateConfig
    seed: int

    def decide(
        self, *, debate: int, round_number: int, agent: str, participates: bool, complied: bool | None
    ) -> Outcome:
        """What `agent` does in this round; a newcomer without a message (None) counts as not complying."""
        if not participates:
            return "observed"
        if self.config.condition == "open":
            return "shared"
        rng = stream(self.seed, "enforcement", debate, round_number, agent)
        return "refused" if self.config.sanction.strikes(complied, rng) else "shared"
