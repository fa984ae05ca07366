"""Writing the way others write: carrying out rules on a message, one after the other."""

import random
from collections.abc import Sequence

from community.modules.observation import Interaction
from community.norms import CannotEnactError
from community.norms.predicates.base import Predicate
from community.simulation.evidence import gather
from community.simulation.noticing import explain_model, rules_of
from community.simulation.people import Abilities


def imitate(
    message: str, question: str, seen: Sequence[Interaction], abilities: Abilities, rng: random.Random
) -> str:
    """The message with all that comes to mind about what a community wrote, be it a rule or a mere habit."""
    found = explain_model(gather(seen, memory=abilities.memory), abilities, rng)
    return carry_out(rules_of(found)[: abilities.features], message, question, abilities, rng)


def carry_out(
    rules: Sequence[Predicate], message: str, question: str, abilities: Abilities, rng: random.Random
) -> str:
    """The message after following each rule in turn; a slip, or a rule that cannot be followed, leaves it as it was."""
    for rule in rules:
        if rng.random() < abilities.exact:
            try:
                message = rule.enact(message, question or None, rng)
            except CannotEnactError:
                continue
    return message
