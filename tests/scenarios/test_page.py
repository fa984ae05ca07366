"""The page on scenarios names every condition, option and number of a run."""

import re
from pathlib import Path

from community.scenarios.agreement import RATERS
from community.scenarios.config import (
    CONDITIONS,
    JUDGE_TEMPERATURE,
    SUBJECT_TEMPERATURE,
    ScenarioConfig,
)
from community.scenarios.judging import Judgement
from community.scenarios.scoring import Comparison, ConditionScore, ScenarioMetrics

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
CODED = set(re.findall(r"`([^`\n]+)`", PAGE))


def test_page_names_conditions_and_options_with_their_defaults() -> None:
    assert {*CONDITIONS, *ScenarioConfig.model_fields} <= CODED
    assert f"played `trials` times ({ScenarioConfig().trials} by default)" in PAGE
    assert set(CONDITIONS) - set(ScenarioConfig().conditions) == {"oracle"}
    assert f"\n{SUBJECT_TEMPERATURE} unless its options say otherwise" in PAGE
    assert f"at temperature {JUDGE_TEMPERATURE:g}" in PAGE


def test_page_names_every_number_field_and_rater() -> None:
    numbers = {name for record in (ConditionScore, Comparison) for name in record.model_fields}
    whole = {"by_norm", "by_event", "judge_and_rule"}

    assert numbers - {"condition", "baseline"} <= CODED
    assert whole <= CODED & ScenarioMetrics.model_fields.keys()
    assert {*Judgement.model_fields, *RATERS} <= CODED
