from typing import Any

import pytest

from community.experiments.reports.published import beside, published_sets, same_model
from community.experiments.reports.table import Cited
from community.norms import list_norms
from tests.experiments.reports.rows import debate

SIMULATED: dict[str, Any] = {
    "newcomer": "sim:novice",
    "background": "sim:expert*2",
    "module_model": "sim:module",
    "simulated": True,
}


def test_every_published_norm_is_one_of_the_catalogue() -> None:
    known = {norm.id for norm in list_norms()}
    named = {
        str(number.of["norm"])
        for chosen in published_sets().values()
        for number in chosen.numbers
        if "norm" in number.of
    }

    assert len(published_sets()["norms"].numbers) == 71
    assert named <= known


NO_SHARES = {"change", "recovered", "regressed"}


def test_every_published_share_is_one() -> None:
    for name, chosen in published_sets().items():
        shares = [number for number in chosen.numbers if number.of.get("measure") not in NO_SHARES]
        assert chosen.source.startswith(("Reading the Room", "LoSoNA")), name
        assert all(0 <= number.value <= 1 for number in shares), name


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("ollama:gemma3:4b", "gemma-3-4b", True),
        ("openai:google/gemma-3-4b-it@https://host/v1", "gemma-3-4b", True),
        ("openai:gpt-5-nano*2", "gpt-5-nano*2", True),
        ("openai:gpt-5-nano*3", "gpt-5-nano*2", False),
        ("ollama:qwen3:4b", "qwen3-8b", False),
        ("sim:module", "qwen3-8b", False),
    ],
)
def test_models_are_the_same_by_their_plain_names(one: str, other: str, same: bool) -> None:
    assert same_model(one, other) is same


def test_the_same_set_up_has_the_published_number() -> None:
    found = beside([debate()], "theory_of_mind")

    assert found.heading == "published"
    assert found.of(module="tom", module_options="") == Cited(0.2, 0.148)


@pytest.mark.parametrize(
    ("changes", "heading", "comparable"),
    [
        ({"newcomer": "ollama:llama3:8b"}, "published, other models", True),
        (SIMULATED, "published, other models", True),
        ({"task": "procedural"}, "published, other task", True),
        ({"background": "openai:gpt-5-nano*3"}, "published, other models", False),
        ({"rounds": 5}, "published, other task", False),
        ({"idiosyncratic": 2}, "published, other task", False),
        ({"condition": "open"}, "published, other task", False),
    ],
)
def test_another_set_up_says_so_or_has_none(changes: dict[str, Any], heading: str, comparable: bool) -> None:
    found = beside([debate(**changes)], "norms")

    assert found.heading == heading
    assert (found.of(norm="sy_star") is not None) is comparable


def test_simulated_runs_never_have_a_number_of_the_same_set_up() -> None:
    for name in published_sets().keys() - {"losona"}:
        assert beside([debate(**SIMULATED)], name).heading == "published, other models", name
