"""Where a structure has to stand: anywhere, or before the final answer."""

from collections.abc import Iterable

from community.norms.predicates.reply import final_answer
from community.norms.text import Text, Token

BEFORE = r"(?P<before> before the final answer)?"
"""The pattern of `placed`."""


def placed(before_answer: bool) -> str:
    """The place in canonical English, to follow what is asked for."""
    return " before the final answer" if before_answer else ""


def ahead(text: Text, tokens: Iterable[Token]) -> list[Token]:
    """The tokens that end before the final answer; all of them when no answer is given."""
    answer = final_answer(text)
    return [token for token in tokens if answer is None or token.end <= answer.start]
