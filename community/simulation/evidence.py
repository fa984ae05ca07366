"""Who wrote what, and what came of it: the messages of transcripts, sorted before anybody looks for a rule in them."""

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from community.modules.observation import Interaction
from community.simulation.people import Abilities

_LETTER = re.compile(r"\([A-Z]\)")
_TOPIC_WORD = re.compile(r"[a-z]{5,}|\d+")


@dataclass(frozen=True, slots=True)
class Said:
    """A message, who sent it, and the question it was about ("" when that is not shown)."""

    speaker: str
    text: str
    question: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a reader makes of an exchange before looking for a rule.

    Attributes:
        members: the community's messages to the point.
        brush_offs: how many of its messages were not.
        let_in: the newcomer's messages that were answered to the point.
        shut_out: its messages that were brushed off by everybody.
    """

    members: tuple[Said, ...]
    brush_offs: int = 0
    let_in: tuple[Said, ...] = ()
    shut_out: tuple[Said, ...] = ()


def to_the_point(message: str, question: str = "") -> bool:
    """Whether a message takes part in solving a question: it names an option, or gives reasons about the matter."""
    if _LETTER.search(message):
        return True
    words = _TOPIC_WORD.findall(message.lower())
    return len(message.split()) >= 12 and len(set(words) & set(_TOPIC_WORD.findall(question.lower()))) >= 2


def common_ground(messages: Iterable[str]) -> str:
    """What a conversation without options is about, made out from its messages: the words that several of them share.

    Nothing where an option is named, since messages to the point then name one.
    """
    read = list(messages)
    if any(_LETTER.search(message) for message in read):
        return ""
    counts = Counter(word for message in read for word in set(_TOPIC_WORD.findall(message.lower())))
    return " ".join(word for word, count in counts.items() if count > 1)


def gather(interactions: Iterable[Interaction]) -> Evidence:
    """Sort the messages of transcripts by who sent them and what came of it."""
    members: list[Said] = []
    let_in: list[Said] = []
    shut_out: list[Said] = []
    brush_offs = 0
    for item in interactions:
        for turn in item.rounds:
            heard = [Said(said.speaker, said.text, item.question) for said in turn.heard]
            answers = [said for said in heard if to_the_point(said.text, item.question)]
            members += answers
            brush_offs += len(heard) - len(answers)
            if turn.sent is not None and heard:
                (let_in if answers else shut_out).append(Said("", turn.sent, item.question))
    return Evidence(tuple(members), brush_offs, tuple(let_in), tuple(shut_out))


def remember(evidence: Evidence, abilities: Abilities, rng: random.Random) -> Evidence:
    """The messages of each kind that a reader still has in mind, in their order."""

    def some(messages: Sequence[Said]) -> tuple[Said, ...]:
        places = rng.sample(range(len(messages)), min(abilities.memory, len(messages)))
        return tuple(messages[place] for place in sorted(places))

    return replace(
        evidence,
        members=some(evidence.members),
        let_in=some(evidence.let_in),
        shut_out=some(evidence.shut_out),
    )
