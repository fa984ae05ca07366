import pytest
from pydantic import ValidationError

from community.chat import ChatConfig, Phase


@pytest.mark.parametrize(
    "phases", ["sy_star", ["sy_star"], [{"norms": "sy_star"}], [{"from_turn": 1, "norms": ["sy_star"]}]]
)
def test_config_takes_one_norm_in_any_form(phases: object) -> None:
    assert ChatConfig.model_validate({"phases": phases}).phases == (Phase(norms=("sy_star",)),)


def test_config_takes_short_forms_of_habits_and_sanction() -> None:
    config = ChatConfig.model_validate(
        {"phases": ["a", "b"], "habits": ["c", ["d", "e"]], "sanction": "tease"}
    )

    assert config.phases[0].norms == ("a", "b")
    assert config.habits == (("c",), ("d", "e"))
    assert config.sanction.style == "tease"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"phases": []}, "at least 1"),
        ({"phases": [{"from_turn": 2, "norms": "a"}]}, "must start at turn 1"),
        ({"phases": [{"norms": "a"}, {"from_turn": 1, "norms": "b"}]}, "each must start later"),
        ({"phases": [{"norms": "a"}, {"from_turn": 61, "norms": "b"}]}, "a chat has 60"),
        ({"joins": 60}, "they must speak"),
        ({"sanction": "scolding"}, "silence"),
        ({"order": "loudest"}, "round_robin"),
        ({"rounds": 3}, "rounds"),
    ],
)
def test_config_refuses_what_cannot_be_played(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        ChatConfig.model_validate({"phases": "a", **wrong})
