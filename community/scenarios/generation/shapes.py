"""What the writer of a chat fills in, step by step; the review says what is wrong with it, not the shape."""

from pydantic import BaseModel, ConfigDict


class _Shape(BaseModel):
    model_config = ConfigDict(frozen=True)


class PlannedMember(_Shape):
    """Somebody in the chat."""

    name: str
    bio: str


class ChatPlan(_Shape):
    """Where the chat is, who is in it and what it circles around."""

    slug: str
    channel: str
    setting: str
    goal: str
    cast: list[PlannedMember]
    subject: str


class WrittenTurn(_Shape):
    """One message."""

    actor: str
    text: str
    demonstrates: bool = False


class WrittenChat(_Shape):
    """The chat up to the elicitor."""

    turns: list[WrittenTurn]


class WrittenElicitor(_Shape):
    """The last message."""

    actor: str
    text: str


class WrittenReply(_Shape):
    """A reply to it with its label."""

    text: str
    reason: str


class WrittenBreach(WrittenReply):
    """One that breaches."""

    kind: str


class WrittenReplies(_Shape):
    """One reply that complies, three that breach in different ways."""

    complies: WrittenReply
    breaches: list[WrittenBreach]


NO_PLAN = ChatPlan(slug="", channel="", setting="", goal="", cast=[], subject="")
NO_CHAT = WrittenChat(turns=[])
NO_ELICITOR = WrittenElicitor(actor="", text="")
NO_REPLIES = WrittenReplies(complies=WrittenReply(text="", reason=""), breaches=[])
