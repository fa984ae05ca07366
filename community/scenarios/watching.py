"""The chat as a normative module sees it: one interaction that the newcomer only watched."""

from collections.abc import Sequence

from community.modules.observation import Interaction, Round, Utterance
from community.scenarios.scenario import Scenario, Turn


def watched(scenario: Scenario, index: int) -> Interaction:
    """The chat up to the turn that the subject is about to answer.

    The last round is that turn alone, so a reply to it is the last message of the interaction. Every round before
    ends where a member who has spoken in it would speak again.
    """
    rounds = [*_rounds(scenario.prior), (scenario.elicitor,)]
    question = "\n".join(part for part in (scenario.channel, scenario.setting) if part)
    return Interaction(
        index, question, "", tuple(_watched(number, turns) for number, turns in enumerate(rounds, start=1))
    )


def _rounds(turns: Sequence[Turn]) -> list[tuple[Turn, ...]]:
    rounds: list[tuple[Turn, ...]] = []
    for turn in turns:
        if rounds and all(turn.actor != said.actor for said in rounds[-1]):
            rounds[-1] = (*rounds[-1], turn)
        else:
            rounds.append((turn,))
    return rounds


def _watched(number: int, turns: Sequence[Turn]) -> Round:
    heard = tuple(Utterance(turn.actor, turn.text) for turn in turns)
    return Round(number, participated=False, sent=None, heard=heard, wrote="")
