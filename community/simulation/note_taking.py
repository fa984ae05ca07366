"""Notes on an exchange, as one step of a theory of mind writes them and the later ones read them.

Nothing but the notes goes from the transcripts to the beliefs, so they are sentences in plain words.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from community.modules.observation import Utterance
from community.norms.predicates.base import Predicate
from community.prompts import Message
from community.simulation.evidence import Evidence, Said, common_ground, to_the_point
from community.simulation.noticing import notice
from community.simulation.people import Abilities
from community.simulation.reading import block, read_utterances, whole
from community.simulation.stating import stated
from community.simulation.wording import say

_TALLY = re.compile(r"^Brushed off: (\d+) replies to (\d+) messages", re.MULTILINE)
_NEWCOMER_TOO = "The newcomer too: "


def take_notes(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """What the community's messages share, apart from what the newcomer's have as well, one sentence a line."""
    text = whole(messages)
    heard = read_utterances(block(text, "community") or "")
    sent = read_utterances(block(text, "newcomer") or "")
    evidence = _pooled(heard, sent)
    lines = [f"Brushed off: {evidence.brush_offs} replies to {len(sent)} messages."]
    for item in notice(evidence, abilities, rng):
        too = bool(sent) and min(item.let_in, item.shut_out) >= 0.5
        lines.append((_NEWCOMER_TOO if too else "") + item.predicate.describe())
    return "\n".join([*lines, say("remarks" if len(lines) > 1 else "shrugs", rng)])


def _pooled(heard: Sequence[Utterance], sent: Sequence[Utterance]) -> Evidence:
    """The heaps as evidence: the newcomer's messages count as shut out when brush-offs are no fewer than they are."""
    topic = common_ground(said.text for said in (*heard, *sent))
    members = tuple(Said("", said.text) for said in heard if to_the_point(said.text, topic))
    own = tuple(Said("", said.text) for said in sent)
    brush_offs = len(heard) - len(members)
    if brush_offs >= len(own):
        return Evidence(members, brush_offs, shut_out=own)
    return Evidence(members, brush_offs, let_in=own)


@dataclass(frozen=True, slots=True)
class Notes:
    """Notes read back.

    Attributes:
        only: what only the community does, the most telling first.
        both: what the newcomer did as well.
        brushed_off: how many replies were brush-offs.
        wrote: how many messages the newcomer sent.
    """

    only: tuple[Predicate, ...]
    both: tuple[Predicate, ...]
    brushed_off: int
    wrote: int

    @property
    def shut_out(self) -> bool:
        """The newcomer took part, and mostly in vain."""
        return 0 < self.wrote <= self.brushed_off

    @property
    def let_in(self) -> bool:
        """The newcomer took part, and mostly was answered."""
        return self.wrote > self.brushed_off

    def candidates(self) -> tuple[Predicate, ...]:
        """What the community does, what explains the outcome best first."""
        return (*self.both, *self.only) if self.let_in else (*self.only, *self.both)


def read_notes(text: str) -> Notes:
    """Notes as `take_notes` writes them; a sentence of other notes counts as what only the community does."""
    lines = text.splitlines()
    both = "\n".join(line for line in lines if line.startswith(_NEWCOMER_TOO))
    only = "\n".join(line for line in lines if not line.startswith(_NEWCOMER_TOO))
    tally = _TALLY.search(text)
    brushed_off, wrote = (int(tally[1]), int(tally[2])) if tally else (0, 0)
    return Notes(tuple(stated(only)), tuple(stated(both)), brushed_off, wrote)
