"""The module's part without theory of mind: reworking messages, and inferring a rule from transcripts.

Everything here gets abilities, a prompt and a random stream: there is no way to know a norm but to read about it.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from community.norms.predicates.base import Predicate
from community.prompts import Message
from community.simulation.evidence import Evidence, Said, gather, remember, to_the_point
from community.simulation.imitating import carry_out, imitate
from community.simulation.noticing import MOSTLY, Regularity, notice, notice_habits, weigh
from community.simulation.people import Abilities
from community.simulation.reading import block, read_interactions, read_utterances, whole
from community.simulation.stating import state, stated
from community.simulation.wording import say


def edit_to_rule(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """The candidate after following the rule of the prompt, as far as it is one that a person can make out."""
    text = whole(messages)
    rules = stated(block(text, "rule") or "")
    return carry_out(rules, block(text, "candidate") or "", "", abilities, rng)


def edit_directly(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """The candidate after copying what stands out in the transcripts of the prompt."""
    text = whole(messages)
    seen = read_interactions(block(text, "transcripts") or "")
    return imitate(block(text, "candidate") or "", "", seen, abilities, rng)


def infer_from_community(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """A rule from what a community wrote, without anything to compare it with; sometimes two at once."""
    seen = read_interactions(block(whole(messages), "transcripts") or "")
    things = notice_habits(gather(seen), abilities, rng)
    return state([aspects[0].predicate for aspects in things[: rng.choice((1, 1, 2))]], rng)


def classify(messages: Sequence[Message], _: Abilities, rng: random.Random) -> str:
    """Yes when some reply of the community takes up the question, else No."""
    text = whole(messages)
    question = block(text, "question") or ""
    replies = read_utterances(block(text, "community") or "")
    taken_up = any(to_the_point(reply.text, question) for reply in replies)
    return ("Yes" if taken_up else "No") + rng.choice(("", "."))


def contrast(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """A rule that separates the admitted rounds from the refused ones; the present one, as long as it fits."""
    text = whole(messages)
    evidence = _contrasted(block(text, "admitted") or "", block(text, "refused") or "")
    held = stated(block(text, "rule") or "")[:1]
    if held and _still_fits(held[0], evidence, abilities, rng):
        return f"{say('keeping', rng)}\nRule: {held[0].describe()}"
    noticed = notice(evidence, abilities, rng)
    if noticed or not held:
        return f"{say('remarks', rng)}\nRule: {_best(noticed, rng)}"
    return f"{say('keeping', rng)}\nRule: {held[0].describe()}"


def _best(noticed: Sequence[Regularity], rng: random.Random) -> str:
    return noticed[0].predicate.describe() if noticed else say("shrugs", rng)


def _contrasted(admitted: str, refused: str) -> Evidence:
    """The evidence of the two collections, taken at their word."""
    sent = [
        Said("", turn.sent, item.question)
        for item in read_interactions(refused)
        for turn in item.rounds
        if turn.sent is not None
    ]
    return replace(gather(read_interactions(admitted)), shut_out=tuple(sent))


def _still_fits(held: Predicate, evidence: Evidence, abilities: Abilities, rng: random.Random) -> bool:
    found = weigh(held, remember(evidence, abilities, rng))
    refused = found.shut_out if evidence.shut_out else 0.0
    return found.shared >= MOSTLY and found.let_in >= MOSTLY and refused <= 1 - MOSTLY
