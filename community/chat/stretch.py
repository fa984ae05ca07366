"""From a stretch of chat, between two messages of a newcomer, to the interaction that its module learns from.

What members said to the newcomer, naming it, is the reaction to its message; when nobody did, that is the silence of
everybody who spoke. What they said to each other is a round that the newcomer watched. Only members' words count as
the community's: a newcomer knows who came with it.
"""

from collections.abc import Sequence

from community.chat.records import TurnEvent
from community.chat.standing import Log, last_turn
from community.modules.observation import Interaction, Round, Utterance


def stretch_of(log: Log, newcomer: str, *, index: int, topics: Sequence[str]) -> Interaction | None:
    """What has happened since the newcomer's latest message, or since the start; None when nothing has.

    Args:
        log: the messages so far.
        newcomer: whose seat it is seen from.
        index: of the interaction.
        topics: what the chat was about meanwhile.
    """
    own = last_turn(log, newcomer)
    since = log[own.turn :] if own else log
    said = [turn for turn in since if turn.role == "member" and turn.text]
    if own is None and not said:
        return None
    opening = own.text if own else ""
    rounds = _rounds(own, said, newcomer)
    return Interaction(index, "\n".join(dict.fromkeys(topics)), opening, rounds)


def _rounds(own: TurnEvent | None, said: Sequence[TurnEvent], newcomer: str) -> tuple[Round, ...]:
    if own is None:
        return (Round(1, False, None, _utterances(said), ""),)
    to_it = [turn for turn in said if newcomer in turn.addressed]
    others = [turn for turn in said if newcomer not in turn.addressed]
    heard = _utterances(to_it) or _silence(said)
    met = Round(1, True, own.text, heard, own.text)
    return (met, Round(2, False, None, _utterances(others), own.text)) if others else (met,)


def _utterances(turns: Sequence[TurnEvent]) -> tuple[Utterance, ...]:
    return tuple(Utterance(turn.speaker, turn.text) for turn in turns)


def _silence(said: Sequence[TurnEvent]) -> tuple[Utterance, ...]:
    return tuple(Utterance(name, "") for name in dict.fromkeys(turn.speaker for turn in said))
