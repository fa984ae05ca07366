"""A scenario: a group chat in which a norm shows, up to the turn that a newcomer has to answer."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from pydantic import Field

from community.config import Config, Location, nearest
from community.errors import UserError
from community.scenarios.taxonomy import NormExample, SocialNorm, load_taxonomy

Venue = Literal["workplace", "other"]


class Turn(Config):
    """One message of the chat."""

    actor: str
    text: str = Field(min_length=1)
    demonstrates: bool = False
    """Whether it shows the norm being followed."""
    elicitor: bool = False
    """Whether it is the one to answer."""


class Member(Config):
    """Somebody in the chat."""

    name: str = Field(min_length=1)
    bio: str = ""


class LabelledReply(Config):
    """A reply to the elicitor of which it is known whether it complies."""

    text: str
    complies: bool
    kind: str | None = None
    """In what way it breaches, as a slug, for example "generic_assistant"; none when it complies."""
    reason: str = ""


class Scenario(Config):
    """One scenario, as its YAML file states it."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", max_length=160)
    """Occasion, norm and a slug, joined by two underscores; the file is named after it."""
    event: str
    """Id of the occasion."""
    norm: str
    """Id of the hidden norm."""
    venue: Venue | None = None
    channel: str = ""
    """Where the chat is, as its members see it."""
    setting: str = ""
    """The situation that everybody in the chat knows."""
    subject: str
    """Who has to answer; silent until then."""
    cast: tuple[Member, ...]
    """Everyone in the chat, the subject included."""
    goal: str = ""
    """What the chat circles around; neither the subject nor the judge sees it."""
    transcript: tuple[Turn, ...]
    """The chat from its first turn to the elicitor."""
    replies: tuple[LabelledReply, ...] = ()
    """Replies with known labels, to try a judge on."""
    provenance: str = "original"
    """Where the scenario comes from."""
    statement: str | None = None
    """The norm in the scenario's own words, which then replace those of the taxonomy."""
    example: NormExample | None = None
    """The scenario's own illustration for the judge, likewise."""
    extra: Mapping[str, Any] = {}
    """What a published row holds beyond all this."""

    @property
    def elicitor(self) -> Turn:
        """The turn to answer."""
        return self.transcript[-1]

    @property
    def prior(self) -> tuple[Turn, ...]:
        """The chat before the elicitor."""
        return self.transcript[:-1]

    @property
    def demonstrations(self) -> tuple[Turn, ...]:
        """The turns that are marked as showing the norm."""
        return tuple(turn for turn in self.prior if turn.demonstrates)

    @property
    def hidden_norm(self) -> SocialNorm:
        """The norm of the taxonomy, with the scenario's own statement and example where it has them."""
        own = {"statement": self.statement, "example": self.example}
        norm = load_taxonomy().norm(self.norm)
        return norm.model_copy(update={key: value for key, value in own.items() if value is not None})

    def member(self, name: str) -> Member:
        """The member of the cast with this name.

        Raises:
            UserError: there is none.
        """
        for member in self.cast:
            if member.name == name:
                return member
        raise UserError(f"scenario {self.id!r}: {name!r} is not in the cast")

    def without_demonstrations(self) -> "Scenario":
        """Its twin, in which the marked turns are missing: the same elicitor, with nothing to learn the norm from.

        Raises:
            UserError: no turn is marked, so that they cannot be told apart.
        """
        if not self.demonstrations:
            raise UserError(
                f"scenario {self.id!r}: no turn is marked as a demonstration, so there is no twin"
            )
        kept = tuple(turn for turn in self.transcript if not turn.demonstrates)
        return self.model_copy(update={"transcript": kept})


class Flaw(NamedTuple):
    """Something wrong at one place of a scenario."""

    place: Location
    message: str


def structural_flaws(scenario: Scenario) -> Iterator[Flaw]:
    """What would keep a scenario from being played at all."""
    yield from _id_flaws(scenario)
    yield from _cast_flaws(scenario)
    yield from _turn_flaws(scenario)


def _id_flaws(scenario: Scenario) -> Iterator[Flaw]:
    taxonomy = load_taxonomy()
    for field, name, known in (
        ("event", scenario.event, taxonomy.events),
        ("norm", scenario.norm, taxonomy.norms),
    ):
        if name not in known:
            yield Flaw((field,), f"unknown {field} {name!r}; {nearest(name, list(known))}")


def _cast_flaws(scenario: Scenario) -> Iterator[Flaw]:
    names = [member.name for member in scenario.cast]
    for position, name in enumerate(names):
        if name in names[:position]:
            yield Flaw(("cast", position, "name"), f"{name!r} is in the cast twice")
    if scenario.subject not in names:
        yield Flaw(
            ("subject",), f"{scenario.subject!r} is not in the cast; {nearest(scenario.subject, names)}"
        )
    for position, turn in enumerate(scenario.transcript):
        if turn.actor not in names:
            message = f"{turn.actor!r} is not in the cast; {nearest(turn.actor, names)}"
            yield Flaw(("transcript", position, "actor"), message)


def _turn_flaws(scenario: Scenario) -> Iterator[Flaw]:
    marked = [position for position, turn in enumerate(scenario.transcript) if turn.elicitor]
    last = len(scenario.transcript) - 1
    if not marked:
        yield Flaw(("transcript",), "no turn is the elicitor; mark the last one with `elicitor: true`")
    for position in marked:
        if position != last:
            place = ("transcript", position, "elicitor")
            yield Flaw(place, "only the last turn can be the elicitor, and there is one")
    for position, turn in enumerate(scenario.transcript):
        if turn.actor == scenario.subject:
            place = ("transcript", position, "actor")
            yield Flaw(place, f"the subject {turn.actor!r} speaks; the subject is silent until the reply")
        if turn.demonstrates and turn.elicitor:
            yield Flaw(("transcript", position, "demonstrates"), "the elicitor cannot be a demonstration")
