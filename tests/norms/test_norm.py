import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from community.errors import CommunityError
from community.norms import CannotEnactError, Text, enact_all, list_norms, load_norm
from community.tasks import load_task
from tests.norms.replies import QUESTIONS, reply

NORMS = [*list_norms(set="core"), *list_norms(set="extended")]
IDS = [norm.id for norm in NORMS]
PIECES = st.sampled_from(
    ["a", "A ", "The answer", " and ", "(C)", ". ", "!", "\r\n", "\n\n", "Therefore", " AI ", "line", "true ", "level ",
     "**", "_", "> ", "⭐", "\ufe0f", "\u200d", "\u0301", "“", "’s", "é", "（", "3.5", "e.g. ", "- ", "1. ", "Hi ",
     "Great question!", "correct ", "...", "frim ", "\u00a0", "(end)", " (A) ", "`", "klomble", ":)"]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=14).map("".join) | st.text(max_size=40)


@pytest.mark.parametrize("norm", NORMS, ids=IDS)
@settings(max_examples=12)
@given(text=TEXTS, seed=st.integers(0, 9))
def test_enact_makes_any_text_comply_or_says_it_cannot(norm, text, seed):
    try:
        enacted = norm.enact(text, QUESTIONS[0], random.Random(seed))
    except CannotEnactError:
        assert norm.predicate.kind == "count"
        return

    assert norm.check(enacted, QUESTIONS[0]).complies
    assert norm.enact(enacted, QUESTIONS[0], random.Random(seed + 1)) == enacted
    assert norm.enact(text, QUESTIONS[0], random.Random(seed)) == enacted


@pytest.mark.parametrize("norm", NORMS, ids=IDS)
def test_enact_keeps_the_answer_of_natural_replies(norm):
    rng = random.Random(7)
    task = load_task("procedural")
    (question,) = task.questions(0, 1)

    for asked in QUESTIONS * 5:
        given = reply(rng)
        enacted = norm.enact(given, asked, rng)
        assert norm.check(enacted, asked).complies
        assert task.extract(enacted, question) == task.extract(given, question)


@pytest.mark.parametrize("norm", NORMS, ids=IDS)
def test_enact_varies_and_stays_small(norm):
    given = reply(random.Random(3), 5)

    enacted = {norm.enact(given, QUESTIONS[0], random.Random(seed)) for seed in range(12)}

    settled = norm.family in {"substitution", "global_structure"} or norm.id in {
        "sy_end_tag",
        "rp_great_question",
    }
    assert len(enacted) > 1 or settled
    grown = 45 if norm.id != "nc_over_200_words" else 200
    assert all(abs(Text(text).word_count - Text(given).word_count) <= grown for text in enacted)


def test_enact_all_makes_a_text_comply_with_compatible_norms():
    norms = [
        load_norm(name)
        for name in ("pp_gramblix_opener", "tk_ai_at_least_3", "ps_drendal_for_and", "sy_end_tag")
    ]
    rng = random.Random(1)

    enacted = enact_all(norms, reply(rng), QUESTIONS[0], rng)

    assert all(norm.check(enacted, QUESTIONS[0]).complies for norm in norms)


def test_enact_all_names_the_pair_that_conflicts():
    norms = [load_norm(name) for name in ("sy_star", "pp_gramblix_opener", "pp_zorbax_opener")]

    with pytest.raises(CannotEnactError, match="'pp_gramblix_opener' and 'pp_zorbax_opener'"):
        enact_all(norms, "The sum is 7. (C)", None, random.Random(0))


def test_nearly_all_pairs_of_norms_can_be_enacted_together():
    edges = {"greeting", "pp_gramblix_opener", "pp_zorbax_opener", "pp_snondle_bookend", "rp_great_question",
             "pp_klomble_closer", "sy_end_tag", "pseudo_bibididi_opener", "nc_under_30_words"}  # fmt: skip
    rng = random.Random(2)

    for pair in list(itertools.combinations(list_norms(set="core"), 2))[::3]:
        if not {norm.id for norm in pair} <= edges and "nc_under_30_words" not in {norm.id for norm in pair}:
            enact_all(pair, reply(rng, 4), QUESTIONS[0], rng)


def test_verdict_carries_the_spans_that_decided():
    verdict = load_norm("tk_true_exactly_2").check("True, **true** and\r\ntrue\u200b.")

    assert not verdict.complies
    assert [(span.start, span.text) for span in verdict.spans] == [
        (0, "True"),
        (8, "true"),
        (20, "true\u200b"),
    ]
    assert "3 times" in verdict.detail
    assert "exactly 2" in verdict.detail


def test_restatement_cannot_be_enacted_without_a_question():
    with pytest.raises(CommunityError, match="needs the question"):
        load_norm("restate-question").enact("(C)", None, random.Random(0))
