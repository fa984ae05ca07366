"""Who a scripted person is: its abilities, and the spec string that chooses and changes them."""

from typing import Annotated
from urllib.parse import parse_qsl

from pydantic import Field, ValidationError

from community.config import Config, in_one_line, nearest
from community.errors import UnknownIdError, UserError
from community.models.spec import SIMULATED, is_simulated

_SCHEME = f"{SIMULATED}:"

Chance = Annotated[float, Field(ge=0, le=1)]
Capacity = Annotated[int, Field(ge=1, le=1000)]


class Abilities(Config):
    """What a scripted person can do; every field is a knob of the spec, as in `sim:novice?alone=0.4&memory=8`."""

    alone: Chance = 0.5
    """Chance to know the right answer to a question without anybody's help; drawn when it is first asked."""
    persuaded: Chance = 0.5
    """Chance to take over the answer that the messages of others speak for; half of it when they give no reasons."""
    follows: Chance = 0.95
    """Chance to follow an instruction in its prompt, for each instruction and message."""
    notices: Chance = 0.5
    """Chance that a regularity comes to its mind when it is there to be seen.

    A speaker looks back at what it remembers of earlier discussions with the same chance."""
    memory: Capacity = 8
    """How many messages it remembers when it looks for regularities: the latest of members, as many of the newcomer."""
    features: Capacity = 3
    """How many explanations it can hold in mind at once."""
    slips: Chance = 0.1
    """Chance to take the second-best explanation that comes to mind for the best."""
    exact: Chance = 0.9
    """Chance to carry out an edit exactly; otherwise it leaves the message as it was."""
    adapts: Chance = 0.6
    """Chance to answer in a group chat as the group answered before, where the prompt plainly points at that."""
    discerns: Chance = 1.0
    """Chance to judge rightly whether a reply keeps a norm; otherwise it decides the opposite."""


PEOPLE = {
    "expert": Abilities(
        alone=0.85,
        persuaded=0.25,
        follows=0.97,
        notices=0.8,
        memory=12,
        features=3,
        slips=0.05,
        exact=0.95,
        adapts=0.9,
        discerns=1.0,
    ),
    "novice": Abilities(
        alone=0.3,
        persuaded=0.9,
        follows=0.9,
        notices=0.2,
        memory=4,
        features=1,
        slips=0.3,
        exact=0.7,
        adapts=0.6,
        discerns=0.8,
    ),
    "module": Abilities(
        alone=0.5,
        persuaded=0.5,
        follows=0.95,
        notices=0.8,
        memory=12,
        features=4,
        slips=0.1,
        exact=0.92,
        adapts=0.8,
        discerns=0.95,
    ),
}
"""The people one can ask for by name."""


def parse_person(spec: str) -> Abilities:
    """The abilities behind `sim:NAME?knob=value&...`.

    Raises:
        UnknownIdError: no person of that name.
        UserError: not a `sim:` spec, an unknown knob, or a value out of range.
    """
    if not is_simulated(spec):
        raise UserError(
            f"{spec!r} is no scripted person; write {_SCHEME}NAME with NAME one of {', '.join(PEOPLE)}"
        )
    name, _, query = spec.removeprefix(_SCHEME).partition("?")
    if name not in PEOPLE:
        raise UnknownIdError("scripted person", name, PEOPLE)
    return _turn_knobs(spec, PEOPLE[name], dict(_pairs(spec, query)))


def _pairs(spec: str, query: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(query, keep_blank_values=True, strict_parsing=True) if query else []
    except ValueError as error:
        raise UserError(f"{spec!r}: write knobs as ?knob=value&knob=value ({error})") from error


def _turn_knobs(spec: str, abilities: Abilities, knobs: dict[str, str]) -> Abilities:
    known = tuple(Abilities.model_fields)
    for knob in knobs:
        if knob not in known:
            hint = nearest(knob, known)
            raise UserError(f"{spec!r}: unknown knob {knob!r}; {hint}")
    try:
        return Abilities.model_validate(abilities.model_dump() | knobs)
    except ValidationError as error:
        raise UserError(f"{spec!r}: {in_one_line(error)}") from error
