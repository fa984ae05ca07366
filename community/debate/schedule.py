"""Observe or participate: epsilon over the run, and one draw per round from a stream of its own."""

import math

from community.debate.config import ScheduleConfig
from community.seeds import stream


def epsilon(schedule: ScheduleConfig, index: int, debates: int) -> float:
    """The probability that the newcomer only observes a non-final round of debate `index` (paper section A.5.1)."""
    if schedule.kind == "constant":
        return schedule.epsilon
    share = index / (debates - 1) if debates > 1 else 1.0
    if schedule.kind == "linear":
        return 1.0 - share
    floor = math.exp(-schedule.decay)
    return (math.exp(-schedule.decay * share) - floor) / (1.0 - floor)


def participation(
    schedule: ScheduleConfig, *, seed: int, index: int, debates: int, rounds: int
) -> tuple[bool, ...]:
    """For each of the rounds 1..T and the final one, whether the newcomer participates; the final one always does."""
    chance = epsilon(schedule, index, debates)
    draws = stream(seed, "participation", index)
    return (*(draws.random() >= chance for _ in range(rounds)), True)
