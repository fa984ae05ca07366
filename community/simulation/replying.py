"""Replying in a group chat: like a helpful assistant, or the way the group answered when something alike was said.

Everything is read from the prompt: what was said, and how plainly its author points at the way the group responds.
"""

import random
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from community.modules.observation import Utterance
from community.prompts import Message
from community.simulation.people import Abilities
from community.simulation.reading import block, outside_blocks, read_utterances, whole
from community.simulation.wording import common_words, say

_POINTERS = (
    (re.compile(r"\b(?:group|others|people|members)\b[^.]{0,40}\b(?:respon|answer|react|repl)"), 1),
    (re.compile(r"\b(?:pattern|norm|rule|custom)s?\b"), 1),
    (re.compile(r"\b(?:same|like) (?:way|manner)\b"), 2),
)
"""Words that point at how the group responds, and their weight; a full pointer weighs three."""
_FULL = 3
_WORD = re.compile(r"[a-z']{4,}")
_MARKS = tuple(
    map(re.compile, (r"\?", r"!", r"@", r"\d", r"[\U0001F300-\U0001FAFF]", r"\b[A-Z]{2,}\b", r"\bI\b|\bi'"))
)
"""What a message looks like at a glance."""


class _Exchange(NamedTuple):
    """A message and what somebody else said right after it."""

    prompting: Utterance
    answer: Utterance


def reply_in_chat(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """The next message of a chat."""
    text = whole(messages)
    said = read_utterances(block(text, "chat") or "")
    if not said:
        return say("shrugs", rng)
    chance = abilities.adapts * pointing(outside_blocks(text))
    if rng.random() < chance and (model := _closest(said)):
        return _retold(model, said[-1].speaker)
    return _assist(said[-1], rng)


def pointing(instructions: str) -> float:
    """How plainly instructions point at the way a group responds, from 0 to 1."""
    lower = instructions.lower()
    return min(1.0, sum(weight for pointer, weight in _POINTERS if pointer.search(lower)) / _FULL)


def _closest(said: Sequence[Utterance]) -> _Exchange | None:
    """The earlier exchange whose first message is most like the latest one; the later among equals."""
    exchanges = [
        _Exchange(first, second) for first, second in pairwise(said[:-1]) if first.speaker != second.speaker
    ]
    return max(
        reversed(exchanges), key=lambda each: _likeness(each.prompting.text, said[-1].text), default=None
    )


def _likeness(one: str, other: str) -> float:
    """From 0 to 3: common words, and twice the share of marks that both have or both lack."""
    first, second = _telling(one), _telling(other)
    words = len(first & second) / len(first | second) if first | second else 0.0
    marks = sum(bool(mark.search(one)) == bool(mark.search(other)) for mark in _MARKS)
    return words + 2 * marks / len(_MARKS)


def _retold(model: _Exchange, name: str) -> str:
    """The answer that was given then, addressed to whom it is for now."""
    return re.sub(rf"\b{re.escape(model.prompting.speaker)}\b", lambda _: name, model.answer.text)


def _assist(latest: Utterance, rng: random.Random) -> str:
    bank = "helping" if "?" in latest.text else "sympathising"
    things = sorted(_telling(latest.text), key=lambda word: (-len(word), word))[:3]
    return say(bank, rng, name=latest.speaker, thing=f'"{rng.choice(things)}"' if things else "this")


def _telling(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - common_words()
