"""What the messages so far say about the newcomers: who is still to be answered, who is shunned, whose words count."""

from collections.abc import Sequence

from community.chat.records import TurnEvent

Log = Sequence[TurnEvent]


def last_turn(log: Log, name: str) -> TurnEvent | None:
    """The latest turn of a person."""
    return next((turn for turn in reversed(log) if turn.speaker == name), None)


def open_reaction(log: Log, newcomer: str) -> TurnEvent | None:
    """The newcomer's latest turn, when somebody is to react to it and has not yet."""
    turn = last_turn(log, newcomer)
    if turn is None or turn.reception is None or turn.reception.act is None:
        return None
    return None if any(later.answers == turn.turn for later in log[turn.turn :]) else turn


def is_shunned(log: Log, newcomer: str) -> bool:
    """Whether the newcomer's latest message drew a sanction."""
    turn = last_turn(log, newcomer)
    return turn is not None and is_sanctioned(turn)


def is_excluded(log: Log, newcomer: str, *, turns: int) -> bool:
    """Whether the newcomer is passed over: for so many turns after a message that drew `exclusion`."""
    turn = last_turn(log, newcomer)
    if turn is None or turn.reception is None or turn.reception.sanction != "exclusion":
        return False
    return len(log) - turn.turn < turns


def taken_notice_of(log: Log) -> list[TurnEvent]:
    """The messages that members go by: none that drew a sanction, and none of somebody who is shunned."""
    shunned = {name for name in {turn.speaker for turn in log} if is_shunned(log, name)}
    return [turn for turn in log if not is_sanctioned(turn) and turn.speaker not in shunned]


def is_sanctioned(turn: TurnEvent) -> bool:
    """Whether a message drew a sanction."""
    return turn.reception is not None and turn.reception.sanction is not None
