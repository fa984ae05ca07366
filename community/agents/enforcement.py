"""How surely a norm is enforced: violations that pass, and sanctions that hit those who followed it."""

import random

from pydantic import Field

from community.config import Config


class EnforcementConfig(Config):
    """The noise of sanctions."""

    probability: float = Field(default=1.0, ge=0, le=1)
    """Chance that a message that breaks the norm is sanctioned."""
    false_alarm: float = Field(default=0.0, ge=0, le=1)
    """Chance that a message that follows the norm is sanctioned all the same."""

    def strikes(self, complied: bool | None, rng: random.Random) -> bool:
        """Whether a message draws a sanction; one without a verdict (None) counts as breaking the norm."""
        return rng.random() < (self.false_alarm if complied else self.probability)
