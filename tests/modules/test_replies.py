import pytest
from hypothesis import given
from hypothesis import strategies as st

from community.modules.replies import read_edit, read_rule, unwrap
from tests.modules.listener import reply


@pytest.mark.parametrize(
    "wrapped",
    [
        "Two it is. (A)",
        "  Two it is. (A)\n\n",
        "<final>Two it is. (A)</final>",
        "<final>\nTwo it is. (A)",
        "Two it is. (A)</final> I kept the rest.",
        "Let me see.\n<final>Two it is. (A)</final>\nDone.",
        '<message from="Newcomer">\nTwo it is. (A)\n</message>',
        "<candidate>Two it is. (A)</candidate>",
        "```\nTwo it is. (A)\n```",
        "```markdown\nTwo it is. (A)\n```",
        '"Two it is. (A)"',
        "“Two it is. (A)”",
        "Here is the edited message:\n\nTwo it is. (A)",
        "Here’s the message, rewritten to follow the rule: Two it is. (A)",
        'Sure! Here\'s a revised version of your message:\n\n```\n"Two it is. (A)"\n```',
        "**Edited message:**\nTwo it is. (A)",
        "The reworked reply: <final>Two it is. (A)</final>",
    ],
)
def test_what_models_wrap_around_a_message_is_removed(wrapped: str):
    assert read_edit(reply(wrapped), "Two. (A)") == "Two it is. (A)"


@pytest.mark.parametrize(
    "message",
    [
        "Here is my reasoning: two. (A)",
        'He said "two" and she said "three"',
        "★ Two (A) ★",
        "*Two* is **right** (A)",
        "a {brace} and </message> (A)",
    ],
)
def test_what_belongs_to_a_message_stays(message: str):
    assert unwrap(message) == message


def test_marks_that_the_candidate_has_are_not_wrappers():
    assert read_edit(reply('"Two indeed (A)"'), '"Two (A)"') == '"Two indeed (A)"'


@pytest.mark.parametrize("text", ["", "   ", "<final></final>", "★", "I am sorry, no."])
def test_an_edit_that_lost_the_message_is_none(text: str):
    assert read_edit(reply(text), "Two it is. (A)") is None


@pytest.mark.parametrize("finish", ["length", "unclosed_thinking"])
def test_a_truncated_reply_is_none(finish: str):
    assert read_edit(reply("Two it", finish=finish), "Two it is. (A)") is None
    assert read_rule(reply("Say", finish=finish)) is None


@pytest.mark.parametrize(
    "prose",
    [
        "Say indeed.",
        "Rule: Say indeed.",
        "The guess fails in two places.\nRule: Say nothing.\n**Revised rule:** Say indeed.",
        "1. Test: fine.\n\n**Rule: Say indeed.**\n\nBecause all of them do.",
        "<rule>Say indeed.</rule>",
        '"Say indeed."',
    ],
)
def test_the_rule_is_read_out_of_prose(prose: str):
    assert read_rule(reply(prose)) == "Say indeed."


@pytest.mark.parametrize("prose", ["", "Rule:", "<rule></rule>"])
def test_a_reply_without_a_rule_is_none(prose: str):
    assert read_rule(reply(prose)) is None


@given(st.text())
def test_unwrapping_ends_and_is_done_at_once(text: str):
    assert unwrap(unwrap(text)) == unwrap(text)
