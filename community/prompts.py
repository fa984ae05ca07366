"""Prompts are Markdown files with `{named}` placeholders, filled in one pass: braces in values are harmless.

A file may open several messages with lines `# system`, `# user` or `# assistant`; without such a line it is one
user message. Every file of a room can be replaced by a file of the same name in a folder the user gives.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Literal

from community.digests import digest
from community.errors import UserError

Role = Literal["system", "user", "assistant"]

_PLACEHOLDER = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
_HEADING = re.compile(r"^# (system|user|assistant)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a chat: who speaks to the model, and the words."""

    role: Role
    text: str


@dataclass(frozen=True)
class Prompt:
    """A template of one or more messages."""

    name: str
    source: str
    path: str

    @property
    def digest(self) -> str:
        """Hash of the file's text; recorded with every run."""
        return digest(self.source)

    @cached_property
    def placeholders(self) -> frozenset[str]:
        """The names that `fill` needs."""
        return frozenset(_PLACEHOLDER.findall(self.source))

    def fill(self, **values: str) -> tuple[Message, ...]:
        """The messages with every placeholder replaced, in one pass over the template.

        Raises:
            UserError: a placeholder has no value, or a value has no placeholder.
        """
        missing = self.placeholders - values.keys()
        unused = values.keys() - self.placeholders
        if missing or unused:
            parts = [f"no value for {', '.join(sorted(missing))}"] if missing else []
            parts += [f"no placeholder for {', '.join(sorted(unused))}"] if unused else []
            raise UserError(f"prompt {self.path}: {'; '.join(parts)}")
        return tuple(
            Message(role, _PLACEHOLDER.sub(lambda match: values[match[1]], text))
            for role, text in _split(self.source)
        )


@lru_cache(maxsize=256)
def _split(source: str) -> tuple[tuple[Role, str], ...]:
    """The (role, template) pairs of a file."""
    pieces = _HEADING.split(source)
    if len(pieces) == 1:
        return (("user", source.strip()),)
    roles: list[tuple[Role, str]] = []
    for role, text in zip(pieces[1::2], pieces[2::2], strict=True):
        roles.append((role, text.strip()))  # pyright: ignore[reportArgumentType] - the pattern admits only roles
    return tuple(roles)


@dataclass(frozen=True)
class PromptBook:
    """All prompts of one room, some perhaps replaced by the user's files."""

    prompts: Mapping[str, Prompt]

    def __getitem__(self, name: str) -> Prompt:
        return self.prompts[name]

    def digests(self) -> dict[str, str]:
        """Name -> hash, for the manifest."""
        return {name: prompt.digest for name, prompt in sorted(self.prompts.items())}


def load_prompts(folder: Path, override: Path | None = None) -> PromptBook:
    """Read `*.md` of a room's folder; a file of the same name in `override` takes its place.

    Raises:
        UserError: the override folder does not exist, or one of its files lacks or invents a placeholder.
    """
    if override is not None and not override.is_dir():
        raise UserError(f"prompt folder {str(override)!r} does not exist; give a folder with .md files")
    prompts: dict[str, Prompt] = {}
    for path in sorted(folder.glob("*.md")):
        original = Prompt(path.stem, _read(path), path.name)
        replacement = override / path.name if override else None
        if replacement is not None and replacement.is_file():
            prompts[path.stem] = _replace(original, replacement)
        else:
            prompts[path.stem] = original
    return PromptBook(prompts)


def _replace(original: Prompt, path: Path) -> Prompt:
    prompt = Prompt(original.name, _read(path), str(path))
    if prompt.placeholders != original.placeholders:
        allowed = ", ".join(f"{{{name}}}" for name in sorted(original.placeholders)) or "none"
        raise UserError(f"prompt {path} must use exactly these placeholders: {allowed}")
    return prompt


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"prompt {path} cannot be read: {error}") from error
