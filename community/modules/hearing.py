"""From what a newcomer saw to evidence for the induction engine: what members said, and how its own words were met."""

from collections.abc import Sequence

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
