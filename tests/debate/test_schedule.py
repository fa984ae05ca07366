from itertools import pairwise

import pytest

from community.debate import ScheduleConfig
from community.debate.schedule import epsilon, participation


@pytest.mark.parametrize("kind", ["exponential", "linear"])
def test_epsilon_falls_from_one_to_zero(kind: str) -> None:
    schedule = ScheduleConfig.model_validate({"kind": kind})

    values = [epsilon(schedule, index, 50) for index in range(50)]

    assert values[0] == pytest.approx(1.0)
    assert values[-1] == pytest.approx(0.0)
    assert all(later < earlier for earlier, later in pairwise(values))


def test_epsilon_exponential_falls_faster_than_linear() -> None:
    middle = epsilon(ScheduleConfig(), 25, 51)

    assert middle == pytest.approx((2.718281828**-2.5 - 2.718281828**-5) / (1 - 2.718281828**-5), rel=1e-6)
    assert middle < epsilon(ScheduleConfig(kind="linear"), 25, 51)


def test_epsilon_constant_stays() -> None:
    assert {epsilon(ScheduleConfig(kind="constant", epsilon=0.3), index, 9) for index in range(9)} == {0.3}


def test_participation_always_ends_with_taking_part() -> None:
    schedule = ScheduleConfig(kind="constant", epsilon=1.0)

    assert participation(schedule, seed=0, index=0, debates=5, rounds=3) == (False, False, False, True)


def test_participation_draws_at_the_rate_of_epsilon() -> None:
    schedule = ScheduleConfig(kind="constant", epsilon=0.25)

    draws = [
        taken
        for index in range(1000)
        for taken in participation(schedule, seed=3, index=index, debates=1000, rounds=3)[:-1]
    ]

    assert sum(draws) / len(draws) == pytest.approx(0.75, abs=0.03)


def test_participation_of_a_debate_does_not_depend_on_the_others() -> None:
    schedule = ScheduleConfig(kind="constant")

    first = participation(schedule, seed=1, index=7, debates=10, rounds=3)

    assert first == participation(schedule, seed=1, index=7, debates=99, rounds=3)
    assert first[:2] == participation(schedule, seed=1, index=7, debates=10, rounds=2)[:2]
