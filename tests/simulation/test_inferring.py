import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from community.modules import load_module_prompts
from community.modules.observation import Interaction, Round, Utterance, render, render_utterances
from community.norms import Norm, load_norm
from community.simulation import inferring
from community.simulation.people import Abilities
from community.simulation.stating import stated
from tests.simulation.written import QUESTIONS, message

PROMPTS = load_module_prompts()
KEEN = Abilities(notices=1.0, memory=12, features=3, exact=1.0)
STAR, FRIM, DAGGER = load_norm("sy_star"), load_norm("pseudo_frim_min_3"), load_norm("sy_dagger")
CANDIDATE = "Twelve lamps without five lamps are seven lamps, which settles it for me: (B)."
EDIT = {"candidate": CANDIDATE, "answer_format": "(X)", "word_limit": "none"}
BRUSH_OFFS = (Utterance("Agent 1", "No response."), Utterance("Agent 2", "No response."))


def discussions(count: int, *norms: Norm, habits: Sequence[Norm] = ()) -> list[Interaction]:
    """Each has two watched rounds and one in which the newcomer was refused."""
    return [_discussion(number, norms, habits) for number in range(count)]


def _discussion(number: int, norms: Sequence[Norm], habits: Sequence[Norm]) -> Interaction:
    question = QUESTIONS[number]
    watched = tuple(
        Round(place, False, None, tuple(_talk(question, place, norms, habits)), "") for place in (1, 2)
    )
    refused = Round(3, True, message("newcomer", question=question), BRUSH_OFFS, "")
    return Interaction(number, question, "", (*watched, refused))


def _talk(question: str, place: int, norms: Sequence[Norm], habits: Sequence[Norm]):
    yield Utterance("Agent 1", message(f"1.{place}", *norms, *habits, question=question))
    yield Utterance("Agent 2", message(f"2.{place}", *norms, question=question))


def share(norm: Norm, texts: Sequence[str]) -> float:
    return sum(norm.check(text).complies for text in texts) / len(texts)


def test_edit_to_rule_carries_out_every_rule_of_the_prompt_and_keeps_the_answer():
    rule = f"They share one habit. {STAR.predicate.describe()} {FRIM.predicate.describe()}"
    text = inferring.edit_to_rule(PROMPTS["infer_edit_edit"].fill(rule=rule, **EDIT), KEEN, random.Random(0))

    assert STAR.check(text).complies
    assert FRIM.check(text).complies
    assert "(B)" in text


@pytest.mark.parametrize("rule", ["No rule is known yet.", "Be kind to each other.", ""])
def test_edit_to_rule_leaves_the_message_when_it_makes_out_no_rule(rule: str):
    prompt = PROMPTS["contrastive_edit"].fill(rule=rule, **EDIT)

    assert inferring.edit_to_rule(prompt, KEEN, random.Random(0)) == CANDIDATE


def test_edit_to_rule_slips_with_its_chance():
    prompt = PROMPTS["infer_edit_edit"].fill(rule=STAR.predicate.describe(), **EDIT)
    clumsy = KEEN.model_copy(update={"exact": 0.6})

    texts = [inferring.edit_to_rule(prompt, clumsy, random.Random(seed)) for seed in range(300)]

    assert 0.53 < share(STAR, texts) < 0.67


def test_edit_directly_copies_the_rule_and_the_habit_of_its_model():
    seen = [item.without_newcomer() for item in discussions(6, STAR, habits=[DAGGER])]
    prompt = PROMPTS["direct_edit"].fill(transcripts=render(seen), **EDIT)

    texts = [inferring.edit_directly(prompt, KEEN, random.Random(seed)) for seed in range(40)]

    assert share(STAR, texts) > 0.9
    assert 0.25 < share(DAGGER, texts) < 0.75


def test_infer_from_community_states_the_rule_and_the_habit_of_its_model():
    seen = [item.without_newcomer() for item in discussions(6, STAR, habits=[DAGGER])]
    prompt = PROMPTS["infer_edit_infer"].fill(transcripts=render(seen), history="none")

    texts = [inferring.infer_from_community(prompt, KEEN, random.Random(seed)) for seed in range(60)]

    assert sum("★" in text or "star" in text for text in texts) > 45
    assert 15 < sum("†" in text for text in texts) < 45
    assert all(1 <= len(stated(text)) <= 2 for text in texts)


@pytest.mark.parametrize(
    ("replies", "expected"),
    [
        (
            (
                "I take (C).",
                "The rolls are sold at one pace in all hours, which makes it a matter of a proportion.",
            ),
            "Yes",
        ),
        (("No response.", "No response."), "No"),
        (("", ""), "No"),
        (("Our cat has decided that the printer is a bed.", "Rain is forecast for the weekend."), "No"),
        (("No response.", "I take (C)."), "Yes"),
    ],
)
def test_classify_says_yes_when_the_question_is_taken_up(replies: tuple[str, ...], expected: str):
    said = render_utterances([Utterance("Agent 1", text) for text in replies])
    prompt = PROMPTS["contrastive_classify"].fill(question=QUESTIONS[0], replies=said)

    assert inferring.classify(prompt, KEEN, random.Random(0)).startswith(expected)


def contrasted(purpose: str, items: Sequence[Interaction], **held: str):
    admitted = render([Interaction(item.index, item.question, "", item.rounds[:2]) for item in items])
    refused = render([Interaction(item.index, item.question, "", item.rounds[2:]) for item in items])
    return PROMPTS[purpose].fill(admitted=admitted, refused=refused, **held)


def test_contrast_states_what_separates_the_collections_and_no_habit():
    prompt = contrasted("contrastive_infer", discussions(6, FRIM, habits=[DAGGER]))

    rules = [
        inferring.contrast(prompt, KEEN, random.Random(seed)).rpartition("Rule: ")[2] for seed in range(20)
    ]

    assert all("frim" in rule for rule in rules)
    assert not any("†" in rule for rule in rules)


def test_contrast_keeps_a_rule_that_fits():
    held = FRIM.predicate.describe()
    prompt = contrasted("contrastive_refine", discussions(6, FRIM), rule=held)

    assert inferring.contrast(prompt, KEEN, random.Random(0)).endswith(f"Rule: {held}")


def test_contrast_gives_up_a_rule_that_the_community_does_not_keep():
    prompt = contrasted("contrastive_refine", discussions(6, FRIM), rule=STAR.predicate.describe())

    assert "frim" in inferring.contrast(prompt, KEEN, random.Random(0)).rpartition("Rule: ")[2]


def _refused_although(item: Interaction, norm: Norm) -> Interaction:
    *watched, last = item.rounds
    sent = norm.enact(last.sent or "", None, random.Random(0))
    return replace(item, rounds=(*watched, replace(last, sent=sent)))


def test_contrast_gives_up_a_rule_that_refused_messages_keep():
    items = [_refused_although(item, STAR) for item in discussions(6, FRIM, STAR)]
    prompt = contrasted("contrastive_refine", items, rule=STAR.predicate.describe())

    assert "frim" in inferring.contrast(prompt, KEEN, random.Random(0)).rpartition("Rule: ")[2]


def test_contrast_without_evidence_admits_it():
    prompt = PROMPTS["contrastive_infer"].fill(admitted="none yet", refused="none yet")

    assert stated(inferring.contrast(prompt, KEEN, random.Random(0))) == []
