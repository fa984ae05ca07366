"""The prompts of a run, room by room: their hashes, and what a user's folder may replace."""

from collections.abc import Mapping
from pathlib import Path

from community.errors import UnknownIdError
from community.prompts import PromptBook


def prompt_digests(books: Mapping[str, PromptBook]) -> dict[str, str]:
    """Hash of every prompt in use, by "room/name"."""
    return {
        f"{room}/{name}": digest for room, book in books.items() for name, digest in book.digests().items()
    }


def refuse_stray_prompts(override: Path | None, books: Mapping[str, PromptBook]) -> None:
    """A file in the user's folder that replaces nothing is a typing error, not something to pass over.

    Raises:
        UnknownIdError: there is one.
    """
    known = {name for book in books.values() for name in book.prompts}
    for path in sorted(override.glob("*.md")) if override else []:
        if path.stem not in known:
            raise UnknownIdError("prompt", path.stem, known)
