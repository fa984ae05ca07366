"""The part of `probe_tom`'s model: listing what members might require, thing by thing, so that each can be tried."""

import json
import random
from collections.abc import Sequence

from community.prompts import Message
from community.simulation.evidence import Evidence, Said, to_the_point
from community.simulation.noticing import notice_habits
from community.simulation.people import Abilities
from community.simulation.reading import block, read_utterances, whole
from community.simulation.stating import remarks_on_rules


def suspect(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """What was shown to be needed, then what a member does all the time, then what was suspected before."""
    text = whole(messages)
    heard = read_utterances(block(text, "community") or "")
    members = tuple(Said(said.speaker, said.text) for said in heard if to_the_point(said.text))
    noticed = [aspects[0].predicate for aspects in notice_habits(Evidence(members), abilities, rng)]
    before = remarks_on_rules(block(text, "rule") or "")
    needed = [remark.rule for remark in before if remark.label.startswith("needed")]
    unclear = [remark.rule for remark in before if remark.label.startswith("open")]
    idle = [remark.rule for remark in before if remark.label.startswith("idle")]
    named = [rule for rule in dict.fromkeys([*needed, *noticed, *unclear]) if rule not in idle]
    return json.dumps(
        {"ingredients": [rule.describe() for rule in named[: abilities.features]]}, ensure_ascii=False
    )
