"""Who has to answer, in a published scenario that does not say: found in the cast or in the elicitor."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from community.norms.predicates.vocabulary import common_words

NEUTRAL = ("Robin", "Kim", "Sasha", "Noor", "Lou", "Remy")
"""Names for somebody of whom nothing is known."""
_NAME = r"[^\W\d_a-z][\w'’-]+"
_ADDRESSED = (
    re.compile(rf"@({_NAME})"),
    re.compile(rf"\A(?:(?i:hey|hi|hello|oh|ok|okay|so|and|yo|well|morning)\W+)?({_NAME})(?=\s*[,:–—-])"),
    re.compile(rf",\s*({_NAME})\s*(?=[?!.,]|$)"),
)
"""The ways in which a turn speaks to somebody, the surest first."""
_COMMON = 1000
"""The most frequent words of English name nobody, though they begin a sentence with a capital letter."""
_NO_NAME = re.compile(
    r"\w+day|folks|any(?:body|one)|every(?:body|one)|channel|fyi|btw|tomorrow|tonight|hello|hey"
)


class Found(NamedTuple):
    """A subject.

    Attributes:
        name: of the one who answers.
        how: where the name is from, for the record.
    """

    name: str
    how: str


def find_subject(elicitor: str, speakers: Sequence[str], members: Sequence[str]) -> Found:
    """The member who never spoke; else whom the elicitor speaks to; else a neutral name.

    Args:
        elicitor: the turn to answer.
        speakers: everyone who has a turn.
        members: the cast, as far as it is known.
    """
    silent = [name for name in members if name not in speakers]
    addressed = [name for name in _addressed(elicitor) if name not in speakers]
    both = [name for name in silent if name in addressed]
    if both or len(silent) == 1:
        return Found((both or silent)[0], "the silent member of the cast")
    if addressed and not silent:
        return Found(addressed[0], "whom the elicitor addresses")
    neutral = next(name for name in NEUTRAL if name not in {*speakers, *members})
    return Found(neutral, "not named, so it has a neutral name")


def _addressed(elicitor: str) -> list[str]:
    """The names that a turn speaks to, the surest first."""
    found = [match[1] for pattern in _ADDRESSED for match in pattern.finditer(elicitor)]
    return [name for name in found if name[0].isupper() and not _is_word(name.lower())]


def _is_word(name: str) -> bool:
    return name in common_words()[:_COMMON] or _NO_NAME.fullmatch(name) is not None
