"""Transcripts as evidence for the induction engine, as far back as a reader remembers."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from community.modules.hearing import episode_of, stock_of
from community.modules.observation import Interaction
from community.norms.induction import Episode

_LETTER = re.compile(r"\([A-Z]\)")
_TOPIC_WORD = re.compile(r"[a-z]{5,}|\d+")


def gather(interactions: Sequence[Interaction], *, memory: int) -> tuple[Episode, ...]:
    """What members said and how the newcomer's messages were met, the latest `memory` of each."""
    stock = stock_of(interactions)
    told = [episode_of(item.index, item.question, item.rounds, stock=stock) for item in interactions]
    return latest(told, memory=memory)


def latest(episodes: Iterable[Episode], *, memory: int) -> tuple[Episode, ...]:
    """The last messages of members, and as many of the newcomer's; episodes without any are left out."""
    said = trials = memory
    kept: list[Episode] = []
    for episode in reversed(list(episodes)):
        rest = replace(
            episode,
            said=episode.said[max(len(episode.said) - said, 0) :],
            trials=episode.trials[max(len(episode.trials) - trials, 0) :],
        )
        said, trials = said - len(rest.said), trials - len(rest.trials)
        if rest.said or rest.trials:
            kept.append(rest)
    return tuple(reversed(kept))


def members_of(episodes: Iterable[Episode]) -> list[str]:
    """Whoever said something, in the order of their first message."""
    return list(dict.fromkeys(said.sender for episode in episodes for said in episode.said))


def by_member(episodes: Iterable[Episode], sender: str) -> tuple[Episode, ...]:
    """What one member said, and nothing else."""
    return tuple(
        replace(episode, said=tuple(said for said in episode.said if said.sender == sender), trials=())
        for episode in episodes
    )


def common_ground(messages: Iterable[str]) -> str:
    """What a conversation without options is about, made out from its messages: the words that several of them share.

    Nothing where an option is named, since messages to the point then name one.
    """
    read = list(messages)
    if any(_LETTER.search(message) for message in read):
        return ""
    counts = Counter(word for message in read for word in set(_TOPIC_WORD.findall(message.lower())))
    return " ".join(word for word, count in counts.items() if count > 1)
