"""From what a newcomer saw to evidence for the induction engine: what members said, and how its own words were met."""

from collections.abc import Sequence

from community.modules.module import Context
from community.modules.observation import Interaction, Round
from community.norms.induction import Episode, Said, Trial, stock_phrases, taken_up


def stock_of(interactions: Sequence[Interaction], rounds: Sequence[Round] = ()) -> frozenset[str]:
    """What members answered word for word more than once to what the newcomer sent."""
    turns = [turn for item in interactions for turn in item.rounds]
    return stock_phrases(said.text for turn in (*turns, *rounds) if turn.participated for said in turn.heard)


def episode_of(
    index: int, question: str, rounds: Sequence[Round], *, stock: frozenset[str], ordinary: Sequence[str] = ()
) -> Episode:
    """The evidence in some rounds of one interaction."""
    said: list[Said] = []
    trials: list[Trial] = []
    for turn in rounds:
        met = [heard for heard in turn.heard if taken_up(heard.text, question, stock)]
        said += [Said(heard.speaker, heard.text, turn.number) for heard in met]
        if turn.participated and turn.sent and turn.heard:
            trials.append(Trial(turn.sent, len(met), len(turn.heard) - len(met)))
    return Episode(index, question, tuple(said), tuple(trials), tuple(ordinary))


def chance_to_see(context: Context, window: Sequence[Interaction], length: int) -> float:
    """How likely the reception of a message is seen, judged by how often the newcomer took part of late.

    Args:
        context: the moment in which the message is written.
        window: past interactions.
        length: how many rounds an interaction has; the last message of one is received by nobody.
    """
    if context.round == length:
        return 0.0
    turns = [turn for item in window[-3:] for turn in item.rounds] + list(context.so_far)
    return (1 + sum(turn.participated for turn in turns)) / (2 + len(turns))
