"""Treatment integrity: did members follow the norm and carry out their reactions, and were newcomers really shunned?"""

from collections.abc import Iterator, Sequence

from community.chat.episode import Told
from community.chat.standing import is_sanctioned
from community.records import Record
from community.statistics.estimate import mean, share


class ChatIntegrity(Record):
    """Whether the treatment was what the configuration says; None where there was no occasion."""

    member_compliance: float | None
    """Share of messages of members who were told the norms that satisfy all of them."""
    unaided_compliance: float | None
    """Share of them that obeyed all instructions before any re-ask or repair."""
    shown_before_first: float | None
    """Members' messages that satisfy the norms before a newcomer's first one, on average over newcomers."""
    violations_sanctioned: float | None
    """Share of the newcomers' messages that break the norms, or have no verdict, that drew a sanction."""
    false_sanctions: float | None
    """Share of their messages that follow the norms that drew one."""
    reactions_carried_out: float | None
    """Share of the reactions that somebody was to show that came before the chat was over."""
    reactions_naming: float | None
    """Share of the reactions, changes of topic apart, that name the newcomer."""
    contact_while_shunned: float | None
    """Share of members' other messages, while somebody is shunned, that name somebody who is."""


def chat_integrity(chats: Sequence[Told]) -> ChatIntegrity:
    """Fold the messages of finished chats."""
    log = [turn for chat in chats for turn in chat.log]
    told = [turn for turn in log if turn.role == "member" and not turn.withheld]
    own = [turn for turn in log if turn.reception is not None]
    reactions = [turn for turn in log if turn.answers is not None]
    due = [turn for turn in own if turn.reception and turn.reception.act]
    return ChatIntegrity(
        member_compliance=share([turn.complies is True for turn in told]),
        unaided_compliance=share([turn.insider == "first" for turn in told]),
        shown_before_first=mean(count for chat in chats for count in _shown_before_first(chat)),
        violations_sanctioned=share([is_sanctioned(turn) for turn in own if not turn.complies]),
        false_sanctions=share([is_sanctioned(turn) for turn in own if turn.complies]),
        reactions_carried_out=len(reactions) / len(due) if due else None,
        reactions_naming=share([named for chat in chats for named in _naming(chat)]),
        contact_while_shunned=share([contact for chat in chats for contact in _contacts(chat)]),
    )


def _naming(chat: Told) -> Iterator[bool]:
    """For each reaction that is about the newcomer: whether it names it."""
    for turn in chat.log:
        if turn.answers is not None and turn.act != "topic_change":
            yield chat.log[turn.answers - 1].speaker in turn.addressed


def _shown_before_first(chat: Told) -> Iterator[int]:
    for episode in chat.episodes:
        before = chat.log[: episode.turns[0].turn - 1]
        yield sum(turn.role == "member" and turn.complies is True for turn in before)


def _contacts(chat: Told) -> Iterator[bool]:
    """For each message of a member that is no reaction, while somebody is shunned: whether it names somebody who is."""
    shunned: set[str] = set()
    for turn in chat.log:
        if turn.role == "newcomer":
            (shunned.add if is_sanctioned(turn) else shunned.discard)(turn.speaker)
        elif shunned and turn.answers is None:
            yield not shunned.isdisjoint(turn.addressed)
