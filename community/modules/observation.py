"""What a newcomer can see of its community, and how it is written down for a model to read.

The same few shapes serve every text setting, so every module works in each of them. Nothing here knows the
norm, a verdict, or whether a reply was a sanction: that is for the newcomer to find out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Utterance:
    """What one member of the community said; an empty text is silence."""

    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Round:
    """One round from the newcomer's seat.

    Attributes:
        number: counted from 1 within its interaction.
        participated: the newcomer took part; otherwise it only watched.
        sent: the newcomer's message that the community reacted to in this round; None when it only watched.
        heard: what each member then said to the newcomer or, in a watched round, to each other; fixed order.
        wrote: the newcomer's message at the end of the round, which the next round reacts to.
    """

    number: int
    participated: bool
    sent: str | None
    heard: tuple[Utterance, ...]
    wrote: str


@dataclass(frozen=True, slots=True)
class Interaction:
    """One debate, scenario or stretch of chat from the newcomer's seat.

    Attributes:
        index: counted from 0 over the run.
        question: what it was about, as posed to everybody.
        opening: the newcomer's first message, before any reaction.
        rounds: in order.
    """

    index: int
    question: str
    opening: str
    rounds: tuple[Round, ...]

    @property
    def where(self) -> str:
        """The place of learning from this interaction in the run; part of the key of each call made for it."""
        return f"d{self.index}.learn"

    @property
    def members(self) -> tuple[str, ...]:
        """Everybody who spoke besides the newcomer, in the order of their first message."""
        return tuple(dict.fromkeys(said.speaker for turn in self.rounds for said in turn.heard))

    def without_newcomer(self) -> "Interaction":
        """The same with the words of the community only."""
        return replace(self, rounds=tuple(replace(turn, sent=None) for turn in self.rounds))


def render(
    interactions: Sequence[Interaction], *, title: str = "Conversation", newcomer: str = "Newcomer"
) -> str:
    """Interactions as text, the way every prompt shows them; `simulation.reading` reads it back."""
    return "\n\n".join(
        _render_one(number, item, title, newcomer) for number, item in enumerate(interactions, start=1)
    )


def _render_one(number: int, item: Interaction, title: str, newcomer: str) -> str:
    lines = [f"=== {title} {number} ===", f"<topic>\n{item.question}\n</topic>"]
    for turn in item.rounds:
        mode = "the newcomer took part" if turn.participated else "the newcomer only watched"
        lines.append(f"--- Round {turn.number} ({mode}) ---")
        if turn.sent is not None:
            lines.append(render_utterance(Utterance(newcomer, turn.sent)))
        lines += map(render_utterance, turn.heard)
    return "\n".join(lines)


def render_utterances(utterances: Sequence[Utterance]) -> str:
    """What several members said, one after the other."""
    return "\n".join(map(render_utterance, utterances))


def render_utterance(utterance: Utterance) -> str:
    """One message with its speaker; tags, not quotation marks, so that no mark of ours looks like a habit."""
    return f'<message from="{utterance.speaker}">\n{utterance.text}\n</message>'
