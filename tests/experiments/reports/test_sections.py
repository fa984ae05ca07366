from collections.abc import Sequence
from typing import Any

import pytest

from community.experiments.analysis.debates import RowOfDebate
from community.experiments.reports.chart import Chart
from community.experiments.reports.section import Built
from community.experiments.reports.sections import SECTIONS
from community.experiments.reports.table import shown
from tests.experiments.reports.rows import debate, material

NORMS = ("sy_star", "rp_farewell")


def built(*rows: RowOfDebate) -> dict[str, Built]:
    """The sections of these rows by the ids of their first figures, or tables."""
    made = [
        section.build(material(*rows)) for section in SECTIONS if section.needs.met(material(*rows), "debate")
    ]
    return {(each.charts or each.tables)[0].id: each for each in made}


def series(chart: Chart, panel: int = 0) -> dict[str, list[float | None]]:
    return {each.label: [point.number.value for point in each.points] for each in chart.panels[panel].series}


ALWAYS = {"comparison", "treatment"}


@pytest.mark.parametrize(
    ("changes", "further"),
    [
        ([{}], set[str]()),
        ([{"norm": "sy_star"}, {"norm": "rp_farewell"}], {"norms"}),
        ([{"family": "boundary"}, {"family": "register"}], {"families"}),
        ([{"index": index} for index in (1, 2, 3)], {"curves"}),
        ([{"condition": "gated"}, {"condition": "open"}], {"conditions"}),
        ([{"over_imitation": 0.5, "idiosyncratic": 2}], {"imitation"}),
        (
            [{"over_imitation": 0.5, "belief_agreement": 0.9, "idiosyncratic": 2}],
            {"imitation", "descriptions"},
        ),
        ([{"costly": False}, {"costly": True}], {"costs"}),
        ([{"schedule": "linear"}, {"schedule": "constant"}], {"schedules"}),
        ([{"rounds": 1}, {"rounds": 2}], {"rounds"}),
        ([{"module": "none"}, {"newcomer": "ollama:qwen3:8b"}], {"models_follow_rate"}),
        ([{}, {"module_options": "second_order=True"}], {"theory_of_mind"}),
        ([{}, {"module_options": "confidence=True"}], {"theory_of_mind"}),
    ],
)
def test_sections_are_those_that_what_varies_calls_for(
    changes: Sequence[dict[str, Any]], further: set[str]
) -> None:
    assert built(*(debate(**each) for each in changes)).keys() == ALWAYS | further


def test_modules_by_models_is_a_matrix_of_each_measure() -> None:
    rows = [
        debate(module="none", follow_rate=0.25),
        debate(module="tom", follow_rate=0.5),
        debate(module="tom", follow_rate=0.75, newcomer="ollama:qwen3:8b", module_model="ollama:phi4"),
    ]
    following, accuracy = built(*rows)["models_follow_rate"].tables

    assert following.columns == ("", "gemma3:4b", "qwen3:8b")
    assert [[shown(cell) for cell in row] for row in following.rows] == [
        ["Memory only", "0.25", "–"],
        ["Theory of mind", "0.50", "0.75"],
    ]
    assert accuracy.id == "models_accuracy"


def test_sections_of_debates_are_not_for_other_settings() -> None:
    assert not any(section.needs.met(material(debate()), "scenario") for section in SECTIONS)


def test_norms_stand_from_the_most_to_the_least_followed() -> None:
    rows = [debate("sy_star", follow_rate=0.25), debate("rp_farewell", follow_rate=0.75)]
    (chart,) = built(*rows)["norms"].charts

    assert [point.label for _, point in chart.points] == ["rp_farewell", "sy_star"]
    assert [point.number.value for _, point in chart.points] == [0.75, 0.25]


def test_norms_leave_out_the_reference_conditions() -> None:
    rows = [debate(norm, condition=name) for norm in NORMS for name in ("gated", "told", "open")]
    (chart,) = built(*rows)["norms"].charts

    assert {run for number in chart.numbers for run in number.runs} == {row.run_dir for row in rows[::3]}


def test_curves_have_a_point_for_every_debate_of_every_arm() -> None:
    rows = [
        debate(norm, module, index, follow_rate=index / 4)
        for norm in NORMS
        for module in ("none", "tom")
        for index in (1, 2, 3)
    ]
    (chart,) = built(*rows)["curves"].charts

    assert series(chart) == {"Memory only": [0.25, 0.5, 0.75], "Theory of mind": [0.25, 0.5, 0.75]}


def test_costs_have_bars_for_every_kind_of_habit() -> None:
    rows = [debate(), debate(idiosyncratic=2), debate(idiosyncratic=2, costly=True, other="word_cap=200")]
    (chart,) = built(*rows)["costs"].charts

    assert list(series(chart)) == ["no habits", "plain habits", "costly habits"]
    assert {point.label for _, point in chart.points} == {"Theory of mind"}


def test_rounds_show_newcomer_and_community() -> None:
    rows = [debate(rounds=rounds, accuracy=rounds / 10, community_accuracy=0.9) for rounds in (3, 1)]
    (chart,) = built(*rows)["rounds"].charts

    assert series(chart) == {"Theory of mind": [0.1, 0.3], "Community": [0.9, 0.9]}
    assert [point.x for point in chart.panels[0].series[0].points] == [1, 3]


def test_theory_of_mind_tells_differences_from_the_plain_module() -> None:
    rows = [
        debate(norm, index=index, follow_rate=rate, module_options=options)
        for norm in NORMS
        for index in (1, 2)
        for options, rate in (("", 0.25), ("second_order=True", 0.5))
    ]
    (table,) = built(*rows)["theory_of_mind"].tables
    plain, second = table.rows

    assert plain[0] == "Theory of mind" and plain[2] is None
    assert second[0] == "Theory of mind, second order"
    assert getattr(second[2], "value", None) == 0.25


def test_marked_sections_say_that_they_are_simulated() -> None:
    for section in built(debate()).values():
        marked = section.marked()

        assert all(table.heading.endswith("(simulated)") for table in marked.tables)
        assert all(chart.simulated and chart.id.startswith("simulated_") for chart in marked.charts)
