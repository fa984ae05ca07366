"""Scripted people in real debates with real modules, end to end."""

import json

import pytest

from community.norms import Norm, list_norms, load_norm
from tests.simulation.village import Ear, live

STAR = load_norm("sy_star")
INFERRING = ["direct_edit", "infer_edit", "contrastive", "tom"]


def test_a_newcomer_alone_stays_near_what_it_knows_and_gains_in_an_open_group():
    alone = live([STAR], "none", debates=40, condition="alone")
    admitted = live([STAR], "none", debates=40, condition="open")

    def accuracy(lived):
        last = [event for event in lived.of_newcomer() if event.round == 4]
        return sum(event.correct for event in last) / len(last)

    assert accuracy(alone) < 0.45
    assert accuracy(admitted) > 0.6


def test_insiders_comply_and_a_told_newcomer_does_too():
    lived = live([STAR], "none", debates=4, condition="told")
    insiders = [event for event in lived.messages if event.agent != "Newcomer"]

    assert all(event.complies for event in insiders)
    assert lived.follow_rate() > 0.7


def test_an_untold_newcomer_without_a_module_hardly_follows():
    assert live([STAR], "none", debates=10).follow_rate() < 0.3


@pytest.mark.parametrize("module", INFERRING)
def test_a_module_learns_an_easy_norm(module: str):
    assert live([STAR], module, debates=14).follow_rate(since=4) > 0.6


@pytest.mark.parametrize("options", [{"second_order": True}, {"confidence": True}])
def test_tom_with_its_options_learns_too(options: dict[str, bool]):
    assert live([STAR], "tom", debates=12, options=options).follow_rate(since=4) > 0.5


@pytest.mark.parametrize("module", INFERRING)
def test_a_module_is_the_same_whatever_norms_it_was_made_with(module: str):
    heard: list[list[str]] = []
    for known in ([], list_norms(set="core")):
        ear = Ear()
        live([STAR], module, debates=4, ear=ear, known_to_module=known)
        heard.append([reply.text for _, reply in ear.heard])

    assert heard[0] == heard[1]
    assert heard[0]


@pytest.mark.parametrize("other", ["greeting", "pp_gramblix_opener"])
def test_belief_follows_what_is_enforced(other: str):
    norm = load_norm(other)
    word = {"greeting": "salutation", "pp_gramblix_opener": "gramblix"}[other]

    belief = live([norm], "contrastive", debates=6).belief

    assert belief is not None
    assert word in belief or "hello" in belief


@pytest.mark.parametrize("module", INFERRING)
def test_no_reply_of_a_module_holds_an_instruction_or_an_id(module: str):
    ear = Ear()
    live([STAR, load_norm("pseudo_frim_min_3")], module, debates=4, ear=ear)
    norms: list[Norm] = list_norms(set="core")

    for _, reply in ear.heard:
        assert not [
            norm.id for norm in norms if norm.instruction in reply.text or norm.id in reply.text.split()
        ]


def test_copying_takes_over_habits_and_contrasts_do_not():
    habits = ([load_norm("sy_dagger")], [load_norm("tk_side_at_least_1")])

    def over_imitation(module: str) -> float:
        events = live([STAR], module, debates=10, habits=habits).of_newcomer(since=2)
        return sum(bool(event.habits) for event in events) / len(events)

    assert over_imitation("direct_edit") > 0.3
    assert over_imitation("contrastive") < 0.15


@pytest.mark.parametrize("style", ["silence", "off_topic"])
def test_a_module_learns_from_other_sanctions_as_well(style: str):
    assert live([STAR], "contrastive", debates=10, sanction={"style": style}).follow_rate(since=4) > 0.6


def test_structured_replies_of_tom_are_json_of_the_asked_shape():
    ear = Ear()
    live([STAR], "tom", debates=2, options={"second_order": True, "confidence": True}, ear=ear)
    structured = [(request.purpose, request.schema, reply) for request, reply in ear.heard if request.schema]

    assert {purpose for purpose, _, _ in structured} == {
        "tom_introspect",
        "tom_first_order",
        "tom_second_order",
        "tom_synthesize",
    }
    for _, schema, reply in structured:
        assert set(schema["required"]) <= json.loads(reply.text).keys()
