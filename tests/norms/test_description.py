import pytest

from community.models.calls import Caller
from community.models.seat import Seat
from community.norms import Norm, list_norms, load_norm
from community.norms.description import judge_description, rate_description
from community.norms.judging import load_norm_prompts
from tests.models.script import Script

CORE = list_norms(set="core")
KIND = Norm.model_validate(
    {
        "id": "kind",
        "title": "x",
        "instruction": "Be kind.",
        "check": {"kind": "judged", "rubric": "It is kind."},
    }
)


@pytest.mark.parametrize("norm", CORE[::4], ids=[norm.id for norm in CORE[::4]])
def test_the_rule_itself_is_fully_right(norm):
    verdict = judge_description(f"I think this is it. {norm.predicate.describe()}", [norm])

    assert verdict.rule == norm.predicate.describe()
    assert verdict.behaviour
    assert (verdict.behaviour.agreement, verdict.behaviour.false_alarms, verdict.behaviour.misses) == (
        1.0,
        0.0,
        0.0,
    )
    assert verdict.reason is None


def test_looser_rule_lets_too_much_pass_and_misses_nothing():
    behaviour = judge_description('Use the word "frim".', [load_norm("pseudo_frim_min_3")]).behaviour

    assert behaviour and behaviour.misses == 0.0
    assert behaviour.false_alarms and behaviour.false_alarms > 0.2


def test_stricter_rule_misses_and_raises_no_alarm():
    behaviour = judge_description(
        'Use the word "consider" at least 4 times.', [load_norm("ifeval_keyword_consider")]
    ).behaviour

    assert behaviour and behaviour.false_alarms == 0.0
    assert behaviour.misses and behaviour.misses > 0.3


def test_wrong_rule_is_wrong_on_both_sides():
    right = judge_description(load_norm("sy_star").predicate.describe(), [load_norm("sy_star")]).behaviour
    wrong = judge_description('Begin with the word "zorbax".', [load_norm("sy_star")]).behaviour

    assert right and wrong and wrong.agreement < right.agreement
    assert wrong.misses == 1.0 and wrong.false_alarms


def test_several_norms_are_taken_together():
    norms = [load_norm("sy_star"), load_norm("pp_zorbax_opener")]

    half = judge_description('Begin with the word "zorbax".', norms).behaviour

    assert half and half.misses == 0.0 and half.false_alarms


def test_same_belief_has_the_same_figures_again():
    norm = load_norm("tk_line_exactly_2")

    assert judge_description('Use the word "line".', [norm]) == judge_description(
        'Use the word "line".', [norm]
    )


@pytest.mark.parametrize(
    ("belief", "norm", "reason"),
    [
        ("They like short and friendly messages.", load_norm("sy_star"), "states no rule"),
        ('Use the word "please".', KIND, "a model judges kind"),
    ],
)
def test_what_cannot_be_compared_says_why(belief, norm, reason):
    verdict = judge_description(belief, [norm])

    assert verdict.behaviour is None
    assert verdict.reason and reason in verdict.reason


async def test_rating_is_recorded_beside_the_behaviour():
    norms = [load_norm("sy_star")]
    model = Script(answer=lambda _: '{"evidence": "any sign", "score": 3}')
    stated = judge_description("Put some sign into each message.", norms)

    verdict = await rate_description(
        stated, norms, seat=Seat("Judge", model, Caller(), 0), prompts=load_norm_prompts(), where="d9.learn"
    )

    prompt = "\n".join(message.text for message in model.seen[0].messages)
    assert verdict.rating and (verdict.rating.score, verdict.rating.evidence) == (3, "any sign")
    assert norms[0].instruction in prompt and "Put some sign into each message." in prompt
    assert list(model.seen[0].schema["properties"]) == ["evidence", "score"]


@pytest.mark.parametrize("answer", ["four, I would say", '{"evidence": "x", "score": 9}'])
async def test_rating_that_cannot_be_read_is_missing_with_a_reason(answer):
    norms = [load_norm("sy_star")]
    seat = Seat("Judge", Script(answer=lambda _: answer), Caller(), 0)

    verdict = await rate_description(
        judge_description("Signs.", norms), norms, seat=seat, prompts=load_norm_prompts(), where="d9.learn"
    )

    assert verdict.rating is None
    assert verdict.reason and verdict.reason.endswith("the rating could not be read")
