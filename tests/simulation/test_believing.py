import json
import random
from typing import Any

import pytest

from community.modules import beliefs, load_module_prompts
from community.modules.observation import Utterance, render_utterances
from community.norms import load_norm
from community.simulation import believing
from community.simulation.note_taking import read_notes, take_notes
from community.simulation.people import Abilities
from community.simulation.stating import stated
from tests.simulation.written import QUESTIONS, message

PROMPTS = load_module_prompts()
KEEN = Abilities(notices=1.0, memory=12, features=3, exact=1.0)
STAR, FRIM, DAGGER = load_norm("sy_star"), load_norm("pseudo_frim_min_3"), load_norm("sy_dagger")
RULES = {norm.id: norm.predicate.describe() for norm in (STAR, FRIM, DAGGER)}
SHUT_OUT = "Brushed off: 8 replies to 4 messages."
LET_IN = "Brushed off: 2 replies to 4 messages."
WATCHED = "Brushed off: 0 replies to 0 messages."


def heard(*replies: str) -> str:
    return render_utterances([Utterance("Member", text) for text in replies])


def conversation(norm_of_newcomer: bool, brushed_off: int) -> str:
    question = QUESTIONS[0]
    community = [message(str(number), STAR, question=question) for number in range(6)]
    sent = [
        message(f"n{number}", *([STAR] if norm_of_newcomer else []), question=question) for number in range(3)
    ]
    own = render_utterances([Utterance("Newcomer", text) for text in sent])
    prompt = PROMPTS["tom_encode"].fill(
        community=heard(*community, *["No response."] * brushed_off), newcomer=own
    )
    return take_notes(prompt, KEEN, random.Random(0))


def test_take_notes_tells_what_only_the_community_does():
    notes = read_notes(conversation(norm_of_newcomer=False, brushed_off=6))

    assert any("★" in rule.describe() for rule in notes.only)
    assert (notes.brushed_off, notes.wrote, notes.shut_out, notes.let_in) == (6, 3, True, False)


def test_take_notes_tells_what_the_newcomer_does_too():
    notes = read_notes(conversation(norm_of_newcomer=True, brushed_off=0))

    assert any("★" in rule.describe() for rule in notes.both)
    assert (notes.shut_out, notes.let_in) == (False, True)


def test_take_notes_of_nothing_states_no_rule():
    prompt = PROMPTS["tom_encode"].fill(community="none yet", newcomer="none yet")

    notes = read_notes(take_notes(prompt, KEEN, random.Random(0)))

    assert notes.candidates() == ()
    assert not notes.shut_out
    assert not notes.let_in


def fields(shape: type[beliefs.Shape]) -> str:
    return beliefs.explain_fields(shape)


def introspected(
    notes: str, *, rule: str = "none yet", history: str = "none yet", notices: float = 1.0
) -> dict[str, Any]:
    prompt = PROMPTS["tom_introspect"].fill(
        fields=fields(beliefs.SelfModel), observations=notes, history=history, rule=rule, evidence=""
    )
    return json.loads(believing.introspect(prompt, Abilities(notices=notices), random.Random(0)))


def test_introspect_takes_up_what_is_most_telling_and_names_the_rest_as_open():
    found = introspected(f"{SHUT_OUT}\n{RULES['sy_star']}\n{RULES['sy_dagger']}")

    assert found["norm_belief"] == RULES["sy_star"]
    assert any(RULES["sy_dagger"] in gap for gap in found["uncertainty_gaps"])


@pytest.mark.parametrize(
    ("notes", "kept"),
    [
        (f"{LET_IN}\n{RULES['sy_dagger']}", True),
        (f"{WATCHED}\n{RULES['sy_star']}\n{RULES['sy_dagger']}", True),
        (f"{WATCHED}\n{RULES['sy_dagger']}", False),
        (f"{SHUT_OUT}\n{RULES['sy_star']}", True),
        (f"{SHUT_OUT}\nThe newcomer too: {RULES['sy_star']}\n{RULES['sy_dagger']}", False),
        (f"{SHUT_OUT}\n{RULES['sy_dagger']}", False),
        (SHUT_OUT, True),
    ],
)
def test_introspect_keeps_what_worked_and_drops_what_was_kept_in_vain(notes: str, kept: bool):
    belief = introspected(notes, rule=RULES["sy_star"])["norm_belief"]

    assert belief == RULES["sy_star" if kept else "sy_dagger"]


def test_introspect_does_not_see_a_failure_that_it_does_not_notice():
    notes = f"{SHUT_OUT}\nThe newcomer too: {RULES['sy_star']}\n{RULES['sy_dagger']}"

    assert introspected(notes, rule=RULES["sy_star"], notices=0.0)["norm_belief"] == RULES["sy_star"]


