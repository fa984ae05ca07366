import pytest

from community.commands.threshold import Threshold
from community.errors import UserError
from community.experiments.debates.result import NUMBERS
from tests.experiments.staged import result, run, steps

RESULT = result(run(steps(0, "refused", texts=("no", "no", "no")), steps(1)))


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
    fault = Threshold.parse(text, NUMBERS).fault(RESULT)

    assert (fault is None) == met


@pytest.mark.parametrize("name", NUMBERS)
def test_every_name_is_a_number_of_the_result(name: str) -> None:
    fault = Threshold.parse(f"{name}<-1", NUMBERS).fault(RESULT)

    assert fault is not None
    assert fault.startswith(f"missed: {name}<-1, it is ")


@pytest.mark.parametrize(
    "text", ["", "follow_rate", "follow_rate>=", "follow_rate=>1", ">=1", "follow_rate>=1.2.3", "rate>=1"]
)
def test_threshold_refuses_other_forms(text: str) -> None:
    with pytest.raises(UserError):
        Threshold.parse(text, NUMBERS)
