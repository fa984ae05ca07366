import pytest

from community.agents.enforcement import EnforcementConfig
from community.seeds import stream


@pytest.mark.parametrize("complied", [True, False, None])
def test_enforcement_without_noise_is_exact(complied: bool | None) -> None:
    assert EnforcementConfig().strikes(complied, stream(0)) is (complied is not True)


def test_enforcement_errs_at_the_configured_rates() -> None:
    noisy = EnforcementConfig(probability=0.9, false_alarm=0.1)

    missed = sum(not noisy.strikes(False, stream(draw)) for draw in range(3000))
    alarms = sum(noisy.strikes(True, stream(draw)) for draw in range(3000))

    assert missed / 3000 == pytest.approx(0.1, abs=0.02)
    assert alarms / 3000 == pytest.approx(0.1, abs=0.02)
