"""Who speaks next: by the order of the configuration, unless somebody has to be answered first."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from community.chat.cast import Cast
from community.chat.records import Given, TurnEvent
from community.chat.standing import Log, is_excluded, last_turn, open_reaction
from community.modules.observation import Utterance, render_utterances
from community.seeds import stream


class NextSpeaker(BaseModel):
    """What the chair fills in."""

    model_config = ConfigDict(frozen=True)

    name: str


@dataclass(frozen=True, slots=True)
class Floor:
    """Whose turn it is, and how that came about."""

    chat: int
    turn: int
    speaker: str
    given: Given

    @property
    def where(self) -> str:
        """The place in the run; part of every call's key."""
        return f"c{self.chat}.t{self.turn}"


async def next_floor(cast: Cast, chat: int, log: Log) -> Floor:
    """Whose turn it is now.

    A newcomer does not speak again before somebody has reacted to its latest message: whoever is to do so goes first.

    Raises:
        ModelCallError: the model that chooses failed for good.
    """
    turn = len(log) + 1
    speaker, given = await _chosen(cast, chat, log, _free(cast, log))
    owed = open_reaction(log, speaker)
    if owed is not None and owed.reception is not None:
        return Floor(chat, turn, owed.reception.by[0], "reaction")
    return Floor(chat, turn, speaker, given)


def _free(cast: Cast, log: Log) -> list[str]:
    """Who may speak: nobody twice in a row, no newcomer before it has joined or while it is excluded."""
    joined = len(log) >= cast.config.joins
    newcomers = [
        name
        for name in cast.newcomer_names
        if joined and not is_excluded(log, name, turns=cast.config.sanction.turns)
    ]
    latest = log[-1].speaker if log else None
    free = [name for name in (*cast.member_names, *newcomers) if name != latest]
    return free or list(cast.member_names)


async def _chosen(cast: Cast, chat: int, log: Log, free: Sequence[str]) -> tuple[str, Given]:
    order = cast.config.order
    if order == "random":
        return stream(cast.seed, "floor", chat, len(log)).choice(free), "rule"
    if order == "addressed_next":
        called = next((name for name in (log[-1].addressed if log else ()) if name in free), None)
        return called or _longest_silent(log, free), "rule"
    if order == "model":
        name = await _ask(cast, chat, log, free)
        return (name, "model") if name in free else (_longest_silent(log, free), "fallback")
    return _longest_silent(log, free), "rule"


def _longest_silent(log: Log, free: Sequence[str]) -> str:
    """Round robin: who has not spoken for longest, in roster order among those who have not at all."""

    def latest(name: str) -> int:
        turn = last_turn(log, name)
        return turn.turn if turn else 0

    return min(free, key=latest)


async def _ask(cast: Cast, chat: int, log: Log, free: Sequence[str]) -> str:
    assert cast.chair is not None
    messages = cast.prompts["next_speaker"].fill(
        people="\n".join(free), chat=render_chat(log[-cast.config.history :])
    )
    where = f"c{chat}.t{len(log) + 1}"
    nobody = NextSpeaker(name="")
    filled = await cast.chair.fill(messages, NextSpeaker, default=nobody, where=where, purpose="next_speaker")
    return filled.value.name.strip().removeprefix("@")


def render_chat(turns: Sequence[TurnEvent]) -> str:
    """Messages the way every prompt shows them."""
    return render_utterances([Utterance(turn.speaker, turn.text) for turn in turns if turn.text])
