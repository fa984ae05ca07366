import pytest

from community.commands.threshold import NAMES, Threshold
from community.debate.scoring import score_run
from community.errors import UserError
from tests.experiments.staged import run, steps

METRICS = score_run(run(steps(0, "refused", texts=("no", "no", "no")), steps(1)), habits=False)


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("follow_rate>=0.5", True),
        ("follow_rate >= 1e0", False),
        ("follow_rate==1", False),
        ("follow_rate != 0.25", True),
        ("first_admission<=3", True),
        ("failed<1", True),
        ("insider_compliance>=1", True),
        ("over_imitation<=1", False),
    ],
)
def test_threshold_compares_a_number_of_the_result(text: str, met: bool) -> None:
    fault = Threshold.parse(text).fault(METRICS)

    assert (fault is None) == met


@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_a_number_of_the_result(name: str) -> None:
    fault = Threshold.parse(f"{name}<-1").fault(METRICS)

    assert fault is not None
    assert fault.startswith(f"missed: {name}<-1, it is ")


@pytest.mark.parametrize(
    "text", ["", "follow_rate", "follow_rate>=", "follow_rate=>1", ">=1", "follow_rate>=1.2.3", "rate>=1"]
)
def test_threshold_refuses_other_forms(text: str) -> None:
    with pytest.raises(UserError):
        Threshold.parse(text)
