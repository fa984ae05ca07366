"""Small talk: messages about a topic, perhaps turned to somebody, and choosing who should speak next."""

import json
import random
import re
from collections.abc import Sequence
from functools import lru_cache

from community.prompts import Message
from community.simulation.composing import telling
from community.simulation.people import Abilities
from community.simulation.reading import block, whole
from community.simulation.wording import say

_LINKS = "and|or|in|on|of|with|to|from|for|without|beside|below|during|before|while"
_LAST_OF_A_PHRASE = re.compile(rf"(?<![\w'-])([a-z]{{5,16}})(?=[,:;.?]| (?:{_LINKS})\b)")
_SHORTEST = 14
"""Words of a message, so that it can be told from a remark in passing."""
_MORE = 0.5
"""Share of messages that go on for a sentence more."""


def converse(topic: str, rng: random.Random, *, name: str = "", message: str = "") -> str:
    """A message of one to four sentences about a topic.

    Args:
        topic: whose words are taken up.
        rng: decides.
        name: of somebody to turn to; "" for nobody.
        message: of that person, whose words come first.
    """
    things = _things_of(topic)
    heard = [word for word in things if word in message]
    sentences = [say("turning", rng, name=name, thing=rng.choice(heard or things))] if name else []
    thing, other = rng.sample(things, 2)
    sentences.append(say("talking", rng, thing=thing, other=other))
    while _words(sentences) < _SHORTEST:
        sentences.append(say("musing", rng, thing=rng.choice(things)))
    if rng.random() < _MORE:
        sentences.append(say("musing", rng, thing=rng.choice(things)))
    return " ".join(dict.fromkeys(sentences))


def choose_speaker(messages: Sequence[Message], _: Abilities, rng: random.Random) -> str:
    """Anybody of those who may speak."""
    people = (block(whole(messages), "people") or "").split("\n")
    return json.dumps({"name": rng.choice(people)})


def _words(sentences: Sequence[str]) -> int:
    return sum(len(sentence.split()) for sentence in sentences)


@lru_cache(maxsize=256)
def _things_of(topic: str) -> tuple[str, ...]:
    """At least two words worth taking up; those that end a phrase, since these are mostly nouns."""
    words = tuple(telling(_LAST_OF_A_PHRASE.findall(topic)))
    return words if len(words) > 1 else (*words, "everyday life", "old habits")
