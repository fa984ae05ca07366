"""Noticing what messages have in common: what a person makes of transcripts, within its memory and attention.

A regularity tells something when ordinary messages lack it, when the messages that were brushed off lack it, and when
those that were let in have it. Everything comes from the messages that are shown; no norm is known here.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from community.norms.predicates import propose
from community.norms.predicates.base import Predicate
from community.norms.predicates.combination import All
from community.norms.text import Span, Text
from community.seeds import stream
from community.simulation.answering import Opinion
from community.simulation.composing import compose
from community.simulation.evidence import Evidence, Said, remember
from community.simulation.people import Abilities
from community.simulation.reading import read_choice
from community.simulation.wording import phrases

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


def notice(evidence: Evidence, abilities: Abilities, rng: random.Random) -> list[Regularity]:
    """What a reader who weighs what is let in against what is shut out notices, the best first."""
    kept = remember(evidence, abilities, rng)
    found = [weigh(rule, kept) for rule in _standing_out(kept.members, rng)]
    noticed = _attend([(item.separating, item) for item in found if item.shared >= MOSTLY], abilities, rng)
    best = noticed[: abilities.features]
    if kept.shut_out and best and min(item.shut_out for item in best) > 1 - MOSTLY:
        leaders = [aspects[0] for aspects in _things(noticed, kept.members)][: abilities.features]
        pairs = [weigh(_both(*pair), kept) for pair in combinations(leaders, 2)]
        best = sorted([*best, *pairs], key=lambda item: item.separating, reverse=True)
    return best[: abilities.features]


def _both(one: Regularity, other: Regularity) -> Predicate:
    """Two rules at once, for when no single one explains what was shut out."""
    return All.model_validate({"of": (one.predicate, other.predicate)})


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
    found = propose([text_of(said.text) for said in glimpsed], question or None)
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
