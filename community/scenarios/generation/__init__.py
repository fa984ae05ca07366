"""New scenarios written by a model: planned, written, screened; what is rejected keeps its reason."""

from community.scenarios.generation.attempt import Attempt, Stage
from community.scenarios.generation.workshop import Commission, Workshop, generate, generation_prompts

__all__ = ["Attempt", "Commission", "Stage", "Workshop", "generate", "generation_prompts"]
