"""Thinking never reaches a reader, however a model writes it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.models.chat import Usage
from community.models.thinking import compose, split_thinking

USAGE = Usage(1, 1)


@pytest.mark.parametrize(
    ("raw", "text", "thinking"),
    [
        ("<think>hmm</think>\n\nYes.", "Yes.", "hmm"),
        ("<THINKING>\nhmm\n</THINKING>Yes.", "Yes.", "hmm"),
        ("<thought>hmm</thought>Yes.", "Yes.", "hmm"),
        ("<reasoning>hmm</reasoning>Yes.", "Yes.", "hmm"),
        ("<seed:think>hmm</seed:think>Yes.", "Yes.", "hmm"),
        ("[THINK]hmm[/THINK]Yes.", "Yes.", "hmm"),
        ("<|START_THINKING|>hmm<|END_THINKING|><|START_RESPONSE|>Yes.<|END_RESPONSE|>", "Yes.", "hmm"),
        (
            "<|begin_of_thought|>hmm<|end_of_thought|><|begin_of_solution|>Yes.<|end_of_solution|>",
            "Yes.",
            "hmm",
        ),
        ("hmm</think>Yes.", "Yes.", "hmm"),
        ("<think>I write <think> here</think>Yes.", "Yes.", "I write \nhere".replace(" \n", "\n")),
        ("<think>a</think>One. <think>b</think>Two.", "One. Two.", "a\nb"),
        ("<think>a<think>b</think>c</think>Yes.", "Yes.", "a\nb\nc"),
        (
            "<|channel|>analysis<|message|>hmm<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|return|>",
            "Yes.",
            "hmm",
        ),
        ("hmm<|end|><|start|>assistant<|channel|>final<|message|>Yes.", "Yes.", "hmm"),
        ("<|channel|>commentary to=tool<|message|>hmm<|call|>Yes.", "Yes.", "hmm"),
        ("<|channel>thought\nhmm<channel|>Yes.", "Yes.", "hmm"),
        ("No marks, but a < b and </b>.", "No marks, but a < b and </b>.", ""),
        ("<final>(A)</final>", "<final>(A)</final>", ""),
    ],
)
def test_split_thinking_removes_every_known_form(raw: str, text: str, thinking: str):
    assert split_thinking(raw) == (text, thinking, True)


@pytest.mark.parametrize(
    "raw", ["<think>and so on", "Yes. <think>wait", "<|channel|>analysis<|message|>and so on"]
)
def test_an_unclosed_block_leaves_no_text_and_counts_as_truncated(raw: str):
    reply = compose(raw, "", cut=False, usage=USAGE, model="m")

    assert (reply.text, reply.finish) == ("", "unclosed_thinking")
    assert reply.thinking


def test_a_reply_that_only_thought_counts_as_truncated():
    assert compose("", "long thoughts", cut=False, usage=USAGE, model="").finish == "unclosed_thinking"
    assert compose("<think>x</think>", "", cut=True, usage=USAGE, model="").finish == "unclosed_thinking"


def test_compose_joins_what_the_provider_separated_with_what_stood_in_the_text():
    reply = compose("<think>b</think>Yes.", "a", cut=True, usage=USAGE, model="m")

    assert (reply.text, reply.thinking, reply.finish) == ("Yes.", "a\nb", "length")


words = st.text(st.characters(exclude_characters="<>[]◁▷|"))


@given(words)
def test_a_text_without_marks_is_only_stripped(text: str):
    assert split_thinking(text) == (text.strip(), "", True)


@given(words, words, st.sampled_from(["think", "thinking", "reasoning"]))
def test_thinking_before_a_text_never_shows_in_it(thought: str, text: str, tag: str):
    assert split_thinking(f"<{tag}>{thought}</{tag}>{text}").text == text.strip()
    assert split_thinking(f"{thought}</{tag}>{text}").text == text.strip()
