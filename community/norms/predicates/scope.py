"""Places in a text that a rule can be confined to."""

from collections.abc import Sequence
from typing import Literal, get_args

from community.norms.text import Text, Token

Scope = Literal[
    "text", "first_sentence", "last_sentence", "first_paragraph", "last_paragraph", "first_line", "last_line"
]
SCOPES: tuple[Scope, ...] = get_args(Scope)
SCOPE = r"(?P<scope>(?: in the (?:first|last) (?:sentence|paragraph|line))?)"


def region(text: Text, scope: Scope) -> Token | None:
    """The place in a text; None when the text has no such part."""
    if scope == "text":
        return Token(text.clean, 0, len(text.clean))
    if scope == "first_sentence":
        return text.first_sentence
    end, part = scope.split("_")
    parts: Sequence[Token] = getattr(text, f"{part}s")
    return parts[0 if end == "first" else -1] if parts else None


def where(scope: Scope) -> str:
    """The place in canonical English, to follow what is sought; empty for the whole text."""
    return "" if scope == "text" else f" in the {scope.replace('_', ' ')}"


def scope_of(words: str) -> str:
    """The scope that `where` states."""
    return words.removeprefix(" in the ").replace(" ", "_").lower() or "text"
