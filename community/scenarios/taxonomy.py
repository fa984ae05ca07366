"""What a scenario is made of: 17 occasions, 22 social norms, and which norm can come up on which occasion.

The ids are those of LoSoNA (Winiarek et al. 2026); statements, examples and rules are our own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, Self, TypeVar

from pydantic import model_validator

from community.catalogue import Named
from community.config import Config, read_yaml, validate
from community.errors import UnknownIdError
from community.norms.predicates import AnyPredicate

DATA = Path(__file__).parent / "data"

Kind = Literal["do_not", "must_do", "both"]
T = TypeVar("T", bound=Named)


class SocialEvent(Config):
    """An occasion that a chat can be about."""

    id: str
    title: str
    gist: str
    """What happens, in a sentence."""


class NormExample(Config):
    """One exchange on either side of a norm; it shows a judge what is meant and need not be matched."""

    elicitor: str
    complies: str
    breaches: str


class SocialNorm(Config):
    """A norm about what a reply does, rather than about its wording."""

    id: str
    title: str
    statement: str
    """The norm as the judge reads it; it has the last word."""
    kind: Kind
    """Whether it forbids something, requires something, or both."""
    example: NormExample
    rule: AnyPredicate | None = None
    """Decides by the text of the reply, with the elicitor as the question."""
    cues: AnyPredicate | None = None
    """What the scripted judge goes by where there is no rule: tells clear cases apart, no more."""

    @model_validator(mode="after")
    def _can_be_judged(self) -> Self:
        if (self.rule is None) == (self.cues is None):
            raise ValueError("give exactly one of 'rule' and 'cues'")
        return self

    @property
    def is_verifiable(self) -> bool:
        """Whether the text of a reply decides, without a reader."""
        return self.rule is not None


class Exclusion(Config):
    """A cell of the grid that makes no scenario."""

    event: str
    norm: str
    reason: str


class Cell(NamedTuple):
    """An occasion and a norm, by id."""

    event: str
    norm: str


@dataclass(frozen=True)
class Taxonomy:
    """Occasions and norms by id, and the cells that are left out.

    Attributes:
        events: the occasions.
        norms: the norms.
        excluded: why a cell is left out; every other cell applies.
    """

    events: Mapping[str, SocialEvent]
    norms: Mapping[str, SocialNorm]
    excluded: Mapping[Cell, str]

    def event(self, name: str) -> SocialEvent:
        """The occasion with this id.

        Raises:
            UnknownIdError: there is none.
        """
        return _known("event", self.events, name)

    def norm(self, name: str) -> SocialNorm:
        """The norm with this id.

        Raises:
            UnknownIdError: there is none.
        """
        return _known("norm", self.norms, name)

    def applies(self, event: str, norm: str) -> bool:
        """Whether the norm can come up on this occasion; both ids are known."""
        return Cell(event, norm) not in self.excluded

    def cells(self) -> Iterator[Cell]:
        """Every cell that applies, by occasion and then by norm."""
        return (
            Cell(event, norm) for event in self.events for norm in self.norms if self.applies(event, norm)
        )


@cache
def load_taxonomy() -> Taxonomy:
    """The taxonomy that comes with the package."""
    events = validate(read_yaml(DATA / "events.yaml"), list[SocialEvent])
    norms = validate(read_yaml(DATA / "norms.yaml"), list[SocialNorm])
    excluded = validate(read_yaml(DATA / "applicability.yaml"), list[Exclusion])
    return Taxonomy(
        events={event.id: event for event in events},
        norms={norm.id: norm for norm in norms},
        excluded={Cell(item.event, item.norm): item.reason for item in excluded},
    )


def _known(kind: str, items: Mapping[str, T], name: str) -> T:
    if name not in items:
        raise UnknownIdError(kind, name, items)
    return items[name]
