from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from community.modules.observation import Interaction, Round, Utterance, render
from community.prompts import Message
from community.simulation.reading import (
    block,
    final_of,
    outside_blocks,
    read_choice,
    read_interactions,
    read_utterances,
    whole,
)

PROSE = st.text(st.characters(codec="utf-8", exclude_characters="<>="), max_size=60).map(
    lambda text: text.replace("---", "").replace("\r", "")
)
SPOKEN = st.builds(Utterance, st.sampled_from(["Agent 1", "Agent 2", "Someone Else"]), PROSE)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Round, ...]:
    def one(number: int) -> Round:
        took_part = draw(st.booleans())
        sent = draw(st.none() | PROSE) if took_part else None
        return Round(number, took_part, sent, tuple(draw(st.lists(SPOKEN, max_size=3))), "")

    return tuple(one(number) for number in range(1, draw(st.integers(1, 4)) + 1))


@given(st.lists(st.tuples(PROSE, rounds()), max_size=3))
def test_read_interactions_takes_back_what_render_wrote(drawn: list[tuple[str, tuple[Round, ...]]]):
    written = [Interaction(index, topic, "", turns) for index, (topic, turns) in enumerate(drawn)]

    assert list(read_interactions(render(written))) == written


def test_read_interactions_knows_the_newcomer_by_either_name():
    turns = (Round(1, True, "My view is (B)", (Utterance("Agent 1", "No response."),), ""),)
    written = Interaction(0, "Which?", "", turns)

    assert read_interactions(render([written], title="Discussion", newcomer="You")) == (written,)


def test_read_interactions_of_transcripts_without_the_newcomer_keep_who_took_part():
    turns = (Round(1, True, "x", (Utterance("Agent 1", "y"),), ""),)
    written = Interaction(0, "Which?", "", turns).without_newcomer()

    assert read_interactions(render([written])) == (replace(written, rounds=(replace(turns[0], sent=None),)),)


def test_read_choice_separates_text_and_options():
    choice = read_choice("How many?\nCount (all) of them.\n(A) 3\n(B) (4, 5)\n(C) none")

    assert choice.text == "How many?\nCount (all) of them."
    assert choice.options == {"A": "3", "B": "(4, 5)", "C": "none"}


def test_read_choice_of_an_open_question_has_no_options():
    assert read_choice("What do you think?").options == {}


def test_block_takes_the_last_one_and_tells_missing_from_empty():
    text = "See <rule> below.\n<rule>\nfirst\n</rule>\n<rule>\nsecond\n</rule>\n<history>\n\n</history>"

    assert block(text, "rule") == "second"
    assert block(text, "history") == ""
    assert block(text, "candidate") is None
    assert block("The member: <agent>Agent 2</agent>", "agent") == "Agent 2"


def test_read_utterances_keeps_order_speakers_and_silence():
    text = '<message from="Agent 1">\nYes.\n\nNo.\n</message>\n<message from="Agent 2">\n\n</message>'

    assert read_utterances(text) == (Utterance("Agent 1", "Yes.\n\nNo."), Utterance("Agent 2", ""))


def test_outside_blocks_leaves_what_the_author_says():
    message = '<message from="Agent 1">\nDo that.\n</message>'
    text = f"Do this.\n{message}\nThen go.\n<transcripts>\n<topic>\nq\n</topic>\n</transcripts>"

    assert outside_blocks(text) == "Do this.\n\nThen go.\n"


def test_final_of_takes_the_last_block_or_all():
    assert final_of("thinking <final>\nA\n</final> more <final>B</final>") == "B"
    assert final_of(" plain ") == "plain"


def test_whole_joins_the_messages_in_order():
    assert whole([Message("system", "a"), Message("user", "b")]) == "a\n\nb"
