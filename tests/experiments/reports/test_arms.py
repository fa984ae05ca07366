import pytest

from community.experiments.analysis.debates import RowOfDebate
from community.experiments.reports.arms import arms
from tests.experiments.reports.rows import debate


@pytest.mark.parametrize(
    ("rows", "labels"),
    [
        ([debate()], ["Theory of mind"]),
        ([debate(seed=0), debate(seed=1), debate("greeting")], ["Theory of mind"]),
        ([debate(module="none"), debate()], ["Memory only", "Theory of mind"]),
        (
            [debate(), debate(module_options="confidence=True,second_order=False")],
            ["Theory of mind", "Theory of mind, confidence"],
        ),
        (
            [debate(module_model="ollama:qwen3:8b@http://host:1"), debate(module_model="openai:gpt-5-nano")],
            ["qwen3:8b", "gpt-5-nano"],
        ),
        (
            [debate(background="sim:expert*2"), debate(background="openai:x")],
            ["community 2 scripted expert", "community x"],
        ),
        ([debate(module="my.own:Class"), debate()], ["Class", "Theory of mind"]),
    ],
)
def test_arms_are_called_by_what_tells_them_apart(rows: list[RowOfDebate], labels: list[str]) -> None:
    assert list(arms(rows)) == labels


def test_arms_do_not_differ_in_what_is_shown_in_another_way() -> None:
    rows = [debate(module=module, rounds=rounds) for module in ("none", "tom") for rounds in (1, 2)]

    assert {label: len(found) for label, found in arms(rows, apart=("rounds",)).items()} == {
        "Memory only": 2,
        "Theory of mind": 2,
    }


def test_arms_leave_out_what_follows_from_the_rest() -> None:
    rows = [debate(), debate(module="none", condition="open")]

    assert list(arms(rows)) == ["Theory of mind", "Memory only"]
    assert list(arms(rows, first="condition")) == ["gated", "open"]
