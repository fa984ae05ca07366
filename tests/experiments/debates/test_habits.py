import pytest

from community.errors import UserError
from community.experiments.debates.config import DebateRunConfig
from community.experiments.debates.habits import habits_of, settle_habits
from community.experiments.runs.norms import compatible
from community.norms import load_norm


def config(**fields: object) -> DebateRunConfig:
    return DebateRunConfig.model_validate({"norms": ["sy_star"], **fields})


@pytest.mark.parametrize("seed", range(5))
def test_settle_habits_draws_distinct_ones_of_other_families(seed: int) -> None:
    norms = [load_norm("sy_star")]

    settled = settle_habits(config(idiosyncratic=2, seed=seed), norms)

    assert isinstance(settled.idiosyncratic, tuple)
    drawn = [load_norm(name) for name in settled.idiosyncratic]
    assert len({norm.id for norm in drawn}) == 2
    assert all(norm.family != "local_edit" for norm in drawn)
    assert settle_habits(config(idiosyncratic=2, seed=seed), norms) == settled


def test_settle_habits_draws_costly_ones_and_brings_the_word_cap() -> None:
    settled = settle_habits(config(idiosyncratic=2, costly=True), [load_norm("sy_star")])

    assert isinstance(settled.idiosyncratic, tuple)
    assert all(name.startswith("costly_") for name in settled.idiosyncratic)
    assert settled.word_cap == 200
    assert settle_habits(config(costly=True, word_cap=90), [load_norm("sy_star")]).word_cap == 90


@pytest.mark.parametrize(
    ("norm", "habit"), [("sy_star", "sy_star"), ("pp_zorbax_opener", "pp_gramblix_opener")]
)
def test_settle_habits_refuses_what_contradicts_the_norm(norm: str, habit: str) -> None:
    with pytest.raises(UserError, match=habit):
        settle_habits(config(norms=[norm], idiosyncratic=[habit]), [load_norm(norm)])


def test_habits_can_be_drawn_beside_a_norm_about_the_question() -> None:
    settled = settle_habits(
        config(norms=["restate-question"], idiosyncratic=2), [load_norm("restate-question")]
    )

    assert len(settled.idiosyncratic if isinstance(settled.idiosyncratic, tuple) else ()) == 2


def test_compatible_tells_conflicts() -> None:
    assert compatible([load_norm("sy_star"), load_norm("rp_farewell")])
    assert not compatible([load_norm("nc_under_30_words"), load_norm("costly_bullets")])


def test_habits_of_gives_one_per_agent_in_order() -> None:
    assert [[norm.id for norm in habits] for habits in habits_of(config(idiosyncratic=["sy_dagger"]))] == [
        ["sy_dagger"],
        [],
    ]
