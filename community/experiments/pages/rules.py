"""The norms and habits of a run, as a page names them."""

from collections.abc import Iterable
from contextlib import suppress

from community.errors import CommunityError
from community.norms import load_norm
from community.records import Record


class RuleOfPage(Record):
    """An enforced norm or a habit; without title and instruction where its file is gone."""

    id: str
    title: str
    instruction: str


def rules_of_page(names: Iterable[str]) -> tuple[RuleOfPage, ...]:
    """Norms of the catalogue as they are today, each once."""
    return tuple(map(_rule, dict.fromkeys(names)))


def _rule(name: str) -> RuleOfPage:
    with suppress(CommunityError):
        norm = load_norm(name)
        return RuleOfPage(id=norm.id, title=norm.title, instruction=norm.instruction)
    return RuleOfPage(id=name, title="", instruction="")
