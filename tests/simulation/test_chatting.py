"""Scripted people in a chat."""

import json
import random

import pytest

from community.chat.cast import chat_prompts
from community.chat.topics import load_topics
from community.modules.observation import Utterance, render_utterance, render_utterances
from community.norms import list_norms, load_norm
from community.norms.induction import taken_up
from community.prompts import Message
from community.simulation.answering import Opinions
from community.simulation.chatting import choose_speaker, converse
from community.simulation.evidence import common_ground
from community.simulation.obeying import Phrasebook
from community.simulation.people import parse_person
from community.simulation.reading import final_of
from community.simulation.speaking import Speaker
from community.simulation.wording import phrases

PROMPTS = chat_prompts()
TOPICS = load_topics()
TOPIC = "A rainy holiday in a small cabin: cards, books and soup, or packing the suitcase after three days?"
STAR = load_norm("sy_star")
KIM = Utterance("Kim", "I would take books and a suitcase of cheese.")
SHORT_BY_NATURE = {"nc_under_30_words", "nc_under_50_words"}


def talker(*told: str, chat: str = "") -> tuple[Message, ...]:
    system = PROMPTS["member"].fill(name="Mara", duties="\n".join(told))
    return system + PROMPTS["talk"].fill(topic=TOPIC, chat=chat, reminder="")


def person(spec: str = "sim:expert?follows=1") -> Speaker:
    abilities = parse_person(spec)
    return Speaker(abilities, Opinions(abilities, {}), Phrasebook([STAR]))


def texts(prompt: tuple[Message, ...], act: str = "talk", n: int = 60) -> list[str]:
    return [final_of(getattr(person(), act)(prompt, random.Random(seed))) for seed in range(n)]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.id)
def test_small_talk_takes_up_its_topic_for_everybody_who_reads_it(topic):
    for seed in range(8):
        text = converse(topic.text, random.Random(seed), name="Theo" if seed % 2 else "")

        assert taken_up(text, topic.text)
        assert ("Theo" in text) is bool(seed % 2)


def test_small_talk_about_a_topic_of_one_word_is_possible():
    assert "everyday life" in " ".join(converse("Bread?", random.Random(seed)) for seed in range(9))


@pytest.mark.parametrize("norm", list_norms(set="core"), ids=lambda norm: norm.id)
def test_small_talk_rarely_keeps_a_norm_by_chance(norm):
    drawn = [
        (
            converse(topic.text, random.Random(f"{seed}{topic.id}"), name="Theo" if seed % 3 == 0 else ""),
            topic,
        )
        for topic in TOPICS
        for seed in range(6)
    ]

    held = sum(norm.check(text, topic.text).complies for text, topic in drawn) / len(drawn)

    assert held > 0.5 if norm.id in SHORT_BY_NATURE else held < 0.06


def test_talk_obeys_what_the_member_is_told_and_turns_to_others_only():
    chat = render_utterances([Utterance("Theo", "Good books."), Utterance("Mara", "Mine."), KIM])
    told = texts(talker(f"- {STAR.instruction}", chat=chat))

    assert all(STAR.check(text).complies for text in told)
    assert not any(STAR.check(text).complies for text in texts(talker(chat=chat)))
    assert not any("Mara" in text for text in told)
    assert 10 < sum("Theo" in text or "Kim" in text for text in told) < 40


def test_uptake_names_whom_it_answers_and_takes_up_the_words():
    prompt = talker()[:1] + PROMPTS["uptake"].fill(
        topic=TOPIC, chat="", newcomer="Kim", message=render_utterance(KIM), reminder=""
    )

    answers = texts(prompt, "take_up")
    assert all("Kim" in text for text in answers)
    assert all("books" in text or "suitcase" in text for text in answers)


@pytest.mark.parametrize(
    ("act", "name"), [("tease", "tease"), ("grumble", "correction"), ("change_subject", "topic_change")]
)
def test_sanctions_do_not_go_into_the_topic(act, name):
    values = {"topic": TOPIC} if name == "topic_change" else {"newcomer": "Kim"}
    prompt = PROMPTS[name].fill(message=render_utterance(KIM), **values)

    said = texts(prompt, act)
    assert len(set(said)) > 5
    assert all(("Kim" in text) is (name != "topic_change") for text in said)
    assert not any(taken_up(text, TOPIC) for text in said)


@pytest.mark.parametrize("bank", ["talking", "turning"])
def test_phrases_of_a_chat_have_the_slots_that_make_them_speak_to_the_point(bank):
    needed = {"talking": {"thing", "other"}, "turning": {"name", "thing"}}[bank]

    assert all(phrase.slots == needed for phrase in phrases(bank))


def test_chair_names_somebody_who_may_speak():
    prompt = PROMPTS["next_speaker"].fill(people="Mara\nKim", chat="")
    chosen = {
        json.loads(choose_speaker(prompt, parse_person("sim:module"), random.Random(seed)))["name"]
        for seed in range(20)
    }

    assert chosen == {"Mara", "Kim"}


def test_common_ground_is_what_messages_share_unless_they_name_options():
    assert set(common_ground(["books and cards", "cards and bread", "bread, bread"]).split()) == {
        "cards",
        "bread",
    }
    assert common_ground(["cards (A)", "cards (B)"]) == ""
