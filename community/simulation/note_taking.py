"""Notes on an exchange, as one step of a theory of mind writes them and the later ones read them.

Nothing but the notes goes from the transcripts to the beliefs, so they are sentences in plain words.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass

from community.modules.observation import Utterance
from community.norms.induction import Episode, Hypothesis, Said, Trial, taken_up
from community.norms.induction.evidence import Reading
from community.norms.predicates.base import Predicate
from community.prompts import Message
from community.simulation.evidence import common_ground, latest
from community.simulation.noticing import explain
from community.simulation.people import Abilities
from community.simulation.reading import block, read_utterances, whole
from community.simulation.stating import stated
from community.simulation.wording import say

_TALLY = re.compile(r"^Brushed off: (\d+) replies to (\d+) messages", re.MULTILINE)
_NEWCOMER_TOO = "The newcomer too: "


def take_notes(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """What may explain the exchange, apart from what the newcomer's messages have as well, one sentence a line."""
    text = whole(messages)
    heard, sent = (read_utterances(block(text, heap) or "") for heap in ("community", "newcomer"))
    topic = common_ground(said.text for said in (*heard, *sent))
    members = [said for said in heard if taken_up(said.text, topic)]
    brush_offs = len(heard) - len(members)
    evidence = _pooled(members, sent, refused=brush_offs >= len(sent))
    found = explain(latest([evidence], memory=abilities.memory), abilities, rng)
    tally = f"Brushed off: {brush_offs} replies to {len(sent)} messages."
    notes = [_note(item, sent) for item in found]
    return "\n".join([tally, *notes, say("remarks" if notes else "shrugs", rng)])


def _pooled(members: Sequence[Utterance], sent: Sequence[Utterance], *, refused: bool) -> Episode:
    """The heaps as evidence: who wrote what is not told, and the newcomer's messages were all met alike."""
    said = tuple(Said("", own.text, place // 2) for place, own in enumerate(members))
    return Episode(0, "", said, tuple(Trial(own.text, not refused, refused) for own in sent))


def _note(item: Hypothesis, sent: Sequence[Utterance]) -> str:
    """An explanation in words, and whether about half of the newcomer's messages keep it too."""
    kept = sum(item.holds(Reading(own.text, "")) for own in sent)
    return (_NEWCOMER_TOO if sent and 2 * kept >= len(sent) else "") + item.sentence


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
