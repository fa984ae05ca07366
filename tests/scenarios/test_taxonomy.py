from collections import Counter

import pytest
from pydantic import ValidationError

from community.errors import UnknownIdError
from community.scenarios import SocialNorm, load_taxonomy

TAXONOMY = load_taxonomy()
NORM = {
    "id": "hums",
    "title": "Hum",
    "statement": "Members hum.",
    "kind": "must_do",
    "example": {"elicitor": "Hm?", "complies": "hum", "breaches": "no"},
}
HUM = {"kind": "contains", "words": ["hum"]}


def test_grid_has_17_events_22_norms_and_353_cells_that_apply():
    assert (len(TAXONOMY.events), len(TAXONOMY.norms), len(TAXONOMY.excluded)) == (17, 22, 21)
    assert len(set(TAXONOMY.cells())) == 353


def test_every_cell_left_out_is_of_the_grid_and_has_its_own_reason():
    for event, norm in TAXONOMY.excluded:
        assert TAXONOMY.event(event).id == event
        assert TAXONOMY.norm(norm).id == norm
        assert not TAXONOMY.applies(event, norm)
    assert len(set(TAXONOMY.excluded.values())) == 21


def test_kinds_are_spread_as_the_facts_have_them():
    assert Counter(norm.kind for norm in TAXONOMY.norms.values()) == {"must_do": 12, "do_not": 6, "both": 4}


def test_no_norm_shares_its_title_or_statement():
    norms = TAXONOMY.norms.values()

    assert len({norm.title for norm in norms}) == len({norm.statement for norm in norms}) == 22


@pytest.mark.parametrize("given", [{}, {"rule": HUM, "cues": HUM}])
def test_norm_has_either_a_rule_or_cues(given):
    with pytest.raises(ValidationError, match="exactly one of 'rule' and 'cues'"):
        SocialNorm.model_validate({**NORM, **given})


def test_norm_with_a_rule_is_verifiable():
    assert SocialNorm.model_validate({**NORM, "rule": HUM}).is_verifiable
    assert not SocialNorm.model_validate({**NORM, "cues": HUM}).is_verifiable


def test_unknown_ids_name_the_nearest():
    with pytest.raises(UnknownIdError, match="did you mean 'standup'"):
        TAXONOMY.event("standupp")
    with pytest.raises(UnknownIdError, match="did you mean 'binary_answer_norm'"):
        TAXONOMY.norm("binary_answers_norm")
