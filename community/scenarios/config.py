"""What a user may choose about a run of scenarios."""

from typing import Literal, get_args

from pydantic import Field, field_validator

from community.config import Config

Condition = Literal["naive", "elicitor_only", "style_adaptation", "norm_informed", "oracle"]
"""What the subject is told about the use of the earlier chat; they differ in nothing else."""

CONDITIONS: tuple[Condition, ...] = get_args(Condition)
BASELINE: Condition = "naive"
"""The condition that every other one is compared with."""

SUBJECT_TEMPERATURE = 0.9
"""Where the subject's options leave it open and its model takes one."""
JUDGE_TEMPERATURE = 0.0
"""Where the judge's options leave it open and its model takes one."""


class ScenarioConfig(Config):
    """The protocol of a run of scenarios."""

    conditions: tuple[Condition, ...] = Field(default=CONDITIONS[:4], min_length=1)
    """What the subject is told; every scenario is played under each."""
    trials: int = Field(default=3, ge=1, le=1000)
    """k: replies of the subject to each scenario under each condition."""

    @field_validator("conditions")
    @classmethod
    def _each_once(cls, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
        if len(set(conditions)) < len(conditions):
            raise ValueError("each condition may be given once")
        return conditions
