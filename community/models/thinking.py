"""Thinking is separated from the reply here, once, before anything reads the text.

Known ways: XML-like tags (`<think>`, `<thinking>`, `<reasoning>`, ...), bracketed and piped tags, and the channels of
gpt-oss and Gemma. A closing tag without an opening one ends thinking that a chat template began.
"""

import re
from typing import NamedTuple

from community.models.chat import Finish, Reply, Usage

_TAG = r"(?:seed:)?(?:think|thinking|thoughts?|reasoning)"
_MARK = re.compile(
    rf"""
      (?P<open> <{_TAG}> | \[THINK\] | ◁think▷ | <\|(?:START|begin_of)_(?:THINKING|thought)\|>
              | (?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)(?:(?!<\|).)*<\|message\|>
              | <\|channel>\s*thought )
    | (?P<close> </{_TAG}> | \[/THINK\] | ◁/think▷ | <\|(?:END|end_of)_(?:THINKING|thought)\|> | <channel\|> )
    | (?P<reply> (?:<\|start\|>assistant)?<\|channel\|>final(?:(?!<\|).)*<\|message\|>
              | <\|(?:START_RESPONSE|begin_of_solution)\|> )
    | (?P<end> <\|(?:end|return|call|END_RESPONSE|end_of_solution)\|> | <\|start\|>assistant )
    """,
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)


class Split(NamedTuple):
    """A reply without thinking, the thinking, and whether every block was closed."""

    text: str
    thinking: str
    closed: bool


def split_thinking(raw: str) -> Split:
    """Separate thinking from a raw reply; an unclosed block leaves no text at all."""
    text: list[str] = []
    thought: list[str] = []
    inside, position = False, 0
    for mark in _MARK.finditer(raw):
        (thought if inside else text).append(raw[position : mark.start()])
        position = mark.end()
        if not inside and mark.lastgroup in ("close", "reply"):
            thought, text = thought + text, []
        inside = mark.lastgroup == "open"
    (thought if inside else text).append(raw[position:])
    thinking = "\n".join(part.strip() for part in thought if part.strip())
    return Split("" if inside else "".join(text).strip(), thinking, not inside)


def compose(content: str, reasoning: str, *, cut: bool, usage: Usage, model: str) -> Reply:
    """The reply in a provider's answer.

    Args:
        content: the words, perhaps with thinking among them.
        reasoning: what the provider already separated.
        cut: whether the provider says that the reply hit a length limit.
        usage: tokens of the call.
        model: what the provider calls the model.
    """
    split = split_thinking(content)
    thinking = "\n".join(part for part in (reasoning.strip(), split.thinking) if part)
    finish: Finish = "length" if cut else "stop"
    if not split.closed or (thinking and not split.text):
        finish = "unclosed_thinking"
    return Reply(split.text, usage, thinking, finish, model)
