import pytest

from community.errors import UnknownIdError, UserError
from community.simulation.people import PEOPLE, parse_person


def test_parse_person_without_knobs_is_the_person_as_documented():
    assert parse_person("sim:expert") == PEOPLE["expert"]


def test_parse_person_turns_only_the_knobs_it_is_given():
    person = parse_person("sim:novice?alone=0.45&memory=7")

    assert person == PEOPLE["novice"].model_copy(update={"alone": 0.45, "memory": 7})


def test_expert_knows_more_than_novice_and_novice_is_open_to_reasons():
    expert, novice = parse_person("sim:expert"), parse_person("sim:novice")

    assert novice.alone < 0.5 < expert.alone
    assert novice.persuaded > expert.persuaded


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ("sim:novise", "did you mean 'novice'"),
        ("ollama:gemma3:4b", "no scripted person"),
        ("sim:novice?alon=0.3", "did you mean 'alone'"),
        ("sim:novice?alone=1.3", "alone: input should be less than or equal to 1"),
        ("sim:novice?memory=none", "memory"),
        ("sim:novice?alone", "knob=value"),
        ("sim:novice?alone=nan", "alone"),
    ],
)
def test_parse_person_refuses_with_a_line_that_helps(spec: str, part: str):
    with pytest.raises(UserError) as caught:
        parse_person(spec)

    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_parse_person_names_the_known_people_when_nothing_is_near():
    with pytest.raises(UnknownIdError, match="expert, module, novice"):
        parse_person("sim:zzz")
