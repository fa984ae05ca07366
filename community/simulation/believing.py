"""The module's part in theory of mind: the newcomer's own belief, those of others, and what to go by.

Everything is read from the prompt of the step: the notes, what was believed before, and the rule held so far.
"""

import json
import random
from collections.abc import Mapping, Sequence

from community.norms.predicates.base import Predicate
from community.prompts import Message
from community.simulation.note_taking import Notes, read_notes
from community.simulation.people import Abilities
from community.simulation.reading import block, whole
from community.simulation.stating import remarks_on_rules, stated
from community.simulation.wording import say

_INSTEAD = "perhaps instead: "
_IN_VAIN = "kept in vain: "
_FAILURE = 3
"""So many times a rule has to come to mind again to make up for having been kept in vain."""


def introspect(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """The newcomer's belief: what it held, if the notes bear it out, else what recurs, else what is most telling."""
    text = whole(messages)
    notes = read_notes(block(text, "observations") or "")
    held, remembered = _held(text), _recall(block(text, "history") or "")
    failed = notes.shut_out and held not in notes.only and rng.random() < abilities.notices
    belief = _believe(notes, held, remembered, failed=failed)
    others = [rule for rule in notes.candidates() if rule != belief]
    gaps = [f"{_INSTEAD}{rule.describe()}" for rule in others]
    gaps += [f"{_IN_VAIN}{held.describe()}"] if failed and held else [say("gaps", rng)]
    sure = 0.3 + 0.3 * (belief in notes.only) + 0.3 * (belief is not None and belief == held)
    return _as_json(text, {"norm_belief": _words(belief, rng), "uncertainty_gaps": gaps, "confidence": sure})


def _believe(
    notes: Notes, held: Predicate | None, remembered: Mapping[Predicate, int], *, failed: bool
) -> Predicate | None:
    """What worked is kept; what was kept in vain, or is not seen any more, gives way to what recurs most."""
    if held is not None and not failed and (notes.wrote > 0 or held in notes.candidates()):
        return held
    known = dict.fromkeys([*notes.candidates(), *remembered])
    options = [rule for rule in known if not (failed and rule == held)]
    support = {rule: remembered.get(rule, 0) + (rule in notes.candidates()) for rule in options}
    return max(options, key=lambda rule: support[rule], default=held)


def _recall(history: str) -> dict[Predicate, int]:
    """How often each rule was believed or thought possible, less what was kept in vain; the latest first."""
    counts: dict[Predicate, int] = {}
    for rule, label in reversed(remarks_on_rules(history)):
        if not label.startswith("hypothesis"):
            counts[rule] = counts.get(rule, 0) + (-_FAILURE if label.endswith(_IN_VAIN) else 1)
    return counts


def take_perspective(messages: Sequence[Message], abilities: Abilities, rng: random.Random) -> str:
    """What one member seems to believe: the newcomer's own belief, or another thing that this member could mean."""
    text = whole(messages)
    notes = read_notes(block(text, "observations") or "")
    own = stated(block(text, "introspection") or "")[:1]
    others = [rule for rule in notes.candidates() if rule not in own]
    agrees = not others or rng.random() < abilities.notices
    belief = next(iter(own if agrees and own else others), None)
    return _as_json(
        text,
        {
            "norm_belief": _words(belief, rng),
            "transmission": "strong" if notes.only else "weak" if notes.both else "none",
            "enforcement": "strong" if notes.shut_out else "weak" if notes.brushed_off else "none",
            "confidence": 0.6 if belief in notes.only else 0.3,
        },
    )


def look_at_oneself(messages: Sequence[Message], _: Abilities, rng: random.Random) -> str:
    """What one member seems to think of the newcomer, from how often it was brushed off."""
    text = whole(messages)
    notes = read_notes(block(text, "observations") or "")
    awareness = "unaware" if notes.shut_out else "partially_aware" if notes.brushed_off else "compliant"
    if not notes.wrote:
        awareness = "unknown"
    return _as_json(
        text,
        {
            "awareness": awareness,
            "perceived_compliance": say(f"seen_{awareness}", rng),
            "likely_next_behavior": say("expecting", rng),
            "confidence": 0.5,
        },
    )


def synthesize(messages: Sequence[Message], _: Abilities, rng: random.Random) -> str:
    """The rule to go by: the one that most of the beliefs name, the newcomer's own first among equals."""
    text = whole(messages)
    own = stated(block(text, "introspection") or "")[:1]
    others = [rule for rule, _ in remarks_on_rules(block(text, "agent_beliefs") or "")]
    named: list[Predicate] = [*own, *others]
    held = _held(text)
    best = max(named, key=named.count) if named else held
    return _as_json(
        text,
        {
            "self_critique": say("keeping" if best == held else "critiques", rng),
            "diagnosis": "nothing" if best == held else say("diagnoses", rng),
            "statement": best.describe() if best else say("shrugs", rng),
            "evidence_sources": [say("sources", rng)],
            "confidence": named.count(best) / (len(named) + 1) if best else 0.0,
        },
    )


def _held(text: str) -> Predicate | None:
    return next(iter(stated(block(text, "rule") or "")), None)


def _words(belief: Predicate | None, rng: random.Random) -> str:
    return belief.describe() if belief else say("shrugs", rng)


def _as_json(prompt: str, values: Mapping[str, object]) -> str:
    """The fields as JSON; a confidence only where the prompt asks for one."""
    asked = {
        name: value for name, value in values.items() if name != "confidence" or '"confidence"' in prompt
    }
    return json.dumps(asked, ensure_ascii=False)
