"""What the theory-of-mind module believes: the shapes its model fills in, one per step.

The text under a field is what the model is told about it. A `Rated` shape also asks how sure the belief is.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _label(value: object) -> object:
    """Labels are read in any case, with blanks or hyphens for underscores."""
    return value.strip().lower().replace(" ", "_").replace("-", "_") if isinstance(value, str) else value


def _listed(value: object) -> object:
    """One text stands for a list of it, null for an empty list."""
    return [value] if isinstance(value, str) else [] if value is None else value


Texts = Annotated[list[str], BeforeValidator(_listed)]
Strength = Annotated[Literal["none", "weak", "strong"], BeforeValidator(_label)]
Awareness = Annotated[
    Literal["unaware", "partially_aware", "aware_non_compliant", "compliant", "unknown"],
    BeforeValidator(_label),
]


class Shape(BaseModel):
    """Base of what a model fills in; fields it adds on its own are left out."""

    model_config = ConfigDict(frozen=True, extra="ignore", use_attribute_docstrings=True)


class Rated(Shape):
    """A belief with the degree to which it is held."""

    confidence: Annotated[float, Field(ge=0, le=1)]
    """number from 0 to 1: how sure you are"""


class SelfModel(Shape):
    """What the newcomer holds the norm to be."""

    norm_belief: str
    """the rule as you now see it, as an instruction that a writer could carry out"""
    uncertainty_gaps: Texts = []
    """list of texts: what you do not know about the rule yet"""


class RatedSelfModel(Rated, SelfModel):
    """The same, with a confidence."""


class AgentBelief(Shape):
    """What one member seems to hold the norm to be, and how it lets the newcomer know (first order)."""

    norm_belief: str
    """the rule this member seems to have in mind"""
    transmission: Strength = "none"
    """none, weak or strong: how much the member shows, hints at or explains the rule"""
    enforcement: Strength = "none"
    """none, weak or strong: how much the member corrects, refuses or disapproves"""


class RatedAgentBelief(Rated, AgentBelief):
    """The same, with a confidence."""


class AgentView(Shape):
    """What one member seems to think of the newcomer (second order)."""

    awareness: Awareness
    """unaware, partially_aware, aware_non_compliant, compliant or unknown: what the member takes you for"""
    perceived_compliance: str = "unknown"
    """how well you keep the rule in the eyes of the member"""
    likely_next_behavior: str = "unknown"
    """what the member will do next"""


class Hypothesis(Shape):
    """What the newcomer goes by, after all beliefs are brought together."""

    self_critique: str = ""
    """what speaks against the rule you have been going by"""
    diagnosis: str = ""
    """what was wrong with it, or nothing"""
    statement: str
    """the rule to go by from now on, as an instruction that a writer could carry out"""
    evidence_sources: Texts = []
    """list of texts: the members or rounds this rests on"""


class RatedHypothesis(Rated, Hypothesis):
    """The same, with a confidence."""


class BeliefRecord(Shape):
    """What the newcomer believed after one interaction."""

    interaction: int
    hypothesis: str
    hypothesis_confidence: float | None = None
    norm_belief: str
    norm_belief_confidence: float | None = None
    uncertainty_gaps: Texts = []

    @classmethod
    def of(cls, interaction: int, self_model: SelfModel, hypothesis: Hypothesis | None) -> "BeliefRecord":
        """The record of an update."""
        return cls(
            interaction=interaction,
            hypothesis=hypothesis.statement if hypothesis else "none",
            hypothesis_confidence=confidence_of(hypothesis),
            norm_belief=self_model.norm_belief,
            norm_belief_confidence=confidence_of(self_model),
            uncertainty_gaps=self_model.uncertainty_gaps,
        )


def confidence_of(belief: Shape | None) -> float | None:
    """How sure a belief is; None when that was not asked."""
    return belief.confidence if isinstance(belief, Rated) else None


def explain_fields(shape: type[Shape]) -> str:
    """The fields of a shape and what to write into each, one a line, for a prompt."""
    return "\n".join(f'- "{name}": {field.description}' for name, field in shape.model_fields.items())


def describe(belief: Shape) -> str:
    """A belief as lines of "field: value", for a prompt."""
    return "\n".join(
        f"{name}: {_words(value)}" for name, value in belief.model_dump(exclude_none=True).items()
    )


def _words(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(map(str, value)) or "none"  # pyright: ignore[reportUnknownArgumentType] - of any element
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def dominant_awareness(views: Sequence[AgentView]) -> Awareness:
    """The most frequent label; of equally frequent ones the one that came first."""
    labels: list[Awareness] = [view.awareness for view in views] or ["unknown"]
    return max(labels, key=labels.count)
