import pytest

from community.agents.draft import Place
from community.agents.obedience import Obedience
from community.models.calls import Caller
from community.models.chat import ChatModel, Reply, Request, Usage
from community.models.seat import Seat
from community.norms import load_norm
from community.norms.judging import Judge
from community.prompts import Message, Prompt

STAR = load_norm("sy_star")
AGAIN = Prompt("comply", "Once more. {faults}\n{instructions}", "comply.md")
ASKED = (Message("user", "Say something."),)
AT = Place("x1", "What is new?")


class Replies(ChatModel):
    """Gives its replies one after the other, and keeps what it was asked."""

    spec: str = "test:replies"
    endpoint: str = "test"
    replies: list[str]
    asked: list[Request] = []  # noqa: RUF012 - a pydantic field, copied for every instance

    async def complete(self, request: Request) -> Reply:
        self.asked.append(request)
        return Reply(f"<final>{self.replies[len(self.asked) - 1]}</final>", Usage(1, 1))


def obedience(model: Replies, *, verified: bool = True) -> Obedience:
    seat = Seat("Mara", model, Caller(), 0)
    return Obedience(seat, (STAR,), Judge(), 0, AGAIN, "lenient", verified)


@pytest.mark.parametrize(
    ("replies", "how", "complies"),
    [
        (["A ★"], "first", True),
        (["No", "A ★"], "reasked", True),
        (["No", "No again"], "enacted", True),
    ],
)
async def test_message_is_asked_for_checked_asked_for_again_and_made_to_comply(
    replies: list[str], how: str, complies: bool
) -> None:
    model = Replies(replies=replies)

    draft = await obedience(model).write(ASKED, AT, purpose="talk")

    assert (draft.insider, STAR.check(draft.text).complies) == (how, complies)
    assert [request.purpose for request in model.asked] == ["talk", "comply"][: len(replies)]


async def test_message_that_is_not_verified_stays_as_it_is() -> None:
    draft = await obedience(Replies(replies=["No"]), verified=False).write(ASKED, AT, purpose="talk")

    assert (draft.text, draft.insider) == ("No", "never")


async def test_message_of_one_who_must_not_know_complies_without_the_rule_in_any_prompt() -> None:
    model = Replies(replies=["No"])

    draft = await obedience(model).write_unknowing(ASKED, AT, purpose="tease")

    assert draft.insider == "enacted"
    assert STAR.check(draft.text).complies
    assert [request.messages for request in model.asked] == [ASKED]
