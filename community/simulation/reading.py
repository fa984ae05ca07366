"""How a scripted person reads a prompt: the tagged parts, the question in it, and transcripts back into rounds.

It is the inverse of `modules.observation.render`; a person knows nothing that does not stand in the text (or in its own
head, see `answering`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from community.modules.observation import Interaction, Round, Utterance
from community.prompts import Message

_MESSAGE = re.compile(r'<message from="([^"\n]*)">\n(.*?)\n</message>', re.DOTALL)
_CONVERSATION = re.compile(r"^=== [^\n]+ \d+ ===\n<topic>\n(.*?)\n</topic>", re.DOTALL | re.MULTILINE)
_ROUND = re.compile(r"^--- Round (\d+) \((.*)\) ---$", re.MULTILINE)
_BLOCK = re.compile(r"<([a-z_]+)(?: from=\"[^\"\n]*\")?>\n.*?\n</\1>", re.DOTALL)
_OPTION = re.compile(r"^\(([A-Z])\) (.*)$", re.MULTILINE)
_NEWCOMER = ("Newcomer", "You")
_FINAL = re.compile(r"<final>\s*(.*?)\s*</final>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Choice:
    """A multiple-choice question as it was read; without options for an open one.

    Attributes:
        rendered: the whole of it, as posed.
        text: what stands before the options.
        options: letter -> text.
    """

    rendered: str
    text: str
    options: dict[str, str]


def read_choice(rendered: str) -> Choice:
    """Take a rendered question apart."""
    options = {match[1]: match[2].strip() for match in _OPTION.finditer(rendered)}
    first = _OPTION.search(rendered)
    return Choice(rendered, rendered[: first.start()].strip() if first else rendered, options)


def whole(messages: Sequence[Message]) -> str:
    """A prompt as one text."""
    return "\n\n".join(message.text for message in messages)


def block(text: str, tag: str) -> str | None:
    """What stands in the last `<tag>` block, without white space around it; None when there is no such block."""
    found = re.findall(rf"<{tag}>[ \t]*\n?(.*?)\n?[ \t]*</{tag}>", text, re.DOTALL)
    return found[-1] if found else None


def outside_blocks(text: str) -> str:
    """A prompt without its tagged parts: what its author says, not what it shows."""
    return _BLOCK.sub("", text)


def final_of(reply: str) -> str:
    """The message in a reply: what stands in its last <final> block, or all of it."""
    found = _FINAL.findall(reply)
    return found[-1] if found else reply.strip()


def read_utterances(text: str) -> tuple[Utterance, ...]:
    """Every message with its speaker, in order."""
    return tuple(Utterance(match[1], match[2]) for match in _MESSAGE.finditer(text))


def read_interactions(text: str) -> tuple[Interaction, ...]:
    """Transcripts as `render` writes them; what it leaves out (opening, wrote, indices) is empty or counted anew."""
    starts = list(_CONVERSATION.finditer(text))
    bounds = [*(match.start() for match in starts), len(text)]
    return tuple(
        Interaction(index, match[1], "", _read_rounds(text[match.end() : end]))
        for index, (match, end) in enumerate(zip(starts, bounds[1:], strict=True))
    )


def _read_rounds(text: str) -> tuple[Round, ...]:
    pieces = _ROUND.split(text)
    return tuple(
        _read_round(int(number), "took part" in mode, read_utterances(body))
        for number, mode, body in zip(pieces[1::3], pieces[2::3], pieces[3::3], strict=True)
    )


def _read_round(number: int, participated: bool, said: tuple[Utterance, ...]) -> Round:
    own = bool(said) and said[0].speaker in _NEWCOMER
    return Round(number, participated, said[0].text if own else None, said[1:] if own else said, "")
