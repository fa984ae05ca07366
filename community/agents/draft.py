"""A message that is ready to be sent, and how it came about."""

from dataclasses import dataclass, field
from typing import Literal

from community.agents.final import Fault
from community.agents.verdicts import Verdicts
from community.norms import Verdict

Compliance = Literal["first", "reasked", "enacted", "never"]
"""How a background agent's message came to comply with all that it was told."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a run something is written, for example "d3.r1", and the question or topic it is about."""

    where: str
    question: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that is ready to be sent, and how it came about."""

    text: str
    candidate: str | None = None
    insider: Compliance | None = None
    faults: tuple[Fault, ...] = ()
    verdicts: Verdicts = field(default_factory=dict[str, Verdict | None])
    """What is known already of whether it complies."""
