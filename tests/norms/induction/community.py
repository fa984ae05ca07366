"""Evidence made by hand: members who keep a norm on varied replies, and a newcomer who does not know it."""

import contextlib
import random
from collections.abc import Sequence
from functools import cache

from community.norms import CannotEnactError, Norm
from community.norms.induction import Episode, Hypothesis, Said, Trial, plain_replies
from community.norms.text import Text
from community.seeds import stream

MEMBERS = ("Agent 1", "Agent 2")
ROUNDS = 3


@cache
def long_replies() -> Sequence[tuple[str, str]]:
    """Plain replies of some length, with their questions."""
    return [(text.raw, question) for text, question in plain_replies() if text.word_count > 40]


def made_to_keep(text: str, question: str, norms: Sequence[Norm], rng: random.Random) -> str:
    for _ in range(3):
        for norm in norms:
            try:
                text = norm.enact(text, question, rng)
            except CannotEnactError:
                continue
        if all(norm.check(text, question).complies for norm in norms):
            break
    return text


def episodes(
    norms: Sequence[Norm],
    *,
    count: int = 6,
    seed: int = 0,
    slips: float = 0.0,
    mistakes: float = 0.0,
    habits: Sequence[Sequence[Norm]] = ((), ()),
) -> list[Episode]:
    """Debates that were watched, with one plain message of the newcomer in each.

    Args:
        norms: in force.
        count: of episodes.
        seed: of everything.
        slips: chance that a member's message is not made to keep the norms.
        mistakes: chance that a member receives the newcomer's message the wrong way.
        habits: of each member.
    """
    rng = stream(seed, "community")
    made: list[Episode] = []
    for index in range(count):
        question = rng.choice(long_replies())[1]
        said = [
            Said(name, _message(question, norms if rng.random() >= slips else (), own, rng), number)
            for number in range(ROUNDS)
            for name, own in zip(MEMBERS, habits, strict=True)
        ]
        plain = rng.choice(long_replies())[0]
        right = all(norm.check(plain, question).complies for norm in norms)
        shared = sum(right == (rng.random() >= mistakes) for _ in MEMBERS)
        trial = Trial(plain, shared, len(MEMBERS) - shared)
        made.append(Episode(index, question, tuple(said), (trial,), (plain,)))
    return made


def _message(question: str, norms: Sequence[Norm], habits: Sequence[Norm], rng: random.Random) -> str:
    return made_to_keep(rng.choice(long_replies())[0], question, (*norms, *habits), rng)


def agreement(hypothesis: Hypothesis, norms: Sequence[Norm], *, texts: int = 20) -> float:
    """The share of held-out texts, half of them made to keep the norms, that the hypothesis judges as the norms do."""
    rng = stream(99, "held out")
    alike: list[bool] = []
    for number in range(texts):
        text, question = rng.choice(long_replies())
        if number % 2:
            text = made_to_keep(text, question, norms, rng)
        truth = all(norm.check(text, question).complies for norm in norms)
        alike.append(hypothesis.predicate.judge(Text(text), question).complies == truth)
    return sum(alike) / texts


def keeps_when_enacted(hypothesis: Hypothesis, norms: Sequence[Norm], *, texts: int = 10) -> float:
    """The share of plain replies that keep the norms after the hypothesis is carried out on them."""
    rng = stream(98, "acting")
    kept: list[bool] = []
    for _ in range(texts):
        text, question = rng.choice(long_replies())
        with contextlib.suppress(CannotEnactError):
            text = hypothesis.predicate.enact(text, question, rng)
        kept.append(all(norm.check(text, question).complies for norm in norms))
    return sum(kept) / texts
