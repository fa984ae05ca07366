"""Rows as debates would give them, without playing any."""

from typing import Any

from community.experiments.analysis.debates import RowOfDebate
from community.experiments.reports.material import Material

_MODELS = {
    "newcomer": "ollama:gemma3:4b",
    "background": "openai:gpt-5-nano*2",
    "module_model": "ollama:qwen3:8b",
}


def debate(norm: str = "sy_star", module: str = "tom", index: int = 1, **changes: Any) -> RowOfDebate:
    """One finished debate of models, of a run of its own for each treatment."""
    values: dict[str, Any] = {
        "setting": "debate",
        "sweep": None,
        "run_status": "finished",
        "simulated": False,
        "labels": {},
        "seed": 0,
        "index": index,
        "question": f"q{index}",
        "status": "finished",
        "reason": None,
        "missing": {},
        "norm": norm,
        "family": "local_edit",
        "set": "core",
        "condition": "gated",
        "module": module,
        "module_options": "",
        "judge": None,
        "task": "mmlu_pro",
        "schedule": "exponential",
        "exchange": "mutual",
        "sanction": "refusal",
        "insiders": "verified",
        "rounds": 3,
        "idiosyncratic": 0,
        "habits": "",
        "costly": False,
        "other": "",
        "planned": 50,
        "category": None,
        "belief": None,
        "follow_rate": 0.5,
        "accuracy": 1.0,
        "participation": 0.5,
        **_MODELS,
        **changes,
    }
    treatment = (values[name] for name in RowOfDebate.factors)
    values.setdefault("run_dir", "/".join(map(str, (*treatment, values["seed"]))))
    return RowOfDebate.model_validate(values)


def material(*rows: RowOfDebate, simulated: bool = False) -> Material:
    return Material(rows, (), simulated)
