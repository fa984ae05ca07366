from community.experiments.debates.config import DebateRunConfig


def config(**fields: object) -> DebateRunConfig:
    return DebateRunConfig.model_validate({"norms": "sy_star", "background": ["ollama:a"], **fields})


def test_everybody_has_a_place_with_its_model() -> None:
    places = config(background=["sim:expert", "ollama:a"], module="tom", judge="ollama:j").places

    assert {name: place.spec for name, place in places.items()} == {
        "Newcomer": "sim:novice", "Agent 1": "sim:expert", "Agent 2": "ollama:a",
        "Module": "sim:module", "Judge": "ollama:j",
    }  # fmt: skip
    assert {f"{place.role}_options" for place in places.values()} <= DebateRunConfig.model_fields.keys()


def test_models_that_are_not_asked_are_not_counted() -> None:
    real = config(newcomer="ollama:a")

    assert (real.specs, real.simulated) == (("ollama:a",), False)
    assert config(newcomer="ollama:a", module="tom").simulated
