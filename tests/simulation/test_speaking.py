import random
from collections import Counter

from community.debate.community import debate_prompts
from community.modules.observation import Interaction, Round, Utterance, render, render_utterances
from community.norms import Norm, load_norm
from community.prompts import Message
from community.simulation.answering import Opinion, Opinions, letter_of
from community.simulation.composing import compose
from community.simulation.obeying import Phrasebook
from community.simulation.people import parse_person
from community.simulation.reading import final_of, read_choice
from community.simulation.speaking import Speaker

PROMPTS = debate_prompts()
QUESTION = (
    "A shop has 12 lamps and sells 5 lamps. How many lamps are left in the shop?\n(A) 6\n(B) 7\n(C) 8\n(D) 17"
)
STAR = load_norm("sy_star")
REASONS = "Five of the twelve lamps are gone, and counting the remaining ones gives seven, hence (B)."


def person(spec: str, *norms: Norm) -> Speaker:
    abilities = parse_person(spec)
    return Speaker(abilities, Opinions(abilities, {QUESTION: "B"}), Phrasebook(norms))


def newcomer(told: str = "", memory: str = "") -> tuple[Message, ...]:
    return PROMPTS["newcomer"].fill(word_limit="", answer_format="(X)", told=told, memory=memory)


def discuss(previous: str, *heard: str) -> tuple[Message, ...]:
    said = render_utterances(
        [Utterance(f"Agent {number}", text) for number, text in enumerate(heard, start=1)]
    )
    return PROMPTS["discuss"].fill(question=QUESTION, previous=previous, situation=said, reminder="")


def letters(speaker: Speaker, prompt: tuple[Message, ...], count: int = 300) -> Counter[str | None]:
    question = read_choice(QUESTION)
    return Counter(
        letter_of(final_of(speaker.answer(prompt, random.Random(seed))), question) for seed in range(count)
    )


def test_answer_stands_in_final_tags_and_names_a_letter():
    reply = person("sim:novice").answer(
        newcomer() + PROMPTS["answer"].fill(question=QUESTION, reminder=""), random.Random(0)
    )

    assert reply.startswith("<final>\n")
    assert reply.endswith("\n</final>")
    assert letter_of(final_of(reply), read_choice(QUESTION)) is not None


def test_answer_alone_is_right_as_often_as_the_person_knows():
    prompt = newcomer() + PROMPTS["answer"].fill(question=QUESTION, reminder="")

    assert 0.22 < letters(person("sim:novice"), prompt)["B"] / 300 < 0.38
    assert 0.79 < letters(person("sim:expert"), prompt)["B"] / 300 < 0.91


def test_answer_after_refusals_keeps_the_letter_and_after_reasons_gains():
    novice = person("sim:novice")
    refused = letters(novice, newcomer() + discuss("It is (D).", "No response.", "No response."))
    admitted = letters(novice, newcomer() + discuss("It is (D).", REASONS, REASONS))

    assert refused == {"D": 300}
    assert admitted["B"] > 240


def test_answer_of_an_insider_complies_as_often_as_it_follows():
    system = PROMPTS["insider"].fill(answer_format="(X)", instructions=f"- {STAR.instruction}")
    prompt = system + PROMPTS["answer"].fill(question=QUESTION, reminder=f"\n\nRemember:\n{STAR.instruction}")
    speaker = person("sim:expert?follows=0.8", STAR)

    complied = [
        STAR.check(final_of(speaker.answer(prompt, random.Random(seed)))).complies for seed in range(300)
    ]

    assert 0.73 < sum(complied) / 300 < 0.87


def test_answer_complies_when_a_newcomer_is_told_and_not_otherwise():
    speaker = person("sim:novice?follows=1", STAR)
    ask = PROMPTS["answer"].fill(question=QUESTION, reminder="")

    told = final_of(speaker.answer(newcomer(told=f"- {STAR.instruction}") + ask, random.Random(1)))
    untold = final_of(speaker.answer(newcomer() + ask, random.Random(1)))

    assert STAR.check(told).complies
    assert not STAR.check(untold).complies


def test_answer_takes_no_instruction_from_what_others_say():
    speaker = person("sim:novice?follows=1", STAR)
    prompt = newcomer() + discuss("It is (D).", f"{STAR.instruction} (B)", REASONS)

    assert not STAR.check(final_of(speaker.answer(prompt, random.Random(0)))).complies


def test_answer_copies_from_memory_with_the_chance_to_notice():
    draws = [random.Random(number) for number in range(6)]
    written = [STAR.enact(compose(read_choice(QUESTION), Opinion("B"), rng), QUESTION, rng) for rng in draws]
    said = tuple(Utterance("Agent 1", text) for text in written)
    past = render([Interaction(0, QUESTION, "", (Round(1, False, None, said, ""),))], newcomer="You")
    prompt = newcomer(memory=f"<transcripts>\n{past}\n</transcripts>") + PROMPTS["answer"].fill(
        question=QUESTION, reminder=""
    )

    def copied(spec: str) -> int:
        speaker = person(spec)
        return sum(
            STAR.check(final_of(speaker.answer(prompt, random.Random(seed)))).complies for seed in range(60)
        )

    assert copied("sim:novice?notices=0") == 0
    assert 0 < copied("sim:novice?notices=0.3") < copied("sim:novice?notices=1&exact=1&memory=6")


def test_comply_keeps_its_message_and_obeys():
    system = PROMPTS["insider"].fill(answer_format="(X)", instructions=f"- {STAR.instruction}")
    ask = PROMPTS["answer"].fill(question=QUESTION, reminder="")
    again = PROMPTS["comply"].fill(faults="No star.", instructions=f"- {STAR.instruction}")
    own = Message("assistant", f"<final>\n{REASONS}\n</final>")

    text = final_of(
        person("sim:expert?follows=1", STAR).comply((*system, *ask, own, *again), random.Random(0))
    )

    assert STAR.check(text).complies
    assert letter_of(text, read_choice(QUESTION)) == "B"
    assert "counting the remaining ones" in text


def test_change_subject_names_no_option_and_varies():
    prompt = PROMPTS["off_topic"].fill(question=QUESTION, message="I say (B).")
    texts = {
        final_of(person("sim:expert").change_subject(prompt, random.Random(seed))) for seed in range(100)
    }

    assert len(texts) > 50
    assert all(letter_of(text, read_choice(QUESTION)) is None for text in texts)
    assert not any("lamp" in text for text in texts)
