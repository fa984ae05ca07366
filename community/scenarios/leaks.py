"""Whether a scenario says its norm out loud, where it should only show: by the words, or as a judge reads it."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from pydantic import BaseModel, ConfigDict

from community.config import Location
from community.models.seat import Seat
from community.norms.predicates.vocabulary import common_words
from community.norms.text import Text
from community.prompts import PromptBook
from community.scenarios.scenario import Flaw, Scenario

PURPOSE = "find_leak"
RUN = 6
"""So many words in a row, shared with the norm's statement, are a quotation."""
_STEM = 5
_PLAIN_WORDS = 300
"""So many of the most common English words carry no meaning of their own."""
_SPOKEN = re.compile(
    r"\b(?:norms?|(?:the|our|a|house|unwritten|unspoken|golden|first|only|chat|group|one) rules?"
    r"|rule (?:here|is|number|of)|we (?:always|never|only ever)|(?:everyone|nobody|no one|around) here"
    r"|in this (?:chat|group|channel)|(?:our|the|house|team) (?:policy|custom|tradition|convention|habit)"
    r"|policy is|how we (?:do|answer|reply|talk)|(?:supposed|not allowed) to|(?:as|like) (?:always|usual) here)\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[^.!?\n]+")


class Leak(BaseModel):
    """What a judge of leaks fills in."""

    model_config = ConfigDict(frozen=True)

    quote: str
    states_norm: bool


def leaks(scenario: Scenario) -> Iterator[Flaw]:
    """The places where what the subject sees quotes the norm, or speaks of it as a rule."""
    norm = scenario.hidden_norm
    whole_title = len(Text(norm.title).keys)
    stems = _stems(f"{norm.title} {norm.statement}")
    for place, text in seen(scenario):
        quoted = sorted(_shared(text, norm.statement, RUN) | _shared(text, norm.title, whole_title))
        if quoted:
            yield Flaw(place, f"says the norm in its own words: {' '.join(quoted[0])!r}")
        spoken = _spoken(text, stems)
        if spoken:
            yield Flaw(place, f"speaks of the norm as a rule: {spoken!r}; let turns show it")


def seen(scenario: Scenario) -> Iterator[tuple[Location, str]]:
    """Every text of a scenario that its subject sees, with its place."""
    yield ("channel",), scenario.channel
    yield ("setting",), scenario.setting
    for position, member in enumerate(scenario.cast):
        yield ("cast", position, "bio"), member.bio
    for position, turn in enumerate(scenario.transcript):
        yield ("transcript", position, "text"), turn.text


async def judged_leak(scenario: Scenario, seat: Seat, prompts: PromptBook) -> Leak | None:
    """Whether a judge finds the norm said out loud, and where; None when its replies could not be read.

    Raises:
        ModelCallError: the call failed for good.
    """
    messages = prompts[PURPOSE].fill(
        statement=scenario.hidden_norm.statement,
        background="\n".join(text for place, text in seen(scenario) if place[0] != "transcript" and text),
        transcript="\n".join(f"{turn.actor}: {turn.text}" for turn in scenario.transcript),
    )
    unread = Leak(quote="", states_norm=False)
    filled = await seat.fill(messages, Leak, default=unread, where=f"leak.{scenario.id}", purpose=PURPOSE)
    return None if filled.rung == "default" else filled.value


def _spoken(text: str, stems: frozenset[str]) -> str | None:
    """The first sentence that names a rule or a custom together with what the norm is about."""
    for sentence in _SENTENCE.findall(text):
        if _SPOKEN.search(sentence) and _stems(sentence) & stems:
            return sentence.strip()
    return None


def _shared(text: str, norm: str, length: int) -> frozenset[tuple[str, ...]]:
    return _runs(text, length) & _runs(norm, length)


@lru_cache(maxsize=512)
def _runs(text: str, length: int) -> frozenset[tuple[str, ...]]:
    """Every so many words in a row."""
    keys = Text(text).keys
    return frozenset(tuple(keys[start : start + length]) for start in range(len(keys) - length + 1))


@lru_cache(maxsize=512)
def _stems(text: str) -> frozenset[str]:
    """The beginnings of the words that carry meaning."""
    return frozenset(key[:_STEM] for key in Text(text).keys if len(key) > 2 and key not in _plain())


@cache
def _plain() -> frozenset[str]:
    return frozenset(common_words()[:_PLAIN_WORDS])
