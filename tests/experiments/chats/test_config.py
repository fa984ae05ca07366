import re

import pytest
from pydantic import ValidationError

from community.experiments.chats.config import ChatRunConfig
from tests.experiments.chats.chatted import config


def test_everybody_has_a_place_with_its_model() -> None:
    wanted = config(
        members=3,
        member=["sim:expert", "ollama:a"],
        newcomers=2,
        module="tom",
        order="model",
        judge="ollama:j",
    )

    places = wanted.places

    assert {name: place.spec for name, place in places.items()} == {
        "Mara": "sim:expert", "Theo": "ollama:a", "Ines": "sim:expert",
        "Kim": "sim:novice", "Module of Kim": "sim:module",
        "Alex": "sim:novice", "Module of Alex": "sim:module",
        "Judge": "ollama:j", "Chair": "sim:expert",
    }  # fmt: skip
    assert {f"{place.role}_options" for place in places.values()} <= ChatRunConfig.model_fields.keys()


def test_models_that_are_not_asked_are_not_counted() -> None:
    real = config(member="ollama:a", newcomer="ollama:a")

    assert (real.specs, real.simulated) == (("ollama:a",), False)
    assert config(member="ollama:a", newcomer="ollama:a", module="tom").simulated
    assert config(member="ollama:a", newcomer="ollama:a", order="model").simulated


def test_title_and_name_tell_what_is_enforced_when() -> None:
    switch = config(phases=[{"norms": "sy_star"}, {"from_turn": 6, "norms": ["rp_farewell", "my/own.yaml"]}])

    assert switch.title[:2] == ("sy_star", "rp_farewell + my/own.yaml from turn 6")
    assert switch.slugs[1] == "sy_star-then-rp_farewell+own"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"members": 1, "member": "sim:expert*2"}, "member: 2 models for 1; say how many with `members`"),
        ({"newcomer": ["sim:novice", "sim:expert"]}, "newcomer: 2 models for 1"),
        ({"members": 1, "habits": ["sy_dagger", "sy_approx"]}, "habits: 2 entries for 1 members"),
        ({"judge": "sim:expert"}, "scripted people cannot judge"),
    ],
)
def test_what_cannot_come_to_pass_is_refused(fields: dict[str, object], words: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(words)):
        config(**fields)
