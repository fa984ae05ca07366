import random

import pytest

from community.norms import Text, list_norms, propose
from tests.norms.replies import QUESTIONS, reply

NORMS = [*list_norms(set="core"), *list_norms(set="extended")]
TRIALS = 2
TEXTS = 6


def agrees(rule, truth, texts, question):
    return all(rule.judge(text, question).complies == truth.judge(text, question).complies for text in texts)


@pytest.mark.parametrize("norm", NORMS, ids=[norm.id for norm in NORMS])
def test_the_rule_behind_enacted_replies_is_among_the_proposals(norm):
    rng = random.Random(11)
    found = 0

    for trial in range(TRIALS):
        question = QUESTIONS[trial]
        texts = [Text(norm.enact(reply(rng), question, rng)) for _ in range(TEXTS)]
        proposals = list(propose(texts, question))
        fresh = [Text(reply(rng)) for _ in range(12)]
        fresh += [Text(norm.enact(reply(rng), question, rng)) for _ in range(12)]

        assert all(rule.judge(text, question).complies for rule in proposals for text in texts)
        assert list(propose([Text(text.raw) for text in texts], question)) == proposals
        found += any(
            rule == norm.predicate or agrees(rule, norm.predicate, fresh, question) for rule in proposals
        )

    assert found == TRIALS


def test_nothing_is_proposed_from_nothing():
    assert list(propose([])) == []


def test_proposals_are_few_and_each_once():
    rng = random.Random(5)
    texts = [Text(reply(rng)) for _ in range(8)]

    proposals = list(propose(texts))

    assert len(proposals) == len({rule.model_dump_json() for rule in proposals})
    assert len(proposals) < 120
