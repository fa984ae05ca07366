"""The prompts of a run, room by room: their hashes, and what a user's folder may replace."""

from collections.abc import Callable, Mapping
from pathlib import Path

from community.errors import UnknownIdError
from community.models.structured import load_model_prompts
from community.modules import load_module_prompts
from community.prompts import PromptBook

Load = Callable[[Path | None], PromptBook]
"""Reads the prompts of a room, those of a folder in place of its own."""


def load_books(folder: str | None, **further: Load) -> dict[str, PromptBook]:
    """Every prompt of a run, by room, in the order of names.

    Args:
        folder: of the user, whose files take the place of prompts of the same name.
        further: room -> its prompts, besides the rooms of models and modules that every run has.

    Raises:
        UserError: the folder or one of its files is no good.
        UnknownIdError: one of its files replaces nothing.
    """
    override = Path(folder) if folder else None
    rooms: dict[str, Load] = {"models": load_model_prompts, "modules": load_module_prompts, **further}
    books = {room: rooms[room](override) for room in sorted(rooms)}
    _refuse_stray(override, books)
    return books


def prompt_digests(books: Mapping[str, PromptBook]) -> dict[str, str]:
    """Hash of every prompt in use, by "room/name"."""
    return {
        f"{room}/{name}": digest for room, book in books.items() for name, digest in book.digests().items()
    }


def _refuse_stray(override: Path | None, books: Mapping[str, PromptBook]) -> None:
    """A file in the user's folder that replaces nothing is a typing error, not something to pass over."""
    known = {name for book in books.values() for name in book.prompts}
    for path in sorted(override.glob("*.md")) if override else []:
        if path.stem not in known:
            raise UnknownIdError("prompt", path.stem, known)