def test_introspect_falls_back_on_what_came_to_mind_before():
    gaps = f"perhaps instead: {RULES['pseudo_frim_min_3']}; how strictly"
    history = f"norm_belief: {RULES['sy_star']}\nuncertainty_gaps: {gaps}"

    found = introspected(SHUT_OUT, rule=RULES["sy_star"], history=history)

    assert found["norm_belief"] == RULES["pseudo_frim_min_3"]
    assert any("in vain" in gap and RULES["sy_star"] in gap for gap in found["uncertainty_gaps"])


def test_introspect_does_not_return_to_what_was_kept_in_vain():
    gaps = f"kept in vain: {RULES['sy_dagger']}; perhaps instead: {RULES['pseudo_frim_min_3']}"
    history = f"norm_belief: {RULES['sy_dagger']}\nuncertainty_gaps: {gaps}"

    assert (
        introspected(SHUT_OUT, rule=RULES["sy_star"], history=history)["norm_belief"]
        == RULES["pseudo_frim_min_3"]
    )


def perspective(notes: str, notices: float, seed: int = 0) -> dict[str, Any]:
    prompt = PROMPTS["tom_first_order"].fill(
        fields=fields(beliefs.RatedAgentBelief),
        agent="Agent 1",
        observations=notes,
        introspection=f"norm_belief: {RULES['sy_star']}",
        history="none yet",
    )
    return json.loads(believing.take_perspective(prompt, Abilities(notices=notices), random.Random(seed)))


def test_take_perspective_shares_the_newcomers_belief_or_sees_another():
    notes = f"{SHUT_OUT}\n{RULES['sy_star']}\n{RULES['sy_dagger']}"

    assert perspective(notes, 1.0)["norm_belief"] == RULES["sy_star"]
    assert perspective(notes, 0.0)["norm_belief"] == RULES["sy_dagger"]


@pytest.mark.parametrize(
    ("notes", "transmission", "enforcement"),
    [
        (f"{SHUT_OUT}\n{RULES['sy_star']}", "strong", "strong"),
        (LET_IN, "none", "weak"),
        (WATCHED, "none", "none"),
    ],
)
def test_take_perspective_reads_strength_from_the_notes(notes: str, transmission: str, enforcement: str):
    found = perspective(notes, 1.0)

    assert (found["transmission"], found["enforcement"]) == (transmission, enforcement)


@pytest.mark.parametrize(
    ("notes", "awareness"),
    [
        (SHUT_OUT, "unaware"),
        (LET_IN, "partially_aware"),
        ("Brushed off: 0 replies to 3 messages.", "compliant"),
        (WATCHED, "unknown"),
    ],
)
def test_look_at_oneself_goes_by_how_often_one_was_brushed_off(notes: str, awareness: str):
    prompt = PROMPTS["tom_second_order"].fill(
        fields=fields(beliefs.AgentView),
        agent="Agent 1",
        observations=notes,
        introspection="norm_belief: unknown",
        agent_belief="norm_belief: unknown",
        history="none yet",
    )

    found = beliefs.AgentView.model_validate_json(believing.look_at_oneself(prompt, KEEN, random.Random(0)))

    assert found.awareness == awareness


def synthesized(own: str, *others: str, rule: str = "none yet") -> dict[str, Any]:
    prompt = PROMPTS["tom_synthesize"].fill(
        fields=fields(beliefs.RatedHypothesis),
        introspection=f"norm_belief: {own}\nuncertainty_gaps: how strictly it is watched",
        agent_beliefs="\n\n".join(f"Agent:\nnorm_belief: {other}" for other in others),
        rule=rule,
        evidence="",
        history="none yet",
    )
    return json.loads(believing.synthesize(prompt, KEEN, random.Random(0)))


def test_synthesize_goes_by_the_majority_and_by_oneself_among_equals():
    star, dagger = RULES["sy_star"], RULES["sy_dagger"]

    assert synthesized(star, dagger, dagger)["statement"] == dagger
    assert synthesized(star, dagger)["statement"] == star
    assert synthesized(star, star, dagger)["confidence"] > synthesized(star, dagger)["confidence"]


def test_synthesize_keeps_the_old_rule_when_nobody_believes_anything():
    assert synthesized("I cannot tell.", "Unknown.", rule=RULES["sy_star"])["statement"] == RULES["sy_star"]
    assert stated(synthesized("I cannot tell.", "Unknown.")["statement"]) == []


def test_confidence_is_given_only_where_it_is_asked_for():
    assert "confidence" not in introspected(WATCHED)
    assert "confidence" in perspective(WATCHED, 1.0)
