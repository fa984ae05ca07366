"""What can be counted in a text."""

from collections.abc import Sequence
from typing import Literal

from community.norms.text import Text, Token

Unit = Literal["words", "sentences", "paragraphs", "lines"]
UNITS: tuple[Unit, ...] = ("words", "sentences", "paragraphs", "lines")
NEEDED = r"(?P<needed>(?:at least|at most|exactly) \d+|between \d+ and \d+)"
"""How canonical English states the bounds on a number: the pattern of `Counted.needed`."""


def units(text: Text, of: Unit) -> Sequence[Token]:
    """The parts that are counted; lines are those that are not blank."""
    match of:
        case "words":
            return text.words
        case "sentences":
            return text.sentences
        case "paragraphs":
            return text.paragraphs
        case "lines":
            return text.lines


def count(text: Text, of: Unit) -> int:
    """How many there are."""
    return text.word_count if of == "words" else len(units(text, of))


def size(text: str, of: Unit) -> int:
    """`count` of a text that was not read yet."""
    return count(Text(text), of)
