import json
import random

import pytest

from community.modules import load_module_prompts
from community.modules.observation import Interaction, Round, Utterance, render
from community.norms import load_norm
from community.simulation.people import Abilities
from community.simulation.suspecting import suspect
from tests.simulation.written import QUESTIONS, message

PROMPT = load_module_prompts()["probe_tom_infer"]
KEEN = Abilities(notices=1.0, memory=12, features=4, slips=0.0)
STAR, DAGGER = load_norm("sy_star"), load_norm("sy_dagger")
WORDINGS = [STAR.predicate.describe(), 'Use the characters "★".']


def suspected(rule: str, seed: int) -> list[str]:
    """What is suspected of two members who keep the norm, the first of whom has a habit."""
    said = [
        Utterance(agent, message(f"{agent}{turn}", STAR, *habits, question=QUESTIONS[0]))
        for turn in range(6)
        for agent, habits in (("Agent 1", [DAGGER]), ("Agent 2", []))
    ]
    rounds = tuple(Round(turn + 1, False, None, tuple(said[2 * turn :][:2]), "") for turn in range(6))
    shown = render([Interaction(0, QUESTIONS[0], "", rounds)])
    prompt = PROMPT.fill(transcripts=shown, rule=rule, history="none yet", fields="")
    return json.loads(suspect(prompt, KEEN, random.Random(seed)))["ingredients"]


@pytest.mark.parametrize("wording", WORDINGS)
def test_suspect_keeps_the_wording_of_what_it_suspected_before(wording: str):
    for seed in range(6):
        assert [rule for rule in suspected(f"open: {wording}", seed) if "★" in rule] == [wording]


def test_suspect_names_norm_and_habit_as_things_apart():
    named = [suspected("none yet", seed) for seed in range(10)]

    assert all(sum("★" in rule for rule in rules) >= 1 for rules in named)
    assert any("†" in rule for rules in named for rule in rules)
    assert not any("†" in rule and "★" in rule for rules in named for rule in rules)


def test_suspect_names_nothing_again_that_was_not_missed():
    assert not any(
        "†" in rule for seed in range(10) for rule in suspected('idle: Use the characters "†".', seed)
    )
