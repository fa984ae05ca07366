import random

import pytest

from community.norms import Norm, load_norm
from community.norms.induction import Episode, Said, Trial
from community.norms.induction.evidence import Reading
from community.norms.predicates.combination import All
from community.simulation.noticing import explain, explain_model, rules_of
from community.simulation.people import Abilities
from tests.simulation.written import QUESTIONS, message

KEEN = Abilities(notices=1.0, memory=12, features=4, slips=0.0, exact=1.0)
STAR, GREETING, DAGGER = load_norm("sy_star"), load_norm("greeting"), load_norm("sy_dagger")
NORMS = [
    "sy_star",
    "pp_gramblix_opener",
    "nc_under_30_words",
    "st_exactly_3_paragraphs",
    "ps_drendal_for_and",
    "greeting",
]


def community(*norms: Norm, habits: tuple[Norm, ...] = (), tried: tuple[tuple[Norm, ...], ...] = ((),)):
    """Two debates of two members, the first of whom has habits; the newcomer is refused for each of what it tries."""
    return tuple(_debate(number, norms, habits, tried) for number in range(2))


def _debate(
    number: int, norms: tuple[Norm, ...], habits: tuple[Norm, ...], tried: tuple[tuple[Norm, ...], ...]
):
    question = QUESTIONS[number]
    said = [
        Said(sender, message(f"{sender}.{turn}", *norms, *own, question=question), turn)
        for turn in (1, 2, 3)
        for sender, own in (("Agent 1", habits), ("Agent 2", ()))
    ]
    trials = [Trial(message("newcomer", *kept, question=question), 0, 2) for kept in tried]
    return Episode(number, question, tuple(said), tuple(trials))


@pytest.mark.parametrize("name", NORMS)
def test_explain_finds_what_separates_the_community_from_what_it_refuses(name: str):
    norm = load_norm(name)

    best = explain(community(norm), KEEN, random.Random(0))[0]

    fresh = [
        (message(f"fresh {turn}", *kept, question=question), question)
        for turn, question in enumerate(QUESTIONS)
        for kept in ((norm,), ())
    ]
    agreed = [best.holds(Reading(*item)) == norm.check(*item).complies for item in fresh]
    assert sum(agreed) >= 0.9 * len(fresh)


def test_explain_takes_no_habit_of_one_member_for_a_rule():
    found = explain(community(STAR, habits=(DAGGER,)), KEEN, random.Random(0))

    assert found
    assert not [item for item in found if "†" in item.sentence]


def test_explain_model_takes_the_habit_of_its_model_for_a_rule():
    seen = community(STAR, habits=(DAGGER,))
    said = [
        " ".join(item.sentence for item in explain_model(seen, KEEN, random.Random(seed)))
        for seed in range(20)
    ]

    assert all("★" in text for text in said)
    assert 4 <= sum("†" in text for text in said) <= 16


def test_explain_puts_two_rules_together_when_neither_explains_what_was_refused():
    seen = community(STAR, GREETING, tried=((STAR,), (GREETING,)))

    best = explain(seen, KEEN, random.Random(0))[0]

    holds = [
        best.holds(Reading(message("fresh", *kept, question=QUESTIONS[3]), QUESTIONS[3]))
        for kept in ((STAR,), (GREETING,), (STAR, GREETING))
    ]
    assert holds == [False, False, True]


def test_explain_of_nothing_is_nothing():
    assert explain((), KEEN, random.Random(0)) == []
    assert explain_model((), KEEN, random.Random(0)) == []


def test_explain_misses_more_when_one_notices_less():
    dull = KEEN.model_copy(update={"notices": 0.1})

    found = [bool(explain(community(STAR), dull, random.Random(seed))) for seed in range(60)]

    assert 0.05 < sum(found) / len(found) < 0.7


def test_explain_never_overlooks_what_one_goes_by():
    blind = KEEN.model_copy(update={"notices": 0.0})
    held = explain(community(STAR), KEEN, random.Random(0))[1].predicate

    assert [item.predicate for item in explain(community(STAR), blind, random.Random(0), held=[held])] == [
        held
    ]
    assert explain(community(STAR), blind, random.Random(0), held=[DAGGER.predicate]) == []


def test_explain_takes_the_second_best_for_the_best_with_its_chance():
    hasty = KEEN.model_copy(update={"slips": 0.4})
    first, second, *_ = explain(community(STAR), KEEN, random.Random(0))

    taken = [explain(community(STAR), hasty, random.Random(seed))[0].sentence for seed in range(200)]

    assert 0.3 < taken.count(second.sentence) / len(taken) < 0.5
    assert set(taken) == {first.sentence, second.sentence}


def test_explain_holds_no_more_in_mind_than_one_can():
    narrow = KEEN.model_copy(update={"features": 1})

    assert len(explain(community(STAR), narrow, random.Random(0))) == 1
    assert len(explain(community(STAR), KEEN, random.Random(0))) > 1


def test_rules_of_takes_combinations_apart():
    seen = community(STAR, GREETING, tried=((STAR,), (GREETING,)))

    rules = rules_of(explain(seen, KEEN, random.Random(0)))

    assert len(rules) == len(set(rules)) >= 2
    assert not [rule for rule in rules if isinstance(rule, All)]
