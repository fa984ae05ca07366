"""The part of `probe_tom`'s model: listing what members might require, thing by thing, so that each can be tried."""

import json
import random
from collections.abc import Sequence

from community.prompts import Message
from community.simulation.evidence import gather
from community.simulation.noticing import explain, explain_model, rules_of
from community.simulation.people import Abilities
from community.simulation.reading import block, read_interactions, whole
from community.simulation.stating import remarks_on_rules


def suspect(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """What was shown to be needed, then what sets members apart and what one of them does all the time."""
    text = whole(messages)
    seen = gather(read_interactions(block(text, "transcripts") or ""), memory=abilities.memory)
    before = remarks_on_rules(block(text, "rule") or "")
    needed, unclear, idle = (
        [remark.rule for remark in before if remark.label.startswith(status)]
        for status in ("needed", "open", "idle")
    )
    telling, steady = (
        look(seen, abilities, rng, held=[*needed, *unclear])[:1] for look in (explain, explain_model)
    )
    noticed = rules_of([*telling, *steady])
    still = [rule for rule in unclear if rule in noticed]
    named = [rule for rule in dict.fromkeys([*needed, *still, *noticed, *unclear]) if rule not in idle]
    return json.dumps(
        {"ingredients": [rule.describe() for rule in named[: abilities.features]]}, ensure_ascii=False
    )
