"""What a chat is about: everyday topics, a new one every so many turns."""

from functools import cache
from pathlib import Path

from pydantic import Field

from community.config import Config, read_yaml, validate

DATA = Path(__file__).parent / "data" / "topics.yaml"


class Topic(Config):
    """Something to talk about."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9_]*$")
    text: str = Field(min_length=1)
    """As everybody reads it."""


class Topics(Config):
    """A file of topics."""

    topics: tuple[Topic, ...] = Field(min_length=1)


@cache
def load_topics(path: Path = DATA) -> tuple[Topic, ...]:
    """The topics in a file.

    Raises:
        FileFaultsError: the file is faulty; every fault with line and path.
        UserError: the file cannot be read.
    """
    return validate(read_yaml(path), Topics).topics
