"""Judging replies in a chat by norms that a person has learned to recognise: a statement, and a rule that tells."""

import json
import random
from collections.abc import Mapping, Sequence

from community.norms.predicates.base import Predicate
from community.norms.text import Text
from community.prompts import Message
from community.simulation.people import Abilities
from community.simulation.reading import block, read_utterances, whole
from community.simulation.wording import say

Rules = Mapping[str, Predicate]
"""The statement of a norm -> a rule about a reply and the message that it answers."""


def judge_reply(messages: Sequence[Message], rules: Rules, abilities: Abilities, rng: random.Random) -> str:
    """The filled-in judgement; words without one about a norm that the person does not know."""
    text = whole(messages)
    rule = rules.get(block(text, "norm") or "")
    if rule is None:
        return say("shrugs", rng)
    latest = read_utterances(block(text, "latest") or "")
    verdict = rule.judge(Text(block(text, "reply") or ""), latest[-1].text if latest else None)
    slips = rng.random() >= abilities.discerns
    complies = verdict.complies is not slips
    return json.dumps(
        {
            "elicitor_uptake": f"It answers {latest[-1].speaker}." if latest else "It answers nobody.",
            "norm_requirement": rule.describe(),
            "evidence": verdict.detail,
            "reasoning": "What is required is there." if complies else "What is required is not there.",
            "complies": complies,
        },
        ensure_ascii=False,
    )
