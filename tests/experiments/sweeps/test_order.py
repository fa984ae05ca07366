from pathlib import Path

from community.experiments.runs.setting import setting_of
from community.experiments.sweeps.budget import read_prices
from community.experiments.sweeps.dry_run import estimate_cells, sum_up
from community.experiments.sweeps.order import in_order, loaded_models
from tests.experiments.sweeps.studies import SMALL, planned


def test_one_loaded_model_stays_and_long_cells_go_first(tmp_path: Path) -> None:
    text = SMALL.replace("[sy_star, sy_dagger]", "[sy_star]") + (
        "  newcomer: ['ollama:a', 'openai:x@http://127.0.0.1:1/v1', 'ollama:b']\n"
    )
    cells = planned(tmp_path, text).cells
    ordered = in_order(cells, {cell.name: 2.0 if cell.labels["module"] == "tom" else 1.0 for cell in cells})

    assert [(sorted(loaded_models(cell.config)), cell.labels["module"]) for cell in ordered] == [
        (["ollama:a"], "tom"),
        (["ollama:a"], "none"),
        ([], "tom"),
        ([], "none"),
        (["ollama:b"], "tom"),
        (["ollama:b"], "none"),
    ]


async def test_an_estimate_counts_calls_tokens_time_and_cost_by_model(tmp_path: Path) -> None:
    spec = "openai:x@http://127.0.0.1:1/v1"
    (tmp_path / "prices.yaml").write_text('"openai:*": {prompt: 1000000, completion: 0}\n')
    cells = planned(tmp_path, SMALL.replace("base:\n", f"base:\n  newcomer: {spec}\n")).cells
    estimates = await estimate_cells(cells)

    estimate = sum_up(
        "t", cells, estimates, prices=read_prices(tmp_path / "prices.yaml"), seconds_per_call=1.0
    )

    by_spec = {model.spec: model for model in estimate.by_model}
    assert (estimate.cells, estimate.episodes) == (4, 8)
    assert by_spec[spec].calls == 8 * 3  # initial answer, one round, the final round
    assert by_spec[spec].cost == by_spec[spec].prompt_tokens > 0
    assert estimate.cost == by_spec[spec].cost
    assert estimate.seconds == 2 * 3  # of the longest cell
    module = {cell.labels["module"]: estimates[cell.name].calls for cell in cells}
    assert module["tom"] > module["none"]


async def test_a_cell_is_estimated_as_the_run_that_it_is(tmp_path: Path) -> None:
    text = SMALL.replace("questions: 2", "questions: 8").replace("[none, tom]", "none")
    cells = planned(tmp_path, text).cells

    estimates = await estimate_cells(cells)

    alone = await setting_of(cells[0].config).plan(cells[0].config)
    assert estimates == {cell.name: alone for cell in cells}
    assert alone.played == 8  # memories grow: the first debates take less than the later ones
