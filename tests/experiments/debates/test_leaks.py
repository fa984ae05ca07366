"""Nothing that the newcomer or its module is ever sent may give the norm away."""

from pathlib import Path

import pytest

from community.experiments.debates.config import DebateRunConfig
from community.models.journal import read_calls
from community.modules import MODULES as MODULE_REGISTRY
from community.norms import list_norms, load_norm
from tests.experiments.played import start

MODULES = list(MODULE_REGISTRY.table)
NORMS = [norm.id for norm in list_norms(set="core")]


async def sent_to_newcomer(folder: Path, **options: object) -> list[str]:
    """All prompts of a run that went to the newcomer or its module."""
    config = DebateRunConfig.model_validate({"questions": 3, "rounds": 1, **options})
    result = await start(config, folder)
    calls = list(read_calls(Path(result.run_dir) / "calls.jsonl"))
    prompts = ["\n".join(m.text for m in call.messages) for call in calls if not call.who.startswith("Agent")]
    assert prompts
    return prompts


def given_away(norm_id: str, prompts: list[str]) -> list[str]:
    norm = load_norm(norm_id)
    secrets = [norm.id, norm.instruction, norm.predicate.model_dump_json(), norm.title]
    return [secret for secret in secrets for prompt in prompts if secret.lower() in prompt.lower()]


@pytest.mark.parametrize("norm", NORMS)
async def test_prompts_never_hold_the_norm(tmp_path: Path, norm: str) -> None:
    for module in MODULES:
        prompts = await sent_to_newcomer(tmp_path, norms=[norm], module=module)

        assert given_away(norm, prompts) == []


@pytest.mark.parametrize(
    "options",
    [
        {"condition": "open"},
        {"condition": "alone"},
        {"sanction": "silence"},
        {"sanction": "off_topic"},
        {"exchange": "one_way", "insiders": "prompted"},
        {"idiosyncratic": 2},
        {"costly": True, "idiosyncratic": 1},
        {"module": {"id": "tom", "options": {"second_order": True, "confidence": True}}},
    ],
    ids=str,
)
async def test_prompts_never_hold_the_norm_under_any_condition(
    tmp_path: Path, options: dict[str, object]
) -> None:
    prompts = await sent_to_newcomer(
        tmp_path, **{"norms": ["pp_snondle_bookend"], "module": "infer_edit", **options}
    )

    assert given_away("pp_snondle_bookend", prompts) == []


async def test_told_newcomer_is_the_one_that_is_given_the_norm(tmp_path: Path) -> None:
    prompts = await sent_to_newcomer(tmp_path, norms=["pp_snondle_bookend"], condition="told")

    assert load_norm("pp_snondle_bookend").instruction in prompts[0]
