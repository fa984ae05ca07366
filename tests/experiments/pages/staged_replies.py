"""Runs of scenarios as they would be logged, made by hand."""

from typing import Any

from community.experiments.scenarios.config import ScenarioRunConfig
from community.scenarios.config import Condition
from community.scenarios.records import JudgeVerdict, ReplyEvent

FEED = "standup__binary_answer_norm__rotterdam_feed"
VENTS = "bug_report__mandatory_analogy_norm__monday_vents"
LABELS = {"y": True, "n": False, "?": None}


def config(*scenarios: str, **fields: object) -> ScenarioRunConfig:
    """Of two trials under two conditions."""
    values = {"conditions": ("naive", "norm_informed"), "trials": 2, "scenarios": scenarios, **fields}
    return ScenarioRunConfig.model_validate(values)


def reply(
    scenario: str, condition: Condition, trial: int, complies: bool | None, **fields: Any
) -> ReplyEvent:
    event, norm, _ = scenario.split("__")
    values: dict[str, Any] = {
        "status": "finished",
        "reply": f"{condition} {trial}",
        "judge": JudgeVerdict(complies=complies, evidence="one word", reasoning="it is one word"),
        **fields,
    }
    return ReplyEvent(
        scenario=scenario,
        event=event,
        norm=norm,
        condition=condition,
        trial=trial,
        module="none",
        **values,
    )


def failed(scenario: str, condition: Condition, trial: int, reason: str = "the model broke") -> ReplyEvent:
    nothing = {"status": "failed", "reason": reason, "reply": None, "judge": None}
    return reply(scenario, condition, trial, None, **nothing)


def replies(scenario: str, **labels: str) -> list[ReplyEvent]:
    """Condition -> a letter a trial: y complies, n breaches, ? has no verdict, x failed."""
    return [
        failed(scenario, condition, trial)  # pyright: ignore[reportArgumentType]
        if letter == "x"
        else reply(scenario, condition, trial, LABELS[letter])  # pyright: ignore[reportArgumentType]
        for condition, letters in labels.items()
        for trial, letter in enumerate(letters)
    ]
