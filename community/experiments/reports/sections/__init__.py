"""What can stand in a report, in the order in which it does; each section is built when the runs have what it needs."""

from community.experiments.reports.section import Needs, Section
from community.experiments.reports.sections import (
    changes,
    chats,
    comparison,
    conditions,
    costs,
    curves,
    descriptions,
    diagnostics,
    imitation,
    models,
    norms,
    rounds,
    scenarios,
    schedules,
    theory_of_mind,
    treatment,
)

SECTIONS = (
    Section(Needs(), comparison.build),
    Section(Needs(varies=("module", "newcomer")), models.build),
    Section(Needs(varies=("condition",)), conditions.build),
    Section(Needs(varies=("norm",)), norms.by_norm),
    Section(Needs(varies=("family",)), norms.by_family),
    Section(Needs(episodes=3), curves.build),
    Section(Needs(measures=("over_imitation",)), imitation.build),
    Section(Needs(varies=("costly",)), costs.build),
    Section(Needs(measures=("over_imitation", "belief_agreement")), descriptions.build),
    Section(Needs(varies=("schedule",)), schedules.build),
    Section(Needs(varies=("rounds",)), rounds.build),
    Section(Needs(options=("second_order", "confidence")), theory_of_mind.build),
    Section(Needs(), treatment.build),
    Section(Needs("scenarios"), scenarios.build),
    Section(Needs("scenarios", varies=("condition",)), changes.build),
    Section(Needs("scenarios"), diagnostics.build),
    Section(Needs("scenarios"), scenarios.judging),
    Section(Needs("chat", measures=("follow_rate",)), chats.turns),
    Section(Needs("chat"), chats.numbers),
)
