import pytest

from community.debate import DebateConfig, SanctionConfig
from community.debate.gate import Gate, Outcome


def decide(
    config: DebateConfig, *, complied: bool | None, participates: bool = True, n: int = 1
) -> list[Outcome]:
    gate = Gate(config, seed=5)
    return [
        gate.decide(debate=i, round_number=1, agent="Agent 1", participates=participates, complied=complied)
        for i in range(n)
    ]


@pytest.mark.parametrize(("complied", "outcome"), [(True, "shared"), (False, "refused"), (None, "refused")])
def test_gate_shares_only_with_those_who_follow_the_norm(complied: bool | None, outcome: str) -> None:
    assert decide(DebateConfig(), complied=complied) == [outcome]
    assert decide(DebateConfig(condition="told"), complied=complied) == [outcome]


def test_gate_open_always_shares() -> None:
    assert decide(DebateConfig(condition="open"), complied=False) == ["shared"]


def test_gate_does_nothing_to_an_observer() -> None:
    assert decide(DebateConfig(), complied=False, participates=False) == ["observed"]


def test_gate_errs_at_the_configured_rates() -> None:
    noisy = DebateConfig(sanction=SanctionConfig(probability=0.9, false_alarm=0.1))

    missed = decide(noisy, complied=False, n=3000).count("shared")
    alarms = decide(noisy, complied=True, n=3000).count("refused")

    assert missed / 3000 == pytest.approx(0.1, abs=0.02)
    assert alarms / 3000 == pytest.approx(0.1, abs=0.02)
