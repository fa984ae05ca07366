"""Noticing what messages have in common: what a person makes of transcripts, within its memory and attention.

A regularity tells something when ordinary messages lack it, when the messages that were brushed off lack it, and when
those that were let in have it. Everything comes from the messages that are shown; no norm is known here.
"""

import math
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from community.modules.observation import Interaction
from community.norms.predicates import propose
from community.norms.predicates.base import Predicate
from community.norms.text import Span, Text
from community.seeds import stream
from community.simulation.answering import Opinion, compose
from community.simulation.people import Abilities
from community.simulation.reading import read_choice
from community.simulation.wording import phrases

_LETTER = re.compile(r"\([A-Z]\)")
_TOPIC_WORD = re.compile(r"[a-z]{5,}|\d+")
_ORDINARY = 40
"""So many ordinary messages a person remembers from elsewhere."""
_GLIMPSE = 5
"""So many messages are held side by side to see what they share."""
_UNUSUAL = 0.25
"""Up to this share of ordinary messages a regularity stands out."""
_OFTEN = 0.2
"""Share of the community's messages from which on something is a way of writing of theirs."""
MOSTLY = 0.8
"""Share from which on it can be a rule that they all keep."""
_ASPECTS = 4
"""So many aspects of one thing are seen at once."""
_DOUBT = 0.02
"""Share that is never ruled out, so that a few messages do not make certainty."""
_JITTER = 1.5
"""How far a careless reader's sense of what is telling goes astray, in units of log odds."""


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


@dataclass(frozen=True, slots=True)
class Regularity:
    """A predicate with the shares of messages that it holds for.

    Attributes:
        predicate: the rule that the messages keep.
        shared: among the remembered messages of the community.
        usual: among ordinary messages.
        let_in: among the newcomer's messages that were let in.
        shut_out: among those that were brushed off.
    """

    predicate: Predicate
    shared: float
    usual: float
    let_in: float
    shut_out: float

    @property
    def telling(self) -> float:
        """How much it sets the community apart from ordinary messages, as log odds."""
        return math.log(self.shared + _DOUBT) - math.log(self.usual + _DOUBT)

    @property
    def separating(self) -> float:
        """How much it sets what is let in apart from what is shut out, as log odds."""
        return self.telling + math.log(self.let_in + _DOUBT) - math.log(self.shut_out + _DOUBT)


def to_the_point(message: str, question: str = "") -> bool:
    """Whether a message takes part in solving a question: it names an option, or gives reasons about the matter."""
    if _LETTER.search(message):
        return True
    words = _TOPIC_WORD.findall(message.lower())
    return len(message.split()) >= 12 and len(set(words) & set(_TOPIC_WORD.findall(question.lower()))) >= 2


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


def notice(evidence: Evidence, abilities: Abilities, rng: random.Random) -> list[Regularity]:
    """What a reader who weighs what is let in against what is shut out notices, the best first."""
    kept = remember(evidence, abilities, rng)
    found = [weigh(rule, kept) for rule in _standing_out(kept.members, rng)]
    noticed = _attend([(item.separating, item) for item in found if item.shared >= MOSTLY], abilities, rng)
    return noticed[: abilities.features]


def notice_habits(evidence: Evidence, abilities: Abilities, rng: random.Random) -> list[list[Regularity]]:
    """What a reader who takes one member as a model notices: what all do, and what this one does all the time.

    Returns:
        For each thing that is noticed its aspects (that it is there, how often, where), the most telling first.
    """
    kept = remember(evidence, abilities, rng)
    model = rng.choice(kept.members).speaker if kept.members else ""
    watched = [said for said in kept.members if said.speaker == model]
    rules = _standing_out(watched, rng)
    found = [weigh(rule, kept) for rule in rules]
    noticed = _attend([(item.telling, item) for item in found if item.shared >= _OFTEN], abilities, rng)
    return [aspects[:_ASPECTS] for aspects in _things(noticed, watched)[: abilities.features]]


def _things(noticed: Sequence[Regularity], messages: Sequence[Said]) -> list[list[Regularity]]:
    """Regularities by the places in the messages that they are about."""
    things: dict[tuple[tuple[Span, ...], ...], list[Regularity]] = {}
    for item in noticed:
        verdicts = (item.predicate.judge(text_of(said.text), said.question or None) for said in messages)
        things.setdefault(tuple(verdict.spans for verdict in verdicts), []).append(item)
    return list(things.values())


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


def weigh(rule: Predicate, evidence: Evidence) -> Regularity:
    """How widely a rule holds among the messages of each kind; where there are none, it is as if it always held."""
    return Regularity(
        rule,
        shared=_share(rule, evidence.members),
        usual=_usual(rule),
        let_in=_share(rule, evidence.let_in),
        shut_out=_share(rule, evidence.shut_out),
    )


def _attend(
    weighed: Sequence[tuple[float, Regularity]], abilities: Abilities, rng: random.Random
) -> list[Regularity]:
    """The regularities that are noticed, the most telling first, as far as this reader can tell."""
    spread = _JITTER * (1 - abilities.notices)
    noticed = [
        (weight + rng.gauss(0, spread), -place)
        for place, (weight, _) in enumerate(weighed)
        if rng.random() < abilities.notices
    ]
    return [weighed[-place][1] for _, place in sorted(noticed, reverse=True)]


def _standing_out(messages: Sequence[Said], rng: random.Random) -> list[Predicate]:
    """What a few messages, held side by side, share, and neither ordinary ones nor the questions have."""
    if len(messages) < 2:
        return []
    glimpsed = rng.sample(messages, min(_GLIMPSE, len(messages)))
    questions = {said.question for said in glimpsed}
    question = questions.pop() if len(questions) == 1 else None
    found = propose([text_of(said.text) for said in glimpsed], question)
    return [
        rule
        for rule in found
        if _usual(rule) <= _UNUSUAL and not (question and rule.judge(text_of(question)).complies)
    ]


def _share(rule: Predicate, messages: Sequence[Said]) -> float:
    if not messages:
        return 1.0
    holds = sum(rule.judge(text_of(said.text), said.question or None).complies for said in messages)
    return holds / len(messages)


def _usual(rule: Predicate) -> float:
    return _usual_cached(rule)  # pyright: ignore[reportArgumentType] - frozen, therefore hashable


@lru_cache(maxsize=16384)
def _usual_cached(rule: Predicate) -> float:
    return _share(rule, _ordinary())


@lru_cache(maxsize=1)
def _ordinary() -> tuple[Said, ...]:
    """Messages as people write them where nothing is enforced: a person's own, about questions of its own."""
    asked = [phrase.source.replace(" / ", "\n") for phrase in phrases("practice")]
    return tuple(_practise(asked[number % len(asked)], number) for number in range(_ORDINARY))


def _practise(question: str, number: int) -> Said:
    rng = stream(number, "practice")
    choice = read_choice(question)
    return Said("", compose(choice, Opinion(rng.choice(list(choice.options))), rng), question)


@lru_cache(maxsize=4096)
def text_of(raw: str) -> Text:
    """A message as every predicate reads it, read once."""
    return Text(raw)
