"""How a newcomer's message is met: by a sanction or by uptake, and by whom; drawn by code, never by a model."""

from collections.abc import Sequence

from community.chat.config import Order, SocialSanctionConfig
from community.chat.records import Reception
from community.chat.standing import Log, open_reaction
from community.seeds import stream

_BY_ALL = {"silence", "exclusion"}


def receive(
    config: SocialSanctionConfig,
    *,
    complied: bool | None,
    seed: int,
    where: str,
    speaker: str,
    members: Sequence[str],
    busy: Sequence[str],
    called: str | None,
) -> Reception:
    """Decide; errors of enforcement and the choice of who reacts come from streams of their own.

    Args:
        config: of the sanction.
        complied: whether the message follows the norms in force.
        seed: of the run.
        where: the place in the run.
        speaker: the newcomer.
        members: in roster order.
        busy: members who are to react to somebody else already.
        called: the member who speaks next anyway.
    """
    struck = config.strikes(complied, stream(seed, "enforcement", where, speaker))
    style = config.style if struck else None
    if style in _BY_ALL:
        return Reception(sanction=style, by=tuple(members))
    free = [name for name in members if name not in busy] or list(members)
    drawn = stream(seed, "reaction", where, speaker).choice(free)
    return Reception(sanction=style, by=(called or drawn,))


def busy_members(log: Log, newcomers: Sequence[str]) -> tuple[str, ...]:
    """Who is to react to somebody already."""
    owed = [open_reaction(log, newcomer) for newcomer in newcomers]
    return tuple(turn.reception.by[0] for turn in owed if turn and turn.reception)


def called_next(order: Order, addressed: Sequence[str], members: Sequence[str]) -> str | None:
    """The member who was named and therefore speaks next, where that is the order."""
    if order != "addressed_next":
        return None
    first = addressed[0] if addressed else None
    return first if first in members else None
