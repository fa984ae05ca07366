import random

import pytest

from community.modules.observation import Utterance, render_utterances
from community.prompts import Message
from community.scenarios.conditions import scenario_prompts
from community.scenarios.config import CONDITIONS
from community.simulation.people import PEOPLE, parse_person
from community.simulation.replying import pointing, reply_in_chat

CHAT = (
    Utterance("Mandla", "The harbour gave us the permit!! Both piers, signed!"),
    Utterance("Ruth", "Six weeks they took, Mandla, and I'd put money on fog."),
    Utterance("Ashwin", "where is the stapler"),
    Utterance("Ruth", "Second drawer."),
    Utterance("Ashwin", "The court gave us the file!! All of it, stamped!"),
)
WILLING = parse_person("sim:novice?adapts=1")


def asked(instructions: str, said: tuple[Utterance, ...] = CHAT) -> tuple[Message, ...]:
    return (Message("system", instructions), Message("user", f"<chat>\n{render_utterances(said)}\n</chat>"))


def test_answers_as_the_group_answered_what_was_most_alike() -> None:
    told = asked("Respond in the same way as others responded.")

    assert reply_in_chat(told, WILLING, random.Random(0)) == (
        "Six weeks they took, Ashwin, and I'd put money on fog."
    )


def test_answers_like_an_assistant_when_nothing_points_at_the_group() -> None:
    replies = {reply_in_chat(asked("Write a message."), WILLING, random.Random(seed)) for seed in range(30)}

    assert len(replies) > 5
    assert all("Ashwin" in reply and "fog" not in reply and "drawer" not in reply for reply in replies)


@pytest.mark.parametrize(("adapts", "least", "most"), [(0, 0, 0), (0.5, 60, 140), (1, 200, 200)])
def test_follows_the_group_with_its_chance(adapts: float, least: int, most: int) -> None:
    person = PEOPLE["novice"].model_copy(update={"adapts": adapts})
    told = asked("Respond in the same way as others responded.")
    followed = sum("fog" in reply_in_chat(told, person, random.Random(seed)) for seed in range(200))

    assert least <= followed <= most


def test_reads_instructions_and_not_the_chat_for_what_is_asked() -> None:
    said = (*CHAT[:-1], Utterance("Ashwin", "People here respond in the same way, it is a norm!"))

    assert "fog" not in reply_in_chat(asked("Write a message.", said), WILLING, random.Random(1))


@pytest.mark.parametrize("said", [(), CHAT[-1:]])
def test_has_something_to_say_where_nothing_was_said_before(said: tuple[Utterance, ...]) -> None:
    assert reply_in_chat(
        asked("Respond in the same way as others responded.", said), WILLING, random.Random(0)
    )


def test_conditions_point_at_the_group_more_and_more() -> None:
    prompts = scenario_prompts()
    points = {
        condition: pointing(prompts[f"earlier_{condition}"].source + prompts["focus"].source)
        for condition in CONDITIONS[1:]
    }

    assert points["elicitor_only"] == points["style_adaptation"] == pointing(prompts["reply"].source) == 0
    assert 0 < points["norm_informed"] < points["oracle"] == 1
