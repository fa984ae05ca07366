"""The module's part without theory of mind: reworking messages, and inferring a rule from transcripts.

Everything here gets abilities, a prompt and a random stream: there is no way to know a norm but to read about it.
"""

import random
from collections.abc import Sequence
from dataclasses import replace

from community.norms.induction import Episode, Trial, taken_up
from community.prompts import Message
from community.simulation.evidence import gather
from community.simulation.imitating import carry_out, imitate
from community.simulation.noticing import explain, explain_model, rules_of
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
    """What explains best what a community wrote, without anything to compare it with; sometimes two rules at once."""
    seen = read_interactions(block(whole(messages), "transcripts") or "")
    found = explain_model(gather(seen, memory=abilities.memory), abilities, rng)
    return state(rules_of(found[:1]), rng)


def classify(messages: Sequence[Message], _: Abilities, rng: random.Random) -> str:
    """Yes when some reply of the community takes up the question, else No."""
    text = whole(messages)
    question = block(text, "question") or ""
    replies = read_utterances(block(text, "community") or "")
    met = any(taken_up(reply.text, question) for reply in replies)
    return ("Yes" if met else "No") + rng.choice(("", "."))


def contrast(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """What explains best which rounds were admitted and which refused; the present rule when nothing does."""
    text = whole(messages)
    held = stated(block(text, "rule") or "")[:1]
    evidence = _contrasted(block(text, "admitted") or "", block(text, "refused") or "", abilities.memory)
    found = explain(evidence, abilities, rng, held=held)
    rules = [item.predicate for item in found[:1]] or held
    remark = say("keeping" if rules and rules == held else "remarks", rng)
    return f"{remark}\nRule: {rules[0].describe() if rules else say('shrugs', rng)}"


def _contrasted(admitted: str, refused: str, memory: int) -> tuple[Episode, ...]:
    """The two collections as evidence, taken at their word: nobody took up what is among the refused."""
    shut_out = map(_refused_by_all, gather(read_interactions(refused), memory=memory))
    return (*gather(read_interactions(admitted), memory=memory), *shut_out)


def _refused_by_all(episode: Episode) -> Episode:
    trials = tuple(Trial(own.text, 0, own.shared + own.refused) for own in episode.trials)
    return replace(episode, said=(), trials=trials)
