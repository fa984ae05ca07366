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
    statement = block(text, "norm") or ""
    rule = rules.get(statement)
    if rule is None:
        return say("shrugs", rng)
    latest = read_utterances(block(text, "latest") or "")
    verdict = rule.judge(Text(block(text, "reply") or ""), latest[-1].text if latest else None)
    complies = verdict.complies is (rng.random() < abilities.discerns)
    found = ", ".join(dict.fromkeys(f'"{span.text}"' for span in verdict.spans))
    return json.dumps(
        {
            "elicitor_uptake": f"It answers {latest[-1].speaker}." if latest else "It answers nobody.",
            "norm_requirement": statement,
            "evidence": found or "Nothing in it stands out.",
            "reasoning": "It does what is required." if complies else "It does not do what is required.",
            "complies": complies,
        },
        ensure_ascii=False,
    )
