import pytest

from community.scenarios.subject import NEUTRAL, find_subject

SPEAKERS = ("Ada", "Ben")


@pytest.mark.parametrize(
    ("elicitor", "members", "name"),
    [
        ("@Cleo is it with you?", [], "Cleo"),
        ("Cleo, is it with you?", [], "Cleo"),
        ("hey Cleo, is it with you?", [], "Cleo"),
        ("Is it with you, Cleo?", [], "Cleo"),
        ("Ada, is it with you? @Cleo knows", [], "Cleo"),
        ("We won the cup!", [], NEUTRAL[0]),
        ("Monday, then? Honestly, who knows", [], NEUTRAL[0]),
        ("Ben, stop that.", [], NEUTRAL[0]),
        ("We won the cup!", ["Ada", "Cleo", "Ben"], "Cleo"),
        ("@Dora look", ["Ada", "Cleo", "Dora", "Ben"], "Dora"),
        ("We won the cup!", ["Ada", "Cleo", "Dora"], NEUTRAL[0]),
    ],
)
def test_subject_is_the_silent_member_or_the_one_addressed(elicitor, members, name):
    assert find_subject(elicitor, SPEAKERS, members).name == name


def test_neutral_name_is_nobody_elses():
    assert find_subject("We won!", [NEUTRAL[0]], []).name == NEUTRAL[1]
