import statistics

import pytest

from community.norms import load_norm
from community.norms.induction import base_rate, plain_replies


def test_there_are_several_hundred_plain_replies_of_varied_length():
    lengths = [text.word_count for text, _ in plain_replies()]

    assert len(lengths) >= 300
    assert min(lengths) < 15
    assert max(lengths) > 150
    assert statistics.stdev(lengths) > 20
    assert len({text.raw for text, _ in plain_replies()}) >= 0.95 * len(lengths)


@pytest.mark.parametrize(
    "norm_id", ["sy_star", "pp_klomble_closer", "pseudo_frim_min_3", "ai-language-model", "ps_velmish_for_a"]
)
def test_what_nobody_does_by_chance_has_no_base_rate(norm_id: str):
    assert base_rate(load_norm(norm_id).predicate) == 0


def test_what_many_do_by_chance_has_one():
    assert 0.2 < base_rate(load_norm("nc_under_50_words").predicate) < 0.8
