"""What comes to a person's mind: the explanations of the induction engine, within its attention.

The engine judges what a person remembers as well as it can be judged; the person overlooks some of what there is to see
and now and then takes the second best for the best. Everything comes from the messages that are shown.
"""

import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from community.norms.induction import Episode, Hypothesis, Inducer, Posterior
from community.norms.predicates.base import Predicate
from community.norms.predicates.combination import All
from community.simulation.evidence import by_member, members_of
from community.simulation.people import Abilities

_FAINT = 0.01
"""So much less probable than the best that comes to mind, an explanation is not thought of."""


def explain(
    episodes: tuple[Episode, ...],
    abilities: Abilities,
    rng: random.Random,
    *,
    held: Sequence[Predicate] = (),
) -> list[Hypothesis]:
    """What may be in force, as far as it comes to mind, the most probable first.

    Args:
        episodes: what is remembered.
        abilities: of the person.
        rng: decides what is overlooked, and whether the best two are mistaken for each other.
        held: the rules that one has in mind already: not overlooked, and first as long as nothing explains much more.
    """
    posterior = _posterior(episodes)
    likely = [item for item in posterior.hypotheses if item.probability > posterior.nothing]
    known = [item for item in likely if set(rules_of([item])) <= set(rules_in(held))]
    atoms = dict.fromkeys(atom for item in likely for atom in item.atoms)
    noticed = {atom for atom in atoms if rng.random() < abilities.notices}
    found = [item for item in likely if noticed.issuperset(item.atoms) or item in known]
    found = [item for item in found if item.probability >= _FAINT * found[0].probability]
    kept = [item for item in found if item in known]
    others = [item for item in found if item not in known]
    if not kept and len(others) > 1 and rng.random() < abilities.slips:
        others[:2] = others[1::-1]
    return [*kept, *others][: abilities.features]


def explain_model(
    episodes: Sequence[Episode],
    abilities: Abilities,
    rng: random.Random,
    *,
    held: Sequence[Predicate] = (),
) -> list[Hypothesis]:
    """The same of a reader who takes one member as the model of all, and so its steady habits for rules."""
    members = members_of(episodes)
    if not members:
        return []
    return explain(by_member(episodes, rng.choice(members)), abilities, rng, held=held)


def rules_of(hypotheses: Sequence[Hypothesis]) -> list[Predicate]:
    """Everything that hypotheses ask for, see `rules_in`."""
    return rules_in([item.predicate for item in hypotheses])


def rules_in(rules: Sequence[Predicate]) -> list[Predicate]:
    """Each thing that is asked for once; two rules that hold together are two things."""
    parts = (part for rule in rules for part in (rule.of if isinstance(rule, All) else (rule,)))
    return list(dict.fromkeys(parts))


@lru_cache(maxsize=64)
def _posterior(episodes: tuple[Episode, ...]) -> Posterior:
    engine = Inducer(memory=max(len(episodes), 1))
    for index, episode in enumerate(episodes):
        engine.take(replace(episode, index=index))
    return engine.posterior()
