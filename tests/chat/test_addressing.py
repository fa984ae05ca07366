import pytest

from community.chat.addressing import addressed
from community.chat.roster import member_name, newcomer_name

NAMES = ("Mara", "Theo", "Mara2", "Kim")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Nice weather.", ()),
        ("@Theo what do you think?", ("Theo",)),
        ("@theo what do you think?", ("Theo",)),
        ("theo is a town in the north", ()),
        ("What Theo says, Kim", ("Theo", "Kim")),
        ("Theo said so. @Kim?", ("Kim", "Theo")),
        ("@Theo, Theo and Theo's cat", ("Theo",)),
        ("@Theodora and Kimberly", ()),
        ("Mara2 is not Mara", ("Mara2",)),
        ("(@Kim)", ("Kim",)),
        ("mail@Kim", ()),
    ],
)
def test_addressed_finds_names_and_puts_calls_first(text: str, found: tuple[str, ...]) -> None:
    assert addressed(text, NAMES, speaker="Mara") == found


def test_addressed_is_never_the_speaker() -> None:
    assert addressed("@Mara talks to Mara", NAMES, speaker="Mara") == ()
    assert addressed("Hello?", ("Mara",), speaker="Mara") == ()


def test_names_are_all_different_in_a_large_chat() -> None:
    names = [name(number) for name in (member_name, newcomer_name) for number in range(40)]

    assert len(set(names)) == 80
