import random

from community.norms import list_norms, load_norm
from community.simulation.stating import remarks_on_rules, state, stated

STAR, FRIM = load_norm("sy_star").predicate, load_norm("pseudo_frim_min_3").predicate


def test_state_is_read_back_whatever_the_wording():
    for seed in range(40):
        assert stated(state([STAR, FRIM], random.Random(seed))) == [STAR, FRIM]


def test_state_of_nothing_states_no_rule():
    words = {state([], random.Random(seed)) for seed in range(40)}

    assert len(words) > 5
    assert not any(map(stated, words))


def test_state_uses_no_instruction_and_no_id():
    for norm in list_norms():
        text = state([norm.predicate], random.Random(1))

        assert norm.instruction not in text
        assert norm.id not in text


def test_remarks_on_rules_keep_what_leads_up_to_them_and_how_often_they_come():
    star, frim = STAR.describe(), FRIM.describe()
    text = f"interaction: 2\nnorm_belief: {star}\ngaps: perhaps: {frim}; what else; no: {star}"

    found = [(remark.rule, remark.label) for remark in remarks_on_rules(text)]

    assert found == [(STAR, "norm_belief: "), (FRIM, "gaps: perhaps: "), (STAR, "no: ")]
