"""The two kinds of people: what each is shown, and how a reply becomes the message that is sent."""

from collections.abc import Sequence

from community.agents.draft import Draft, Place
from community.agents.final import message_of
from community.agents.obedience import instructions
from community.agents.wrapping import length_limit, memory_of, rework
from community.chat.cast import Cast, Member, Newcomer
from community.chat.floor import render_chat
from community.chat.records import Act, TurnEvent
from community.chat.standing import Log, open_reaction, taken_notice_of
from community.modules.module import Context
from community.modules.observation import Utterance, render_utterance
from community.norms import Norm
from community.prompts import Message

_UNKNOWING: frozenset[Act] = frozenset({"tease", "correction", "topic_change"})
"""Sanctions, whose author's prompt does not hold the norm, so that they cannot give it away."""


async def newcomer_speaks(cast: Cast, newcomer: Newcomer, at: Place, log: Log) -> Draft:
    """A candidate of the newcomer's own on the chat so far, rewritten by its module, cut at the cap."""
    config = cast.config
    system = cast.prompts["newcomer"].fill(
        name=newcomer.name,
        word_limit=length_limit(config.word_cap, "One to three sentences are enough."),
        memory=memory_of(newcomer.module),
    )
    messages = system + _talk(cast, at, log, reminder="")
    reply = await newcomer.seat.say(messages, where=at.where, purpose="talk")
    context = Context(at.where, at.question, round=0, participating=True, so_far=())
    candidate = message_of(reply, config.final_tags)
    return await rework(newcomer.module, candidate, context, word_cap=config.word_cap)


def due(cast: Cast, member: str, log: Log) -> TurnEvent | None:
    """The newcomer's turn that a member has to react to now, the oldest first."""
    owed = [open_reaction(log, newcomer) for newcomer in cast.newcomer_names]
    mine = [turn for turn in owed if turn and turn.reception and turn.reception.by == (member,)]
    return min(mine, key=lambda turn: turn.turn, default=None)


def act_of(turn: TurnEvent | None) -> Act:
    """What a member does with its turn, given what it has to react to."""
    act = turn.reception.act if turn and turn.reception else None
    return act or "talk"


async def member_speaks(
    cast: Cast, member: Member, at: Place, log: Log, *, norms: Sequence[Norm], reacts_to: TurnEvent | None
) -> Draft:
    """A message that goes on with the talk or reacts to a newcomer, made to comply as far as the configuration says."""
    obedience, act = cast.obedience(member, norms), act_of(reacts_to)
    if act in _UNKNOWING and reacts_to is not None:
        messages = _sanction(cast, at, act, reacts_to)
        return await obedience.write_unknowing(messages, at, purpose=act)
    told = instructions(obedience.duties)
    duties = f"\nEvery message you write must also obey what follows, without ever mentioning that it does:\n{told}"
    system = cast.prompts["member"].fill(name=member.name, duties=duties if told else "")
    reminder = f"\n\nRemember:\n{told}" if told else ""
    shown = taken_notice_of(log)
    ask = (
        _talk(cast, at, shown, reminder=reminder)
        if reacts_to is None
        else cast.prompts["uptake"].fill(
            topic=at.question,
            chat=render_chat(shown[-cast.config.history :]),
            newcomer=reacts_to.speaker,
            message=_message(reacts_to),
            reminder=reminder,
        )
    )
    return await obedience.write(system + ask, at, purpose=act)


def _talk(cast: Cast, at: Place, log: Log, *, reminder: str) -> tuple[Message, ...]:
    chat = render_chat(log[-cast.config.history :])
    return cast.prompts["talk"].fill(topic=at.question, chat=chat, reminder=reminder)


def _sanction(cast: Cast, at: Place, act: Act, turn: TurnEvent) -> tuple[Message, ...]:
    about = {"topic": at.question} if act == "topic_change" else {"newcomer": turn.speaker}
    return cast.prompts[act].fill(message=_message(turn), **about)


def _message(turn: TurnEvent) -> str:
    return render_utterance(Utterance(turn.speaker, turn.text))
