import json
import random

from community.norms.predicates.contains import Contains
from community.prompts import Message
from community.simulation.judging import judge_reply
from community.simulation.people import Abilities

STATEMENT = "Whoever answers says please."
RULES = {STATEMENT: Contains.model_validate({"kind": "contains", "words": ["please"]})}


def asked(reply: str, statement: str = STATEMENT) -> tuple[Message, ...]:
    latest = '<message from="Ann">\nTea?\n</message>'
    text = f"<norm>\n{statement}\n</norm>\n<latest>\n{latest}\n</latest>\n<reply>\n{reply}\n</reply>"
    return (Message("user", text),)


def test_decides_by_the_rule_of_the_statement_it_reads() -> None:
    kept, broken = (
        json.loads(judge_reply(asked(reply), RULES, Abilities(), random.Random(0)))
        for reply in ("Yes, please.", "Yes.")
    )

    assert kept["complies"] is True
    assert broken["complies"] is False
    assert '"please"' in kept["evidence"]


def test_slips_as_often_as_its_knob_says() -> None:
    person = Abilities(discerns=0.75)
    judged = [json.loads(judge_reply(asked("Yes."), RULES, person, random.Random(n))) for n in range(400)]

    assert 60 < sum(each["complies"] for each in judged) < 140


def test_says_nothing_that_could_be_read_about_a_norm_it_does_not_know() -> None:
    assert "{" not in judge_reply(asked("Yes.", "Say no."), RULES, Abilities(), random.Random(0))
