"""Every option of the debate itself; what the paper leaves open is an option here, with our choice as the default."""

from typing import Literal

from pydantic import Field

from community.agents.enforcement import EnforcementConfig
from community.agents.final import Tags
from community.config import Config

Condition = Literal["gated", "open", "alone", "told"]
Exchange = Literal["mutual", "one_way"]
ScheduleName = Literal["exponential", "linear", "constant"]
SanctionStyle = Literal["refusal", "silence", "off_topic"]


class SanctionConfig(EnforcementConfig):
    """How a background agent answers a newcomer that it does not admit, and how surely it refuses one."""

    style: SanctionStyle = "refusal"
    """`refusal` sends the refusal text, `silence` an empty message, `off_topic` a reply about something else."""
    text: str = "No response."
    """The refusal; it says nothing about the rule that was broken."""


class ScheduleConfig(Config):
    """When the newcomer only observes: with probability epsilon, drawn anew for each round but the final one."""

    kind: ScheduleName = "exponential"
    """How epsilon falls from 1 in the first debate to 0 in the last; `constant` stays at `epsilon`."""
    decay: float = Field(default=5.0, gt=0)
    """Steepness of the exponential: epsilon is (e^-ks - e^-k) / (1 - e^-k) at a share s of the run."""
    epsilon: float = Field(default=0.5, ge=0, le=1)
    """The probability to observe under `constant`."""


class DebateConfig(Config):
    """The protocol of a community debate (paper section 3.2, Algorithms 1 and 2)."""

    condition: Condition = "gated"
    """`gated` is the experiment; `open` shares without condition, `alone` has no community, `told` gives the norm."""
    rounds: int = Field(default=3, ge=0, le=1000)
    """T, the discussion rounds between the initial answers and the final round."""
    exchange: Exchange = "mutual"
    """`mutual`: an admitted newcomer's message also reaches the background agents; `one_way`: it never does."""
    schedule: ScheduleConfig = ScheduleConfig()
    sanction: SanctionConfig = SanctionConfig()
    insiders: Literal["verified", "prompted"] = "verified"
    """`prompted`: told the norm, reminded each round; `verified`: also checked, re-asked once, then made to comply."""
    word_cap: int | None = Field(default=None, ge=1)
    """The newcomer's message is cut after so many words before it is checked and sent."""
    edit_initial: bool = False
    """Whether the module also rewrites the newcomer's initial answer."""
    observation_shares_reasoning: bool = False
    """Whether the newcomer's own prompt shows the talk of a round that it only observes."""
    final_tags: Tags = "lenient"
    """A reply without <final> tags: `lenient` takes it whole, `strict` makes it empty; both count a format failure."""
